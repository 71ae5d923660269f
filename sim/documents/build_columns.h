#pragma once
// What the documents of builds share.
#include "sim/pods/build_race.h"
#include "sim/present/document.h"

namespace archon::cli {

present::Cell build_rate(const RaceGames& games);  // the win rate; no value without games
void add_race_counts(present::Document& document, const RaceResult& race, const TimeLimit& time, int64_t played);

}  // namespace archon::cli
