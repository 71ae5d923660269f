#include "sim/documents/analysis_document.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "agents/agent_registry.h"
#include "engine/notation.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace analysis_text {

using namespace present;

constexpr double kErrorPoints = 2;  // from so many points on a decision is an error, if its interval leaves out 0
constexpr size_t kShown = 12;       // decisions that people see

struct Judged {
  const AnalysedGame* game;
  const JudgedDecision* decision;
};

bool is_error(const JudgedDecision& decision) {
  return 100 * decision.lost >= kErrorPoints && decision.lost > kErrorsOf95 * decision.error;
}

Cell points(double lost, double error) {
  return {100 * lost, Interval{100 * (lost - kErrorsOf95 * error), 100 * (lost + kErrorsOf95 * error)}};
}

std::string_view kind_word(ChoiceKind kind) {
  Choice choice;
  choice.kind = kind;
  return decision_word(choice);
}

// Decisions of one player, all or of a kind.
struct Sum {
  int player = 0;
  ChoiceKind kind = ChoiceKind::None;
  int64_t decisions = 0, errors = 0;
  double lost = 0, square = 0, luck = 0;
  double games = 0;

  void add(const JudgedDecision& decision) {
    ++decisions;
    errors += is_error(decision);
    lost += decision.lost;
    square += decision.error * decision.error;
  }
  Cell a_game() const { return points(lost / games, std::sqrt(square) / games); }
};

std::vector<ColumnOf<Sum>> sum_columns(const AnalysisFindings& findings, bool kinds) {
  std::vector<ColumnOf<Sum>> columns = {
      {{.name = "player", .head = "player", .what = "A or B"},
       [](const Sum& sum) { return Cell(sum.player == 0 ? "A" : "B"); }},
      {{.name = "agent", .head = "agent", .what = "Who played that side", .drop = 2},
       [&findings](const Sum& sum) { return Cell(short_spec(findings.agents[static_cast<size_t>(sum.player)])); }}};
  if (kinds)
    columns.push_back({{.name = "kind", .head = "kind", .what = "Kind of decision"},
                       [](const Sum& sum) { return Cell(kind_word(sum.kind)); }});
  columns.push_back({{.name = "decisions",
                      .head = "decisions",
                      .unit = Unit::Count,
                      .what = "With several legal answers, all games together"},
                     [](const Sum& sum) { return Cell(sum.decisions); }});
  columns.push_back({{.name = "errors",
                      .head = "errors",
                      .unit = Unit::Count,
                      .what = "Decisions that lost at least two points for certain (95 %)"},
                     [](const Sum& sum) { return Cell(sum.errors); }});
  columns.push_back({{.name = "lost",
                      .head = "lost a game",
                      .unit = Unit::Points,
                      .what = "Points of win probability that these decisions lost, a game",
                      .interval = true},
                     [](const Sum& sum) { return sum.a_game(); }});
  if (!kinds)
    columns.push_back({{.name = "luck",
                        .head = "luck",
                        .unit = Unit::Points,
                        .what = "Points that this player won without decisions, a game"},
                       [](const Sum& sum) { return Cell(100 * sum.luck / sum.games); }});
  return columns;
}

Table players_table(const AnalysisFindings& findings) {
  std::vector<Sum> sums(2);
  for (int player = 0; player < 2; ++player) {
    Sum& sum = sums[static_cast<size_t>(player)];
    sum.player = player;
    sum.games = static_cast<double>(findings.games.size());
    for (const AnalysedGame& game : findings.games) {
      for (const JudgedDecision& decision : game.decisions)
        if (decision.player == player) sum.add(decision);
      for (const Swing& swing : chance_course(game).turns) sum.luck += player == 0 ? swing.luck : -swing.luck;
    }
  }
  return table_of<Sum>({.name = "players", .what = "Both players"}, sum_columns(findings, false), sums);
}

Table kinds_table(const AnalysisFindings& findings) {
  std::map<std::pair<int, ChoiceKind>, Sum> by_kind;
  for (const AnalysedGame& game : findings.games)
    for (const JudgedDecision& decision : game.decisions) by_kind[{decision.player, decision.kind}].add(decision);
  std::vector<Sum> sums;
  for (auto& [key, sum] : by_kind) {
    sum.player = key.first;
    sum.kind = key.second;
    sum.games = static_cast<double>(findings.games.size());
    sums.push_back(sum);
  }
  std::ranges::stable_sort(
      sums, [](const Sum& a, const Sum& b) { return a.player != b.player ? a.player < b.player : a.lost > b.lost; });
  return table_of<Sum>(
      {.name = "kinds", .what = "By player and kind of decision, what lost most first", .title = "By kind of decision"},
      sum_columns(findings, true), sums);
}

struct Turn {
  int64_t game;
  int number;
  double chance;
  Swing swing;
};

