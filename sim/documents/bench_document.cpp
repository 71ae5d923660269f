#include "sim/documents/bench_document.h"

#include "sim/documents/share_columns.h"
#include "sim/stats/statistics.h"

namespace archon::cli {

present::Document bench_document(const std::vector<AgentSpeed>& speeds, int repetitions) {
  using namespace present;
  using Row = AgentSpeed;
  // Whole numbers are told apart more easily.
  const auto whole = [](const std::string& name, const std::string& head, const std::string& what, int drop, auto of) {
    return count_column<Row>(name, head, what, drop, [of](const Row& each) { return static_cast<int64_t>(of(each)); });
  };
  const auto number = [](Column column, auto of) {
    return ColumnOf<Row>{std::move(column), [of](const Row& each) { return Cell(of(each)); }};
  };
  Document document{.name = "bench", .command = "archon bench", .title = "how fast games are played"};
  document.add(table_of<Row>(
      {.name = "agents", .what = "A line each; all times are processor time, but for the last column"},
      {text_column<Row>("agent", "agent", "Who played both sides", 0, [](const Row& each) { return each.agent; }),
       count_column<Row>("games", "games", "Of a repetition", 6, [](const Row& each) { return each.games; }),
       number({.name = "seconds",
               .head = "seconds",
               .unit = Unit::Seconds,
               .what = "Of a repetition, median",
               .drop = 5,
               .digits = 2},
              [](const Row& each) { return each.median(); }),
       whole("games_per_second", "games/s", "Median of the repetitions", 0,
             [](const Row& each) { return each.games_a_second(each.median()); }),
       whole("games_per_second_least", "lowest", "Lowest of the repetitions", 2,
             [](const Row& each) { return each.games_a_second(each.seconds.back()); }),
       whole("games_per_second_most", "highest", "Highest of the repetitions", 2,
             [](const Row& each) { return each.games_a_second(each.seconds.front()); }),
       whole("decisions_per_second", "decisions/s", "Median of the repetitions", 3,
             [](const Row& each) { return static_cast<double>(each.decisions) / each.median(); }),
       number({.name = "decisions_per_game",
               .head = "decisions/game",
               .unit = Unit::Number,
               .what = "Mean",
               .drop = 4,
               .digits = 1},
              [](const Row& each) { return mean(each.decisions, each.games); }),
       number({.name = "turns_per_game",
               .head = "turns/game",
               .unit = Unit::Number,
               .what = "Mean, of both players",
               .drop = 4,
               .digits = 1},
              [](const Row& each) { return mean(each.turns, each.games); }),
       whole("games_per_second_by_clock", "by the clock", "Games a second of all repetitions by the clock on the wall", 1,
             [](const Row& each) { return each.by_the_clock; })},
      speeds));
  document.add({.name = "repetitions", .unit = Unit::Count, .what = "How often the same games were played"}, repetitions);
  document.note("Seconds of processor time; games/s: median, lowest and highest of " + std::to_string(repetitions) +
                " repetitions of the same games\n\n");
  return document;
}

}  // namespace archon::cli
