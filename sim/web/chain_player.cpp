#include "sim/web/chain_player.h"

#include <algorithm>
#include <vector>

#include "agents/agent_registry.h"
#include "sim/chains/bids.h"
#include "sim/chains/handicap_curves.h"
#include "sim/chains/pilots.h"
#include "sim/results/json_members.h"
#include "sim/web/json_text.h"

namespace archon {
namespace {

using web::json;

constexpr int kNear = 3;  // chains to either side of the even handicap, of which win rates are told

struct ChainRequest {
  HandicapSpec spec;
  std::string agent;
  HandicapSearch search{HandicapSpec()};
};

// A level that is no sum of games is a problem.
bool is_level(const std::vector<int64_t>& row) {
  constexpr size_t kNumbers = 8;
  if (row.size() != kNumbers || std::max(row[0], row[1]) > kMaxHandicap || std::min(row[0], row[1]) > 0) return false;
  return row[3] + row[4] <= row[2] && row[6] + row[7] <= row[5] && row[2] + row[5] <= kMostPlayed;
}

ChainRequest read(PlayRequest& request) {
  ChainRequest asked;
  if (request.decks("decks").size() != 2) request.problem("\"decks\": two of them");
  asked.agent = request.agent("agent");
  asked.spec = {.games = request.number("games", 0, kMostPlayed), .far = request.flag("far"), .seed = request.seed()};
  if (asked.spec.far) asked.spec.least = kLeastOfBid;
  if (asked.spec.games < 2) request.problem("\"games\": at least two");
  asked.search = HandicapSearch(asked.spec);
  std::vector<HandicapBatch> batches;
  std::vector<ByFirst> results;
  for (const std::vector<int64_t>& row : request.rows("levels")) {
    if (!is_level(row)) {
      request.problem(
          "\"levels\": each the chains of both decks, one of them 0, and games, wins of a and of b by who goes first");
      continue;
    }
    batches.push_back({.handicap = static_cast<int>(row[0] - row[1]), .first_game = 0, .games = row[2] + row[5]});
    results.push_back({Tally{.games = row[2], .wins = {row[3], row[4]}}, Tally{.games = row[5], .wins = {row[6], row[7]}}});
  }
  if (request.good() && !batches.empty()) asked.search.add(batches, results);
  return asked;
}

std::string three(double value, const Interval& interval) {
  return web::json_list({json(value), json(interval.low), json(interval.high)});
}

}  // namespace

std::string answer_chains(PlayRequest request) {
  const ChainRequest asked = read(request);
  if (!request.good()) return request.refused();
  std::vector<std::string> next;
  for (const HandicapBatch& batch : asked.search.next())
    next.push_back(web::json_list(
        {int64_t{std::max(batch.handicap, 0)}, int64_t{std::max(-batch.handicap, 0)}, batch.first_game, batch.games}));
  return JsonMembers().put("next", web::json_list(next)).text();
}

std::string answer_even(PlayRequest request) {
  const ChainRequest asked = read(request);
  const HandicapEstimate estimate = request.good() ? asked.search.estimate() : HandicapEstimate();
  if (request.good() && estimate.games == 0) request.problem("\"levels\": games are needed");
  if (!request.good()) return request.refused();
  const HandicapCurves curves(estimate, asked.spec.seed);
  std::vector<std::string> rates;
  const int near = std::clamp(estimate.handicap, kNear - kMaxHandicap, kMaxHandicap - kNear);
  for (int chains = near - kNear; chains <= near + kNear; ++chains) {
    const RateAt rate = rate_at(curves.draws[0], chains);
    rates.push_back(
        web::json_list({json(int64_t{chains}), json(rate.rate), json(rate.interval.low), json(rate.interval.high)}));
  }
  const HandicapFit& fit = estimate.all;
  std::string any = web::kJsonNull;
  if (!fit.beyond() && play_well({&asked.agent, 1})) {
    const PilotFigure figure = pilot_figure(fit);
    const AnyPilot pilot = any_pilot({&figure, 1});
    any = three(pilot.chains, pilot.interval);
  }
  std::string bid = web::kJsonNull;
  if (asked.spec.far) {
    const PairCurves pair{.a = 0, .b = 1, .handicap = curves};
    const PoolBidding pool = bid_for_pool(2, {&pair, 1});
    bid = JsonMembers()
              .put("deck", json(int64_t{pool.choices[0].deck}))
              .put("closing", json(int64_t{pool.bidding.closing}))
              .put("sure", json(pool.bidding.closing_share))
              .text();
  }
  return JsonMembers()
      .put("even", three(fit.root, clamped(fit.interval)))
      .put("beyond", web::json_truth(fit.beyond()))
      .put("any", any)
      .put("rates", web::json_list(rates))
      .put("bid", bid)
      .text();
}

}  // namespace archon
