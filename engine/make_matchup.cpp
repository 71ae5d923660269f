#include "engine/make_matchup.h"

#include <algorithm>
#include <cassert>

#include "engine/core/card_program.h"
#include "engine/deck/known_sets.h"
#include "engine/query/watch.h"

namespace archon {
namespace {

void add_icon(MatchCard& card, Icon icon) {
  if (card.icon_count < card.icons.size()) card.icons[card.icon_count++] = static_cast<uint8_t>(icon);
}

MatchCard match_card(const DeckCard& entry, int owner, const Program& program) {
  MatchCard card;
  card.definition = static_cast<uint16_t>(entry.card);
  assert(program.definitions[card.definition].compiled);
  card.houses = static_cast<HouseMask>(1u << static_cast<int>(entry.house));
  card.owner = static_cast<uint8_t>(owner);
  for (int i = 0; i < program.definitions[card.definition].amber; ++i) add_icon(card, Icon::Amber);
  for (const std::string& icon : entry.bonus_icons) {
    const House house = house_from_name(icon);
    if (house != House::None)
      card.houses = static_cast<HouseMask>(card.houses | 1u << static_cast<int>(house));
    else
      add_icon(card, icon_from_name(icon).value());  // readers of decks refuse other words
  }
  return card;
}

// Those that matter in the game: the archon power, and of each prophecy one card with both its sides.
void add_reference_cards(Matchup& m, const Deck& deck, int owner) {
  const auto add = [&](int card) -> MatchCard& {
    MatchCard& added = m.cards[static_cast<size_t>(m.card_count++)];
    added = {.definition = static_cast<uint16_t>(card), .owner = static_cast<uint8_t>(owner)};
    return added;
  };
  if (deck.archon_power >= 0) add(deck.archon_power);
  for (size_t i = 0; i + 1 < deck.prophecies.size(); i += 2)
    add(deck.prophecies[i]).reverse = static_cast<uint16_t>(deck.prophecies[i + 1]);
}

// Whether the deck was printed with the card of the tide: those with cards of it were, but for a preview of it in an earlier
// set.
bool brings_tide(const Deck& deck, const Program& program) {
  return deck.tide || std::ranges::any_of(deck.cards, [&](const DeckCard& each) {
           return program.definitions[static_cast<size_t>(each.card)].tide && !each.anomaly;
         });
}

// What a card may be in the game, and what follows from that for the whole of it.
void add_form(Matchup& m, const Definition& form) {
  m.history |= form.history;
  for (uint8_t trait : form.traits)
    if (trait != kNoTrait) m.traits[trait / 64] |= uint64_t{1} << trait % 64;
  m.key_colors_matter |= form.colors;
  m.discard_order |= form.piles;
  m.has_alpha |= (form.keywords & keyword_bit(Keyword::Alpha)) != 0;
}

// That of the library, and behind all its definitions one of a card that says nothing.
const Program& program_with_blank() {
  static const Program with_blank = [] {
    Program program = card_program();
    Definition blank;
    blank.type = CardType::Action;
    blank.name = static_cast<uint16_t>(program.definitions.size());  // more than there are names
    blank.compiled = true;
    program.definitions.push_back(blank);
    return program;
  }();
  return with_blank;
}

}  // namespace

HouseMask printed_houses(const CardFacts& facts) {
  const Printing* printing = find_printing(facts, "CotA");
  const House house = printing ? printing->house : facts.printings.empty() ? House::None : facts.printings.front().house;
  return house == House::None ? HouseMask{0} : static_cast<HouseMask>(1u << static_cast<int>(house));
}

TokenCreature token_creature(int card) {
  return {.definition = static_cast<uint16_t>(card),
          .houses = printed_houses(CardTable::instance().cards()[static_cast<size_t>(card)])};
}

void finish_matchup(Matchup& m) {
  m.history = 0;
  m.key_colors_matter = m.discard_order = m.has_alpha = false;
  m.keys_to_win = {kKeyColors, kKeyColors};
  for (int i = 0; i < m.card_count; ++i) {
    uint16_t& definition = m.cards[static_cast<size_t>(i)].definition;
    definition = m.program->worded(definition, m.rules.wording);
    uint16_t& reverse = m.cards[static_cast<size_t>(i)].reverse;
    if (reverse != kNone) reverse = m.program->worded(reverse, m.rules.wording);
  }
  m.houses_in_game = static_cast<HouseMask>(m.deck_houses[0] | m.deck_houses[1]);
  for (TokenCreature& token : m.tokens) {
    if (token.definition == kNone) continue;
    token.definition = m.program->worded(token.definition, m.rules.wording);
    add_form(m, m.program->definitions[token.definition]);
    m.houses_in_game = static_cast<HouseMask>(m.houses_in_game | token.houses);
  }
  for (int i = 0; i < m.card_count; ++i) {
    const Definition& def = m.printed(static_cast<CardId>(i));
    m.cards[static_cast<size_t>(i)].as_upgrade = def.as_upgrade;
    m.cards[static_cast<size_t>(i)].half = def.half;
    add_form(m, def);
    uint8_t& to_win = m.keys_to_win[m.cards[static_cast<size_t>(i)].owner];
    to_win = static_cast<uint8_t>(to_win + def.more_keys);
    for (uint16_t form : {def.as_upgrade, m.cards[static_cast<size_t>(i)].reverse})
      if (form != kNone) add_form(m, m.program->definitions[form]);
    m.houses_in_game = static_cast<HouseMask>(m.houses_in_game | m.cards[static_cast<size_t>(i)].houses);
    for (int j = i; j >= 0; --j)
      if (m.printed(static_cast<CardId>(j)).name == def.name)
        m.cards[static_cast<size_t>(i)].name_group = static_cast<uint8_t>(j);
  }
  find_watches(m);
}

MatchupResult make_matchup(const Deck& a, const Deck& b, const MatchupOptions& options) {
  MatchupResult result;
  for (const Deck* deck : {&a, &b}) {
    const std::string unknown = unknown_to(options.rules, *deck);
    if (!unknown.empty() && std::ranges::find(result.unknown_decks, unknown) == result.unknown_decks.end())
      result.unknown_decks.push_back(unknown);
  }
  Matchup m;
  m.program = &card_program();
  m.rules = options.rules;
  m.starting_chains = options.starting_chains;
  m.clock = options.clock;
  for (int player = 0; player < 2; ++player) {
    const Deck& deck = player == 0 ? a : b;
    for (House house : deck.houses)
      m.deck_houses[static_cast<size_t>(player)] |= static_cast<HouseMask>(1u << static_cast<int>(house));
    if (deck.token >= 0) m.tokens[static_cast<size_t>(player)] = token_creature(deck.token);
    for (const DeckCard& entry : deck.cards)
      m.cards[static_cast<size_t>(m.card_count++)] = match_card(entry, player, *m.program);
    add_reference_cards(m, deck, player);
  }
  m.tide = brings_tide(a, *m.program) || brings_tide(b, *m.program);
  finish_matchup(m);
  if (result.unknown_decks.empty()) result.matchup = m;
  return result;
}

Matchup with_blanks(Matchup m, CardSet cards) {
  m.program = &program_with_blank();
  for (const CardId card : cards)
    m.cards[card] = {.definition = static_cast<uint16_t>(m.program->definitions.size() - 1),
                     .houses = m.cards[card].houses,
                     .owner = m.cards[card].owner};
  m.traits = {};
  finish_matchup(m);
  return m;
}

}  // namespace archon
