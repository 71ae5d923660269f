#include "sim/ratings/rating_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include "agents/reading/card_features.h"
#include "engine/core/card_program.h"
#include "engine/core/random.h"
#include "engine/deck/generate.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

// Groups of effects, with the spread from which the fit begins, and that of the fit to all sets (results/ratings.txt).
enum Group : int { kSetGroup, kHouse, kHouseInSet, kFact, kCard, kCardInSet, kAgain, kIcon, kShape, kGroups };
struct GroupSpread {
  const char* name;
  double start, found;
};
constexpr std::array<GroupSpread, kGroups> kGroupTable = {{{"set", 0.3, 0.3},
                                                           {"house", 0.1, 0.0579},
                                                           {"house in set", 0.1, 0.0642},
                                                           {"facts of cards", 0.03, 0.0346},
                                                           {"card", 0.06, 0.0775},
                                                           {"card in set", 0.03, 0.0230},
                                                           {"further copies of a card", 0.03, 0.0281},
                                                           {"icon", 0.05, 0.0696},
                                                           {"shape", 0.02, 0.0137}}};

bool printed_again(uint16_t card) {
  const auto& printings = CardTable::instance().cards()[card].printings;
  return std::ranges::any_of(
      printings, [&](const Printing& each) { return each.set != printings.front().set && value_set(each.set) != kAnySet; });
}

class Builder {
 public:
  Builder(const RatedGames& games, const RatingModel* known) {
    add_printed();
    for (const Deck& deck : games.decks) {
      std::vector<Feature>& item = model_.items.emplace_back();
      for (const PartAmount& part : deck_parts(deck))
        if (part.amount != 0) item.push_back({part_number(part.key), part.amount});
    }
    if (known != nullptr) add_known(*known);
    for (const GroupSpread& each : kGroupTable) {
      model_.spreads.push_back(known != nullptr ? each.found : each.start);
      model_.fixed.push_back(known != nullptr || std::string_view(each.name) == "set");
    }
  }

  const HierarchicalModel& model() const { return model_; }
  const std::map<PartKey, int32_t>& parts() const { return parts_; }

 private:
  // Every card has a value, whether games were played with it or not.
  void add_printed() {
    part_number({PartKind::Set, kAnySet});
    const auto cards = CardTable::instance().cards();
    for (size_t i = 0; i < cards.size(); ++i) {
      if (cards[i].boss || cards[i].half == Half::Second) continue;
      const auto card = static_cast<uint16_t>(i);
      part_number({PartKind::Card, kAnySet, card});
      for (const Printing& printing : cards[i].printings) part_number({PartKind::Card, value_set(printing.set), card});
    }
  }

  // Of a card only what it is worth in any set, of a house only in each: the others say the same once more.
  void add_known(const RatingModel& known) {
    const PartValue* const middle = known.find({PartKind::Set, kAnySet});
    for (const PartValue& each : known.parts) {
      const bool set = each.key.kind == PartKind::Set, any = each.key.set == kAnySet;
      const bool again = each.key.kind == PartKind::Card ? !any : each.key.kind == PartKind::House ? any : set && any;
      if (again || each.error <= 0) continue;
      const double from = set && middle != nullptr ? middle->value : 0;
      model_.known.push_back({part_number(each.key), each.value - from, each.error});
    }
  }

  int32_t part_number(const PartKey& key) {
    const auto [found, added] = parts_.emplace(key, static_cast<int32_t>(parts_.size()));
    if (added) model_.parts.push_back(columns_of(key));
    return found->second;
  }

  Feature column(Group group, const PartKey& key, int detail = 0, float weight = 1) {
    const auto [found, added] = columns_.emplace(std::tuple(group, key, detail), static_cast<int32_t>(columns_.size()));
    if (added) model_.groups.push_back(group);
    return {found->second, weight};
  }

  std::vector<Feature> columns_of(const PartKey& key) {
    PartKey any = key;
    any.set = kAnySet;
    std::vector<Feature> columns;
    switch (key.kind) {
      case PartKind::Set:
        return key.set == kAnySet ? std::vector<Feature>() : std::vector{column(kSetGroup, key)};
      case PartKind::House:
        columns = {column(kHouse, any)};
        if (key.set != kAnySet) columns.push_back(column(kHouseInSet, key));
        return columns;
      case PartKind::Card:
        columns = {column(kCard, any)};
        if (key.set != kAnySet && printed_again(key.a)) columns.push_back(column(kCardInSet, key));
        add_facts(key.a, columns);
        return columns;
      case PartKind::Again:
        return {column(kAgain, key), column(kShape, {PartKind::Again})};
      case PartKind::Icon:
        return {column(kIcon, key)};
      case PartKind::Shape:
        return {column(kShape, key)};
    }
    return columns;
  }

  void add_facts(uint16_t card, std::vector<Feature>& columns) {
    const Program& program = card_program();
    for (const CardFeature& each : card_features(program, program.definitions[card]))
      columns.push_back(column(kFact, {}, each.index, each.value));
  }

