#include "sim/forecast/forecast_fit.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "agents/agent_registry.h"
#include "agents/learned/policy_net.h"
#include "agents/reading/model_file.h"
#include "engine/core/card_program.h"
#include "engine/make_matchup.h"
#include "sim/play/run_loop.h"
#include "sim/stats/distributions.h"
#include "sim/watch/coverage_decks.h"

namespace archon {
namespace {

using Vector = Eigen::VectorXd;

// Writes down what there is whenever a turn begins.
class TurnWatcher final : public Watcher {
 public:
  TurnWatcher(const Matchup& m, std::span<const uint16_t> card_of, ForecastGame& game)
      : m_(m), card_of_(card_of), game_(game) {}

  void decided(const State& s, const ActionList&, Action) override {
    if (s.choice.kind != ChoiceKind::House || s.step != Step::House || s.turn == seen_) return;
    seen_ = s.turn;
    const View view(m_, s, s.active);
    ForecastSample sample{.features = features_of(view), .entries = {}, .first = s.active == 0};
    for_each_forecast_card(view, card_of_, [&](uint16_t card, ForecastZone zone, int sign) {
      sample.entries.push_back({card, static_cast<uint8_t>(zone), static_cast<int8_t>(sign)});
    });
    game_.samples.push_back(std::move(sample));
  }
  void ended(const State&) override {}

 private:
  const Matchup& m_;
  std::span<const uint16_t> card_of_;
  ForecastGame& game_;
  int seen_ = 0;
};

constexpr int kParts = 5;  // one of them is for validation
bool validates(int64_t number) { return number % kParts == kParts - 1; }

ForecastGame play_one(const ForecastSpec& spec, std::span<const Deck> decks, std::span<const uint16_t> card_of,
                      int64_t number) {
  SmallRng rng{stream_seed(spec.seed, static_cast<uint64_t>(number), Stream::Setup)};
  const auto pick = [&] {
    const auto groups = static_cast<uint32_t>(std::ssize(decks) / kParts);
    const auto group = static_cast<size_t>(rng.below(groups)) * kParts;
    return group + (validates(number) ? kParts - 1 : rng.below(kParts - 1));
  };
  const size_t a = pick(), b = pick();
  MatchupOptions options;
  options.rules = find_rules(spec.rules).value();
  const Matchup m = make_matchup(decks[a], decks[b], options).matchup.value();
  ForecastGame game;
  for (int id = 0; id < m.card_count; ++id) {
    const MatchCard& card = m.cards[static_cast<size_t>(id)];
    game.list.push_back(
        {card_of[card.definition], static_cast<uint8_t>(ForecastZone::List), static_cast<int8_t>(card.owner == 0 ? 1 : -1)});
  }
  const AgentResult first = make_agent(spec.agent), second = make_agent(spec.agent);
  TurnWatcher watcher(m, card_of, game);
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(number), .first = static_cast<int>(number & 1)};
  const GameRecord record = play_game(m, {first.agent.get(), second.agent.get()}, setup, nullptr, nullptr, nullptr, &watcher);
  for (ForecastSample& each : game.samples) each.won = (record.winner == 0) == each.first;
  if (record.winner < 0) game.samples.clear();
  return game;
}

}  // namespace

ForecastGames play_forecast_games(const ForecastSpec& spec, const RunControl& control) {
  const std::vector<Deck> decks = coverage_decks(spec.set, spec.decks, spec.seed, find_rules(spec.rules).value());
  const std::vector<uint16_t> card_of = card_of_definition(card_program());
  std::vector<ForecastGame> slots(kSlots);
  ForecastGames all;
  const auto work = [&](int64_t number, size_t slot) { slots[slot] = play_one(spec, decks, card_of, number); };
  const auto take = [&](int64_t number, size_t slot) {
    if (slots[slot].samples.empty())
      ++all.without_winner;
    else
      (validates(number) ? all.validation : all.training).push_back(std::move(slots[slot]));
    return true;
  };
  all.played = work_in_order(0, spec.games, control, work, take);
  return all;
}

namespace {

// The samples as a sparse matrix: a row each, first the features, then the cards by zone.
class Design {
 public:
  explicit Design(const std::vector<ForecastGame>& games) : games_(games), columns_(kFeatures) {
    columns_ += std::ssize(CardTable::instance().cards()) * kForecastZones;
    for (const ForecastGame& game : games_) rows_ += std::ssize(game.samples);
  }

  Eigen::Index rows() const { return rows_; }
  Eigen::Index columns() const { return columns_; }
  static Eigen::Index column(const ForecastSample::Entry& entry) {
    return kFeatures + Eigen::Index{entry.card} * kForecastZones + entry.zone;
  }

  Vector times(const Vector& x) const {
    Vector out(rows_);
    Eigen::Index row = 0;
    for (const ForecastGame& game : games_) {
      double list = 0;
      for (const auto& each : game.list) list += each.sign * x(column(each));
      for (const ForecastSample& sample : game.samples) {
        double sum = sample.first ? list : -list;
        for (int f = 0; f < kFeatures; ++f) sum += x(f) * static_cast<double>(sample.features[static_cast<size_t>(f)]);
        for (const auto& each : sample.entries) sum += each.sign * x(column(each));
        out(row++) = sum;
      }
    }
    return out;
  }

