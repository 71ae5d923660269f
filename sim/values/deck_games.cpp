#include "sim/values/deck_games.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

constexpr int64_t kGamesInHand = 1024;  // so many are played before they are counted, in their order, and forgotten

struct PlayedGame {
  GameRecord record;
  std::vector<CardEventMask> events;  // of the cards of the deck
};

PlayedGame play(const DeckGamesSpec& spec, int64_t game, const Matchup& matchup) {
  const AgentResult a = make_agent(spec.agent), b = make_agent(spec.agent);
  EventWatcher watcher(matchup);
  PlayedGame played;
  played.record =
      play_game(matchup, {a.agent.get(), b.agent.get()}, field_game(spec, game), nullptr, nullptr, nullptr, &watcher);
  played.events = watcher.events_of(0, spec.deck.cards.size());
  return played;
}

}  // namespace

std::vector<Matchup> field_matchups(const DeckGamesSpec& spec) {
  std::vector<Matchup> matchups;
  for (const Deck& each : spec.field) matchups.push_back(make_matchup(spec.deck, each, {.rules = spec.rules}).matchup.value());
  return matchups;
}

GameSetup field_game(const DeckGamesSpec& spec, int64_t game) {
  const int64_t round = game / std::ssize(spec.field);
  return {.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(round & 1)};
}

DeckGames play_deck_games(const DeckGamesSpec& spec, int threads, const Progress& progress, const std::function<bool()>& stop) {
  const std::vector<Matchup> matchups = field_matchups(spec);
  const DifferentCards different = different_cards(spec.deck);
  const size_t field = spec.field.size();
  CardEventSums sums(std::vector<size_t>(2 * field, different.cards.size()));  // by opponent, and who goes first
  std::vector<MatchResult> by_opponent(field);
  MatchResult all;
  std::vector<PlayedGame> games;
  for (int64_t from = 0; from < spec.games && !(stop && stop()); from += std::ssize(games)) {
    games.resize(static_cast<size_t>(std::min(kGamesInHand, spec.games - from)));
    parallel_for(games.size(), threads, [&](size_t i) {
      const int64_t game = from + static_cast<int64_t>(i);
      games[i] = play(spec, game, matchups[static_cast<size_t>(game) % field]);
    });
    for (size_t i = 0; i < games.size(); ++i) {
      const GameRecord& record = games[i].record;
      const int64_t game = from + static_cast<int64_t>(i);
      const size_t opponent = static_cast<size_t>(game) % field;
      count(all, game, record);
      count(by_opponent[opponent], game, record);
      if (record.winner >= 0) sums.add(2 * opponent + record.first, record.winner == 0, different.slots, games[i].events);
    }
    if (progress) progress(from + std::ssize(games), spec.games);
  }
  DeckGames result{.counts = all, .by_opponent = {by_opponent.begin(), by_opponent.end()}, .cards = {}};
  for (size_t slot = 0; slot < different.cards.size(); ++slot) {
    std::vector<CardEventSums::Place> places;
    for (size_t stratum = 0; stratum < 2 * field; ++stratum) places.push_back({stratum, slot});
    result.cards.push_back(sums.record(different.cards[slot], places, false));
  }
  return result;
}

}  // namespace archon
