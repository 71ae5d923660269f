#include "engine/notation.h"

#include <array>

#include "engine/core/frames.h"
#include "engine/core/zones.h"
#include "engine/query/scope.h"
#include "engine/rules/events.h"
#include "engine/rules/icons.h"
#include "engine/rules/window.h"
#include "engine/view/view.h"

namespace archon {
namespace {

constexpr std::array<std::string_view, 9> kPhases = {"setup", "start", "forge", "house", "archives",
                                                     "main",  "ready", "draw",  "end"};
constexpr std::array<std::string_view, 4> kKeys = {"red", "blue", "yellow", "colourless"};
constexpr std::array<std::string_view, 9> kClocks = {
    "this-turn",        "opponent-next-turn", "your-next-turn", "until-next-turn", "until-this-leaves",
    "while-controlled", "this-fight",         "delayed",        "always"};
constexpr std::array<std::string_view, 17> kDecisions = {
    "none",   "mulligan", "house",      "archives",   "main", "flank", "target",    "order", "option",
    "yes-no", "number",   "house-name", "key-colour", "use",  "trait", "card-name", "over"};
constexpr std::array<std::string_view, 18> kVerbs = {
    "play", "reap", "fight", "action", "unstun", "discard",  "end-turn", "choose",     "choose",
    "done", "yes",  "no",    "left",   "right",  "position", "choose",   "raise-tide", "activate-prophecy"};

template <class Table>
int index_in(const Table& table, std::string_view word) {
  for (size_t i = 0; i < table.size(); ++i)
    if (table[i] == word) return static_cast<int>(i);
  return -1;
}

template <class Value, class Table>
std::optional<Value> value_in(const Table& table, std::string_view word) {
  const int index = index_in(table, word);
  if (index < 0) return std::nullopt;
  return static_cast<Value>(index);
}

}  // namespace

const CardFacts& facts_of(const Matchup& m, int definition) {
  const auto cards = CardTable::instance().cards();
  if (static_cast<size_t>(definition) < cards.size()) return cards[static_cast<size_t>(definition)];
  for (const Variant& variant : m.program->variants)
    if (variant.definition == definition) return cards[variant.card];
  return cards[0];  // no definition of this program
}

const std::string& card_id(const Matchup& m, CardId card) { return facts_of(m, m.cards[card].definition).id; }

std::string card_name(const Matchup& m, const State& s, CardId card, int viewer) {
  const bool has_sides = s.cards[card].zone == Zone::Reference;  // a prophecy
  const std::string& printed = facts_of(m, has_sides ? s.cards[card].definition : m.cards[card].definition).name;
  if (!s.hides_face(card)) return printed;
  const std::string& token = facts_of(m, s.cards[card].definition).name;
  return viewer < 0 || View(m, s, viewer).knows(card) ? token + " (" + printed + ")" : token;
}

std::string place_word(const Matchup& m, const State& s, CardId card) {
  const Zone zone = s.cards[card].zone;
  const std::string_view list = zone == Zone::Line ? "battleline" : zone == Zone::Artifacts ? "artifacts" : "limbo";
  return "players[" + std::to_string(zone_player(s, m, card)) + "]." + std::string(list) + "[" +
         std::to_string(position_of(s, card)) + "]";
}

std::string_view phase_word(Step step) { return kPhases[static_cast<size_t>(step)]; }
std::optional<Step> phase_from_word(std::string_view word) { return value_in<Step>(kPhases, word); }
std::string_view key_word(int color) { return kKeys[static_cast<size_t>(color)]; }
int key_from_word(std::string_view word) { return index_in(kKeys, word); }
std::string_view clock_word(Clock clock) { return kClocks[static_cast<size_t>(clock)]; }
std::optional<Clock> clock_from_word(std::string_view word) { return value_in<Clock>(kClocks, word); }

std::string_view result_word(Result result) {
  switch (result) {
    case Result::Playing:
      return "playing";
    case Result::Won0:
    case Result::Won1:
      return "won";
    case Result::DecisionCap:
      return "undecided";
    case Result::Overflow:
      return "fault";
    case Result::Tied:
      return "tied";
  }
  return "fault";
}

std::string_view decision_word(const Choice& choice) {
  if (choice.kind == ChoiceKind::Flank && choice.can_stop) return "position";
  return kDecisions[static_cast<size_t>(choice.kind)];
}

std::string_view action_word(const Matchup& m, const State& s, Action action) {
  if (action.verb() == Verb::Action && action.card() < m.card_count) {
    bool omni = false, other = false;
    for_each_head(m, s, action.card(), AbilityKind::Omni, [&](uint16_t, uint8_t) { omni = true; });
    for_each_head(m, s, action.card(), AbilityKind::Action, [&](uint16_t, uint8_t) { other = true; });
    if (omni && !other) return "omni";
  }
  return kVerbs[static_cast<size_t>(action.verb())];
}

std::vector<OrderOption> order_options(const Matchup& m, const State& s) {
  std::vector<OrderOption> options;
  if (s.choice.kind != ChoiceKind::Order || s.frame_count == 0) return options;
  OpenAbilities open;
  open_abilities(m, s, open);
  for (int i = 0; i < open.count; ++i) {
    const Waiting& waiting = s.waiting[open.list[i].index];
    OrderOption option{.card = waiting.self, .source = waiting.source, .keyword = {}};
    if (is_lasting(waiting.source)) option.source = s.lasting[waiting.source - kLastingBase].source;
    if (option.source == option.card || option.source >= kMaxCards) option.source = kNoCard;
    if (waiting.ability == kAssaultAbility) option.keyword = "assault";
    if (waiting.ability == kHazardousAbility) option.keyword = "hazardous";
    options.push_back(option);
  }
  return options;
}

namespace {

std::string named(const Matchup& m, const State& s, CardId card, int viewer) {
  return card < m.card_count ? card_name(m, s, card, viewer) : "the rules";
}

bool chooses_player(const Matchup& m, const State& s) {
  const auto* ability = top_if<AbilityFrame>(s);
  return ability && m.program->code[ability->pc].op == EffectOp::ChoosePlayer;
}

// As what a bonus icon is resolved.
std::string icon_option_text(const Matchup& m, const State& s, const IconsFrame& frame, int option, int viewer) {
  const std::string icon(icon_name(static_cast<Icon>(frame.icon)));
  uint8_t list[kMaxActive];
  if (option == 0 || icon_replacements(m, s, frame, list) < option) return icon + " icon";
  return named(m, s, s.actives[list[option - 1]].self, viewer) + " instead of the " + icon + " icon";
}

std::string option_text(const Matchup& m, const State& s, Action action, int viewer) {
  const Choice& choice = s.choice;
  const int index = action.index();
  if (choice.kind == ChoiceKind::KeyColor) return std::string(key_word(index)) + " key";
  if (choice.kind == ChoiceKind::Number) return std::to_string(index);
  if (choice.kind == ChoiceKind::Trait) return CardTable::instance().traits()[static_cast<size_t>(index)];
  if (choice.kind == ChoiceKind::Order) {
    const std::vector<OrderOption> options = order_options(m, s);
    if (static_cast<size_t>(index) < options.size()) {
      const OrderOption& option = options[static_cast<size_t>(index)];
      std::string text = named(m, s, option.card, viewer) + " first";
      if (!option.keyword.empty()) text = std::string(option.keyword) + " of " + text;
      return option.source == kNoCard ? text : text + " (" + named(m, s, option.source, viewer) + ")";
    }
  }
  if (choice.kind == ChoiceKind::Option && chooses_player(m, s))
    return index == 0 ? "the player of " + named(m, s, choice.source, viewer) : "the opponent of that player";
  if (const auto* icons = top_if<IconsFrame>(s)) return icon_option_text(m, s, *icons, index, viewer);
  if (top_if<PlayFrame>(s)) return named(m, s, choice.source, viewer) + (index == 0 ? " as a creature" : " as an upgrade");
  const std::string text = "option " + std::to_string(index + 1);
  return choice.source < m.card_count ? text + " of " + named(m, s, choice.source, viewer) : text;
}

std::string yes_text(const Matchup& m, const State& s, bool yes, int viewer) {
  const Choice& choice = s.choice;
  if (choice.kind == ChoiceKind::Mulligan) return yes ? "mulligan" : "keep the hand";
  if (choice.kind == ChoiceKind::Archives) return yes ? "take the archives" : "leave the archives";
  return std::string(yes ? "yes" : "no") +
         (choice.source < m.card_count ? " (" + named(m, s, choice.source, viewer) + ")" : "");
}

}  // namespace

std::string action_text(const Matchup& m, const State& s, Action action, int viewer) {
  if (s.choice.kind == ChoiceKind::CardName && action.verb() == Verb::Target)
    return "choose " + facts_of(m, m.cards[action.card()].definition).name;
  const bool readies = s.step == Step::Ready && s.frame_count == 0;
  const std::string word(readies && action.verb() == Verb::Target ? "ready" : action_word(m, s, action));
  switch (action.verb()) {
    case Verb::Play:
    case Verb::Unstun:
    case Verb::Discard:
    case Verb::Target:
      return word + " " + named(m, s, action.card(), viewer);
    case Verb::Reap:
    case Verb::Fight:
      return word + " with " + named(m, s, action.card(), viewer);
    case Verb::Action:
      return word + " of " + named(m, s, action.card(), viewer);
    case Verb::EndTurn:
      return "end turn";
    case Verb::RaiseTide:
      return "raise the tide";
    case Verb::Activate:
      return "make " + facts_of(m, action.index() ? m.cards[action.card()].reverse : m.cards[action.card()].definition).name +
             " active";
    case Verb::House:
      return "house " + std::string(house_name(static_cast<House>(action.index())));
    case Verb::Yes:
    case Verb::No:
      return yes_text(m, s, action.verb() == Verb::Yes, viewer);
    case Verb::Left:
    case Verb::Right:
      return word + " flank";
    case Verb::Center:
      return word + " " + std::to_string(action.index());
    case Verb::Option:
      return option_text(m, s, action, viewer);
    case Verb::Done:
      if (s.choice.kind == ChoiceKind::Trait) return "another trait";
      if (s.choice.kind == ChoiceKind::CardName) return "another card";
      if (readies) return "ready no more";
      break;
  }
  return word;
}

}  // namespace archon
