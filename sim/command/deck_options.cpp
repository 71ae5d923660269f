#include "sim/command/deck_options.h"

#include <algorithm>

#include "engine/deck/known_sets.h"
#include "sim/present/terminal_text.h"
#include "sim/watch/coverage_decks.h"

namespace archon::cli {
namespace {

constexpr int kMaxGenerated = 10'000;
constexpr size_t kOpponents = 4;  // of a deck among generated decks

std::vector<DeckPair> all_pairs(size_t decks) {
  std::vector<DeckPair> pairs;
  for (size_t a = 0; a < decks; ++a)
    for (size_t b = a; b < decks; ++b)
      if (a != b || decks == 1) pairs.push_back({a, b});
  return pairs;
}

}  // namespace

std::vector<DeckPair> ring(size_t decks, size_t distances) {
  std::vector<DeckPair> pairs;
  distances = std::clamp<size_t>(distances, 1, std::max<size_t>(1, (decks - 1) / 2));
  for (size_t distance = 1; distance <= distances; ++distance)
    for (size_t a = 0; a < decks; ++a) pairs.push_back({a, (a + distance) % decks});
  return pairs;
}

void DeckOptions::add_to(Command command, const std::string& set_help) {
  decks.add_to(command, "DECKS", "Decks, of which a single one plays itself");
  command.option("--generate", generate, "Also play so many generated decks, in which all cards of a set occur equally often")
      .hide_default();
  command.option("--set", set, set_help);
}

void DeckOptions::check(Problems& problems) const {
  problems.check(generate >= 0 && generate <= kMaxGenerated,
                 "--generate: from 0 to " + thousands(kMaxGenerated) + " decks, not " + std::to_string(generate));
  problems.check(!decks.empty() || generate != 0, "no decks: name deck files, or --generate some");
}

std::string_view DeckOptions::set_code() const {
  if (set == kAllSets) return kAllSets;
  const Expansion* found = find_set(set);
  return found == nullptr ? std::string_view() : found->code;
}

DeckList DeckOptions::find(const RunOptions& run, Problems& problems) const {
  DeckList files = read_decks(decks, problems);
  const std::string_view code = set_code();
  if (code.empty()) problems.add("--set: " + no_such_set(set));
  if (code.empty() || generate == 0) return files;
  const RulesProfile rules = run.matchup_options().rules;
  if (code != kAllSets && !knows_set(rules, code)) {
    problems.add("--set: rulebook " + std::string(rules.name) + " does not know " + std::string(find_set(code)->name) +
                 " (--rules 18.4 does)");
    return files;
  }
  for (Deck& deck : coverage_decks(code, generate, run.seed, rules)) {
    const std::string file = generated_file_name(deck);
    files.push_back({std::move(deck), file});
  }
  return files;
}

std::vector<DeckPair> DeckOptions::pairs(size_t count) const {
  return generate > 0 ? ring(count, kOpponents) : all_pairs(count);
}

}  // namespace archon::cli
