#include <algorithm>
#include <map>
#include <tuple>

#include "engine/core/card_program.h"
#include "sim/turns/turn_games.h"
#include "sim/watch/coverage.h"

namespace archon {
namespace {

// Sums over the turns of a game that are of a kind.
struct KindSum {
  double turns = 0, loss = 0;

  void add(double more) {
    ++turns;
    loss += more;
  }
};

// The same of each game that has any, by its number.
using KindSums = std::map<size_t, KindSum>;

// What follows from the turns of a kind among all turns of each game.
TurnCell cell_of(const KindSums& kind, const std::vector<KindSum>& all) {
  std::vector<ClusterSum> share, loss, part;
  TurnCell cell;
  for (size_t game = 0; game < all.size(); ++game) {
    const auto found = kind.find(game);
    const KindSum sum = found == kind.end() ? KindSum{} : found->second;
    cell.turns += static_cast<int64_t>(sum.turns);
    share.push_back({sum.turns, all[game].turns});
    loss.push_back({sum.loss, sum.turns});
    part.push_back({sum.loss, all[game].turns});
  }
  cell.share = cluster_mean(share);
  cell.loss = cluster_mean(loss);
  cell.part = cluster_mean(part);
  return cell;
}

CardTurns::Side side_of(const KindSums& kind) {
  CardTurns::Side side;
  std::vector<ClusterSum> loss;
  for (const auto& [game, sum] : kind) {
    side.turns += static_cast<int64_t>(sum.turns);
    loss.push_back({sum.loss, sum.turns});
  }
  side.loss = cluster_mean(loss);
  return side;
}

// Adds up the turns of the games by what they are.
class TurnSums {
 public:
  explicit TurnSums(const TurnsSpec& spec) : spec_(spec), card_of_(cards_of_definitions(card_program())) {}

  void add(const ComparedGame& game) {
    const size_t number = all_.size();
    all_.emplace_back();
    for (const ComparedTurn& turn : game.turns) {
      all_.back().add(turn.loss);
      of_all_[number].add(turn.loss);
      causes_[static_cast<size_t>(turn.cause)][number].add(turn.loss);
      SetSums& set = sets_[set_rank(spec_.decks[turn.deck].set)];
      set.set = spec_.decks[turn.deck].set;
      set.all[number].add(turn.loss);
      set.different[number].turns += turn.cause != TurnCause::Same;
      for (const CardDifference& each : turn.cards) {
        const size_t card = card_of_[static_cast<size_t>(each.definition)];
        cards_[{card, each.deed}][static_cast<size_t>(each.by)][number].add(turn.loss);
      }
    }
  }

  void report(TurnsReport& report) const {
    report.all = cell_of(of_all_, all_);
    for (size_t i = 0; i < kTurnCauses; ++i) report.causes[i] = cell_of(causes_[i], all_);
    for (const auto& [rank, sums] : sets_) report.sets.push_back(set_turns(sums));
    for (const auto& [card, only] : cards_) {
      CardTurns& turns = report.cards.emplace_back();
      std::tie(turns.card, turns.deed) = card;
      for (size_t i = 0; i < 2; ++i) {
        turns.only[i] = side_of(only[i]);
        turns.part +=
            turns.only[i].loss.mean * static_cast<double>(turns.only[i].turns) / static_cast<double>(report.all.turns);
      }
    }
    std::ranges::stable_sort(report.cards, std::ranges::greater{}, &CardTurns::part);
  }

 private:
  struct SetSums {
    std::string set;
    KindSums all, different;
  };

  // By release, then what is no set.
  static std::pair<size_t, std::string> set_rank(const std::string& code) {
    const auto found = std::ranges::find(card_sets(), code, &Expansion::code);
    return {static_cast<size_t>(found - card_sets().begin()), code};
  }

  static SetTurns set_turns(const SetSums& sums) {
    SetTurns turns{.set = sums.set, .different = {}, .loss = {}};
    std::vector<ClusterSum> different, loss;
    for (const auto& [game, sum] : sums.all) {
      turns.turns += static_cast<int64_t>(sum.turns);
      different.push_back({sums.different.at(game).turns, sum.turns});
      loss.push_back({sum.loss, sum.turns});
    }
    turns.different = cluster_mean(different);
    turns.loss = cluster_mean(loss);
    return turns;
  }

  const TurnsSpec& spec_;
  const std::vector<size_t> card_of_;
  std::vector<KindSum> all_;  // by game
  KindSums of_all_;
  std::array<KindSums, kTurnCauses> causes_;
  std::map<std::pair<size_t, std::string>, SetSums> sets_;
  std::map<std::pair<size_t, CardDeed>, std::array<KindSums, 2>> cards_;
};

}  // namespace

TurnsReport turns_report(const TurnsSpec& spec, const std::vector<ComparedGame>& games, std::vector<WorstTurn> worst) {
  TurnsReport report;
  TurnSums sums(spec);
  for (const ComparedGame& game : games) {
    sums.add(game);
    ++report.games;
    report.undecided += game.undecided;
    report.faults += game.faults;
    report.unfinished += game.unfinished;
    for (size_t agent = 0; agent < 2; ++agent) {
      report.fallbacks[agent] += game.fallbacks[agent];
      for (const ComparedTurn& turn : game.turns)
        for (size_t offer = 0; offer < kTurnOffers; ++offer) {
          report.offers[offer][agent].could += turn.could[agent][offer];
          report.offers[offer][agent].took += turn.took[agent][offer];
        }
    }
  }
  sums.report(report);
  report.worst = std::move(worst);
  return report;
}

}  // namespace archon
