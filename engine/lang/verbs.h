#pragma once
// The verbs of effects, one line each. From this table come the verbs the reader knows and what may follow them, the words the
// checker allows, the instruction the generator writes, and the table of verbs in the README (a test compares them).
#include <span>
#include <string_view>

#include "engine/core/program.h"

namespace archon::lang {

// What may follow a verb.
enum class VerbShape : uint8_t {
  Amount,        // gain 3 [chains]
  Capture,       // capture 2 from own side
  Deal,          // deal 2 to X splash 1, 3 to Y
  Heal,          // heal 2 from X
  Counters,      // add 2 power counters to X
  Place,         // place 1 amber on X
  Move,          // move 2 amber from X to Y
  Redistribute,  // redistribute amber among X
  Object,        // destroy X
  Exalt,         // exalt X times 2
  UseOrPlay,     // use X as-if-yours
  With,          // fight with X against Y
  LookAt,        // look at X
  Shift,         // shift X to flank
  Join,          // attach X to Y; graft X onto Y
  Put,           // put X on top of deck
  Return,        // return X to hand
  Shuffle,       // shuffle X into deck
  Discard,       // discard X; discard from deck until Y
  Search,        // search deck for X
  Swap,          // swap [control of] X with Y
  Take,          // take control of X
  Give,          // give control of X to Y
  Trigger,       // trigger reap of X
  Forge,         // forge at 6
  Make,          // make 2 tokens
  Raise,         // raise tide
  SetHouse,      // set-house chosen
  Alone,         // refill
};

struct VerbWord {
  std::string_view word;
  VerbShape shape;
  // What it becomes where the targets (of an object) or the player and the amount (of an amount) are all there is; End: more
  // than one instruction, or none yet.
  EffectOp op;
  std::string_view things;   // words that may be its "what"; COUNTER and HEAD stand for all of them
  std::string_view meaning;  // for the README; empty where the word says it
  std::string_view card;     // one that uses it
};

std::span<const VerbWord> verbs();

// Null when there is no such verb. "fight-with" and "take-control" are found as "fight" and "take".
const VerbWord* find_verb(std::string_view word);

}  // namespace archon::lang
