#pragma once
// What was played: how often each card took part in games, and how often each instruction was carried out.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/matchup.h"
#include "sim/play/card_uses.h"

namespace archon {

// For each definition of the program the card that it words, an index into CardTable: itself but for the wordings of older
// rules.
std::vector<size_t> cards_of_definitions(const Program& program);

struct CardCoverage {
  int card = -1;       // index into CardTable
  int64_t copies = 0;  // how many of them were in a deck, over all games
  CardUses<int64_t> uses;
};

// Every card of the set that is played from a deck, also those that no deck has (cards of any house only when one has them);
// the one played least comes first. Set kAllSets: every card that decks can have and the rulebook knows. games[i] is the number
// of games of matchups[i].
std::vector<CardCoverage> card_coverage(std::string_view set, std::span<const Matchup> matchups,
                                        std::span<const MatchUses> uses, std::span<const int64_t> games);

struct InstructionCoverage {
  std::string_view name;  // as in engine/core/ops.def
  uint64_t count = 0;     // how often it was carried out by this process
  bool compiled = false;  // some definition of the program has it
};

// Every instruction, in the order of the list; empty in builds that don't count (ARCHON_CHECKED).
std::vector<InstructionCoverage> instruction_coverage(const Program& program);

}  // namespace archon
