#include "sim/ratings/rating_model.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "engine/core/embed.h"

namespace archon {
namespace {

constexpr std::string_view kFirstLine = "archon-ratings 1";
constexpr double kEloALogit = 173.71779276130073;  // 400 / ln 10
constexpr double kMeanRating = 1500;

RatingScale scale_of(const RatingModel& model, std::string_view set) {
  const uint8_t index = set_index(set);
  if (index != kAnySet) return model.scales[index];
  RatingScale all;
  const auto sets = static_cast<double>(model.scales.size());
  for (const RatingScale& each : model.scales) all.mean += each.mean / sets;
  for (const RatingScale& each : model.scales)
    all.spread += (each.spread * each.spread + (each.mean - all.mean) * (each.mean - all.mean)) / sets;
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

double DeckRating::win_rate(double errors) const { return 1 / (1 + std::exp(scale.mean - strength - errors * error)); }
double DeckRating::elo(double errors) const { return kEloALogit * (strength + errors * error - scale.mean); }
double DeckRating::percentile() const {
  return scale.spread > 0 ? 0.5 * std::erfc((scale.mean - strength) / scale.spread / std::sqrt(2.0)) : 0.5;
}
double DeckRating::rating() const { return kMeanRating + kEloALogit * strength; }

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
      const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), values[i]);
      if (word.empty() || status != std::errc() || end != word.data() + word.size() || !std::isfinite(values[i]))
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

PartValue read_part(Reader& reader) {
  std::array<double, 2> values{};
  reader.line();
  const std::string_view name = reader.numbers(values);
  const std::optional<PartKey> key = find_part(name);
  if (!key) reader.fail("expected a part of decks");
  if (values[1] < 0) reader.fail("expected an error of at least 0");
  return {key.value_or(PartKey{}), values[0], values[1]};
}

}  // namespace

std::optional<RatingModel> parse_ratings(std::string_view text, std::string& problem) {
  Reader reader(text);
  RatingModel model;
  if (reader.line() != kFirstLine) reader.fail("expected '" + std::string(kFirstLine) + "'");
  model.unexplained = reader.number("unexplained");
  model.together = reader.number("together");
  model.first = reader.number("first");
  for (const Expansion& set : card_sets()) {
    std::array<double, 2> values{};
    reader.line();
    if (reader.numbers(values) != "scale " + std::string(set.code))
      reader.fail("expected the scale of " + std::string(set.code));
    model.scales.push_back({values[0], values[1]});
  }
  while (!reader.at_end() && reader.problem().empty()) {
    model.parts.push_back(read_part(reader));
    const size_t size = model.parts.size();
    if (size > 1 && !(model.parts[size - 2].key < model.parts[size - 1].key)) reader.fail("expected parts in rising order");
  }
  problem = reader.problem();
  return problem.empty() ? std::optional(std::move(model)) : std::nullopt;
}

namespace {
std::string_view built_in_text() { return embedded_text("sim/ratings/ratings.txt"); }
}  // namespace

const RatingModel& built_in_ratings() {
  static const RatingModel kModel = [] {
    std::string problem;
    std::optional<RatingModel> model = parse_ratings(built_in_text(), problem);
    assert(model);  // a test reads it
    return std::move(model).value();
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
