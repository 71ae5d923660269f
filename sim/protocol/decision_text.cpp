#include "sim/protocol/decision_text.h"

#include <algorithm>

#include "engine/core/frames.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "engine/view/disguise.h"
#include "engine/view/view.h"

namespace archon {
namespace {

void add_number(std::string& out, int number) { out += std::to_string(number); }

void add_field(std::string& out, std::string_view name, std::string_view text) {
  out += ",\"";
  out += name;
  out += "\":";
  add_json_string(out, text);
}

void add_field(std::string& out, std::string_view name, int number) {
  out += ",\"";
  out += name;
  out += "\":";
  add_number(out, number);
}

// How cards are named: by their refs, or by their places where the reader does not know them.
struct Names {
  const Matchup& m;
  const State& s;
  const std::vector<int>& numbers;
  int viewer = -1;  // -1: knows all

  void add(std::string& out, CardId card) const {
    if (viewer >= 0 && s.hides_face(card) && !View(m, s, viewer).knows(card))
      add_json_string(out, place_word(m, s, card));
    else
      add_number(out, numbers[card]);
  }
  template <class Cards>
  void add_all(std::string& out, const Cards& cards) const {
    out += '[';
    for (CardId card : cards) {
      if (out.back() != '[') out += ',';
      add(out, card);
    }
    out += ']';
  }
};

// What a choice of several cards has so far.
void add_group(std::string& out, const State& s, const Names& names) {
  const Choice& choice = s.choice;
  if (choice.kind != ChoiceKind::Target || choice.max <= 1) return;
  out += ",\"group\":{\"min\":" + std::to_string(choice.min) + ",\"max\":" + std::to_string(choice.max) + ",\"picked\":";
  CardSet picked;
  if (const auto* ability = top_if<AbilityFrame>(s); ability && choice.picked > 0) picked = ability->regs.it;
  names.add_all(out, picked);
  out += '}';
}

// Which ability an answer to `order` means: of which card, given by which, or a keyword.
void add_order(std::string& out, const Names& names, int index) {
  const std::vector<OrderOption> options = order_options(names.m, names.s);
  if (static_cast<size_t>(index) >= options.size()) return;
  const OrderOption& option = options[static_cast<size_t>(index)];
  const auto card = [&](std::string_view name, CardId id) {
    if (id >= names.m.card_count) return;
    out += std::string(",\"") + std::string(name) + "\":";
    names.add(out, id);
  };
  card("card", option.card);
  card("by", option.source);
  if (!option.keyword.empty()) add_field(out, "keyword", option.keyword);
}

void add_action(std::string& out, const Names& names, int id, Action action) {
  const auto& [m, s, numbers, viewer] = names;
  out += "{\"id\":";
  add_number(out, id);
  add_field(out, "verb", action_word(m, s, action));
  const Verb verb = action.verb();
  if (action.card() < m.card_count && verb != Verb::Option) {
    out += ",\"card\":";
    if (s.choice.kind == ChoiceKind::CardName)
      add_number(out, numbers[action.card()]);  // one of that name, wherever it lies
    else
      names.add(out, action.card());
  }
  if (verb == Verb::House) add_field(out, "house", house_name(static_cast<House>(action.index())));
  if (verb == Verb::Center || verb == Verb::Activate) add_field(out, "index", action.index());
  if (verb == Verb::Option) {
    add_field(out, "index", action.index());
    if (s.choice.kind == ChoiceKind::KeyColor) add_field(out, "name", key_word(action.index()));
    if (s.choice.kind == ChoiceKind::Trait)
      add_field(out, "name", CardTable::instance().traits()[static_cast<size_t>(action.index())]);
    if (s.choice.kind == ChoiceKind::Order) add_order(out, names, action.index());
  }
  add_field(out, "text", action_text(m, s, action, viewer));
  out += '}';
}

template <class Actions>
void add_decision(std::string& out, const Names& names, const Actions& actions) {
  const State& s = names.s;
  const Choice& choice = s.choice;
  out += "{\"player\":";
  add_number(out, choice.player);
  add_field(out, "kind", decision_word(choice));
  out += ",\"source\":";
  if (choice.source < names.m.card_count)
    names.add(out, choice.source);
  else
    out += "null";
  add_group(out, s, names);
  out += ",\"actions\":[";
  int id = 0;
  for (Action action : actions) {
    if (id > 0) out += ',';
    add_action(out, names, id++, action);
  }
  out += "]}";
}

void add_over(std::string& out, const State& s) {
  out += "{\"player\":null,\"kind\":\"over\",\"source\":null,\"winner\":";
  out += s.winner() < 0 ? "null" : std::to_string(s.winner());
  add_field(out, "result", result_word(s.result));
  out += ",\"actions\":[]}";
}

bool equal_cards(const MatchCard& a, const MatchCard& b) {
  return a.definition == b.definition && a.houses == b.houses && a.owner == b.owner && a.icon_count == b.icon_count &&
         a.icons == b.icons;
}

}  // namespace

void add_json_string(std::string& out, std::string_view text) {
  out += '"';
  while (!text.empty()) {
    const Character next = first_character(text);
    if (next.bytes == 0)
      out += "\xEF\xBF\xBD";  // U+FFFD: JSON has no other word for a byte that is no UTF-8
    else if (text.front() == '"' || text.front() == '\\')
      (out += '\\') += text.front();
    else if (hides(next.code))
      out += visible_line(text.substr(0, next.bytes));
    else
      out += text.substr(0, next.bytes);
    text.remove_prefix(std::max<size_t>(1, next.bytes));
  }
  out += '"';
}

void add_decision(std::string& out, const Matchup& m, const State& s, const std::vector<int>& numbers, Reader reader) {
  if (s.over()) return add_over(out, s);
  const int player = s.choice.player;
  if (reader == Reader::Omniscient) return add_decision(out, {m, s, numbers}, offered_actions(m, s));
  ActionList legal;
  if (!needs_disguise(m, s, player)) {
    legal_actions(m, s, legal);
    return add_decision(out, {m, s, numbers, player}, legal);
  }
  State shown = s;
  const Disguise disguise(m, shown, player);
  legal_actions(m, shown, legal);
  add_decision(out, {m, shown, numbers, player}, legal);
}

std::vector<Action> offered_actions(const Matchup& m, const State& s) {
  if (s.over()) return {};
  ActionList legal;
  if (!needs_disguise(m, s, s.choice.player)) {
    legal_actions(m, s, legal);
    return {legal.begin(), legal.end()};
  }
  State shown = s;
  const Disguise disguise(m, shown, s.choice.player);
  legal_actions(m, shown, legal);
  std::vector<Action> actions;
  for (Action action : legal) actions.push_back(disguise.undone(action));
  return actions;
}

std::vector<OutcomeGroup> group_outcomes(const Matchup& m, const State& s, const ChanceQuestion& question) {
  std::vector<OutcomeGroup> groups;
  for (CardId card : question.outcomes) {
    OutcomeGroup* same = nullptr;
    for (OutcomeGroup& group : groups) {
      const CardId other = group.cards.first();
      const bool alike = equal_cards(m.cards[card], m.cards[other]) && !s.in_play(card) && !s.in_play(other) &&
                         s.cards[card].flags == s.cards[other].flags;
      if (alike) same = &group;
    }
    if (!same) same = &groups.emplace_back();
    same->cards.add(card);
  }
  return groups;
}

void add_chance_decision(std::string& out, const Matchup& m, const State& s, const ChanceQuestion& question,
                         const std::vector<OutcomeGroup>& groups, const std::vector<CardId>& drawn,
                         const std::vector<int>& numbers) {
  constexpr std::string_view kKinds[] = {"draw", "deck-order", "random"};
  const bool deck = question.kind != ChanceKind::Random;
  out += "{\"player\":\"chance\"";
  add_field(out, "kind", kKinds[static_cast<size_t>(question.kind)]);
  if (deck) add_field(out, "deck", question.player);
  out += ",\"drawn\":";
  const Names names{m, s, numbers};
  names.add_all(out, drawn);
  out += ",\"actions\":[";
  for (size_t i = 0; i < groups.size(); ++i) {
    const CardSet cards = groups[i].cards;
    out += i == 0 ? "{\"id\":" : ",{\"id\":";
    add_number(out, static_cast<int>(i));
    add_field(out, "verb", deck ? "draw" : "choose");
    add_field(out, "card", numbers[cards.first()]);
    add_field(out, "weight", cards.size());
    if (cards.size() > 1) {
      out += ",\"copies\":";
      names.add_all(out, cards);
    }
    add_field(out, "text", std::string(deck ? "draw " : "choose ") + card_name(m, s, cards.first()));
    out += '}';
  }
  out += "]}";
}

}  // namespace archon
