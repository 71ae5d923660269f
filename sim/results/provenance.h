#pragma once
// What has to be known to repeat a result. Every output carries it.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/deck/deck.h"

namespace archon {

struct DeckFile {
  Deck deck;
  std::string file;  // as given
};

struct Provenance {
  uint64_t seed = 0;
  std::vector<std::string> agents;  // specs; written out with all parameters
  std::vector<DeckFile> decks;
  std::string rules = "18.4";
  std::string command_line;
};

std::string hash_text(uint64_t hash);  // 16 hexadecimal digits

// Keys in this order: name, set, hash, file, and where they are known id, sas, aerc, link (to the page of the deck registry).
nlohmann::ordered_json deck_json(const DeckFile& file);

// Keys in this order: version, compiler, build_type, seed, agents, decks (deck_json), rules, command_line.
nlohmann::ordered_json provenance_json(const Provenance& provenance);

// The same for people, a line each, visible (engine/facts/visible_text.h).
std::vector<std::string> provenance_lines(const Provenance& provenance);

}  // namespace archon
