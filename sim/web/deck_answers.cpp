#include "sim/web/deck_answers.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/facts/facts.h"
#include "sim/ratings/rated_worth.h"
#include "sim/ratings/rating_model.h"
#include "sim/stats/distributions.h"

namespace archon::web {
namespace {

void add_figure(JsonMembers& answer, const std::string& name, const DeckRating& rating,
                double (DeckRating::*of)(double) const) {
  answer.put(name, json((rating.*of)(0)));
  answer.put(name + "_low", json((rating.*of)(-kErrorsOf95)));
  answer.put(name + "_high", json((rating.*of)(kErrorsOf95)));
}

std::string_view rarity_in(const CardFacts& card, std::string_view set) {
  const Printing* printing = find_printing(card, set);
  if (printing == nullptr && !card.printings.empty()) printing = &card.printings.front();
  return printing == nullptr ? "" : rarity_name(printing->rarity);
}

std::string marks_of(const DeckCard& card) {
  std::vector<std::string> marks;
  for (const DeckMark& mark : kDeckMarks)
    if (card.*mark.is) marks.push_back(json(mark.word));
  return json_list(marks);
}

// Worth and interval; null where it is not known.
std::array<std::string, 3> worth_of(int card, const Deck& deck) {
  const std::optional<RatedWorth> worth = rated_worth(card, deck.set);
  if (!worth) return {kJsonNull, kJsonNull, kJsonNull};
  return {json(worth->elo), json(worth->interval.low), json(worth->interval.high)};
}

std::string card_answer(const Deck& deck, const DeckCard& card, int64_t copies) {
  const CardFacts& about = facts(card.card);
  std::vector<std::string> icons;
  for (const std::string& icon : card.bonus_icons) icons.push_back(json(icon));
  const auto [worth, low, high] = worth_of(card.card, deck);
  return JsonMembers()
      .put("name", json(deck_card_name(card.card)))
      .put("house", json(house_title(card.house)))
      .put("type", json(type_name(about.type)))
      .put("rarity", json(rarity_in(about, deck.set)))
      .put("amber", json(int64_t{about.amber}))
      .put("icons", json_list(icons))
      .put("marks", marks_of(card))
      .put("copies", json(copies))
      .put("worth", worth)
      .put("worth_low", low)
      .put("worth_high", high)
      .text();
}

std::string extra_answer(const Deck& deck, std::string_view what, int card) {
  const auto [worth, low, high] = worth_of(card, deck);
  return json_list({json(what), json(deck_card_name(card)), worth, low, high});
}

}  // namespace

JsonMembers deck_answer(const Deck& deck) {
  const DeckRating rating = rate_deck(built_in_ratings(), deck);
  std::vector<std::string> houses;
  for (const House house : deck.houses) houses.push_back(json(house_title(house)));
  JsonMembers answer;
  answer.put("deck", json(deck.name))
      .put("set", json(deck.set))
      .put("houses", json_list(houses))
      .put("sas", json(deck.identity.sas))
      .put("aerc", json(deck.identity.aerc))
      .put("id", json_or_null(deck.identity.id))
      .put("link", json_or_null(registry_link(deck.identity)))
      .put("hash", json(hash_text(deck_hash(deck))))
      .put("set_percentile", json(rating.percentile()))
      .put("text", json(write_deck(deck)));
  add_figure(answer, "rating", rating, &DeckRating::rating);
  add_figure(answer, "win_rate", rating, &DeckRating::overall_win_rate);
  add_figure(answer, "set_elo", rating, &DeckRating::elo);
  add_figure(answer, "set_win_rate", rating, &DeckRating::win_rate);
  return answer;
}

std::string cards_answer(const Deck& deck) {
  Deck sorted = deck;
  sort_cards(sorted);
  std::vector<std::string> cards, extras;
  for (size_t i = 0; i < sorted.cards.size();) {
    const size_t first = i;
    while (i < sorted.cards.size() && sorted.cards[i] == sorted.cards[first]) ++i;
    cards.push_back(card_answer(deck, sorted.cards[first], static_cast<int64_t>(i - first)));
  }
  if (deck.token >= 0) extras.push_back(extra_answer(deck, "Token creature", deck.token));
  if (deck.archon_power >= 0) extras.push_back(extra_answer(deck, "Archon power", deck.archon_power));
  for (const int prophecy : deck.prophecies) extras.push_back(extra_answer(deck, "Prophecy", prophecy));
  if (deck.tide) extras.push_back(json_list({json("The tide"), json(""), kJsonNull, kJsonNull, kJsonNull}));
  return JsonMembers().put("cards", json_list(cards)).put("extras", json_list(extras)).text();
}

std::string problems_answer(const std::vector<DeckProblem>& problems) {
  std::vector<std::string> list;
  for (const DeckProblem& each : problems)
    list.push_back(JsonMembers()
                       .put("line", json(int64_t{each.line}))
                       .put("message", json(each.message))
                       .put("hint", json(each.hint))
                       .put("deck", json(each.deck))
                       .text());
  return json_list(list);
}

}  // namespace archon::web
