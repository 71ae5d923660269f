#include "sim/pages/deck_report_page.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/documents/chain_words.h"
#include "sim/pages/deck_details.h"
#include "sim/play/missing.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/distributions.h"

namespace archon::cli {
namespace {

std::vector<ReportTurn> amber_turns(const StoryCounts& story, size_t side, size_t turns) {
  std::vector<ReportTurn> list;
  for (size_t turn = 0; turn < turns; ++turn) {
    const PoolSums& pool = story.sides[side].amber[turn];
    const Interval interval = pool.interval();
    list.push_back({static_cast<int>(turn) + 1, pool.turns, pool.mean(), {std::max(0.0, interval.low), interval.high}});
  }
  return list;
}

std::vector<ReportTurn> key_turns(const StoryCounts& story, size_t side, size_t turns) {
  std::vector<ReportTurn> list;
  for (size_t turn = 0; turn < turns; ++turn) {
    const MeanKeys keys = story.keys_by(side, turn);
    list.push_back({static_cast<int>(turn) + 1, story.games(), keys.mean, keys.interval});
  }
  return list;
}

ReportCourse course(const DeckReport& report) {
  const StoryCounts& story = report.games.story;
  const size_t turns = story.common_turns();
  ReportCourse out{.games = story.games(),
                   .amber = amber_turns(story, 0, turns),
                   .keys = key_turns(story, 0, turns),
                   .opposing_amber = amber_turns(story, 1, turns),
                   .opposing_keys = key_turns(story, 1, turns)};
  for (const auto& [house, chosen] : story.houses_by_turns(report.spec.own.deck))
    out.houses.emplace_back(house == House::None ? "none" : house_title(house), mean(chosen, story.sides[0].turns));
  out.turns_won = story.outcomes[0].turns.mean();
  out.turns_lost = story.outcomes[1].turns.mean();
  out.lengths = story.lengths();
  return out;
}

std::vector<DeckTile> tiles(const DeckReport& report) {
  std::vector<DeckTile> list;
  if (report.games.counts.total().decided() > 0)
    list.push_back({"Win rate", percent(report.win_rate()), percent(report.interval())});
  if (const std::optional<AnyPilotRate> any = report.any_pilot())
    list.push_back({"Whoever plays well", percent(any->value), percent(any->interval)});
  if (const std::optional<Percentile> place = field_percentile(report.games))
    list.push_back(
        {"Percentile", fixed(100 * place->value, 0),
         fixed(100 * place->interval.low, 0) + " - " + fixed(100 * place->interval.high, 0) + ", of decks of " + report.set});
  if (const auto& chains = report.match_ups.field_chains)
    list.push_back({"Chains that make it even", signed_chains(chains->all.root, 1),
                    handicap_interval(chains->all.interval) + "; less than 0: on the field"});
  if (const std::optional<GoingFirst> going = going_first(report.games.counts))
    list.push_back({"Going first", with_sign(100 * (going->first - going->second), 1) + " points",
                    with_sign(100 * going->difference.low, 1) + " to " + with_sign(100 * going->difference.high, 1)});
  return list;
}

DeckMatchup matchup(const DeckReport& report, size_t opponent, const MatchCounts& counts) {
  const Tally total = counts.total();
  DeckMatchup out{.opponent = visible_line(report.spec.own.field[opponent].name)};
  out.games = total.decided();
  out.win_rate = counts.win_rate();
  out.interval = counts.interval();
  return out;
}

// Those that were played.
std::vector<DeckMatchup> matchups(const DeckReport& report) {
  std::vector<DeckMatchup> list;
  for (size_t i = 0; i < report.games.by_opponent.size(); ++i) list.push_back(matchup(report, i, report.games.by_opponent[i]));
  for (const auto* extremes : {&report.match_ups.best, &report.match_ups.worst})
    for (const MatchUp& each : *extremes) {
      DeckMatchup& row = list[each.opponent] = matchup(report, each.opponent, each.counts);
      if (!each.chains) continue;
      const HandicapFit& fit = each.chains->all;
      row.handicap =
          ReportHandicap{.value = clamped({fit.root, fit.root}).low, .interval = clamped(fit.interval), .beyond = fit.beyond()};
    }
  std::erase_if(list, [](const DeckMatchup& each) { return each.games == 0; });
  std::ranges::stable_sort(list, std::greater<>(), &DeckMatchup::win_rate);
  return list;
}

void add_card_values(const DeckReport& report, std::vector<ReportCard>& cards) {
  for (const CardRecord& record : report.games.cards) {
    if (!record.compared) continue;
    const std::string name = visible_line(deck_card_name(record.card));
    const double half = normal_quantile(0.975) * record.improvement_error;
    for (ReportCard& card : cards)
      if (card.name == name)
        card.value = ReportCardValue{record.improvement, {record.improvement - half, record.improvement + half}};
  }
}

}  // namespace

std::string deck_report_page(const DeckReport& report, const std::string& address) {
  const Deck& deck = report.spec.own.deck;
  DeckPage page{.name = visible_line(deck.name), .set = deck.set};
  for (const House house : deck.houses) page.houses.emplace_back(house_title(house));
  page.address = address;
  page.tiles = tiles(report);
  page.matchups = matchups(report);
  page.matchups_note =
      "The best and the worst were chosen by the first games and are shown by 200 new ones; the others by the few games of the "
      "field.";
  page.card_values =
      "Points of win rate that seeing a copy in a game adds: what wins and what comes late in long games are both in it.";
  page.details = deck_details(report.provenance.decks.front());
  page.details.course = course(report);
  page.details.problem = missing_text(missing_games(report.games.counts));
  if (!report.outcome.unfinished.empty())
    page.details.problem = "Unfinished: " + report.outcome.unfinished + ". " + page.details.problem;
  add_card_values(report, page.details.cards);
  std::vector<std::string> method{"Both sides are played by " + short_spec(report.spec.own.agent) + ".",
                                  thousands(report.games.counts.total().games) + " games against " + report.field_text() + "."};
  return deck_page_html(page, method, provenance_lines(report.provenance));
}

}  // namespace archon::cli
