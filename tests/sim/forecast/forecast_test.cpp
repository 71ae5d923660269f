// The forecast: known weights are found again, its file, and that it knows more than the evaluation.
#include <catch2/catch.hpp>
#include <cmath>

#include "engine/core/embed.h"
#include "engine/facts/facts.h"
#include "sim/forecast/forecast_fit.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

constexpr uint16_t kStrong = 10, kWeak = 20;  // cards of the table

// Games in which one card of the list is worth 0.6 and one in play 1.2, less 0.9 for the other; nothing else matters.
std::vector<ForecastGame> synthetic(int count, uint64_t seed) {
  SmallRng rng{seed};
  std::vector<ForecastGame> games(static_cast<size_t>(count));
  for (ForecastGame& game : games) {
    const auto sign = static_cast<int8_t>(rng.below(2) ? 1 : -1);
    game.list.push_back({kStrong, static_cast<uint8_t>(ForecastZone::List), sign});
    ForecastSample sample;
    sample.features[0] = 1;
    sample.first = rng.below(2) == 1;
    double sum = (sample.first ? 0.6 : -0.6) * sign;
    for (const auto& [card, weight] : {std::pair{kStrong, 1.2}, std::pair{kWeak, -0.9}}) {
      if (rng.below(2)) continue;
      const auto side = static_cast<int8_t>(rng.below(2) ? 1 : -1);
      sample.entries.push_back({card, static_cast<uint8_t>(ForecastZone::Line), side});
      sum += weight * side;
    }
    sample.won = rng.uniform() < 1 / (1 + std::exp(-sum));
    game.samples.push_back(sample);
  }
  return games;
}

float weight(const Forecast& forecast, size_t card, ForecastZone zone) {
  return forecast.cards[card][static_cast<size_t>(zone)];
}

}  // namespace

TEST_CASE("forecast: the fit finds known weights again") {
  const Forecast forecast = fit_forecast(synthetic(60'000, 1), 1, 1);
  CHECK(weight(forecast, kStrong, ForecastZone::List) == Approx(0.6).margin(0.05));
  CHECK(weight(forecast, kStrong, ForecastZone::Line) == Approx(1.2).margin(0.06));
  CHECK(weight(forecast, kWeak, ForecastZone::Line) == Approx(-0.9).margin(0.06));
  CHECK(weight(forecast, kWeak, ForecastZone::Hand) == 0);
  CHECK(forecast.position[0] == Approx(0).margin(0.05));
}

TEST_CASE("forecast: a ridge draws weights towards 0") {
  const std::vector<ForecastGame> games = synthetic(2000, 2);
  const Forecast free = fit_forecast(games, 1, 1), drawn = fit_forecast(games, 500, 500);
  CHECK(weight(drawn, kStrong, ForecastZone::Line) > 0.1f);
  CHECK(weight(drawn, kStrong, ForecastZone::Line) < 0.7f * weight(free, kStrong, ForecastZone::Line));
}

TEST_CASE("forecast: its text is read as it was written, and damage is found") {
  Forecast forecast;
  forecast.position[3] = 0.25f;
  forecast.cards[7] = {0.5f, -0.25f, 1, -2, 0.125f};
  const std::string text = forecast_text(forecast, {"how it was made"});
  std::string problem;
  NameGaps gaps;
  const auto read = parse_forecast(text, problem, gaps);
  REQUIRE(read);
  CHECK_FALSE(gaps.any());
  CHECK(read->position == forecast.position);
  CHECK(read->cards == forecast.cards);

  const auto refused = [](const std::string& damaged) {
    std::string why;
    NameGaps ignored;
    CHECK(!parse_forecast(damaged, why, ignored));
    return why;
  };
  CHECK(refused("") == "line 1: expected 'archon-forecast 2 names ' and a digest of the names");
  CHECK(refused(text.substr(0, text.rfind('\n', text.size() / 2) + 1)).ends_with("lines were lost, or their names changed"));
  CHECK(refused(text + "dust-imp\t0\t0\t0\t0\t0\n").ends_with("a second line of 'dust-imp'"));
  std::string other = text;
  other.replace(other.find("0.2500"), 6, "0.25x0");
  CHECK(refused(other) == "line 7: expected '" + feature_name(3) + "', a tab and numbers with tabs between them, 1 in all");
}

TEST_CASE("forecast: it goes by the ids of cards, not by their places") {
  Forecast forecast;
  forecast.cards[7] = {0.5f, -0.25f, 1, -2, 0.125f};
  forecast.cards[8] = {3, 3, 3, 3, 3};
  std::string text = forecast_text(forecast, {}), problem;
  const auto line_of = [&](size_t card) {
    const size_t at = text.find('\n' + CardTable::instance().cards()[card].id + '\t') + 1;
    return text.substr(at, text.find('\n', at) + 1 - at);
  };
  const std::string seventh = line_of(7), eighth = line_of(8);
  text.replace(text.find(seventh + eighth), seventh.size() + eighth.size(), eighth + seventh);
  NameGaps gaps;
  const auto read = parse_forecast(text, problem, gaps);
  REQUIRE(read);
  CHECK(read->cards == forecast.cards);
  CHECK_FALSE(gaps.any());
}

TEST_CASE("forecast: the program knows every name of its own one") {
  std::string problem;
  NameGaps gaps;
  const auto read = parse_forecast(embedded_text("sim/forecast/forecast.txt"), problem, gaps);
  REQUIRE(read);
  CHECK(gaps.unknown.empty());
  CHECK(read->cards == built_in_forecast().cards);
}

TEST_CASE("forecast: the one of the program knows who is about to win") {
  const auto chance = [](const char* position) {
    const PositionGame game = test::load(position);
    return static_cast<double>(win_probability(built_in_forecast(), View(game.matchup, game.state, game.state.active)));
  };
  CHECK(chance(R"({"phase": "house", "players": [
    {"aember": 6, "keys": ["red", "blue"], "hand": ["fear"], "battleline": ["troll"]}, {}]})") > 0.85);
  CHECK(chance(R"({"phase": "house", "players": [
    {"hand": ["fear"], "battleline": ["troll"]}, {"aember": 6, "keys": ["red", "blue"]}]})") < 0.15);
}

TEST_CASE("forecast: it predicts games between unknown decks better than the evaluation does") {
  const ForecastGames games = play_forecast_games({.decks = 200, .agent = "greedy", .seed = 99, .games = 600});
  const ForecastQuality quality = quality_of(built_in_forecast(), games.validation);
  CHECK(quality.forecast.samples > 1500);
  CHECK(quality.forecast.log_loss < quality.evaluation.log_loss);
  CHECK(quality.list.auc > 0.55);
}

TEST_CASE("forecast: games do not depend on the number of threads") {
  const ForecastSpec spec{.decks = 50, .agent = "greedy", .seed = 3, .games = 40};
  const ForecastGames one = play_forecast_games(spec, 1), two = play_forecast_games(spec, 2);
  REQUIRE(one.training.size() == two.training.size());
  CHECK(one.played == 40);
  CHECK(one.training.size() + one.validation.size() + static_cast<size_t>(one.without_winner) == 40);
  for (size_t i = 0; i < one.training.size(); ++i) {
    REQUIRE(one.training[i].samples.size() == two.training[i].samples.size());
    CHECK(one.training[i].samples.back().features == two.training[i].samples.back().features);
  }
}
