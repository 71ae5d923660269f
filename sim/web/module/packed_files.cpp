// The files that are part of a module for WebAssembly: unpacked at first use.
#include <string>
#include <string_view>

#include "engine/core/embed.h"
#include "sim/web/module/files.h"
#include "sim/web/packed_tables.h"

extern "C" const unsigned char archon_packed[];
extern "C" const unsigned archon_packed_size;

namespace archon {
namespace {

std::string tables() {
  std::string bytes(reinterpret_cast<const char*>(archon_packed), archon_packed_size);
  for (char& byte : bytes) byte = static_cast<char>(byte ^ kPackedMask);
  return bytes;
}

std::string& facts() {
  static std::string text;
  return text;
}

}  // namespace

bool give_facts(std::string_view text) {
  if (facts().empty() && is_given_facts(tables(), text)) facts() = text;
  return facts() == text;
}

bool has_facts() { return !facts().empty(); }

std::span<const EmbeddedFile> embedded_files() {
  static const std::vector<UnpackedFile> kUnpacked = unpack_tables(tables(), packed_forms(), facts());
  static const std::vector<EmbeddedFile> kFiles = [] {
    std::vector<EmbeddedFile> files;
    if (!facts().empty()) files.push_back({"engine/facts/facts.tsv", facts()});
    for (const UnpackedFile& each : kUnpacked) files.push_back({each.path, each.text});
    return files;
  }();
  return kFiles;
}

}  // namespace archon
