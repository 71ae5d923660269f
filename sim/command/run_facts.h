#pragma once
// Facts that every result of a run has under the same names.
#include "sim/command/long_run.h"
#include "sim/play/match.h"
#include "sim/present/document.h"

namespace archon::cli {

// complete, unfinished, asked_games (or another unit), asked_precision, asked_seconds; people read it as Outcome::header.
void add_outcome(present::Document& document, const Outcome& outcome);

// complete and unfinished alone; people read it in a first line.
void add_completion(present::Document& document, const std::string& unfinished);

// Games that agents lost without a legal answer, by cause. People see it where there are any.
present::Table forfeits_table(const ForfeitsByCause& forfeits);

// games, undecided, faults, forfeits; one line for people.
void add_counts(present::Document& document, const Tally& total);

// Table ended_by_time, for CSV and JSON: how the games were decided that time ended.
present::Table ended_by_time_table(const LeadCounts& by_time);
// The same in a line for people: "time ended 12 of 1,000 games (1.2 %): 10 by keys, ..."; empty without a limit.
std::string ended_by_time_text(const LeadCounts& by_time, int64_t games, const TimeLimit& limit);
void add_ended_by_time(present::Document& document, const LeadCounts& by_time, int64_t games, const TimeLimit& limit);  // both

}  // namespace archon::cli
