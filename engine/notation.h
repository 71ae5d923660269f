#pragma once
// Words for what happens in a game: cards, actions, decisions. The names are those of the position format
// (engine/position/README.md).
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/action.h"
#include "engine/core/matchup.h"
#include "engine/core/state.h"
#include "engine/facts/facts.h"

namespace archon {

// What is printed on a card. `definition` may be the wording of older rules, which lies behind the definitions of the table.
const CardFacts& facts_of(const Matchup& m, int definition);
const std::string& card_id(const Matchup& m, CardId card);  // "dust-imp"
// "Dust Imp", as printed on the card itself, copy or not; of a token creature "Grunt (Dust Imp)", or "Grunt" for a viewer (0 or
// 1, -1: knows all) who does not know which card lies there.
std::string card_name(const Matchup& m, const State& s, CardId card, int viewer = -1);
// Where a card lies that only its place tells from others: "players[1].battleline[0]", as in a position. In play or limbo.
std::string place_word(const Matchup& m, const State& s, CardId card);

std::string_view phase_word(Step step);  // "main"
std::optional<Step> phase_from_word(std::string_view word);
std::string_view key_word(int color);      // 0 "red", 1 "blue", 2 "yellow"
int key_from_word(std::string_view word);  // -1 when unknown
std::string_view clock_word(Clock clock);  // "this-turn"
std::optional<Clock> clock_from_word(std::string_view word);
std::string_view result_word(Result result);  // "won", "undecided", "fault"

// The kind of the pending decision: "mulligan", "target", "yes-no", "use" (how a card is used) ... "position" where a creature
// may enter play anywhere.
std::string_view decision_word(const Choice& choice);
// The rulebook's word for an action: "reap", "choose", "end-turn" ... "omni" for a card that has no other action ability.
std::string_view action_word(const Matchup& m, const State& s, Action action);

// An ability that waits to be put in order: option i of a decision of kind Order.
struct OrderOption {
  CardId card;               // the card that has it
  CardId source;             // the card that grants it or began the lasting effect; kNoCard: the card itself
  std::string_view keyword;  // "assault", "hazardous" or empty
};
std::vector<OrderOption> order_options(const Matchup& m, const State& s);

// A few words for people: "reap with Dust Imp", "choose Urchin", "house dis". The action is legal in `s`; cards are named as
// by card_name.
std::string action_text(const Matchup& m, const State& s, Action action, int viewer = -1);

}  // namespace archon