  Vector transposed_times(const Vector& y) const {
    Vector out = Vector::Zero(columns_);
    Eigen::Index row = 0;
    for (const ForecastGame& game : games_) {
      double list = 0;
      for (const ForecastSample& sample : game.samples) {
        const double value = y(row++);
        list += sample.first ? value : -value;
        for (int f = 0; f < kFeatures; ++f) out(f) += value * static_cast<double>(sample.features[static_cast<size_t>(f)]);
        for (const auto& each : sample.entries) out(column(each)) += each.sign * value;
      }
      for (const auto& each : game.list) out(column(each)) += each.sign * list;
    }
    return out;
  }

  Vector won() const {
    Vector out(rows_);
    Eigen::Index row = 0;
    for (const ForecastGame& game : games_)
      for (const ForecastSample& sample : game.samples) out(row++) = sample.won ? 1 : 0;
    return out;
  }

 private:
  const std::vector<ForecastGame>& games_;
  Eigen::Index rows_ = 0, columns_;
};

Vector probabilities(const Vector& eta) { return (1 + (-eta.array()).exp()).inverse().matrix(); }

// Solves (X' W X + ridge) step = gradient. Hestenes and Stiefel 1952, preconditioned by the diagonal.
Vector solve(const Design& design, const Vector& weights, const Vector& ridge, const Vector& diagonal, const Vector& gradient) {
  constexpr int kMaxSteps = 40;
  constexpr double kPrecise = 1e-3;
  Vector step = Vector::Zero(gradient.size()), rest = gradient;
  Vector scaled = rest.cwiseQuotient(diagonal), direction = scaled;
  double length = rest.dot(scaled);
  const double begin = length;
  for (int i = 0; i < kMaxSteps && length > kPrecise * kPrecise * begin; ++i) {
    const Vector image = design.transposed_times(weights.cwiseProduct(design.times(direction))) + ridge.cwiseProduct(direction);
    const double alpha = length / direction.dot(image);
    step += alpha * direction;
    rest -= alpha * image;
    scaled = rest.cwiseQuotient(diagonal);
    const double next = rest.dot(scaled);
    direction = scaled + next / length * direction;
    length = next;
  }
  return step;
}

// The diagonal of X' W X, W = 1/4: how often each column is not 0.
Vector diagonal_of(const std::vector<ForecastGame>& games, Eigen::Index columns) {
  Vector out = Vector::Zero(columns);
  for (const ForecastGame& game : games) {
    for (const auto& each : game.list) out(Design::column(each)) += static_cast<double>(game.samples.size()) / 4;
    for (const ForecastSample& sample : game.samples) {
      for (int f = 0; f < kFeatures; ++f) {
        const double value = sample.features[static_cast<size_t>(f)];
        out(f) += value * value / 4;
      }
      for (const auto& each : sample.entries) out(Design::column(each)) += 0.25;
    }
  }
  return out;
}

Forecast forecast_of(const Vector& x) {
  Forecast forecast;
  for (int f = 0; f < kFeatures; ++f) forecast.position[static_cast<size_t>(f)] = static_cast<float>(x(f));
  Eigen::Index at = kFeatures;
  for (auto& card : forecast.cards)
    for (float& weight : card) weight = static_cast<float>(x(at++));
  return forecast;
}

}  // namespace

Forecast fit_forecast(const std::vector<ForecastGame>& games, double list_ridge, double zone_ridge) {
  constexpr int kMaxIterations = 12;
  constexpr double kPrecise = 1e-4;
  const Design design(games);
  Vector ridge = Vector::Constant(design.columns(), zone_ridge);
  ridge.head(kFeatures).setConstant(1e-3);
  for (Eigen::Index i = kFeatures; i < design.columns(); i += kForecastZones) ridge(i) = list_ridge;
  const Vector diagonal = diagonal_of(games, design.columns()) + ridge, won = design.won();
  Vector x = Vector::Zero(design.columns());
  for (int i = 0; i < kMaxIterations; ++i) {
    const Vector p = probabilities(design.times(x));
    const Vector gradient = design.transposed_times(won - p) - ridge.cwiseProduct(x);
    const Vector step = solve(design, p.cwiseProduct((1 - p.array()).matrix()), ridge, diagonal, gradient);
    x += step;
    if (step.norm() < kPrecise * (1 + x.norm())) break;
  }
  return forecast_of(x);
}

namespace {

double dot(const std::array<float, kFeatures>& weights, const Features& features) {
  double sum = 0;
  for (size_t i = 0; i < features.size(); ++i) sum += static_cast<double>(weights[i]) * static_cast<double>(features[i]);
  return sum;
}

double sum_of(const Forecast& forecast, std::span<const ForecastSample::Entry> entries) {
  double sum = 0;
  for (const auto& each : entries) sum += each.sign * static_cast<double>(forecast.cards[each.card][each.zone]);
  return sum;
}

}  // namespace

ForecastQuality quality_of(const Forecast& forecast, const std::vector<ForecastGame>& games) {
  const Model& model = known_model(kFittedModel);
  std::vector<Prediction> all, evaluation, lists;
  const auto add = [](std::vector<Prediction>& to, double logit, bool won) { to.push_back({logistic(logit), won}); };
  for (const ForecastGame& game : games) {
    const double list = sum_of(forecast, game.list);
    for (const ForecastSample& sample : game.samples) {
      const double of_list = sample.first ? list : -list;
      add(all, of_list + dot(forecast.position, sample.features) + sum_of(forecast, sample.entries), sample.won);
      add(evaluation, dot(model.weights, sample.features), sample.won);
      add(lists, of_list, sample.won);
    }
  }
  return {quality_of(std::move(all)), quality_of(std::move(evaluation)), quality_of(std::move(lists))};
}

}  // namespace archon
