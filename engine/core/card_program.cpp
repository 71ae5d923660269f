#include "engine/core/card_program.h"

#include <utility>

#include "engine/core/embed.h"
#include "engine/core/program_image.h"

namespace archon {
namespace {

const Program* other_program = nullptr;

const Program& built_in_program() {
  static const Program kProgram = [] {
    std::string problem;
    std::optional<Program> read = read_program_image(embedded_text(kCardImage), problem);
    if (!read) embedded_fault(kCardImage, problem);
    return std::move(*read);
  }();
  return kProgram;
}

}  // namespace

const Program& card_program() { return other_program != nullptr ? *other_program : built_in_program(); }

void use_card_program(const Program& other) { other_program = &other; }

}  // namespace archon
