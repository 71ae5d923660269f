#pragma once
// What archon train evaluation, forecast and ratings say of their fits.
#include <string>
#include <vector>

#include "sim/command/long_run.h"
#include "sim/forecast/forecast_fit.h"
#include "sim/present/document.h"
#include "sim/ratings/rating_check.h"
#include "sim/train/train.h"

namespace archon::cli {

struct EvaluationReport {
  double ridge = 0;
  Provenance provenance;
  ModelFit fit{};
  int64_t without_winner = 0;  // games
  Outcome outcome{};
  int training_pairs = 0, validation_pairs = 0;
  ModelQuality training{}, validation{}, before{};  // before: of the model in use, on the validation pairs
};
present::Document evaluation_document(const EvaluationReport& report);

struct ForecastReport {
  Provenance provenance;
  Outcome outcome{};
  int64_t training_games = 0, validation_games = 0, without_winner = 0;
  ForecastQuality training{}, validation{};
};
present::Document forecast_document(const ForecastReport& report);

inline constexpr std::string_view kMatrixField = "matrix";

// Decks of the test that met each other.
struct RatedField {
  std::string name;
  RatedGames games;
  RatingAgreement agreement{};
};

struct RatingsReport {
  int64_t decks = 0, games = 0;  // of the fit
  std::string agent;
  RatingFit fit;
  std::vector<RatedField> fields;
  RatingAgreement all;                // of the fields of generated decks
  std::vector<RatingDecile> deciles;  // likewise
  Provenance provenance;
};
present::Document ratings_document(const RatingsReport& report);

}  // namespace archon::cli