  HierarchicalModel model_;
  std::map<PartKey, int32_t> parts_;
  std::map<std::tuple<Group, PartKey, int>, int32_t> columns_;
};

// Errors of values, from samples of the posterior distribution. What all cards of a set share is no error of a card: its error
// is against the mean copy in the decks of the set; likewise of houses.
class Errors {
 public:
  Errors(const Builder& builder, const RatedGames& games)
      : items_(builder.model().items), centers_(builder.parts().size(), -1) {
    copies_.resize(centers_.size());
    for (const Deck& deck : games.decks) sets_.push_back(center(PartKind::Card, value_set(deck.set)));
    for (const auto& [key, part] : builder.parts())
      if (key.kind == PartKind::Card || key.kind == PartKind::House)
        centers_[static_cast<size_t>(part)] = center(key.kind, key.set);
    for (const auto& item : items_)
      for (const Feature& each : item) copies_[static_cast<size_t>(each.column)] += each.amount;
    for (const auto& [key, part] : builder.parts()) {  // in any set: as often as in all of them
      PartKey any = key;
      any.set = kAnySet;
      if (key.set != kAnySet && key.kind == PartKind::Card)
        copies_[static_cast<size_t>(builder.parts().at(any))] += copies_[static_cast<size_t>(part)];
    }
  }

  // Of the parts; and `together`.
  std::vector<double> find(std::vector<std::vector<double>> samples, double& together) const {
    std::vector<double> errors(centers_.size());
    double of_decks = 0, of_parts = 0;
    for (std::vector<double>& sample : samples) {
      put_in_the_center(sample);
      of_decks += variance_of_decks(sample);
      for (size_t part = 0; part < sample.size(); ++part) errors[part] += sample[part] * sample[part];
    }
    for (double& error : errors) error = std::sqrt(error / static_cast<double>(samples.size()));
    for (const auto& item : items_)
      for (const Feature& each : item) of_parts += std::pow(each.amount * errors[static_cast<size_t>(each.column)], 2);
    of_decks /= static_cast<double>(samples.size());
    together = of_parts > 0 ? of_decks * static_cast<double>(items_.size()) / of_parts : 1;
    return errors;
  }

 private:
  static constexpr int kCenters = 2 * (kAnySet + 1);
  static int center(PartKind kind, uint8_t set) { return set + (kind == PartKind::House ? kAnySet + 1 : 0); }

  void put_in_the_center(std::vector<double>& sample) const {
    std::array<double, kCenters> sums{}, copies{};
    for (size_t part = 0; part < sample.size(); ++part) {
      if (centers_[part] < 0) continue;
      sums[static_cast<size_t>(centers_[part])] += copies_[part] * sample[part];
      copies[static_cast<size_t>(centers_[part])] += copies_[part];
    }
    for (size_t part = 0; part < sample.size(); ++part) {
      const auto at = static_cast<size_t>(std::max(0, centers_[part]));
      if (centers_[part] >= 0 && copies[at] > 0) sample[part] -= sums[at] / copies[at];
    }
  }

  // Among those of a set.
  double variance_of_decks(const std::vector<double>& sample) const {
    std::array<double, kCenters> sums{}, decks{};
    double squares = 0;
    for (size_t i = 0; i < items_.size(); ++i) {
      double strength = 0;
      for (const Feature& each : items_[i]) strength += each.amount * sample[static_cast<size_t>(each.column)];
      sums[static_cast<size_t>(sets_[i])] += strength;
      decks[static_cast<size_t>(sets_[i])] += 1;
      squares += strength * strength;
    }
    for (size_t set = 0; set < kCenters; ++set)
      if (decks[set] > 0) squares -= sums[set] * sums[set] / decks[set];
    return squares / static_cast<double>(items_.size());
  }

  const std::vector<std::vector<Feature>>& items_;
  std::vector<int> centers_, sets_;  // of each part (below 0: none), of each deck
  std::vector<double> copies_;       // of each part in all decks
};

// The value in any set does for a card of one set, and for one that got into a deck of another set.
bool same_in_any_set(const PartKey& key) {
  if (key.kind != PartKind::Card || key.set == kAnySet) return false;
  const CardFacts& facts = CardTable::instance().cards()[key.a];
  return !printed_again(key.a) || find_printing(facts, card_sets()[key.set].code) == nullptr;
}

