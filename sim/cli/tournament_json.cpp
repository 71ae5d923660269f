// The results of `archon tournament` as JSON.
#include <nlohmann/json.hpp>

#include "sim/cli/json_text.h"
#include "sim/cli/tournament_text.h"
#include "sim/command/command.h"

namespace archon::cli {
namespace {

using Json = nlohmann::ordered_json;

Json deck_json(const TournamentReport& report, const DeckWin& deck) {
  const DeckFile& file = report.provenance.decks[static_cast<size_t>(deck.deck)];
  Json json;
  json["name"] = file.deck.name;
  json["hash"] = hash_text(deck_hash(file.deck));
  json["file"] = file.file;
  json["win"] = deck.win;
  json["interval"] = pair_json(deck.interval);
  json["best_probability"] = deck.best;
  json["matchups"] = Json::array();
  for (const MatchupWin& each : deck.matchups)
    json["matchups"].push_back({{"opponent", report.name(each.opponent)},
                                {"win", each.win},
                                {"interval", pair_json(each.interval)},
                                {"game_win_rate", report.matrix.win_rate(deck.deck, each.opponent)}});
  return json;
}

// Deck 0: mine, 1: the opponent's, whose owners open with a bid of 0. Means over the draws.
Json adaptive_json(const SampledAdaptive& adaptive) {
  Json json;
  json["game_1"] = adaptive.mean([](const AdaptiveMatch& match) { return match.first; });
  json["game_2_after_a_win"] = adaptive.mean([](const AdaptiveMatch& match) { return match.second; });
  json["chained_games"] = adaptive.chained;
  json["third_game"] = Json::array();
  for (size_t deck : {0u, 1u}) {
    const auto mean = [&](double (*figure)(const ThirdGame&)) {
      return adaptive.mean([&](const AdaptiveMatch& match) { return figure(match.third[deck]); });
    };
    const ClosingBids bids = closing_bids(adaptive, deck);
    json["third_game"].push_back({{"deck", deck},
                                  {"probability", mean([](const ThirdGame& game) { return game.probability; })},
                                  {"closing_bid", bids.median},
                                  {"closing_bid_interval", pair_json(bids.interval)},
                                  {"owner_plays_it", mean([](const ThirdGame& game) { return game.owner_plays ? 1.0 : 0.0; })},
                                  {"owner_wins", mean([](const ThirdGame& game) { return game.win; })}});
  }
  return json;
}

Json names_json(const TournamentReport& report, const Triple& decks) {
  return {report.name(decks[0]), report.name(decks[1]), report.name(decks[2])};
}

Json triad_json(const TournamentReport& report) {
  const TriadMatch& match = report.triad->expected;
  Json json;
  json["mine"] = names_json(report, report.mine);
  json["theirs"] = names_json(report, report.theirs);
  json["win"] = report.triad->win;
  json["interval"] = pair_json(report.triad->interval);
  json["ban"] = match.ban;
  json["banned"] = match.banned;
  json["after"] = Json::array();
  for (size_t i = 0; i < kTriad; ++i)
    for (size_t j = 0; j < kTriad; ++j)
      json["after"].push_back({{"banned", report.name(report.mine[i])},
                               {"ban", report.name(report.theirs[j])},
                               {"win", match.after[i][j].win},
                               {"begin", match.after[i][j].begin},
                               {"they_begin", match.after[i][j].they_begin}});
  return json;
}

Json triples_json(const TournamentReport& report) {
  const TriadRanking& triples = *report.triples;
  Json json;
  json["candidates"] = triples.candidates;
  json["opponents"] = triples.opponents;
  json["all_opponents"] = triples.all_opponents;
  json["picks"] = Json::array();
  for (const TriadPick& pick : triples.picks)
    json["picks"].push_back({{"decks", names_json(report, pick.decks)},
                             {"win", pick.win},
                             {"interval", pair_json(pick.interval)},
                             {"best_probability", pick.best}});
  json["first_pick_banned"] = triples.banned;
  json["first_pick_bans"] = Json::array();
  for (size_t deck = 0; deck < triples.ban.size(); ++deck)
    if (triples.ban[deck] >= 0)
      json["first_pick_bans"].push_back({{"deck", report.name(static_cast<int>(deck))}, {"share", triples.ban[deck]}});
  return json;
}

}  // namespace

void write_tournament_json(std::ostream& out, const TournamentReport& report) {
  Json all;
  all["format"] = report.format;
  all["first_player"] = report.first == FirstPlayer::Lot || report.format == "sealed" ? "lot" : "loser";
  all["first_player_advantage"] = report.mean_advantage;
  all["field"] = report.field();
  if (report.format == "adaptive") all["pairs_without_chains"] = report.unchained;
  if (report.format != "triad") {
    all["decks"] = Json::array();
    for (const DeckWin& deck : report.ranking) all["decks"].push_back(deck_json(report, deck));
  }
  if (report.adaptive) all["adaptive"] = adaptive_json(*report.adaptive);
  if (report.triad) all["triad"] = triad_json(report);
  if (report.triples) all["triples"] = triples_json(report);
  all["provenance"] = provenance_json(report.provenance);
  out << json_text(all);
}

}  // namespace archon::cli
