#pragma once
// The words a definition may use that are not part of the language itself: they come from the facts of the cards.
#include <functional>
#include <map>
#include <set>
#include <string>

#include "engine/facts/facts.h"

namespace archon::lang {

// A plain copy, so that the front end can be tested with three cards and no facts table.
struct Vocabulary {
  std::set<std::string, std::less<>> houses;
  std::set<std::string, std::less<>> traits;
  std::set<std::string, std::less<>> keywords;
  std::map<std::string, CardType, std::less<>> cards;  // id -> type
};

// The vocabulary of all printed cards.
Vocabulary vocabulary_of(const CardTable& table);

}  // namespace archon::lang
