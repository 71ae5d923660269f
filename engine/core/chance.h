#pragma once
// Chance from outside. Normally every random draw comes from a generator inside the State; a ChanceSource, installed for one
// thread, decides instead. Tools that script or enumerate random outcomes use it; playing costs one test of a pointer a draw.
#include "engine/core/state.h"

namespace archon {

enum class ChanceKind : uint8_t {
  Draw,    // the next card of a deck's unordered part: it is drawn or looked at
  Order,   // the next card while a whole deck is put into an order
  Random,  // a card chosen at random by an effect
};

struct ChanceQuestion {
  ChanceKind kind = ChanceKind::Draw;
  uint8_t player = 0;      // Draw, Order: whose deck
  CardSet outcomes;        // equally likely, never empty
  CardId drawn = kNoCard;  // what the generator of the State would give
};

class ChanceSource {
 public:
  virtual ~ChanceSource() = default;
  // One of the outcomes. May throw; the State is then unfinished and must be thrown away.
  virtual CardId choose(const ChanceQuestion& question) = 0;
};

// The source of this thread, null in normal play. The generators of the State advance with a source as without one, so that a
// source that always gives `drawn` changes nothing.
inline constinit thread_local ChanceSource* chance_source = nullptr;

// Installs a source as long as it lives.
class ChanceScope {
 public:
  explicit ChanceScope(ChanceSource* source) : before_(chance_source) { chance_source = source; }
  ~ChanceScope() { chance_source = before_; }
  ChanceScope(const ChanceScope&) = delete;
  ChanceScope& operator=(const ChanceScope&) = delete;

 private:
  ChanceSource* before_;
};

}  // namespace archon
