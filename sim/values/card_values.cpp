#include "sim/values/card_values.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sim/stats/statistics.h"

namespace archon {
namespace {

constexpr double kPointsALogit = kPoints / 4;  // in an even match: the slope of the logistic curve there

struct DeckResult {
  int64_t games = 0, wins = 0;
};

std::vector<DeckResult> results_of_decks(const ValueGames& games) {
  std::vector<DeckResult> results(games.decks.size());
  for (const PairedGame& game : games.games) {
    ++results[game.first].games;
    ++results[game.second].games;
    ++results[game.first_won ? game.first : game.second].wins;
  }
  return results;
}

// Adds decks up to their share.
class ShareSum {
 public:
  void add(const DeckResult& deck) {
    if (deck.games == 0) return;
    const auto games = static_cast<double>(deck.games), wins = static_cast<double>(deck.wins);
    share_.decks += 1;
    share_.games += deck.games;
    share_.wins += deck.wins;
    games_squared_ += games * games;
    wins_squared_ += wins * wins;
    product_ += games * wins;
  }

  // The error is that of a ratio of sums over decks (Cochran, Sampling Techniques, chapter 6), which are drawn by lot.
  Share share() const {
    Share result = share_;
    if (share_.decks < 2) return result;
    const double decks = static_cast<double>(share_.decks), games = static_cast<double>(share_.games);
    const double rate = static_cast<double>(share_.wins) / games;
    const double squares = wins_squared_ - 2 * rate * product_ + rate * rate * games_squared_;
    result.win_rate = kPoints * rate;
    result.error = kPoints * std::sqrt(std::max(0.0, squares) * decks / (decks - 1)) / games;
    return result;
  }

 private:
  Share share_;
  double games_squared_ = 0, wins_squared_ = 0, product_ = 0;
};

House house_of(int card, const std::string& set) {
  const Printing* printing = find_printing(facts(card), set);
  return printing != nullptr ? printing->house : facts(card).printings.front().house;
}

std::map<int, int> copies_of(const Deck& deck) {
  std::map<int, int> copies;
  for (const DeckCard& each : deck.cards) ++copies[each.card];
  return copies;
}

void add_shares(const ValueGames& games, Values& values) {
  std::map<int, ShareSum> cards;
  std::map<House, ShareSum> houses;
  std::map<std::array<House, kDeckHouses>, ShareSum> trios;
  const std::vector<DeckResult> results = results_of_decks(games);
  for (size_t i = 0; i < results.size(); ++i) {
    const Deck& deck = games.decks[i];
    for (const auto& [card, copies] : copies_of(deck)) cards[card].add(results[i]);
    for (const House house : deck.houses) houses[house].add(results[i]);
    trios[deck.houses].add(results[i]);
  }
  for (const auto& [card, sum] : cards)
    values.cards.push_back({.card = card, .house = house_of(card, games.decks.front().set), .share = sum.share(), .copy = {}});
  std::ranges::stable_sort(values.cards, {}, &CardValue::house);
  for (const auto& [house, sum] : houses) values.houses.push_back({.house = house, .share = sum.share(), .effect = {}});
  for (const auto& [trio, sum] : trios) values.trios.push_back({.houses = trio, .share = sum.share()});
}

void compare_within_houses(std::vector<CardValue>& cards) {
  std::map<House, std::pair<double, int>> houses;  // sum of the rates, cards
  for (const CardValue& each : cards) {
    auto& [sum, count] = houses[each.house];
    sum += each.share.win_rate;
    ++count;
  }
  for (CardValue& each : cards) each.within_house = each.share.win_rate - houses[each.house].first / houses[each.house].second;
}

// Decks by their houses.
PairedModel house_model(const ValueGames& games, const Values& values) {
  PairedModel model;
  model.columns = model.share = model.shrunk_from = static_cast<int>(values.houses.size());
  for (const Deck& deck : games.decks) {
    std::vector<Feature>& features = model.items.emplace_back();
    for (int column = 0; column < model.columns; ++column)
      if (std::ranges::count(deck.houses, values.houses[static_cast<size_t>(column)].house) > 0)
        features.push_back({column, 1});
  }
  return model;
}

// And by something that is counted, in the columns that follow; `count` adds its features.
template <typename Count>
PairedModel with_counts(PairedModel model, const ValueGames& games, int columns, const Count& count) {
  for (size_t i = 0; i < games.decks.size(); ++i) count(games.decks[i], model.items[i]);
  model.columns += columns;
  model.shrunk_from = model.columns;
  return model;
}

Effect effect_of(const PairedFit& fit, int column) {
  const auto i = static_cast<size_t>(column);
  return {kPointsALogit * fit.effects[i], kPointsALogit * fit.errors[i]};
}

void fit_creatures(const ValueGames& games, const PairedModel& houses, Values& values) {
  const auto count = [&](const Deck& deck, std::vector<Feature>& features) {
    const auto creatures = std::ranges::count_if(deck.cards, [](const DeckCard& each) {
      return facts(each.card).type == CardType::Creature && facts(each.card).half != Half::Second;
    });
    features.push_back({houses.columns, static_cast<float>(creatures)});
  };
  values.creature = effect_of(fit_paired(with_counts(houses, games, 1, count), games.games), houses.columns);
}

void fit_cards(const ValueGames& games, const PairedModel& houses, Values& values) {
  std::map<int, int> columns;
  for (const CardValue& each : values.cards) columns.emplace(each.card, houses.columns + static_cast<int>(columns.size()));
  const auto count = [&](const Deck& deck, std::vector<Feature>& features) {
    for (const auto& [card, copies] : copies_of(deck)) features.push_back({columns.at(card), static_cast<float>(copies)});
    std::ranges::sort(features, {}, &Feature::column);
  };
  PairedModel model = with_counts(houses, games, static_cast<int>(columns.size()), count);
  model.shrunk_from = houses.columns;
  const PairedFit fit = fit_paired(model, games.games);
  for (CardValue& each : values.cards) each.copy = effect_of(fit, columns.at(each.card));
  values.spread = kPointsALogit * fit.spread;
  values.dispersion = fit.dispersion;
}

bool of_several_sets(const ValueGames& games) {
  return std::ranges::any_of(games.decks, [&](const Deck& deck) { return deck.set != games.decks.front().set; });
}

}  // namespace

Values estimate_values(const ValueGames& games) {
  Values values;
  add_shares(games, values);
  compare_within_houses(values.cards);
  const PairedModel houses = house_model(games, values);
  const PairedFit fit = fit_paired(houses, games.games);
  for (int column = 0; column < houses.columns; ++column)
    values.houses[static_cast<size_t>(column)].effect = effect_of(fit, column);
  values.first = {kPointsALogit * fit.first, kPointsALogit * fit.first_error};
  fit_creatures(games, houses, values);
  if (!of_several_sets(games)) fit_cards(games, houses, values);
  return values;
}

}  // namespace archon
