#pragma once
// Fits the forecast (sim/forecast/forecast.h) to games between generated decks.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/forecast/forecast.h"
#include "sim/play/match.h"
#include "sim/train/train.h"

namespace archon {

struct ForecastSpec {
  std::string set = "all";  // of the decks: coverage_decks(set, decks, seed)
  int decks = 8000;
  std::string agent = "policy";  // plays both sides
  std::string rules = "18.4";
  uint64_t seed = 1;
  int64_t games = 100000;
  // Strength of the pull of the weights of cards towards 0, in samples (a game has some 20, all with the same end).
  double list_ridge = 6000, zone_ridge = 700;
};

// The beginning of a turn.
struct ForecastSample {
  struct Entry {
    uint16_t card;  // of the table
    uint8_t zone;
    int8_t sign;
  };
  Features features{};
  std::vector<Entry> entries;
  bool won = false;    // by the player whose turn it is
  bool first = false;  // that is player 0
};

struct ForecastGame {
  std::vector<ForecastSample::Entry> list;  // of both decks; signs of player 0
  std::vector<ForecastSample> samples;
};

struct ForecastGames {
  // Every fifth game is for validation: between every fifth of the decks, which play no other games.
  std::vector<ForecastGame> training, validation;
  int64_t without_winner = 0;  // games that are left out
  int64_t played = 0;          // fewer than asked for when the run was stopped
};

// The same for any number of threads. About 5 KB a game.
ForecastGames play_forecast_games(const ForecastSpec& spec, const RunControl& control = {});

// The weights that maximise the likelihood less ridge / 2 x |weights|^2, by Newton's method, each step by conjugate gradients.
// O(entries) a product, some 100 products.
Forecast fit_forecast(const std::vector<ForecastGame>& games, double list_ridge, double zone_ridge);

// How well it predicts, and how well the evaluation of agents does on the same samples.
struct ForecastQuality {
  ModelQuality forecast, evaluation, list;  // list: by the deck lists alone
};
ForecastQuality quality_of(const Forecast& forecast, const std::vector<ForecastGame>& games);

}  // namespace archon
