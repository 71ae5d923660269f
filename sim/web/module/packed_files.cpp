// The files that are part of a module for WebAssembly: unpacked at first use.
#include "engine/core/embed.h"
#include "sim/web/packed_tables.h"

extern "C" const unsigned char archon_packed[];
extern "C" const unsigned archon_packed_size;

namespace archon {

std::span<const EmbeddedFile> embedded_files() {
  static const std::vector<UnpackedFile> kUnpacked =
      unpack_tables({reinterpret_cast<const char*>(archon_packed), archon_packed_size});
  static const std::vector<EmbeddedFile> kFiles = [] {
    std::vector<EmbeddedFile> files;
    for (const UnpackedFile& each : kUnpacked) files.push_back({each.path, each.text});
    return files;
  }();
  return kFiles;
}

}  // namespace archon
