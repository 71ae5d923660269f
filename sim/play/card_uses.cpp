#include "sim/play/card_uses.h"

namespace archon {

void GameUses::add(Action action) {
  if (action.card() == kNoCard) return;
  CardUses<uint16_t>& uses = cards[action.card()];
  switch (action.verb()) {
    case Verb::Play:
      ++uses.played;
      break;
    case Verb::Reap:
    case Verb::Fight:
    case Verb::Action:
      ++uses.used;
      break;
    case Verb::Discard:
      ++uses.discarded;
      break;
    case Verb::Target:
      ++uses.targeted;
      break;
    default:
      break;
  }
}

}  // namespace archon
