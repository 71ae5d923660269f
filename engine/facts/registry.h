#pragma once
// Cards by the ids of the publisher's deck registry, for lists of decks that name their cards by nothing else.
#include <string_view>

#include "engine/core/types.h"

namespace archon {

struct RegistryCard {
  int card = -1;  // index into CardTable; -1 when the id is unknown
  House house = House::None;
};

// An id stands for a card in a house of a set, so a maverick has an id of its own. Only a small part of all ids is known.
RegistryCard find_registry_id(std::string_view uuid);

}  // namespace archon
