#include "engine/log/sentences.h"

#include <algorithm>
#include <bit>

#include "engine/facts/facts.h"
#include "engine/log/teller.h"
#include "engine/notation.h"
#include "engine/rules/window.h"
#include "engine/view/view.h"

namespace archon {
namespace log_text {

std::string list_of(std::vector<std::string> names) {
  const auto unknown = std::ranges::count(names, kUnknown);
  std::erase(names, kUnknown);
  if (unknown) names.push_back(unknown == 1 ? kUnknown : std::to_string(unknown) + " cards");
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

std::string text_of(const Clause& clause) {
  if (clause.names.empty()) return clause.before;
  return clause.before + list_of(clause.names) + (clause.names.size() == 1 ? clause.one : clause.many);
}

std::vector<std::string> Teller::all() {
  for (const Happening& happening : passage_.happenings)
    if (const auto* change = std::get_if<Change>(&happening)) note(*change);
  for (const Happening& happening : passage_.happenings) {
    if (const auto* change = std::get_if<Change>(&happening))
      open_.push_back(*change);
    else
      tell(std::get<Event>(happening));
  }
  flush();
  std::vector<std::string> texts;
  for (const Clause& clause : clauses_) texts.push_back(text_of(clause));
  return texts;
}

// What has to be known of the whole passage.
void Teller::note(const Change& change) {
  if (change.kind != Kind::Move) return;
  if (!in_play(change.from()) || !in_play(change.to())) passing_.add(change.card);
}

bool Teller::knows(const State& s, CardId card) const {
  return !hidden(s.cards[card].zone) && s.cards[card].zone != Zone::Under && !s.hides_face(card)
             ? true
             : View(m_, s, viewer_).knows(card);
}

std::string Teller::name(CardId card) const {
  if (viewer_ >= 0 && !knows(before_, card) && !knows(after_, card) && !before_.in_play(card) && !after_.in_play(card))
    return kUnknown;
  return card_name(m_, before_.in_play(card) ? before_ : after_, card, viewer_);
}

void Teller::say_of(CardId card, std::string before, const std::string& one, const std::string& many) {
  for (Clause& clause : clauses_)
    if (!clause.names.empty() && clause.before == before && clause.one == one && clause.many == many)
      return clause.names.push_back(name(card));
  clauses_.push_back({std::move(before), {name(card)}, one, many});
}

void Teller::tell(const Event& event) {
  const int player = event.player;
  int left = after_.players[player].amber, other = after_.players[1 - player].amber;
  switch (event.type) {
    case EventType::Steal: {
      const int lost = take_amber(1 - player, &other), got = take_amber(player, &left);
      say(letter(player) + " steals " + number(event.amount) + " aember" + now(left) +
          (lost ? " from " + letter(1 - player) + now(other) : " from the common supply") +
          (got || !lost ? "" : ", which it does not receive"));
      return;
    }
    case EventType::Gain:
      if (take_amber(player, &left) != 0) say(letter(player) + " gains " + number(event.amount) + " aember" + now(left));
      return;
    case EventType::Capture: {
      const int pool = open_amber_loss();
      int on = 0;
      take_amber_on(event.card, &on);
      std::string text = name(event.card) + " captures " + number(event.amount) + now(on);
      if (pool >= 0) {
        take_amber(pool, &left);
        text += " from " + letter(pool) + now(left);
      }
      say(text);
      return;
    }
    case EventType::Exalt:
      if (take_amber_on(event.card) != 0) say_is(event.card, "exalted");
      return;
    case EventType::Forge: {
      const int paid = take_amber(player, &left);
      int keys = 0;
      const int color = take(
          Kind::Keys, [&](const Change& change) { return change.player == player; }, &keys);
      std::string text =
          letter(player) + " forges the " + key_of(color) + " key" + now(std::popcount(static_cast<unsigned>(keys)));
      if (paid < 0) text += " for " + number(paid) + " aember";
      say(text);
      return;
    }
    case EventType::ChooseHouse:
      if (take(Kind::House, [](const Change&) { return true; }) != 0) house(player, event.amount);
      return;
    case EventType::Shuffle:
      if (take(Kind::Move,
               [&](const Change& c) { return c.from() == Zone::Discard && c.to() == Zone::Deck && c.to_side() == player; }))
        say(letter(player) + " shuffles the discard pile into the deck");
      return;
    case EventType::ShuffleDeck:
      shuffled_[player] = true;
      return;
    case EventType::Destroy:
      destroyed_.add(event.card);
      return;
    default:
      return;
  }
}

int Teller::open_amber_loss() const {
  for (const Change& change : open_)
    if (change.kind == Kind::Amber && change.difference() < 0) return change.player;
  return -1;
}

std::string Teller::key_of(int mask) {
  for (int color = 0; color < kKeyColors; ++color)
    if (std::abs(mask) == 1 << color) return std::string(key_word(color));
  return "next";
}

void Teller::house(int player, int mask) {
  std::string text;
  for (int house = 0; house < kHouses; ++house)
    if (mask >> house & 1) text += (text.empty() ? "" : " and ") + std::string(house_title(static_cast<House>(house)));
  if (!text.empty()) say(letter(player) + " chooses " + text);
}

}  // namespace log_text

namespace {

std::string_view head_word(AbilityKind kind) {
  switch (kind) {
    case AbilityKind::Play:
    case AbilityKind::PlayAgain:
      return "Play";
    case AbilityKind::Fight:
      return "After Fight";
    case AbilityKind::Reap:
      return "After Reap";
    case AbilityKind::Action:
      return "Action";
    case AbilityKind::Omni:
      return "Omni";
    case AbilityKind::Destroyed:
    case AbilityKind::DestroyedInstead:
      return "Destroyed";
    case AbilityKind::BeforeFight:
      return "Before Fight";
    case AbilityKind::BeforeReap:
      return "Before Reap";
    case AbilityKind::Scrap:
      return "Scrap";
    case AbilityKind::Fate:
      return "Fate";
    default:
      return "";
  }
}

}  // namespace

std::vector<std::string> clauses(const Matchup& m, const State& before, const State& after, const Passage& passage,
                                 int viewer) {
  return log_text::Teller(m, before, after, passage, viewer).all();
}

std::string cause_text(const Matchup& m, const State& s, const Cause& cause, int viewer) {
  const auto name = [&](CardId card) { return card_name(m, s, card, viewer); };
  if (cause.by == Cause::By::Icon) return "bonus icon of " + name(cause.card);
  if (cause.by != Cause::By::Ability || cause.card >= kMaxCards) return {};
  if (cause.ability == kAssaultAbility) return name(cause.card) + ", Assault";
  if (cause.ability == kHazardousAbility) return name(cause.card) + ", Hazardous";
  std::string text = name(cause.card);
  const std::string_view head = head_word(m.program->abilities[cause.ability].kind);
  if (!head.empty()) text += ", " + std::string(head);
  if (cause.source != kNoCard) text += ", by " + name(cause.source);
  return text;
}

bool tells_itself(Action action) { return action.verb() == Verb::House || action.verb() == Verb::Discard; }

}  // namespace archon
