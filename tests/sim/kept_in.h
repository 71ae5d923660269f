#pragma once
// A run that is kept in a ledger, and perhaps stopped.
#include <memory>

#include "sim/play/run_loop.h"

namespace archon::test {

inline RunControl kept_in(Ledger& ledger, std::function<bool()> stop = {}) {
  RunControl control;
  control.ledger = &ledger;
  control.stop = std::move(stop);
  return control;
}

// Says stop when it was asked so often.
inline std::function<bool()> after_asking(int times) {
  return [times, asked = std::make_shared<int>(0)] { return ++*asked > times; };  // copies count together
}

}  // namespace archon::test
