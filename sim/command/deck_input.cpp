#include "sim/command/deck_input.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "engine/deck/import.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "sim/command/command.h"
#include "sim/command/deck_names.h"
#include "sim/command/deck_places.h"
#include "sim/command/fetch.h"
#include "sim/matrix/gauntlet.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace {

constexpr size_t kMostDecks = 10'000;    // and files
constexpr size_t kMostProblems = 1'000;  // of all files; then one each
constexpr size_t kMostNames = 20;        // in a message
constexpr size_t kMostFetched = 100;     // by links: the registry is everybody's

std::string names_of(const std::vector<const Deck*>& decks) {
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(kMostNames, decks.size()); ++i) names.push_back(decks[i]->name);
  if (decks.size() > kMostNames) names.emplace_back("...");
  return joined(names, "; ");
}

std::vector<const Deck*> decks_in(const std::vector<DeckFile>& files) {
  std::vector<const Deck*> decks;
  for (const DeckFile& each : files) decks.push_back(&each.deck);
  return decks;
}

// "no deck is called 'tsnog' (did you mean 'Tsong, the Watcher of Food'?)"
std::string no_such_deck(const std::vector<const Deck*>& decks, const std::string& text) {
  constexpr size_t kFew = 10;
  std::string hint = nearest_decks(decks, text);
  if (hint.empty() && !decks.empty() && decks.size() <= kFew) hint = "there are " + names_of(decks);
  return "no deck has '" + excerpt(text) + "' in its name, id, houses or set" + (hint.empty() ? "" : " (" + hint + ")");
}

// The decks that one of the texts means, in their order. One that means none is a problem.
std::set<size_t> called(const std::vector<DeckFile>& decks, const std::vector<std::string>& texts, const std::string& option,
                        Problems& problems) {
  std::set<size_t> found;
  for (const std::string& text : texts) {
    const std::vector<size_t> of_text = decks_called(decks_in(decks), text);
    problems.check(!of_text.empty(), option + ": " + no_such_deck(decks_in(decks), text));
    found.insert(of_text.begin(), of_text.end());
  }
  return found;
}

// What was imported from a file, and which of its decks are meant.
struct Chosen {
  std::string file;  // visible
  ImportResult read;
};

class Reader {
 public:
  Reader(const DeckArguments& arguments, Problems& problems, const std::vector<DeckFile>& of_ledger)
      : problems_(problems), of_ledger_(of_ledger), fetch_(arguments.fetch) {
    problems.check(!fetch_ || can_fetch(), "--fetch: this build can't load decks (cmake -DARCHON_FETCH=ON makes one that can)");
    for (const std::string& path : arguments.paths) add(find_decks(path, problems));
    if (arguments.paths.empty()) tried_.decks.assign(of_ledger.begin(), of_ledger.end());
    for (const DeckPlace& each : places_)
      for (const std::string& file : each.files) ++uses_[file];
  }

  TriedDecks read() {
    size_t files = 0;
    for (const DeckPlace& place : places_) files += place.files.size();
    problems_.check(files <= kMostDecks,
                    thousands(static_cast<int64_t>(files)) + " deck files, at most " + thousands(kMostDecks) + " are read");
    if (files <= kMostDecks)
      for (const DeckPlace& place : places_) take(place);
    problems_.check(tried_.decks.size() <= kMostDecks,
                    thousands(std::ssize(tried_.decks)) + " decks, at most " + thousands(kMostDecks) + " are read");
    return std::move(tried_);
  }

 private:
  void add(DeckPlace place) {
    if (!place.there && !of_ledger_.empty()) return add_of_ledger(place.given);
    const bool again = place.given == kStandardInput && std::ranges::count(places_, place.given, &DeckPlace::given) > 0;
    problems_.check(!again, "standard input (-) can be read once only");
    if (!again) places_.push_back(std::move(place));
  }

  void add_of_ledger(const std::string& word) {
    const std::vector<size_t> found = decks_called(decks_in(of_ledger_), word);
    for (const size_t i : found) tried_.decks.push_back(of_ledger_[i]);
    problems_.check(!found.empty(),
                    word + ": there is no such file, and of the ledger " + no_such_deck(decks_in(of_ledger_), word));
  }

  ImportResult import(const std::string& file, bool link) {
    const size_t most = std::clamp<size_t>(kMostProblems - std::min(kMostProblems, problems_read_), 1, kMaxImportProblems);
    ImportResult result;
    if (link)
      result = linked(file, most);
    else if (file != kStandardInput)
      result = import_deck_file(file, most);
    else if (const TextInput input = read_text_input(std::cin, kMaxImportBytes); input.problem.empty())
      result = import_decks(input.text, "", most);
    else
      result = {.decks = {}, .problems = {{0, input.problem, ""}}, .unread = {{"", 0}}, .warnings = {}};
    problems_read_ += result.problems.size();
    for (DeckProblem& each : result.problems)
      if (each.message == kNoSuchFile && each.hint.empty()) each.hint = missing_file_hint(file);
    return result;
  }

