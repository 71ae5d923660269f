#include "sim/cli/usage_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>

#include "engine/deck/deck.h"
#include "engine/facts/facts.h"
#include "sim/cli/command.h"
#include "sim/cli/csv_text.h"
#include "sim/cli/terminal_text.h"

namespace archon::cli {
namespace {

using Count = int64_t CardUsage::*;

// A rate, under the title of its column; both counts are given in JSON and CSV.
struct Rate {
  std::string_view title;
  Count part, whole;
};

constexpr Rate kHeld = {"held", &CardUsage::held, &CardUsage::turns};
constexpr Rate kIdle = {"idle", &CardUsage::idle, &CardUsage::watched};
constexpr Rate kActsIdle = {"act idle", &CardUsage::acts_idle, &CardUsage::acts_watched};
constexpr Rate kNamedDeck = {"of deck", &CardUsage::named_deck, &CardUsage::named};
constexpr Rate kNamedPlay = {"in play", &CardUsage::named_play, &CardUsage::named};

constexpr std::pair<std::string_view, Count> kCounts[] = {
    {"seen", &CardUsage::seen},
    {"turns", &CardUsage::turns},
    {"held", &CardUsage::held},
    {"played", &CardUsage::played},
    {"discarded", &CardUsage::discarded},
    {"reaped", &CardUsage::reaped},
    {"fought", &CardUsage::fought},
    {"acted", &CardUsage::acted},
    {"plays_judged", &CardUsage::watched},
    {"plays_idle", &CardUsage::idle},
    {"actions_judged", &CardUsage::acts_watched},
    {"actions_idle", &CardUsage::acts_idle},
    {"keys", &CardUsage::keys},
    {"houses_named", &CardUsage::named},
    {"houses_named_of_deck", &CardUsage::named_deck},
    {"houses_named_in_play", &CardUsage::named_play},
};

double value(const CardUsage& usage, const Rate& rate) {
  return static_cast<double>(usage.*rate.part) / static_cast<double>(std::max<int64_t>(1, usage.*rate.whole));
}

std::string rate_text(const CardUsage& usage, const Rate& rate) {
  return usage.*rate.whole == 0 ? "" : percent(value(usage, rate), 0);
}

std::string house_of(int card) {
  const House house = CardTable::instance().cards()[static_cast<size_t>(card)].printings.front().house;
  return house == House::None ? "any" : std::string(house_title(house));
}

CardType type_of(int card) { return CardTable::instance().cards()[static_cast<size_t>(card)].type; }

// Cards that were in a hand, by name.
std::vector<int> cards_seen(const UsageReport& report) {
  std::vector<int> cards;
  for (size_t i = 0; i < report.result.cards.size(); ++i)
    if (report.result.cards[i].seen > 0) cards.push_back(static_cast<int>(i));
  std::ranges::sort(cards, {}, deck_card_name);
  return cards;
}

const CardUsage& usage_of(const UsageReport& report, int card) { return report.result.cards[static_cast<size_t>(card)]; }

// The cards with most of a fault, the most frequent first.
void write_worst(std::ostream& out, const UsageReport& report, const Rate& rate, std::string_view what) {
  std::vector<int> cards;
  for (const int card : cards_seen(report)) {
    const CardUsage& usage = usage_of(report, card);
    if (usage.*rate.whole >= UsageReport::kFewest && value(usage, rate) > UsageReport::kFault) cards.push_back(card);
  }
  std::ranges::stable_sort(cards, std::greater<>(), [&](int card) { return value(usage_of(report, card), rate); });
  out << what << " in more than " << percent(UsageReport::kFault, 0) << " of at least " << UsageReport::kFewest << ": "
      << thousands(std::ssize(cards)) << " cards\n";
  for (const int card : std::span(cards).first(std::min(cards.size(), static_cast<size_t>(report.worst))))
    out << "  " << left(deck_card_name(card), 34) << right(rate_text(usage_of(report, card), rate), 6) << " of "
        << thousands(usage_of(report, card).*rate.whole) << '\n';
  out << '\n';
}

void write_head(std::ostream& out) {
  out << left("card", 34) << left("house", 14) << left("type", 10);
  for (const std::string_view title : {"seen", "turns", "held", "played", "discarded", "reaped", "fought", "acted", "judged",
                                       "idle", "judged", "act idle", "keys", "named", "of deck", "in play"})
    out << right(title, 10);
  out << '\n';
}

void write_row(std::ostream& out, int card, const CardUsage& usage) {
  const auto count = [&](Count which) { out << right(usage.*which == 0 ? "" : thousands(usage.*which), 10); };
  const auto rate = [&](const Rate& which) { out << right(rate_text(usage, which), 10); };
  out << left(deck_card_name(card), 34) << left(house_of(card), 14) << left(type_name(type_of(card)), 10);
  for (const Count each : {&CardUsage::seen, &CardUsage::turns}) count(each);
  rate(kHeld);
  for (const Count each : {&CardUsage::played, &CardUsage::discarded, &CardUsage::reaped, &CardUsage::fought, &CardUsage::acted,
                           &CardUsage::watched})
    count(each);
  rate(kIdle);
  count(&CardUsage::acts_watched);
  rate(kActsIdle);
  count(&CardUsage::keys);
  count(&CardUsage::named);
  rate(kNamedDeck);
  rate(kNamedPlay);
  out << '\n';
}

}  // namespace

void write_usage_table(std::ostream& out, const UsageReport& report) {
  out << report.outcome.header();
  write_worst(out, report, kHeld, "held");
  write_worst(out, report, kIdle, "played without effect");
  write_worst(out, report, kActsIdle, "used for an action without effect");
  write_head(out);
  for (const int card : cards_seen(report)) write_row(out, card, usage_of(report, card));
  const Tally& games = report.result.games;
  out << "\nturns: could be played in its owner's turn; held: of these, still in hand at the end of the main step; idle: of "
         "the\n"
         "action cards judged, whose play changed nothing but itself and the aember of its icons; keys: forged by playing or "
         "using\n"
         "it; named: houses, of the opponent's identity card, of a card the opponent has in play.\n"
      << "games " << thousands(games.games) << ", undecided " << thousands(games.undecided) << ", faults "
      << thousands(games.faults) << ", forfeits " << thousands(games.forfeits[0] + games.forfeits[1]) << "\n\n";
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

void write_usage_json(std::ostream& out, const UsageReport& report) {
  const Tally& games = report.result.games;
  nlohmann::ordered_json json = {{"games", games.games},
                                 {"undecided", games.undecided},
                                 {"faults", games.faults},
                                 {"forfeits", games.forfeits[0] + games.forfeits[1]}};
  report.outcome.add_to(json);
  json["cards"] = nlohmann::ordered_json::array();
  for (const int card : cards_seen(report)) {
    nlohmann::ordered_json row = {
        {"card", deck_card_name(card)}, {"house", house_of(card)}, {"type", type_name(type_of(card))}};
    for (const auto& [key, which] : kCounts) row[std::string(key)] = usage_of(report, card).*which;
    json["cards"].push_back(std::move(row));
  }
  json["provenance"] = provenance_json(report.provenance);
  out << json_text(json);
}

void write_usage_csv(std::ostream& out, const UsageReport& report) {
  if (!report.outcome.unfinished.empty()) out << csv_remark("UNFINISHED: " + report.outcome.unfinished) << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) out << csv_remark(line) << '\n';
  out << "card,house,type";
  for (const auto& [key, which] : kCounts) out << ',' << key;
  out << '\n';
  for (const int card : cards_seen(report)) {
    out << csv_cell(deck_card_name(card)) << ',' << csv_cell(house_of(card)) << ',' << csv_cell(type_name(type_of(card)));
    for (const auto& [key, which] : kCounts) out << ',' << usage_of(report, card).*which;
    out << '\n';
  }
}

}  // namespace archon::cli
