#include "sim/documents/arena_document.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "sim/command/output.h"
#include "sim/command/run_facts.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace arena_text {

using namespace present;

std::string signed_number(double number) {
  if (std::isinf(number)) return number > 0 ? "+inf" : "-inf";
  return with_sign(number, 1);
}

std::string half_width(const Interval& interval) {
  const double half = (interval.high - interval.low) / 2;
  return std::isfinite(half) ? fixed(half, 1) : "inf";
}

std::string_view decision_word(SprtDecision decision) {
  switch (decision) {
    case SprtDecision::AcceptH0:
      return "rejected";
    case SprtDecision::AcceptH1:
      return "accepted";
    case SprtDecision::Continue:
      return "inconclusive";
  }
  return "";
}

// Sums over all matches.
struct Totals {
  int64_t games = 0, undecided = 0, faults = 0, first_wins = 0, turns = 0, decisions = 0;
  LeadCounts by_time{};

  explicit Totals(const ArenaReport& report) {
    for (const ArenaMatch& match : report.run.matches) {
      const ArenaRecord& record = match.record;
      games += record.games();
      undecided += record.count("u");
      faults += record.count("f");
      first_wins += record.first_player_wins(report.decks());
      turns += record.turns;
      decisions += record.decisions;
      add(by_time, record.by_time);
    }
  }

  std::optional<double> first_player_win_rate() const {
    const int64_t decided = games - undecided - faults;
    return decided > 0 ? std::optional(static_cast<double>(first_wins) / static_cast<double>(decided)) : std::nullopt;
  }
  double a_game(int64_t sum) const { return games > 0 ? static_cast<double>(sum) / static_cast<double>(games) : 0; }
};

Cell cell_of(const Estimate& estimate) { return {estimate.value, estimate.interval}; }

struct Agent {
  const std::string* name;
  const AgentStanding* standing;
};

Table agents_table(const ArenaReport& report) {
  std::vector<Agent> rows;
  for (size_t i = 0; i < report.spec.agents.size(); ++i) rows.push_back({&report.spec.agents[i], &report.ratings.agents[i]});
  return table_of<Agent>(
      {.name = "agents", .what = "Agents in the order of the command line"},
      {{{.name = "agent", .head = "agent", .what = "Agent"}, [](const Agent& each) { return Cell(*each.name); }},
       {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Its games", .drop = 3},
        [](const Agent& each) { return Cell(each.standing->games); }},
       {{.name = "wins", .head = "wins", .unit = Unit::Count, .what = "Its wins", .drop = 3},
        [](const Agent& each) { return Cell(each.standing->wins); }},
       {{.name = "win_rate",
         .head = "win %",
         .unit = Unit::Share,
         .what = "Mean score, a game without a winner counting half",
         .interval = true},
        [](const Agent& each) { return cell_of(each.standing->score); }},
       {{.name = "elo",
         .head = "Elo",
         .unit = Unit::Elo,
         .what = "Of two agents: against the other one; of more: against the first one (Bradley-Terry). A virtual game of "
                 "each, half "
                 "won, counts",
         .interval = true,
         .may_miss = true,
         .digits = 1},
        [](const Agent& each) { return cell_of(each.standing->elo); }},
       {{.name = "fallbacks",
         .head = "fall-backs",
         .unit = Unit::Count,
         .what = "Decisions it could not take in its own way",
         .drop = 4},
        [](const Agent& each) { return Cell(each.standing->fallbacks); }},
       {{.name = "forfeits",
         .head = "forfeits",
         .unit = Unit::Count,
         .what = "Games it lost by an answer that was not legal",
         .drop = 4},
        [](const Agent& each) { return Cell(each.standing->forfeits); }}},
      std::move(rows));
}

struct AgentForfeits {
  std::string agent, cause;
  int64_t games;
};

