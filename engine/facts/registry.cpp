// Reads registry.tsv: id of the registry, id of the card, house.
#include "engine/facts/registry.h"

#include <algorithm>
#include <unordered_map>

#include "engine/core/embed.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

using Registry = std::unordered_map<std::string_view, RegistryCard>;

Registry read_registry() {
  Registry registry;
  std::string_view rest = embedded_text("engine/facts/registry.tsv");
  const auto take = [&](char separator) {
    const size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view head = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return head;
  };
  take('\n');  // header
  while (!rest.empty()) {
    const std::string_view uuid = take('\t'), id = take('\t'), house = take('\n');
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
