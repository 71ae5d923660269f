#pragma once
// Which decks a command plays that looks at cards: files, and decks generated so that all cards of a set occur.
#include <string>
#include <string_view>
#include <vector>

#include "sim/command/command.h"

namespace archon::cli {

struct DeckPair {
  size_t a, b;
  int64_t games = 0;  // to play; 0: as the command spreads them
};

struct DeckOptions {
  DeckArguments decks;
  int generate = 0;
  std::string set = "CotA";

  void add_to(Command command, const std::string& set_help);
  void check(Problems& problems) const;
  std::string_view set_code() const;  // of the option --set; empty: there is no such set
  // The decks named first, then generated decks under the names of their files.
  DeckList find(const RunOptions& run, Problems& problems) const;
  // Every pair; with generated decks each deck against the next four. A single deck plays itself.
  std::vector<DeckPair> pairs(size_t decks) const;
};

// Each deck against the next `distances` in a ring, so that all decks have equally many games.
std::vector<DeckPair> ring(size_t decks, size_t distances);

}  // namespace archon::cli
