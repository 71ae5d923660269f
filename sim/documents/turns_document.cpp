#include "sim/documents/turns_document.h"

#include <algorithm>

#include "sim/command/run_facts.h"
#include "sim/documents/share_columns.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace turns_document_parts {

using namespace present;

Cell points(const ClusterMean& mean) {
  return {kPoints * mean.mean, {kPoints * mean.interval.low, kPoints * mean.interval.high}};
}
// Of means over no turns there is none.
Cell points(const ClusterMean& mean, int64_t turns) { return turns > 0 ? points(mean) : Cell(); }

Cell share(const ClusterMean& mean) {
  return {mean.mean, {std::max(0.0, mean.interval.low), std::min(1.0, mean.interval.high)}};
}

Column loss_column(const std::string& name, const std::string& head, const std::string& what) {
  return {.name = name, .head = head, .unit = Unit::Points, .what = what, .interval = true, .may_miss = true};
}

struct Cause {
  std::string name;
  const TurnCell* cell;
};

Table causes_table(const TurnsReport& turns) {
  std::vector<Cause> rows;
  for (size_t i = 1; i < kTurnCauses; ++i)
    rows.push_back({std::string(cause_name(static_cast<TurnCause>(i))), &turns.causes[i]});
  rows.push_back({std::string(cause_name(TurnCause::Same)), &turns.causes[0]});
  rows.push_back({"all", &turns.all});
  std::vector<ColumnOf<Cause>> columns = {
      text_column<Cause>("cause", "what differs", "The first of these that differs; all: every turn", 0,
                         [](const Cause& each) { return each.name; }),
      count_column<Cause>("turns", "turns", "Turns", 0, [](const Cause& each) { return each.cell->turns; }),
      {{.name = "share", .head = "% of turns", .unit = Unit::Share, .what = "Of all turns", .interval = true, .may_miss = true},
       [&turns](const Cause& each) { return turns.all.turns > 0 ? share(each.cell->share) : Cell(); }},
      {loss_column("loss", "points lost each", "How much less often the player wins than with the turn of the other agent"),
       [](const Cause& each) { return points(each.cell->loss, each.cell->turns); }},
      {loss_column("part", "a turn", "Of the loss of a mean turn: share times loss"),
       [&turns](const Cause& each) { return points(each.cell->part, turns.all.turns); }}};
  columns[4].column.digits = 2;
  return table_of<Cause>(
      {.name = "causes", .what = "Turns by what differs", .title = "What differs, and percentage points of games lost by it"},
      std::move(columns), std::move(rows));
}

Table sets_table(const TurnsReport& turns) {
  return table_of<SetTurns>(
      {.name = "sets", .what = "Turns by the set of the deck", .title = "By set", .shown = turns.sets.size() > 1},
      {text_column<SetTurns>("set", "set", "Of the deck whose turn it was", 0, [](const SetTurns& each) { return each.set; }),
       count_column<SetTurns>("turns", "turns", "Turns", 0, [](const SetTurns& each) { return each.turns; }),
       {{.name = "different", .head = "% different", .unit = Unit::Share, .what = "Turns that differ", .interval = true},
        [](const SetTurns& each) { return share(each.different); }},
       {loss_column("loss", "points a turn", "Lost in a mean turn, also of those without a difference"),
        [](const SetTurns& each) { return points(each.loss, each.turns); }}},
      turns.sets);
}

Table cards_of(Table table, std::vector<CardTurns> rows) {
  const auto turns = [](size_t side) { return [side](const CardTurns& each) { return each.only[side].turns; }; };
  const auto loss = [](size_t side) {
    return [side](const CardTurns& each) { return points(each.only[side].loss, each.only[side].turns); };
  };
  std::vector<ColumnOf<CardTurns>> columns = {
      text_column<CardTurns>("card", "card", "Card", 0,
                             [](const CardTurns& each) { return deck_card_name(static_cast<int>(each.card)); }),
      text_column<CardTurns>("deed", "is", "What is done with it: played, discarded or used", 0,
                             [](const CardTurns& each) { return std::string(deed_name(each.deed)); }),
      count_column<CardTurns>("agent_turns", "by --agent", "Turns in which --agent did it (more often) and --against did not",
                              0, turns(0)),
      {loss_column("agent_loss", "lost each", "By --agent in such a turn"), loss(0)},
      count_column<CardTurns>("against_turns", "by --against", "Turns in which --against did it (more often)", 0, turns(1)),
      {loss_column("against_loss", "lost each", "By --agent in such a turn"), loss(1)},
      {{.name = "part", .head = "a turn", .unit = Unit::Points, .what = "Of the loss of a mean turn", .digits = 3},
       [](const CardTurns& each) { return Cell(kPoints * each.part); }}};
  for (const size_t column : {3, 5}) columns[column].column.drop_interval = 1;
  return table_of<CardTurns>(std::move(table), std::move(columns), std::move(rows));
}

