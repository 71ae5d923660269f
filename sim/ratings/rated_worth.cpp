#include "sim/ratings/rated_worth.h"

#include <map>
#include <string>
#include <utility>

#include "engine/facts/facts.h"
#include "sim/ratings/rating_model.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

const PartValue* part_of(int card, std::string_view set) {
  return built_in_ratings().find({PartKind::Card, set_index(set), static_cast<uint16_t>(card)});
}

// The mean value of the cards of a house in a set.
using Means = std::map<std::pair<std::string, House>, double>;

Means means_of_houses() {
  std::map<std::pair<std::string, House>, std::pair<double, double>> sums;
  for (int card = 0; card < static_cast<int>(CardTable::instance().cards().size()); ++card) {
    for (const Printing& printing : facts(card).printings) {
      const PartValue* part = &printing == find_printing(facts(card), printing.set) ? part_of(card, printing.set) : nullptr;
      if (!part) continue;
      auto& [sum, cards] = sums[{printing.set, printing.house}];
      sum += part->value;
      ++cards;
    }
  }
  Means means;
  for (const auto& [where, sum] : sums) means[where] = sum.first / sum.second;
  return means;
}

}  // namespace

std::optional<RatedWorth> rated_worth(int card, std::string_view set) {
  static const Means means = means_of_houses();
  const Printing* printing = find_printing(facts(card), set);
  const PartValue* part = printing ? part_of(card, set) : nullptr;
  if (!part) return {};
  const double elo = kEloPerLogit * (part->value - means.at({printing->set, printing->house}));
  const double half = kEloPerLogit * normal_quantile(0.975) * part->error;
  return RatedWorth{elo, {elo - half, elo + half}};
}

}  // namespace archon
