// Decks as values: order, canonical text, hash, legality.
#include "engine/deck/deck.h"

#include <algorithm>
#include <tuple>

#include "engine/core/fnv.h"
#include "engine/deck/deck_words.h"

namespace archon {
namespace {

constexpr std::string_view kEvilTwin = " (evil twin)";
constexpr std::string_view kSecondHalf = " (second half)";

// A card that was never in the set ("legacy") goes by the number of its first printing.
std::string_view number_in(const CardFacts& card, std::string_view set) {
  const Printing* printing = find_printing(card, set);
  return printing != nullptr ? printing->number : card.printings.front().number;
}

std::string house_list(const std::array<House, kDeckHouses>& houses) {
  std::string text;
  for (const House house : houses) text += (text.empty() ? "" : ", ") + std::string(house_title(house));
  return text;
}

std::string card_line(int count, const DeckCard& card) {
  std::string line = std::to_string(count) + " " + deck_card_name(card.card);
  for (const DeckMark& mark : kDeckMarks)
    if (card.*mark.is) line += " (" + std::string(mark.word) + ")";
  for (const std::string& icon : card.bonus_icons) line += " +" + icon;
  return line + "\n";
}

std::string identity_lines(const DeckIdentity& identity) {
  std::string text;
  if (!identity.id.empty()) text += "id: " + identity.id + "\n";
  if (identity.sas) text += "sas: " + rating_text(*identity.sas) + "\n";
  if (identity.aerc) text += "aerc: " + rating_text(*identity.aerc) + "\n";
  for (const PodSource& pod : identity.pods) text += (&pod == &identity.pods.front() ? "pods: " : ", ") + pod_text(pod);
  if (!identity.pods.empty()) text += "\n";
  return text;
}

std::string extras(const Deck& deck) {
  std::string text;
  if (deck.token >= 0) text += "token: " + deck_card_name(deck.token) + "\n";
  if (deck.archon_power >= 0) text += "archon power: " + deck_card_name(deck.archon_power) + "\n";
  for (const int prophecy : deck.prophecies) text += "prophecy: " + deck_card_name(prophecy) + "\n";
  if (deck.tide) text += "tide: yes\n";
  return text;
}

void check_type(std::vector<DeckProblem>& problems, int card, CardType type) {
  if (card < 0 || facts(card).type == type) return;
  problems.push_back({0,
                      "'" + deck_card_name(card) + "' is of type " + std::string(type_name(facts(card).type)) + ", not " +
                          std::string(type_name(type)),
                      ""});
}

void check_extras(std::vector<DeckProblem>& problems, const Deck& deck) {
  check_type(problems, deck.token, CardType::TokenCreature);
  check_type(problems, deck.archon_power, CardType::ArchonPower);
  for (const int prophecy : deck.prophecies) check_type(problems, prophecy, CardType::Prophecy);
  if (!deck.prophecies.empty() && deck.prophecies.size() != kDeckProphecies) {
    problems.push_back({0, "a deck has four prophecies or none, not " + std::to_string(deck.prophecies.size()), ""});
  }
}

}  // namespace

std::string deck_card_name(int card) {
  const CardFacts& card_facts = facts(card);
  std::string name = card_facts.name;
  if (is_evil_twin(card_facts)) name += kEvilTwin;
  if (is_second_half(card_facts)) name += kSecondHalf;
  return name;
}

int find_deck_card(std::string_view name) {
  std::string folded = fold_name(name);
  const bool evil_twin = folded.ends_with(kEvilTwin);
  const bool second_half = folded.ends_with(kSecondHalf);
  if (evil_twin) folded.resize(folded.size() - kEvilTwin.size());
  if (second_half) folded.resize(folded.size() - kSecondHalf.size());
  for (const int card : CardTable::instance().find_name(folded)) {
    if (is_evil_twin(facts(card)) == evil_twin && is_second_half(facts(card)) == second_half) return card;
  }
  return CardTable::instance().find_id(name);
}

std::optional<DeckProblem> card_problem(const DeckCard& card, std::string_view set) {
  const CardFacts& card_facts = facts(card.card);
  const std::string name = "'" + deck_card_name(card.card) + "'";
  const std::string house(house_title(card.house));
  if (!played_from_deck(card_facts.type)) {
    return DeckProblem{0, name + " is not played from a deck",
                       "it is a card of type " + std::string(type_name(card_facts.type))};
  }
  if (card_facts.boss) return DeckProblem{0, name + " is in no deck of two players", std::string(kBossHint)};
  if (!card.maverick && !printed_in_house(card_facts, card.house)) {
    return DeckProblem{0, name + " was never printed in house " + house, "a maverick is marked (maverick)"};
  }
  if (card.maverick && printed_in_house_of_set(card_facts, card.house, set)) {
    return DeckProblem{0, name + " is a card of house " + house + ", not a maverick", "leave out (maverick)"};
  }
  if (card.anomaly && !was_anomaly(card_facts)) {
    return DeckProblem{0, name + " is a card of a house, not an anomaly", "leave out (anomaly)"};
  }
  if (card.anomaly && card.maverick) {
    return DeckProblem{0, name + " is an anomaly, which belongs to any house, not a maverick", "leave out (maverick)"};
  }
  return std::nullopt;
}

std::vector<DeckProblem> deck_problems(const Deck& deck) {
  std::vector<DeckProblem> problems;
  if (find_set(deck.set) == nullptr && !is_mixed_set(deck.set)) problems.push_back({0, "unknown set '" + deck.set + "'", ""});
  for (size_t i = 0; i < deck.houses.size(); ++i) {
    const House house = deck.houses[i];
    const std::string title(house_title(house));
    if (house == House::None) problems.push_back({0, "a deck has three houses", ""});
    if (std::find(deck.houses.begin(), deck.houses.begin() + static_cast<long>(i), house) !=
        deck.houses.begin() + static_cast<long>(i)) {
      problems.push_back({0, "house " + title + " is listed twice", ""});
    }
    const auto count = std::ranges::count(deck.cards, house, &DeckCard::house);
    if (count != kCardsPerHouse) {
      problems.push_back({0, "house " + title + " has " + std::to_string(count) + " cards instead of 12", ""});
    }
  }
  if (deck.cards.size() != kDeckCards) {
    problems.push_back({0, "the deck has " + std::to_string(deck.cards.size()) + " cards instead of 36", ""});
  }
  for (const DeckCard& card : deck.cards) {
    if (std::ranges::find(deck.houses, card.house) == deck.houses.end()) {
      problems.push_back({0, "'" + deck_card_name(card.card) + "' is in none of the deck's houses", ""});
    }
    if (auto problem = card_problem(card, deck.set)) problems.push_back(*std::move(problem));
  }
  check_extras(problems, deck);
  return problems;
}

void sort_cards(Deck& deck) {
  const auto key = [&](const DeckCard& card) {
    const auto place = std::ranges::find(deck.houses, card.house) - deck.houses.begin();
    const CardFacts& card_facts = facts(card.card);
    return std::tuple(place, number_in(card_facts, deck.set), std::string_view(card_facts.id), card.maverick, card.legacy,
                      card.anomaly, card.bonus_icons);
  };
  // By insertion, which is stable: there are 36, and std::stable_sort would be 5 KB of a module for browsers.
  for (auto card = deck.cards.begin(); card != deck.cards.end(); ++card)
    std::rotate(std::ranges::upper_bound(deck.cards.begin(), card, key(*card), {}, key), card, card + 1);
}

std::string write_deck(const Deck& deck) {
  Deck sorted = deck;
  sort_cards(sorted);
  const std::string& set = deck.identity.unlisted_set.empty() ? deck.set : deck.identity.unlisted_set;
  std::string text = "name: " + deck.name + "\nset: " + set + "\nhouses: " + house_list(deck.houses) + "\n";
  text += identity_lines(deck.identity) + extras(deck);
  for (const House house : deck.houses) {
    text += "\n[" + std::string(house_title(house)) + "]\n";
    for (size_t i = 0; i < sorted.cards.size();) {
      const DeckCard& card = sorted.cards[i];
      const size_t first = i;
      while (i < sorted.cards.size() && sorted.cards[i] == card) ++i;
      if (card.house == house) text += card_line(static_cast<int>(i - first), card);
    }
  }
  return text;
}

uint64_t deck_hash(const Deck& deck) {
  Deck anonymous = deck;
  anonymous.identity = {};
  return hash_of<Fnv64>(write_deck(anonymous));
}

std::string hash_text(uint64_t hash) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (size_t i = 0; i < 16; ++i) text[i] = kDigits[hash >> (60 - 4 * i) & 15];
  return text;
}

std::string format_problem(std::string_view file, const DeckProblem& problem) {
  std::string text(file);
  if (problem.line > 0) text += ":" + std::to_string(problem.line);
  text += ": " + problem.message;
  if (!problem.hint.empty()) text += " (" + problem.hint + ")";
  return text;
}

}  // namespace archon
