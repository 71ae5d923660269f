#include "sim/matrix_ledger.h"

#include <algorithm>
#include <tuple>

namespace archon {

MatrixSeries matrix_series(const MatrixCell& cell, size_t on, int chains) {
  MatrixSeries series;
  series.chains[on] = chains;
  for (uint64_t hash : cell.hashes) series.key += hash_text(hash) + " ";
  series.key += std::to_string(series.chains[0]) + " " + std::to_string(series.chains[1]);
  series.seed = chains == 0 ? cell.seed : stream_seed(cell.seed, static_cast<uint64_t>(chains), Stream::Setup);
  return series;
}

std::string batch_text(const MatchResult& result) {
  nlohmann::ordered_json json;
  for (const Tally& tally : result.by_first)
    json["by_first"].push_back(
        {tally.games, tally.wins[0], tally.wins[1], tally.undecided, tally.faults, tally.forfeits[0], tally.forfeits[1]});
  json["fallbacks"] = result.fallbacks;
  json["turns"] = result.turns;
  json["decisions"] = result.decisions;
  json["fingerprint"] = hash_text(result.fingerprint);
  if (!result.fault_games.empty()) json["fault_games"] = result.fault_games;
  return json.dump();
}

std::optional<MatchResult> parse_batch(const std::string& text) {
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    MatchResult result;
    for (size_t first = 0; first < 2; ++first) {
      const auto numbers = json.at("by_first").at(first).get<std::array<int64_t, 7>>();
      result.by_first[first] = {numbers[0], numbers[3], numbers[4], {numbers[1], numbers[2]}, {numbers[5], numbers[6]}};
    }
    json.at("fallbacks").get_to(result.fallbacks);
    result.turns = json.at("turns").get<int64_t>();
    result.decisions = json.at("decisions").get<int64_t>();
    if (json.contains("fault_games")) result.fault_games = json["fault_games"].get<std::vector<int64_t>>();
    return result;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

std::string read_series(const Ledger& ledger, const std::string& key, MatchResult& sum) {
  int64_t next = 0;
  for (const LedgerBatch& batch : ledger.batches(key)) {
    const std::optional<MatchResult> result = parse_batch(batch.data);
    if (batch.first != next || !result || result->total().games != batch.games)
      return "cell '" + key + "': the batch at game " + std::to_string(batch.first) +
             (batch.first != next ? " does not follow the one before (merge the missing ledger)" : " can't be read");
    add(sum, *result);
    next += batch.games;
  }
  return "";
}

namespace {
constexpr std::string_view kDeckKey = "deck ";
}

LedgerBatch deck_record(const DeckFile& deck) {
  const nlohmann::ordered_json data = {{"name", deck.deck.name}, {"file", deck.file}, {"text", write_deck(deck.deck)}};
  return {std::string(kDeckKey) + hash_text(deck_hash(deck.deck)), 0, 0, data.dump()};
}

std::vector<DeckFile> ledger_decks(const Ledger& ledger, std::vector<std::string>& problems) {
  std::vector<DeckFile> decks;
  for (const LedgerBatch& batch : ledger.all()) {
    if (!batch.cell.starts_with(kDeckKey)) continue;
    const nlohmann::json data = nlohmann::json::parse(batch.data, nullptr, false);
    if (!data.is_object() || !data.contains("text") || !data["text"].is_string()) {
      problems.push_back("'" + batch.cell + "' of the ledger can't be read");
      continue;
    }
    DeckResult result = parse_deck(data["text"].get<std::string>());
    for (const DeckProblem& problem : result.problems) problems.push_back(format_problem(batch.cell, problem));
    if (result.deck) decks.push_back({std::move(*result.deck), data.value("file", std::string())});
  }
  sort_decks(decks);
  return decks;
}

void sort_decks(std::vector<DeckFile>& decks) {
  std::ranges::sort(decks, [](const DeckFile& x, const DeckFile& y) {
    return std::tuple(x.deck.name, deck_hash(x.deck)) < std::tuple(y.deck.name, deck_hash(y.deck));
  });
}

std::string read_matrix(const Ledger& ledger, Matrix& matrix) {
  for (MatrixCell& cell : matrix.cells) {
    std::string error = read_series(ledger, matrix_series(cell).key, cell.result);
    for (int chains : kChainLevels) {
      const MatrixSeries series = matrix_series(cell, cell.stronger(), chains);
      if (error.empty()) error = read_series(ledger, series.key, cell.levels.emplace_back());
    }
    if (!error.empty()) return error;
    if (std::ranges::all_of(cell.levels, [](const MatchResult& level) { return level.total().games == 0; }))
      cell.levels.clear();
    estimate_chains(cell);
  }
  return "";
}

}  // namespace archon
