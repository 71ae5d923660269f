// archon deck: decks from elsewhere, what a deck holds, what is wrong with it, and new decks.
#include <iostream>
#include <memory>

#include "engine/deck/generate.h"
#include "engine/deck/import.h"
#include "engine/deck/pods.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/deck_files.h"
#include "sim/command/presenting.h"
#include "sim/documents/deck_list_document.h"
#include "sim/documents/deck_show.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace deck_command {

struct Options {
  DeckArguments decks;
  Presenting presenting;
  bool all = false;
  std::string out;
  std::string deck_format, list;  // for check
  std::string set = "CotA";
  int count = 1;
  uint64_t seed = 1;
};

// To the folder, or a single deck to stdout.
int put_out(const DeckList& decks, const std::string& folder, const std::string& command) {
  if (!folder.empty()) return write_decks(decks, folder, command, &std::cout);
  if (decks.size() != 1) {
    std::cerr << "archon " << command << ": " << decks.size() << " decks need a folder (--out DIR)\n";
    return kUsage;
  }
  std::cout << write_deck(decks.front().deck);
  return kDone;
}

int run_import(const Options& options, const Invocation&) {
  Problems problems("deck import");
  const DeckList decks = read_decks(options.decks, problems, DeckWarnings::List);
  return problems.any() ? problems.print() : put_out(decks, options.out, "deck import");
}

constexpr size_t kMostShown = 10;

int run_show(const Options& options, const Invocation& invocation) {
  Problems problems("deck show");
  const DeckList decks = read_decks(options.decks, problems, DeckWarnings::Few);
  if (problems.any()) return problems.print();
  if (decks.size() > kMostShown && !options.all) {
    const std::string example = example_of_name(decks);
    return Presenting().show(deck_list({.decks = decks, .problems = {}, .warnings = {}}, invocation,
                                       thousands(std::ssize(decks)) + " decks, a line each; --all shows the cards of all" +
                                           (example.empty() ? "" : ", and of one:\n  archon deck show " + example) + "\n"));
  }
  for (size_t i = 0; i < decks.size(); ++i) std::cout << (i > 0 ? "\n" : "") << shown_deck(decks[i].deck);
  return kDone;
}

// What is wrong with a file as a whole refuses all; a deck that can't be read stands in the list.
int run_list(const Options& options, const Invocation& invocation) {
  Problems problems("deck list");
  TriedDecks tried = try_decks(options.decks, problems);
  for (const auto& [file, problem] : tried.problems)
    problems.check(options.decks.skip_bad || !problem.deck.empty(), format_problem(file, problem));
  if (problems.any()) return problems.print();
  const auto bad = std::ssize(tried.decks.skipped);
  if (bad > 0 && options.decks.skip_bad) {
    problems.tell(skipped_text(tried.decks.skipped));
    tried.decks.skipped.clear();
  }
  if (const int code = options.presenting.show(deck_list(tried, invocation)); code != kDone) return code;
  if (bad == 0 || options.decks.skip_bad) return kDone;
  problems.add(thousands(bad) + " of " + thousands(bad + std::ssize(tried.decks)) +
               " decks can't be read ('archon deck check' says all that is wrong with them)");
  return problems.print();
}

int run_check(const Options& options, const Invocation&) {
  Problems problems("deck check");
  const std::optional<DeckFormat> format = find_format(options.deck_format);
  std::string problem;
  const RestrictedList* list = find_restricted_list(options.list, problem);
  problems.check(list != nullptr, "--list: " + problem);
  problems.check(options.list.empty() || format == DeckFormat::Alliance, "--list is for --format alliance");
  const DeckList decks = read_decks(options.decks, problems, DeckWarnings::List);
  if (list != nullptr && format)
    for (const DeckFile& each : decks)
      for (const DeckProblem& breach : format_problems(each.deck, *format, *list))
        problems.add(format_problem(each.file, {0, "'" + each.deck.name + "': " + breach.message, breach.hint, ""}));
  if (problems.any()) return problems.print();
  const std::string in = format ? ", legal in " + std::string(format_name(*format)) : "";
  const std::string by = format == DeckFormat::Alliance ? " by the restricted list of " + std::string(list->day) : "";
  for (const DeckFile& each : decks) std::cout << each.deck.name << ": a legal deck of " << each.deck.set << in << by << '\n';
  return kDone;
}

