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

// games, undecided, faults, forfeits; one line for people.
void add_counts(present::Document& document, const Tally& total);

}  // namespace archon::cli