Table forfeits_table(const ArenaReport& report) {
  std::vector<AgentForfeits> rows;
  for (size_t i = 0; i < report.spec.agents.size(); ++i)
    for (const auto& [cause, games] : report.ratings.agents[i].by_cause) rows.push_back({report.spec.agents[i], cause, games});
  const bool any = !rows.empty();
  return table_of<AgentForfeits>(
      {.name = "forfeits_by_cause",
       .what = "Games that an agent lost without a legal answer, by cause, as far as it is known",
       .title = any ? "Forfeits by cause" : "",
       .shown = any},
      {{{.name = "agent", .head = "agent", .what = "Agent"}, [](const AgentForfeits& each) { return Cell(each.agent); }},
       {{.name = "cause", .head = "cause", .what = "illegal, exception, late, crash, babble or silent"},
        [](const AgentForfeits& each) { return Cell(each.cause); }},
       {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Games"},
        [](const AgentForfeits& each) { return Cell(each.games); }}},
      std::move(rows));
}

struct Match {
  const ArenaReport* report;
  const ArenaMatch* match;

  const std::string& agent(int number) const { return report->spec.agents[static_cast<size_t>(number)]; }
};

ColumnOf<Match> count_column(const std::string& name, const std::string& what,
                             std::function<int64_t(const ArenaMatch&)> count) {
  return {{.name = name, .unit = Unit::Count, .what = what}, [count](const Match& each) { return Cell(count(*each.match)); }};
}

ColumnOf<Match> letters_column(const std::string& name, const std::string& what, const std::string& letters) {
  return count_column(name, what, [letters](const ArenaMatch& match) { return match.record.count(letters); });
}

// People see it where there are more than two agents: what two have is said in sentences.
Table matches_table(const ArenaReport& report) {
  std::vector<Match> rows;
  for (const ArenaMatch& match : report.run.matches) rows.push_back({&report, &match});
  std::vector<ColumnOf<Match>> columns = {
      {{.name = "agent_a", .head = "agent", .what = "Agent"},
       [](const Match& each) { return Cell(each.agent(each.match->a)); }},
      {{.name = "agent_b", .head = "against", .what = "The other one"},
       [](const Match& each) { return Cell(each.agent(each.match->b)); }},
      {{.name = "pairs", .head = "pairs", .unit = Unit::Count, .what = "Pairs of games", .drop = 2},
       [](const Match& each) { return Cell(each.match->scores.pairs()); }}};
  constexpr std::array kQuarters = {"nothing", "a quarter", "half", "three quarters", "all"};
  for (size_t quarters = 0; quarters < kQuarters.size(); ++quarters)
    columns.push_back(count_column("pairs_scored_" + std::to_string(25 * quarters),
                                   std::string("Pairs in which agent_a scored ") + kQuarters[quarters] + " of both games",
                                   [quarters](const ArenaMatch& match) { return match.scores.counts[quarters]; }));
  const std::vector<ColumnOf<Match>> more = {
      count_column("discordant_pairs", "Pairs that one of them won",
                   [](const ArenaMatch& match) { return match.scores.discordant(); }),
      letters_column("wins_a", "Wins of agent_a", "wW"),
      letters_column("wins_b", "Wins of agent_b", "lL"),
      letters_column("undecided", "Games without a winner", "u"),
      letters_column("faults", "Games that exceeded a bound of the program", "f"),
      {{.name = "win_rate", .head = "win %", .unit = Unit::Share, .what = "Mean score of agent_a", .interval = true},
       [](const Match& each) { return cell_of(score_estimate(each.match->scores)); }},
      {{.name = "elo",
        .head = "Elo",
        .unit = Unit::Elo,
        .what = "Of agent_a against agent_b",
        .interval = true,
        .may_miss = true,
        .digits = 1},
       [](const Match& each) { return cell_of(elo_estimate(each.match->scores)); }},
      {{.name = "nelo",
        .head = "nElo",
        .unit = Unit::Elo,
        .what = "Normalised Elo of agent_a",
        .interval = true,
        .may_miss = true,
        .drop = 1,
        .digits = 1},
       [](const Match& each) { return cell_of(nelo_estimate(each.match->scores)); }}};
  return table_of<Match>({.name = "matches", .what = "Each two agents", .title = "Each two", .shown = !report.duel()},
                         columns + more, std::move(rows));
}

