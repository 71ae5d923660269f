// Reads registry.tsv: id of the registry, id of the card, house.
#include "engine/facts/registry.h"

#include <unordered_map>

#include "engine/core/embed.h"
#include "engine/facts/facts.h"
#include "engine/facts/table_fields.h"

namespace archon {
namespace {

using Registry = std::unordered_map<std::string_view, RegistryCard>;

Registry read_registry() {
  Registry registry;
  std::string_view rest = embedded_text("engine/facts/registry.tsv");
  take(rest, '\n');  // header
  while (!rest.empty()) {
    const std::string_view uuid = take(rest, '\t'), id = take(rest, '\t'), house = take(rest, '\n');
    registry.emplace(uuid, RegistryCard{CardTable::instance().find_id(id), house_from_name(house)});
  }
  return registry;
}

}  // namespace

RegistryCard find_registry_id(std::string_view uuid) {
  static const Registry registry = read_registry();
  const auto found = registry.find(uuid);
  return found == registry.end() ? RegistryCard{} : found->second;
}

}  // namespace archon
