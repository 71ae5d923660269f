#include "sim/matrix/matrix_ledger.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "sim/play/batch_player.h"

namespace archon {

std::string ledger_cell(const MatrixCell& cell, std::optional<int> handicap) {
  std::string key = hash_text(cell.hashes[0]) + " " + hash_text(cell.hashes[1]);
  if (handicap) key += " " + std::to_string(*handicap);
  return key;
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

namespace {

// The batches of a cell and their handicap; none: the plain games.
struct CellBatch {
  const LedgerBatch* batch = nullptr;
  std::optional<int> handicap;
};

// Adds batches that must follow each other from game 0 on.
std::string add_batches(std::vector<CellBatch> batches, MatrixCell& cell) {
  std::ranges::sort(batches, {}, [](const CellBatch& each) { return each.batch->first; });
  int64_t next = 0;
  for (const auto& [batch, handicap] : batches) {
    const std::optional<MatchResult> result = parse_batch(batch->data);
    const std::string what = "cell '" + batch->cell + "' of the ledger: the batch at game " + std::to_string(batch->first);
    if (batch->first != next) return what + " does not follow the one before (merge the ledger that has it)";
    if (!result || result->total().games != batch->games) return what + " can't be read";
    add(handicap ? cell.chained[*handicap] : cell.result, *result);
    next += batch->games;
  }
  return "";
}

// The handicap after the two hashes of a key; nothing when there is none.
std::optional<int> handicap_of(const std::string& key, size_t hashes) {
  int handicap = 0;
  if (key.size() <= hashes) return {};
  const auto [end, error] = std::from_chars(key.data() + hashes + 1, key.data() + key.size(), handicap);
  return error == std::errc() && end == key.data() + key.size() ? std::optional<int>(handicap) : std::nullopt;
}

}  // namespace

std::string read_matrix(const Ledger& ledger, Matrix& matrix) {
  const std::vector<LedgerBatch> all = ledger.all();
  std::map<std::string, std::vector<const LedgerBatch*>, std::less<>> by_pair;
  constexpr size_t kHashes = 2 * 16 + 1;
  for (const LedgerBatch& batch : all) by_pair[batch.cell.substr(0, kHashes)].push_back(&batch);
  for (MatrixCell& cell : matrix.cells) {
    std::vector<CellBatch> plain, chained;
    for (const LedgerBatch* batch : by_pair[ledger_cell(cell)]) {
      const std::optional<int> handicap = handicap_of(batch->cell, kHashes);
      if (batch->cell != ledger_cell(cell, handicap)) return "cell '" + batch->cell + "' of the ledger can't be read";
      (handicap ? chained : plain).push_back({batch, handicap});
    }
    std::string error = add_batches(std::move(plain), cell);
    if (error.empty()) error = add_batches(std::move(chained), cell);
    if (!error.empty()) return error;
  }
  return "";
}

}  // namespace archon
