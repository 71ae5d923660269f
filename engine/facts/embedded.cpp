#include "engine/facts/embedded.h"

#include <cstddef>
#include <iterator>

#include "engine/core/embed.h"

ARCHON_EMBED(facts, "engine/facts/facts.tsv")
ARCHON_EMBED(registry, "engine/facts/registry.tsv")
#include "embedded_list.inc"
#include "embedded_scenarios.inc"
#undef ARCHON_EMBED

namespace archon {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<size_t>(end - begin)}; }

}  // namespace

std::span<const EmbeddedFile> embedded_definitions() {
#define ARCHON_EMBED(symbol, file) {file, between(archon_begin_##symbol, archon_end_##symbol)},
  static const EmbeddedFile files[] = {
#include "embedded_list.inc"
      {}};  // an array may not be empty; the last element is not handed out
#undef ARCHON_EMBED
  return {files, std::size(files) - 1};
}

std::span<const EmbeddedFile> embedded_scenarios() {
#define ARCHON_EMBED(symbol, file) {file, between(archon_begin_##symbol, archon_end_##symbol)},
  static const EmbeddedFile files[] = {
#include "embedded_scenarios.inc"
      {}};
#undef ARCHON_EMBED
  return {files, std::size(files) - 1};
}

std::string_view embedded_registry() { return between(archon_begin_registry, archon_end_registry); }
std::string_view embedded_facts() { return between(archon_begin_facts, archon_end_facts); }

}  // namespace archon
