#include "sim/command/deck_names.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include "engine/facts/facts.h"
#include "engine/facts/spelling.h"
#include "engine/facts/visible_text.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace {

constexpr size_t kLeastOfHouse = 3, kLeastOfId = 4;
constexpr size_t kMostSuggestions = 3;

// In lower case, with letters and their marks apart; as it is where it is no UTF-8.
std::string decomposed(std::string_view text) {
  utf8proc_uint8_t* made = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
                                                      UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                 static_cast<utf8proc_ssize_t>(text.size()), &made, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(made, &std::free);
  return size < 0 ? std::string(text) : std::string(reinterpret_cast<const char*>(made), static_cast<size_t>(size));
}

bool is_quote(char32_t code) {
  return code == '\'' || code == '"' || code == '`' || code == 0xB4 || (code >= 0x2018 && code <= 0x201F);
}

bool is_letter_or_number(char32_t code) {
  const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

// The least number of wrong letters in a run of as many words of the name as the text has.
int letters_wrong(const std::string& text, const std::string& name) {
  std::vector<size_t> starts = {0};
  for (size_t i = 0; i < name.size(); ++i)
    if (name[i] == ' ') starts.push_back(i + 1);
  const auto words = static_cast<size_t>(std::ranges::count(text, ' ')) + 1;
  int least = edit_distance(text, name);
  for (size_t i = 0; i + words <= starts.size(); ++i) {
    const size_t end = i + words < starts.size() ? starts[i + words] - 1 : name.size();
    least = std::min(least, edit_distance(text, name.substr(starts[i], end - starts[i])));
  }
  return least;
}

}  // namespace

std::string deck_words(std::string_view text) {
  const std::string plain = decomposed(text);
  std::string words;
  for (std::string_view rest = plain; !rest.empty();) {
    const Character character = first_character(rest);
    const std::string_view bytes = rest.substr(0, std::max<size_t>(1, character.bytes));
    rest.remove_prefix(bytes.size());
    if (character.bytes == 0 || is_quote(character.code)) continue;
    const std::string folded = character.code < 0x80 ? "" : fold_name(bytes);  // the letters that are no letter with a mark
    if (!is_letter_or_number(character.code))
      words += words.empty() || words.back() == ' ' ? "" : " ";
    else
      words += folded.empty() ? bytes : folded;
  }
  if (words.ends_with(' ')) words.pop_back();
  return words;
}

DeckWord::DeckWord(std::string_view text) : words_(deck_words(text)), id_(find_uuid(text)) {
  if (const Expansion* set = find_set(text)) set_ = set->code;
}

DeckWord::Fit DeckWord::fit_name(std::string_view name) const {
  const std::string words = deck_words(name);
  if (words_.empty()) return Fit::None;
  return words == words_ ? Fit::Whole : words.find(words_) != std::string::npos ? Fit::Part : Fit::None;
}

DeckWord::Fit DeckWord::fit_id(const std::string& id) const {
  if (id.empty()) return Fit::None;
  if (id == id_) return Fit::Whole;
  return words_.size() >= kLeastOfId && deck_words(id).starts_with(words_) ? Fit::Part : Fit::None;
}

DeckWord::Fit DeckWord::fit_house(House house) const {
  const std::string title = deck_words(house_title(house));
  if (title == words_ || house_name(house) == words_) return Fit::Whole;
  return words_.size() >= kLeastOfHouse && title.find(words_) != std::string::npos ? Fit::Part : Fit::None;
}

DeckWord::Fit DeckWord::fit(const Deck& deck) const {
  Fit best = std::max(fit_name(deck.name), fit_id(deck.identity.id));
  for (const House house : deck.houses) best = std::max(best, fit_house(house));
  return !set_.empty() && deck.set == set_ ? Fit::Whole : best;
}

std::vector<size_t> decks_called(const std::vector<const Deck*>& decks, std::string_view text) {
  const DeckWord word(text);
  std::vector<size_t> whole, part;
  for (size_t i = 0; i < decks.size(); ++i) {
    const DeckWord::Fit fit = word.fit(*decks[i]);
    if (fit == DeckWord::Fit::Whole) whole.push_back(i);
    if (fit == DeckWord::Fit::Part) part.push_back(i);
  }
  return whole.empty() ? part : whole;
}

std::string nearest_decks(const std::vector<const Deck*>& decks, std::string_view text) {
  const std::string words = deck_words(text);
  if (words.empty() || words.size() > kMaxSpelledBytes) return "";
  const int most = std::max(1, static_cast<int>(words.size()) / 3);
  std::multimap<int, std::string> near;  // by letters that are wrong
  for (const Deck* deck : decks)
    if (const int wrong = letters_wrong(words, deck_words(deck->name)); wrong <= most)
      near.emplace(wrong, "'" + excerpt(deck->name) + "'");
  std::vector<std::string> names;
  for (const auto& [wrong, name] : near)
    if (names.size() < kMostSuggestions && std::ranges::find(names, name) == names.end()) names.push_back(name);
  return names.empty() ? "" : "did you mean " + joined(names, " or ") + "?";
}

}  // namespace archon::cli
