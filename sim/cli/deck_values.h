#pragma once
// `archon values DECK --field DECKS`: the cards of one deck, by its games against a field.
#include <string>
#include <vector>

#include "sim/command/command.h"
#include "sim/command/presenting.h"

namespace archon::cli {

struct DeckValuesOptions {
  DeckArguments deck;
  std::vector<std::string> field;
  std::string agent, out;
  Presenting presenting;
  int64_t games = 2000;
  bool worth = false, pairs = false, strict = false;
  RunOptions run;
};

int run_deck_values(const DeckValuesOptions& options, const Invocation& invocation);

}  // namespace archon::cli
