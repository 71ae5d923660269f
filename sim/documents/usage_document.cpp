#include "sim/documents/usage_document.h"

#include <algorithm>
#include <functional>

#include "engine/deck/deck.h"
#include "engine/facts/facts.h"
#include "sim/command/run_facts.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace usage_document_parts {

using namespace present;
using Count = int64_t CardUsage::*;

struct CountColumn {
  Count count;
  std::string_view name, head, what;
  int drop;
};

constexpr CountColumn kCounts[] = {
    {&CardUsage::seen, "seen", "seen", "Games in which it was in hand in a main step of its owner, copies counted apart", 0},
    {&CardUsage::turns, "turns", "turns", "Turns in which it could be played", 6},
    {&CardUsage::held, "held", "", "Of these: still in hand at the end of the main step", 0},
    {&CardUsage::played, "played", "played", "Times it was played in the main step", 0},
    {&CardUsage::discarded, "discarded", "discarded", "Times it was discarded by the action of the main step", 2},
    {&CardUsage::reaped, "reaped", "reaped", "Times it reaped", 1},
    {&CardUsage::fought, "fought", "fought", "Times it fought", 1},
    {&CardUsage::acted, "acted", "acted", "Times it was used for an action ability", 1},
    {&CardUsage::watched, "plays_judged", "judged", "Plays as an action card that could be judged", 7},
    {&CardUsage::idle, "plays_idle", "", "Of these: without effect", 0},
    {&CardUsage::acts_watched, "actions_judged", "judged", "Uses for an action ability that could be judged", 7},
    {&CardUsage::acts_idle, "actions_idle", "", "Of these: without effect", 0},
    {&CardUsage::keys, "keys", "keys", "Keys its controller forged while it was played or used", 5},
    {&CardUsage::named, "houses_named", "named", "Houses it made a player name", 8},
    {&CardUsage::named_deck, "houses_named_of_deck", "", "Of these: of the opponent's identity card", 0},
    {&CardUsage::named_play, "houses_named_in_play", "", "Of these: of a card the opponent had in play", 0},
};

// A share of one count in another, which stands right after the latter for people.
struct Rate {
  Count part, whole;
  std::string_view name, head, what;
  int drop;
};

constexpr Rate kHeld = {&CardUsage::held, &CardUsage::turns, "held_share", "held %", "Share of turns that are held", 3};
constexpr Rate kIdle = {
    &CardUsage::idle, &CardUsage::watched, "plays_idle_share", "idle %", "Share of plays_judged that are plays_idle", 6};
constexpr Rate kActsIdle = {&CardUsage::acts_idle,
                            &CardUsage::acts_watched,
                            "actions_idle_share",
                            "act idle %",
                            "Share of actions_judged that are actions_idle",
                            6};
constexpr Rate kRates[] = {
    kHeld,
    kIdle,
    kActsIdle,
    {&CardUsage::named_deck, &CardUsage::named, "named_of_deck_share", "of deck %",
     "Share of houses_named that are of the deck", 8},
    {&CardUsage::named_play, &CardUsage::named, "named_in_play_share", "in play %", "Share of houses_named that are in play",
     8},
};

struct Used {
  int card;
  const CardUsage* usage;

  std::optional<double> share(const Rate& rate) const {
    const int64_t whole = usage->*rate.whole;
    return whole == 0 ? std::optional<double>() : static_cast<double>(usage->*rate.part) / static_cast<double>(whole);
  }
};

std::string house_of(int card) {
  const House house = CardTable::instance().cards()[static_cast<size_t>(card)].printings.front().house;
  return house == House::None ? "any" : std::string(house_title(house));
}

CardType type_of(int card) { return CardTable::instance().cards()[static_cast<size_t>(card)].type; }

const ColumnOf<Used> kCard = {{.name = "card", .head = "card", .what = "Name"},
                              [](const Used& each) { return Cell(deck_card_name(each.card)); }};

