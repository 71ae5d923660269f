#pragma once
// A card as a list of numbers, read off its facts and its compiled program: what a learned policy knows of a card that it has
// never seen played.
#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/program.h"

namespace archon {

struct CardFeature {
  uint16_t index;  // below card_feature_count()
  float value;     // of the order of 1
};

int card_feature_count();
std::string card_feature_name(int feature);  // "play.Steal.enemy"

// Of a definition, each feature at most once, in rising order. O(instructions).
std::vector<CardFeature> card_features(const Program& program, const Definition& definition);

}  // namespace archon
