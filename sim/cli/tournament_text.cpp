#include "sim/cli/tournament_text.h"

#include <algorithm>
#include <iostream>

#include "sim/play/missing.h"
#include "sim/present/csv_text.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace {

constexpr int kShortName = 28;
constexpr size_t kFewMatchups = 60;  // shown one by one

std::string title_of(const TournamentReport& report) {
  return report.format == "sealed"     ? "Sealed: single games"
         : report.format == "bo3"      ? "Best of three with the same decks"
         : report.format == "adaptive" ? "Adaptive: own decks, swapped decks, then chains are bid for the deck that won both"
                                       : "Triad: three decks each, one of each banned, a win with both of the others";
}

std::string first_text(const TournamentReport& report) {
  if (report.format == "sealed") return "who goes first: by lot";
  return report.first == FirstPlayer::Lot ? "who goes first: by lot in every game"
                                          : "who goes first: by lot in game 1, then as the loser of the game before chooses";
}

std::string short_name(const TournamentReport& report, int deck) { return shortened(report.name(deck), kShortName); }

std::string interval_text(const Interval& interval) {
  return fixed(100 * interval.low, 1) + " - " + fixed(100 * interval.high, 1);
}

void write_ranking(std::ostream& out, const TournamentReport& report) {
  out << "   #    wins  95 % interval   best   " << left("best against", kShortName + 8)
      << left("worst against", kShortName + 8) << "deck\n";
  size_t rank = 0;
  for (const DeckWin& deck : report.ranking) {
    const auto [worst, best] = std::ranges::minmax_element(deck.matchups, {}, &MatchupWin::win);
    const auto matchup = [&](const MatchupWin& each) {
      return right(fixed(100 * each.win, 0), 4) + "  " + left(short_name(report, each.opponent), kShortName + 2);
    };
    out << right(std::to_string(++rank), 4) << right(fixed(100 * deck.win, 1), 8) << right(interval_text(deck.interval), 15)
        << right(percent(deck.best, 0), 7) << "   " << matchup(*best) << matchup(*worst) << report.name(deck.deck) << '\n';
  }
  if (report.ranking.size() > 1)
    out << "\nplay " << report.name(report.ranking.front().deck) << ": the best of these in "
        << percent(report.ranking.front().best, 0) << " of what the games allow\n";
}

void write_matchups(std::ostream& out, const TournamentReport& report) {
  if (report.ranking.size() != 1 || report.ranking.front().matchups.size() > kFewMatchups) return;
  std::vector<MatchupWin> matchups = report.ranking.front().matchups;
  std::ranges::stable_sort(matchups, {}, &MatchupWin::win);
  out << "\n    wins  95 % interval    a game  against\n";
  for (const MatchupWin& each : matchups)
    out << right(fixed(100 * each.win, 1), 8) << right(interval_text(each.interval), 15)
        << right(fixed(100 * report.matrix.win_rate(report.ranking.front().deck, each.opponent), 1), 10) << "  "
        << report.name(each.opponent) << '\n';
}

void write_third(std::ostream& out, const TournamentReport& report, size_t deck) {
  const SampledAdaptive& adaptive = *report.adaptive;
  const ClosingBids bids = closing_bids(adaptive, deck);
  const auto mean = [&](double (*figure)(const ThirdGame&)) {
    return adaptive.mean([&](const AdaptiveMatch& match) { return figure(match.third[deck]); });
  };
  const double owner_wins = mean([](const ThirdGame&game) { return game.win; }),
               owner_plays = mean([](const ThirdGame&game) { return game.owner_plays ? 1.0 : 0.0; });
  const DeckWin& mine = report.ranking.front();
  out << "  " << left(deck == 0 ? "my deck" : "the other deck", 16)
      << right(percent(mean([](const ThirdGame& game) { return game.probability; })), 8) << right(fixed(bids.median, 0), 13)
      << right(fixed(bids.interval.low, 0) + " - " + fixed(bids.interval.high, 0), 15)
      << right(percent(deck == 0 ? owner_plays : 1 - owner_plays, 0), 12)
      << right(percent(deck == 0 ? owner_wins : 1 - owner_wins), 9) << "  "
      << report.name(deck == 0 ? mine.deck : mine.matchups.front().opponent) << '\n';
}

void write_adaptive(std::ostream& out, const TournamentReport& report) {
  if (!report.adaptive) return;
  const double first = report.adaptive->mean([](const AdaptiveMatch&match) { return match.first; }),
               second = report.adaptive->mean([](const AdaptiveMatch&match) { return match.second; });
  out << "\n  game 1, with my deck: I win " << percent(first)
      << "; game 2, with the other deck, after a win: " << percent(second) << "\n\n  " << left("won both games", 16)
      << right("occurs", 8) << right("closing bid", 13) << right("95 % interval", 15) << right("I play it", 12)
      << right("I win", 9) << "  deck\n";
  for (size_t deck : {0u, 1u}) write_third(out, report, deck);
}

