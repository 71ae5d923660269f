// Makes a Deck of what a reader found: titles become cards, marks are checked, missing houses found, what is missing is told.
#include <algorithm>
#include <map>

#include "engine/deck/deck_words.h"
#include "engine/deck/import_impl.h"

namespace archon::import {
namespace {

constexpr size_t kMaxNameBytes = 200;
constexpr size_t kMaxTitleBytes = 200;    // with marks
constexpr size_t kMaxUnknownTitles = 10;  // beyond that the list is in another language, or no list of cards

bool take_ending(std::string& text, std::string_view ending) {
  if (text.size() <= ending.size()) return false;
  const std::string tail = fold_name(std::string_view(text).substr(text.size() - ending.size()));
  if (tail != fold_name(ending)) return false;
  text.resize(text.size() - ending.size());
  text = std::string(trim(text));
  return true;
}

class Builder {
 public:
  Builder(const RawDeck& raw, Importer& importer) : raw_(raw), importer_(importer) {}

  std::optional<Deck> build() {
    deck_.houses.fill(House::None);
    for (const std::string_view name : {std::string_view(raw_.name), importer_.default_name(), std::string_view("Unnamed")}) {
      if (deck_.name.empty()) deck_.name = trim(printable(name, kMaxNameBytes));
    }
    identify();
    for (const RawCard& raw : raw_.cards) resolve(raw);
    if (!good_) return std::nullopt;
    find_set();
    pair_halves();
    if (!find_houses() || !count_cards()) return std::nullopt;
    settle_set();
    for (Copy& copy : copies_) mark(copy);
    for (const Copy& copy : copies_) deck_.cards.push_back(copy.card);
    find_pods();
    return check();
  }

 private:
  void problem(int line, const std::string& message, std::string hint = "") {
    importer_.problem(line, in_quotes(deck_.name) + ": " + message, std::move(hint), deck_.name);
    good_ = false;
  }
  void warning(int line, const std::string& message, std::string hint = "") {
    importer_.warning(line, in_quotes(deck_.name) + ": " + message, std::move(hint), deck_.name);
  }
  int line(const RawCard& raw) const { return importer_.line(raw_, raw); }

  void identify() {
    deck_.identity.id = find_uuid(raw_.id);
    const auto rating = [&](const std::string& text, const char* what) {
      const std::optional<double> found = parse_rating(trim(text));
      if (!found && !trim(text).empty()) {
        warning(importer_.line(raw_), std::string(what) + " " + in_quotes(text) + " is no number from 0 to 1,000, left out");
      }
      return found;
    };
    deck_.identity.sas = rating(raw_.sas, "SAS");
    deck_.identity.aerc = rating(raw_.aerc, "AERC");
  }

  void resolve(const RawCard& raw) {
    RawCard card = raw;
    take_marks(card);
    if (card.card < 0) card.card = find(card);
    if (card.card < 0) return unknown(card);
    if (card.count < 1 || card.count > kDeckCards) {
      return problem(line(raw), "a deck can't have " + std::to_string(card.count) + " copies of " + in_quotes(card.title));
    }
    if (!played_from_deck(facts(card.card).type)) return extra(card);
    if (facts(card.card).boss) {
      return problem(line(raw), in_quotes(card.title) + " is in no deck of two players", std::string(kBossHint));
    }
    DeckCard entry;
    entry.card = card.card;
    entry.house = card.house;
    static_cast<DeckMarks&>(entry) = card;
    for (const std::string& word : card.icons) {
      entry.bonus_icons.push_back(bonus_icon(word));
      if (entry.bonus_icons.back().empty()) {
        problem(line(raw), "unknown bonus icon " + in_quotes(word) + " of " + in_quotes(card.title), bonus_icon_hint());
      }
    }
    if (copies_.size() < kMaxRawCards) copies_.insert(copies_.end(), static_cast<size_t>(card.count), Copy{entry, &raw});
  }

