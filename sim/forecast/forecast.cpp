#include "sim/forecast/forecast.h"

#include <cassert>
#include <charconv>
#include <cmath>

#include "agents/learned/policy_net.h"
#include "engine/core/card_program.h"
#include "engine/core/embed.h"
#include "engine/facts/facts.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

std::span<const uint16_t> card_of() {
  static const std::vector<uint16_t> kCards = card_of_definition(card_program());
  return kCards;
}

std::string text_of(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 4).ptr;
  return {text, end};
}

void write_numbers(std::span<const float> weights, std::string& text) {
  for (const float& weight : weights) text += (&weight == weights.data() ? "" : "\t") + text_of(weight);
}

bool read_numbers(std::string_view text, std::span<float> weights) {
  for (float& weight : weights) {
    if (&weight != weights.data() && !text.starts_with('\t')) return false;
    if (&weight != weights.data()) text.remove_prefix(1);
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), weight);
    if (status != std::errc() || !std::isfinite(weight)) return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
  }
  return text.empty();
}

constexpr WeightFormat kFormat{"archon-forecast 2", "numbers with tabs between them", write_numbers, read_numbers};

std::vector<NamedWeights> rows_of(Forecast& forecast) {
  std::vector<NamedWeights> rows;
  for (int f = 0; f < kFeatures; ++f) rows.push_back({feature_name(f), {&forecast.position[static_cast<size_t>(f)], 1}});
  for (size_t i = 0; i < forecast.cards.size(); ++i) rows.push_back({CardTable::instance().cards()[i].id, forecast.cards[i]});
  return rows;
}

}  // namespace

std::string_view zone_name(ForecastZone zone) {
  static constexpr std::string_view kNames[] = {
#define X(name) #name,
      ARCHON_FORECAST_ZONES(X)
#undef X
  };
  return kNames[static_cast<size_t>(zone)];
}

Forecast::Forecast() : cards(CardTable::instance().cards().size()) {}

float list_advantage(const Forecast& forecast, const Matchup& m) {
  float sum = 0;
  for (int id = 0; id < m.card_count; ++id) {
    const MatchCard& card = m.cards[static_cast<size_t>(id)];
    const float weight = forecast.cards[card_of()[card.definition]][static_cast<size_t>(ForecastZone::List)];
    sum += card.owner == 0 ? weight : -weight;
  }
  return sum;
}

float win_probability(const Forecast& forecast, const View& view) {
  if (view.over()) return view.winner() < 0 ? 0.5f : view.winner() == view.player() ? 1.f : 0.f;
  assert(view.active_player() == view.player());
  const float list = list_advantage(forecast, view.matchup());
  float sum = view.player() == 0 ? list : -list;
  const Features features = features_of(view);
  for (size_t i = 0; i < features.size(); ++i) sum += forecast.position[i] * features[i];
  for_each_forecast_card(view, card_of(), [&](uint16_t card, ForecastZone zone, int sign) {
    sum += static_cast<float>(sign) * forecast.cards[card][static_cast<size_t>(zone)];
  });
  return logistic(sum);
}

std::string forecast_text(const Forecast& forecast, std::vector<std::string> comments) {
  std::string zones = "cards:";
  for (int zone = 0; zone < kForecastZones; ++zone) zones += ' ' + std::string(zone_name(static_cast<ForecastZone>(zone)));
  comments.push_back(zones);
  Forecast copy = forecast;
  return weights_text(kFormat, rows_of(copy), comments);
}

std::optional<Forecast> parse_forecast(std::string_view text, std::string& problem, NameGaps& gaps) {
  Forecast forecast;
  problem = read_weights(kFormat, text, rows_of(forecast), gaps);
  return problem.empty() ? std::optional(std::move(forecast)) : std::nullopt;
}

const Forecast& built_in_forecast() {
  static const Forecast kForecast = [] {
    constexpr std::string_view kPath = "sim/forecast/forecast.txt";
    std::string problem;
    NameGaps gaps;
    auto forecast = parse_forecast(embedded_text(kPath), problem, gaps);
    if (!forecast) embedded_fault(kPath, problem);
    return std::move(*forecast);
  }();
  return kForecast;
}

}  // namespace archon
