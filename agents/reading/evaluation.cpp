#include "agents/reading/evaluation.h"

#include <algorithm>
#include <cmath>

namespace archon {
namespace {

void count_creatures(const View& view, int player, float* counts) {
  const auto add = [&](SideFeature feature, float amount) { counts[static_cast<int>(feature)] += amount; };
  for (CardId id : view.battleline(player)) {
    const Card& card = view.card(id);
    const Definition& definition = view.definition(id);
    add(SideFeature::Creatures, 1);
    add(SideFeature::Power, static_cast<float>(card.power - std::min(card.power, card.damage)) / 10);
    add(SideFeature::Captured, static_cast<float>(card.amber) / 10);
    add(SideFeature::Upgrades, static_cast<float>(view.upgrades(id).size()));
    if (definition.kinds & (bit(AbilityKind::Reap) | bit(AbilityKind::Action))) add(SideFeature::Reapers, 1);
    add(SideFeature::Abilities, static_cast<float>(std::min<size_t>(3, definition.abilities.size())));
    if (card.keywords & keyword_bit(Keyword::Taunt)) add(SideFeature::Guards, 1);
    if (card.keywords & keyword_bit(Keyword::Elusive)) add(SideFeature::Elusive, 1);
    add(SideFeature::Idle, card.has(kExhausted) || card.has(kStunned) ? 1.f : 0.f);
  }
}

void count_side(const View& view, int player, float* counts) {
  const auto add = [&](SideFeature feature, float amount) { counts[static_cast<int>(feature)] += amount; };
  const int keys = std::max(0, kKeyColors - view.keys_left(player)), amber = view.amber(player),
            cost = std::max(1, view.key_cost(player));
  const float fraction = static_cast<float>(std::min(amber, 2 * cost)) / static_cast<float>(cost);
  add(SideFeature::OneKey, keys == 1 ? 1.f : 0.f);
  add(SideFeature::TwoKeys, keys == 2 ? 1.f : 0.f);
  add(SideFeature::Aember, fraction);
  add(SideFeature::AemberOne, keys == 1 ? fraction : 0.f);
  add(SideFeature::AemberTwo, keys == 2 ? fraction : 0.f);
  add(SideFeature::CanForge, amber >= cost ? 1.f : 0.f);
  add(SideFeature::CanForgeTwo, keys == 2 && amber >= cost ? 1.f : 0.f);
  count_creatures(view, player, counts);
  add(SideFeature::Artifacts, static_cast<float>(view.artifacts(player).size()));
  add(SideFeature::Hand, static_cast<float>(view.hand_size(player)));
  add(SideFeature::Archives, static_cast<float>(view.archives_size(player)));
  add(SideFeature::Chains, static_cast<float>(view.chains(player)) / 4);
}

}  // namespace

std::string feature_name(int feature) {
  static constexpr const char* kNames[kSideFeatures] = {
#define X(name) #name,
      ARCHON_SIDE_FEATURES(X)
#undef X
  };
  if (feature == 0) return "Intercept";
  const int side = feature - 1;
  return (side < kSideFeatures ? "Own." : "Enemy.") + std::string(kNames[side % kSideFeatures]);
}

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

}  // namespace archon