void add_cards(Document& document, const TurnsReport& turns) {
  std::vector<CardTurns> seen;
  for (const CardTurns& each : turns.cards)
    if (each.only[0].turns + each.only[1].turns >= TurnsFindings::kFewest) seen.push_back(each);
  const std::string title = "Cards that only one of the two played, discarded or used in at least " +
                            std::to_string(TurnsFindings::kFewest) + " turns: " + thousands(std::ssize(seen)) + " of " +
                            thousands(std::ssize(turns.cards)) + "; those with most of the loss";
  seen.resize(std::min(seen.size(), TurnsFindings::kCostly));
  const bool any = !seen.empty();
  if (!any) document.note(title.substr(0, title.find(';')) + "\n\n");
  document.add(cards_of({.name = "costly_cards", .what = "Of these, those that people see", .title = title, .shown = any},
                        std::move(seen)));
  document.add(cards_of({.name = "cards", .what = "Cards that only one of the two played, discarded or used", .shown = false},
                        turns.cards));
}

struct Offer {
  TurnOffer offer;
  size_t agent;
  const OfferTurns* turns;
};

Table offers_table(const TurnsFindings& report) {
  std::vector<Offer> rows;
  bool any = false;
  for (size_t i = 0; i < kTurnOffers; ++i)
    for (size_t agent = 0; agent < 2; ++agent) {
      rows.push_back({static_cast<TurnOffer>(i), agent, &report.turns.offers[i][agent]});
      any |= rows.back().turns->could > 0;
    }
  return table_of<Offer>(
      {.name = "offers", .what = "How often agents take what a turn offers", .title = "What is taken", .shown = any},
      {text_column<Offer>("offer", "offer", "What may be done", 0,
                          [](const Offer& each) { return std::string(offer_name(each.offer)); }),
       text_column<Offer>("agent", "agent", "Agent", 0,
                          [&report](const Offer& each) { return report.spec.agents[each.agent].name; }),
       count_column<Offer>("turns", "turns", "Turns in which it could", 0, [](const Offer& each) { return each.turns->could; }),
       {{.name = "taken", .head = "taken %", .unit = Unit::Share, .what = "Of these, in which it did", .may_miss = true},
        [](const Offer& each) {
          return each.turns->could > 0 ? Cell(static_cast<double>(each.turns->took) / static_cast<double>(each.turns->could))
                                       : Cell();
        }}},
      std::move(rows));
}

Table worst_table(const TurnsFindings& report) {
  std::vector<size_t> rows;
  for (size_t i = 0; i < report.turns.worst.size(); ++i) rows.push_back(i);
  const auto of = [&report](size_t row) -> const WorstTurn& { return report.turns.worst[row]; };
  const auto text = [](const std::string& name, const std::string& what, auto cell) {
    return text_column<size_t>(name, name, what, 0, [cell](const size_t& row) { return cell(row); });
  };
  return table_of<size_t>(
      {.name = "worst", .what = "Turns that lost most, at most --worst, the worst first", .shown = false},
      {{loss_column("loss", "loss", "By --agent; interval over the deals"),
        [of](size_t row) { return points_cell(kPoints * of(row).loss, kPoints * of(row).error); }},
       text("cause", "What differs", [of](size_t row) { return std::string(cause_name(of(row).cause)); }),
       count_column<size_t>("game", "game", "Game", 0, [of](const size_t& row) { return of(row).game; }),
       count_column<size_t>("turn", "turn", "Turn", 0, [of](const size_t& row) { return int64_t{of(row).turn}; }),
       text("deck", "Whose turn it was", [of, &report](size_t row) { return report.spec.decks[of(row).deck].name; }),
       text("opponent", "The other deck", [of, &report](size_t row) { return report.spec.decks[of(row).opponent].name; }),
       text("agent_turn", "What --agent did", [of](size_t row) { return of(row).did[0]; }),
       text("against_turn", "What --against did", [of](size_t row) { return of(row).did[1]; }),
       text("file", "The position, in the folder of --positions", [](size_t row) { return turn_file(row); })},
      std::move(rows));
}

