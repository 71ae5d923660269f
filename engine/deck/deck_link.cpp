#include "engine/deck/deck_link.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "engine/core/fnv.h"
#include "engine/deck/deck_words.h"
#include "engine/deck/link_bits.h"

namespace archon {
namespace link {
namespace {

constexpr uint32_t kVersion = 1;
constexpr int kVersionBits = 6, kCountBits = 2, kSetBits = 12, kHouseBits = 6, kSasBits = 17, kCopiesBits = 4, kLowBits = 3,
              kFirstLow = 6, kIconBits = 3, kLetterBits = 3, kCardBits = 10, kHashBits = 32;

// Numbers of houses, icons and letters in codes: their places in these lists, which only grow, at their ends.
constexpr std::array<std::string_view, kHouses> kHouseNames = {
    "brobnar", "dis",     "ekwidon", "geistoid", "logos",   "mars",         "ouboros",     "redemption",
    "sanctum", "saurian", "shadows", "skyborn",  "untamed", "staralliance", "unfathomable"};
constexpr std::array<std::string_view, kIcons> kIconNames = {"amber", "capture", "damage", "draw", "discard", "power"};
constexpr std::string_view kLetters = "-ASPRE";  // before the number of a card; - for none

template <class List>
uint32_t place_in(const List& list, const auto& what) {
  return static_cast<uint32_t>(std::ranges::find(list, what) - list.begin());
}

// A card as it is printed: in which set, by what number.
struct Place {
  std::string_view set;
  uint32_t letter = 0, number = 0;
  bool second = false;  // half of a gigantic creature, whose halves have one number

  auto operator<=>(const Place&) const = default;
};

std::optional<Place> place_of(const CardFacts& card, const Printing& printing) {
  const Expansion* set = find_set(printing.set);
  Place place{.set = set->code, .second = is_second_half(card)};
  for (const char c : printing.number) {
    if (c >= '0' && c <= '9')
      place.number = 10 * place.number + static_cast<uint32_t>(c - '0');
    else
      place.letter = place_in(kLetters, c);
  }
  if (place.letter >= kLetters.size() || place.number >= 1u << kCardBits) return {};
  return place;
}

// Which card a place or an id's hash is of: -1 for none, or several.
class CardPlaces {
 public:
  static const CardPlaces& instance() {
    static const CardPlaces places;
    return places;
  }
  int card_at(const Place& place) const { return found(cards_, place); }
  int card_of_hash(uint32_t hash) const { return found(hashes_, hash); }
  // Where the card stands in that set, if that place is of no other card.
  std::optional<Place> in(std::string_view set, int card) const {
    for (const Printing& printing : facts(card).printings)
      if (printing.set == set)
        if (const auto place = place_of(facts(card), printing); place && card_at(*place) == card) return place;
    return {};
  }

 private:
  CardPlaces() {
    for (int card = 0; card < std::ssize(CardTable::instance().cards()); ++card) {
      add(hashes_, hash_of<Fnv32>(facts(card).id), card);
      for (const Printing& printing : facts(card).printings)
        if (const auto place = place_of(facts(card), printing)) add(cards_, *place, card);
    }
  }
  template <class Key>
  static void add(std::map<Key, int>& cards, const Key& key, int card) {
    const auto [place, fresh] = cards.emplace(key, card);
    if (!fresh && place->second != card) place->second = -1;
  }
  template <class Key>
  static int found(const std::map<Key, int>& cards, const Key& key) {
    const auto place = cards.find(key);
    return place == cards.end() ? -1 : place->second;
  }

