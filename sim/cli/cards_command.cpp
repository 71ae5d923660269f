// archon cards: what the program knows of a card, and how many cards it can play.
#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/cards/library.h"
#include "engine/facts/visible_text.h"
#include "engine/lang/diagnostics.h"
#include "sim/cli/command.h"
#include "sim/cli/mentions.h"
#include "sim/cli/terminal_text.h"

namespace archon::cli {
namespace {

struct Options {
  std::vector<std::string> name;
  bool coverage = false;
  std::string format = "table";
};

std::string capitalized(std::string_view word) {
  std::string text(word);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string keyword_text(const CardFacts& card, Keyword keyword) {
  std::string text(keyword_name(keyword));
  if (keyword == Keyword::Assault) text += " " + std::to_string(card.assault);
  if (keyword == Keyword::Hazardous) text += " " + std::to_string(card.hazardous);
  if (keyword == Keyword::SplashAttack) text += " " + std::to_string(card.splash_attack);
  return text;
}

std::vector<std::string> houses_of(const CardFacts& card) {
  std::vector<std::string> houses;
  if (card.boss) return {"Keyraken"};
  for (const Printing& printing : card.printings) {
    const std::string title = printing.house == House::None ? "any" : std::string(house_title(printing.house));
    if (std::ranges::find(houses, title) == houses.end()) houses.push_back(title);
  }
  return houses;
}

void print_fact(const std::string& name, const std::string& value) {
  if (!value.empty()) std::cout << "  " << left(name, 10) << value << '\n';
}

void print_indented(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) std::cout << "  " << line << '\n';
}

void print_facts(const CardFacts& card) {
  std::cout << card.name << " (" << card.id << ")\n";
  print_fact("type", capitalized(type_name(card.type)));
  print_fact("house", joined(houses_of(card)));
  if (card.type == CardType::Creature || card.type == CardType::TokenCreature) {
    print_fact("power", std::to_string(card.power));
    print_fact("armor", std::to_string(card.armor));
  }
  print_fact("aember", card.amber ? std::to_string(card.amber) : "");
  std::vector<std::string> traits, keywords, printings;
  for (uint8_t trait : card.traits) traits.push_back(capitalized(CardTable::instance().traits()[trait]));
  for (int i = 0; i <= static_cast<int>(Keyword::Versatile); ++i)
    if (has_keyword(card, static_cast<Keyword>(i))) keywords.push_back(keyword_text(card, static_cast<Keyword>(i)));
  for (const Printing& printing : card.printings)
    printings.push_back(printing.set + " " + printing.number + " " + std::string(rarity_name(printing.rarity)));
  print_fact("traits", joined(traits));
  print_fact("keywords", joined(keywords));
  print_fact("printed", joined(printings));
}

constexpr size_t kMaxMentions = 40;

void print_mentions(int card) {
  const std::vector<Mention> mentions = scenarios_about(card);
  if (mentions.empty()) return;
  std::cout << "\nscenarios\n";
  for (size_t i = 0; i < std::min(mentions.size(), kMaxMentions); ++i)
    std::cout << "  " << mentions[i].path << ':' << mentions[i].line << ": " << mentions[i].title << '\n';
  if (mentions.size() > kMaxMentions)
    std::cout << "  and " << thousands(static_cast<int64_t>(mentions.size() - kMaxMentions)) << " more\n";
}

void print_definition(int card) {
  if (CardTable::instance().cards()[static_cast<size_t>(card)].boss) {
    std::cout
        << "\nno definition: a card of the Keyraken, a boss that players fight together; it is in no deck of two players\n";
    return;
  }
  const Library& library = Library::instance();
  const std::string text = library.source_text(card), program = library.disassemble(card);
  std::cout << "\ndefinition  " << library.source_place(card) << (library.native(card) ? "  (native)" : "") << '\n';
  print_indented(text);
  if (!library.defined(card)) std::cout << '\n' << lang::format(library.problems(card));
  if (program.empty()) return;
  std::cout << "\nprogram\n";
  print_indented(program);
}

void print_card(int card) {
  print_facts(CardTable::instance().cards()[static_cast<size_t>(card)]);
  print_definition(card);
  print_mentions(card);
}

int print_cards(const std::string& name) {
  const CardTable& table = CardTable::instance();
  std::vector<int> cards = table.find_name(name);
  if (const int by_id = table.find_id(name); cards.empty() && by_id >= 0) cards.push_back(by_id);
  if (cards.empty()) {
    std::string hint = joined(table.nearest_names(name, 3), "` or `");
    if (!hint.empty()) hint = " (did you mean `" + hint + "`?)";
    std::cerr << "archon cards: no card is called '" << excerpt(name) << "'" << hint << '\n';
    return kUsage;
  }
  for (size_t i = 0; i < cards.size(); ++i) {
    if (i > 0) std::cout << '\n';
    print_card(cards[i]);
  }
  return kDone;
}

struct Coverage {
  int cards = 0, playable = 0, native = 0;
  int left_out = 0;  // not among the cards

