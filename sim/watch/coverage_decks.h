#pragma once
// Decks nobody has drawn: made so that every card of a set is played.
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/core/rules_profile.h"
#include "engine/deck/deck.h"

namespace archon {

inline constexpr std::string_view kAllSets = "all";

// Legal decks of a set: three of its houses, 12 cards of each. Houses, and within a house the cards, occur equally often, give
// or take one, seldom two (cards: one for each house they are printed in; both halves of a gigantic creature in one deck). A
// deck of a set with anomalies has one of them in the place of a card. A deck of a set with token creatures, archon powers or
// prophecies has one of them, of prophecies two with two sides, each equally often. The set kAllSets: as many decks of each of
// unpooled_sets() that the rulebook knows, give or take one, in random order. A function of its arguments: fewer decks of a set
// of the same seed are the first of them. Names: "Generated CotA 17", counted from 1. No decks when the set is unknown or has
// fewer than three houses.
std::vector<Deck> coverage_decks(std::string_view set, int count, uint64_t seed, const RulesProfile& rules = {});

// What a file of that deck is called: "generated-cota-17.deck".
std::string generated_file_name(const Deck& deck);

}  // namespace archon
