// archon man: the manual pages, which packages install.
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "engine/facts/facts.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/man_page.h"
#include "sim/command/output.h"
#include "sim/present/terminal_text.h"
#include "sim/results/version.h"

namespace archon::cli {

namespace man_command {

struct Options {
  std::vector<std::string> words;
  std::string out;
};

// The command that the words name; null, with a problem, where there is none.
const CommandInfo* find_command(const CommandInfo& root, const std::vector<std::string>& words, Problems& problems) {
  const CommandInfo* command = &root;
  for (const std::string& word : words) {
    std::vector<std::string> names;
    const CommandInfo* next = nullptr;
    for (const CommandInfo& each : command->commands) {
      names.push_back(each.name.substr(command->name.size() + 1));
      if (names.back() == word) next = &each;
    }
    if (!next) {
      const std::string hint = word_hint(word, names);
      problems.add(names.empty() ? command->name + " has no command '" + word + "'"
                                 : "there is no command '" + joined(words, " ") + "' (" +
                                       (hint.empty() ? "there are " + joined(names) : hint) + ")");
      return nullptr;
    }
    command = next;
  }
  return command;
}

// The page of a command and of those below it, a file each; what went wrong.
std::string write_pages(const CommandInfo& command, const std::string& folder) {
  std::string problem = write_file(folder + "/" + man_page_name(command) + ".1", man_page(command, release()));
  for (const CommandInfo& each : command.commands)
    if (problem.empty()) problem = write_pages(each, folder);
  return problem;
}

int run(const Options& options, const CommandInfo& root) {
  Problems problems("man");
  const CommandInfo* command = find_command(root, options.words, problems);
  if (!problems.any() && !options.out.empty()) problems.make_folder("--out", options.out);
  if (problems.any()) return problems.print();
  if (options.out.empty()) {
    std::cout << man_page(*command, release());
    return kDone;
  }
  const std::string problem = write_pages(*command, options.out);
  if (!problem.empty()) problems.tell(problem);
  return problem.empty() ? kDone : kFailed;
}

}  // namespace man_command

void add_man(Command program) {
  using namespace man_command;
  Command command = program.add("man", "The manual page of a command, for 'man -l -'");
  auto options = std::make_shared<Options>();
  command.option("COMMAND", options->words, "Its words; without any the page of archon");
  command.option("--out", options->out, "Folder for this page and those of all commands below it, instead of printing it");
  command.footer("'archon help COMMAND' says the same without 'man'.");
  command.calls([options, program](const Invocation&) { return run(*options, program.tree()); });
}

}  // namespace archon::cli
