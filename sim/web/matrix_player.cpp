#include "sim/web/matrix_player.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "agents/agent_registry.h"
#include "sim/matrix/gauntlet.h"
#include "sim/matrix/matrix.h"
#include "sim/matrix/matrix_posterior.h"
#include "sim/matrix/matrix_records.h"
#include "sim/results/json_members.h"
#include "sim/results/ledger_text.h"
#include "sim/results/version.h"
#include "sim/stats/statistics.h"
#include "sim/web/json_text.h"

namespace archon {
namespace {

using web::json;

constexpr size_t kMostDecks = 200;
constexpr std::string_view kRules = "18.4";  // MatchupOptions

// The decks in the order that numbers their pairs, and the pairs without games.
struct Arranged {
  std::vector<DeckFile> decks;
  std::vector<size_t> order;  // of each deck its place in the request
  Matrix matrix;
};

std::vector<DeckFile> files_of(const std::vector<Deck>& decks, std::map<uint64_t, size_t>& places, PlayRequest& request) {
  std::vector<DeckFile> files;
  std::set<uint64_t> seen;
  const size_t before = places.size();
  for (const Deck& deck : decks) {
    if (!seen.insert(deck_hash(deck)).second) request.problem("'" + deck.name + "' is there twice");
    places.emplace(deck_hash(deck), before + files.size());
    files.push_back({deck, ""});
  }
  return files;
}

Arranged arrange(PlayRequest& request, uint64_t seed) {
  Arranged out;
  const std::vector<Deck> mine = request.decks("decks"),
                          against = request.has("against") ? request.decks("against") : std::vector<Deck>();
  if (!request.good()) return out;
  if (mine.size() + against.size() < 2) request.problem("at least two decks are needed");
  if (mine.size() + against.size() > kMostDecks) request.problem("at most " + std::to_string(kMostDecks) + " decks");
  std::map<uint64_t, size_t> places;  // in the request
  out.decks = files_of(mine, places, request);
  const std::vector<DeckFile> field = files_of(against, places, request);
  MatrixPairs pairs;
  if (field.empty()) {
    sort_decks(out.decks);
  } else {
    Gauntlet gauntlet = arrange_gauntlet(out.decks, field);
    pairs = gauntlet.pairs;
    out.decks = std::move(gauntlet.decks);
  }
  std::vector<Deck> list;
  for (const DeckFile& each : out.decks) {
    list.push_back(each.deck);
    out.order.push_back(places.at(deck_hash(each.deck)));
  }
  out.matrix = empty_matrix(list, seed, 0, 1, pairs);
  if (out.matrix.cells.empty()) request.problem("these decks make no pair");
  return out;
}

std::string rate_of(const std::optional<WinRate>& rate) {
  return rate ? web::json_list({json(rate->value), json(rate->interval.low), json(rate->interval.high)}) : web::kJsonNull;
}

// The batches of all pairs until each has so many games: pair, first, games.
std::vector<std::array<int64_t, 3>> batches_of(const Matrix& matrix, int64_t games) {
  std::map<int64_t, std::vector<int64_t>> pairs;  // of each round
  for (size_t i = 0; i < matrix.cells.size(); ++i) {
    const MatrixCell& cell = matrix.cells[i];
    pairs[round_of(matrix, std::min(cell.a, cell.b), std::max(cell.a, cell.b))].push_back(static_cast<int64_t>(i));
  }
  std::vector<std::array<int64_t, 3>> list;
  for (int64_t first = 0; first < games; first = batch_end(first))
    for (const auto& [round, of_round] : pairs)
      for (const int64_t pair : of_round) list.push_back({pair, first, std::min(batch_end(first), games) - first});
  return list;
}

// The cell of each batch that a request names, with its data.
std::vector<LedgerBatch> played_batches(PlayRequest& request, const Matrix& matrix) {
  const std::vector<std::vector<int64_t>> rows = request.rows("batches");
  const std::vector<std::string> data = request.texts("data");
  std::vector<LedgerBatch> batches;
  if (rows.size() != data.size()) request.problem("\"batches\" and \"data\": as many of one as of the other");
  for (size_t i = 0; request.good() && i < rows.size(); ++i) {
    if (rows[i].size() != 3 || rows[i][0] >= std::ssize(matrix.cells))
      request.problem("\"batches\": each a pair, the first game and how many");
    else
      batches.push_back({ledger_cell(matrix.cells[static_cast<size_t>(rows[i][0])]), rows[i][1], rows[i][2], data[i]});
  }
  return batches;
}

}  // namespace

std::string answer_plan(PlayRequest request) {
  const Arranged arranged = arrange(request, 0);
  const int64_t games = request.number("games", 0, kMostPlayed);
  if (request.good() && games == 0) request.problem("\"games\": how many of each pair");
  if (!request.good()) return request.refused();
  std::vector<std::string> decks, order, pairs, batches;
  const MatrixPairs& meet = arranged.matrix.pairs;
  for (int i = 0; i < arranged.matrix.decks; ++i) {
    const Deck& deck = arranged.decks[static_cast<size_t>(i)].deck;
    decks.push_back(JsonMembers()
                        .put("deck", json(deck.name))
                        .put("hash", json(hash_text(deck_hash(deck))))
                        .put("mine", web::json_truth(i < meet.mine))
                        .put("field", web::json_truth(i >= meet.field))
                        .text());
  }
  for (const size_t place : arranged.order) order.push_back(json(static_cast<int64_t>(place)));
  for (const MatrixCell& cell : arranged.matrix.cells) pairs.push_back(web::json_list({int64_t{cell.a}, int64_t{cell.b}}));
  for (const auto& [pair, first, count] : batches_of(arranged.matrix, games))
    batches.push_back(web::json_list({pair, first, count}));
  return JsonMembers()
      .put("decks", web::json_list(decks))
      .put("order", web::json_list(order))
      .put("pairs", web::json_list(pairs))
      .put("batches", web::json_list(batches))
      .text();
}

std::string answer_summary(PlayRequest request) {
  Arranged arranged = arrange(request, 0);
  const std::vector<std::vector<int64_t>> wins = request.rows("wins");
  const std::vector<double> known = request.numbers("known");
  const std::string agent = request.agent("agent");
  if (request.good() && wins.size() != arranged.matrix.cells.size()) request.problem("\"wins\": two numbers for each pair");
  for (size_t i = 0; request.good() && i < wins.size(); ++i) {
    if (wins[i].size() != 2) request.problem("\"wins\": two numbers for each pair");
    Tally& tally = arranged.matrix.cells[i].result.by_first[0];
    if (request.good()) tally = {.games = wins[i][0] + wins[i][1], .wins = {wins[i][0], wins[i][1]}};
  }
  if (!known.empty() && request.good() && known.size() != *std::ranges::max_element(arranged.order) + 1)
    request.problem("\"known\": a number for each deck");
  if (!request.good()) return request.refused();
  std::vector<double> strengths;
  if (!known.empty() && play_well(std::vector{agent}))
    for (const size_t place : arranged.order) strengths.push_back(known[place]);
  const MatrixPosterior posterior(arranged.matrix, strengths);
  std::vector<std::string> pairs, decks;
  for (const MatrixCell& cell : arranged.matrix.cells) {
    const std::optional<PairRate> rate = posterior.rate(cell.a, cell.b);
    pairs.push_back(rate_of(rate ? std::optional(rate->alone) : std::nullopt));
  }
  for (int deck = 0; deck < arranged.matrix.decks; ++deck)
    decks.push_back(rate_of(deck < arranged.matrix.pairs.mine ? posterior.mean(deck) : std::nullopt));
  return JsonMembers().put("pairs", web::json_list(pairs)).put("decks", web::json_list(decks)).text();
}

std::string answer_ledger(PlayRequest request) {
  const uint64_t seed = request.seed();
  Arranged arranged = arrange(request, seed);
  const std::vector<std::string> files = request.texts("files"), command = request.texts("command");
  const std::string agent = request.agent("agent");
  const int64_t games = request.number("games", 0, kMostPlayed);
  const std::vector<LedgerBatch> played = played_batches(request, arranged.matrix);
  if (request.good() && files.size() <= *std::ranges::max_element(arranged.order))
    request.problem("\"files\": one for each deck");
  if (!request.good()) return request.refused();
  std::vector<LedgerBatch> batches;
  LedgerGoal goal{.games = {.games = games}, .shard = {.command = command}, .pairs = arranged.matrix.pairs};
  goal.pairs.mine = std::min(goal.pairs.mine, arranged.matrix.decks);
  for (size_t i = 0; i < arranged.decks.size(); ++i) {
    arranged.decks[i].file = files[arranged.order[i]];
    batches.push_back(deck_record(arranged.decks[i]));
    goal.decks.push_back(deck_hash(arranged.decks[i].deck));
  }
  batches.push_back(goal_batch(goal, 0));
  batches.insert(batches.end(), played.begin(), played.end());
  const LedgerHead head{.kind = std::string(kMatrixLedger),
                        .program = std::string(program_digest()),
                        .version = std::string(archon::version()),
                        .settings = matrix_settings(agent, std::string(kRules), seed)};
  return JsonMembers().put("ledger", json(ledger_text(head, batches))).text();
}

std::string answer_rate(PlayRequest request) {
  const std::vector<std::vector<int64_t>> wins = request.rows("wins");
  if (request.good() && (wins.size() != 1 || wins[0].size() != 2)) request.problem("\"wins\": one pair of numbers");
  if (!request.good()) return request.refused();
  const int64_t games = wins[0][0] + wins[0][1];
  std::optional<WinRate> rate;
  if (games > 0)
    rate = {static_cast<double>(wins[0][0]) / static_cast<double>(games), wilson_interval(wins[0][0], games, kConfidence)};
  return JsonMembers().put("rate", rate_of(rate)).text();
}

}  // namespace archon
