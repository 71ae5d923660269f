#pragma once
// What has to be known to repeat a result. Every output carries it.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "sim/results/time_limit.h"

namespace archon {

struct DeckFile {
  Deck deck;
  std::string file;  // as given
};

// A deck that was left out because it can't be read; empty and 0: unknown, or the whole file.
struct SkippedDeck {
  std::string name, file;
  int line = 0;
};

// Decks, and what has to be known of how they were read.
struct DeckList : std::vector<DeckFile> {
  using std::vector<DeckFile>::vector;
  explicit DeckList(std::vector<DeckFile> decks) : std::vector<DeckFile>(std::move(decks)) {}

  std::vector<SkippedDeck> skipped;
  int64_t warnings = 0;  // of what the inputs do not tell, such as bonus icons

  void add_notes(const DeckList& of);  // what was skipped and warned of there, too
};

struct Provenance {
  uint64_t seed = 0;
  std::vector<std::string> agents;  // specs; written out with all parameters
  DeckList decks;
  std::string rules = "18.4";
  std::string command_line;
  TimeLimit time{};
};

// Keys in this order: name, set, hash, file, and where they are known id, sas, aerc, unlisted_set, pods, link (to the
// page of the deck registry).
nlohmann::ordered_json deck_json(const DeckFile& file);

// "10 decks left out that can't be read: Parker (my.csv:12), ..."; the first ten by name. Empty when there is none.
std::string skipped_text(const std::vector<SkippedDeck>& skipped);

// "3 decks of Vault Masters 2026, ...": for each set whose list of cards is not known, how many decks are of it.
std::vector<std::string> unlisted_texts(const DeckList& decks);

// Keys in this order: version, compiler, build_type, seed, agents, reproducible (false, where a program that is none of ours
// played), decks (deck_json), skipped (name, file, line) and
// deck_warnings where there are any, rules, time_called (limit_json, and in `then` what follows) where it is, command_line.
nlohmann::ordered_json provenance_json(const Provenance& provenance);

// The same for people, a line each, visible (engine/facts/visible_text.h): agents with all their parameters, or as people call
// them.
std::vector<std::string> provenance_lines(const Provenance& provenance);
std::vector<std::string> provenance_footer(const Provenance& provenance);

}  // namespace archon
