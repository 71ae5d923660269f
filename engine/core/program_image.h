#pragma once
// Compiled cards as bytes, so that a program need not compile them: made once when it is built, equal on every machine. The
// fields are those of program_fields.h; the bytes of a field stand together, of all parts of the program one behind the other,
// which compresses well.
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/program.h"

namespace archon {

inline constexpr std::string_view kCardImage = "cards.image";  // that of all cards among the embedded files

std::string program_image(const Program& program);

// The same program again; nothing when `problem` says why not: other bytes, or those of a version with other fields. O(bytes).
std::optional<Program> read_program_image(std::string_view image, std::string& problem);

}  // namespace archon
