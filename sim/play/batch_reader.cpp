// Reads batches of a ledger, which anybody may have written.
#include <array>
#include <charconv>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/play/batch_text.h"
#include "sim/results/counts.h"

namespace archon {

bool possible(const Tally& tally) {
  return tally.decided() + tally.undecided + tally.faults == tally.games && tally.forfeits[0] <= tally.wins[1] &&
         tally.forfeits[1] <= tally.wins[0];
}

namespace {

constexpr int64_t kMostGames = 10'000'000;  // of a batch: about a second of them are saved at once

bool possible(const MatchResult& result) {
  const Tally total = result.total();
  const auto few = [&](const std::vector<int64_t>& named, int64_t all) {
    return named.size() <= kMaxFaultGames && std::ssize(named) <= all;
  };
  int64_t bounds = 0, causes = 0;
  for (const auto& [bound, faults] : result.faults_by_bound) bounds += faults;
  for (const auto& [cause, forfeits] : result.forfeits_by_cause) causes += forfeits;
  const int64_t timed = tied(result.by_time), by_lead = ended_by_time(result.by_time) - timed;
  return timed <= total.undecided && by_lead <= total.decided() && possible(result.by_first[0]) &&
         possible(result.by_first[1]) && few(result.fault_games, total.faults) &&
         few(result.undecided_games, total.undecided) && bounds <= total.faults &&
         causes <= total.forfeits[0] + total.forfeits[1];
}

MatchResult read_batch(const nlohmann::json& json) {
  MatchResult result;
  for (size_t first = 0; first < 2; ++first) {
    const auto numbers = json.at("by_first").at(first).get<std::array<int64_t, 7>>();
    result.by_first[first] = {numbers[0], numbers[3], numbers[4], {numbers[1], numbers[2]}, {numbers[5], numbers[6]}};
  }
  json.at("fallbacks").get_to(result.fallbacks);
  json.at("turns").get_to(result.turns);
  json.at("decisions").get_to(result.decisions);
  if (json.contains("fault_games")) json["fault_games"].get_to(result.fault_games);
  if (json.contains("undecided_games")) json["undecided_games"].get_to(result.undecided_games);
  if (json.contains("faults_by_bound")) json["faults_by_bound"].get_to(result.faults_by_bound);
  if (json.contains("forfeits_by_cause")) json["forfeits_by_cause"].get_to(result.forfeits_by_cause);
  if (json.contains("by_time")) json["by_time"].get_to(result.by_time);
  const auto fingerprint = json.value("fingerprint", std::string());
  std::from_chars(fingerprint.data(), fingerprint.data() + fingerprint.size(), result.fingerprint, 16);
  return result;
}

}  // namespace

std::optional<MatchResult> parse_batch(const std::string& text, int64_t games) {
  try {
    MatchResult result = read_batch(parse_counts(text));
    const bool good = games <= kMostGames && result.total().games == games && possible(result);
    return good ? std::optional(std::move(result)) : std::nullopt;
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace archon
