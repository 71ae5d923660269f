// Deck files and every format that is imported. What was read can be written and read again.
#include "engine/deck/import.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const ImportResult imported = import_decks(text, "fuzz");
  for (const Deck& deck : imported.decks) (void)deck_problems(deck);
  const DeckResult own = parse_deck(text);
  if (!own.deck) return 0;
  const DeckResult again = parse_deck(write_deck(*own.deck));
  fuzz::want(again.deck == own.deck, "a deck that was written is read as another one");
  return 0;
}
