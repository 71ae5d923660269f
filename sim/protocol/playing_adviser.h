#pragma once
// Archon's own agents play: a program that does would have to be named on the command line.
#include "sim/protocol/protocol.h"

namespace archon {

class PlayingAdviser : public Adviser {
 public:
  Action play(const View& view, const ActionList& legal, const std::string& agent, uint64_t seed,
              std::string& problem) override;
  // Refuses: who can judge positions overrides it.
  std::vector<Worth> advise(const View& view, const ActionList& legal, const std::string& continuation, int worlds,
                            uint64_t seed, std::string& problem) override;
};

}  // namespace archon
