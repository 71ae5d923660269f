#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/facts/facts.h"
#include "sim/cli/chains_text.h"
#include "sim/cli/deck_report_text.h"

namespace archon::cli {
namespace {

using Json = nlohmann::ordered_json;

Json pair_json(const Interval& interval) { return {interval.low, interval.high}; }

Json chains_json(const std::optional<HandicapEstimate>& chains) {
  if (!chains) return {};
  return {
      {"chains", exact_json(chains->all)}, {"interval", pair_json(clamped(chains->all.interval))}, {"games", chains->games}};
}

Json counts_json(const MatchCounts& counts) {
  const Tally total = counts.total();
  return {{"games", total.games},          {"wins", total.wins[0]},
          {"losses", total.wins[1]},       {"undecided", total.undecided},
          {"faults", total.faults},        {"forfeits", total.forfeits},
          {"win_rate", counts.win_rate()}, {"interval", pair_json(counts.interval())}};
}

Json deck_json(const Deck& deck) {
  Json houses = Json::array();
  for (const House house : deck.houses) houses.push_back(house_name(house));
  return {{"name", deck.name}, {"set", deck.set}, {"houses", std::move(houses)}, {"hash", hash_text(deck_hash(deck))}};
}

Json strength_json(const DeckReport& report) {
  const Interval interval = report.interval();
  Json json = counts_json(report.games.counts);
  json["interval"] = pair_json(interval);
  json["rating"] = elo_difference(report.win_rate());
  json["rating_interval"] = {elo_difference(interval.low), elo_difference(interval.high)};
  json["percentile"] = nullptr;
  if (const std::optional<Percentile> place = report.percentile())
    json["percentile"] = {{"value", 100 * place->value},
                          {"interval", {100 * place->interval.low, 100 * place->interval.high}},
                          {"set", report.set},
                          {"others", report.games.others.size()},
                          {"other_games", report.games.other_counts.total().games},
                          {"others_mean", place->mean},
                          {"others_spread", place->spread}};
  json["chains"] = chains_json(report.match_ups.field_chains);
  json["first_player"] = {{"going_first", counts_json({.by_first = {report.games.counts.by_first[0], {}}})},
                          {"going_second", counts_json({.by_first = {Tally{}, report.games.counts.by_first[1]}})},
                          {"difference", report.first_effect()},
                          {"interval", pair_json(report.first_effect_interval())}};
  return json;
}

Json match_up_json(const DeckReport& report, const MatchUp& found) {
  Json json = {{"opponent", report.spec.own.field[found.opponent].name}, {"seed", found.seed}};
  json.update(counts_json(found.counts));
  json["chains"] = chains_json(found.chains);
  return json;
}

Json opponents_json(const DeckReport& report) {
  Json list = Json::array();
  for (size_t i = 0; i < report.games.by_opponent.size(); ++i) {
    Json json = deck_json(report.spec.own.field[i]);
    json.update(counts_json(report.games.by_opponent[i]));
    list.push_back(std::move(json));
  }
  return list;
}

// One entry for each own turn that some game reached.
Json curve_json(const StoryCounts& story, size_t side) {
  Json list = Json::array();
  for (size_t turn = 0; turn < kCourseTurns && story.sides[side].amber[turn].turns > 0; ++turn) {
    const PoolSums& pool = story.sides[side].amber[turn];
    Json forged = Json::array(), intervals = Json::array();
    int64_t keys = 0;
    for (size_t key = 0; key < kKeys; ++key) {
      const int64_t games = story.forged_by(side, key, turn);
      keys += games;
      forged.push_back(mean(games, story.games()));
      intervals.push_back(pair_json(wilson_interval(games, story.games())));
    }
    list.push_back({{"turn", turn + 1},
                    {"games", pool.turns},
                    {"aember", pool.mean()},
                    {"aember_interval", pair_json(pool.interval())},
                    {"aember_middle_80", {pool.amber.quantile(0.1), pool.amber.quantile(0.9)}},
                    {"keys", mean(keys, story.games())},
                    {"forged", std::move(forged)},
                    {"forged_intervals", std::move(intervals)}});
  }
  return list;
}

Json houses_json(const SideSums& side) {
  Json list = Json::array();
  for (size_t house = 0; house < side.houses.size(); ++house)
    if (const int64_t turns = side.houses[house].total(); turns > 0)
      list.push_back({{"house", house_name(static_cast<House>(house))},
                      {"turns", turns},
                      {"share", mean(turns, side.turns)},
                      {"by_turn", side.houses[house].counts}});
  return list;
}

Json outcome_json(const OutcomeSums& outcome) {
  Json json = {
      {"games", outcome.games},
      {"turns",
       {{"median", outcome.turns.quantile(0.5)}, {"middle_80", {outcome.turns.quantile(0.1), outcome.turns.quantile(0.9)}}}},
      {"keys_of_loser", outcome.loser_keys.counts},
      {"last_key_by_turn", outcome.last_key.counts}};
  for (size_t side = 0; side < 2; ++side) {
    Json& means = json[side == 0 ? "deck" : "opponents"];
    for (size_t amount = 0; amount < kAmounts; ++amount)
      means[std::string(amount_word(static_cast<Amount>(amount)))] = mean(outcome.amounts[side][amount], outcome.games);
  }
  return json;
}

Json cards_json(const DeckReport& report) {
  const Deck& deck = report.spec.own.deck;
  Json list = Json::array();
  for (const CardRecord& card : report.games.cards) {
    const auto copies = std::ranges::count(deck.cards, card.card, &DeckCard::card);
    const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(card.card)];
    const House house = std::ranges::find(deck.cards, card.card, &DeckCard::card)->house;
    Json json = {{"id", facts.id}, {"name", facts.name}, {"house", house_name(house)}, {"copies", copies}};
    for (size_t i = 0; i < kCardEvents; ++i) {
      const EventRate& rate = card.events[i];
      json[std::string(card_event_word(static_cast<CardEvent>(i)))] = {
          {"share", mean(rate.copies, copies * report.games.story.games())},
          {"copies", rate.copies},
          {"wins", rate.wins},
          {"win_rate", rate.rate},
          {"interval", pair_json(rate.interval)},
          {"difference", rate.difference},
          {"error", rate.error}};
    }
    json["improvement"] = card.improvement;
    json["improvement_error"] = card.improvement_error;
    list.push_back(std::move(json));
  }
  return list;
}

}  // namespace

Json deck_report_json(const DeckReport& report) {
  const StoryCounts& story = report.games.story;
  Json json;
  report.outcome.add_to(json);
  json["deck"] = deck_json(report.spec.own.deck);
  json["field"] = report.drawn ? "generated " + report.set : std::string("named");
  json["strength"] = strength_json(report);
  for (const auto& [key, list] : {std::pair("best", &report.match_ups.best), std::pair("worst", &report.match_ups.worst)}) {
    json[key] = Json::array();
    for (const MatchUp& each : *list) json[key].push_back(match_up_json(report, each));
  }
  json["curves"] = {{"deck", curve_json(story, 0)}, {"opponents", curve_json(story, 1)}};
  json["houses"] = houses_json(story.sides[0]);
  json["turns_mean"] = report.games.counts.mean_turns();
  json["won"] = outcome_json(story.outcomes[0]);
  json["lost"] = outcome_json(story.outcomes[1]);
  json["cards"] = cards_json(report);
  json["opponents"] = opponents_json(report);
  json["provenance"] = provenance_json(report.provenance);
  return json;
}

}  // namespace archon::cli
