#include "sim/ratings/rating_check.h"

#include <algorithm>
#include <cmath>

#include "sim/stats/distributions.h"

namespace archon {
namespace {

// Of the decks of a field, each a column of its own.
PairedFit simulated_ratings(const RatedGames& field) {
  PairedModel model;
  model.columns = model.share = model.shrunk_from = static_cast<int>(field.decks.size());
  for (int deck = 0; deck < model.columns; ++deck) model.items.push_back({{deck, 1}});
  return fit_paired(model, field.games);
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double each : values) sum += each;
  return sum / static_cast<double>(values.size());
}

}  // namespace

RatingAgreement compare_ratings(const RatingModel& model, const RatedGames& field) {
  const PairedFit simulated = simulated_ratings(field);
  const auto decks = static_cast<double>(field.decks.size());
  std::vector<double> ratings, errors;
  for (const Deck& deck : field.decks) {
    const DeckRating rating = rate_deck(model, deck);
    ratings.push_back(rating.strength);
    errors.push_back(rating.error);
  }
  const double rated = mean(ratings), met = mean(simulated.effects);
  double total = 0, left = 0, noise = 0, both = 0, squares = 0, covered = 0;
  for (size_t i = 0; i < field.decks.size(); ++i) {
    const double seen = simulated.effects[i] - met, expected = ratings[i] - rated;
    // The dispersion is what ratings do not explain of single match-ups: it is not their noise.
    const double variance = simulated.errors[i] * simulated.errors[i];
    total += seen * seen / (decks - 1);
    left += (seen - expected) * (seen - expected) / (decks - 1);
    both += seen * expected;
    squares += expected * expected;
    noise += variance / decks;
    covered += std::abs(seen - expected) <= kErrorsOf95 * std::sqrt(variance + errors[i] * errors[i]) ? 1 / decks : 0;
  }
  RatingAgreement result{.decks = std::ssize(field.decks), .games = std::ssize(field.games)};
  result.spread = std::sqrt(std::max(0.0, total - noise));
  result.noise = std::sqrt(noise);
  result.raw = 1 - left / total;
  result.corrected = total > noise ? 1 - (left - noise) / (total - noise) : 0;
  result.slope = squares > 0 ? both / squares : 0;
  result.covered = covered;
  result.unexplained = std::sqrt(std::max(0.0, left - noise));
  return result;
}

RatingAgreement pooled(const std::vector<RatingAgreement>& fields) {
  RatingAgreement all;
  double total = 0, signal = 0, unexplained = 0, noise = 0, slope = 0, covered = 0;
  for (const RatingAgreement& each : fields) {
    const auto decks = static_cast<double>(each.decks);
    all.decks += each.decks;
    all.games += each.games;
    signal += decks * each.spread * each.spread;
    noise += decks * each.noise * each.noise;
    // Back from the shares, because a field may leave less than its noise.
    const double field_total = each.spread * each.spread + each.noise * each.noise;
    total += decks * (1 - each.raw) * field_total;
    unexplained += decks * (1 - each.corrected) * each.spread * each.spread;
    slope += decks * each.slope;
    covered += decks * each.covered;
  }
  const auto decks = static_cast<double>(all.decks);
  all.spread = std::sqrt(signal / decks);
  all.noise = std::sqrt(noise / decks);
  all.raw = 1 - total / (signal + noise);
  all.corrected = 1 - unexplained / signal;
  all.slope = slope / decks;
  all.covered = covered / decks;
  all.unexplained = std::sqrt(std::max(0.0, unexplained / decks));
  return all;
}

std::vector<RatingDecile> rating_deciles(const RatingModel& model, const std::vector<RatedGames>& fields) {
  struct Game {
    double predicted;
    bool won;
  };
  std::vector<Game> games;
  for (const RatedGames& field : fields) {
    std::vector<double> strengths;
    for (const Deck& deck : field.decks) strengths.push_back(rate_deck(model, deck).strength);
    for (const PairedGame& game : field.games) {
      const double p = logistic(strengths[game.first] - strengths[game.second] + model.first);
      games.push_back(p >= 0.5 ? Game{p, game.first_won} : Game{1 - p, !game.first_won});
    }
  }
  std::ranges::sort(games, {}, &Game::predicted);
  constexpr size_t kDeciles = 10;
  std::vector<RatingDecile> deciles;
  for (size_t i = 0; i < kDeciles; ++i) {
    RatingDecile decile;
    for (size_t g = games.size() * i / kDeciles; g < games.size() * (i + 1) / kDeciles; ++g) {
      ++decile.games;
      decile.predicted += games[g].predicted;
      decile.won += games[g].won ? 1 : 0;
    }
    if (decile.games == 0) continue;
    decile.predicted /= static_cast<double>(decile.games);
    decile.won /= static_cast<double>(decile.games);
    deciles.push_back(decile);
  }
  return deciles;
}

}  // namespace archon
