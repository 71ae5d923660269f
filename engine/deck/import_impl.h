#pragma once
// What the readers of the formats share. A reader turns its input into RawDecks; the importer makes Decks of them.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/deck/import.h"

namespace archon::import {

inline constexpr int kUnsought = -1;  // a line that is looked for when a message needs it, see Importer::line

// A card as the input tells it.
struct RawCard : DeckMarks {
  std::string title;
  int card = -1;              // index into CardTable, where the input gives an id instead of a title
  House house = House::None;  // None: the input does not tell
  int count = 1;
  int line = kUnsought;
  int order = 0;  // of prophecies: the first two are the sides of one card, where the input tells
  bool evil_twin = false;
  Half half = Half::None;          // of a gigantic creature, when the input tells
  std::vector<std::string> icons;  // as in the input
};

struct RawDeck {
  std::string name;
  std::string id;         // in the deck registry; a deck that is in the file in several forms is imported once
  std::string sas, aerc;  // ratings as in the input, empty when it does not tell
  std::string set;        // code, name or number of the set as in the input, empty when it does not tell
  std::vector<House> houses;
  std::vector<std::string> pods{};  // of a build: "id:house"
  std::vector<RawCard> cards;
  int line = kUnsought;
  int rank = 0;           // of several forms of a deck, the one with the highest rank is imported
  bool broken = false;    // its reader reported a problem already
  bool unmarked = false;  // the format has no mark for mavericks: the house says enough
};

// A card of the deck while its house is being found.
struct Copy {
  DeckCard card;
  const RawCard* raw = nullptr;  // where it comes from
};

class Importer {
 public:
  Importer(std::string_view bytes, std::string_view name, size_t most_problems)
      : bytes_(bytes), default_name_(name), most_problems_(most_problems) {}

  std::string_view bytes() const { return bytes_; }
  std::string_view default_name() const { return default_name_; }

  // `deck`: the name of the deck that it is about.
  void problem(int line, std::string message, std::string hint = "", std::string deck = "");
  void unread(std::string name, int line) { result_.unread.push_back({std::move(name), line}); }
  void warning(int line, std::string message, std::string hint = "", std::string deck = "");
  size_t room() const;  // for problems: further ones are only counted
  // The lines of a deck and of a card of it: where the name stands, and where the title stands after it. 0 when many were asked
  // for, see import.h.
  int line(const RawDeck& deck) const;
  int line(const RawDeck& deck, const RawCard& card) const;
  // The houses of these names; what is unknown, and more names than there are houses, is a problem of the deck.
  std::vector<House> known_houses(const std::vector<std::string>& words, RawDeck& deck);

  void add(RawDeck deck);
  void add(Deck deck);
  size_t decks() const { return raw_.size() + result_.decks.size(); }
  ImportResult finish();

 private:
  bool may_seek() const;

  std::string_view bytes_;
  std::string_view default_name_;
  size_t most_problems_;
  std::vector<RawDeck> raw_;
  std::unordered_map<std::string, size_t> place_of_id_;  // in raw_
  size_t more_problems_ = 0, more_warnings_ = 0;
  mutable size_t seeks_ = 0;
  ImportResult result_;
};

// Makes a Deck of a RawDeck, or tells why that is impossible.
std::optional<Deck> build_deck(const RawDeck& raw, Importer& importer);

// Houses for copies that have none (House::None), so that the deck has 12 cards of each of three houses. `houses` is empty when
// the deck's houses are unknown too. A copy that belongs to none of the houses becomes a maverick, if there are few of these.
// Empty when it worked, else what is wrong.
struct Assignment {
  std::string problem;
  std::vector<House> houses;
  std::vector<size_t> guessed;    // copies that could have been in another house as well
  std::vector<size_t> mavericks;  // copies taken for mavericks that were not marked as such
};
Assignment assign_houses(std::vector<Copy>& copies, std::string_view set, const std::vector<House>& houses);

// Readers. Each returns false when the input is not of its format, and leaves everything else to the importer.
using Json = nlohmann::json;
using LinkedCards = std::unordered_map<std::string, const Json*>;  // cards of the registry by their id
void read_json(Importer& importer);
bool read_master_vault(const Json& data, const LinkedCards& linked, Importer& importer);
bool read_dok(const Json& deck, Importer& importer);
bool read_keyteki(const Json& deck, Importer& importer);
bool read_titles(const Json& deck, Importer& importer);
bool read_dok_csv(Importer& importer);
void read_text(Importer& importer);

// Members of a JSON object, with a default where they are missing or of another type.
std::string text_of(const Json& object, const char* key);
int number_of(const Json& object, const char* key, int otherwise);
bool flag_of(const Json& object, const char* key);
void read_marks(const Json& card, DeckMarks& marks);       // flags by their words
const Json& list_of(const Json& object, const char* key);  // an array, maybe empty
std::vector<std::string> texts_of(const Json& list);
std::vector<House> houses_of(const Json& list, RawDeck& deck, Importer& importer);

// Where a JSON string stands for the first time, not before `from`; npos when it is nowhere.
size_t find_text(std::string_view bytes, std::string_view text, size_t from = 0);

// The code of a set named by code, name, number or "MASS_MUTATION"; kMixedSet for a set whose list of cards is not known
// (`find_unlisted`), empty when there is no such set.
std::string find_set_code(std::string_view word);
const Expansion* find_unlisted(std::string_view word);

// "Sir Bevor - Evil Twin", "Troll (maverick)": takes such marks off the title.
void take_marks(RawCard& card);

}  // namespace archon::import
