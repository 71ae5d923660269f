// The sets: the one list of them, in order of release, the pooled ones at the end.
#include <algorithm>
#include <array>
#include <string>

#include "engine/facts/facts.h"
#include "engine/facts/visible_text.h"

namespace archon {
namespace {

constexpr bool kPooled = true;

constexpr auto kSets = std::to_array<Expansion>({
    {"CotA", "Call of the Archons", 341},
    {"AoA", "Age of Ascension", 435},
    {"WC", "Worlds Collide", 452},
    {"MM", "Mass Mutation", 479},
    {"DT", "Dark Tidings", 496},
    {"WoE", "Winds of Exchange", 600},
    {"GR", "Grim Reminders", 700},
    {"AS", "Aember Skies", 800},
    {"ToC", "Tokens of Change", 855},
    {"MoMu", "More Mutation", 874},
    {"VM25", "Vault Masters 2025", 939},
    {"PV", "Prophetic Visions", 886},
    {"CC", "Crucible Clash", 918},
    {"DM", "Draconian Measures", 928},
    {"MG24", "Menagerie", 722, "Menagerie 2024"},
    {"VM23", "Vault Masters 2023", 609, "", kPooled},
    {"VM24", "Vault Masters 2024", 737, "", kPooled},
    {"DISC", "Discovery", 907, "", kPooled},
});

// Sets of which people own decks, and of whose lists of cards not enough is known.
constexpr auto kUnlisted = std::to_array<Expansion>({
    {"Anomalies", "Anomaly Expansion", 453},
    {"UC22", "Unchained", 601, "Unchained 2022"},
    {"MCW", "Martian Civil War", 892},
    {"VM26", "Vault Masters 2026", 964},
});

const Expansion* find_among(std::span<const Expansion> sets, std::string_view word) {
  if (const auto same = std::ranges::find(sets, word, &Expansion::code); same != sets.end()) return &*same;
  const std::string folded = fold_name(word);
  if (folded.empty()) return nullptr;
  const auto found = std::ranges::find_if(sets, [&](const Expansion& set) {
    return fold_name(set.code) == folded || fold_name(set.name) == folded || fold_name(set.other_name) == folded;
  });
  return found == sets.end() ? nullptr : &*found;
}

}  // namespace

std::span<const Expansion> card_sets() { return kSets; }

std::span<const Expansion> unpooled_sets() { return {kSets.begin(), std::ranges::find_if(kSets, &Expansion::pooled)}; }

const Expansion* find_set(std::string_view word) { return find_among(kSets, word); }

const Expansion* find_unlisted_set(std::string_view word) {
  for (const Expansion& each : kUnlisted)
    if (std::to_string(each.expansion) == word) return &each;
  return find_among(kUnlisted, word);
}

std::string no_such_set(std::string_view word) {
  if (const Expansion* set = find_unlisted_set(word))
    return "the list of the cards of " + std::string(set->name) + " is not known";
  return "there is no set '" + excerpt(word) + "' (CotA, AoA ...)";
}

}  // namespace archon
