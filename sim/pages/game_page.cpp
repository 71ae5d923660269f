#include "sim/pages/game_page.h"

#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/documents/game_log.h"
#include "sim/pages/game_steps.h"
#include "sim/report/page_frame.h"

namespace archon::cli {
std::string game_page(const Matchup& m, const RecordHead& head, const RecordedGame& game, const AnalysedGame* analysis,
                      const Provenance& provenance, std::string& problem) {
  using nlohmann::json;
  GameSteps steps(m, analysis);
  State end;
  problem = replay_told(
      m, head.seed, game, end,
      [&](const State& before, const State& after, const Passage& passage) { steps.happen(before, after, passage); },
      [&](const State& s, Action action) { steps.decide(s, action); });
  if (!problem.empty()) return {};
  steps.close(end);
  json players = json::array();
  for (size_t player = 0; player < 2; ++player)
    players.push_back(
        {{"deck", visible_line(head.decks[player].name)}, {"agent", visible_line(short_spec(head.agents[player]))}});
  const std::string title = visible_line(head.decks[0].name) + " against " + visible_line(head.decks[1].name);
  const std::string result = ending_text(m, end, game.record.forfeit);
  json data = steps.data();
  data.update({{"page", "game"},
               {"version", report::kPageVersion},
               {"title", title},
               {"result", result},
               {"game", game.game},
               {"seed", head.seed},
               {"players", players},
               {"analysed", analysis != nullptr},
               {"provenance", provenance_lines(provenance)}});
  return report::framed(
      {.title = title, .description = result, .address = {}, .plain = "<p>" + report::escaped(result) + "</p>\n"}, data);
}

}  // namespace archon::cli
