// The words of facts.h: names of houses, types, keywords; folding of names.
#include <algorithm>
#include <array>

#include "engine/facts/facts.h"
#include "engine/facts/spelling.h"

namespace archon {
namespace {

constexpr auto kHouseNames = std::to_array<std::string_view>({"brobnar", "dis", "ekwidon", "geistoid", "logos", "mars",
                                                              "ouboros", "redemption", "sanctum", "saurian", "shadows",
                                                              "skyborn", "staralliance", "unfathomable", "untamed", "none"});
constexpr auto kHouseTitles = std::to_array<std::string_view>({"Brobnar", "Dis", "Ekwidon", "Geistoid", "Logos", "Mars",
                                                               "Ouboros", "Redemption", "Sanctum", "Saurian", "Shadows",
                                                               "Skyborn", "Star Alliance", "Unfathomable", "Untamed", "None"});
constexpr auto kTypeNames = std::to_array<std::string_view>(
    {"creature", "action", "artifact", "upgrade", "token-creature", "archon-power", "prophecy", "tide"});
constexpr auto kKeywordNames =
    std::to_array<std::string_view>({"alpha", "assault", "deploy", "elusive", "entrench", "hazardous", "invulnerable", "omega",
                                     "poison", "skirmish", "splash-attack", "taunt", "treachery", "versatile"});
constexpr auto kIconNames = std::to_array<std::string_view>({"amber", "capture", "damage", "draw", "discard", "power"});
constexpr auto kIconTitles = std::to_array<std::string_view>({"aember", "capture", "damage", "draw", "discard", "power"});
constexpr auto kRarityNames = std::to_array<std::string_view>(
    {"common", "uncommon", "rare", "special", "variant", "evil-twin", "fixed", "token", "other"});
static_assert(kHouseNames.size() == kHouses + 1 && kHouseTitles.size() == kHouses + 1 && kIconNames.size() == kIcons);

// Letters of U+00C0 to U+017F without their marks; '?' stands for two letters (see two_letters) and ' ' for none.
constexpr std::string_view kLatinLetters =
    "aaaaaa?ceeeeiiii"
    "dnooooo ouuuuy??"
    "aaaaaa?ceeeeiiii"
    "dnooooo ouuuuy?y"
    "aaaaaaccccccccdd"
    "ddeeeeeeeeeegggg"
    "gggghhhhiiiiiiii"
    "ii??jjkkklllllll"
    "lllnnnnnnnnnoooo"
    "oo??rrrrrrssssss"
    "ssttttttuuuuuuuu"
    "uuuuwwyyyzzzzzzs";
static_assert(kLatinLetters.size() == 0x180 - 0xC0);

std::string_view two_letters(char32_t c) {
  switch (c) {
    case 0xC6:
    case 0xE6:
      return "ae";
    case 0xDE:
    case 0xFE:
      return "th";
    case 0xDF:
      return "ss";
    case 0x132:
    case 0x133:
      return "ij";
    case 0x152:
    case 0x153:
      return "oe";
    default:
      return "";
  }
}

// Decodes the character at `text` and shortens it; a byte that is no UTF-8 counts as a character to drop.
char32_t next_character(std::string_view& text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const size_t length = first < 0x80 ? 1 : first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  char32_t c = length == 1 ? first : first & (0x7Fu >> length);
  if ((first >= 0x80 && length == 1) || length > text.size()) {
    c = 0xFFFD;
    text.remove_prefix(1);
    return c;
  }
  for (size_t i = 1; i < length; ++i) c = (c << 6) | (byte(i) & 0x3Fu);
  text.remove_prefix(length);
  return c;
}

void append_folded(std::string& out, char32_t c) {
  if (c == '\'' || c == '"' || c == '`') return;
  if (c <= ' ' || c == 0xA0 || c == 0x202F || c == 0x2009) {  // runs of blanks count as one
    if (!out.empty() && out.back() != ' ') out += ' ';
  } else if (c >= 'A' && c <= 'Z') {
    out += static_cast<char>(c - 'A' + 'a');
  } else if (c < 0x7F) {
    out += static_cast<char>(c);
  } else if (c >= 0xC0 && c < 0x180) {
    const char letter = kLatinLetters[c - 0xC0];
    if (letter == '?') {
      out += two_letters(c);
    } else if (letter != ' ') {
      out += letter;
    }
  } else if (c >= 0x2010 && c <= 0x2015) {  // hyphens and dashes
    out += '-';
  } else if (c == 0x2026) {  // ellipsis
    out += "...";
  }
}

template <size_t N>
int index_of(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

std::string letters_only(std::string_view word) {
  std::string folded = fold_name(word);
  std::erase_if(folded, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  return folded;
}

}  // namespace

std::string fold_name(std::string_view name) {
  std::string out;
  out.reserve(name.size());
  while (!name.empty()) append_folded(out, next_character(name));
  if (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::string word_hint(std::string_view word, const std::vector<std::string>& candidates) {
  return did_you_mean(word, candidates);
}

std::string_view house_name(House house) { return kHouseNames[static_cast<size_t>(house)]; }
std::string_view house_title(House house) { return kHouseTitles[static_cast<size_t>(house)]; }
std::string_view icon_name(Icon icon) { return kIconNames[static_cast<size_t>(icon)]; }
std::string_view icon_title(Icon icon) { return kIconTitles[static_cast<size_t>(icon)]; }
std::string_view type_name(CardType type) { return kTypeNames[static_cast<size_t>(type)]; }
std::string_view keyword_name(Keyword keyword) { return kKeywordNames[static_cast<size_t>(keyword)]; }
std::string_view rarity_name(Rarity rarity) { return kRarityNames[static_cast<size_t>(rarity)]; }

House house_from_name(std::string_view word) {
  const int index = index_of(kHouseNames, letters_only(word));
  return index < 0 ? House::None : static_cast<House>(index);
}

std::optional<Icon> icon_from_name(std::string_view word) {
  const int index = index_of(kIconNames, word);
  return index < 0 ? std::nullopt : std::optional(static_cast<Icon>(index));
}

}  // namespace archon