  std::map<Place, int> cards_;
  std::map<uint32_t, int> hashes_;
};

enum CardKind : uint32_t { kHere, kElsewhere, kByHash };  // how a card that stands for itself is told
constexpr int kKindBits = 2;

// ---------------------------------------------------------------- writing

uint32_t set_number(std::string_view set) {
  const Expansion* const found = find_set(set);
  return found == nullptr ? 0 : static_cast<uint32_t>(found->expansion);  // 0: a mixed deck
}

void write_place(BitWriter& out, const Place& place) {
  out.bits(place.letter, kLetterBits);
  out.bits(place.number, kCardBits);
  out.bits(place.second ? 1 : 0, 1);
}

void write_card(BitWriter& out, std::string_view home, int card) {
  const CardPlaces& places = CardPlaces::instance();
  if (const auto place = places.in(home, card)) {
    out.bits(kHere, kKindBits);
    return write_place(out, *place);
  }
  for (const Printing& printing : facts(card).printings) {
    const auto place = places.in(printing.set, card);
    if (!place) continue;
    out.bits(kElsewhere, kKindBits);
    out.bits(set_number(printing.set), kSetBits);
    return write_place(out, *place);
  }
  out.bits(kByHash, kKindBits);
  out.bits(hash_of<Fnv32>(facts(card).id), kHashBits);
}

void write_icons(BitWriter& out, const DeckCard& card) {
  out.number(static_cast<uint32_t>(card.bonus_icons.size()), 0);
  for (const std::string& icon : card.bonus_icons) {
    const uint32_t plain = place_in(kIconNames, icon);
    out.bits(plain < kIcons ? 0 : 1, 1);
    plain < kIcons ? out.bits(plain, kIconBits) : out.bits(place_in(kHouseNames, icon), kHouseBits);
  }
}

void write_marks(BitWriter& out, const DeckCard& card) {
  const DeckMarks none, &marks = card;
  out.bits(marks == none ? 0 : 1, 1);
  if (marks == none) return;
  for (const DeckMark& mark : kDeckMarks) out.bits(card.*mark.is ? 1 : 0, 1);
}

bool any_icons(const Deck& deck) {
  return std::ranges::any_of(deck.cards, [](const DeckCard& each) { return !each.bonus_icons.empty(); });
}
bool any_marks(const Deck& deck) {
  const DeckMarks none;
  return std::ranges::any_of(deck.cards, [&](const DeckMarks& each) { return each != none; });
}

// The set that most of the cards are in; of equal ones the first.
std::string_view home_of(const std::vector<const DeckCard*>& cards) {
  std::pair<int64_t, std::string_view> best{-1, ""};
  for (const Expansion& set : card_sets()) {
    const auto count = std::ranges::count_if(
        cards, [&](const DeckCard* each) { return find_printing(facts(each->card), set.code) != nullptr; });
    if (count > best.first) best = {count, set.code};
  }
  return best.second;
}

// The differences of rising numbers, in the shortest way.
void write_numbers(BitWriter& out, const std::vector<uint32_t>& numbers) {
  std::pair<uint32_t, int> best{UINT32_MAX, 0};
  for (int low = 0; low < 1 << kLowBits; ++low) {
    uint32_t bits = 0;
    for (size_t i = 1; i < numbers.size(); ++i) bits += number_bits(numbers[i] - numbers[i - 1], low);
    best = std::min(best, {bits, low});
  }
  out.bits(static_cast<uint32_t>(numbers.size()), kCopiesBits);
  out.bits(static_cast<uint32_t>(best.second), kLowBits);
  for (size_t i = 0; i < numbers.size(); ++i)
    i == 0 ? out.number(numbers[i], kFirstLow) : out.number(numbers[i] - numbers[i - 1], best.second);
}

void write_house(BitWriter& out, const Deck& deck, House house, bool icons, bool marks) {
  std::vector<const DeckCard*> cards, others;
  for (const DeckCard& each : deck.cards)
    if (each.house == house) cards.push_back(&each);
  const std::string_view home = is_mixed_set(deck.set) ? home_of(cards) : std::string_view(deck.set);
  if (is_mixed_set(deck.set)) out.bits(set_number(home), kSetBits);
  std::vector<std::pair<uint32_t, const DeckCard*>> numbered;
  for (const DeckCard* each : cards) {
    const auto place = CardPlaces::instance().in(home, each->card);
    if (place && place->letter == 0 && !place->second)
      numbered.emplace_back(place->number, each);
    else
      others.push_back(each);
  }
  std::ranges::stable_sort(numbered, {}, [](const auto& each) { return each.first; });
  std::vector<uint32_t> numbers;
  for (const auto& each : numbered) numbers.push_back(each.first);
  write_numbers(out, numbers);
  for (const DeckCard* each : others) write_card(out, home, each->card);
  const auto write_rest = [&](const DeckCard& card) {
    if (icons) write_icons(out, card);
    if (marks) write_marks(out, card);
  };
  for (const auto& each : numbered) write_rest(*each.second);
  for (const DeckCard* each : others) write_rest(*each);
}

void write_deck(BitWriter& out, const Deck& deck) {
  out.text(deck.name);
  out.bits(set_number(deck.set), kSetBits);
  for (const House house : deck.houses) out.bits(place_in(kHouseNames, house_name(house)), kHouseBits);
  const bool icons = any_icons(deck), marks = any_marks(deck);
  const std::optional<double>& sas = deck.identity.sas;
  for (const bool flag :
       {icons, marks, deck.tide, sas.has_value(), deck.token >= 0, deck.archon_power >= 0, !deck.prophecies.empty()})
    out.bits(flag ? 1 : 0, 1);
  if (sas) out.bits(static_cast<uint32_t>(std::lround(100 * *sas)), kSasBits);
  if (deck.token >= 0) write_card(out, deck.set, deck.token);
  if (deck.archon_power >= 0) write_card(out, deck.set, deck.archon_power);
  for (const int prophecy : deck.prophecies) write_card(out, deck.set, prophecy);
  for (const House house : deck.houses) write_house(out, deck, house, icons, marks);
}

// ---------------------------------------------------------------- reading

// One code. What is wrong is told once, the first of it.
class CodeReader {
 public:
  explicit CodeReader(std::string_view code) : in_(code) { in_.bits(kVersionBits); }

