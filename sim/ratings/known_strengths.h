#pragma once
// What is known of decks before any game.
#include <span>
#include <string>
#include <vector>

#include "sim/results/provenance.h"

namespace archon {

// The strengths of decks by the built-in ratings, in logits (DeckRating::strength), for the hands of agents that play as well
// as those whose games the ratings were fitted to; else nothing. Some 20 microseconds a deck.
std::vector<double> known_strengths(std::span<const DeckFile> decks, std::span<const std::string> agents);

}  // namespace archon
