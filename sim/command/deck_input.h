#pragma once
// The decks that a command is given: files in every format that `deck import` reads, folders, standard input.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/command/arguments.h"
#include "sim/results/provenance.h"

namespace archon::cli {

class Problems;

struct DeckArguments {
  std::vector<std::string> paths;  // files, folders, or "-" for standard input
  bool skip_bad = false;

  // Adds the argument, and --skip-bad. `names` as in Command::option; `help` says which decks.
  Argument add_to(Command command, const std::string& names, const std::string& help);
  bool empty() const { return paths.empty(); }
};

// What an input does not tell is a warning: counted in DeckList::warnings and told in one line, or listed.
enum class DeckWarnings { Count, List };

// Reads all decks, in the order of the arguments; of a folder the files that may hold decks, by name. At most 10,000 files and
// as many decks. A deck that can't be read is a problem; with skip_bad it is told on stderr and left out, and only having none
// left is a problem. Names of files are visible (engine/facts/visible_text.h).
DeckList read_decks(const DeckArguments& arguments, Problems& problems, DeckWarnings warnings = DeckWarnings::Count);
DeckList read_decks(const std::vector<std::string>& paths, Problems& problems);  // none left out

inline constexpr size_t kAnyNumber = SIZE_MAX;
// A problem, with the number and the first names, unless there are `least` to `most` decks; none when there is a problem
// already.
void check_count(const DeckList& decks, size_t least, size_t most, Problems& problems);

}  // namespace archon::cli
