#pragma once
// Text boxes that are considered blank.
#include "engine/core/state.h"

namespace archon {

// Blanks the cards that abilities in force blank, and takes theirs out of the list. A text box that is considered blank has
// neither abilities nor keywords; what the card gains is in it, too (rulebook 18.4, FAQ Shadow of Dis). A blank text blanks
// nothing: one that another might blank waits for that. Those that blank each other in a circle all do.
void blank_texts(const Matchup& m, State& s);

}  // namespace archon
