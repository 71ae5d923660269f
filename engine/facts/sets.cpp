// The sets: the one list of them, in order of release.
#include <algorithm>
#include <array>

#include "engine/facts/facts.h"

namespace archon {
namespace {

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
});

}  // namespace

std::span<const Expansion> card_sets() { return kSets; }

const Expansion* find_set(std::string_view word) {
  const std::string folded = fold_name(word);
  if (folded.empty()) return nullptr;
  const auto found = std::ranges::find_if(kSets, [&](const Expansion& set) {
    return fold_name(set.code) == folded || fold_name(set.name) == folded || fold_name(set.other_name) == folded;
  });
  return found == kSets.end() ? nullptr : &*found;
}

}  // namespace archon
