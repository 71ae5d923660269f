#pragma once
// A recorded game as a page: the table after each decision, what each brought about, who was likely to win.
#include <string>

#include "engine/core/matchup.h"
#include "sim/advice/analysis.h"
#include "sim/play/record.h"
#include "sim/results/provenance.h"

namespace archon::cli {

// `analysis`: of that game, or null; then the chances are those of the forecast at the beginning of each turn. The page, or
// what does not fit in `problem`. The same bytes for the same game.
std::string game_page(const Matchup& m, const RecordHead& head, const RecordedGame& game, const AnalysedGame* analysis,
                      const Provenance& provenance, std::string& problem);

}  // namespace archon::cli