std::string estimate_text(const Estimate& estimate) {
  return signed_number(estimate.value) + ", " + signed_number(estimate.interval.low) + " to " +
         signed_number(estimate.interval.high);
}

std::string duel_lines(const ArenaReport& report) {
  const PairScores& scores = report.run.matches.front().scores;
  std::string text = "  pairs " + thousands(scores.pairs()) + ", of score 0, 1/4 ... 1:";
  for (int64_t count : scores.counts) text += ' ' + thousands(count);
  text += "\n  normalised Elo " + estimate_text(nelo_estimate(scores)) + '\n';
  if (!report.spec.sprt) return text;
  const Sprt& sprt = *report.spec.sprt;
  text += "  SPRT " + fixed(sprt.nelo0, 1) + ", " + fixed(sprt.nelo1, 1) + ": LLR " + fixed(sprt.llr(scores), 2) + " (" +
          fixed(sprt.bounds().low, 2) + ", " + fixed(sprt.bounds().high, 2) + "), " +
          std::string(decision_word(report.run.decision)) + '\n';
  if (report.run.decision == SprtDecision::Continue) return text;
  return text + "  after the stop, median-unbiased: normalised Elo " + estimate_text(estimate_after_stop(sprt, scores)) + '\n';
}

void add_sprt(Document& document, const ArenaReport& report) {
  const std::optional<Sprt>& sprt = report.spec.sprt;
  const PairScores& scores = report.run.matches.front().scores;
  const bool ended = sprt && report.run.decision != SprtDecision::Continue;
  const auto of_test = [&](auto value) { return sprt ? Cell(value()) : Cell(); };
  document.add({.name = "llr", .unit = Unit::Number, .what = "Log-likelihood ratio of --sprt", .may_miss = true},
               of_test([&] { return sprt->llr(scores); }));
  document.add(
      {.name = "llr_reject", .unit = Unit::Number, .what = "At or below it the first difference holds", .may_miss = true},
      of_test([&] { return sprt->bounds().low; }));
  document.add(
      {.name = "llr_accept", .unit = Unit::Number, .what = "At or above it the second difference holds", .may_miss = true},
      of_test([&] { return sprt->bounds().high; }));
  document.add({.name = "decision", .what = "accepted, rejected or inconclusive: the second difference", .may_miss = true},
               of_test([&] { return decision_word(report.run.decision); }));
  document.add({.name = "nelo_after_stop",
                .unit = Unit::Elo,
                .what = "Normalised Elo, median-unbiased after the stop of the test",
                .interval = true,
                .may_miss = true},
               ended ? cell_of(estimate_after_stop(*sprt, scores)) : Cell());
}

