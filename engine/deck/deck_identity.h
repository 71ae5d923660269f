#pragma once
// Who a deck is elsewhere: in the deck registry (Master Vault) and at Decks of KeyForge, which rates decks.
#include <optional>
#include <string>
#include <string_view>

namespace archon {

// What an input does not tell is empty.
struct DeckIdentity {
  std::string id;                   // in the deck registry, a UUID in lower case
  std::optional<double> sas, aerc;  // ratings of Decks of KeyForge, from 0 to 1,000

  bool operator==(const DeckIdentity&) const = default;
};

// The first UUID of a text (an id, a link), in lower case; empty when there is none.
std::string find_uuid(std::string_view text);
// A rating from 0 to 1,000, to hundredths; nothing for any other text.
std::optional<double> parse_rating(std::string_view text);
std::string rating_text(double rating);  // as short as it can be read back: "67", "58.3"

// Pages of the deck; empty when its id is unknown.
std::string registry_link(const DeckIdentity& identity);
std::string ratings_link(const DeckIdentity& identity);  // at Decks of KeyForge

}  // namespace archon