RatingScale scale_among(const std::vector<double>& strengths) {
  double sum = 0, squares = 0;
  for (const double each : strengths) {
    sum += each;
    squares += each * each;
  }
  const auto count = static_cast<double>(strengths.size());
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

void set_scales(const std::vector<Deck>& decks, int threads, RatingModel& model) {
  model.scales.assign(card_sets().size(), {});
  std::vector<double> strengths(decks.size());
  parallel_for(decks.size(), threads, [&](size_t i) { strengths[i] = rate_deck(model, decks[i]).strength; });
  for (size_t set = 0; set < unpooled_sets().size(); ++set) {
    std::vector<double> of_set;
    for (size_t i = 0; i < decks.size(); ++i)
      if (decks[i].set == card_sets()[set].code) of_set.push_back(strengths[i]);
    if (of_set.size() >= 2) model.scales[set] = scale_among(of_set);
  }
}

// So that the mean over the sets of their mean decks is 0.
void put_in_the_middle(RatingModel& model) {
  double mean = 0;
  const std::span scales = std::span(model.scales).first(unpooled_sets().size());
  for (const RatingScale& each : scales) mean += each.mean / static_cast<double>(scales.size());
  for (RatingScale& each : model.scales) each.mean -= mean;
  for (PartValue& each : model.parts)
    if (each.key.kind == PartKind::Set) each.value -= mean;
}

}  // namespace

void pool_houses(RatingModel& model) {
  std::erase_if(model.parts, [](const PartValue& each) { return each.key.kind == PartKind::House && each.key.set == kAnySet; });
  std::map<uint16_t, PartValue> houses;  // sums of weights and of what they weigh
  for (const PartValue& each : model.parts) {
    if (each.key.kind != PartKind::House || each.error <= 0) continue;
    const double weight = 1 / (each.error * each.error);
    PartValue& house = houses[each.key.a];
    house.value += weight * each.value;
    house.error += weight;
  }
  for (const auto& [house, sum] : houses)
    model.parts.push_back({{PartKind::House, kAnySet, house}, sum.value / sum.error, std::sqrt(1 / sum.error)});
  std::ranges::sort(model.parts, {}, &PartValue::key);
}

void scale_pooled_sets(RatingModel& model, int threads) {
  constexpr size_t kDecks = 5'000;
  for (size_t set = unpooled_sets().size(); set < card_sets().size(); ++set) {
    std::vector<double> strengths(kDecks);
    parallel_for(kDecks, threads, [&](size_t i) {
      SmallRng rng{stream_seed(1, i + 1, Stream::Setup)};
      strengths[i] = rate_deck(model, generate_deck(card_sets()[set].code, "Generated", rng)).strength;
    });
    model.scales[set] = scale_among(strengths);
  }
}

void append(RatedGames& to, RatedGames&& more) {
  const auto before = static_cast<uint32_t>(to.decks.size());
  for (const PairedGame& game : more.games) to.games.push_back({game.first + before, game.second + before, game.first_won});
  std::ranges::move(more.decks, std::back_inserter(to.decks));
}

namespace {

// What the fit adds to a model that is known; places of sets are relative to the middle of that.
void add_new(const RatingModel& known, const std::vector<Deck>& decks, int threads, RatingModel& fitted) {
  RatingModel model = known;
  const PartValue* const middle = known.find({PartKind::Set, kAnySet});
  std::array<bool, kAnySet + 1> played{};
  for (const Deck& deck : decks) played[value_set(deck.set)] = true;
  for (PartValue each : fitted.parts) {
    const bool of_new_set = each.key.set == kAnySet || (played[each.key.set] && !known.scales[each.key.set].known());
    const auto found = std::ranges::lower_bound(known.parts, each.key, {}, &PartValue::key);
    if (!of_new_set || (found != known.parts.end() && found->key == each.key)) continue;
    if (each.key.kind == PartKind::Set && middle != nullptr) each.value += middle->value;
    model.parts.push_back(each);
  }
  std::ranges::sort(model.parts, {}, &PartValue::key);
  set_scales(decks, threads, model);
  for (size_t set = 0; set < known.scales.size(); ++set)
    if (known.scales[set].known()) model.scales[set] = known.scales[set];
  fitted = std::move(model);
}

}  // namespace

RatingFit fit_ratings(const RatedGames& games, const HierarchicalSpec& spec, const RatingModel* known) {
  const Builder builder(games, known);
  const HierarchicalFit fit = fit_hierarchy(builder.model(), games.games, spec);
  RatingFit result;
  const std::vector<double> errors = Errors(builder, games).find(fit.samples, result.model.together);
  for (const auto& [key, part] : builder.parts())
    if (!same_in_any_set(key))
      result.model.parts.push_back({key, fit.values[static_cast<size_t>(part)], errors[static_cast<size_t>(part)]});
  result.model.unexplained = fit.own_spread;
  result.model.first = fit.first;
  if (known != nullptr) {
    add_new(*known, games.decks, spec.threads, result.model);
  } else {
    set_scales(games.decks, spec.threads, result.model);
    put_in_the_middle(result.model);
    pool_houses(result.model);
    scale_pooled_sets(result.model, spec.threads);
  }
  for (size_t group = 0; group < kGroups; ++group) result.spreads.emplace_back(kGroupTable[group].name, fit.spreads[group]);
  result.spreads.emplace_back("deck besides its parts", fit.own_spread);
  result.change = fit.change;
  return result;
}

}  // namespace archon