  void add(int card) {
    if (CardTable::instance().cards()[static_cast<size_t>(card)].boss) {
      ++left_out;
      return;
    }
    ++cards;
    playable += Library::instance().defined(card);
    native += Library::instance().native(card);
  }
  nlohmann::ordered_json json() const {
    return {{"cards", cards}, {"playable", playable}, {"native", native}, {"left_out", left_out}};
  }
};

void print_coverage_row(const std::string& code, std::string_view name, const Coverage& coverage) {
  std::cout << "  " << left(code, 8) << left(name, 28) << right(thousands(coverage.cards), 7)
            << right(thousands(coverage.playable), 10) << right(percent(mean(coverage.playable, coverage.cards)), 10)
            << right(thousands(coverage.native), 8) << '\n';
}

int print_coverage(bool as_json) {
  const auto cards = CardTable::instance().cards();
  Coverage all;
  for (size_t i = 0; i < cards.size(); ++i) all.add(static_cast<int>(i));
  nlohmann::ordered_json sets = nlohmann::ordered_json::object();
  if (!as_json) {
    std::cout << "  " << left("set", 36) << right("cards", 7) << right("playable", 10) << right("share", 10)
              << right("native", 8) << '\n';
  }
  for (const Expansion& set : card_sets()) {
    Coverage coverage;
    for (size_t i = 0; i < cards.size(); ++i)
      if (find_printing(cards[i], set.code)) coverage.add(static_cast<int>(i));
    if (as_json)
      sets[std::string(set.code)] = coverage.json();
    else
      print_coverage_row(std::string(set.code), set.name, coverage);
  }
  if (!as_json) {
    print_coverage_row("all", "every card once", all);
    std::cout << "\nnative: has code of its own; left out: " << all.left_out
              << " cards of a boss of Menagerie, which are in no deck of two players\n";
    return kDone;
  }
  nlohmann::ordered_json json = all.json();
  json["sets"] = std::move(sets);
  print(json);
  return kDone;
}

int run(const Options& options) {
  if (options.coverage) return print_coverage(options.format == "json");
  if (options.name.empty()) {
    std::cerr << "archon cards: the name of a card is missing (or --coverage)\n";
    return kUsage;
  }
  return print_cards(joined(options.name, " "));
}

}  // namespace

void add_cards(Command program) {
  Command command = program.add("cards", "What is known of a card: facts, definition, program, scenarios");
  auto options = std::make_shared<Options>();
  command.option("NAME", options->name, "Name or id of a card; case, accents and quotes do not matter");
  command.flag("--coverage", options->coverage, "How many cards of each set are playable, and how many are native");
  command.option("--format", options->format, "table or json, of --coverage").one_of({"table", "json"});
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
