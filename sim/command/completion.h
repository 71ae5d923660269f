#pragma once
// Scripts by which a shell completes the commands of the program.
#include <map>
#include <string>
#include <vector>

#include "sim/command/command_tree.h"

namespace archon::cli {

// What is offered for an argument of a type.
struct Offer {
  std::vector<std::string> words;  // plain: letters, digits, '.', '-', '_'
  bool files = false;
};
// By type (ArgumentInfo::type). Of a type that is not there: names of files.
using Offers = std::map<std::string, Offer>;

std::string bash_completion(const CommandInfo& root, const Offers& offers);
std::string zsh_completion(const CommandInfo& root, const Offers& offers);
std::string fish_completion(const CommandInfo& root, const Offers& offers);

}  // namespace archon::cli
