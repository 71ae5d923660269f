#pragma once
// Files that are part of the program: definitions, facts, scenarios, models, templates. CMakeLists.txt lists them and writes
// assembly by which the assembler copies each of them into the read-only data. (#embed is C++26; a generated array of
// numbers takes the compiler seconds.)
#include <span>
#include <string_view>

namespace archon {

struct EmbeddedFile {
  std::string_view path;  // from the root of the repository: "engine/cards/cota/dis.kf"
  std::string_view text;
};

// All of them. Thread safe.
std::span<const EmbeddedFile> embedded_files();

// Those whose path begins with `folder`, which stand together in the list, in its order ("engine/cards/": the order of
// ARCHON_DEFINITIONS). O(files); thread safe.
std::span<const EmbeddedFile> embedded_files(std::string_view folder);

// One of them. A path that is not in the list ends the program with a message, in release builds too.
std::string_view embedded_text(std::string_view path);

// Ends the program with a message, in release builds too: one of them can't be read. The problem is as in "line 3: ...".
[[noreturn]] void embedded_fault(std::string_view path, std::string_view problem);

}  // namespace archon
