#pragma once
// The facts of every card that was ever printed: what stands on a card besides its ability.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/types.h"

namespace archon {

enum class Rarity : uint8_t { Common, Uncommon, Rare, Special, Variant, EvilTwin, Fixed, Token, Other };

struct Printing {
  std::string set;     // "CotA"
  std::string number;  // "001", "A03"
  House house;         // None for cards without a house (tide, prophecies, a boss's) and anomalies, which belong to any
  Rarity rarity;
};

struct CardFacts {
  std::string id;    // "dust-imp": key of the facts table and of the definitions
  std::string name;  // as printed, UTF-8: "Ember Imp"
  CardType type;
  int power = 0;  // 0 also for "X"
  int armor = 0;  // 0 also for "~"
  int amber = 0;  // printed aember bonus icons
  KeywordMask keywords = 0;
  int assault = 0, hazardous = 0, splash_attack = 0;
  std::vector<uint8_t> traits;  // indices into CardTable::traits()
  std::vector<Printing> printings;
  std::vector<std::string>
      enhance;  // bonus icons that its keyword Enhance adds to cards of its deck: amber, capture, ..., a house
  Half half = Half::None;
  bool boss = false;  // of the Keyraken, a boss that players fight together: in no deck of two players
};

struct Expansion {
  std::string_view code;  // "CotA"
  std::string_view name;  // "Call of the Archons"
  int expansion;          // its number in the publisher's deck registry: 341
  std::string_view other_name = {};
  // Reprints only, and no games are played for it: its cards are worth what they are worth in the sets before, and "all sets"
  // leaves it out, which has all of its cards.
  bool pooled = false;
};

std::string_view house_name(House house);      // "staralliance"; None is "none"
std::string_view house_title(House house);     // "Star Alliance"
House house_from_name(std::string_view word);  // name or title, any case; None when unknown
std::string_view icon_name(Icon icon);         // "amber"
std::string_view icon_title(Icon icon);        // "aember"
std::optional<Icon> icon_from_name(std::string_view word);
std::string_view type_name(CardType type);         // "creature"
std::string_view keyword_name(Keyword keyword);    // "splash-attack"
std::string_view rarity_name(Rarity rarity);       // "evil-twin"
std::span<const Expansion> card_sets();            // in order of release, the pooled ones behind all others
std::span<const Expansion> unpooled_sets();        // the first of them, without those
const Expansion* find_set(std::string_view word);  // by code or name, any case; null when unknown
// The same among sets that people own decks of and whose lists of cards are not known; card_sets() has none of them.
const Expansion* find_unlisted_set(std::string_view word);
std::string no_such_set(std::string_view word);  // "there is no set 'XYZ' (CotA, AoA ...)", or that its cards are not known

inline bool has_keyword(const CardFacts& card, Keyword keyword) { return (card.keywords & keyword_bit(keyword)) != 0; }
const Printing* find_printing(const CardFacts& card, std::string_view set);  // the first in that set, or null

// All cards, immutable after loading. Look-ups fold case, accents, quotes, and Ae ligatures, so that "Quixo the Adventurer" is
// found.
class CardTable {
 public:
  static const CardTable& instance();  // the table built into the program; parsed on first use, thread safe

  std::span<const CardFacts> cards() const { return cards_; }
  std::span<const std::string> traits() const { return traits_; }
  int find_id(std::string_view id) const;                                          // index or -1
  std::vector<int> find_name(std::string_view name) const;                         // all cards of that (folded) name
  int find_trait(std::string_view trait) const;                                    // index or -1
  std::vector<std::string> nearest_names(std::string_view name, int count) const;  // by edit distance, for "did you mean"; none
                                                                                   // of more than kMaxSpelledBytes

 private:
  std::string index();  // what is wrong; empty when nothing is

  std::vector<CardFacts> cards_;
  std::vector<std::string> traits_;
  std::vector<std::pair<std::string, int>> by_id_;    // folded id and index, sorted
  std::vector<std::pair<std::string, int>> by_name_;  // folded name and index, sorted
  friend std::optional<CardTable> parse_facts(std::string_view tsv, std::string& problem);
};

// The facts of the card with this number in the table.
inline const CardFacts& facts(int card) { return CardTable::instance().cards()[static_cast<size_t>(card)]; }

// Reads a facts table. Nothing when `problem` says what is wrong, with the line.
std::optional<CardTable> parse_facts(std::string_view tsv, std::string& problem);

// "did you mean `x`?" for the candidate nearest to a misspelt word, or empty; for those who may not include engine/lang.
std::string word_hint(std::string_view word, const std::vector<std::string>& candidates);

std::string fold_name(std::string_view name);  // lower case ASCII, marks and quotes dropped, ae for the ligature

}  // namespace archon
