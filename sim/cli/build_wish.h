#pragma once
// archon build --wish: which pod of others would help a collection most.
#include "sim/cli/build_options.h"

namespace archon::cli {

inline constexpr int kWishedDecks = 350;  // generated decks of each set: about a thousand pods

int wish_for(const BuildOptions& options, const Invocation& invocation);  // the exit code

}  // namespace archon::cli