  ImportResult linked(const std::string& link, size_t most) {
    const auto failed = [](const std::string& problem, const std::string& hint) {
      return ImportResult{.decks = {}, .problems = {{0, problem, hint}}, .unread = {{"", 0}}, .warnings = {}};
    };
    const std::string id = linked_deck(link);
    if (id.empty() || !fetch_ || !can_fetch())
      return failed(id == link ? "the id of a deck, not its cards" : "a link, not a file", link_advice(link));
    if (++fetched_ > kMostFetched)
      return failed("more than " + std::to_string(kMostFetched) + " decks to load", "save them as files");
    const Fetched got = fetch(registry_address(id), kMaxImportBytes);
    return got.problem.empty() ? import_decks(got.text, "", most) : failed(got.problem, registry_address(id));
  }

  // Each file is read once.
  Chosen imported(const std::string& file, bool link) {
    const auto [found, fresh] = read_.try_emplace(file);
    if (fresh) found->second = import(file, link);
    const std::string shown = file == kStandardInput ? "standard input" : visible_line(file);
    return --uses_[file] == 0 ? Chosen{shown, std::move(found->second)} : Chosen{shown, found->second};
  }

  void take(const DeckPlace& place) {
    std::vector<Chosen> all;
    for (const std::string& file : place.files) all.push_back(imported(file, place.link));
    if (!place.name.empty() || place.given.ends_with(':')) choose(place, all);
    for (Chosen& each : all) {
      for (DeckProblem& problem : each.read.problems) tried_.problems.push_back({each.file, std::move(problem)});
      for (DeckProblem& warning : each.read.warnings) tried_.warnings.push_back({each.file, std::move(warning)});
      for (const auto& [name, line] : each.read.unread) tried_.decks.skipped.push_back({visible_line(name), each.file, line});
      for (Deck& deck : each.read.decks) tried_.decks.push_back({std::move(deck), each.file});
    }
  }

  // Leaves the decks that the name of the place means, and what is told of these; all that is wrong when it means none.
  void choose(const DeckPlace& place, std::vector<Chosen>& all) {
    std::vector<const Deck*> decks;
    for (const Chosen& each : all)
      for (const Deck& deck : each.read.decks) decks.push_back(&deck);
    const std::vector<size_t> found = decks_called(decks, place.name);
    const DeckWord word(place.name);
    const auto meant = [&](const std::string& name) { return word.fit_name(name) != DeckWord::Fit::None; };
    bool unread = false;
    for (const Chosen& each : all) unread |= std::ranges::any_of(each.read.unread, meant, &UnreadDeck::name);
    if (found.empty() && !unread) {
      if (decks.empty()) return;  // what is wrong with the file says enough
      problems_.add(place.given + ": " + no_such_deck(decks, place.name));
      return all.clear();
    }
    std::set<std::string> names;
    for (const size_t i : found) names.insert(decks[i]->name);
    const std::set<size_t> kept(found.begin(), found.end());
    size_t place_in_all = 0;
    for (Chosen& each : all) {
      std::erase_if(each.read.decks, [&](const Deck&) { return !kept.contains(place_in_all++); });
      std::erase_if(each.read.warnings,
                    [&](const DeckProblem& told) { return !told.deck.empty() && !names.contains(told.deck); });
      std::erase_if(each.read.problems, [&](const DeckProblem& told) { return !meant(told.deck); });
      std::erase_if(each.read.unread, [&](const UnreadDeck& deck) { return !meant(deck.name); });
    }
  }

  Problems& problems_;
  const std::vector<DeckFile>& of_ledger_;
  std::vector<DeckPlace> places_;
  std::map<std::string, int> uses_;  // by file, of those that are still to come
  std::map<std::string, ImportResult> read_;
  const bool fetch_;
  size_t problems_read_ = 0, fetched_ = 0;
  TriedDecks tried_;
};

void keep_only(DeckList& decks, const std::vector<std::string>& only, Problems& problems) {
  if (only.empty() || decks.empty()) return;
  const std::set<size_t> kept = called(decks, only, "--only", problems);
  size_t i = 0;
  std::erase_if(decks, [&](const DeckFile&) { return !kept.contains(i++); });
}

void tell_unread(DeckList& decks, bool skip_bad, Problems& problems) {
  const auto bad = std::ssize(decks.skipped);
  if (bad == 0) return;
  if (skip_bad && !decks.empty()) return problems.tell(skipped_text(decks.skipped));
  if (skip_bad) problems.add("no deck can be read");
  if (!skip_bad && !decks.empty())
    problems.add(thousands(bad) + " of " + thousands(bad + std::ssize(decks)) + " decks can't be read (--skip-bad leaves " +
                 (bad == 1 ? "it" : "them") + " out)");
  decks.skipped.clear();
}

}  // namespace

