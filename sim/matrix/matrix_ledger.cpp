#include "sim/matrix/matrix_ledger.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sim/matrix/matrix_goal.h"
#include "sim/play/batch_text.h"

namespace archon {

std::vector<DeckFile> ledger_decks(const Ledger& ledger, std::vector<std::string>& problems) {
  std::vector<DeckFile> decks;
  const auto read = [&](const LedgerBatch& batch) {
    const nlohmann::json data = nlohmann::json::parse(batch.data, nullptr, false);
    if (!data.is_object() || !data.contains("text") || !data["text"].is_string()) {
      problems.push_back("'" + batch.cell + "' of the ledger can't be read");
      return;
    }
    DeckResult result = parse_deck(data["text"].get<std::string>());
    for (const DeckProblem& problem : result.problems) problems.push_back(format_problem(batch.cell, problem));
    if (result.deck) decks.push_back({std::move(*result.deck), data.value("file", std::string())});
  };
  ledger.each(read, kDeckKey);
  sort_decks(decks);
  return decks;
}

namespace {

constexpr size_t kHashes = 2 * 16 + 1;  // characters of a key

// A batch of a cell and its handicap; none: a plain one.
struct CellBatch {
  LedgerBatch batch;
  std::optional<int> handicap;
};

// The handicap after the two hashes of a key; nothing when there is none.
std::optional<int> handicap_of(const std::string& key) {
  int handicap = 0;
  if (key.size() <= kHashes) return {};
  const auto [end, error] = std::from_chars(key.data() + kHashes + 1, key.data() + key.size(), handicap);
  return error == std::errc() && end == key.data() + key.size() ? std::optional<int>(handicap) : std::nullopt;
}

bool is_hash(std::string_view text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

uint64_t hash_of(std::string_view text) {
  uint64_t hash = 0;
  std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return hash;
}

// Reads the batches of a ledger, in their order, into the cells of a matrix.
class MatrixReader {
 public:
  explicit MatrixReader(Matrix& matrix) : matrix_(matrix) {
    for (const MatrixCell& cell : matrix.cells) {
      decks_.emplace(hash_text(cell.hashes[0]), cell.a);
      decks_.emplace(hash_text(cell.hashes[1]), cell.b);
    }
  }

  void read(const LedgerBatch& batch) {
    if (!error_.empty()) return;
    const std::string_view key = std::string_view(batch.cell).substr(0, kHashes);
    if (!cell_ || key != key_) next_cell(key);
    if (!cell_) return;
    const std::optional<int> handicap = handicap_of(batch.cell);
    if (batch.cell != ledger_cell(*cell_, handicap))
      error_ = "cell '" + batch.cell + "' of the ledger can't be read";
    else
      (handicap ? chained_ : plain_).push_back({batch, handicap});
  }

  std::string finish() {
    if (error_.empty()) add_cell();
    return error_;
  }

 private:
  void next_cell(std::string_view key) {
    add_cell();
    key_ = key;
    cell_ = nullptr;
    const auto a = decks_.find(key.substr(0, key.find(' '))),
               b = decks_.find(key.substr(std::min(key.size(), kHashes / 2 + 1)));
    if (a == decks_.end() || b == decks_.end()) return;
    MatrixCell* const cell = matrix_.cell(a->second, b->second);
    if (cell && cell->a == a->second) cell_ = cell;
  }

  void add_cell() {
    add_batches(plain_);
    add_batches(chained_);
    plain_.clear();
    chained_.clear();
  }

  // Batches must follow each other from game 0 on.
  void add_batches(std::vector<CellBatch>& batches) {
    std::ranges::sort(batches, {}, [](const CellBatch& each) { return each.batch.first; });
    int64_t next = 0;
    for (const auto& [batch, handicap] : batches) {
      const std::optional<MatchResult> result = parse_batch(batch.data, batch.games);
      const std::string what = "cell '" + batch.cell + "' of the ledger: the batch at game " + std::to_string(batch.first);
      if (error_.empty() && batch.first != next)
        error_ = what + " does not follow the one before (merge the ledger that has it)";
      if (error_.empty() && !result) error_ = what + " can't be read";
      if (!error_.empty()) return;
      add(handicap ? cell_->with_chains().games[*handicap] : cell_->result, *result);
      add(matrix_.faults_by_bound, result->faults_by_bound);
      add(matrix_.forfeits_by_cause, result->forfeits_by_cause);
      add(matrix_.by_time, result->by_time);
      next += batch.games;
    }
  }

  Matrix& matrix_;
  std::map<std::string, int, std::less<>> decks_;  // by the text of the hash
  std::string key_;
  MatrixCell* cell_ = nullptr;  // of the key; null when the matrix has none
  std::vector<CellBatch> plain_, chained_;
  std::string error_;
};

}  // namespace

std::optional<CellName> parse_cell(const std::string& key) {
  const std::string_view text = key;
  const bool hashes = text.size() >= kHashes && is_hash(text.substr(0, 16)) && text[16] == ' ' && is_hash(text.substr(17, 16));
  const std::optional<int> handicap = handicap_of(key);
  if (!hashes || (text.size() > kHashes && !(text[kHashes] == ' ' && handicap))) return std::nullopt;
  return CellName{hash_of(text.substr(0, 16)), hash_of(text.substr(17, 16)), handicap};
}

std::string unreadable_batch(const Ledger& ledger) {
  std::vector<std::string> problems;
  std::set<uint64_t> decks;
  for (const DeckFile& each : ledger_decks(ledger, problems)) decks.insert(deck_hash(each.deck));
  std::string problem;
  for (const LedgerGoal& goal : ledger_goals(ledger, problem))
    if (!std::ranges::all_of(goal.decks, [&](uint64_t hash) { return decks.contains(hash); }))
      problem = "a goal is about decks that the ledger has not";
  if (!problem.empty()) problems.push_back(problem);
  ledger.each([&](const LedgerBatch& batch) {
    if (!problems.empty() || batch.cell.starts_with(kDeckKey) || is_goal(batch)) return;
    if (!parse_cell(batch.cell) || !parse_batch(batch.data, batch.games))
      problems.push_back("the batch of '" + batch.cell + "' at game " + std::to_string(batch.first) + " can't be read");
  });
  return problems.empty() ? "" : problems.front();
}

std::string read_matrix(const Ledger& ledger, Matrix& matrix, std::string_view part) {
  MatrixReader reader(matrix);
  const auto read = [&](const LedgerBatch& batch) {
    LedgerBatch of_matrix = batch;
    of_matrix.cell.erase(0, part.size());
    reader.read(of_matrix);
  };
  ledger.each(read, part);
  return reader.finish();
}

}  // namespace archon
