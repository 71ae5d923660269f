#include "sim/turns/turn_losses.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/card_program.h"
#include "sim/turns/turn_games.h"

namespace archon {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CardDifference, definition, deed, by)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ComparedTurn, deck, cause, loss, cards, could, took)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ComparedGame, turns, undecided, faults, unfinished, fallbacks, problem)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorstTurn, loss, error, game, turn, deck, opponent, cause, did, position)

namespace {

class TurnSeries final : public SeriesOf<ComparedGame> {
 public:
  explicit TurnSeries(const TurnsSpec& spec) : spec_(spec), comparer_(spec) {}

  std::string batch() override {
    std::erase_if(fresh_, [this](const WorstTurn& turn) { return turn.loss < worst_.back().loss; });
    const nlohmann::json json = {{"games", std::vector(games_.begin() + static_cast<std::ptrdiff_t>(saved_), games_.end())},
                                 {"worst", fresh_}};
    saved_ = games_.size();
    fresh_.clear();
    return json.dump();
  }
  bool restore(const LedgerBatch& batch) override {
    try {
      const nlohmann::json json = nlohmann::json::parse(batch.data);
      auto games = json.at("games").get<std::vector<ComparedGame>>();
      auto worst = json.at("worst").get<std::vector<WorstTurn>>();
      if (std::ssize(games) != batch.games || !all_possible(worst)) return false;
      for (ComparedGame& game : games) {
        if (!all_possible(game.turns)) return false;
        add(std::move(game));
      }
      std::ranges::move(worst, std::back_inserter(worst_));
      keep_worst(worst_, spec_.worst);
      saved_ = games_.size();
      return true;
    } catch (const nlohmann::json::exception&) {
      return false;
    }
  }
  bool enough(int64_t) const override { return !problem_.empty(); }

  TurnsReport report(SeriesEnd end) {
    TurnsReport report = turns_report(spec_, games_, std::move(worst_));
    report.problem = problem_;
    report.end = std::move(end);
    return report;
  }

 protected:
  ComparedGame play(int64_t game) const override { return comparer_.play(game); }
  void take(int64_t, const ComparedGame& game) override {
    add(game);
    for (std::vector<WorstTurn>* turns : {&worst_, &fresh_}) {
      turns->insert(turns->end(), game.worst.begin(), game.worst.end());
      keep_worst(*turns, spec_.worst);
    }
  }

 private:
  // What a ledger says must fit the decks and the cards.
  bool possible(const ComparedTurn& turn) const {
    const auto good = [](const CardDifference& each) {
      return each.definition >= 0 && each.definition < std::ssize(card_program().definitions) &&
             static_cast<size_t>(each.deed) < kCardDeeds && (each.by == 0 || each.by == 1);
    };
    return turn.deck < spec_.decks.size() && static_cast<size_t>(turn.cause) < kTurnCauses && std::abs(turn.loss) <= 1 &&
           std::ranges::all_of(turn.cards, good);
  }
  bool possible(const WorstTurn& turn) const {
    return turn.deck < spec_.decks.size() && turn.opponent < spec_.decks.size() &&
           static_cast<size_t>(turn.cause) < kTurnCauses;
  }
  template <class Turn>
  bool all_possible(const std::vector<Turn>& turns) const {
    return std::ranges::all_of(turns, [this](const Turn& turn) { return possible(turn); });
  }
  void add(ComparedGame game) {
    if (problem_.empty()) problem_ = game.problem;
    game.worst.clear();  // those that worse ones have passed need not be kept
    games_.push_back(std::move(game));
  }

  const TurnsSpec& spec_;
  const TurnComparer comparer_;
  std::vector<ComparedGame> games_;
  std::vector<WorstTurn> worst_, fresh_;  // of all games; of those since the last batch
  std::string problem_;                   // of the first game that has one
  size_t saved_ = 0;                      // games in batches
};

}  // namespace

TurnsReport measure_turns(const TurnsSpec& spec, const RunControl& control) {
  TurnSeries series(spec);
  SeriesEnd end = play_series(series, spec.games, control);
  return series.report(std::move(end));
}

}  // namespace archon
