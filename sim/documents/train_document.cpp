#include "sim/documents/train_document.h"

#include "agents/reading/evaluation.h"
#include "sim/command/run_facts.h"
#include "sim/documents/share_columns.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace train_document_parts {

using namespace present;

template <class Row>
ColumnOf<Row> number_column(const std::string& name, const std::string& head, const std::string& what, int digits,
                            std::function<Cell(const Row&)> number) {
  return {{.name = name, .head = head, .unit = Unit::Number, .what = what, .may_miss = true, .digits = digits}, number};
}

template <class Row>
ColumnOf<Row> rate_column(const std::string& name, const std::string& head, const std::string& what,
                          std::function<double(const Row&)> rate) {
  return {{.name = name, .head = head, .unit = Unit::Share, .what = what},
          [rate](const Row& each) { return Cell(rate(each)); }};
}

struct Quality {
  std::string of, words;  // for programs and for people
  const ModelQuality* quality;
};

Table qualities_table(std::vector<Quality> rows) {
  const auto number = [](const std::string& name, const std::string& head, const std::string& what,
                         double ModelQuality::*which) {
    return number_column<Quality>(name, head, what, 4, [which](const Quality& each) {
      return each.quality->samples > 0 ? Cell(each.quality->*which) : Cell();
    });
  };
  return table_of<Quality>(
      {.name = "qualities", .what = "How well predictions of who wins agree with games"},
      {text_column<Quality>("of", "", "Which games and model", 0, [](const Quality& each) { return each.of; }),
       text_column<Quality>("description", "predictions", "The same in words", 0,
                            [](const Quality& each) { return each.words; }),
       count_column<Quality>("samples", "samples", "Positions", 1, [](const Quality& each) { return each.quality->samples; }),
       number("log_loss", "log-loss", "Nats a position; 0.693 knows nothing", &ModelQuality::log_loss),
       number("brier", "Brier", "Mean squared error; 0.25 knows nothing", &ModelQuality::brier),
       number("auc", "AUC", "Area under the ROC curve, 0 to 1; 0.5 knows nothing", &ModelQuality::auc)},
      std::move(rows));
}

Table calibration_table(const ModelQuality& quality, const std::string& of) {
  using Row = const CalibrationBin*;
  std::vector<Row> rows;
  for (const CalibrationBin& each : quality.deciles) rows.push_back(&each);
  return table_of<Row>(
      {.name = "calibration",
       .what = "By tenths of the positions for validation, the lowest predictions first",
       .title = "Calibration on the " + of + " for validation, by tenths of the samples"},
      {count_column<Row>("samples", "samples", "Positions", 0, [](const Row& each) { return each->samples; }),
       rate_column<Row>("predicted", "predicted %", "Mean prediction", [](const Row& each) { return each->predicted; }),
       rate_column<Row>("won", "won %", "Share that was won", [](const Row& each) { return each->won; })},
      std::move(rows));
}

Table weights_table(const ModelFit& fit) {
  std::vector<int> rows(kFeatures);
  for (int i = 0; i < kFeatures; ++i) rows[static_cast<size_t>(i)] = i;
  return table_of<int>(
      {.name = "weights", .what = "Weights of the features of a position"},
      {text_column<int>("feature", "feature", "Name", 0, [](const int& each) { return feature_name(each); }),
       {{.name = "weight", .head = "weight", .unit = Unit::Number, .what = "In logits", .interval = true, .digits = 3},
        [&fit](const int& each) {
          const auto i = static_cast<size_t>(each);
          const double weight = fit.model.weights[i], half = kErrorsOfInterval * fit.errors[i];
          return Cell(weight, {weight - half, weight + half});
        }}},
      std::move(rows));
}

void add_number(Document& document, const std::string& name, const std::string& what, int64_t number,
                const std::string& head = "") {
  document.add({.name = name, .head = head, .unit = Unit::Count, .what = what}, number);
}

struct Agreement {
  std::string of;
  const RatingAgreement* agreement;
};

Table agreements_table(const RatingsReport& report) {
  std::vector<Agreement> rows;
  for (const RatedField& each : report.fields) rows.push_back({each.name, &each.agreement});
  if (report.all.decks > 0) rows.push_back({"together", &report.all});
  const auto number = [](const std::string& name, const std::string& head, const std::string& what, int digits,
                         double RatingAgreement::*which) {
    return number_column<Agreement>(name, head, what, digits,
                                    [which](const Agreement& each) { return Cell(each.agreement->*which); });
  };
  const bool any = !rows.empty();
  return table_of<Agreement>(
      {.name = "fields", .what = "Decks that met each other and are no part of the fit", .shown = any},
      {text_column<Agreement>("decks_of", "decks of", "A set, all, matrix; together: all but matrices", 0,
                              [](const Agreement& each) { return each.of; }),
       count_column<Agreement>("decks", "decks", "Decks", 1, [](const Agreement& each) { return each.agreement->decks; }),
       count_column<Agreement>("games", "games", "Their games", 2, [](const Agreement& each) { return each.agreement->games; }),
       number("spread", "spread", "Standard deviation of simulated ratings without noise, logits", 3, &RatingAgreement::spread),
       number("noise", "noise", "Standard error of simulated ratings, logits", 3, &RatingAgreement::noise),
       number("explained", "explained", "Share of the variance of simulated ratings; below 0: worse than no model", 3,
              &RatingAgreement::raw),
       number("corrected", "corrected", "The same of the variance without the noise", 3, &RatingAgreement::corrected),
       number("slope", "slope", "1: rated differences are as large as simulated ones", 2, &RatingAgreement::slope),
       rate_column<Agreement>("covered", "covered %", "Share of decks whose simulated rating lies in the 95 % interval",
                              [](const Agreement& each) { return each.agreement->covered; })},
      std::move(rows));
}