  static int find(const RawCard& card) {
    std::string title = card.title;
    if (card.evil_twin) title += " (evil twin)";
    if (card.half == Half::Second) title += " (second half)";
    return find_deck_card(title);
  }

  void unknown(const RawCard& card) {
    good_ = false;
    if (++unknown_ > kMaxUnknownTitles) return;
    if (unknown_ == kMaxUnknownTitles) return problem(line(card), "and more titles that are unknown", "titles must be English");
    if (importer_.room() == 0) return problem(0, "unknown card");  // counted only
    problem(line(card), "unknown card " + in_quotes(card.title), nearest_cards(card.title));
  }

  // What comes with a deck besides its 36 cards. Some inputs have it twice.
  void extra(const RawCard& card) {
    const CardType type = facts(card.card).type;
    if (type == CardType::Tide) deck_.tide = true;
    if (type == CardType::TokenCreature) deck_.token = card.card;
    if (type == CardType::ArchonPower) deck_.archon_power = card.card;
    if (type == CardType::Prophecy && std::ranges::find(deck_.prophecies, card.card) == deck_.prophecies.end()) {
      deck_.prophecies.push_back(card.card);
    }
  }

  // The set that most of the copies were printed in, the earliest of several: of the sets that have these houses. Mixed when
  // there is none.
  std::string likely_set(const std::vector<House>& houses) const {
    std::string best(kMixedSet);
    long most = -1;
    for (const Expansion& set : card_sets()) {
      if (!std::ranges::all_of(houses, [&](House house) { return set_has_house(set.code, house); })) continue;
      const auto count =
          std::ranges::count_if(copies_, [&](const Copy& copy) { return find_printing(facts(copy.card.card), set.code); });
      if (count <= most) continue;
      most = count;
      best = set.code;
    }
    return best;
  }

  void find_set() {
    deck_.set = find_set_code(raw_.set);
    if (deck_.set.empty()) {
      guessed_set_ = true;
      deck_.set = likely_set(told_houses());
      if (is_mixed_set(deck_.set)) deck_.set = likely_set({});  // the cards' houses are told wrongly, or will be found
      return;
    }
    if (const Expansion* unlisted = find_unlisted(raw_.set)) {
      deck_.identity.unlisted_set = unlisted->code;
      warning(importer_.line(raw_),
              "the list of the cards of " + std::string(unlisted->name) + " is not known, read by its cards as a mixed deck");
    }
  }

  std::vector<House> told_houses() const {
    std::vector<House> houses = raw_.houses;
    for (const Copy& copy : copies_) {
      if (copy.card.house != House::None && std::ranges::find(houses, copy.card.house) == houses.end())
        houses.push_back(copy.card.house);
    }
    return houses;
  }

  // Once the houses are found: a set that lacks one of them is not the deck's.
  void settle_set() {
    const std::vector<House> houses(deck_.houses.begin(), deck_.houses.end());
    if (guessed_set_) {
      deck_.set = likely_set(houses);
      warning(importer_.line(raw_), raw_.set.empty() ? "the set is not told, taken as " + deck_.set
                                                     : "unknown set " + in_quotes(raw_.set) + ", taken as " + deck_.set);
      return;
    }
    for (const House house : houses) {
      if (is_mixed_set(deck_.set) || set_has_house(deck_.set, house)) continue;
      warning(importer_.line(raw_),
              "set " + deck_.set + " has no house " + std::string(house_title(house)) + ", taken as a mixed deck");
      deck_.set = kMixedSet;
    }
  }

  // Where the input gives both halves of a gigantic creature one title, every second copy is the second half.
  void pair_halves() {
    std::map<int, int> seen;
    for (Copy& copy : copies_) {
      const int second = second_half_of(copy.card.card);
      if (second < 0 || copy.raw->half != Half::None) continue;
      const bool apart = std::ranges::any_of(copies_, [&](const Copy& other) { return other.card.card == second; });
      if (!apart && seen[copy.card.card]++ % 2 == 1) pairs_.push_back({&copy, second});
    }
    for (const auto& [copy, second] : pairs_) copy->card.card = second;
  }

