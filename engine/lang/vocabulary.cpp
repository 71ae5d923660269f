#include "engine/lang/vocabulary.h"

namespace archon::lang {

Vocabulary vocabulary_of(const CardTable& table) {
  Vocabulary result;
  for (int i = 0; i < kHouses; ++i) result.houses.emplace(house_name(static_cast<House>(i)));
  for (int i = 0; i <= static_cast<int>(Keyword::Versatile); ++i)
    result.keywords.emplace(keyword_name(static_cast<Keyword>(i)));
  for (const std::string& trait : table.traits()) result.traits.insert(trait);
  for (const CardFacts& card : table.cards()) result.cards.emplace(card.id, card.type);
  return result;
}

}  // namespace archon::lang