ColumnOf<Used> share_column(const Rate& rate) {
  return {{.name = std::string(rate.name),
           .head = std::string(rate.head),
           .unit = Unit::Share,
           .what = std::string(rate.what),
           .may_miss = true,
           .drop = rate.drop,
           .digits = 0},
          [rate](const Used& each) { return Cell(each.share(rate)); }};
}

std::vector<ColumnOf<Used>> columns() {
  std::vector<ColumnOf<Used>> all = {
      kCard,
      {{.name = "house", .head = "house", .what = "Title of the house of its first printing; any: of none", .drop = 3},
       [](const Used& each) { return Cell(house_of(each.card)); }},
      {{.name = "type", .head = "type", .what = "Type", .drop = 4},
       [](const Used& each) { return Cell(type_name(type_of(each.card))); }},
  };
  for (const CountColumn& each : kCounts) {
    all.push_back({{.name = std::string(each.name),
                    .head = std::string(each.head),
                    .unit = Unit::Count,
                    .what = std::string(each.what),
                    .drop = each.drop},
                   [count = each.count](const Used& used) { return Cell(used.usage->*count); }});
    for (const Rate& rate : kRates)
      if (rate.part == each.count) all.push_back(share_column(rate));
  }
  return all;
}

// Cards that were in a hand, by name.
std::vector<Used> cards_seen(const UsageReport& report) {
  std::vector<Used> cards;
  for (size_t i = 0; i < report.result.cards.size(); ++i)
    if (report.result.cards[i].seen > 0) cards.push_back({static_cast<int>(i), &report.result.cards[i]});
  std::ranges::sort(cards, {}, [](const Used& each) { return deck_card_name(each.card); });
  return cards;
}

// The cards with most of a fault, the most frequent first.
Table worst(const UsageReport& report, const Rate& rate, const std::string& name, const std::string& what) {
  std::vector<Used> cards;
  for (const Used& each : cards_seen(report))
    if (each.usage->*rate.whole >= UsageReport::kFewest && each.share(rate) > UsageReport::kFault) cards.push_back(each);
  std::ranges::stable_sort(cards, std::greater<>(), [&](const Used& each) { return each.share(rate); });
  const std::string title = what + " in more than " + percent(UsageReport::kFault, 0) + " of at least " +
                            std::to_string(UsageReport::kFewest) + ": " + thousands(std::ssize(cards)) + " cards";
  cards.resize(std::min(cards.size(), static_cast<size_t>(report.worst)));
  const ColumnOf<Used> of = {{.name = "of", .head = "of", .unit = Unit::Count, .what = "Of so many"},
                             [rate](const Used& each) { return Cell(each.usage->*rate.whole); }};
  return table_of<Used>({.name = name, .what = "Cards " + what + " most often, at most --worst", .title = title},
                        {kCard, share_column(rate), of}, cards);
}

}  // namespace usage_document_parts

present::Document usage_document(const UsageReport& report) {
  using namespace usage_document_parts;
  Document document{
      .name = "usage", .command = "archon usage", .title = "what every card does in the hands of an agent", .main = "cards"};
  add_outcome(document, report.outcome);
  document.add(worst(report, kHeld, "held_often", "held"));
  document.add(worst(report, kIdle, "idle_plays_often", "played without effect"));
  document.add(worst(report, kActsIdle, "idle_actions_often", "used for an action without effect"));
  document.add(table_of<Used>({.name = "cards", .what = "Cards that were in a hand, by name"}, columns(), cards_seen(report)));
  document.note(
      "turns: could be played in its owner's turn; held: of these, still in hand at the end of the main step; idle: of the\n"
      "action cards judged, whose play changed nothing but itself and the aember of its icons; keys: forged by playing or "
      "using\n"
      "it; named: houses, of the opponent's identity card, of a card the opponent has in play.\n");
  add_counts(document, report.result.games);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
