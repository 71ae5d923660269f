#pragma once
// What abilities do to the cards they concern, read off their compiled programs. Nothing here allocates memory.
#include "engine/view/view.h"

namespace archon {

inline constexpr int kMaxScan = 200;  // instructions looked at in one ability; longer ones do not exist

inline const Program& program_of(const View& view) { return *view.matchup().program; }

// What an effect does to a card, seen from the player who controls it.
enum class Wish : uint8_t { None, Help, Harm };

// What will happen to the cards that a choice asks for.
struct Purpose {
  Wish wish = Wish::None;
  EffectOp op = EffectOp::End;
  int amount = 1;  // of damage, counters ...
};

Wish wish_of(const Instr& in, bool in_play);

// What a lasting effect does to the cards it keeps.
Wish wish_of_lasting(const Program& program, const LastingBody& body);

// Whether an upgrade belongs on a friendly creature (Help) or on an enemy one (Harm).
Wish upgrade_wish(const View& view, const Definition& definition);

// The purpose of a pending choice of targets: the instruction of its source card that asked, as far as the candidates tell, and
// the first effect after it. O(instructions of the source card).
Purpose purpose_of(const View& view, const Choice& choice);

// A number that stands in the program; `typical` for one that is counted during the game.
int literal(const Program& program, ExprId id, int typical);

// Damage that destroys a creature, beside what an ability has gathered for it and will deal anyway; 0 or less: none is needed.
// Before wards and what else protects.
int toughness(const View& view, CardId creature);

// +1: the card is the looking player's (controlled in play, owned elsewhere), -1: the opponent's.
int owner_sign(const View& view, CardId card);

}  // namespace archon
