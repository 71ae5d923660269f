// Commands as data, and what is made of it. Whole scripts and pages: tests/cli/completion.sh, tests/cli/man.sh.
#include "sim/command/command_tree.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "sim/command/arguments.h"
#include "sim/command/completion.h"
#include "sim/command/man_page.h"

using namespace archon::cli;

namespace {

// Of a program with one command, "try ours", and all kinds of arguments.
CommandInfo tree_of_try() {
  int number = 5;
  std::string agent = "standard", format = "table";
  std::vector<std::string> files, names, decks;
  bool strict = false;
  CommandInfo tree;
  CommandLine line("archon", "A program.", "archon 1.2.3");
  Command command = line.root().add("try", "Tries").add("ours", "Tries what's - ours");
  command.option("FILES", files, "Files").required();
  command.option("-n,--number", number, "How many");
  command.option("--agent", agent, "Who").hide_default();
  command.option("--format", format, "How").one_of({"table", "json"});
  command.option("--field", decks, "Against whom");
  command.option("--only", names, "Which").repeated();
  command.flag("--strict", strict, "At once");
  command.footer("More.\n.Still \\more.\n  as it is");
  command.calls([&, root = line.root()](const Invocation&) {
    tree = root.tree();
    return kDone;
  });
  std::vector<std::string> words{"archon", "try", "ours", "file"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  CHECK(line.run(static_cast<int>(pointers.size()), pointers.data()) == kDone);
  return tree;
}

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("command tree: names, types, words, defaults, and what takes many", "[cli]") {
  const CommandInfo root = tree_of_try();
  REQUIRE(root.commands.size() == 1);
  REQUIRE(root.commands[0].commands.size() == 1);
  const CommandInfo& command = root.commands[0].commands[0];
  CHECK(command.name == "archon try ours");
  CHECK(command.description == "Tries what's - ours");
  std::vector<std::string> lines;
  for (const ArgumentInfo& each : command.arguments) {
    std::string text;
    for (const std::string& name : each.names) text += name + " ";
    text += each.type + "=" + each.default_value;
    for (const std::string& choice : each.choices) text += "|" + choice;
    lines.push_back(text + (each.required ? " required" : "") + (each.many ? " many" : ""));
  }
  CHECK(lines == std::vector<std::string>{"-h --help =", "FILES FILES= required many", "-n --number NUMBER=5",
                                          "--agent AGENT=", "--format WORD=table|table|json", "--field DECKS= many",
                                          "--only NAME=", "--strict ="});
}

TEST_CASE("completion: what is offered by type, and files else", "[cli]") {
  const Offers offers{{"AGENT", {{"random", "greedy"}}}, {"DECKS", {{"builtin"}, true}}, {"NUMBER", {}}, {"NAME", {}}};
  const std::string bash = bash_completion(tree_of_try(), offers);
  CHECK(has(bash, "['archon']='try help'\n"));
  CHECK(has(bash, "['archon try']='ours'\n"));
  CHECK(has(bash, "['archon try ours']='-h --help -n --number --agent --format --field --only --strict'\n"));
  CHECK(has(bash, "['archon try ours']='FILES MANY'\n"));
  CHECK(has(bash, "['archon try ours -n']='NONE'\n"));
  CHECK(has(bash, "['archon try ours --agent']='random greedy'\n"));
  CHECK(has(bash, "['archon try ours --format']='table json'\n"));
  CHECK(has(bash, "['archon try ours --field']='builtin FILES MANY'\n"));
  CHECK(has(zsh_completion(tree_of_try(), offers), "'ours:Tries what'\\''s - ours'"));
  CHECK(has(fish_completion(tree_of_try(), offers), "-a ours -d 'Tries what\\'s - ours'"));
}

TEST_CASE("manual page: nothing of a text is taken for roff", "[cli]") {
  const CommandInfo root = tree_of_try();
  const std::string page = man_page(root.commands[0].commands[0], "1.2.3");
  CHECK(man_page_name(root.commands[0].commands[0]) == "archon-try-ours");
  CHECK(has(page, ".TH ARCHON\\-TRY\\-OURS 1 \"\" \"archon 1.2.3\" Archon\n"));
  CHECK(has(page, "\narchon\\-try\\-ours \\- Tries what\\(aqs \\- ours\n"));
  CHECK(has(page, "\\fBarchon try ours\\fR [\\fIOPTIONS\\fR] \\fIFILES\\fR...\n"));
  CHECK(has(page, "\nMore.\n\\&.Still \\emore.\n.PP\n.nf\n  as it is\n.fi\n"));
  CHECK(has(page, "\\fB\\-n\\fR, \\fB\\-\\-number\\fR \\fINUMBER\\fR\nHow many. Default: 5.\n"));
  CHECK(has(page, "How. One of table, json. Default: table.\n"));
  CHECK(has(page, ".SH SEE ALSO\n\\%\\fBarchon\\-try\\fR(1)\n"));
}
