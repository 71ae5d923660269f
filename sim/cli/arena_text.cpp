#include "sim/cli/arena_text.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/cli/output.h"
#include "sim/cli/terminal_text.h"

namespace archon::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string signed_number(double number, int digits = 1) {
  if (std::isinf(number)) return number > 0 ? "+inf" : "-inf";
  return (number >= 0 ? "+" : "") + fixed(number, digits);
}

std::string signed_interval(const Interval& interval) {
  return signed_number(interval.low) + " to " + signed_number(interval.high);
}

std::string half_width(const Interval& interval) {
  const double half = (interval.high - interval.low) / 2;
  return std::isfinite(half) ? fixed(half, 1) : "inf";
}

// Infinite numbers are null.
Json finite(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }
Json finite(const Interval& interval) { return {finite(interval.low), finite(interval.high)}; }

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

double games_per_second(const ArenaReport& report) {
  return report.seconds > 0 ? static_cast<double>(report.run.played) / report.seconds : 0;
}

// Sums over all matches.
struct Totals {
  int64_t games = 0, decided = 0, undecided = 0, faults = 0, first_wins = 0, turns = 0, decisions = 0;

  explicit Totals(const ArenaReport& report) {
    for (const ArenaMatch& match : report.run.matches) {
      const ArenaRecord& record = match.record;
      games += record.games();
      undecided += record.count("u");
      faults += record.count("f");
      first_wins += record.first_player_wins(report.decks());
      turns += record.turns;
      decisions += record.decisions;
    }
    decided = games - undecided - faults;
  }
};

std::string agent_rows(const ArenaReport& report) {
  std::ostringstream out;
  out << "       games      wins   win rate     95 % interval       Elo        95 % interval  fall-backs  forfeits\n";
  for (size_t i = 0; i < report.ratings.agents.size(); ++i) {
    const AgentStanding& agent = report.ratings.agents[i];
    out << right(std::to_string(i + 1), 2) << right(thousands(agent.games), 10) << right(thousands(agent.wins), 10)
        << right(percent(agent.score.value), 11) << right(percent(agent.score.interval), 18)
        << right(signed_number(agent.elo.value), 10) << right(signed_interval(agent.elo.interval), 21)
        << right(thousands(agent.fallbacks), 12) << right(thousands(agent.forfeits), 10) << '\n';
  }
  return out.str();
}

std::string duel_lines(const ArenaReport& report) {
  std::ostringstream out;
  const PairScores& scores = report.run.matches.front().scores;
  const Estimate nelo = nelo_estimate(scores);
  out << "  pairs " << thousands(scores.pairs()) << ", of score 0, 1/4 ... 1:";
  for (int64_t count : scores.counts) out << ' ' << thousands(count);
  out << "\n  normalised Elo " << signed_number(nelo.value) << ", " << signed_interval(nelo.interval) << '\n';
  if (!report.spec.sprt) return out.str();
  const Sprt& sprt = *report.spec.sprt;
  out << "  SPRT " << fixed(sprt.nelo0, 1) << ", " << fixed(sprt.nelo1, 1) << ": LLR " << fixed(sprt.llr(scores), 2) << " ("
      << fixed(sprt.bounds().low, 2) << ", " << fixed(sprt.bounds().high, 2) << "), " << decision_word(report.run.decision)
      << '\n';
  if (report.run.decision == SprtDecision::Continue) return out.str();
  const Estimate after = estimate_after_stop(sprt, scores);
  out << "  after the stop, median-unbiased: normalised Elo " << signed_number(after.value) << ", "
      << signed_interval(after.interval) << '\n';
  return out.str();
}

// Win rate of the row against the column, when there are more than two.
std::string cross_table(const ArenaReport& report) {
  std::ostringstream out;
  const size_t agents = report.spec.agents.size();
  out << "\nWin rate of the row against the column, in percent; " << thousands(report.run.matches.front().record.pairs())
      << " pairs each\n\n  ";
  for (size_t i = 0; i < agents; ++i) out << right(std::to_string(i + 1), 8);
  std::vector<std::vector<std::string>> cells(agents, std::vector<std::string>(agents, "-"));
  for (const ArenaMatch& match : report.run.matches) {
    const auto a = static_cast<size_t>(match.a), b = static_cast<size_t>(match.b);
    cells[a][b] = fixed(100 * match.scores.mean(), 1);
    cells[b][a] = fixed(100 * (1 - match.scores.mean()), 1);
  }
  for (size_t i = 0; i < agents; ++i) {
    out << '\n' << right(std::to_string(i + 1), 2);
    for (const std::string& cell : cells[i]) out << right(cell, 8);
  }
  out << '\n';
  return out.str();
}

