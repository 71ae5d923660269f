#include "sim/watch/coverage.h"

#include <algorithm>
#include <tuple>

#include "engine/core/card_program.h"
#include "engine/deck/known_sets.h"
#include "engine/vm/interpreter.h"
#include "sim/watch/coverage_decks.h"

namespace archon {
std::vector<size_t> cards_of_definitions(const Program& program) {
  std::vector<size_t> cards(program.definitions.size());
  for (size_t i = 0; i < cards.size(); ++i) cards[i] = i;
  for (const Variant& variant : program.variants) cards[variant.definition] = variant.card;
  return cards;
}

std::vector<CardCoverage> card_coverage(std::string_view set, std::span<const Matchup> matchups,
                                        std::span<const MatchUses> uses, std::span<const int64_t> games) {
  const auto cards = CardTable::instance().cards();
  const std::vector<size_t> card_of = cards_of_definitions(card_program());
  std::vector<CardCoverage> all(cards.size());
  for (size_t i = 0; i < matchups.size(); ++i) {
    for (size_t c = 0; c < static_cast<size_t>(matchups[i].card_count); ++c) {
      CardCoverage& coverage = all[card_of[matchups[i].cards[c].definition]];
      coverage.copies += games[i];
      coverage.uses.add(uses[i][c]);
    }
  }
  std::vector<CardCoverage> result;
  const bool any = set == kAllSets;
  const RulesProfile rules = matchups.empty() ? RulesProfile{} : matchups.front().rules;
  for (size_t i = 0; i < cards.size(); ++i) {
    if (any && !knows_card(rules, cards[i])) continue;
    const Printing* printing = any ? &cards[i].printings.front() : find_printing(cards[i], set);
    const bool in_decks = printing && !cards[i].boss && (any || printing->house != House::None || all[i].copies > 0);
    if (cards[i].type > CardType::Upgrade || !in_decks) continue;
    all[i].card = static_cast<int>(i);
    result.push_back(all[i]);
  }
  std::ranges::sort(result, {}, [&](const CardCoverage& coverage) {
    return std::tuple(coverage.uses.played, coverage.uses.used, coverage.uses.targeted, coverage.uses.discarded, coverage.card);
  });
  return result;
}

std::vector<InstructionCoverage> instruction_coverage(const Program& program) {
  const auto counts = instruction_counts();
  std::vector<InstructionCoverage> result;
  for (size_t i = 0; i < counts.size(); ++i)
    result.push_back({.name = kEffectRows[i].name, .count = counts[i].load(std::memory_order_relaxed), .compiled = false});
  if (result.empty()) return result;
  for (const Instr& in : program.code) result[static_cast<size_t>(in.op)].compiled = true;
  return result;
}

}  // namespace archon