// The same, as people read it.
void tell_worst(Document& document, const TurnsFindings& report) {
  if (report.turns.worst.empty()) return;
  document.note("Worst turns, with the interval over their deals\n\n");
  for (size_t i = 0; i < report.turns.worst.size(); ++i) {
    const WorstTurn& each = report.turns.worst[i];
    const double half = kErrorsOfInterval * each.error;
    std::string text = std::to_string(i + 1) + ". " + fixed(kPoints * each.loss, 1) + " points (" +
                       fixed(kPoints * (each.loss - half), 1) + " to " + fixed(kPoints * (each.loss + half), 1) + "), " +
                       std::string(cause_name(each.cause)) + ": game " + thousands(each.game) + ", turn " +
                       std::to_string(each.turn) + ", " + report.spec.decks[each.deck].name + " against " +
                       report.spec.decks[each.opponent].name + "\n";
    for (size_t agent = 0; agent < 2; ++agent) text += "   " + report.spec.agents[agent].name + ": " + each.did[agent] + "\n";
    document.note(text + "\n");
  }
}

void add_numbers(Document& document, const TurnsFindings& report) {
  const TurnsReport& turns = report.turns;
  const auto count = [&](const std::string& name, const std::string& head, const std::string& what, int64_t number) {
    document.add({.name = name, .head = head, .unit = Unit::Count, .what = what}, number);
  };
  const auto rare = [&](const std::string& name, const std::string& head, const std::string& what, int64_t number) {
    count(name, number > 0 ? head : "", what, number);
  };
  document.add({.name = "agent", .head = "who is judged, and played the games", .what = "--agent"}, report.spec.agents[0].name);
  document.add({.name = "against", .head = "compared with", .what = "--against"}, report.spec.agents[1].name);
  count("games", "games", "Games", turns.games);
  count("every", "one turn compared of", "One turn of so many of a game was compared", report.spec.every);
  document.add({.name = "continuation", .head = "played on by", .what = "Agent that played on"}, report.spec.continuation);
  count("deals", "deals", "Deals of the hidden cards", report.spec.deals);
  document.add({.name = "turns_on",
                .head = "turns played on after the own one",
                .unit = Unit::Number,
                .what = "Turns after the own one that were played on; -1: to the end",
                .digits = 0},
               static_cast<double>(report.spec.turns));
  rare("undecided", "games undecided", "Games without a winner", turns.undecided);
  rare("faults", "games that exceeded a bound", "Games that exceeded a bound of the engine", turns.faults);
  rare("unfinished_turns", "turns left out, which exceeded a bound", "Turns left out, which exceeded a bound",
       turns.unfinished);
  rare("fallbacks", "decisions of the first agent in which a simpler one answered",
       "Decisions of --agent in which a simpler agent answered", turns.fallbacks[0]);
  rare("fallbacks_against", "decisions of the second agent in which a simpler one answered",
       "Decisions of --against in which a simpler agent answered", turns.fallbacks[1]);
}

}  // namespace turns_document_parts

std::string turn_file(size_t number) {
  const std::string digits = std::to_string(number + 1);
  return "turn-" + std::string(digits.size() < 2 ? 1 : 0, '0') + digits + ".json";
}

present::Document turns_document(const TurnsFindings& report) {
  using namespace turns_document_parts;
  Document document{.name = "turns",
                    .command = "archon turns",
                    .title = "what an agent loses in whole turns beside a stronger one",
                    .main = "causes"};
  add_outcome(document, report.outcome);
  document.add(causes_table(report.turns));
  document.add(sets_table(report.turns));
  add_cards(document, report.turns);
  document.add(offers_table(report));
  document.add(worst_table(report));
  tell_worst(document, report);
  add_numbers(document, report);
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
