#include "engine/deck/deck_identity.h"

#include <algorithm>
#include <cmath>

#include "engine/core/decimal.h"
#include "engine/deck/deck_words.h"

namespace archon {
namespace {

constexpr size_t kUuidBytes = 36;

// 8-4-4-4-12 hexadecimal digits.
bool is_uuid(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  for (size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : kDigits.find(text[i]) == std::string_view::npos) return false;
  }
  return text.size() == kUuidBytes;
}

std::string link(std::string_view site, const DeckIdentity& identity) {
  return identity.id.empty() ? "" : std::string(site) + identity.id;
}

}  // namespace

std::string find_uuid(std::string_view text) {
  for (size_t at = 0; at + kUuidBytes <= text.size(); ++at) {
    if (!is_uuid(text.substr(at, kUuidBytes))) continue;
    std::string id(text.substr(at, kUuidBytes));
    for (char& c : id)
      if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    return id;
  }
  return "";
}

std::optional<double> parse_rating(std::string_view text) {
  constexpr double kMost = 1000;
  const std::optional<double> rating = parse_double(text);
  if (!rating || text.find_first_of("eE") != std::string_view::npos || !(*rating >= 0 && *rating <= kMost)) return {};
  return std::abs(std::round(*rating * 100) / 100);  // no negative zero
}

std::string rating_text(double rating) {
  std::string digits = std::to_string(std::lround(rating * 100));
  digits.insert(0, 3 - std::min<size_t>(3, digits.size()), '0');
  digits.insert(digits.size() - 2, 1, '.');
  while (digits.back() == '0') digits.pop_back();
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

std::optional<PodSource> parse_pod(std::string_view text) {
  constexpr size_t kHashDigits = 16;
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view deck = trim(text.substr(0, colon));
  PodSource pod{find_uuid(deck), house_from_name(trim(text.substr(colon + 1)))};
  const bool hash = deck.size() == kHashDigits && deck.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  if (hash) pod.deck = deck;
  if (pod.deck.size() != deck.size() || pod.deck.empty() || pod.house == House::None) return {};
  return pod;
}

std::string pod_text(const PodSource& pod) { return pod.deck + ":" + std::string(house_name(pod.house)); }

std::string registry_link(const DeckIdentity& identity) { return link("https://www.keyforgegame.com/deck-details/", identity); }

std::string ratings_link(const DeckIdentity& identity) { return link("https://decksofkeyforge.com/decks/", identity); }

}  // namespace archon
