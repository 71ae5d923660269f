#include "sim/report/page_data.h"

#include <algorithm>
#include <cmath>

#include "sim/concepts/concepts.h"

namespace archon::report {
namespace {

using nlohmann::json;

json turns_data(const std::vector<ReportTurn>& turns) {
  json list = json::array();
  for (const ReportTurn& turn : turns)
    list.push_back({turn.turn, rounded(turn.mean, 2), rounded(turn.interval.low, 2), rounded(turn.interval.high, 2)});
  return list;
}

json course_data(const ReportCourse& course) {
  if (course.games == 0) return nullptr;
  json houses = json::array();
  for (const auto& [house, share] : course.houses) houses.push_back({house, rounded(share, 3)});
  const auto turns = [](double mean) { return mean > 0 ? rounded(mean, 1) : json(nullptr); };
  return {{"games", course.games},
          {"amber", turns_data(course.amber)},
          {"keys", turns_data(course.keys)},
          {"opposing_amber", turns_data(course.opposing_amber)},
          {"opposing_keys", turns_data(course.opposing_keys)},
          {"houses", houses},
          {"turns_won", turns(course.turns_won)},
          {"turns_lost", turns(course.turns_lost)},
          {"lengths", course.lengths}};
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
  json row = {card.name, card.house, card.type, card.rarity, card.icons, card.marks, text_or_null(card.problem)};
  if (card.value) {
    row.push_back(rounded(card.value->value, 2));
    row.push_back(rounded(card.value->interval.low, 2));
    row.push_back(rounded(card.value->interval.high, 2));
  }
  const std::string key = row.dump(-1, ' ', false, json::error_handler_t::replace);
  const auto at = std::ranges::lower_bound(sorted_, key, {}, &std::pair<std::string, int>::first);
  if (at != sorted_.end() && at->first == key) return at->second;
  const int place = static_cast<int>(cards_.size());
  sorted_.emplace(at, key, place);
  cards_.push_back(std::move(row));
  return place;
}

json details_data(const DeckDetails& details, PageCards& cards) {
  json list = json::array(), links = json::array(), samples = json::array();
  for (const ReportCard& card : details.cards) list.push_back({cards.place(card), card.copies});
  for (const ReportLink& link : details.links)
    if (is_web(link.url)) links.push_back({link.label, link.url});
  for (const ReportSample& sample : details.samples) samples.push_back({sample.title, sample.command});
  return {{"links", links},
          {"sas", details.sas ? rounded(*details.sas, 1) : json(nullptr)},
          {"aerc", details.aerc ? rounded(*details.aerc, 1) : json(nullptr)},
          {"file", text_or_null(details.file)},
          {"problem", text_or_null(details.problem)},
          {"cards", list},
          {"beside", details.beside},
          {"course", course_data(details.course)},
          {"samples", samples}};
}

json words_data(const std::vector<std::string>& words) {
  json found = json::object();
  for (const std::string& word : words)
    if (const Concept* about = find_concept(word)) found[word] = std::string(about->brief);
  return found;
}

}  // namespace archon::report