void add_sums(Document& document, const ArenaReport& report) {
  const Totals totals(report);
  const double rate = report.seconds > 0 ? static_cast<double>(report.run.played) / report.seconds : 0;
  document.add({.name = "virtual_games", .unit = Unit::Number, .what = "Of each agent, half won, in Elo"}, kVirtualGames);
  document.add({.name = "games", .unit = Unit::Count, .what = "All games"}, totals.games);
  document.add({.name = "undecided", .unit = Unit::Count, .what = "Of these: without a winner"}, totals.undecided);
  document.add({.name = "faults", .unit = Unit::Count, .what = "Of these: exceeded a bound of the program"}, totals.faults);
  document.add({.name = "first_player_win_rate", .unit = Unit::Share, .what = "Of the games with a winner", .may_miss = true},
               totals.first_player_win_rate());
  document.add({.name = "turns", .unit = Unit::Count, .what = "Turns of all games"}, totals.turns);
  document.add({.name = "decisions", .unit = Unit::Count, .what = "Decisions of all games"}, totals.decisions);
  document.add({.name = "games_played_now", .unit = Unit::Count, .what = "Games that were not in the ledger"},
               report.run.played);
  document.add({.name = "seconds", .unit = Unit::Seconds, .what = "Time of this run"}, report.seconds);
  document.add({.name = "games_per_second", .unit = Unit::Number, .what = "Games of this run by its time"}, rate);
  const std::optional<double> first = totals.first_player_win_rate();
  document.note("  Elo counts a virtual game of each agent, half won and half lost\n  " + std::to_string(report.decks()) +
                " decks; the first player wins " + (first ? percent(*first) : "-") + "; undecided " +
                thousands(totals.undecided) + ", faults " + thousands(totals.faults) + "\n  turns a game " +
                fixed(totals.a_game(totals.turns), 1) + ", decisions a game " + fixed(totals.a_game(totals.decisions), 1) +
                "\n  " + thousands(report.run.played) + " games played now, " + fixed(report.seconds, 2) + " s, " +
                fixed(rate, 1) + " games/s\n");
  add_ended_by_time(document, totals.by_time, totals.games, report.provenance.time);
}

}  // namespace arena_text

present::Document arena_document(const ArenaReport& report) {
  using namespace arena_text;
  Document document{.name = "arena", .command = "archon arena", .title = "agents against agents", .main = "agents"};
  add_outcome(document, report.outcome);
  document.add(agents_table(report));
  add_sprt(document, report);
  if (report.duel()) document.note(duel_lines(report) + "\n");
  document.add(matches_table(report));
  document.add(forfeits_table(report));
  add_sums(document, report);
  document.provenance = report.provenance;
  return document;
}

void ArenaLive::show(const ArenaRun& run) {
  const bool terminal = isatty(STDERR_FILENO);
  const double seconds = watch_.seconds();
  if (seconds - printed_ < (terminal ? 0.2 : 10)) return;
  printed_ = seconds;
  const double rate = static_cast<double>(run.played + run.in_hand) / seconds;
  const PairScores& scores = run.matches.front().scores;
  double pairs_left = static_cast<double>(spec_.max_pairs - scores.pairs());
  std::string state;
  if (spec_.agents.size() == 2) {
    const Estimate elo = elo_estimate(scores), nelo = nelo_estimate(scores);
    const ArenaRecord& record = run.matches.front().record;
    state = "W " + thousands(record.count("wW")) + " L " + thousands(record.count("lL")) + ", pairs " +
            thousands(scores.pairs()) + ", Elo " + arena_text::signed_number(elo.value) + " +- " +
            arena_text::half_width(elo.interval) + ", nElo " + arena_text::signed_number(nelo.value) + " +- " +
            arena_text::half_width(nelo.interval);
    if (spec_.sprt) {
      const double llr = spec_.sprt->llr(scores);
      state += ", LLR " + fixed(llr, 2) + " (" + fixed(spec_.sprt->bounds().low, 2) + ", " +
               fixed(spec_.sprt->bounds().high, 2) + ")";
      if (run.decision == SprtDecision::Continue)
        pairs_left = std::min(pairs_left, spec_.sprt->expected_pairs(nelo.value, llr));
    }
  } else {
    state = thousands(scores.pairs()) + " pairs of each two agents";
  }
  const double games_left = 2 * pairs_left * static_cast<double>(run.matches.size()) - static_cast<double>(run.in_hand);
  std::string speed = thousands(run.games() + run.in_hand) + " games, " + clock_text(seconds);
  if (rate > 0) speed += ", " + rate_text(rate) + ", about " + clock_text(games_left / rate) + " left";
  if (!terminal) {
    std::cerr << speed << "; " << state << std::endl;
    return;
  }
  clear();
  std::cerr << speed << '\n' << state << std::flush;
  shown_ = true;
}

void ArenaLive::clear() {
  if (shown_) erase_lines(2);
  shown_ = false;
}

}  // namespace archon::cli
