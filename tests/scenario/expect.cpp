#include "tests/scenario/expect.h"

#include <algorithm>
#include <bit>
#include <set>

#include "engine/core/counters.h"
#include "engine/facts/facts.h"
#include "engine/notation.h"
#include "engine/query/cards.h"
#include "engine/query/player.h"
#include "engine/rules/use.h"
#include "engine/view/view.h"
#include "tests/scenario/scenario.h"
#include "tests/scenario/scenario_words.h"

namespace scenario {

using namespace archon;

namespace {

using Words = std::vector<std::string>;

Verdict wrong(const std::string& text) { return {.understood = false, .holds = false, .was = text}; }
Verdict verdict(bool holds, const std::string& was) { return {.understood = true, .holds = holds, .was = was}; }
Verdict compare(int value, const std::string& expected, const std::string& what) {
  const std::optional<int> number = number_of(expected);
  if (!number) return wrong("`" + what + "` needs a number");
  return verdict(value == *number, what + " " + std::to_string(value));
}

std::string no_card(const Game& game, const std::string& word) {
  return "no card `" + word + "` in this scenario" + hint(word, game.card_words());
}

int houses_in(const Words& words, size_t from) {
  int mask = 0;
  for (size_t i = from; i < words.size(); ++i) mask |= 1 << static_cast<int>(house_from_name(words[i]));
  return mask;
}

std::string house_names(int mask) {
  std::string text;
  for (int i = 0; i < kHouses; ++i)
    if (mask >> i & 1) text += (text.empty() ? "" : " ") + std::string(house_name(static_cast<House>(i)));
  return text.empty() ? "none" : text;
}

// A zone's cards as words, ids without numbers where the expectation has none; hands and archives have no order.
Verdict check_zone_cards(const Game& game, Zone zone, int side, const Words& words, size_t from) {
  const ZoneView view = zone_of(game.state(), zone, side);
  Words expected(words.begin() + static_cast<std::ptrdiff_t>(from), words.end());
  if (expected.size() == 1 && expected[0] == "none") expected.clear();
  Words cards;
  for (CardId card : view)
    if (!game.name(card).starts_with(kSpare) && !game.name(card).starts_with(kIdle)) cards.push_back(game.name(card));
  std::string was = joined(cards).empty() ? "none" : joined(cards);
  for (const std::string& word : expected)
    if (game.cards(word).empty()) return wrong(no_card(game, word));
  const bool ordered = zone == Zone::Line || zone == Zone::Deck || zone == Zone::Discard;
  if (cards.size() != expected.size()) return verdict(false, was);
  const auto plain = [](std::string word) { return word.substr(0, word.find('#')); };
  for (size_t i = 0; i < expected.size(); ++i)
    if (expected[i].find('#') == std::string::npos)
      for (std::string& card : cards)
        if (plain(card) == expected[i]) card = expected[i];
  if (!ordered) {
    std::ranges::sort(cards);
    std::ranges::sort(expected);
  }
  return verdict(cards == expected, was);
}

// "B knows troll", "B knows not troll": whether the player may know which card it is.
Verdict check_knowledge(const Game& game, int side, const Words& words) {
  const bool negated = words[2] == "not" && words.size() == 4;
  const CardSet cards = game.cards(words.back());
  if (cards.empty()) return wrong(no_card(game, words.back()));
  if (cards.size() > 1) return wrong("there are several `" + words.back() + "`; write `" + words.back() + "#1`");
  if (words.size() != (negated ? 4 : 3)) return wrong("`B knows CARD` or `B knows not CARD`");
  const bool knows = View(game.matchup(), game.state(), side).knows(cards.first());
  return verdict(knows != negated, knows ? "known" : "hidden");
}

Verdict check_player(const Game& game, int side, const Words& words) {
  const State& s = game.state();
  const Player& player = s.players[side];
  if (words.size() < 3) return wrong("a player's condition has the form `A aember 3`");
  const std::string& field = words[1];
  if (field == "knows") return check_knowledge(game, side, words);
  if (field == "aember") return compare(player.amber, words[2], field);
  if (field == "chains") return compare(player.chains, words[2], field);
  if (field == "tide") {
    const std::string_view tide = s.tide == archon::Tide::Neutral     ? "neutral"
                                  : s.tide == archon::high_tide(side) ? "high"
                                                                      : "low";
    if (words.size() != 3 || (words[2] != "neutral" && words[2] != "high" && words[2] != "low"))
      return wrong("the tide is `high`, `low` or `neutral`");
    return verdict(tide == words[2], std::string(tide));
  }
  if (field == "keys") return compare(std::popcount(player.keys), words[2], field);
  if (field == "key" && words[2] == "cost" && words.size() == 4)
    return compare(key_cost(game.matchup(), s, side), words[3], "key cost");
  const std::optional<Zone> zone = zone_of_word(field);
  if (!zone)
    return wrong("unknown field `" + field + "`" +
                 hint(field, {"aember", "chains", "tide", "keys", "key", "knows", "hand", "deck", "line"}));
  if (words[2] == "=") return check_zone_cards(game, *zone, side, words, 3);
  return compare(s.count(*zone, side), words[2], field);
}

// "dust-imp in A discard", "in play", "on troll", "under masterplan".
Verdict check_place(const Game& game, CardId card, const Words& words, bool negated) {
  const State& s = game.state();
  const Card& c = s.cards[card];
  const bool in_play = s.in_play(card);
  std::string was = in_play ? "in play (" + std::string(c.controller == 0 ? "A " : "B ") : "in ";
  int side = 0;
  for (int player = 0; player < 2; ++player)
    for (CardId other : archon::zone_of(s, c.zone, player))
      if (other == card) side = player;
  was += in_play ? std::string(zone_word(c.zone)) + ")" : std::string(side == 0 ? "A " : "B ") + std::string(zone_word(c.zone));
  if (words.size() == 2 && (words[0] == "on" || words[0] == "under")) {
    const CardSet hosts = game.cards(words[1]);
    if (hosts.empty()) return wrong(no_card(game, words[1]));
    const bool there = c.zone == (words[0] == "on" ? Zone::Attached : Zone::Under) && hosts.has(c.host);
    return verdict(there != negated, was);
  }
  if (words.size() == 2 && words[1] == "play") return verdict(in_play != negated, was);
  const std::optional<Zone> zone = words.size() == 3 ? zone_of_word(words[2]) : std::nullopt;
  if (!zone || player_of(words[1]) < 0) return wrong("a place is `in play`, `in A discard`, `on CARD` or `under CARD`");
  return verdict((c.zone == *zone && side == player_of(words[1])) != negated, was);
}

struct Flag {
  std::string_view word;
  CardFlag flag;
};
constexpr Flag kFlags[] = {{"exhausted", kExhausted}, {"stunned", kStunned}, {"warded", kWarded}, {"enraged", kEnraged}};

// Yes-or-no properties of a card. -1: no such property.
int card_property(const Game& game, CardId card, const std::string& word) {
  const State& s = game.state();
  const Card& c = s.cards[card];
  for (const Flag& flag : kFlags)
    if (flag.word == word) return c.has(flag.flag);
  if (word == "ready") return !c.has(kExhausted);
  if (word == "damaged") return c.damage > 0;
  if (word == "flank") return on_flank(s, card);
  if (word == "facedown") return c.has(archon::kFacedown);
  for (int i = 0; i <= static_cast<int>(Keyword::Versatile); ++i)
    if (keyword_name(static_cast<Keyword>(i)) == word) return c.keywords >> i & 1;
  return -1;
}

Verdict check_card_number(const Game& game, CardId card, const Words& words) {
  const Card& c = game.state().cards[card];
  const std::string& field = words[0];
  if (field == "power") return compare(c.power, words[1], field);
  if (field == "armor") return compare(c.armor, words[1], field);
  if (field == "armor-left") return compare(armor_left(game.state(), card), words[1], field);
  if (field == "damage") return compare(c.damage, words[1], field);
  if (field == "aember") return compare(c.amber, words[1], field);
  if (field == "counters") return compare(c.counters, words[1], field);
  if (const int kind = counter_kind(field); kind >= 0) return compare(counters_on(game.state(), card, kind), words[1], field);
  if (field == "assault") return compare(c.assault, words[1], field);
  if (field == "hazardous") return compare(c.hazardous, words[1], field);
  if (field == "splash-attack") return compare(c.splash_attack, words[1], field);
  return wrong("unknown field `" + field + "`" + hint(field, {"power", "armor", "armor-left", "damage", "aember", "counters"}));
}

Verdict check_card(const Game& game, const std::string& word, Words words) {
  const CardSet set = game.cards(word);
  if (set.empty()) return wrong(no_card(game, word));
  if (set.size() > 1) return wrong("there are several `" + word + "`; write `" + word + "#1`");
  const CardId card = set.first();
  const bool negated = !words.empty() && words[0] == "not";
  if (negated) words.erase(words.begin());
  if (words.empty()) return wrong("nothing is said about `" + word + "`");
  if (words[0] == "in" || words[0] == "on" || words[0] == "under") return check_place(game, card, words, negated);
  if (words[0] == "controlled" && words.size() == 3) {
    const int controller = game.state().cards[card].controller;
    return verdict((controller == player_of(words[2])) != negated, controller == 0 ? "controlled by A" : "controlled by B");
  }
  if (words[0] == "house") {
    const int mask = houses_of(game.matchup(), game.state(), card);
    return verdict((mask == houses_in(words, 1)) != negated, "house " + house_names(mask));
  }
  if (words[0] == "as" && words.size() == 2) {  // a copy or a token creature
    const std::string& is = facts_of(game.matchup(), game.state().cards[card].definition).id;
    return verdict((is == words[1]) != negated, "as " + is);
  }
  const int property = card_property(game, card, words[0]);
  if (words.size() == 1 && property >= 0) return verdict((property == 1) != negated, property ? words[0] : "not " + words[0]);
  if (words.size() == 2 && !negated) return check_card_number(game, card, words);
  return wrong("unknown condition `" + joined(words) + "`" +
               hint(words[0], {"stunned", "warded", "enraged", "ready", "exhausted", "damaged", "controlled", "house"}));
}

// "choice number among 0 1 2": exactly these can be chosen.
Verdict check_numbers(const Choice& choice, const Words& words) {
  Words possible;
  for (int number = choice.min; number <= choice.max; ++number) possible.push_back(std::to_string(number));
  return verdict(possible == Words(words.begin() + 3, words.end()), "number among " + joined(possible));
}

// "choice flank among left right": between creatures it is "position 1" ...
Verdict check_flanks(const Game& game, const Words& words) {
  ActionList list;
  legal_actions(game.matchup(), game.state(), list);
  Words possible;
  for (Action action : list) possible.push_back(game.describe(action));
  return verdict(joined(possible) == joined(words, 3), "flank among " + joined(possible));
}

// "choice target among a b", "choice none", "choice house among dis logos", "choice must" (no choosing of nothing).
Verdict check_choice(const Game& game, const Words& words) {
  const Choice& choice = game.state().choice;
  if (words.size() < 2) return wrong("`choice` needs its kind");
  const bool none = choice.kind == ChoiceKind::Main || choice.kind == ChoiceKind::Over;
  const std::string was = game.describe_choice();
  if (words[1] == "none") return verdict(none, was);
  if (words[1] == "must") return verdict(choice.kind == ChoiceKind::Target && !choice.can_stop, was);
  if (words[1] != choice_word(choice.kind)) return verdict(false, was);
  if (words.size() == 2) return verdict(true, was);
  if (words[2] != "among") return wrong("`choice KIND among ...`");
  if (choice.kind == ChoiceKind::House || choice.kind == ChoiceKind::HouseName)
    return verdict(choice.mask == houses_in(words, 3), was);
  if (choice.kind == ChoiceKind::Number) return check_numbers(choice, words);
  if (choice.kind == ChoiceKind::Flank) return check_flanks(game, words);
  CardSet expected;
  for (size_t i = 3; i < words.size(); ++i) {
    if (game.cards(words[i]).empty()) return wrong(no_card(game, words[i]));
    expected |= game.cards(words[i]);
  }
  return verdict(choice.candidates == expected, was);
}

// "can play fear", "cannot fight troll against urchin", "can raise tide".
Verdict check_can(const Game& game, const Words& words) {
  const bool wanted = words[0] == "can";
  if (words.size() < 3) return wrong("`can VERB CARD`");
  if (game.state().choice.kind != ChoiceKind::Main) return wrong("`can` needs the main step; " + game.describe_choice());
  if (joined(words, 1) == "raise tide") {
    ActionList list;
    legal_actions(game.matchup(), game.state(), list);
    const bool possible = std::ranges::any_of(list, [](Action action) { return action.verb() == Verb::RaiseTide; });
    return verdict(possible == wanted, possible ? "it can" : "it cannot");
  }
  if (words[1] == "activate") {
    ActionList list;
    legal_actions(game.matchup(), game.state(), list);
    const auto is_it = [&](Action action) {
      return action.verb() == Verb::Activate && game.describe(action) == joined(words, 1);
    };
    const bool possible = std::ranges::any_of(list, is_it);
    return verdict(possible == wanted, possible ? "it can" : "it cannot");
  }
  const CardSet cards = game.cards(words[2]);
  if (cards.empty()) return wrong(no_card(game, words[2]));
  static constexpr Verb kVerbs[] = {Verb::Play, Verb::Reap, Verb::Fight, Verb::Action, Verb::Unstun, Verb::Discard};
  const std::string verb = words[1] == "omni" ? "action" : words[1];
  bool known = verb == "use", possible = false;
  ActionList list;
  legal_actions(game.matchup(), game.state(), list);
  for (Verb candidate : kVerbs) {
    const bool is_use = candidate != Verb::Play && candidate != Verb::Discard;
    if (verb_word(candidate) != verb && !(verb == "use" && is_use)) continue;
    known = true;
    for (Action action : list) possible |= action.verb() == candidate && cards.has(action.card());
  }
  if (!known)
    return wrong("unknown verb `" + words[1] + "`" +
                 hint(words[1], {"play", "reap", "fight", "action", "omni", "unstun", "discard", "use"}));
  if (possible && verb == "fight" && words.size() == 5 && words[3] == "against")
    possible = !(fight_targets(game.matchup(), game.state(), cards.first()) & game.cards(words[4])).empty();
  return verdict(possible == wanted, possible ? "it can" : "it cannot");
}

std::string winner_word(int winner) { return winner < 0 ? "none" : winner == 0 ? "A" : "B"; }

}  // namespace

Verdict check_condition(const Game& game, const Words& words, Subject& subject) {
  const State& s = game.state();
  const std::string& head = words[0];
  if (head == "choice") return check_choice(game, words);
  if (head == "can" || head == "cannot") return check_can(game, words);
  if (head == "winner" && words.size() == 2) return verdict(words[1] == winner_word(s.winner()), winner_word(s.winner()));
  if (head == "undecided" && words.size() == 1)
    return verdict(s.result == Result::DecisionCap, std::string(result_word(s.result)));
  if (head == "tied" && words.size() == 1) return verdict(s.result == Result::Tied, std::string(result_word(s.result)));
  if (head == "active" && words.size() == 2) return verdict(player_of(words[1]) == s.active, s.active == 0 ? "A" : "B");
  if (head == "phase" && words.size() == 2) return verdict(words[1] == step_word(s.step), std::string(step_word(s.step)));
  if (head == "house" && words.size() == 2)
    return verdict((words[1] == "none" ? 0 : houses_in(words, 1)) == s.house, house_names(s.house));
  if (player_of(head) >= 0) return check_player(game, player_of(head), words);
  Words rest(words.begin() + 1, words.end());
  if (!game.cards(head).empty()) {
    subject.word = head;
    return check_card(game, head, rest);
  }
  const std::set<std::string> predicates = {"not",           "in",        "on",     "under",    "power",   "armor",
                                            "armor-left",    "damage",    "aember", "counters", "assault", "hazardous",
                                            "splash-attack", "controlled"};
  const bool predicate = predicates.count(head) || counter_kind(head) >= 0 ||
                         (!subject.word.empty() && card_property(game, game.cards(subject.word).first(), head) >= 0);
  if (!predicate || subject.word.empty()) return wrong(no_card(game, head));
  Verdict result = check_card(game, subject.word, words);
  if (result.understood) result.was = subject.word + " " + result.was;
  return result;
}

}  // namespace scenario
