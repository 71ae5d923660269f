#include "sim/documents/puzzles_document.h"

#include <filesystem>

#include "sim/command/run_facts.h"
#include "sim/documents/share_columns.h"
#include "sim/stats/number_text.h"
#include "sim/stats/statistics.h"

namespace archon::cli {
namespace puzzles_document_parts {

using namespace present;

struct Row {
  size_t number;
  const Puzzle* puzzle;
};

ColumnOf<Row> solved_column(const PuzzlesReport& report, size_t solver) {
  const int attempts = report.options.attempts;
  const std::string name(kSolvers[solver]);
  return {{.name = "solved_" + name,
           .head = name + " %",
           .unit = Unit::Share,
           .what = "Attempts of this agent that reached the goal",
           .interval = true,
           .may_miss = true,
           .drop_interval = 1},
          [solver, attempts](const Row& row) {
            if (attempts == 0) return Cell();
            const int solved = row.puzzle->solved[solver];
            return Cell(static_cast<double>(solved) / attempts, wilson_interval(solved, attempts));
          }};
}

Table puzzles_table(const PuzzlesReport& report) {
  std::vector<Row> rows;
  for (size_t i = 0; i < report.puzzles.size(); ++i) rows.push_back({i, &report.puzzles[i]});
  const auto deck = [&report](const Row& row, int of) {
    return report
        .decks[row.puzzle->record][static_cast<size_t>(of == 0 ? row.puzzle->goal.player : 1 - row.puzzle->goal.player)];
  };
  return table_of<Row>(
      {.name = "puzzles", .what = "The puzzles that were written, the hardest first"},
      {count_column<Row>("puzzle", "#", "Its number", 0, [](const Row& row) { return static_cast<int64_t>(row.number + 1); }),
       text_column<Row>("goal", "goal", "win, forge, check or stop", 0,
                        [](const Row& row) { return std::string(goal_word(row.puzzle->goal.kind)); }),
       text_column<Row>("deck", "deck", "Whose turn it is", 0, [deck](const Row& row) { return deck(row, 0); }),
       text_column<Row>("against", "against", "The deck of the opponent", 3, [deck](const Row& row) { return deck(row, 1); }),
       count_column<Row>("deeds", "deeds", "Decisions that the one solution needs", 0,
                         [](const Row& row) { return std::ssize(row.puzzle->solution.deeds); }),
       solved_column(report, 0), solved_column(report, 1),
       count_column<Row>("positions", "positions", "Different ones within the turn, all of them looked at", 2,
                         [](const Row& row) { return row.puzzle->solution.positions; }),
       text_column<Row>("task", "", "What is to be done", 0, [](const Row& row) { return goal_text(row.puzzle->goal.kind); }),
       text_column<Row>("file", "", "File of records", 0,
                        [&report](const Row& row) { return report.files[row.puzzle->record]; }),
       count_column<Row>("game", "", "Number of the game", 0, [](const Row& row) { return row.puzzle->game; }),
       count_column<Row>("decision", "", "Decision of the game, from 0", 0,
                         [](const Row& row) { return int64_t{row.puzzle->decision}; }),
       text_column<Row>("link", "", "Its page", 0, [](const Row& row) { return puzzle_name(row.number) + ".html"; })},
      std::move(rows));
}

// What became of the positions that were considered.
void add_counts_of_search(Document& document, const PuzzlesReport& report) {
  const PuzzleCounts& counts = report.found.counts;
  const auto count = [&](const std::string& name, const std::string& head, const std::string& what, int64_t number) {
    document.add({.name = name, .head = head, .unit = Unit::Count, .what = what}, number);
  };
  count("games", "games", "Games that were searched", report.found.games);
  count("positions_easy", "", "Positions that were not searched: random turns reach the goal", counts.easy);
  count("positions_far", "", "Positions that were not searched: random turns are far from the goal", counts.far);
  count("positions_searched", "positions searched", "Positions whose turn was searched, once for each goal", counts.tried);
  count("without_solution", "without a solution", "Of these: nothing reaches the goal for certain", counts.none);
  count("with_several", "with several", "Of these: several sets of deeds reach it", counts.several);
  count("too_large", "too large", "Of these: given up after --limit positions within the turn", counts.too_large);
  count("too_short", "too short", "Of these: one solution, with fewer deeds than --least", counts.short_ones);
  count("luck_of_hidden", "hang on hidden cards", "Of these: not the same one solution in other deals of the hidden cards",
        counts.hidden);
  count("not_in_file", "", "Of these: not the same one solution from the position as a file says it", counts.unwritten);
  count("found", "puzzles found", "Of these: with one solution", report.all);
  count("attempts", "", "Attempts of each agent at each puzzle", report.options.attempts);
  count("positions_within_turns", "", "Different positions that were looked at within all turns", counts.positions);
}

}  // namespace puzzles_document_parts

std::string puzzle_name(size_t number) {
  const std::string digits = std::to_string(number + 1);
  return "puzzle-" + std::string(digits.size() < 2 ? 1 : 0, '0') + digits;
}

std::string of_game(const PuzzlesReport& report, const Puzzle& puzzle) {
  return "game " + std::to_string(puzzle.game) + " of " +
         std::filesystem::path(report.files[puzzle.record]).filename().string() + ", decision " +
         std::to_string(puzzle.decision);
}

present::Document puzzles_document(const PuzzlesReport& report) {
  using namespace puzzles_document_parts;
  Document document{.name = "puzzles",
                    .command = "archon puzzles",
                    .title = "positions in which one line reaches a goal this turn",
                    .also = "index.html of --out",
                    .main = "puzzles"};
  add_outcome(document, report.outcome);
  add_counts_of_search(document, report);
  document.note("\n");
  document.add(puzzles_table(report));
  for (const std::string& problem : report.found.problems) document.warn(problem + '\n');
  document.note("\nGoals: " + std::string(goal_word(GoalKind::Win)) + ": " + goal_text(GoalKind::Win) + "; " +
                std::string(goal_word(GoalKind::Forge)) + ": " + goal_text(GoalKind::Forge) + "; " +
                std::string(goal_word(GoalKind::Check)) + ": " + goal_text(GoalKind::Check) + "; " +
                std::string(goal_word(GoalKind::Stop)) + ": " + goal_text(GoalKind::Stop) + ".\n");
  document.note(
      "One set of decisions reaches the goal, whatever is drawn and whatever the opponent chooses: every sequence of legal "
      "actions "
      "of the turn was tried. Their order, the order of abilities and the places of creatures are no decisions of their own, "
      "nor is "
      "what more is done than needed. The share of attempts is that of agents who want to win the game and do not know the "
      "goal.\n");
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
