#pragma once
// What cards and abilities are roughly worth to the player who looks, read off their compiled programs. Worth is counted in
// tenths of an aember and is never exact: it serves to compare. No function here allocates memory.
#include "agents/reading/purpose.h"
#include "engine/view/view.h"

namespace archon {

inline constexpr int kAember = 10;
inline constexpr int kChain = 4;
inline constexpr int kCard = 6;              // drawn
inline constexpr int kKey = 75;              // forged, whatever it costs
inline constexpr int kWin = 1000;            // the last key
inline constexpr int kCapturedPercent = 70;  // of what the aember was worth in the pool: it may come back

// What it is worth to a player that the aember in the pool becomes so much: more when a key will be forged with it.
int pool_change_worth(const View& view, int player, int before, int after);

// What its controller would lose with a creature or an artifact in play. The aember on a creature counts too: it goes back to
// the player it was captured from.
int card_worth(const View& view, CardId card);

// What carrying out `purpose` on a card is worth: positive is good for the player who looks.
int target_worth(const View& view, const Purpose& purpose, CardId card);

// What resolving the abilities of one kind of a card is worth now. O(instructions x creatures in play).
int ability_worth(const View& view, CardId card, AbilityKind kind);

// What it is worth that the opponent resolves the Fate abilities of a card now (rulebook 18.4, FULFILL).
int fate_worth(const View& view, CardId card);

// What the instructions of a card from `pc` up to their end are worth now; with a number or a mask of houses that was just
// chosen.
int code_worth(const View& view, CardId self, int pc);
int code_worth(const View& view, CardId self, int pc, int chosen);

// What it is worth to do what the May at `pc` allows, more than not to.
int may_worth(const View& view, CardId self, int pc);

// What playing a card from hand is worth now; negative: better not.
int play_worth(const View& view, CardId card);

// What a fight of one's own creature against another one is worth, given what each is worth (card_worth) and that the attacker
// survives (ability_worth of its Fight abilities).
struct FightStakes {
  int attacker, defender, survives;
};
int fight_worth(const View& view, CardId attacker, CardId defender, const FightStakes& stakes);

// What a creature with entrench gives while it is exhausted. O(instructions x creatures in play).
int exhausted_worth(const View& view, CardId card);

int reap_worth(const View& view, CardId creature);

// What it is worth that the tide becomes high for the player who looks: by the cards that refer to it, in play and, if they can
// be played this turn, in hand.
int tide_worth(const View& view);

}  // namespace archon