std::string numbered(const std::string& set, uint64_t seed, int number) {
  const std::string digits = std::to_string(number);
  return "Generated " + set + " " + std::to_string(seed) + " " + std::string(digits.size() < 4 ? 4 - digits.size() : 0, '0') +
         digits;
}

int run_generate(const Options& options, const Invocation&) {
  Problems problems("deck generate");
  const Expansion* set = find_set(options.set);
  std::vector<std::string> codes;
  for (const Expansion& each : card_sets()) codes.emplace_back(each.code);
  problems.check(set != nullptr, "--set: " + no_such_set(options.set) + "; those that are known: " + joined(codes));
  problems.check(options.count >= 1 && options.count <= 1000000,
                 "--count: from 1 to 1000000 decks, not " + std::to_string(options.count));
  if (set != nullptr && generated_houses(set->code).size() < kDeckHouses) {
    problems.add("--set: " + std::string(set->code) + " has fewer than three houses with enough cards");
  }
  if (problems.any()) return problems.print();
  DeckList decks;
  for (int i = 1; i <= options.count; ++i) {
    SmallRng rng{stream_seed(options.seed, static_cast<uint64_t>(i), Stream::Setup)};
    decks.push_back({generate_deck(set->code, numbered(std::string(set->code), options.seed, i), rng), ""});
  }
  return put_out(decks, options.out, "deck generate");
}

}  // namespace deck_command

void add_deck(Command program) {
  using namespace deck_command;
  Command command = program.add("deck", "Decks: list them, show, check, import and generate them, report on one");
  auto options = std::make_shared<Options>();
  const auto add = [&](const std::string& name, const std::string& description, int (*run)(const Options&, const Invocation&)) {
    Command sub = command.add(name, description);
    sub.calls([options, run](const Invocation& invocation) { return run(*options, invocation); });
    return sub;
  };
  Command import = add("import", "Deck files from JSON, CSV or pasted lists; the format is recognised", run_import);
  options->decks.add_to(import, "DECKS", "Decks from elsewhere").required();
  import.option("--out", options->out, "Folder for the deck files; without it a single deck is printed");
  import.footer(
      "Formats, recognised by the content: JSON of the deck registry (Master Vault), of Decks of KeyForge and of the online\n"
      "server, tables (CSV) of Decks of KeyForge, deck files, pasted lists. Of a folder all files that may hold decks are "
      "read;\n"
      "- is standard input. Every command that takes decks reads the same.");
  Command list = add("list", "A line a deck: name, set, houses, SAS, rating, what is wrong", run_list);
  options->decks.add_to(list, "DECKS", "Decks").required();
  options->presenting.add_to(list);
  Command show = add("show", "A deck by house, with bonus icons and counts by type", run_show);
  options->decks.add_to(show, "DECKS", "Decks; of more than ten the list").required();
  show.flag("--all", options->all, "Show all decks, however many");
  Command check = add("check", "Everything that keeps decks from being legal", run_check);
  options->decks.add_to(check, "DECKS", "Decks").required();
  check
      .option("--format", options->deck_format,
              "Also what this format asks for: archon, decks as printed; alliance, pods by the restricted list; sealed, pods")
      .one_of({"archon", "alliance", "sealed"})
      .hide_default();
  check.option("--list", options->list, "Restricted list of Alliance in force on that day (YYYY-MM-DD); without it the newest")
      .hide_default();
  Command generate = add("generate", "New decks of a set, drawn by rarity", run_generate);
  generate.option("--set", options->set, "Code or name of the set");
  generate.option("--count", options->count, "Number of decks");
  generate.option("--seed", options->seed, "Fixes the decks");
  generate.option("--out", options->out, "Folder for the deck files; without it a single deck is printed");
  add_deck_report(command);
}

}  // namespace archon::cli