  bool find_houses() {
    std::vector<House> houses = raw_.houses;
    if (houses.empty()) {
      houses = told_houses();
      std::ranges::sort(houses);
    }
    const bool all_told = std::ranges::none_of(copies_, [](const Copy& copy) { return copy.card.house == House::None; });
    if (!all_told && raw_.houses.empty() && houses.size() != kDeckHouses) houses.clear();
    if (!all_told && (houses.empty() || houses.size() == kDeckHouses)) {
      const Assignment assignment = assign_houses(copies_, deck_.set, houses);
      if (!assignment.problem.empty()) return problem(importer_.line(raw_), assignment.problem), false;
      houses = assignment.houses;
      tell_guesses(assignment);
    }
    if (houses.size() != kDeckHouses) {
      std::string list;
      for (const House house : houses) list += (list.empty() ? "" : ", ") + std::string(house_title(house));
      problem(importer_.line(raw_), "a deck has three houses, not " + std::to_string(houses.size()), list);
      return false;
    }
    std::ranges::copy(houses, deck_.houses.begin());
    return true;
  }

  void tell_guesses(const Assignment& assignment) {
    for (const size_t i : assignment.mavericks) {
      const Copy& copy = copies_[i];
      warning(line(*copy.raw), in_quotes(facts(copy.card.card).name) + " is not marked, taken as a maverick of " +
                                   std::string(house_title(copy.card.house)));
    }
    for (const size_t i : assignment.guessed) {
      const Copy& copy = copies_[i];
      warning(line(*copy.raw), "the house of " + in_quotes(facts(copy.card.card).name) + " is not told, taken as " +
                                   std::string(house_title(copy.card.house)));
    }
  }

  bool count_cards() {
    std::map<House, int> counts;
    for (const House house : deck_.houses) counts[house] = 0;
    for (const Copy& copy : copies_) ++counts[copy.card.house];
    if (counts.size() == kDeckHouses &&
        std::ranges::all_of(counts, [](const auto& entry) { return entry.second == kCardsPerHouse; })) {
      return true;
    }
    std::string list;
    for (const auto& [house, count] : counts) {
      list += (list.empty() ? "" : ", ") + std::string(house_title(house)) + " " + std::to_string(count);
    }
    const std::string message =
        counts.size() > kDeckHouses    ? "the cards are of " + std::to_string(counts.size()) + " houses instead of three"
        : copies_.size() != kDeckCards ? "the deck has " + std::to_string(copies_.size()) + " cards instead of 36"
                                       : "a house has 12 cards";
    problem(importer_.line(raw_), message, list);
    return false;
  }

  // Makes the marks agree with the card table, whatever the input knows of them.
  void mark(Copy& copy) {
    DeckCard& card = copy.card;
    const CardFacts& card_facts = facts(card.card);
    const bool own_house = std::ranges::any_of(card_facts.printings, [&](const Printing& p) { return p.house == card.house; });
    const Printing* in_set = find_printing(card_facts, deck_.set);
    const bool told = card.anomaly && in_set == nullptr && was_anomaly(card_facts);
    card.anomaly = told || is_anomaly(card_facts, card.house, deck_.set);
    if (card.anomaly || printed_in_house_of_set(card_facts, card.house, deck_.set)) card.maverick = false;
    if (!card.maverick && !own_house && !card.anomaly) {
      card.maverick = true;
      if (!raw_.unmarked) {
        warning(line(*copy.raw), in_quotes(card_facts.name) + " was never printed in house " +
                                     std::string(house_title(card.house)) + ", taken as a maverick");
      }
    }
    if (!card.anomaly && !is_mixed_set(deck_.set) && in_set == nullptr) card.legacy = true;
  }

