#include "sim/cli/deck_report_text.h"

#include <algorithm>
#include <ostream>

#include "engine/facts/facts.h"
#include "sim/cli/chains_text.h"
#include "sim/cli/deck_show.h"
#include "sim/cli/terminal_text.h"
#include "sim/play/missing.h"

namespace archon::cli {

std::optional<Percentile> DeckReport::percentile() const {
  const Tally total = games.counts.total();
  const auto played = std::ranges::count_if(games.others, [](const WinCount& each) { return each.games > 0; });
  if (played < kFewestOthers || total.decided() == 0) return {};
  return percentile_among({total.wins[0], total.decided()}, games.others);
}

namespace {

double rate_of(const Tally& tally) { return mean(tally.wins[0], tally.decided()); }

}  // namespace

double DeckReport::first_effect() const { return rate_of(games.counts.by_first[0]) - rate_of(games.counts.by_first[1]); }

Interval DeckReport::first_effect_interval() const {
  const auto& [first, second] = games.counts.by_first;
  return difference_interval(first.wins[0], first.decided(), second.wins[0], second.decided());
}

std::string_view amount_word(Amount amount) {
  constexpr std::array<std::string_view, kAmounts> kWords = {
      "reaps",           "fights",      "plays",     "discards",  "aember_gained", "aember_lost",
      "aember_on_cards", "aember_left", "hand_left", "deck_left", "discard_left",  "creatures_left"};
  return kWords[static_cast<size_t>(amount)];
}

std::string signed_text(double number, int digits) { return (number > 0 ? "+" : "") + fixed(number, digits); }

size_t shown_turns(const DeckReport& report) {
  const StoryCounts& story = report.games.story;
  size_t turns = 0;
  while (turns < kCourseTurns && 10 * story.sides[0].amber[turns].turns >= std::max<int64_t>(1, story.games())) ++turns;
  return turns;
}

std::vector<std::pair<size_t, int64_t>> houses_by_turns(const DeckReport& report) {
  std::vector<std::pair<size_t, int64_t>> houses;
  for (size_t house = 0; house <= kHouses; ++house) {
    const bool own = std::ranges::count(report.spec.own.deck.houses, static_cast<House>(house)) > 0 && house < kHouses;
    if (const int64_t turns = report.games.story.sides[0].houses[house].total(); turns > 0 || own)
      houses.emplace_back(house, turns);
  }
  std::ranges::stable_sort(houses, std::greater<>(), &std::pair<size_t, int64_t>::second);
  return houses;
}

std::string field_text(const DeckReport& report) {
  const std::string decks = thousands(std::ssize(report.spec.own.field));
  return report.drawn ? decks + " generated decks of " + report.set : decks + (decks == "1" ? " deck" : " decks");
}

namespace {

std::string signed_range(const Interval& interval, double scale, int digits) {
  return signed_text(scale * interval.low, digits) + " to " + signed_text(scale * interval.high, digits);
}

std::string houses_text(const Deck& deck) {
  std::vector<std::string> houses;
  for (const House house : deck.houses) houses.emplace_back(house_title(house));
  return joined(houses);
}

void write_line(std::ostream& out, const std::string& what, const std::string& value, const std::string& interval,
                const std::string& remark) {
  out << "  " << left(what, 26) << right(value, 9) << right(interval, 18) << "   " << remark << '\n';
}

void write_chains(std::ostream& out, const std::optional<HandicapEstimate>& chains) {
  if (!chains) return;
  write_line(out, "chains that make it even", signed_chains(chains->all.root, 1), handicap_interval(chains->all.interval),
             "on the deck, or less than 0 on its field; " + thousands(chains->total().games) + " games");
}

void write_strength(std::ostream& out, const DeckReport& report) {
  const double rate = report.win_rate();
  const Interval interval = report.interval();
  out << "Strength" << left("", 35) << "95 % interval\n";
  write_line(out, "win rate", percent(rate), percent(interval),
             report.drawn ? "against decks drawn at random, as its field was" : "against these opponents");
  write_line(out, "rating", signed_text(elo_difference(rate), 0),
             signed_range({elo_difference(interval.low), elo_difference(interval.high)}, 1, 0), "Elo; 0: even with the field");
  if (const std::optional<Percentile> place = report.percentile()) {
    write_line(out, "percentile", fixed(100 * place->value, 0),
               fixed(100 * place->interval.low, 0) + " - " + fixed(100 * place->interval.high, 0),
               "decks of " + report.set + " in a hundred are weaker: " + std::to_string(report.games.others.size()) +
                   " played the same field, luck is taken off");
    write_line(out, "mean deck of " + report.set, percent(place->mean), "",
               "they differ by " + fixed(100 * place->spread, 1) + " points (standard deviation)");
  }
  write_chains(out, report.match_ups.field_chains);
  const auto& [first, second] = report.games.counts.by_first;
  write_line(out, "going first", signed_text(100 * report.first_effect(), 1),
             signed_range(report.first_effect_interval(), 100, 1),
             "points: it wins " + percent(rate_of(first)) + " going first, " + percent(rate_of(second)) + " going second");
}

void write_match_up(std::ostream& out, const DeckReport& report, const MatchUp& found) {
  const Tally total = found.counts.total();
  out << "  " << left(shortened(report.spec.own.field[found.opponent].name, 38), 38) << right(percent(rate_of(total)), 10)
      << right(percent(found.counts.interval()), 18) << right(thousands(total.games), 8);
  if (found.chains)
    out << right(signed_chains(found.chains->all.root, 1), 9) << right(handicap_interval(found.chains->all.interval), 16)
        << right(thousands(found.chains->games), 8);
  out << '\n';
}

void write_match_ups(std::ostream& out, const DeckReport& report) {
  const MatchUps& found = report.match_ups;
  if (found.best.empty() && found.worst.empty()) return;
  out << '\n' << left("Match-ups", 40) << right("win rate", 10) << right("95 % interval", 18) << right("games", 8);
  if (report.wanted.chain_games > 0) out << right("chains", 9) << right("95 % interval", 16) << right("games", 8);
  out << '\n';
  for (const MatchUp& each : found.best) write_match_up(out, report, each);
  out << "  ...\n";
  for (auto each = found.worst.rbegin(); each != found.worst.rend(); ++each) write_match_up(out, report, *each);
}

std::string share_text(int64_t part, int64_t all) { return all == 0 ? "-" : percent(mean(part, all), 0); }

void write_curve(std::ostream& out, const StoryCounts& story, size_t side, size_t turn) {
  const PoolSums& pool = story.sides[side].amber[turn];
  out << right(pool.turns > 0 ? fixed(pool.mean(), 1) : "-", 9)
      << right(std::to_string(pool.amber.quantile(0.1)) + " - " + std::to_string(pool.amber.quantile(0.9)), 9);
  int64_t keys = 0;
  for (size_t key = 0; key < kKeys; ++key) keys += story.forged_by(side, key, turn);
  out << right(fixed(mean(keys, story.games()), 2), 7);
  for (size_t key = 0; key < kKeys; ++key) out << right(share_text(story.forged_by(side, key, turn), story.games()), 7);
}

void write_curves(std::ostream& out, const DeckReport& report) {
  const StoryCounts& story = report.games.story;
  out << "\nTurn by turn" << right("the deck", 15) << right("its opponents", 53) << "\n  turn   games";
  for (int side = 0; side < 2; ++side) {
    out << right("aember", 9) << right("80 %", 9) << right("keys", 7) << right("1st", 7) << right("2nd", 7) << right("3rd", 7);
  }
  out << '\n';
  for (size_t turn = 0; turn < shown_turns(report); ++turn) {
    out << right(std::to_string(turn + 1), 6) << right(share_text(story.sides[0].amber[turn].turns, story.games()), 8);
    for (size_t side = 0; side < 2; ++side) write_curve(out, story, side, turn);
    out << '\n';
  }
  out << "  Own turns of each. Games: the share that reaches the turn. Aember: in the pool at the end of the turn, mean and "
         "the\n"
         "  middle 80 % of the games that reach it. Keys: forged by then, mean; share of all games with the first, second, "
         "third.\n";
}

void write_houses(std::ostream& out, const DeckReport& report) {
  const SideSums& own = report.games.story.sides[0];
  out << '\n' << left("Houses", 16) << right("turns", 8) << "   of its turn";
  const size_t shown = std::min<size_t>(shown_turns(report), 12);
  for (size_t turn = 0; turn < shown; ++turn) out << right(std::to_string(turn + 1), turn == 0 ? 3 : 6);
  out << '\n';
  for (const auto& [house, turns] : houses_by_turns(report)) {
    const auto each = static_cast<House>(house);
    out << "  " << left(each == House::None ? "none" : house_title(each), 14) << right(share_text(turns, own.turns), 8)
        << left("", 11);
    for (size_t turn = 0; turn < shown; ++turn) {
      int64_t all = 0;
      for (const auto& other : own.houses) all += other.counts[turn];
      out << right(share_text(own.houses[house].counts[turn], all), 6);
    }
    out << '\n';
  }
}

std::string turns_text(const OutcomeSums& outcome) {
  return std::to_string(outcome.turns.quantile(0.5)) + " (" + std::to_string(outcome.turns.quantile(0.1)) + " - " +
         std::to_string(outcome.turns.quantile(0.9)) + ")";
}

std::string keys_text(const OutcomeSums& outcome) {
  std::string text;
  for (size_t keys = 0; keys < kKeys; ++keys)
    text += (keys ? ", " : "") + std::to_string(keys) + ": " + share_text(outcome.loser_keys.counts[keys], outcome.games);
  return text;
}

constexpr std::pair<Amount, const char*> kAmountTitles[] = {
    {Amount::Reaped, "reaps"},
    {Amount::Fought, "fights"},
    {Amount::Played, "cards played"},
    {Amount::Discarded, "cards discarded in the main step"},
    {Amount::Gained, "aember gained"},
    {Amount::Lost, "aember lost to others"},
    {Amount::OnCards, "aember put on its cards"},
    {Amount::Pool, "at the end: aember"},
    {Amount::Hand, "  cards in hand"},
    {Amount::Deck, "  cards in the deck"},
    {Amount::Creatures, "  creatures"},
};

void write_outcomes(std::ostream& out, const DeckReport& report) {
  const auto& [won, lost] = report.games.story.outcomes;
  const auto row = [&](const std::string& what, const std::string& when_won, const std::string& when_lost) {
    out << "  " << left(what, 34) << right(when_won, 32) << right(when_lost, 32) << '\n';
  };
  out << '\n' << left("How it ends", 36) << right("won", 32) << right("lost", 32) << '\n';
  row("games", thousands(won.games), thousands(lost.games));
  row("turns of both: median (80 %)", turns_text(won), turns_text(lost));
  row("the winner's turn of the last key", std::to_string(won.last_key.quantile(0.5) + 1),
      std::to_string(lost.last_key.quantile(0.5) + 1));
  row("keys of the loser", keys_text(won), keys_text(lost));
  for (const auto& [counted, title] : kAmountTitles) {
    const auto amount = static_cast<size_t>(counted);  // clang 14 captures no bindings
    const auto means = [&](const OutcomeSums& outcome) {
      const auto of = [&](size_t side) { return fixed(mean(outcome.amounts[side][amount], outcome.games), 1); };
      return of(0) + " / " + of(1);
    };
    row(title, means(won), means(lost));
  }
  out << "  Means a game, of the deck / its opponents.\n";
}

const DeckCard& deck_card(const DeckReport& report, int card) {
  return *std::ranges::find(report.spec.own.deck.cards, card, &DeckCard::card);
}

void write_cards(std::ostream& out, const DeckReport& report) {
  const Deck& deck = report.spec.own.deck;
  std::vector<CardRecord> cards = report.games.cards;
  std::ranges::stable_sort(cards, std::greater<>(), &CardRecord::improvement);
  out << '\n' << left("Cards", 30) << left("house", 14) << right("copies", 6);
  for (const char* title : {"seen", "played", "held", "discarded"}) out << right(title, 10);
  out << right("won: opening", 14) << right("played", 8) << right("seen or not", 14) << '\n';
  for (const CardRecord& card : cards) {
    const auto copies = std::ranges::count(deck.cards, card.card, &DeckCard::card);
    const int64_t all = copies * report.games.story.games();
    out << "  " << left(shortened(deck_card_name(card.card), 27), 28)
        << left(house_title(deck_card(report, card.card).house), 14) << right(std::to_string(copies), 6);
    for (const CardEvent event : {CardEvent::Seen, CardEvent::Played, CardEvent::Held, CardEvent::Discarded})
      out << right(share_text(card[event].copies, all), 10);
    for (const CardEvent event : {CardEvent::Opening, CardEvent::Played})
      out << right(card[event].copies > 0 ? fixed(card[event].rate, 1) : "-", event == CardEvent::Opening ? 14 : 8);
    out << right(signed_text(card.improvement, 1), 9) << " +-" << fixed(normal_quantile(0.975) * card.improvement_error, 1)
        << '\n';
  }
  out << "  Seen, played, held at the end of a turn in which it could be played, discarded: in a share of the games, copies\n"
         "  counted one by one. Won: percent of the games with it in the opening hand, of those in which it was played. Seen "
         "or\n"
         "  not: points that seeing a copy adds (what wins, and what comes late in long games, are both in it), 95 % "
         "interval.\n";
}

}  // namespace

void write_deck_report_table(std::ostream& out, const DeckReport& report) {
  const FieldGames& games = report.games;
  out << report.outcome.header();
  if (const std::string missing = missing_text(missing_games(games.counts)); !missing.empty())
    out << "WARNING: " << missing << "\n\n";
  const Deck& deck = report.spec.own.deck;
  out << deck.name << " (" << deck.set << ": " << houses_text(deck) << ")\n"
      << identity_lines(deck.identity) << thousands(games.counts.total().games) << " games against " << field_text(report)
      << "\n\n";
  if (games.story.games() > 0) {
    write_strength(out, report);
    write_match_ups(out, report);
    write_curves(out, report);
    write_houses(out, report);
    write_outcomes(out, report);
    write_cards(out, report);
  }
  out << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

}  // namespace archon::cli
