#pragma once
// Parts of the data of pages (README.md has the format). Only for sim/report/*.cpp.
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/report/deck_page.h"
#include "sim/report/page_frame.h"

namespace archon::report {

nlohmann::json rounded(double value, int digits);  // a number with at most so many digits after the point
nlohmann::json text_or_null(const std::string& text);
nlohmann::json handicap_data(const std::optional<ReportHandicap>& handicap);  // [chains, low, high, beyond] or null

// The cards of all decks of a page, each once; decks name them by their place.
class PageCards {
 public:
  int place(const ReportCard& card);
  nlohmann::json data() const;

 private:
  std::vector<ReportCard> cards_{};
  std::vector<std::pair<std::string, int>> sorted_{};  // by what tells them apart
};

// What a deck is, whoever its opponents are.
nlohmann::json details_data(const DeckDetails& details, PageCards& cards);

// What the words of a page mean, for its footnotes: {"sas": "What ...", ...}.
nlohmann::json words_data(const std::vector<std::string>& words);

}  // namespace archon::report