  std::optional<Deck> check() {
    for (const DeckProblem& found : deck_problems(deck_)) problem(importer_.line(raw_), found.message, found.hint);
    if (!good_) return std::nullopt;
    if (raw_.unmarked) tell_losses();
    sort_cards(deck_);
    // What `check` refuses is never given away: the deck's file is read once more.
    for (const DeckProblem& found : parse_deck(write_deck(deck_)).problems)
      problem(importer_.line(raw_), found.message, found.hint);
    return good_ ? std::optional(std::move(deck_)) : std::nullopt;
  }

  // Pods that don't fit the deck are left out: they are no part of the game.
  void find_pods() {
    std::vector<House> of;
    for (const std::string& word : raw_.pods) {
      const std::optional<PodSource> pod = parse_pod(word);
      deck_.identity.pods.push_back(pod.value_or(PodSource{}));
      of.push_back(deck_.identity.pods.back().house);
    }
    if (of.empty() || std::ranges::is_permutation(of, deck_.houses)) return;
    warning(importer_.line(raw_), "its pods are not one of each of its houses, left out");
    deck_.identity.pods.clear();
  }

  void tell_losses() {
    std::string lost;
    const bool icons = std::ranges::any_of(deck_.cards, [](const DeckCard& card) { return !card.bonus_icons.empty(); });
    if (set_has_icons(deck_.set) && !icons) lost = "bonus icons";
    const auto miss = [&](bool missing, const char* what) {
      if (missing) lost += (lost.empty() ? "" : ", ") + std::string(what);
    };
    const auto some = [&](CardType type) { return !cards_of_type(deck_.set, type).empty(); };
    miss(!tokens_of(deck_).empty() && deck_.token < 0, "the token creature");
    miss(some(CardType::Prophecy) && deck_.prophecies.empty(), "the prophecies");
    miss(some(CardType::ArchonPower) && deck_.archon_power < 0, "the archon power");
    if (!lost.empty()) warning(importer_.line(raw_), "the input does not tell: " + lost);
  }

  const RawDeck& raw_;
  Importer& importer_;
  Deck deck_;
  std::vector<Copy> copies_;
  std::vector<std::pair<Copy*, int>> pairs_;
  size_t unknown_ = 0;
  bool guessed_set_ = false;
  bool good_ = true;
};

}  // namespace

std::optional<Deck> build_deck(const RawDeck& raw, Importer& importer) { return Builder(raw, importer).build(); }

void take_marks(RawCard& card) {
  if (card.title.size() > kMaxTitleBytes) return;  // it is unknown anyway
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view twin : {" \xE2\x80\x93 Evil Twin", " - Evil Twin", " (Evil Twin)"}) {
      if (take_ending(card.title, twin)) found = card.evil_twin = true;
    }
    for (const DeckMark& mark : kDeckMarks)
      if (take_ending(card.title, "(" + std::string(mark.word) + ")")) found = card.*mark.is = true;
    if (take_ending(card.title, "(second half)")) {
      card.half = Half::Second;
      found = true;
    }
  }
}

namespace {

// "MASS_MUTATION", "MASS_MUTATION (inferred)": "MASS MUTATION".
std::string plain_set(std::string_view word) {
  constexpr std::string_view kInferred = " (inferred)";
  if (word.ends_with(kInferred)) word.remove_suffix(kInferred.size());
  std::string name(word);
  std::ranges::replace(name, '_', ' ');
  return name;
}

}  // namespace

const Expansion* find_unlisted(std::string_view word) { return find_unlisted_set(plain_set(word)); }

std::string find_set_code(std::string_view word) {
  const std::string name = plain_set(word);
  if (const Expansion* set = find_set(name)) return std::string(set->code);
  const std::string folded = fold_name(name);
  for (const Expansion& set : card_sets()) {
    if (folded == std::to_string(set.expansion)) return std::string(set.code);
  }
  return folded.starts_with("mixed") || find_unlisted(word) != nullptr ? std::string(kMixedSet) : "";
}

}  // namespace archon::import
