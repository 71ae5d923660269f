#pragma once
// Decisions as JSON text, written without a detour: an engine that others drive answers tens of thousands of them a second.
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/chance.h"
#include "engine/engine.h"

namespace archon {

// Appends a JSON string with its quotes.
void add_json_string(std::string& out, std::string_view text);

// For whom a decision is written: the player who makes it, to whom facedown cards in play that this player does not know are
// places, or somebody who knows all cards. The actions are the same, in the same order.
enum class Reader : uint8_t { Player, Omniscient };

// The pending decision of a game: player, kind, source, actions ... `numbers` are the refs of the cards. Written for the player
// it is a function of what this player knows.
void add_decision(std::string& out, const Matchup& m, const State& s, const std::vector<int>& numbers,
                  Reader reader = Reader::Player);

// The actions of that decision, in its order, as they are carried out; none when the game is over.
std::vector<Action> offered_actions(const Matchup& m, const State& s);

// Outcomes that nothing in the game tells apart.
struct OutcomeGroup {
  CardSet cards;
};
std::vector<OutcomeGroup> group_outcomes(const Matchup& m, const State& s, const ChanceQuestion& question);

// A random outcome as a decision of "chance". `drawn`: the outcomes of this action so far.
void add_chance_decision(std::string& out, const Matchup& m, const State& s, const ChanceQuestion& question,
                         const std::vector<OutcomeGroup>& groups, const std::vector<CardId>& drawn,
                         const std::vector<int>& numbers);

}  // namespace archon
