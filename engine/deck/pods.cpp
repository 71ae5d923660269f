#include "engine/deck/pods.h"

#include <algorithm>
#include <map>

#include "engine/deck/deck_words.h"

namespace archon {
namespace {

constexpr std::array<std::string_view, 3> kFormats = {"archon", "alliance", "sealed"};
constexpr std::string_view kMartianCivilWar = "MCW";

const Deck& at(std::span<const Deck> decks, int deck) { return decks[static_cast<size_t>(deck)]; }

PodSource source_of(std::span<const Deck> decks, const Pod& pod) {
  const Deck& deck = at(decks, pod.deck);
  return {deck.identity.id.empty() ? hash_text(deck_hash(deck)) : deck.identity.id, pod.house};
}

// Alliance: at most one name of the list, and of it at most so many copies.
void check_restricted(std::vector<DeckProblem>& problems, std::string_view set, const std::vector<DeckCard>& cards,
                      const RestrictedList& list) {
  std::map<int, int> copies;
  for (const DeckCard& card : cards)
    if (list.find(card.card, set) != nullptr) ++copies[card.card];
  const std::string of_list = "the restricted list of " + std::string(list.day);
  std::string names;
  for (const auto& [card, count] : copies) {
    names += (names.empty() ? "" : ", ") + in_quotes(facts(card).name);
    if (const int most = list.find(card, set)->most; most > 0 && count > most)
      problems.push_back({0, std::to_string(count) + " copies of " + in_quotes(facts(card).name),
                          of_list + " allows " + std::to_string(most)});
  }
  if (copies.size() > 1)
    problems.push_back({0, names + ": cards of more than one name of " + of_list, "Alliance allows one of the names"});
}

// What a deck file of its set can't have, whichever decks contributed: extras of other sets; and of pods a card that was
// printed in other sets alone, which a deck file marks where it is a legacy.
void check_printed(std::vector<DeckProblem>& problems, const Deck& deck, bool built) {
  if (is_mixed_set(deck.set)) return;
  const auto foreign = [&](int card) { return card >= 0 && find_printing(facts(card), deck.set) == nullptr; };
  const auto check_extra = [&](int card, const std::string& what) {
    if (foreign(card))
      problems.push_back({0, "the " + what + " " + in_quotes(facts(card).name) + " was never printed in " + deck.set,
                          "no deck that contributes a pod can have it"});
  };
  check_extra(deck.token, "token creature");
  check_extra(deck.archon_power, "archon power");
  for (const int prophecy : deck.prophecies) check_extra(prophecy, "prophecy");
  if (!built) return;
  std::string first;
  int others = -1;
  for (const DeckCard& card : deck.cards) {
    if (card.legacy || card.anomaly || !foreign(card.card)) continue;
    if (++others == 0) first = in_quotes(facts(card.card).name);
  }
  if (others < 0) return;
  problems.push_back(
      {0,
       first + (others > 0 ? " and " + std::to_string(others) + " more cards were" : " was") + " never printed in " + deck.set,
       "a build is of decks of one set; a legacy card is marked (legacy)"});
}

void check_set(std::vector<DeckProblem>& problems, std::string_view set, DeckFormat format) {
  if (format == DeckFormat::Alliance && set == kMartianCivilWar)
    problems.push_back({0, "decks of the Martian Civil War take no part in Alliance", ""});
}

void check_pods(std::vector<DeckProblem>& problems, std::span<const Deck> decks, const Build& build) {
  for (size_t i = 0; i < build.pods.size(); ++i) {
    const Pod& pod = build.pods[i];
    const Deck& deck = at(decks, pod.deck);
    if (std::ranges::find(deck.houses, pod.house) == deck.houses.end())
      problems.push_back({0, in_quotes(deck.name) + " has no pod of " + std::string(house_title(pod.house)), ""});
    const std::string& set = at(decks, build.pods[0].deck).set;
    if (is_mixed_set(deck.set) && !build.printed())
      problems.push_back({0, in_quotes(deck.name) + " is of several sets", "a build is of decks of one set"});
    if (deck.set != set)
      problems.push_back({0, "pods of two sets, " + set + " and " + deck.set, "a build is of decks of one set"});
    if (i > 0 && build.pods[i - 1].house == pod.house)
      problems.push_back({0, "two pods of " + std::string(house_title(pod.house)), "a build has three different houses"});
  }
}

void check_extras(std::vector<DeckProblem>& problems, std::span<const Deck> decks, const Build& build) {
  const auto contributes = [&](int deck) { return std::ranges::find(build.pods, deck, &Pod::deck) != build.pods.end(); };
  if (build.extras >= 0 && !contributes(build.extras)) {
    const Deck& deck = at(decks, build.extras);
    problems.push_back({0,
                        (deck.token >= 0 ? "the token creature " + in_quotes(facts(deck.token).name) + " is that of "
                                         : "prophecies or archon power are those of ") +
                            in_quotes(deck.name) + ", which contributes no pod",
                        "what comes with a deck is that of a contributing deck"});
  }
  const bool some = std::ranges::any_of(build.pods, [&](const Pod& pod) { return has_extras(at(decks, pod.deck)); });
  if (build.extras < 0 && some)
    problems.push_back({0, "the token creature, prophecies or archon power of a contributing deck are missing", ""});
  if (build.extras >= 0 && contributes(build.extras) && !has_extras(at(decks, build.extras)) && some)
    problems.push_back({0, in_quotes(at(decks, build.extras).name) + " has no token creature, prophecies or archon power", ""});
}

}  // namespace

std::string_view format_name(DeckFormat format) { return kFormats[static_cast<size_t>(format)]; }

std::optional<DeckFormat> find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name) - kFormats.begin();
  if (found == std::ssize(kFormats)) return {};
  return static_cast<DeckFormat>(found);
}

