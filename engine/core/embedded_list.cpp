// The embedded files of a native program. A module for WebAssembly has its own (sim/web/module).
#include <vector>

#include "engine/core/embed.h"

// Written by archon_embed (CMakeLists.txt): three pointers a file, the last entry is null.
extern "C" {
struct ArchonEmbedded {
  const char *path, *begin, *end;
};
extern const ArchonEmbedded archon_embedded[];
}

namespace archon {

std::span<const EmbeddedFile> embedded_files() {
  static const std::vector<EmbeddedFile> kFiles = [] {
    std::vector<EmbeddedFile> files;
    for (const ArchonEmbedded* each = archon_embedded; each->path; ++each)
      files.push_back({each->path, {each->begin, each->end}});
    return files;
  }();
  return kFiles;
}

}  // namespace archon
