#pragma once
// Where the scenarios of the rules, cards and rulings (tests/*/*.test, built into the program) mention a card.
#include <string>
#include <string_view>
#include <vector>

namespace archon {

struct Mention {
  std::string_view path;  // from the root of the repository: "tests/cards/cota/dis.test"
  int line = 0;           // of the title, 1-based
  std::string_view title;
  bool in_title = false;
};

// Scenarios with the card's name in their title, then those with its id in a line; both in the order of the files. The views
// last as long as the program.
std::vector<Mention> scenarios_about(int card);

}  // namespace archon
