#pragma once
// What the readers of decks share: pieces of text, and what the card table says about cards in decks. Internal to engine/deck.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/facts/facts.h"

namespace archon {

struct Deck;

// What a text with decks may have, at most: bytes in a line, cards of a deck (as far as they are counted).
inline constexpr size_t kMaxDeckLine = 4000, kMaxRawCards = 1000;
bool is_deck_header(std::string_view line);  // of a deck file: "name: ...", "set: ..." (deck_file.cpp)
std::string too_long_line();                 // "a line of more than 4,000 bytes"

std::string_view trim(std::string_view text);  // without blanks and tabs at both ends
// At most so many bytes, with blanks for characters that hide something (visible_text.h), never cut inside of a character.
std::string printable(std::string_view text, size_t most);
std::string in_quotes(std::string_view text);       // for messages: an excerpt, see visible_text.h
int line_at(std::string_view text, size_t offset);  // 1-based

std::string nearest_house(std::string_view word);  // "did you mean `Logos`?" or empty
std::string nearest_cards(std::string_view name);

// "amber", "capture", ... or the name of a house, whatever the case and spelling of the source ("Aember"); empty when unknown.
std::string bonus_icon(std::string_view word);
std::string bonus_icon_hint();  // which there are

// A card may be printed in a house, and an anomaly in all of them.
bool printed_in_house(const CardFacts& card, House house);
bool printed_in_house_of_set(const CardFacts& card, House house, std::string_view set);
bool set_has_house(std::string_view set, House house);
bool set_has_icons(std::string_view set);  // cards with Enhance: decks carry more icons than are printed on their cards
std::vector<int> cards_of_type(std::string_view set, CardType type);
std::vector<int> tokens_of(const Deck& deck);  // the token creatures of its set that belong to one of its houses
bool is_mixed_set(std::string_view set);       // kMixedSet, whose decks may have cards and houses of every set

bool was_anomaly(const CardFacts& card);  // in one set or another: printed without a house
// In a deck of that set. Some anomalies are cards of a house in other sets, and no anomalies in these.
bool is_anomaly(const CardFacts& card, House house, std::string_view set);

bool played_from_deck(CardType type);  // creature, action, artifact, upgrade
inline constexpr std::string_view kBossHint = "it is one of the Keyraken, a boss that players fight together";
bool is_evil_twin(const CardFacts& card);
bool is_second_half(const CardFacts& card);  // of a gigantic creature
int second_half_of(int card);                // -1 when the card is no first half

}  // namespace archon
