#include "sim/documents/advise_document.h"

#include <numeric>

#include "agents/agent_registry.h"

namespace archon::cli {

present::Document advise_document(const AdviceFindings& report) {
  using namespace present;
  Document document{.name = "advise", .command = "archon advise", .title = "what each answer of a decision is worth"};
  document.add({.name = "player", .head = "player", .what = "Who decides: A or B"}, std::string(1, report.player));
  document.add({.name = "choice", .head = "decides", .what = "Kind of decision"}, report.choice);
  document.add({.name = "forecast",
                .head = "wins by the forecast",
                .unit = Unit::Share,
                .what = "How likely the player wins by the forecast; only at the beginning of a turn",
                .may_miss = true},
               Cell(report.forecast));
  document.add({.name = "worlds", .head = "deals", .unit = Unit::Count, .what = "Deals in which each answer was played on"},
               report.worlds);
  document.note("\n");
  std::vector<size_t> rows(report.answers.size());
  std::iota(rows.begin(), rows.end(), size_t{0});
  const auto answer = [&report](size_t each) -> const AdvisedAnswer& { return report.answers[each]; };
  const std::vector<ColumnOf<size_t>> columns = {
      {{.name = "win_rate", .head = "wins %", .unit = Unit::Share, .what = "Share of the deals in which the player won"},
       [answer](size_t each) { return Cell(answer(each).win); }},
      {{.name = "behind",
        .head = "behind",
        .unit = Unit::Points,
        .what = "By how much less than the best answer, in the same deals",
        .interval = true,
        .drop = 1},
       [answer](size_t each) {
         const double behind = 100 * answer(each).behind, half = 196 * answer(each).error;
         return behind > 0 ? Cell(behind, {behind - half, behind + half}) : Cell(behind);
       }},
      {{.name = "taken", .head = "taken", .unit = Unit::Truth, .what = "By --agent"},
       [answer, taken = report.taken](size_t each) { return Cell(answer(each).action == taken); }},
      {{.name = "answer", .head = "answer", .what = "Answer"}, [&report](size_t each) { return Cell(report.texts[each]); }},
  };
  document.add(table_of<size_t>({.name = "answers", .what = "All answers, the best first"}, columns, rows));
  document.note(
      "Each answer was carried out in the same deals and played on to the end; behind: in percentage points; taken: by " +
      short_spec(report.provenance.agents.front()) + "\n");
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
