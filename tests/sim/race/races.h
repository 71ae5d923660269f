#pragma once
// Races of generated decks, and whether two of them came to the same.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deck/generate.h"
#include "sim/race/deck_race.h"

namespace archon::test {

inline std::vector<DeckFile> generated_decks(std::string_view set, uint64_t seed, int count) {
  std::vector<DeckFile> decks;
  for (int i = 0; i < count; ++i) {
    SmallRng rng{stream_seed(seed, static_cast<uint64_t>(i), Stream::Setup)};
    decks.push_back({generate_deck(set, std::string(set) + " " + std::to_string(seed) + " " + std::to_string(i), rng), "x"});
  }
  return decks;
}

inline std::vector<Racer> racers(int count) {
  std::vector<Racer> all;
  for (DeckFile& deck : generated_decks("CotA", 1, count)) all.push_back({.deck = std::move(deck), .error = 0.3});
  return all;
}

inline RaceSpec race_spec(int64_t games, size_t narrow = 0) {
  return {.agent = "random", .seed = 7, .games = games, .finalists = 4, .options = {}, .narrow = narrow};
}

inline RaceResult play_race(std::vector<Racer> from, int64_t games, const RunControl& control = {}, size_t narrow = 0) {
  return race(std::move(from), generated_decks("CotA", 2, 6), race_spec(games, narrow), [&](double) { return control; });
}

inline void check_same_race(const RaceResult& one, const RaceResult& two) {
  REQUIRE(one.racers.size() == two.racers.size());
  CHECK(one.played == two.played);
  for (size_t i = 0; i < one.racers.size(); ++i) {
    CHECK(one.racers[i].deck.deck == two.racers[i].deck.deck);
    CHECK(one.racers[i].selected().games == two.racers[i].selected().games);
    CHECK(one.racers[i].selected().wins == two.racers[i].selected().wins);
    CHECK(one.racers[i].fresh.wins == two.racers[i].fresh.wins);
    CHECK(one.racers[i].best == two.racers[i].best);
  }
}

}  // namespace archon::test
