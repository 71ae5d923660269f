#pragma once
// What the documents of races share.
#include <cstdint>
#include <vector>

#include "sim/present/document.h"
#include "sim/race/deck_race.h"

namespace archon::cli {

present::Cell race_rate(const RaceGames& games);  // the win rate; no value without games
void add_race_counts(present::Document& document, const RaceResult& race, const TimeLimit& time, int64_t played);

// win_rate, games, best_probability, predicted_win_rate, selection_games, selection_wins; row.of() is a row's const Racer&.
template <class Row>
std::vector<present::ColumnOf<Row>> race_columns() {
  using namespace present;
  return {{{.name = "win_rate",
            .head = "win %",
            .unit = Unit::Share,
            .what = "Against the field, in games that measured it and had no part in choosing it",
            .interval = true,
            .may_miss = true,
            .drop_interval = 2},
           [](const Row& row) { return race_rate(row.of().fresh); }},
          {{.name = "games", .head = "games", .unit = Unit::Count, .what = "That measured it", .drop = 7},
           [](const Row& row) { return Cell(row.of().fresh.games); }},
          {{.name = "best_probability",
            .head = "best %",
            .unit = Unit::Share,
            .what = "That it is the best of all, by rating and the games that chose; 0: dropped",
            .drop = 3,
            .digits = 0},
           [](const Row& row) { return Cell(row.of().best); }},
          {{.name = "predicted_win_rate",
            .head = "rated %",
            .unit = Unit::Share,
            .what = "Against the field by ratings, before any game",
            .drop = 6},
           [](const Row& row) { return Cell(row.of().expected); }},
          {{.name = "selection_games", .unit = Unit::Count, .what = "That chose"},
           [](const Row& row) { return Cell(row.of().selected().games); }},
          {{.name = "selection_wins", .unit = Unit::Count, .what = "Won of these"},
           [](const Row& row) { return Cell(row.of().selected().wins); }}};
}

}  // namespace archon::cli
