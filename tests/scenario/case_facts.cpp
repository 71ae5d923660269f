#include "tests/scenario/case_facts.h"

#include <algorithm>
#include <bit>

#include "engine/core/counters.h"
#include "engine/facts/facts.h"
#include "engine/notation.h"
#include "engine/query/cards.h"
#include "engine/rules/use.h"
#include "tests/scenario/scenario.h"
#include "tests/scenario/scenario_words.h"

namespace scenario {
namespace {

using namespace archon;
using Words = std::vector<std::string>;
using Fact = nlohmann::ordered_json;

SaidFact unsaid(const std::string& why) { return {.fact = {}, .why = why}; }

Fact refs_of(const Game& game, CardSet cards) {
  Fact list = Fact::array();
  for (CardId card : cards) list.push_back(game.numbers()[card]);
  return list;
}

Fact words_from(const Words& words, size_t from) {
  Fact list = Fact::array();
  for (size_t i = from; i < words.size(); ++i)
    if (words[i] != "none") list.push_back(words[i]);
  return list;
}

std::string zone_field(Zone zone) {
  switch (zone) {
    case Zone::Line:
      return "battleline";
    case Zone::Reference:
    case Zone::Inactive:
      return "prophecies";
    default:
      return std::string(zone_word(zone));
  }
}

// What lies there, spares and idle cards too; a card by its ref where the condition means this very copy, else by its id.
Fact zone_cards(const Game& game, Zone zone, int side, const Words& words) {
  Fact list = Fact::array();
  for (CardId card : zone_of(game.state(), zone, side)) {
    const std::string& name = game.name(card);
    const auto means_it = [&](const std::string& word) { return game.cards(word) == CardSet::of(card); };
    const bool very = name.starts_with(kSpare) || name.starts_with(kIdle) || std::ranges::any_of(words, means_it);
    list.push_back(very ? Fact(game.numbers()[card]) : Fact(card_id(game.matchup(), card)));
  }
  return list;
}

SaidFact say_player(const Game& game, int side, const Words& words) {
  const std::string& field = words[1];
  Fact fact = {{"player", side}};
  if (field == "knows") {
    fact["knows"] = game.numbers()[game.cards(words.back()).first()];
    fact["is"] = words[2] != "not";
  } else if (field == "tide") {
    fact["tide"] = words[2];
  } else if (field == "key") {
    fact["key_cost"] = *number_of(words[3]);
  } else if (field == "aember" || field == "chains" || field == "keys") {
    fact[field] = *number_of(words[2]);
  } else if (const std::optional<Zone> zone = zone_of_word(field)) {
    fact["zone"] = zone_field(*zone);
    if (words[2] == "=")
      fact["cards"] = zone_cards(game, *zone, side, words);
    else
      fact["count"] = *number_of(words[2]);
  } else {
    return unsaid("no word for `" + field + "`");
  }
  return {.fact = fact, .why = {}};
}

SaidFact say_place(const Game& game, CardId card, Fact fact, const Words& words, bool negated) {
  if (words[0] == "on" || words[0] == "under") {
    fact[words[0]] = refs_of(game, game.cards(words[1]));
  } else if (words.size() == 2) {
    fact["in"] = "play";
  } else {
    const bool power = game.matchup().printed(card).type == CardType::ArchonPower;
    fact["in"] = power ? "archon_power" : zone_field(*zone_of_word(words[2]));
    fact["player"] = player_of(words[1]);
  }
  fact["is"] = !negated;
  return {.fact = fact, .why = {}};
}

bool stands_outside(const State& s, CardId card) {
  const ZoneView line = zone_of(s, Zone::Line, s.cards[card].controller);
  return line.size() > 0 && (line[0] == card || line[line.size() - 1] == card);
}

SaidFact say_card(const Game& game, CardId card, Words words) {
  const State& s = game.state();
  Fact fact = {{"card", game.numbers()[card]}};
  const bool negated = words[0] == "not";
  if (negated) words.erase(words.begin());
  const std::string& word = words[0];
  if (word == "in" || word == "on" || word == "under") return say_place(game, card, fact, words, negated);
  if (word == "controlled") {
    fact["controller"] = player_of(words[2]);
  } else if (word == "house") {
    fact["houses"] = words_from(words, 1);
  } else if (word == "as") {
    fact["as"] = words[1];
  } else if (words.size() == 2) {
    if (word == "armor" && s.cards[card].armor < s.cards[card].armor_used)
      return unsaid("armor that was used and is lost by now is in no position");
    if (!s.in_play(card)) return unsaid("numbers of a card that is not in play are in no position");
    const std::string field = word == "armor-left"      ? "armor_left"
                              : word == "splash-attack" ? "splash_attack"
                              : word == "counters"      ? "power_counters"
                                                        : word;
    if (counter_kind(word) >= 0) fact["counter"] = word;
    fact[counter_kind(word) >= 0 ? "number" : field] = *number_of(words[1]);
    return {.fact = fact, .why = {}};
  } else {
    if (!s.in_play(card) && s.cards[card].zone != Zone::Under)
      return unsaid("what is true of a card that is not in play is in no position");
    if (word == "flank" && s.in_play(card) && on_flank(s, card) != stands_outside(s, card))
      return unsaid("a flank that an effect makes is in no position");
    fact["what"] = word;
  }
  fact["is"] = !negated;
  return {.fact = fact, .why = {}};
}

SaidFact say_choice(const Game& game, const Words& words) {
  const Choice& choice = game.state().choice;
  if (words[1] == "none") return {.fact = {{"decision", "none"}}, .why = {}};
  if (words[1] == "must") return {.fact = {{"decision", "target"}, {"may_stop", false}}, .why = {}};
  Fact fact = {{"decision", decision_word(choice)}};
  if (words.size() == 2) return {.fact = fact, .why = {}};
  if (choice.kind == ChoiceKind::Target)
    fact["among"] = refs_of(game, choice.candidates);
  else if (choice.kind == ChoiceKind::Flank)
    return unsaid("places of a battleline are not counted alike");
  else
    fact["among"] = words_from(words, 3);
  return {.fact = fact, .why = {}};
}

// The prophecy that has this side, and which: 1 is the reverse.
std::pair<CardId, int> side_of(const Game& game, const std::string& id) {
  const Matchup& m = game.matchup();
  for (CardId card = 0; card < m.card_count; ++card) {
    if (m.printed(card).type != CardType::Prophecy) continue;
    if (card_id(m, card) == id) return {card, 0};
    if (m.cards[card].reverse != kNone && facts_of(m, m.cards[card].reverse).id == id) return {card, 1};
  }
  return {kNoCard, 0};
}

SaidFact say_can(const Game& game, const Words& words) {
  Fact fact;
  if (words[1] == "raise") {
    fact["verbs"] = {"raise-tide"};
  } else if (words[1] == "activate") {
    const auto [card, side] = side_of(game, words[2]);
    if (card == kNoCard) return unsaid("a side of a prophecy that is not in the game");
    fact["verbs"] = {"activate-prophecy"};
    fact["cards"] = {game.numbers()[card]};
    fact["index"] = side;
  } else {
    if (words[1] == "use")
      fact["verbs"] = {"reap", "fight", "action", "omni", "unstun"};
    else if (words[1] == "action" || words[1] == "omni")
      fact["verbs"] = {"action", "omni"};
    else
      fact["verbs"] = {words[1]};
    const CardSet cards = game.cards(words[2]);
    fact["cards"] = refs_of(game, cards);
    if (words.size() == 5) {
      const int possible = fight_targets(game.matchup(), game.state(), cards.first()).size();
      if (possible == 1) return unsaid("whom to fight is not asked where there is one");
      if (possible > 1) fact["against"] = game.numbers()[game.cards(words[4]).first()];
    }
  }
  fact["can"] = words[0] == "can";
  return {.fact = fact, .why = {}};
}

}  // namespace

SaidFact say_fact(const Game& game, const Words& words, const std::string& subject) {
  const State& s = game.state();
  const std::string& head = words[0];
  if (head == "choice") return say_choice(game, words);
  if (head == "can" || head == "cannot") return say_can(game, words);
  if (head == "winner") return {.fact = {{"winner", s.winner() < 0 ? Fact() : Fact(s.winner())}}, .why = {}};
  if (head == "undecided" || head == "tied") return {.fact = {{"result", head}}, .why = {}};
  if (head == "active") return {.fact = {{"active", s.active}}, .why = {}};
  if (head == "phase" && s.over()) return unsaid("a game that is over has no phase");
  if (head == "phase") return {.fact = {{"phase", phase_word(s.step)}}, .why = {}};
  if (head == "house") {
    if (std::popcount(s.house) > 1) return unsaid("a position has one active house");
    return {.fact = {{"house", words[1] == "none" ? Fact() : Fact(words[1])}}, .why = {}};
  }
  if (player_of(head) >= 0) return say_player(game, player_of(head), words);
  const bool named = head == subject && !game.cards(head).empty() && words.size() > 1;
  const CardSet card = game.cards(named ? head : subject);
  return say_card(game, card.first(), named ? Words(words.begin() + 1, words.end()) : words);
}

}  // namespace scenario
