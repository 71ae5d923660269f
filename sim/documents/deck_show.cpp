#include "sim/documents/deck_show.h"

#include <algorithm>
#include <array>
#include <map>

#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace {

constexpr int kTypes = 4;  // creature, action, artifact, upgrade

std::string counted(long count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string rarity_letter(const CardFacts& card, std::string_view set) {
  const Printing* printing = find_printing(card, set);
  if (printing == nullptr) return " ";
  constexpr std::array<const char*, 9> kLetters = {"C", "U", "R", "S", "V", "E", "F", "T", " "};
  return kLetters[static_cast<size_t>(printing->rarity)];
}

std::string card_line(int count, const DeckCard& card, std::string_view set) {
  const CardFacts& card_facts = facts(card.card);
  std::string marks;
  const auto mark = [&](bool marked, const std::string& word) {
    if (marked) marks += (marks.empty() ? "" : ", ") + word;
  };
  mark(card_facts.amber > 0, card_facts.amber > 1 ? std::to_string(card_facts.amber) + " aember" : "aember");
  for (const std::string& icon : card.bonus_icons) mark(true, "+" + icon);
  for (const DeckMark& each : kDeckMarks) mark(card.*each.is, std::string(each.word));
  const std::string line = "  " + right(std::to_string(count), 2) + "  " + rarity_letter(card_facts, set) + "  " +
                           left(deck_card_name(card.card), 34) + left(type_name(card_facts.type), 10) + marks;
  return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string extras(const Deck& deck) {
  std::string text;
  if (deck.token >= 0) text += "Token creature: " + deck_card_name(deck.token) + "\n";
  if (deck.archon_power >= 0) text += "Archon power: " + deck_card_name(deck.archon_power) + "\n";
  std::vector<std::string> prophecies;
  for (const int prophecy : deck.prophecies) prophecies.push_back(deck_card_name(prophecy));
  if (!prophecies.empty()) text += "Prophecies: " + joined(prophecies) + "\n";
  if (deck.tide) text += "With the tide\n";
  return text;
}

std::string totals(const Deck& deck) {
  std::array<long, kTypes> types{};
  std::map<std::string, long> icons;
  for (const DeckCard& card : deck.cards) {
    ++types[static_cast<size_t>(facts(card.card).type)];
    icons[std::string(icon_title(Icon::Amber))] += facts(card.card).amber;
    for (const std::string& word : card.bonus_icons) {
      const std::optional<Icon> icon = icon_from_name(word);
      ++icons[icon ? std::string(icon_title(*icon)) : word];
    }
  }
  std::vector<std::string> words;
  for (int i = 0; i < kTypes; ++i) words.push_back(counted(types[static_cast<size_t>(i)], type_name(static_cast<CardType>(i))));
  std::string text = joined(words) + "\nBonus icons: ";
  words.clear();
  for (const auto& [icon, count] : icons) words.push_back(std::to_string(count) + " " + icon);
  return text + joined(words) + "\n";
}

}  // namespace

std::string identity_lines(const DeckIdentity& identity) {
  std::vector<std::string> ratings;
  if (identity.sas) ratings.push_back("SAS " + rating_text(*identity.sas));
  if (identity.aerc) ratings.push_back("AERC " + rating_text(*identity.aerc));
  std::string text = ratings.empty() ? "" : joined(ratings) + "\n";
  if (!identity.id.empty()) text += registry_link(identity) + "\n" + ratings_link(identity) + "\n";
  return text;
}

std::string shown_deck(const Deck& deck) {
  Deck sorted = deck;
  sort_cards(sorted);
  const Expansion* set = find_set(deck.set);
  if (set == nullptr) set = find_unlisted_set(deck.identity.unlisted_set);
  std::string text = deck.name + "\n" + (set != nullptr ? std::string(set->name) : "Cards of several sets") + "\n" +
                     identity_lines(deck.identity) + extras(deck);
  for (const House house : deck.houses) {
    text += "\n" + std::string(house_title(house)) + "\n";
    for (size_t i = 0; i < sorted.cards.size();) {
      const size_t first = i;
      while (i < sorted.cards.size() && sorted.cards[i] == sorted.cards[first]) ++i;
      if (sorted.cards[first].house == house) text += card_line(static_cast<int>(i - first), sorted.cards[first], deck.set);
    }
  }
  return text + "\n" + totals(deck);
}

}  // namespace archon::cli