Table turns_table(const AnalysisFindings& findings) {
  const bool single = findings.games.size() == 1;
  std::vector<Turn> turns;
  for (const AnalysedGame& game : findings.games) {
    const ChanceCourse course = chance_course(game);
    for (size_t i = 0; i < course.turns.size(); ++i)
      turns.push_back({game.game, static_cast<int>(i), course.at[i], course.turns[i]});
  }
  const auto lost = [](size_t player) { return [player](const Turn& turn) { return Cell(-100 * turn.swing.lost[player]); }; };
  const std::vector<ColumnOf<Turn>> columns = {
      {{.name = "game", .unit = Unit::Count, .what = "Number of the game in its run"},
       [](const Turn& turn) { return Cell(turn.game); }},
      {{.name = "turn", .head = "turn", .unit = Unit::Count, .what = "Turn of the game; 0: before the first one"},
       [](const Turn& turn) { return Cell(turn.number); }},
      {{.name = "chance", .head = "A wins %", .unit = Unit::Share, .what = "How likely A was to win when it began"},
       [](const Turn& turn) { return Cell(turn.chance); }},
      {{.name = "by_a", .head = "A's decisions", .unit = Unit::Points, .what = "Points that A lost by decisions, negative"},
       lost(0)},
      {{.name = "by_b", .head = "B's decisions", .unit = Unit::Points, .what = "Points that B lost by decisions, negative"},
       lost(1)},
      {{.name = "luck", .head = "luck for A", .unit = Unit::Points, .what = "All else that changed A's chance"},
       [](const Turn& turn) { return Cell(100 * turn.swing.luck); }},
  };
  return table_of<Turn>({.name = "turns", .what = "How A's chance went", .title = "Turn by turn", .shown = single}, columns,
                        turns);
}

Table decisions_table(const AnalysisFindings& findings) {
  std::vector<Judged> rows;
  for (const AnalysedGame& game : findings.games)
    for (const JudgedDecision& decision : game.decisions) rows.push_back({&game, &decision});
  std::ranges::stable_sort(rows, std::ranges::greater{}, [](const Judged& row) { return row.decision->lost; });
  std::vector<ColumnOf<Judged>> columns = {
      {{.name = "game",
        .head = findings.games.size() > 1 ? "game" : "",
        .unit = Unit::Count,
        .what = "Number of the game in its run"},
       [](const Judged& row) { return Cell(row.game->game); }},
      {{.name = "decision",
        .head = "decision",
        .unit = Unit::Count,
        .what = "Number of the decision in its game, from 0",
        .drop = 2},
       [](const Judged& row) { return Cell(row.decision->number); }},
      {{.name = "turn", .head = "turn", .unit = Unit::Count, .what = "Turn of the game"},
       [](const Judged& row) { return Cell(row.decision->turn); }},
      {{.name = "player", .head = "by", .what = "Who decided: A or B"},
       [](const Judged& row) { return Cell(row.decision->player == 0 ? "A" : "B"); }},
      {{.name = "kind", .what = "Kind of decision"}, [](const Judged& row) { return Cell(kind_word(row.decision->kind)); }},
      {{.name = "lost",
        .head = "lost",
        .unit = Unit::Points,
        .what = "Points of win probability less than with the better answer, in the same deals",
        .interval = true,
        .drop_interval = 1},
       [](const Judged& row) { return points(row.decision->lost, row.decision->error); }},
      {{.name = "before",
        .head = "wins %",
        .unit = Unit::Share,
        .what = "How likely the player was to win with the better answer",
        .drop = 3},
       [](const Judged& row) { return Cell(row.decision->before); }},
      {{.name = "taken", .head = "taken", .what = "The answer of the player"},
       [](const Judged& row) { return Cell(row.decision->taken); }},
      {{.name = "better", .head = "better", .what = "The best answer that was found; the one taken, if none was better"},
       [](const Judged& row) { return Cell(row.decision->better); }},
  };
  Table table = table_of<Judged>({.name = "decisions",
                                  .what = "All decisions with several answers, the costliest first",
                                  .title = "The costliest decisions"},
                                 std::move(columns), std::move(rows));
  table.matters = [](size_t row) { return row < kShown; };
  return table;
}

}  // namespace analysis_text

present::Document analysis_document(const AnalysisFindings& findings) {
  using namespace analysis_text;
  const bool single = findings.games.size() == 1;
  Document document{
      .name = "replay-analysis", .command = "archon replay --analyse", .title = "which decisions of recorded games lost what"};
  document.add({.name = "games", .head = "games", .unit = Unit::Count, .what = "Games that were analysed"},
               findings.games.size());
  document.add({.name = "worlds", .unit = Unit::Count, .what = "Deals in which all answers of a decision were tried"},
               findings.options.worlds);
  document.add({.name = "judged_worlds",
                .unit = Unit::Count,
                .what = "Fresh deals in which the best of them and the one taken were compared"},
               findings.options.judged_worlds);
  document.note("\n");
  document.add(players_table(findings));
  document.add(turns_table(findings));
  document.add(decisions_table(findings));
  document.add(kinds_table(findings));
  document.main = single ? "decisions" : "kinds";
  document.note(
      "Points: percentage points of winning, by what the player could know. All answers were tried in " +
      thousands(findings.options.worlds) + " deals of the hidden cards; the best of them and the one taken were compared in " +
      thousands(findings.options.judged_worlds) + " others, played on by " + short_spec(findings.options.continuation) +
      ". An error lost at least two points for certain (95 %). Luck is what no decision changed: what was drawn and revealed, "
      "and what the "
      "analysis misjudged.\n");
  document.provenance = findings.provenance;
  return document;
}

}  // namespace archon::cli