  LinkedDecks read() {
    LinkedDecks linked;
    const uint32_t decks = in_.number(kCountBits);
    for (uint32_t i = 0; i < decks && problem_.message.empty() && !in_.bad(); ++i) linked.decks.push_back(deck());
    if (problem_.message.empty() && !in_.bad() && in_.bits(1) != 0)
      unknown("games that were played", "a newer page or program shows them");
    if (problem_.message.empty() && decks == 0) problem_ = {0, "the link has no deck", "was it copied whole?"};
    if (problem_.message.empty() && in_.bad()) problem_ = {0, "the link is no code of decks", "was it copied whole?"};
    if (!problem_.message.empty()) linked = {.decks = {}, .problems = {problem_}};
    return linked;
  }

 private:
  void unknown(const std::string& what, const std::string& hint = "a newer page or program knows it") {
    if (problem_.message.empty()) problem_ = {0, "the link has " + what + ", which this program does not know", hint, name_};
  }

  bool flag() { return in_.bits(1) != 0; }

  std::string_view set() {
    const uint32_t number = in_.bits(kSetBits);
    if (number == 0) return kMixedSet;
    for (const Expansion& each : card_sets())
      if (static_cast<uint32_t>(each.expansion) == number) return each.code;
    unknown("set " + std::to_string(number));
    return kMixedSet;
  }

  House house() {
    const uint32_t number = in_.bits(kHouseBits);
    if (number < kHouseNames.size()) return house_from_name(kHouseNames[number]);
    unknown("house " + std::to_string(number));
    return House::None;
  }

  int known(int card, const std::string& what) {
    if (card < 0 && !in_.bad()) unknown(what);
    return card;
  }
  int card_at(const Place& place) {
    const std::string letter = place.letter > 0 && place.letter < kLetters.size() ? std::string(1, kLetters[place.letter]) : "";
    return known(CardPlaces::instance().card_at(place),
                 "card " + letter + std::to_string(place.number) + " of " + std::string(place.set));
  }
  int card(std::string_view home) {
    const uint32_t kind = in_.bits(kKindBits);
    if (kind == kByHash) return known(CardPlaces::instance().card_of_hash(in_.bits(kHashBits)), "a card");
    if (kind > kByHash) return known(-1, "a card");
    Place place{.set = kind == kElsewhere ? set() : home};
    place.letter = in_.bits(kLetterBits);
    place.number = in_.bits(kCardBits);
    place.second = flag();
    return card_at(place);
  }

  void icons(DeckCard& card) {
    const uint32_t count = in_.number(0);
    for (uint32_t i = 0; i < count && !in_.bad(); ++i) {
      const bool plain = !flag();
      const uint32_t icon = in_.bits(plain ? kIconBits : kHouseBits);
      if (icon < (plain ? kIconNames.size() : kHouseNames.size()))
        card.bonus_icons.emplace_back(plain ? kIconNames[icon] : kHouseNames[icon]);
      else
        unknown("bonus icon " + std::to_string(icon));
    }
  }