Json agents_json(const ArenaReport& report) {
  Json list = Json::array();
  for (size_t i = 0; i < report.ratings.agents.size(); ++i) {
    const AgentStanding& agent = report.ratings.agents[i];
    Json json;
    json["name"] = report.spec.agents[i];
    json["games"] = agent.games;
    json["wins"] = agent.wins;
    json["win_rate"] = agent.score.value;
    json["interval"] = finite(agent.score.interval);
    json["elo"] = finite(agent.elo.value);
    json["elo_interval"] = finite(agent.elo.interval);
    json["fallbacks"] = agent.fallbacks;
    json["forfeits"] = agent.forfeits;
    list.push_back(std::move(json));
  }
  return list;
}

Json matches_json(const ArenaReport& report) {
  Json list = Json::array();
  for (const ArenaMatch& match : report.run.matches) {
    const Estimate score = score_estimate(match.scores), elo = elo_estimate(match.scores), nelo = nelo_estimate(match.scores);
    Json json;
    json["agents"] = {report.spec.agents[static_cast<size_t>(match.a)], report.spec.agents[static_cast<size_t>(match.b)]};
    json["pairs"] = match.scores.pairs();
    json["pair_scores"] = match.scores.counts;
    json["discordant_pairs"] = match.scores.discordant();
    json["wins"] = {match.record.count("wW"), match.record.count("lL")};
    json["undecided"] = match.record.count("u");
    json["faults"] = match.record.count("f");
    json["win_rate"] = score.value;
    json["interval"] = finite(score.interval);
    json["elo"] = finite(elo.value);
    json["elo_interval"] = finite(elo.interval);
    json["nelo"] = finite(nelo.value);
    json["nelo_interval"] = finite(nelo.interval);
    list.push_back(std::move(json));
  }
  return list;
}

void add_sprt_json(const ArenaReport& report, Json& json) {
  for (const char* key : {"llr", "bounds", "decision", "after_stop"}) json[key] = nullptr;
  if (!report.spec.sprt) return;
  const Sprt& sprt = *report.spec.sprt;
  const PairScores& scores = report.run.matches.front().scores;
  json["llr"] = sprt.llr(scores);
  json["bounds"] = {sprt.bounds().low, sprt.bounds().high};
  json["decision"] = decision_word(report.run.decision);
  if (report.run.decision == SprtDecision::Continue) return;
  const Estimate after = estimate_after_stop(sprt, scores);
  json["after_stop"] = {{"nelo", finite(after.value)}, {"interval", finite(after.interval)}};
}

}  // namespace

std::string arena_table(const ArenaReport& report) {
  std::ostringstream out;
  out << report.outcome.header();
  for (size_t i = 0; i < report.spec.agents.size(); ++i)
    out << right(std::to_string(i + 1), 2) << ": " << report.spec.agents[i] << '\n';
  out << '\n' << agent_rows(report);
  out << (report.duel() ? "\n" + duel_lines(report) : cross_table(report)) << '\n';
  const Totals totals(report);
  const auto a_game = [&](int64_t sum) {
    return fixed(totals.games ? static_cast<double>(sum) / static_cast<double>(totals.games) : 0, 1);
  };
  const std::string first =
      totals.decided ? percent(static_cast<double>(totals.first_wins) / static_cast<double>(totals.decided)) : "-";
  out << "  Elo counts a virtual game of each agent, half won and half lost\n";
  out << "  " << report.decks() << " decks; the first player wins " << first << "; undecided " << thousands(totals.undecided)
      << ", faults " << thousands(totals.faults) << '\n';
  out << "  turns a game " << a_game(totals.turns) << ", decisions a game " << a_game(totals.decisions) << '\n';
  out << "  " << thousands(report.run.played) << " games played now, " << fixed(report.seconds, 2) << " s, "
      << fixed(games_per_second(report), 1) << " games/s\n\n";
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
  return out.str();
}

std::string arena_json(const ArenaReport& report) {
  const Totals totals(report);
  Json json;
  json["agents"] = agents_json(report);
  json["pairs"] = report.run.matches.front().record.pairs();
  json["win_rate"] = report.ratings.agents.front().score.value;
  json["nelo"] = report.duel() ? finite(nelo_estimate(report.run.matches.front().scores).value) : Json(nullptr);
  add_sprt_json(report, json);
  report.outcome.add_to(json);
  if (report.spec.sprt && !report.run.complete) json["complete"] = false;
  json["matches"] = matches_json(report);
  json["virtual_games"] = kVirtualGames;
  json["games"] = totals.games;
  json["undecided"] = totals.undecided;
  json["faults"] = totals.faults;
  json["first_player_win_rate"] =
      totals.decided ? Json(static_cast<double>(totals.first_wins) / static_cast<double>(totals.decided)) : Json(nullptr);
  json["turns"] = totals.turns;
  json["decisions"] = totals.decisions;
  json["games_played_now"] = report.run.played;
  json["seconds"] = report.seconds;
  json["games_per_second"] = games_per_second(report);
  json["provenance"] = provenance_json(report.provenance);
  return json_text(json);
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
            thousands(scores.pairs()) + ", Elo " + signed_number(elo.value) + " +- " + half_width(elo.interval) + ", nElo " +
            signed_number(nelo.value) + " +- " + half_width(nelo.interval);
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
