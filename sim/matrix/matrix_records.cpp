#include "sim/matrix/matrix_records.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "sim/results/json_members.h"
#include "sim/stats/circle_method.h"

namespace archon {

nlohmann::json matrix_settings(const std::string& agent, const std::string& rules, uint64_t seed) {
  return {{"agent", full_spec(agent)}, {"rules", rules}, {"seed", seed}, {"batch_games", kBatchGames}};
}

std::string ledger_cell(const MatrixCell& cell, std::optional<int> handicap) {
  std::string key = hash_text(cell.hashes[0]) + " " + hash_text(cell.hashes[1]);
  if (handicap) key += " " + std::to_string(*handicap);
  return key;
}

LedgerBatch deck_record(const DeckFile& deck) {
  const std::string data =
      JsonMembers().add("name", deck.deck.name).add("file", deck.file).add("text", write_deck(deck.deck)).text();
  return {std::string(kDeckKey) + hash_text(deck_hash(deck.deck)), 0, 0, data};
}

void sort_decks(std::vector<DeckFile>& decks) {
  std::ranges::sort(decks, [](const DeckFile& x, const DeckFile& y) {
    return x.deck.name != y.deck.name ? x.deck.name < y.deck.name : deck_hash(x.deck) < deck_hash(y.deck);
  });
}

bool LedgerGoal::of_same_matrix(const LedgerGoal& other) const {
  return shard.of == other.shard.of && decks == other.decks && pairs.mine == other.pairs.mine &&
         pairs.field == other.pairs.field && part == other.part && round == other.round &&
         (part.empty() || games.games == other.games.games);
}

std::string goal_cell(const LedgerGoal& goal) {
  return std::string(goal.part.empty() ? kGoalKey : kRoundKey) + goal.part + goal.shard.text();
}

namespace {

std::string goal_text(const LedgerGoal& goal) {
  JsonMembers json;
  json.add("games", goal.games.games).add("precision", goal.games.precision);
  if (goal.chains) json.put("chains", JsonMembers().add("width", goal.chains->width).add("games", goal.chains->games).text());
  std::vector<std::string> hashes;
  for (const uint64_t hash : goal.decks) hashes.push_back(hash_text(hash));
  const int count = static_cast<int>(goal.decks.size());
  json.add("time", goal.time)
      .add("time_over", goal.time_over)
      .add("decks", hashes)
      .add("mine", std::min(goal.pairs.mine, count))
      .add("field", goal.pairs.field)
      .add("command", goal.shard.command);
  if (!goal.part.empty()) json.add("round", goal.round.number).add("rounds", goal.round.of);
  return json.text();
}

}  // namespace

LedgerBatch goal_batch(const LedgerGoal& goal, int64_t number) { return {goal_cell(goal), number, 0, goal_text(goal)}; }

int64_t batch_end(int64_t first) {
  for (const int64_t end : {2, 10})
    if (first < end) return end;
  return (first / kBatchGames + 1) * kBatchGames;
}

int64_t round_of(const Matrix& matrix, int i, int j) {
  if (!matrix.pairs.every(matrix.decks)) {
    const bool i_in_field = i >= matrix.pairs.field, j_is_mine = j < matrix.pairs.mine;
    return i_in_field && j_is_mine ? (int64_t{i} + j) % (matrix.decks - matrix.pairs.field) : j - matrix.pairs.field;
  }
  return circle_round(matrix.decks, i, j);
}

}  // namespace archon