void write_triad(std::ostream& out, const TournamentReport& report) {
  if (!report.triad) return;
  const TriadMatch& match = report.triad->expected;
  out << "  I win " << percent(report.triad->win) << " (" << percent(report.triad->interval) << ")\n\n"
      << "  ban one of theirs\n";
  for (size_t i = 0; i < kTriad; ++i)
    out << right(percent(match.ban[i], 0), 9) << "  " << report.name(report.theirs[i]) << '\n';
  out << "\n  they ban one of mine\n";
  for (size_t i = 0; i < kTriad; ++i)
    out << right(percent(match.banned[i], 0), 9) << "  " << report.name(report.mine[i]) << '\n';
  out << "\n  I win, and begin with the first of my two, in percent, when they ban (rows, mine) and I ban (columns, theirs)\n\n"
      << left("", kShortName + 4);
  for (int deck : report.theirs) out << left(short_name(report, deck), kShortName + 2);
  out << '\n';
  for (size_t i = 0; i < kTriad; ++i) {
    out << "  " << left(short_name(report, report.mine[i]), kShortName + 2);
    for (size_t j = 0; j < kTriad; ++j) {
      const TriadDuel& duel = match.after[i][j];
      out << left(fixed(100 * duel.win, 1) + ", " + fixed(100 * duel.begin[0], 0), kShortName + 2);
    }
    out << '\n';
  }
}

void write_triples(std::ostream& out, const TournamentReport& report) {
  if (!report.triples) return;
  const TriadRanking& triples = *report.triples;
  out << "  threes of decks: " << thousands(triples.candidates) << " of mine, against " << thousands(triples.opponents)
      << " of the " << thousands(triples.all_opponents) << " of the field"
      << (triples.opponents < triples.all_opponents ? ", drawn by lot" : "")
      << "\n\n   #    wins  95 % interval   best   decks\n";
  size_t rank = 0;
  for (const TriadPick& pick : triples.picks) {
    out << right(std::to_string(++rank), 4) << right(fixed(100 * pick.win, 1), 8) << right(interval_text(pick.interval), 15)
        << right(percent(pick.best, 0), 7) << "   ";
    for (size_t i = 0; i < kTriad; ++i) out << (i ? " + " : "") << report.name(pick.decks[i]);
    out << '\n';
  }
  out << "\n  with the first of these: how often the opponent bans each\n";
  for (size_t i = 0; i < kTriad; ++i)
    out << right(percent(triples.banned[i], 0), 9) << "  " << report.name(triples.picks.front().decks[i]) << '\n';
  out << "\n  and how often to ban a deck of the field when an opponent has it\n";
  std::vector<std::pair<double, int>> bans;
  for (size_t deck = 0; deck < triples.ban.size(); ++deck)
    if (triples.ban[deck] >= 0) bans.emplace_back(-triples.ban[deck], static_cast<int>(deck));
  std::ranges::sort(bans);
  constexpr size_t kShown = 10;
  for (const auto& [share, deck] : std::span(bans).first(std::min(kShown, bans.size())))
    out << right(percent(-share, 0), 9) << "  " << report.name(deck) << '\n';
}

}  // namespace

void write_tournament_table(std::ostream& out, const TournamentReport& report) {
  if (const std::string missing = missing_text(report.matrix.missing()); !missing.empty())
    out << "WARNING: " << missing << "\n\n";
  out << title_of(report) << "\n" << first_text(report);
  if (report.first == FirstPlayer::Loser && report.format != "sealed")
    out << " (going first adds " << fixed(100 * report.mean_advantage, 1) << " points to an even game)";
  out << '\n';
  if (report.unchained > 0)
    out << "pairs without games with chains, whose worth is a guess there: " << thousands(report.unchained)
        << " ('archon gauntlet --chains' plays them)\n";
  out << '\n';
  if (report.format != "triad") {
    write_ranking(out, report);
    write_matchups(out, report);
    write_adaptive(out, report);
  }
  write_triad(out, report);
  write_triples(out, report);
  out << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

void write_tournament_csv(std::ostream& out, const TournamentReport& report) {
  for (const std::string& line : provenance_lines(report.provenance)) out << csv_remark(line) << '\n';
  const auto numbers = [](double win, const Interval& interval, double best) {
    return fixed(win, 6) + "," + fixed(interval.low, 6) + "," + fixed(interval.high, 6) + "," + fixed(best, 4);
  };
  size_t rank = 0;
  if (report.format != "triad") {
    out << "rank,deck,hash,win,low,high,best\n";
    for (const DeckWin& deck : report.ranking)
      out << ++rank << ',' << csv_cell(report.name(deck.deck)) << ','
          << hash_text(deck_hash(report.provenance.decks[static_cast<size_t>(deck.deck)].deck)) << ','
          << numbers(deck.win, deck.interval, deck.best) << '\n';
    return;
  }
  out << "rank,deck_1,deck_2,deck_3,win,low,high,best\n";
  const auto line = [&](const Triple& decks, double win, const Interval& interval, double best) {
    out << ++rank;
    for (int deck : decks) out << ',' << csv_cell(report.name(deck));
    out << ',' << numbers(win, interval, best) << '\n';
  };
  if (report.triad) line(report.mine, report.triad->win, report.triad->interval, 1);
  if (report.triples)
    for (const TriadPick& pick : report.triples->picks) line(pick.decks, pick.win, pick.interval, pick.best);
}

}  // namespace archon::cli
