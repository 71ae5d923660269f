#pragma once
// What a player asks of the expressions of a card's program, without carrying the card out.
#include <array>

#include "engine/core/frames.h"

namespace archon {

struct Inquiry {
  CardId self = kNoCard;  // the card with the ability
  uint8_t you = 0;        // whose ability it is
  uint16_t known = 0;     // Needs that are given below
  Registers regs{};
  std::array<Slot, 4> slots{};  // of the variables; an ability with more of them can't be asked about those
};

}  // namespace archon
