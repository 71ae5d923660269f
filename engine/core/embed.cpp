#include "engine/core/embed.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace archon {

std::span<const EmbeddedFile> embedded_files(std::string_view folder) {
  const auto inside = [&](const EmbeddedFile& file) { return file.path.starts_with(folder); };
  const std::span<const EmbeddedFile> files = embedded_files();
  const auto first = std::ranges::find_if(files, inside);
  return {first, std::find_if_not(first, files.end(), inside)};
}

std::string_view embedded_text(std::string_view path) {
  const std::span<const EmbeddedFile> files = embedded_files();
  const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
  if (found == files.end()) embedded_fault(path, "it is not part of this program");
  return found->text;
}

void embedded_fault(std::string_view path, std::string_view problem) {
  std::fprintf(stderr, "archon: the program was built wrongly: %.*s: %.*s\n", static_cast<int>(path.size()), path.data(),
               static_cast<int>(problem.size()), problem.data());
  std::abort();
}

}  // namespace archon