Table deciles_table(const RatingsReport& report) {
  using Row = const RatingDecile*;
  std::vector<Row> rows;
  for (const RatingDecile& each : report.deciles) rows.push_back(&each);
  const bool any = !rows.empty();
  return table_of<Row>(
      {.name = "calibration", .what = "Tenths of the games by the win rate that the model predicts", .shown = any},
      {count_column<Row>("games", "games", "Games", 0, [](const Row& each) { return each->games; }),
       rate_column<Row>("predicted", "predicted %", "Mean prediction", [](const Row& each) { return each->predicted; }),
       rate_column<Row>("won", "won %", "Share that was won", [](const Row& each) { return each->won; })},
      std::move(rows));
}

Table spreads_table(const RatingFit& fit) {
  using Row = const std::pair<std::string, double>*;
  std::vector<Row> rows;
  for (const auto& each : fit.spreads) rows.push_back(&each);
  const bool any = !rows.empty();
  return table_of<Row>(
      {.name = "spreads", .what = "How much effects of a group differ", .title = "Spread of effects, logits", .shown = any},
      {text_column<Row>("group", "effects", "Which effects", 0, [](const Row& each) { return each->first; }),
       number_column<Row>("spread", "spread", "Standard deviation, logits", 4,
                          [](const Row& each) { return Cell(each->second); })},
      std::move(rows));
}

}  // namespace train_document_parts

present::Document evaluation_document(const EvaluationReport& report) {
  using namespace train_document_parts;
  Document document{
      .name = "train-evaluation", .command = "archon train evaluation", .title = "weights of positions, fitted to games"};
  add_outcome(document, report.outcome);
  document.add(
      qualities_table({{"training", "training, " + std::to_string(report.training_pairs) + " pairs", &report.training},
                       {"validation", "validation, " + std::to_string(report.validation_pairs) + " pairs", &report.validation},
                       {"validation_before", "validation, the model in use", &report.before}}));
  document.add(calibration_table(report.validation, "pairs"));
  document.add(weights_table(report.fit));
  add_number(document, "games", "Games", report.outcome.played, "games");
  add_number(document, "games_without_winner", "Of these: without a winner", report.without_winner, "without a winner");
  add_number(document, "training_pairs", "Pairs of decks for training", report.training_pairs);
  add_number(document, "validation_pairs", "Pairs of decks for validation", report.validation_pairs);
  document.add({.name = "ridge", .unit = Unit::Number, .what = "Pull of the weights towards 0, in samples"}, report.ridge);
  add_number(document, "iterations", "Steps of the fit", report.fit.iterations);
  document.add({.name = "converged", .unit = Unit::Truth, .what = "The fit came to its end"}, report.fit.converged);
  if (!report.fit.converged) document.note("the fit did not converge\n");
  document.provenance = report.provenance;
  return document;
}

present::Document forecast_document(const ForecastReport& report) {
  using namespace train_document_parts;
  Document document{.name = "train-forecast", .command = "archon train forecast", .title = "who will win, fitted to games"};
  add_outcome(document, report.outcome);
  document.add(qualities_table({{"training", "training", &report.training.forecast},
                                {"validation", "validation", &report.validation.forecast},
                                {"validation_by_list", "validation, by the deck lists alone", &report.validation.list},
                                {"validation_by_evaluation", "validation, by the evaluation", &report.validation.evaluation}}));
  document.add(calibration_table(report.validation.forecast, "games"));
  add_number(document, "training_games", "Games for training", report.training_games, "games for training");
  add_number(document, "validation_games", "Games of other decks for validation", report.validation_games,
             "games of other decks for validation");
  add_number(document, "games_without_winner", "Games that are left out: without a winner", report.without_winner,
             "without a winner");
  document.provenance = report.provenance;
  return document;
}

present::Document ratings_document(const RatingsReport& report) {
  using namespace train_document_parts;
  Document document{
      .name = "train-ratings", .command = "archon train ratings", .title = "the values behind archon rate", .main = "fields"};
  document.add(spreads_table(report.fit));
  document.add({.name = "last_change",
                .head = report.games > 0 ? "the last step changed of the effects" : "",
                .unit = Unit::Share,
                .what = "Share of the effects that the last step of the fit changed"},
               report.fit.change);
  document.add(agreements_table(report));
  document.add(deciles_table(report));
  add_number(document, "decks", "Generated decks of the fit", report.decks);
  add_number(document, "games", "Games of the fit; 0: a model was judged", report.games);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
