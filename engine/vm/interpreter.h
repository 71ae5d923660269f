#pragma once
// The interpreter: runs the program of an ability by asking query and calling rules. It pauses only where a player chooses or
// where a rule pushes a frame of its own; everything it needs to go on lies in its AbilityFrame.
#include <atomic>
#include <cstdint>
#include <span>

#include "engine/core/frames.h"

namespace archon {

// Runs the ability on top of the stack until it pauses or ends.
void step_ability(const Matchup& m, State& s);

// How often each EffectOp was carried out by this process. Only builds with ARCHON_CHECKED count; empty in others.
std::span<const std::atomic<uint64_t>> instruction_counts();

}  // namespace archon
