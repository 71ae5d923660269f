#pragma once
// The decks that a command is given: files in every format that `deck import` reads, folders, standard input, decks of these by
// name.
#include <cstdint>
#include <string>
#include <vector>

#include "sim/command/arguments.h"
#include "sim/results/provenance.h"

namespace archon::cli {

class Problems;

struct DeckArguments {
  // Files, folders, "-" for standard input; FILE:NAME for those decks that NAME fits (sim/command/deck_names.h). What is there
  // as it stands is a file or folder, colons and all.
  std::vector<std::string> paths;
  std::vector<std::string> only;  // not empty: only the decks that one of these fits
  bool skip_bad = false, fetch = false;

  // Adds the argument, --only, --skip-bad and --fetch. `names` as in Command::option; `help` says which decks.
  Argument add_to(Command command, const std::string& names, const std::string& help);
  bool empty() const { return paths.empty(); }
};

// What an input does not tell is a warning: counted in DeckList::warnings and told in one line, or listed; Few: listed where
// there are at most ten.
enum class DeckWarnings { Count, Few, List };

// Reads all decks, in the order of the arguments; of a folder the files that may hold decks, by name. At most 10,000 files and
// as many decks. A deck that can't be read is a problem; with skip_bad it is told on stderr and left out, and only having none
// left is a problem. Of a file of which decks are named, those that are not named may be bad. A name that fits no deck is a
// problem with those that are near. Names of files are visible (engine/facts/visible_text.h).
// A link to a deck, or its id, is loaded with `fetch` in builds that can, else it is a problem that says what to do.
// `of_ledger`: its decks, all of them when no path is given; a path that is no file may be the name of one.
DeckList read_decks(const DeckArguments& arguments, Problems& problems, DeckWarnings warnings = DeckWarnings::Count,
                    const std::vector<DeckFile>& of_ledger = {});
DeckList read_decks(const std::vector<std::string>& paths, Problems& problems);  // none left out

// The same, with what is wrong with each instead of a problem that refuses all.
struct TriedDecks {
  DeckList decks;  // skipped: those that can't be read
  struct Told {
    std::string file;
    DeckProblem problem;
  };
  std::vector<Told> problems, warnings;
};
TriedDecks try_decks(const DeckArguments& arguments, Problems& problems);

// A deck of a file with several, as it can be named: "my.csv:tsong". Empty when every file has one.
std::string example_of_name(const DeckList& decks);

// The decks of two sides.
struct DeckSides {
  DeckList mine, field;
};
struct SideArguments {
  DeckArguments decks;             // mine; those of both sides, where `mine` says which are mine
  std::vector<std::string> field;  // paths; empty: what of `decks`, or else of the ledger, is not mine
  std::vector<std::string> mine;   // names

  void add_to(Command command, const std::string& decks_help, const std::string& field_help);
  DeckSides read(Problems& problems, const std::vector<DeckFile>& of_ledger = {}) const;
};

inline constexpr size_t kAnyNumber = SIZE_MAX;
// A problem, with the number and the first names, unless there are `least` to `most` decks; none when there is a problem
// already.
void check_count(const DeckList& decks, size_t least, size_t most, Problems& problems);

}  // namespace archon::cli
