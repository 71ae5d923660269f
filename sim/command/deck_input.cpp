#include "sim/command/deck_input.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "engine/deck/import.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/command/command.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace {

constexpr size_t kMostDecks = 10'000;    // and files
constexpr size_t kMostProblems = 1'000;  // of all files; then one each
constexpr std::string_view kStandardInput = "-";

// In a folder, what has another ending is no deck: reports, ledgers, pictures, read-me files.
bool may_hold_decks(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; });
  constexpr std::string_view kEndings[] = {"", ".deck", ".json", ".csv", ".tsv", ".txt", ".text", ".list"};
  return !file.filename().string().starts_with('.') && std::ranges::find(kEndings, ending) != std::end(kEndings);
}

std::string names_of(const DeckList& decks) {
  constexpr size_t kMost = 10;
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(kMost, decks.size()); ++i) names.push_back(decks[i].deck.name);
  if (decks.size() > kMost) names.emplace_back("...");
  return joined(names, "; ");
}

class Reader {
 public:
  Reader(const DeckArguments& arguments, Problems& problems, DeckWarnings warnings)
      : skip_bad_(arguments.skip_bad), list_warnings_(warnings == DeckWarnings::List), problems_(problems) {
    for (const std::string& path : arguments.paths) add_files(path);
  }

  DeckList read() {
    problems_.check(files_.size() <= kMostDecks,
                    thousands(std::ssize(files_)) + " deck files, at most " + thousands(kMostDecks) + " are read");
    files_.resize(std::min(kMostDecks, files_.size()));
    for (const std::string& file : files_) {
      const size_t most = std::clamp<size_t>(kMostProblems - std::min(kMostProblems, problems_read_), 1, kMaxImportProblems);
      if (file != kStandardInput)
        take(file, import_deck_file(file, most));
      else if (const TextInput input = read_text_input(std::cin, kMaxImportBytes); input.problem.empty())
        take("standard input", import_decks(input.text, "", most));
      else
        problems_.add("standard input: " + input.problem);
    }
    problems_.check(list_.size() <= kMostDecks,
                    thousands(std::ssize(list_)) + " decks, at most " + thousands(kMostDecks) + " are read");
    tell_unread();
    if (list_.warnings > 0 && !list_warnings_)
      problems_.tell("warning: " + first_warning_ + " (" + thousands(list_.warnings) +
                     " such warnings; 'archon deck check' lists them)");
    return std::move(list_);
  }

 private:
  void add_files(const std::string& path) {
    std::error_code error;
    if (path == kStandardInput || !std::filesystem::is_directory(path, error)) {
      problems_.check(path != kStandardInput || std::ranges::find(files_, path) == files_.end(),
                      "standard input (-) can be read once only");
      return files_.push_back(path);
    }
    std::vector<std::string> inside, others;
    for (std::filesystem::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
      std::error_code ignored;
      const bool file = it->is_regular_file(ignored) && may_hold_decks(it->path());  // opening a pipe would wait
      file ? inside.push_back(it->path().string()) : others.push_back(it->path().filename().string());
    }
    if (error) return problems_.add(path + ": the folder can't be read");
    std::ranges::sort(inside);
    std::ranges::sort(others);
    problems_.check(!inside.empty(), path + ": no deck file in this folder");
    if (!others.empty()) problems_.tell(path + ": not looked at in this folder: " + joined(others));
    std::ranges::move(inside, std::back_inserter(files_));
  }

  void take(const std::string& path, ImportResult result) {
    const std::string file = visible_line(path);
    problems_read_ += result.problems.size();
    for (const DeckProblem& problem : result.problems)
      skip_bad_ ? problems_.tell("left out: " + format_problem(file, problem)) : problems_.add(format_problem(file, problem));
    for (const auto& [name, line] : result.unread) list_.skipped.push_back({visible_line(name), file, line});
    for (const DeckProblem& warning : result.warnings) {
      if (list_warnings_) problems_.tell("warning: " + format_problem(file, warning));
      if (list_.warnings++ == 0) first_warning_ = format_problem(file, warning);
    }
    for (Deck& deck : result.decks) list_.push_back({std::move(deck), file});
  }

  void tell_unread() {
    const auto bad = std::ssize(list_.skipped);
    if (bad == 0) return;
    if (skip_bad_ && !list_.empty()) return problems_.tell(skipped_text(list_.skipped));
    if (skip_bad_) problems_.add("no deck can be read");
    if (!skip_bad_ && !list_.empty())
      problems_.add(thousands(bad) + " of " + thousands(bad + std::ssize(list_)) + " decks can't be read (--skip-bad leaves " +
                    (bad == 1 ? "it" : "them") + " out)");
    list_.skipped.clear();
  }

  const bool skip_bad_, list_warnings_;
  Problems& problems_;
  std::vector<std::string> files_;
  size_t problems_read_ = 0;
  std::string first_warning_;
  DeckList list_;
};

}  // namespace

Argument DeckArguments::add_to(Command command, const std::string& names, const std::string& help) {
  const Argument argument = command.option(names, paths, help + " (files of any format, folders, -)");
  command.flag("--skip-bad", skip_bad, "Leave out decks that can't be read, instead of refusing all");
  return argument;
}

DeckList read_decks(const DeckArguments& arguments, Problems& problems, DeckWarnings warnings) {
  return Reader(arguments, problems, warnings).read();
}

DeckList read_decks(const std::vector<std::string>& paths, Problems& problems) {
  return read_decks(DeckArguments{.paths = paths}, problems);
}

void check_count(const DeckList& decks, size_t least, size_t most, Problems& problems) {
  if (problems.any() || (decks.size() >= least && decks.size() <= most)) return;
  const std::string wanted = decks.size() < least && least < most  ? "at least "
                             : decks.size() > most && least < most ? "at most "
                                                                   : "";
  const size_t number = decks.size() < least ? least : most;
  problems.add(wanted + (number == 2 ? "two" : thousands(static_cast<int64_t>(number))) + " decks are needed, not " +
               thousands(std::ssize(decks)) + (decks.empty() ? "" : ": " + names_of(decks)));
}

}  // namespace archon::cli