Argument DeckArguments::add_to(Command command, const std::string& names, const std::string& help) {
  const Argument argument = command.option(names, paths, help + " (files of any format, FILE:NAME, folders, -)");
  command.option("--only", only, "Only the decks with this in their name, id, houses or set; may be given again").repeated();
  command.flag("--skip-bad", skip_bad, "Leave out decks that can't be read, instead of refusing all");
  command.flag("--fetch", fetch, "Load decks that are given by links or ids from their registry, in a build that can");
  return argument;
}

TriedDecks try_decks(const DeckArguments& arguments, Problems& problems) {
  TriedDecks tried = Reader(arguments, problems, {}).read();
  keep_only(tried.decks, arguments.only, problems);
  return tried;
}

DeckList read_decks(const DeckArguments& arguments, Problems& problems, DeckWarnings warnings,
                    const std::vector<DeckFile>& of_ledger) {
  TriedDecks tried = Reader(arguments, problems, of_ledger).read();
  for (const auto& [file, problem] : tried.problems)
    arguments.skip_bad ? problems.tell("left out: " + format_problem(file, problem))
                       : problems.add(format_problem(file, problem));
  tell_unread(tried.decks, arguments.skip_bad, problems);
  keep_only(tried.decks, arguments.only, problems);
  constexpr int64_t kFew = 10;
  const auto told = std::ssize(tried.warnings);
  if (warnings == DeckWarnings::List || (warnings == DeckWarnings::Few && told <= kFew))
    for (const auto& [file, warning] : tried.warnings) problems.tell("warning: " + format_problem(file, warning));
  else if (!tried.warnings.empty())
    problems.tell("warning: " + format_problem(tried.warnings.front().file, tried.warnings.front().problem) + " (" +
                  thousands(told) + " such warnings; 'archon deck check' lists them)");
  tried.decks.warnings = told;
  return std::move(tried.decks);
}

DeckList read_decks(const std::vector<std::string>& paths, Problems& problems) {
  return read_decks(DeckArguments{.paths = paths, .only = {}}, problems);
}

std::string example_of_name(const DeckList& decks) {
  for (const DeckFile& each : decks) {
    if (std::ranges::count(decks, each.file, &DeckFile::file) < 2) continue;
    const std::string words = deck_words(each.deck.name), file = each.file == "standard input" ? "-" : each.file;
    for (size_t from = 0; from < words.size();) {
      const size_t end = std::min(words.find(' ', from), words.size());
      const std::string word = words.substr(from, end - from);
      if (word.size() >= 4 && decks_called(decks_in(decks), word).size() == 1) return shell_word(file + ":" + word);
      from = end + 1;
    }
    return shell_word(file + ":" + each.deck.name);
  }
  return "";
}

void SideArguments::add_to(Command command, const std::string& decks_help, const std::string& field_help) {
  decks.add_to(command, "DECKS", decks_help);
  command.option("--field", field, field_help);
  command
      .option("--mine", mine,
              "Mine are the decks with this in their name, id, houses or set, and the field is the others; "
              "may be given again")
      .repeated();
}

DeckSides SideArguments::read(Problems& problems, const std::vector<DeckFile>& of_ledger) const {
  DeckSides sides{.mine = read_decks(decks, problems, DeckWarnings::Count, of_ledger), .field = {}};
  DeckList rest(of_ledger);
  if (!mine.empty()) {
    const std::set<size_t> chosen = called(sides.mine, mine, "--mine", problems);
    if (!decks.empty() || !decks.only.empty()) rest.assign(sides.mine.begin(), sides.mine.end());
    size_t i = 0;
    std::erase_if(sides.mine, [&](const DeckFile&) { return !chosen.contains(i++); });
  }
  const DeckArguments named{.paths = field, .only = {}, .skip_bad = decks.skip_bad, .fetch = decks.fetch};
  sides.field =
      field.empty() ? DeckList(others(rest, sides.mine)) : read_decks(named, problems, DeckWarnings::Count, of_ledger);
  return sides;
}

void check_count(const DeckList& decks, size_t least, size_t most, Problems& problems) {
  if (problems.any() || (decks.size() >= least && decks.size() <= most)) return;
  const std::string wanted = decks.size() < least && least < most  ? "at least "
                             : decks.size() > most && least < most ? "at most "
                                                                   : "";
  const size_t number = decks.size() < least ? least : most;
  const std::string counted =
      number == 1 ? "one deck is" : (number == 2 ? "two" : thousands(static_cast<int64_t>(number))) + " decks are";
  const std::string example = decks.size() > most ? example_of_name(decks) : "";
  problems.add(wanted + counted + " needed, not " + thousands(std::ssize(decks)) +
               (decks.empty() ? "" : ": " + names_of(decks_in(decks))) +
               (example.empty() ? "" : " (one of a file is named as in " + example + ")"));
}

}  // namespace archon::cli
