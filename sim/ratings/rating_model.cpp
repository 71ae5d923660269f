#include "sim/ratings/rating_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <span>
#include <utility>

#include "engine/core/decimal.h"
#include "engine/core/embed.h"
#include "sim/stats/distributions.h"

namespace archon {
namespace {

constexpr std::string_view kFirstLine = "archon-ratings 1";
constexpr double kMeanRating = 1500;

RatingScale scale_of(const RatingModel& model, std::string_view set) {
  const uint8_t index = set_index(set);
  if (index != kAnySet && model.scales[index].known()) return model.scales[index];
  RatingScale all;
  const std::span scales = std::span(model.scales).first(unpooled_sets().size());
  const auto sets = static_cast<double>(std::ranges::count_if(scales, &RatingScale::known));
  for (const RatingScale& each : scales) all.mean += each.known() ? each.mean / sets : 0;
  for (const RatingScale& each : scales)
    if (each.known()) all.spread += (each.spread * each.spread + (each.mean - all.mean) * (each.mean - all.mean)) / sets;
  all.spread = std::sqrt(all.spread);
  return all;
}

struct Sum {
  double value = 0, variance = 0;

  void add(const PartValue* part, double amount) {
    if (part == nullptr) return;
    value += amount * part->value;
    variance += amount * amount * part->error * part->error;
  }
};

}  // namespace

const PartValue* RatingModel::find(const PartKey& key) const {
  const auto at = [&](const PartKey& wanted) -> const PartValue* {
    const auto found = std::ranges::lower_bound(parts, wanted, {}, &PartValue::key);
    return found != parts.end() && found->key == wanted ? &*found : nullptr;
  };
  const PartValue* const found = at(key);
  PartKey any = key;
  any.set = kAnySet;
  return found != nullptr || key.set == kAnySet ? found : at(any);
}

DeckRating rate_deck(const RatingModel& model, const Deck& deck) {
  Sum sum;
  for (const PartAmount& part : deck_parts(deck)) sum.add(model.find(part.key), part.amount);
  const double variance = model.unexplained * model.unexplained + model.together * sum.variance;
  return {.strength = sum.value, .error = std::sqrt(variance), .scale = scale_of(model, deck.set)};
}

double DeckRating::win_rate(double errors) const { return logistic(strength - scale.mean + errors * error); }
double DeckRating::elo(double errors) const { return kEloPerLogit * (strength + errors * error - scale.mean); }
double DeckRating::percentile() const { return scale.spread > 0 ? normal_cdf((strength - scale.mean) / scale.spread) : 0.5; }
double DeckRating::rating(double errors) const { return kMeanRating + kEloPerLogit * (strength + errors * error); }
double DeckRating::overall_win_rate(double errors) const { return logistic(strength + errors * error); }

std::string rating_text(const RatingModel& model, const std::vector<std::string>& comments) {
  std::string text(kFirstLine);
  const auto numbers = [](double a, double b) {
    std::array<char, 64> line{};
    std::snprintf(line.data(), line.size(), " %.4f %.4f", a, b);
    return std::string(line.data());
  };
  const auto number = [](double a) {
    std::array<char, 32> line{};
    std::snprintf(line.data(), line.size(), " %.4f", a);
    return std::string(line.data());
  };
  for (const std::string& comment : comments) text += "\n# " + comment;
  text += "\nunexplained" + number(model.unexplained) + "\ntogether" + number(model.together) + "\nfirst" + number(model.first);
  for (size_t i = 0; i < model.scales.size(); ++i)
    text += "\nscale " + std::string(card_sets()[i].code) + numbers(model.scales[i].mean, model.scales[i].spread);
  for (const PartValue& part : model.parts) text += "\n" + part_name(part.key) + numbers(part.value, part.error);
  return text + "\n";
}

namespace {

// Reads the lines one by one; stops at the first that is wrong.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string_view line() {
    do {
      const size_t end = text_.find('\n');
      line_ = text_.substr(0, end);
      text_ = end == std::string_view::npos ? std::string_view() : text_.substr(end + 1);
      if (line_.ends_with('\r')) line_.remove_suffix(1);
      ++number_;
    } while (line_.starts_with('#'));
    return line_;
  }
  bool at_end() const { return text_.empty(); }

