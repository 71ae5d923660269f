#include "sim/cli/chains_text.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "sim/present/terminal_text.h"
#include "sim/stats/distributions.h"

namespace archon::cli {

HandicapReport::HandicapReport(HandicapEstimate estimated, uint64_t seed) : estimate(std::move(estimated)) {
  for (size_t i = 0; i < 3; ++i) {
    draws[i] = sampled_curves(estimate.observations(static_cast<int>(i) - 1), kCurveDraws, seed + i);
    curve[i] = mean_curve(draws[i]);
  }
}

RateAt rate_at(const std::vector<WinCurve>& draws, int handicap) {
  std::vector<double> rates;
  double sum = 0;
  for (const WinCurve& curve : draws) {
    rates.push_back(curve[handicap]);
    sum += curve[handicap];
  }
  return {sum / static_cast<double>(rates.size()), middle_interval(std::move(rates))};
}

void HandicapOptions::add_to(Command on, const std::string& games_help) {
  command = on;
  command.option("-n,--games", games, games_help);
  command.option("--width", width, "Stop when the 95 % interval of the handicap is that narrow, in chains");
  command.option("--agent", agent, "Who plays both sides ('archon agents' lists them)");
  add_format(command, format);
  long_run.add_time(command);
  long_run.add_ledger(command);
}

void HandicapOptions::check(Problems& problems) const {
  problems.check(games >= 40 && games <= 100'000'000, "--games: from 40 to 100,000,000, not " + std::to_string(games));
  problems.check(width >= 0.5 && width <= 48, "--width: from 0.5 to 48 chains, not " + fixed(width, 2));
  problems.check_agent("--agent", agent);
  long_run.check(problems);
}

nlohmann::json HandicapOptions::settings(const RunOptions& run) const {
  return {{"agent", full_spec(agent)}, {"rules", run.rules}, {"seed", run.seed}};
}

std::string chain_cell(const DeckFile& a, const DeckFile& b) {
  return hash_text(deck_hash(a.deck)) + " " + hash_text(deck_hash(b.deck));
}

nlohmann::ordered_json exact_json(const HandicapFit& fit) {
  return fit.beyond() ? nlohmann::ordered_json() : nlohmann::ordered_json(fit.root);
}

nlohmann::ordered_json interval_json(const HandicapFit& fit) {
  const Interval interval = open_ended(fit.interval);
  const auto end = [](double value) { return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(); };
  return {end(interval.low), end(interval.high)};
}

nlohmann::ordered_json fit_json(const HandicapFit& fit) {
  return {{"slope", fit.slope},
          {"slope_interval", {fit.slope_interval.low, fit.slope_interval.high}},
          {"flat", fit.flat()},
          {"games", fit.games}};
}

nlohmann::ordered_json levels_json(const HandicapEstimate& estimate) {
  nlohmann::ordered_json levels = nlohmann::ordered_json::array();
  for (const auto& [handicap, by_first] : estimate.levels) {
    Tally sum = by_first[0];
    sum.add(by_first[1]);
    levels.push_back({{"handicap", handicap},
                      {"games", sum.games},
                      {"wins", sum.wins},
                      {"undecided", sum.undecided},
                      {"faults", sum.faults},
                      {"wins_going_first", {by_first[0].wins[0], by_first[1].wins[1]}}});
  }
  return levels;
}

int width_code(const HandicapOptions& options, bool narrow) {
  return options.command.given("--width") && !narrow ? kInconclusive : kDone;
}

}  // namespace archon::cli
