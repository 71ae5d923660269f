#include "sim/forecast/forecast.h"

#include <cassert>
#include <charconv>
#include <cmath>

#include "agents/learned/policy_net.h"
#include "engine/cards/library.h"
#include "engine/core/embed.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

constexpr std::string_view kFirstLine = "archon-forecast 1";

std::span<const uint16_t> card_of() {
  static const std::vector<uint16_t> kCards = card_of_definition(Library::instance().program());
  return kCards;
}

std::string text_of(float value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 4).ptr;
  return {text, end};
}

// Takes lines that are no comments off a text.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  std::string_view next() {
    std::string_view line;
    do {
      const size_t end = text_.find('\n');
      line = text_.substr(0, end);
      text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
      ++number_;
    } while (line.starts_with('#'));
    return line;
  }
  std::string place() const { return "line " + std::to_string(number_) + ": "; }

 private:
  std::string_view text_;
  int number_ = 0;
};

// "NAME\tNUMBER\tNUMBER...": whether the line is that.
bool read_row(std::string_view line, std::string_view name, std::span<float> values) {
  if (!line.starts_with(name)) return false;
  line.remove_prefix(name.size());
  for (float& value : values) {
    if (!line.starts_with('\t')) return false;
    line.remove_prefix(1);
    const auto [end, status] = std::from_chars(line.data(), line.data() + line.size(), value);
    if (status != std::errc() || !std::isfinite(value)) return false;
    line.remove_prefix(static_cast<size_t>(end - line.data()));
  }
  return line.empty();
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
  return 1 / (1 + std::exp(-sum));
}

std::string forecast_text(const Forecast& forecast, const std::vector<std::string>& comments) {
  std::string text(kFirstLine);
  for (const std::string& comment : comments) text += "\n# " + comment;
  text += '\n';
  for (int f = 0; f < kFeatures; ++f)
    text += feature_name(f) + '\t' + text_of(forecast.position[static_cast<size_t>(f)]) + '\n';
  text += "Card";
  for (int zone = 0; zone < kForecastZones; ++zone) text += '\t' + std::string(zone_name(static_cast<ForecastZone>(zone)));
  text += '\n';
  const auto& cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size(); ++i) {
    text += cards[i].id;
    for (float weight : forecast.cards[i]) text += '\t' + text_of(weight);
    text += '\n';
  }
  return text;
}

std::optional<Forecast> parse_forecast(std::string_view text, std::string& problem) {
  Forecast forecast;
  Lines lines(text);
  const auto expect = [&](bool good, const std::string& what) {
    if (problem.empty() && !good) problem = lines.place() + "expected " + what;
  };
  expect(lines.next() == kFirstLine, "'" + std::string(kFirstLine) + "'");
  for (int f = 0; f < kFeatures && problem.empty(); ++f)
    expect(read_row(lines.next(), feature_name(f), {&forecast.position[static_cast<size_t>(f)], 1}),
           "the weight of " + feature_name(f));
  if (problem.empty()) expect(lines.next().starts_with("Card\t"), "the names of the zones");
  const auto& cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size() && problem.empty(); ++i)
    expect(read_row(lines.next(), cards[i].id, forecast.cards[i]), "the weights of " + std::string(cards[i].id));
  if (problem.empty()) expect(lines.next().empty(), "the end");
  return problem.empty() ? std::optional(std::move(forecast)) : std::nullopt;
}

const Forecast& built_in_forecast() {
  static const Forecast kForecast = [] {
    std::string problem;
    auto forecast = parse_forecast(embedded_text("sim/forecast/forecast.txt"), problem);
    assert(forecast);  // a test reads it
    return forecast ? std::move(*forecast) : Forecast();
  }();
  return kForecast;
}

}  // namespace archon