  // The last so many numbers of the line; what stands before them is its name.
  template <size_t kNumbers>
  std::string_view numbers(std::array<double, kNumbers>& values) {
    std::string_view name = line_;
    for (size_t i = kNumbers; i-- > 0;) {
      const size_t blank = name.rfind(' ');
      const std::string_view word = blank == std::string_view::npos ? std::string_view() : name.substr(blank + 1);
      if (const std::optional<double> value = parse_double(word))
        values[i] = *value;
      else
        fail("expected a name and " + std::to_string(kNumbers) + (kNumbers == 1 ? " number" : " numbers"));
      name = name.substr(0, std::min(blank, name.size()));
    }
    return name;
  }

  // `expected` and a number.
  double number(std::string_view expected) {
    line();
    std::array<double, 1> value{};
    if (numbers(value) != expected) fail("expected '" + std::string(expected) + "' and a number");
    return value[0];
  }

  void fail(const std::string& what) {
    if (problem_.empty())
      problem_ = "line " + std::to_string(number_) + ": " + what + ", not '" + std::string(line_.substr(0, 60)) + "'";
  }
  const std::string& problem() const { return problem_; }

 private:
  std::string_view text_, line_;
  int number_ = 0;
  std::string problem_;
};

// A line behind the three numbers of the model: the scale of a set, or a part.
void read_values(Reader& reader, RatingModel& model) {
  constexpr std::string_view kScale = "scale ";
  std::array<double, 2> values{};
  reader.line();
  const std::string_view name = reader.numbers(values);
  if (values[1] < 0) reader.fail("expected an error or a spread of at least 0");
  if (name.starts_with(kScale)) {
    const uint8_t set = set_index(name.substr(kScale.size()));
    if (set == kAnySet || model.scales[set].known()) return reader.fail("expected the scale of another set");
    model.scales[set] = {values[0], values[1]};
    return;
  }
  const std::optional<PartKey> key = find_part(name);
  if (!key) return reader.fail("expected a part of decks");
  if (!model.parts.empty() && !(model.parts.back().key < *key)) reader.fail("expected parts in rising order");
  model.parts.push_back({*key, values[0], values[1]});
}

}  // namespace

std::optional<RatingModel> parse_ratings(std::string_view text, std::string& problem) {
  Reader reader(text);
  RatingModel model;
  if (reader.line() != kFirstLine) reader.fail("expected '" + std::string(kFirstLine) + "'");
  model.unexplained = reader.number("unexplained");
  model.together = reader.number("together");
  model.first = reader.number("first");
  model.scales.resize(card_sets().size());
  while (!reader.at_end() && reader.problem().empty()) read_values(reader, model);
  if (model.parts.empty()) reader.fail("expected parts of decks");
  problem = reader.problem();
  return problem.empty() ? std::optional(std::move(model)) : std::nullopt;
}

namespace {
constexpr std::string_view kPath = "sim/ratings/ratings.txt";
std::string_view built_in_text() { return embedded_text(kPath); }
}  // namespace

const RatingModel& built_in_ratings() {
  static const RatingModel kModel = [] {
    std::string problem;
    std::optional<RatingModel> model = parse_ratings(built_in_text(), problem);
    if (!model) embedded_fault(kPath, problem);
    return std::move(*model);
  }();
  return kModel;
}

std::vector<std::string> built_in_rating_comments() { return rating_comments(built_in_text()); }

std::vector<std::string> rating_comments(std::string_view text) {
  std::vector<std::string> comments;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with("# ")) comments.emplace_back(line.substr(2));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return comments;
}

}  // namespace archon
