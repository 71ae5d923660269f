// Reads restricted.tsv: day of the list, id of the card, sets, copies that a deck may have.
#include "engine/facts/restricted.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "engine/core/embed.h"
#include "engine/facts/facts.h"
#include "engine/facts/table_fields.h"

namespace archon {
namespace {

constexpr std::string_view kPath = "engine/facts/restricted.tsv";

RestrictedCard read_card(std::string_view line) {
  RestrictedCard restricted;
  const std::string_view id = take(line, '\t');
  restricted.card = CardTable::instance().find_id(id);
  if (restricted.card < 0) embedded_fault(kPath, "unknown card " + std::string(id));
  std::string_view sets = take(line, '\t');
  if (sets == "all") sets = "";
  while (!sets.empty()) restricted.sets.push_back(take(sets, ','));
  if (line != "-") std::from_chars(line.data(), line.data() + line.size(), restricted.most);
  return restricted;
}

std::vector<RestrictedList> read_lists() {
  std::vector<RestrictedList> lists;
  std::string_view rest = embedded_text(kPath);
  take(rest, '\n');  // header
  while (!rest.empty()) {
    std::string_view line = take(rest, '\n');
    const std::string_view day = take(line, '\t');
    if (lists.empty() || lists.back().day != day) lists.push_back({day, {}});
    lists.back().cards.push_back(read_card(line));
  }
  return lists;
}

// YYYY-MM-DD, of a month and a day that may be.
bool is_day(std::string_view text) {
  constexpr std::string_view kForm = "dddd-dd-dd";
  if (text.size() != kForm.size()) return false;
  for (size_t i = 0; i < text.size(); ++i)
    if (kForm[i] == '-' ? text[i] != '-' : std::isdigit(static_cast<unsigned char>(text[i])) == 0) return false;
  const std::string_view month = text.substr(5, 2), day = text.substr(8);
  return month >= "01" && month <= "12" && day >= "01" && day <= "31";
}

}  // namespace

bool RestrictedCard::in(std::string_view set) const { return sets.empty() || std::ranges::find(sets, set) != sets.end(); }

const RestrictedCard* RestrictedList::find(int card, std::string_view set) const {
  const auto found = std::ranges::find_if(cards, [&](const RestrictedCard& each) { return each.card == card && each.in(set); });
  return found == cards.end() ? nullptr : &*found;
}

std::span<const RestrictedList> restricted_lists() {
  static const std::vector<RestrictedList> kLists = read_lists();
  return kLists;
}

const RestrictedList* find_restricted_list(std::string_view day, std::string& problem) {
  const std::span<const RestrictedList> lists = restricted_lists();
  if (day.empty()) return &lists.back();
  if (!is_day(day)) {
    problem = "'" + std::string(day) + "' is no day, for instance " + std::string(lists.back().day);
    return nullptr;
  }
  const auto after = std::ranges::find_if(lists, [&](const RestrictedList& each) { return each.day > day; });
  if (after == lists.begin()) {
    problem = "there was no list on " + std::string(day) + ", the first is of " + std::string(lists.front().day);
    return nullptr;
  }
  return &*(after - 1);
}

}  // namespace archon
