#include "sim/documents/chain_words.h"

#include "sim/chains/chains.h"
#include "sim/stats/number_text.h"

namespace archon::cli {

std::string signed_chains(double handicap, int digits) {
  if (handicap > kMaxHandicap) return ">24";
  if (handicap < -kMaxHandicap) return "<-24";
  const std::string text = fixed(handicap, digits);
  return handicap > 0 ? "+" + text : text;
}

std::string handicap_interval(const Interval& interval) {
  return signed_chains(interval.low, 1) + " to " + signed_chains(interval.high, 1);
}

}  // namespace archon::cli
