#include "sim/web/deck_answers.h"

#include <optional>
#include <string>
#include <string_view>

#include "engine/facts/facts.h"
#include "sim/ratings/rated_worth.h"
#include "sim/ratings/rating_model.h"
#include "sim/stats/distributions.h"

namespace archon::web {
namespace {

using Json = nlohmann::json;

template <class Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}
Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

void add_figure(Json& answer, const std::string& name, const DeckRating& rating, double (DeckRating::*of)(double) const) {
  const double errors = normal_quantile(0.975);
  answer[name] = (rating.*of)(0);
  answer[name + "_low"] = (rating.*of)(-errors);
  answer[name + "_high"] = (rating.*of)(errors);
}

std::string_view rarity_in(const CardFacts& card, std::string_view set) {
  const Printing* printing = find_printing(card, set);
  if (printing == nullptr && !card.printings.empty()) printing = &card.printings.front();
  return printing == nullptr ? "" : rarity_name(printing->rarity);
}

Json marks_of(const DeckCard& card) {
  Json marks = Json::array();
  for (const DeckMark& mark : kDeckMarks)
    if (card.*mark.is) marks.push_back(mark.word);
  return marks;
}

Json card_answer(const Deck& deck, const DeckCard& card, int copies) {
  const CardFacts& about = facts(card.card);
  const std::optional<RatedWorth> worth = rated_worth(card.card, deck.set);
  return {{"name", deck_card_name(card.card)},
          {"house", house_title(card.house)},
          {"type", type_name(about.type)},
          {"rarity", rarity_in(about, deck.set)},
          {"amber", about.amber},
          {"icons", card.bonus_icons},
          {"marks", marks_of(card)},
          {"copies", copies},
          {"worth", worth ? Json(worth->elo) : Json()},
          {"worth_low", worth ? Json(worth->interval.low) : Json()},
          {"worth_high", worth ? Json(worth->interval.high) : Json()}};
}

Json extra_answer(const Deck& deck, std::string_view what, int card) {
  const std::optional<RatedWorth> worth = rated_worth(card, deck.set);
  if (!worth) return {what, deck_card_name(card), nullptr, nullptr, nullptr};
  return {what, deck_card_name(card), worth->elo, worth->interval.low, worth->interval.high};
}

}  // namespace

Json deck_answer(const Deck& deck) {
  const DeckRating rating = rate_deck(built_in_ratings(), deck);
  Json houses = Json::array();
  for (const House house : deck.houses) houses.push_back(house_title(house));
  Json answer = {{"deck", deck.name},
                 {"set", deck.set},
                 {"houses", houses},
                 {"sas", or_null(deck.identity.sas)},
                 {"aerc", or_null(deck.identity.aerc)},
                 {"id", or_null(deck.identity.id)},
                 {"link", or_null(registry_link(deck.identity))},
                 {"hash", hash_text(deck_hash(deck))},
                 {"set_percentile", rating.percentile()},
                 {"text", write_deck(deck)}};
  add_figure(answer, "rating", rating, &DeckRating::rating);
  add_figure(answer, "win_rate", rating, &DeckRating::overall_win_rate);
  add_figure(answer, "set_elo", rating, &DeckRating::elo);
  add_figure(answer, "set_win_rate", rating, &DeckRating::win_rate);
  return answer;
}

Json cards_answer(const Deck& deck) {
  Deck sorted = deck;
  sort_cards(sorted);
  Json cards = Json::array(), extras = Json::array();
  for (size_t i = 0; i < sorted.cards.size();) {
    const size_t first = i;
    while (i < sorted.cards.size() && sorted.cards[i] == sorted.cards[first]) ++i;
    cards.push_back(card_answer(deck, sorted.cards[first], static_cast<int>(i - first)));
  }
  if (deck.token >= 0) extras.push_back(extra_answer(deck, "Token creature", deck.token));
  if (deck.archon_power >= 0) extras.push_back(extra_answer(deck, "Archon power", deck.archon_power));
  for (const int prophecy : deck.prophecies) extras.push_back(extra_answer(deck, "Prophecy", prophecy));
  if (deck.tide) extras.push_back({"The tide", "", nullptr, nullptr, nullptr});
  return {{"cards", cards}, {"extras", extras}};
}

Json problems_answer(const std::vector<DeckProblem>& problems) {
  Json list = Json::array();
  for (const DeckProblem& each : problems)
    list.push_back({{"line", each.line}, {"message", each.message}, {"hint", each.hint}, {"deck", each.deck}});
  return list;
}

}  // namespace archon::web
