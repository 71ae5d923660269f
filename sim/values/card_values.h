#pragma once
// What cards, houses and combinations of houses are worth, by the results of the decks that contain them. All rates, effects
// and errors (standard errors) are in points of win rate, 100 being all games; effects are those in an even match.
#include <array>
#include <cstdint>
#include <vector>

#include "sim/values/value_games.h"

namespace archon {

// Of the decks that contain something; a deck counts once, however many copies it has.
struct Share {
  int64_t decks = 0, games = 0, wins = 0;
  double win_rate = 50, error = 50;  // the results of a deck hang together, which the error allows for
};

struct Effect {
  double value = 0, error = 0;
};

struct CardValue {
  int card = -1;              // index into CardTable
  House house = House::None;  // in the set of the decks; of a card of another set in its first printing
  Share share;                // also of the decks where it is a maverick
  double within_house = 0;    // its win rate less the mean over all cards of its house
  Effect copy;                // of one more copy instead of a mean card of the house, the other cards of both decks being equal
};

struct HouseValue {
  House house = House::None;
  Share share;
  Effect effect;  // of having it instead of a mean house
};

struct TrioValue {
  std::array<House, kDeckHouses> houses{};
  Share share;
};

struct Values {
  std::vector<CardValue> cards;    // that some deck has; by house, then as in the table of cards
  std::vector<HouseValue> houses;  // of the decks
  std::vector<TrioValue> trios;    // of the decks, in order
  Effect creature;                 // of one more creature instead of another card, the houses being equal
  Effect first;                    // of going first
  double spread = 0;               // standard deviation of the effects of copies, without the noise
  double dispersion = 1;           // of the results of decks, see PairedFit
};

// Logistic regressions on the differences of both decks (fit_paired): on their houses; on houses and the number of creatures;
// on houses and the copies of each card, which are pulled towards the mean of their house. Of decks of several sets there is no
// third fit: it would take hours, and sim/ratings has a quicker one.
Values estimate_values(const ValueGames& games);

}  // namespace archon
