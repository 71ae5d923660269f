#include "sim/report/page_data.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/concepts/concepts.h"
#include "sim/report/packing.h"

namespace archon::report {
namespace {

using nlohmann::json;

// Mean and half of the interval by turn, in hundredths.
json turns_data(const std::vector<ReportTurn>& turns) {
  std::vector<int64_t> numbers;
  for (const ReportTurn& turn : turns)
    for (const double number : {turn.mean, turn.interval.high - turn.mean})
      numbers.emplace_back(std::llround(100 * std::max(0.0, number)));
  return packed(numbers);
}

// The first length with games, and games by length from there.
json lengths_data(const std::vector<int64_t>& lengths) {
  const auto first = std::ranges::find_if(lengths, [](int64_t games) { return games > 0; });
  return {first - lengths.begin(), packed({first, lengths.end()})};
}

// Its fields in the order of README.md.
json course_data(const ReportCourse& course) {
  if (course.games == 0) return nullptr;
  json houses = json::array();
  for (const auto& [house, share] : course.houses) {
    houses.push_back(house);
    houses.push_back(rounded(share, 3));
  }
  const auto turns = [](double mean) { return mean > 0 ? rounded(mean, 1) : json(nullptr); };
  return {course.games,
          turns_data(course.amber),
          turns_data(course.keys),
          turns_data(course.opposing_amber),
          turns_data(course.opposing_keys),
          houses,
          turns(course.turns_won),
          turns(course.turns_lost),
          lengths_data(course.lengths)};
}

json samples_data(const std::vector<ReportSample>& samples) {
  json list = json::array();
  for (const ReportSample& each : samples)
    list.push_back(
        {static_cast<int>(each.kind), each.turns, each.opponent, each.second ? 1 : 0, std::to_string(each.seed), each.game});
  return list;
}

// Links of decks come from files: what is no address of the web is not linked.
bool is_web(const std::string& url) { return url.starts_with("https://") || url.starts_with("http://"); }

}  // namespace

json rounded(double value, int digits) {
  const double scale = std::pow(10.0, digits), number = std::round(scale * value) / scale;
  if (number == std::round(number) && std::abs(number) < 1e9) return static_cast<int64_t>(number);
  return number;
}

json text_or_null(const std::string& text) { return text.empty() ? json(nullptr) : json(text); }

json handicap_data(const std::optional<ReportHandicap>& handicap) {
  if (!handicap) return nullptr;
  return {rounded(handicap->value, 1), rounded(handicap->interval.low, 1), rounded(handicap->interval.high, 1),
          handicap->beyond};
}

int PageCards::place(const ReportCard& card) {
  json apart = {card.name, card.house, card.type, card.rarity, card.icons, card.marks, card.problem};
  if (card.value)
    for (const double number : {card.value->value, card.value->interval.low, card.value->interval.high})
      apart.push_back(rounded(number, 1));
  const std::string key = apart.dump(-1, ' ', false, json::error_handler_t::replace);
  const auto at = std::ranges::lower_bound(sorted_, key, {}, &std::pair<std::string, int>::first);
  if (at != sorted_.end() && at->first == key) return at->second;
  const int place = static_cast<int>(cards_.size());
  sorted_.emplace(at, key, place);
  cards_.push_back(card);
  return place;
}

namespace {

// Words that return, each once.
class Words {
 public:
  int64_t place(const std::string& word) {
    const auto at = std::ranges::find(words_, word);
    if (at != words_.end()) return at - words_.begin();
    words_.push_back(word);
    return std::ssize(words_) - 1;
  }
  json data() const { return words_; }

 private:
  std::vector<std::string> words_{};
};

}  // namespace

json PageCards::data() const {
  Words words;
  json names = json::array(), icons = json::object(), marks = json::object(), problems = json::object();
  std::vector<int64_t> kinds, values;
  for (size_t i = 0; i < cards_.size(); ++i) {
    const ReportCard& card = cards_[i];
    const std::string place = std::to_string(i);
    names.push_back(card.name);
    for (const std::string* word : {&card.house, &card.type, &card.rarity}) kinds.emplace_back(words.place(*word));
    for (const std::string& icon : card.icons) icons[place].push_back(words.place(icon));
    if (!card.marks.empty()) marks[place] = card.marks;
    if (!card.problem.empty()) problems[place] = card.problem;
    values.resize(values.size() + 3, kNoNumber);
    if (!card.value) continue;
    const auto& [value, interval] = *card.value;
    std::ranges::transform(std::array{value, interval.low, interval.high}, values.end() - 3,
                           [](double number) { return in_parts(number, 10); });
  }
  return {{"names", names}, {"words", words.data()}, {"kinds", packed(kinds)},  {"icons", icons},
          {"marks", marks}, {"problems", problems},  {"values", packed(values)}};
}

json details_data(const DeckDetails& details, PageCards& cards) {
  json links = json::array();
  std::vector<int64_t> places, copies;
  for (const ReportCard& card : details.cards) {
    places.emplace_back(cards.place(card));
    copies.emplace_back(card.copies);
  }
  for (const ReportLink& link : details.links)
    if (is_web(link.url)) links.push_back({link.label, link.url});
  return {{"links", links},
          {"sas", details.sas ? rounded(*details.sas, 1) : json(nullptr)},
          {"aerc", details.aerc ? rounded(*details.aerc, 1) : json(nullptr)},
          {"file", text_or_null(details.file)},
          {"shell_file", text_or_null(details.shell_file == details.file ? "" : details.shell_file)},
          {"problem", text_or_null(details.problem)},
          {"cards", json::array({packed(places), packed(copies)})},
          {"beside", details.beside},
          {"course", course_data(details.course)},
          {"samples", samples_data(details.samples)}};
}

json words_data(const std::vector<std::string>& words) {
  json found = json::object();
  for (const std::string& word : words)
    if (const Concept* about = find_concept(word)) found[word] = std::string(about->brief);
  return found;
}

}  // namespace archon::report
