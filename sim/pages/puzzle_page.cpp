#include "sim/pages/puzzle_page.h"

#include <nlohmann/json.hpp>

#include "engine/engine.h"
#include "engine/facts/visible_text.h"
#include "sim/pages/game_steps.h"
#include "sim/report/page_frame.h"

namespace archon::cli {

std::string puzzle_page(const Puzzle& puzzle, const PuzzlePage& page, const Provenance& provenance) {
  using nlohmann::json;
  const Matchup& m = puzzle.start.matchup;
  GameSteps steps(m);
  Recorder recorder(
      [&](const State& before, const State& after, const Passage& passage) { steps.happen(before, after, passage); });
  Matchup told = m;
  told.listener = &recorder;
  State s = puzzle.start.state;
  steps.begin(s);
  recorder.begin(told, s);
  for (const Action action : puzzle.solution.line) {
    recorder.end(told, s);
    steps.decide(s, action);
    apply(told, s, action);
  }
  recorder.end(told, s);
  steps.close(s);
  json players = json::array();
  for (const std::string& deck : page.decks) players.push_back({{"deck", visible_line(deck)}});
  const std::string who(1, puzzle.goal.player == 0 ? 'A' : 'B');
  const std::string task = "Your turn as " + who + ". " + goal_text(puzzle.goal.kind) + ".";
  json data = steps.data();
  data.update(
      {{"page", "game"},
       {"version", report::kPageVersion},
       {"title", page.title},
       {"result", "done"},
       {"players", players},
       {"puzzle",
        {{"task", task}, {"of", visible_line(page.of)}, {"hard", visible_line(page.hard)}, {"player", puzzle.goal.player}}},
       {"provenance", provenance_lines(provenance)}});
  return report::framed(
      {.title = page.title, .description = task, .address = {}, .plain = "<p>" + report::escaped(task) + "</p>\n"}, data);
}

}  // namespace archon::cli
