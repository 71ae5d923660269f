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

// The pending decision of a game: player, kind, source, actions ... `numbers` are the refs of the cards.
void add_decision(std::string& out, const Matchup& m, const State& s, const std::vector<int>& numbers);

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
