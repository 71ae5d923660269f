#pragma once
// How likely a player is to win, judged by open information: a logistic model, linear in a few features. It is meant for the
// beginning of a turn, after its forge step (where `archon train` fits it); elsewhere it is as good as it is.
#include <array>
#include <string>
#include <string_view>

#include "engine/view/view.h"

namespace archon {

// Counted once for each side. X(name)
#define ARCHON_SIDE_FEATURES(X)                                                               \
  X(OneKey)      /* 1 with exactly one forged key */                                          \
  X(TwoKeys)     /* 1 with two */                                                             \
  X(Aember)      /* in the pool, up to twice the cost of a key, as a fraction of that cost */ \
  X(AemberOne)   /* the same with one key, otherwise 0 */                                     \
  X(AemberTwo)   /* the same with two keys, otherwise 0 */                                    \
  X(CanForge)    /* 1 when the pool pays for a key */                                         \
  X(CanForgeTwo) /* the same with two keys, otherwise 0: wins unless it is stopped */         \
  X(Creatures)   /* in play */                                                                \
  X(Power)       /* of the creatures, less their damage; in tens */                           \
  X(Idle)        /* creatures exhausted or stunned */                                         \
  X(Reapers)     /* creatures with a Reap: or Action: ability */                              \
  X(Abilities)   /* of the creatures, at most 3 each */                                       \
  X(Guards)      /* creatures with taunt */                                                   \
  X(Elusive)     /* creatures with elusive */                                                 \
  X(Captured)    /* aember on creatures of this side, in tens: the other side gets it back */ \
  X(Artifacts)   /* in play */                                                                \
  X(Upgrades)    /* on creatures of this side */                                              \
  X(Hand)        /* cards in hand */                                                          \
  X(Archives)    /* cards archived */                                                         \
  X(Chains)      /* in fours */

enum class SideFeature {
#define X(name) name,
  ARCHON_SIDE_FEATURES(X)
#undef X
};
inline constexpr int kSideFeatures = static_cast<int>(SideFeature::Chains) + 1;

// [0] is 1 (the intercept); [1 + f] counts for the player whose turn it is, [1 + kSideFeatures + f] for the other.
inline constexpr int kFeatures = 1 + 2 * kSideFeatures;
using Features = std::array<float, kFeatures>;

// "Intercept", "Own.OneKey" ..., "Enemy.OneKey" ...
std::string feature_name(int feature);

// log(p / (1 - p)) of the player whose turn it is = weights . features.
struct Model {
  std::array<float, kFeatures> weights{};
};

// The same whoever looks: nothing hidden is counted. O(cards in play), no allocation.
Features features_of(const View& view);

// The probability, in (0, 1), that the player of the view wins; 0, 1/2 or 1 when the game is over.
float win_probability(const Model& model, const View& view);

}  // namespace archon
