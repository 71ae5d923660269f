#pragma once
// Operations of a game whose random outcomes are asked for. The engine can't stop inside of a draw: what asks is thrown out of
// it.
#include <functional>
#include <optional>
#include <vector>

#include "engine/core/chance.h"

namespace archon {

bool can_ask_chance();  // not in modules for WebAssembly, where nothing is thrown

// Carries an operation out, whose first random outcomes are given. With `ask` the first that is not ends the attempt and is
// given back; what was changed is then unfinished. Without, the generators go on.
std::optional<ChanceQuestion> carry_out_asking(const std::vector<CardId>& outcomes, bool ask,
                                               const std::function<void()>& operation);

}  // namespace archon
