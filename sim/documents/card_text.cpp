#include "sim/documents/card_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>

#include "engine/cards/library.h"
#include "engine/english/english.h"
#include "engine/english/grammar.h"
#include "engine/lang/diagnostics.h"
#include "sim/documents/mentions.h"
#include "sim/present/terminal_text.h"
#include "sim/ratings/rated_worth.h"

namespace archon::cli {
namespace card_text_parts {

constexpr size_t kMaxMentions = 40;

std::string fact_line(const std::string& name, const std::string& value) {
  return value.empty() ? "" : "  " + left(name, 10) + value + '\n';
}

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += "  " + line + '\n';
  return result;
}

std::string facts_text(const CardFacts& card) {
  std::string text =
      card.name + " (" + card.id + ")\n" + fact_line("type", type_of(card)) + fact_line("house", joined(houses_of(card)));
  if (card.type == CardType::Creature || card.type == CardType::TokenCreature)
    text += fact_line("power", std::to_string(card.power)) + fact_line("armor", std::to_string(card.armor));
  std::vector<std::string> printings;
  for (const Printing& printing : card.printings)
    printings.push_back(printing.set + " " + printing.number + " " + std::string(rarity_name(printing.rarity)));
  return text + fact_line("aember", card.amber ? std::to_string(card.amber) : "") +
         fact_line("traits", joined(traits_of(card))) + fact_line("keywords", joined(keywords_of(card))) +
         fact_line("printed", joined(printings));
}

// One line an ability.
std::string english_text(int card) {
  const std::vector<std::string> texts = sentences_of(card);
  if (texts.empty()) return "\nin English\n  It has no ability but its keywords.\n";
  std::string text = "\nin English\n";
  for (const std::string& each : texts) text += "  " + each + '\n';
  return text;
}

std::string worth_text(int card) {
  std::string rows;
  for (const Printing& printing : facts(card).printings) {
    if (&printing != find_printing(facts(card), printing.set)) continue;
    const std::optional<RatedWorth> worth = rated_worth(card, printing.set);
    if (!worth) continue;
    rows += "  " + left(printing.set, 6) + right(with_sign(worth->elo, 0), 4) + "  " + with_sign(worth->interval.low, 0) +
            " to " + with_sign(worth->interval.high, 0) + '\n';
  }
  return rows.empty() ? "" : "\nworth of a copy in a deck: Elo, 95 %, against a mean card of its house (archon rate)\n" + rows;
}

std::string definition_text(int card) {
  if (facts(card).boss)
    return "\nno definition: a card of the Keyraken, a boss that players fight together; it is in no deck of two players\n";
  const Library& library = Library::instance();
  const std::string program = library.disassemble(card);
  std::string text = english_text(card) + worth_text(card) + "\ndefinition  " + library.source_place(card) +
                     (library.native(card) ? "  (native)" : "") + '\n' + indented(library.source_text(card));
  if (!library.defined(card)) text += '\n' + lang::format(library.problems(card));
  return program.empty() ? text : text + "\nprogram\n" + indented(program);
}

std::string mentions_text(int card) {
  const std::vector<Mention> mentions = scenarios_about(card);
  if (mentions.empty()) return "";
  std::string text = "\nscenarios\n";
  for (size_t i = 0; i < std::min(mentions.size(), kMaxMentions); ++i)
    text += "  " + std::string(mentions[i].path) + ':' + std::to_string(mentions[i].line) + ": " +
            std::string(mentions[i].title) + '\n';
  if (mentions.size() > kMaxMentions)
    text += "  and " + thousands(static_cast<int64_t>(mentions.size() - kMaxMentions)) + " more\n";
  return text;
}

}  // namespace card_text_parts

using namespace card_text_parts;

std::vector<std::string> sentences_of(int card) {
  return facts(card).boss ? std::vector<std::string>{} : english::sentences(Library::instance().source_text(card));
}

std::string type_of(const CardFacts& card) { return english::capitalized(std::string(type_name(card.type))); }

std::vector<std::string> houses_of(const CardFacts& card) {
  std::vector<std::string> houses;
  if (card.boss) return {"Keyraken"};
  for (const Printing& printing : card.printings) {
    const std::string title = printing.house == House::None ? "any" : std::string(house_title(printing.house));
    if (std::ranges::find(houses, title) == houses.end()) houses.push_back(title);
  }
  return houses;
}

std::vector<std::string> traits_of(const CardFacts& card) {
  std::vector<std::string> traits;
  for (const uint8_t trait : card.traits) traits.push_back(english::capitalized(CardTable::instance().traits()[trait]));
  return traits;
}

std::vector<std::string> keywords_of(const CardFacts& card) {
  std::vector<std::string> keywords;
  for (int i = 0; i < kKeywords; ++i) {
    const auto keyword = static_cast<Keyword>(i);
    if (!has_keyword(card, keyword)) continue;
    std::string text(keyword_name(keyword));
    if (keyword == Keyword::Assault) text += " " + std::to_string(card.assault);
    if (keyword == Keyword::Hazardous) text += " " + std::to_string(card.hazardous);
    if (keyword == Keyword::SplashAttack) text += " " + std::to_string(card.splash_attack);
    keywords.push_back(std::move(text));
  }
  return keywords;
}

std::string card_text(int card) { return facts_text(facts(card)) + definition_text(card) + mentions_text(card); }

}  // namespace archon::cli
