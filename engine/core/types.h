#pragma once
// The words of the game that every layer shares.
#include <cstdint>

namespace archon {

// Houses in alphabetical order; a set of houses is a mask of 1 << House.
enum class House : uint8_t {
  Brobnar,
  Dis,
  Ekwidon,
  Geistoid,
  Logos,
  Mars,
  Ouboros,
  Redemption,
  Sanctum,
  Saurian,
  Shadows,
  Skyborn,
  StarAlliance,
  Unfathomable,
  Untamed,
  None
};
using HouseMask = uint16_t;
inline constexpr int kHouses = 15;
static_assert(kHouses <= 16);  // HouseMask

enum class CardType : uint8_t { Creature, Action, Artifact, Upgrade, TokenCreature, ArchonPower, Prophecy, Tide };

// Of a gigantic creature, which is two cards: the first one is the creature in play, the second one lies with it. Their ids are
// "deusillus" and "deusillus2".
enum class Half : uint8_t { None, First, Second };

// Bonus icons in the order of the rulebook.
enum class Icon : uint8_t { Amber, Capture, Damage, Draw, Discard, Power };
inline constexpr int kIcons = static_cast<int>(Icon::Power) + 1;
inline constexpr uint8_t kAnyIcon = 0xFF;

// Traits are counted from 0, in the order of CardTable::traits().
inline constexpr uint8_t kNoTrait = 0xFF;

// Steps of a turn. House and Archives are one step of the rulebook.
enum class Step : uint8_t { Setup, Start, Forge, House, Archives, Main, Ready, Draw, End };
// What is over as soon as everything pending has been resolved (rulebook 18.4, OMEGA).
enum class Ending : uint8_t { None, Step, Turn };

// Keywords in the order of the bits of a keyword mask.
enum class Keyword : uint8_t {
  Alpha,
  Assault,
  Deploy,
  Elusive,
  Entrench,
  Hazardous,
  Invulnerable,
  Omega,
  Poison,
  Skirmish,
  SplashAttack,
  Taunt,
  Treachery,
  Versatile
};
inline constexpr int kKeywords = static_cast<int>(Keyword::Versatile) + 1;
using KeywordMask = uint16_t;
static_assert(kKeywords <= 16);  // KeywordMask
constexpr KeywordMask keyword_bit(Keyword keyword) { return static_cast<KeywordMask>(1u << static_cast<unsigned>(keyword)); }

}  // namespace archon
