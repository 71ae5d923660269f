#pragma once
// The compiled cards of this process.
#include "engine/core/program.h"

namespace archon {

// All cards of CardTable, as engine/cards/library.h compiles them: of the image that was made when the program was built
// (program_image.h, embedded as kCardImage). Read at first use, thread safe.
const Program& card_program();

// Puts others in their place, which must outlive all games. Only for programs that try definitions out (Library::redefine),
// while no game is played.
void use_card_program(const Program& other);

}  // namespace archon
