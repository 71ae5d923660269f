#include "sim/watch/soak.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/play/batch_text.h"
#include "sim/play/threads.h"
#include "sim/results/counts.h"

namespace archon {
namespace {

constexpr int64_t kGamesPerRound = 128;

void add_first(std::vector<int64_t>& numbers, const std::vector<int64_t>& more) {
  for (const int64_t number : more)
    if (numbers.size() < kMaxFaultGames) numbers.push_back(number);
}

// What some games of a matchup add up to.
struct SoakPart {
  int64_t games = 0;
  std::vector<int64_t> fault_games, undecided_games;
  MatchUses uses{};

  void add(const MatchGame& game) {
    ++games;
    if (game.record.fault()) add_first(fault_games, {game.number});
    if (game.record.undecided()) add_first(undecided_games, {game.number});
    for (size_t card = 0; card < kMaxCards; ++card) uses[card].add(game.uses.front().cards[card]);
  }
};

nlohmann::json part_json(size_t matchup, const SoakPart& part) {
  nlohmann::json cards = nlohmann::json::array();
  for (size_t card = 0; card < kMaxCards; ++card) {
    const CardUses<int64_t>& uses = part.uses[card];
    if (uses != CardUses<int64_t>()) cards.push_back({card, uses.played, uses.used, uses.discarded, uses.targeted});
  }
  return {matchup, part.games, part.fault_games, part.undecided_games, cards};
}

SoakPart read_part(const nlohmann::json& json) {
  SoakPart part;
  json.at(1).get_to(part.games);
  json.at(2).get_to(part.fault_games);
  json.at(3).get_to(part.undecided_games);
  for (const nlohmann::json& card : json.at(4)) {
    const auto numbers = card.get<std::array<int64_t, 5>>();
    part.uses.at(static_cast<size_t>(numbers[0])) = {numbers[1], numbers[2], numbers[3], numbers[4]};
  }
  return part;
}

class SoakSeries final : public SeriesOf<MatchGame> {
 public:
  SoakSeries(std::span<const Matchup> matchups, const SoakSpec& spec) : spec_(spec) {
    out_.uses.resize(matchups.size());
    const int64_t a_round = std::max<int64_t>(2, kGamesPerRound / std::ssize(matchups));
    int64_t end = 0;
    for (size_t i = 0; i < matchups.size(); ++i) {
      const uint64_t seed = stream_seed(spec.seed, i, Stream::Setup);
      out_.pairs.push_back({.seed = seed, .games = 0, .fault_games = {}, .undecided_games = {}});
      matches_.push_back({.matchup = &matchups[i],
                          .agents = {spec.agent, spec.agent},
                          .seed = seed,
                          .games = spec.games.empty() ? a_round : spec.games[i],
                          .count_uses = true,
                          .check = spec.check});
      ends_.push_back(end += matches_.back().games);
    }
  }

  int64_t asked() const { return spec_.games.empty() ? std::numeric_limits<int64_t>::max() : ends_.back(); }
  bool enough(int64_t games) const override {
    return spec_.games.empty() && games % ends_.back() == 0 && out_.sum.decisions >= spec_.decisions;
  }
  std::pair<int64_t, int64_t> progress(int64_t finished, int64_t asked) const override {
    return spec_.games.empty() ? std::pair(out_.sum.decisions, spec_.decisions) : std::pair(finished, asked);
  }

  std::string batch() override {
    nlohmann::json json = {{"sum", batch_text(sum_)}, {"pairs", nlohmann::json::array()}};
    for (const auto& [matchup, part] : parts_) json["pairs"].push_back(part_json(matchup, part));
    parts_.clear();
    sum_ = {};
    return json.dump();
  }
  bool restore(const LedgerBatch& batch) override {
    try {
      const nlohmann::json json = parse_counts(batch.data);
      const std::optional<MatchResult> sum = parse_batch(json.at("sum").get<std::string>(), batch.games);
      if (!sum) return false;
      int64_t games = 0;
      for (const nlohmann::json& pair : json.at("pairs")) {
        const auto i = pair.at(0).get<size_t>();
        if (i >= matches_.size()) return false;
        const SoakPart part = read_part(pair);
        out_.pairs[i].games += part.games;
        games += part.games;
        add_first(out_.pairs[i].fault_games, part.fault_games);
        add_first(out_.pairs[i].undecided_games, part.undecided_games);
        for (size_t card = 0; card < kMaxCards; ++card) out_.uses[i][card].add(part.uses[card]);
      }
      add(out_.sum, *sum);
      return games == batch.games;
    } catch (const std::exception&) {
      return false;
    }
  }

  SoakResult take_result() { return std::move(out_); }

 protected:
  MatchGame play(int64_t game) const override {
    const size_t i = matchup_of(game);
    const MatchSpec& match = matches_[i];
    return play_match_game(match, game / ends_.back() * match.games + game % ends_.back() - (ends_[i] - match.games));
  }
  void take(int64_t game, const MatchGame& played) override {
    const size_t i = matchup_of(game);
    count(out_.sum, played.number, played.record);
    count(sum_, played.number, played.record);
    parts_[i].add(played);
    if (!played.violation.empty() && out_.violations.size() < kMaxFaultGames)
      out_.violations.push_back("game " + std::to_string(played.number) + " of seed " + std::to_string(out_.pairs[i].seed) +
                                ": " + played.violation);
    ++out_.pairs[i].games;
    if (played.record.fault()) add_first(out_.pairs[i].fault_games, {played.number});
    if (played.record.undecided()) add_first(out_.pairs[i].undecided_games, {played.number});
    for (size_t card = 0; card < kMaxCards; ++card) out_.uses[i][card].add(played.uses.front().cards[card]);
  }

 private:
  // Of a game of the series: in each round, those of the first matchup, then of the second ...
  size_t matchup_of(int64_t game) const {
    return static_cast<size_t>(std::ranges::upper_bound(ends_, game % ends_.back()) - ends_.begin());
  }

  const SoakSpec& spec_;
  std::vector<MatchSpec> matches_;
  std::vector<int64_t> ends_;  // games of a round up to each matchup
  SoakResult out_;
  MatchResult sum_;                   // since the last batch
  std::map<size_t, SoakPart> parts_;  // likewise, of each matchup
};

}  // namespace

SoakResult soak(std::span<const Matchup> matchups, const SoakSpec& spec, const RunControl& control) {
  SoakSeries series(matchups, spec);
  SeriesEnd end = play_series(series, series.asked(), control);
  SoakResult out = series.take_result();
  out.end = std::move(end);
  return out;
}

uint64_t signature(std::span<const Matchup> matchups, const SignatureGames& of, int threads) {
  std::vector<uint64_t> values(matchups.size() * static_cast<size_t>(of.games));
  parallel_for(values.size(), threads, [&](size_t i) { values[i] = signature_game(matchups, of, i); });
  return signature_of(values);
}

}  // namespace archon
