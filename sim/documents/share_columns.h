#pragma once
// Columns that several results have: win rates of games, effects on them, what happened to cards.
#include <algorithm>
#include <functional>

#include "engine/deck/deck.h"
#include "sim/present/document.h"
#include "sim/values/card_events.h"

namespace archon::cli {

inline constexpr double kErrorsOfInterval = 1.959963984540054;  // standard errors in half a 95 % interval

// A difference of shares in percentage points with its standard error, and the interval that it makes.
inline present::Cell points_cell(double value, double error) {
  const double half = kErrorsOfInterval * error;
  return {value, {std::max(-100.0, value - half), std::min(100.0, value + half)}};
}

template <class Row>
present::ColumnOf<Row> count_column(const std::string& name, const std::string& head, const std::string& what, int drop,
                                    std::function<int64_t(const Row&)> count) {
  return {{.name = name, .head = head, .unit = present::Unit::Count, .what = what, .drop = drop},
          [count](const Row& each) { return present::Cell(count(each)); }};
}

template <class Row>
present::ColumnOf<Row> text_column(const std::string& name, const std::string& head, const std::string& what, int drop,
                                   std::function<std::string(const Row&)> text) {
  return {{.name = name, .head = head, .what = what, .drop = drop},
          [text](const Row& each) { return present::Cell(text(each)); }};
}

// What happened to a card in games and how the games went, from the CardRecord of a row: `effect` of seeing a copy, then of
// each event how often it was, the win rate of these games, and its difference.
template <class Row>
std::vector<present::ColumnOf<Row>> event_columns(std::function<const CardRecord&(const Row&)> record_of) {
  using namespace present;
  std::vector<ColumnOf<Row>> columns = {{{.name = "effect",
                                          .head = "seen or not",
                                          .unit = Unit::Points,
                                          .what = "What seeing a copy adds to the win rate of a game",
                                          .interval = true,
                                          .may_miss = true},
                                         [record_of](const Row& each) {
                                           const CardRecord& record = record_of(each);
                                           const bool both =
                                               record[CardEvent::Seen].copies > 0 && record[CardEvent::Unseen].copies > 0;
                                           return both ? points_cell(record.improvement, record.improvement_error) : Cell();
                                         }}};
  for (int i = 0; i < kCardEvents; ++i) {
    const auto event = static_cast<CardEvent>(i);
    const std::string word(card_event_word(event));
    const auto cell = [record_of, event](auto of) {
      return [record_of, event, of](const Row& each) {
        const EventRate& rate = record_of(each)[event];
        return rate.copies > 0 ? of(rate) : Cell();
      };
    };
    columns.push_back(count_column<Row>(word + "_games", "", "Games in which it was so, copies counted one by one", 0,
                                        [record_of, event](const Row& each) { return record_of(each)[event].copies; }));
    columns.push_back(
        {{.name = word + "_win_rate", .unit = Unit::Share, .what = "Of these games", .interval = true, .may_miss = true},
         cell([](const EventRate& rate) {
           return Cell(rate.rate / 100, {rate.interval.low / 100, rate.interval.high / 100});
         })});
    columns.push_back({{.name = word + "_effect",
                        .head = event == CardEvent::Seen ? "" : word,
                        .unit = Unit::Points,
                        .what = "Win rate of these games less that of all",
                        .interval = true,
                        .may_miss = true,
                        .drop = 2 + i},
                       cell([](const EventRate& rate) { return points_cell(rate.difference, rate.error); })});
  }
  return columns;
}

}  // namespace archon::cli
