#include "agents/evaluation.h"

#include <algorithm>
#include <cmath>

namespace archon {
namespace {

// Guessed, until they are fitted: a key counts like 10 aember, a creature like 1.
constexpr float kSideWeights[kSideFeatures] = {
    1.3f,   // OneKey
    3.0f,   // TwoKeys
    0.9f,   // Aember
    0.4f,   // CanForge
    0.12f,  // Creatures
    0.25f,  // Power
    0.06f,  // ReadyCreatures
    -0.1f,  // Captured
    0.12f,  // Artifacts
    0.05f,  // Upgrades
    0.05f,  // Hand
    0.06f,  // Archives
    -0.2f,  // Chains
};

Model guessed_model() {
  Model model;
  model.weights[0] = 0.2f;  // the turn to come
  for (size_t f = 0; f < kSideFeatures; ++f) {
    model.weights[1 + f] = kSideWeights[f];
    model.weights[1 + kSideFeatures + f] = -kSideWeights[f];
  }
  return model;
}

void count_side(const View& view, int player, float* counts) {
  const auto add = [&](SideFeature feature, float amount) { counts[static_cast<int>(feature)] += amount; };
  const int keys = view.keys(player), amber = view.amber(player), cost = std::max(1, view.key_cost(player));
  add(SideFeature::OneKey, keys == 1 ? 1.f : 0.f);
  add(SideFeature::TwoKeys, keys == 2 ? 1.f : 0.f);
  add(SideFeature::Aember, static_cast<float>(std::min(amber, 2 * cost)) / static_cast<float>(cost));
  add(SideFeature::CanForge, amber >= cost ? 1.f : 0.f);
  for (CardId id : view.battleline(player)) {
    const Card& card = view.card(id);
    add(SideFeature::Creatures, 1);
    add(SideFeature::Power, static_cast<float>(card.power - std::min(card.power, card.damage)) / 10);
    add(SideFeature::ReadyCreatures, card.has(kExhausted) || card.has(kStunned) ? 0.f : 1.f);
    add(SideFeature::Captured, card.amber);
    add(SideFeature::Upgrades, static_cast<float>(view.upgrades(id).size()));
  }
  add(SideFeature::Artifacts, static_cast<float>(view.artifacts(player).size()));
  add(SideFeature::Hand, static_cast<float>(view.hand_size(player)));
  add(SideFeature::Archives, static_cast<float>(view.archives_size(player)));
  add(SideFeature::Chains, static_cast<float>(view.chains(player)) / 4);
}

}  // namespace

Features features_of(const View& view) {
  Features features{};
  features[0] = 1;
  count_side(view, view.active_player(), features.data() + 1);
  count_side(view, 1 - view.active_player(), features.data() + 1 + kSideFeatures);
  return features;
}

float win_probability(const Model& model, const View& view) {
  if (view.over()) return view.winner() < 0 ? 0.5f : view.winner() == view.player() ? 1.f : 0.f;
  const Features features = features_of(view);
  float sum = 0;
  for (size_t i = 0; i < features.size(); ++i) sum += model.weights[i] * features[i];
  return 1 / (1 + std::exp(view.active_player() == view.player() ? -sum : sum));
}

const Model& default_model() {
  static const Model kModel = guessed_model();
  return kModel;
}

}  // namespace archon