bool has_extras(const Deck& deck) { return deck.token >= 0 || deck.archon_power >= 0 || !deck.prophecies.empty(); }

std::vector<Pod> pods_of(std::span<const Deck> decks) {
  std::vector<Pod> pods;
  for (int deck = 0; deck < std::ssize(decks); ++deck)
    for (const House house : at(decks, deck).houses) pods.push_back({deck, house});
  std::ranges::stable_sort(pods, {}, &Pod::house);
  return pods;
}

Build printed_build(std::span<const Deck> decks, int deck) {
  Build build;
  std::array<House, kDeckHouses> houses = at(decks, deck).houses;
  std::ranges::sort(houses);
  for (size_t i = 0; i < houses.size(); ++i) build.pods[i] = {deck, houses[i]};
  if (has_extras(at(decks, deck))) build.extras = deck;
  return build;
}

std::vector<DeckProblem> build_problems(std::span<const Deck> decks, const Build& build, DeckFormat format,
                                        const RestrictedList& list) {
  std::vector<DeckProblem> problems;
  check_pods(problems, decks, build);
  check_extras(problems, decks, build);
  if (!problems.empty()) return problems;
  if (format == DeckFormat::Archon && !build.printed())
    problems.push_back({0, "pods of several decks", "Archon is played with decks as printed"});
  check_set(problems, at(decks, build.pods[0].deck).set, format);
  if (format == DeckFormat::Alliance && !build.printed()) {
    const Deck deck = deck_of(decks, build);
    check_restricted(problems, deck.set, deck.cards, list);
  }
  return problems;
}

std::vector<DeckProblem> format_problems(const Deck& deck, DeckFormat format, const RestrictedList& list) {
  std::vector<DeckProblem> problems = deck_problems(deck);
  const std::vector<PodSource>& pods = deck.identity.pods;
  const bool built = std::ranges::any_of(pods, [&](const PodSource& pod) { return pod.deck != pods.front().deck; });
  if (format == DeckFormat::Archon && built)
    problems.push_back({0, "it is built of pods of several decks", "Archon is played with decks as printed"});
  check_set(problems, deck.set, format);
  check_printed(problems, deck, built);
  if (built && is_mixed_set(deck.set)) problems.push_back({0, "it is of several sets", "a build is of decks of one set"});
  if (format == DeckFormat::Alliance && built) check_restricted(problems, deck.set, deck.cards, list);
  return problems;
}

Deck deck_of(std::span<const Deck> decks, const Build& build) {
  if (build.printed()) return at(decks, build.pods[0].deck);
  Deck deck;
  deck.name = build_name(decks, build);
  deck.set = at(decks, build.pods[0].deck).set;
  for (size_t i = 0; i < build.pods.size(); ++i) {
    const Pod& pod = build.pods[i];
    deck.houses[i] = pod.house;
    std::ranges::copy_if(at(decks, pod.deck).cards, std::back_inserter(deck.cards),
                         [&](const DeckCard& card) { return card.house == pod.house; });
    deck.tide = deck.tide || at(decks, pod.deck).tide;
    deck.identity.pods.push_back(source_of(decks, pod));
  }
  if (build.extras >= 0) {
    const Deck& of = at(decks, build.extras);
    deck.token = of.token;
    deck.archon_power = of.archon_power;
    deck.prophecies = of.prophecies;
  }
  sort_cards(deck);
  return deck;
}

std::string pod_name(std::span<const Deck> decks, const Pod& pod) {
  return std::string(house_title(pod.house)) + " of " + at(decks, pod.deck).name;
}

std::string build_name(std::span<const Deck> decks, const Build& build) {
  if (build.printed()) return at(decks, build.pods[0].deck).name;
  std::string name;
  for (const Pod& pod : build.pods) name += (name.empty() ? "" : " + ") + pod_name(decks, pod);
  return name;
}

}  // namespace archon
