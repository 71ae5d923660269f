// archon cards: what the program knows of a card, and how many cards it can play.
#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "agents/learned/policy_file.h"
#include "engine/cards/library.h"
#include "engine/facts/visible_text.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/command/presenting.h"
#include "sim/documents/card_document.h"
#include "sim/present/document.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace cards_command {

using namespace present;

struct Options {
  std::vector<std::string> name;
  bool sets = false;
  Presenting presenting;
};

// Titles with the word in them, then those with a word that begins so; else those that are spelled alike.
std::vector<std::string> near_titles(const std::string& name) {
  constexpr size_t kMost = 6, kLeastLetters = 3;
  constexpr int kAlike = 3;
  const CardTable& table = CardTable::instance();
  const std::string word = fold_name(name);
  std::vector<std::string> titles, inside;
  for (const CardFacts& card : table.cards()) {
    const std::string title = " " + fold_name(card.name) + " ";
    if (word.size() < kLeastLetters || title.find(" " + word) == std::string::npos) continue;
    (title.find(" " + word + " ") != std::string::npos ? titles : inside).push_back(card.name);
  }
  const auto add = [&](std::vector<std::string> more) {
    std::ranges::sort(more);
    for (std::string& title : more)
      if (titles.size() < kMost && std::ranges::find(titles, title) == titles.end()) titles.push_back(std::move(title));
  };
  add(std::exchange(titles, {}));
  add(inside);
  return titles.empty() ? table.nearest_names(name, kAlike) : titles;
}

int show_cards(const std::string& name, const Presenting& presenting, const Invocation& invocation) {
  const CardTable& table = CardTable::instance();
  std::vector<int> cards = table.find_name(name);
  if (const int by_id = table.find_id(name); cards.empty() && by_id >= 0) cards.push_back(by_id);
  if (cards.empty()) {
    std::string hint = joined(near_titles(name), "` or `");
    if (!hint.empty()) hint = " (did you mean `" + hint + "`?)";
    std::cerr << "archon cards: no card is called '" << excerpt(name) << "'" << hint << '\n';
    return kUsage;
  }
  Document document = card_document(cards);
  document.provenance.command_line = invocation.command_line;
  return presenting.show(document);
}

// How many cards of a set, or of all, can be played. Those of a boss are left out.
struct Coverage {
  const Expansion* set = nullptr;
  int cards = 0, playable = 0, native = 0, left_out = 0;
};

Coverage coverage_of(const Expansion* set) {
  Coverage sum{.set = set};
  const auto cards = CardTable::instance().cards();
  for (size_t i = 0; i < cards.size(); ++i) {
    if (set && !find_printing(cards[i], set->code)) continue;
    sum.left_out += cards[i].boss;
    if (cards[i].boss) continue;
    ++sum.cards;
    sum.playable += Library::instance().defined(static_cast<int>(i));
    sum.native += Library::instance().native(static_cast<int>(i));
  }
  return sum;
}

std::vector<ColumnOf<Coverage>> coverage_columns() {
  const auto count = [](const std::string& name, const std::string& what, int Coverage::*which) {
    return ColumnOf<Coverage>{{.name = name, .head = name, .unit = Unit::Count, .what = what},
                              [which](const Coverage& each) { return Cell(each.*which); }};
  };
  return {count("cards", "Cards, those of a boss left out", &Coverage::cards),
          count("playable", "Of these: have a definition", &Coverage::playable),
          {{.name = "playable_share", .head = "share", .unit = Unit::Share, .what = "Share of the cards"},
           [](const Coverage& each) { return Cell(mean(each.playable, each.cards)); }},
          count("native", "Of these: have code of their own", &Coverage::native)};
}

int show_sets(const Presenting& presenting, const Invocation& invocation) {
  Document document{
      .name = "cards", .command = "archon cards --sets", .title = "the sets, and how many of their cards are playable"};
  std::vector<Coverage> sets;
  for (const Expansion& set : card_sets()) sets.push_back(coverage_of(&set));
  const std::vector<ColumnOf<Coverage>> set = {
      {{.name = "set", .head = "set", .what = "Code"}, [](const Coverage& each) { return Cell(each.set->code); }},
      {{.name = "name", .head = "name", .what = "Name"}, [](const Coverage& each) { return Cell(each.set->name); }},
      {{.name = "number", .head = "number", .unit = Unit::Count, .what = "In the publisher's registry"},
       [](const Coverage& each) { return Cell(each.set->expansion); }}};
  const std::vector<ColumnOf<Coverage>> values = {
      {{.name = "values", .head = "values", .what = "Of its cards: `own`, or `pooled`, those that they have in other sets"},
       [](const Coverage& each) { return Cell(each.set->pooled ? "pooled" : "own"); }}};
  document.add(table_of<Coverage>({.name = "sets", .what = "In order of release"}, set + coverage_columns() + values, sets));
  document.note("Every card once:\n");
  const Coverage all = coverage_of(nullptr);
  document.add_facts(coverage_columns(), all);
  document.add({.name = "left_out",
                .head = "left out, cards of a boss that are in no deck of two players",
                .unit = Unit::Count,
                .what = "Cards of a boss, which are in no deck of two players"},
               all.left_out);
  const NameGaps& gaps = policy_gaps(kCurrentPolicy);
  document.add({.name = "learned_policy", .head = "the learned policy", .what = "Names that it lacks", .may_miss = true},
               gaps.any() ? Cell(policy_gaps_text(gaps)) : Cell());
  document.provenance.command_line = invocation.command_line;
  return presenting.show(document);
}

int run(const Options& options, const Invocation& invocation) {
  if (options.sets == !options.name.empty()) {
    std::cerr << "archon cards: "
              << (options.sets ? "a name or --sets: only one of them" : "the name of a card is missing (or --sets)") << '\n';
    return kUsage;
  }
  return options.sets ? show_sets(options.presenting, invocation)
                      : show_cards(joined(options.name, " "), options.presenting, invocation);
}

}  // namespace cards_command

void add_cards(Command program) {
  using namespace cards_command;
  Command command = program.add(
      "cards", "What is known of a card: facts, what it does in English, its worth, definition, program, scenarios");
  auto options = std::make_shared<Options>();
  command.option("NAME", options->name, "Name or id of a card; case, accents and quotes do not matter");
  command.flag("--sets", options->sets,
               "The sets: code, name, number in the publisher's registry, cards, how many are playable, how many native");
  options->presenting.add_to(command);
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