  void house_cards(Deck& deck, House house, bool has_icons, bool has_marks) {
    const std::string_view home = is_mixed_set(deck.set) ? set() : std::string_view(deck.set);
    std::vector<DeckCard> cards(kCardsPerHouse);
    const uint32_t numbered = in_.bits(kCopiesBits);
    const int low = static_cast<int>(in_.bits(kLowBits));
    uint32_t number = 0;
    for (uint32_t i = 0; i < cards.size(); ++i) {
      if (i < numbered) number += in_.number(i == 0 ? kFirstLow : low);
      cards[i].card = i < numbered ? card_at({.set = home, .number = number}) : card(home);
      cards[i].house = house;
    }
    for (DeckCard& each : cards) {
      if (has_icons) icons(each);
      if (has_marks && flag())
        for (const DeckMark& mark : kDeckMarks) each.*mark.is = flag();
      deck.cards.push_back(std::move(each));
    }
  }

  Deck deck() {
    Deck deck;
    name_.clear();
    deck.name = name_ = in_.text();
    deck.set = set();
    for (House& each : deck.houses) each = house();
    std::array<bool, 7> flags{};
    for (bool& each : flags) each = flag();
    const auto [has_icons, has_marks, tide, has_sas, has_token, has_power, has_prophecies] = flags;
    deck.tide = tide;
    if (has_sas) deck.identity.sas = in_.bits(kSasBits) / 100.0;
    if (has_token) deck.token = card(deck.set);
    if (has_power) deck.archon_power = card(deck.set);
    for (int i = 0; has_prophecies && i < kDeckProphecies; ++i) deck.prophecies.push_back(card(deck.set));
    for (const House house : deck.houses) house_cards(deck, house, has_icons, has_marks);
    if (problem_.message.empty() && !in_.bad()) check(deck);
    return deck;
  }

  void check(Deck& deck) {
    std::vector<DeckProblem> problems = deck_problems(deck);
    if (problems.empty()) {
      sort_cards(deck);
      const DeckResult again = parse_deck(archon::write_deck(deck));  // a name may hold lines, say
      if (again.deck == deck) return;
      problems.push_back({0, "it can't be written as a deck file", ""});
    }
    problem_ = {0, "the link has a deck that is none: " + problems.front().message, problems.front().hint, deck.name};
  }

  BitReader in_;
  std::string name_;  // of the deck that is being read
  DeckProblem problem_;
};

LinkedDecks refused(const std::string& message, const std::string& hint) {
  return {.decks = {}, .problems = {{0, message, hint}}};
}

}  // namespace
}  // namespace link

std::string deck_link(std::span<const Deck> decks) {
  link::BitWriter out;
  out.bits(link::kVersion, link::kVersionBits);
  out.number(static_cast<uint32_t>(decks.size()), link::kCountBits);
  for (const Deck& each : decks) link::write_deck(out, each);
  out.bits(0, 1);  // 1 in a later version: games follow, with their agents and seeds
  return out.code();
}

LinkedDecks read_deck_link(std::string_view text) {
  using namespace link;
  if (const size_t from = text.find(kLinkFragment); from != std::string_view::npos)
    text.remove_prefix(from + kLinkFragment.size());
  text = trim(text);
  if (text.size() <= kChecksumDigits || !has_digits_only(text))
    return refused("this is no link with decks", "such a link ends with #" + std::string(kLinkFragment) + "B and more letters");
  const uint32_t version = BitReader(text.substr(0, 1)).bits(kVersionBits);
  if (version != kVersion)
    return refused("the link is of version " + std::to_string(version) + ", not " + std::to_string(kVersion),
                   version > kVersion ? "a newer page or program reads it" : "was it copied whole?");
  const std::string_view code = text.substr(0, text.size() - kChecksumDigits);
  if (checksum(code) != text.substr(code.size()))
    return refused("the link is damaged: its checksum is another one", "was it copied whole?");
  return CodeReader(code).read();
}

}  // namespace archon
