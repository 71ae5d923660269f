// Reads the facts table and answers look-ups in it.
#include "engine/facts/facts.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>
#include <unordered_map>

#include "engine/core/embed.h"
#include "engine/facts/spelling.h"
#include "engine/facts/table_fields.h"

namespace archon {
namespace {

constexpr std::string_view kHeader = "id\tname\ttype\tpower\tarmor\tamber\tkeywords\ttraits\tprintings\tenhance";
constexpr int kColumns = 10;
constexpr std::string_view kBoss = "keyraken";  // in the place of a house

// Finds the enumerator whose name is `word` by asking for the name of each.
template <typename Enum>
bool parse_enum(std::string_view word, std::string_view (*name)(Enum), Enum last, Enum& out) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (name(static_cast<Enum>(i)) != word) continue;
    out = static_cast<Enum>(i);
    return true;
  }
  return false;
}

class FactsReader {
 public:
  FactsReader(std::vector<CardFacts>& cards, std::vector<std::string>& traits) : cards_(cards), traits_(traits) {}

  // What is wrong with the first line that is not as it should be; empty when all are.
  std::string read(std::string_view tsv) {
    line_ = 1;
    if (take(tsv, '\n') != kHeader) fail("the header line is not as expected");
    cards_.reserve(static_cast<size_t>(std::count(tsv.begin(), tsv.end(), '\n')));
    while (!tsv.empty() && problem_.empty()) {
      ++line_;
      cards_.push_back(card(take(tsv, '\n')));
    }
    if (problem_.empty()) {
      sort_traits();
      pair_halves();
    }
    return problem_;
  }

 private:
  void fail(const std::string& message) {
    if (problem_.empty()) problem_ = "line " + std::to_string(line_) + ": " + message;
  }

  CardFacts card(std::string_view line) {
    if (std::count(line.begin(), line.end(), '\t') != kColumns - 1) fail("expected 10 columns");
    CardFacts card{};
    card.id = take(line, '\t');
    card.name = take(line, '\t');
    if (card.id.empty() || card.name.empty()) fail("a card without id or name");
    const std::string_view type = take(line, '\t');
    if (!parse_enum(type, type_name, CardType::Tide, card.type)) fail("unknown type '" + std::string(type) + "'");
    card.power = number(take(line, '\t'));
    card.armor = number(take(line, '\t'));
    card.amber = number(take(line, '\t'));
    for (std::string_view words = take(line, '\t'); !words.empty();) add_keyword(card, take(words, ','));
    for (std::string_view words = take(line, '\t'); !words.empty();) card.traits.push_back(trait(take(words, ',')));
    for (std::string_view words = take(line, '\t'); !words.empty();)
      card.printings.push_back(printing(take(words, ','), card.boss));
    for (std::string_view words = line; !words.empty();) card.enhance.push_back(icon(take(words, ',')));
    if (card.printings.empty()) fail("a card without printing");
    return card;
  }

  // "-" where the card has no such number, "X" and "~" where it prints that instead of one.
  int number(std::string_view word) {
    if (word == "-" || word == "X" || word == "~") return 0;
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) fail("'" + std::string(word) + "' is not a number");
    return value;
  }

  // "elusive" or "assault:2"; "assault:x" has the keyword with the value 0 and gets the value from its definition.
  void add_keyword(CardFacts& card, std::string_view text) {
    std::string_view rest = text;
    const std::string_view word = take(rest, ':');
    Keyword keyword;
    if (!parse_enum(word, keyword_name, Keyword::Versatile, keyword))
      return fail("unknown keyword '" + std::string(text) + "'");
    card.keywords |= keyword_bit(keyword);
    const int value = rest.empty() || rest == "x" ? 0 : number(rest);
    if (keyword == Keyword::Assault) card.assault = value;
    if (keyword == Keyword::Hazardous) card.hazardous = value;
    if (keyword == Keyword::SplashAttack) card.splash_attack = value;
  }

  std::string icon(std::string_view word) {
    if (!icon_from_name(word) && house_from_name(word) == House::None) fail("unknown bonus icon '" + std::string(word) + "'");
    return std::string(word);
  }

  uint8_t trait(std::string_view word) {
    const auto [entry, is_new] = trait_index_.try_emplace(std::string(word), static_cast<int>(traits_.size()));
    if (is_new) traits_.emplace_back(word);
    if (traits_.size() > 256) fail("more than 256 traits");
    return static_cast<uint8_t>(entry->second);
  }

  // Set:number:house:rarity.
  Printing printing(std::string_view text, bool& boss) {
    std::string_view rest = text;
    Printing printing{};
    printing.set = take(rest, ':');
    printing.number = take(rest, ':');
    std::string_view house = take(rest, ':');
    if (house == kBoss) {
      boss = true;
      house = house_name(House::None);
    }
    if (!parse_enum(house, house_name, House::None, printing.house) ||
        !parse_enum(rest, rarity_name, Rarity::Other, printing.rarity) || !find_set_code(printing.set)) {
      fail("bad printing '" + std::string(text) + "'");
    }
    return printing;
  }

  static bool find_set_code(std::string_view code) {
    return std::ranges::any_of(card_sets(), [&](const Expansion& set) { return set.code == code; });
  }

  // Both halves of a gigantic creature have one name.
  void pair_halves() {
    std::unordered_map<std::string, size_t> index;
    for (size_t i = 0; i < cards_.size(); ++i) index.emplace(cards_[i].id, i);
    for (CardFacts& first : cards_) {
      const auto second = index.find(first.id + "2");
      if (second == index.end() || cards_[second->second].name != first.name) continue;
      first.half = Half::First;
      cards_[second->second].half = Half::Second;
    }
  }

  // Traits are numbered as met; afterwards alphabetically, so that their numbers do not depend on the order of the cards. By
  // sets: each std::sort of another type is 3 KB of a module for browsers.
  void sort_traits() {
    const std::set<std::string> sorted(traits_.begin(), traits_.end());
    std::vector<uint8_t> renumbered;
    for (const std::string& word : traits_)
      renumbered.push_back(static_cast<uint8_t>(std::distance(sorted.begin(), sorted.find(word))));
    for (CardFacts& card : cards_) {
      std::set<uint8_t> rising;
      for (const uint8_t index : card.traits) rising.insert(renumbered[index]);
      card.traits.assign(rising.begin(), rising.end());
    }
    traits_.assign(sorted.begin(), sorted.end());
  }

  std::vector<CardFacts>& cards_;
  std::vector<std::string>& traits_;
  std::unordered_map<std::string, int> trait_index_;
  int line_ = 0;
  std::string problem_;
};

using Index = std::vector<std::pair<std::string, int>>;

Index::const_iterator lower_bound(const Index& index, const std::string& key) {
  return std::ranges::lower_bound(index, key, {}, &Index::value_type::first);
}

}  // namespace

const Printing* find_printing(const CardFacts& card, std::string_view set) {
  const auto found = std::ranges::find(card.printings, set, &Printing::set);
  return found == card.printings.end() ? nullptr : &*found;
}

const CardTable& CardTable::instance() {
  static const CardTable table = [] {
    constexpr std::string_view kPath = "engine/facts/facts.tsv";
    std::string problem;
    std::optional<CardTable> read = parse_facts(embedded_text(kPath), problem);
    if (!read) embedded_fault(kPath, problem);
    return std::move(*read);
  }();
  return table;
}

std::optional<CardTable> parse_facts(std::string_view tsv, std::string& problem) {
  CardTable table;
  problem = FactsReader(table.cards_, table.traits_).read(tsv);
  if (problem.empty()) problem = table.index();
  return problem.empty() ? std::optional(std::move(table)) : std::nullopt;
}

std::string CardTable::index() {
  for (size_t i = 0; i < cards_.size(); ++i) {
    by_id_.emplace_back(fold_name(cards_[i].id), static_cast<int>(i));
    by_name_.emplace_back(fold_name(cards_[i].name), static_cast<int>(i));
  }
  std::ranges::sort(by_id_);
  std::ranges::sort(by_name_);
  const auto twice = std::ranges::adjacent_find(by_id_, {}, &Index::value_type::first);
  return twice == by_id_.end() ? "" : "id '" + twice->first + "' occurs twice";
}

int CardTable::find_id(std::string_view id) const {
  const std::string key = fold_name(id);
  const auto found = lower_bound(by_id_, key);
  return found != by_id_.end() && found->first == key ? found->second : -1;
}

std::vector<int> CardTable::find_name(std::string_view name) const {
  const std::string key = fold_name(name);
  std::vector<int> found;
  for (auto entry = lower_bound(by_name_, key); entry != by_name_.end() && entry->first == key; ++entry) {
    found.push_back(entry->second);
  }
  return found;
}

int CardTable::find_trait(std::string_view trait) const {
  const std::string key = fold_name(trait);
  const auto found = std::ranges::find_if(traits_, [&](const std::string& word) { return fold_name(word) == key; });
  return found == traits_.end() ? -1 : static_cast<int>(found - traits_.begin());
}

std::vector<std::string> CardTable::nearest_names(std::string_view name, int count) const {
  if (name.size() > kMaxSpelledBytes) return {};
  const std::string key = fold_name(name);
  const int farthest = std::max(2, static_cast<int>(key.size()) / 3);  // beyond that a suggestion is noise
  std::set<std::pair<int, std::string_view>> near;                     // distance, name
  for (size_t i = 0; i < by_name_.size(); ++i) {
    const std::string& other = by_name_[i].first;
    if (i > 0 && other == by_name_[i - 1].first) continue;
    const int length_gap = std::abs(static_cast<int>(other.size()) - static_cast<int>(key.size()));
    if (length_gap > farthest) continue;
    const int distance = edit_distance(key, other);
    if (distance <= farthest) near.emplace(distance, cards_[static_cast<size_t>(by_name_[i].second)].name);
  }
  std::vector<std::string> names;
  for (const auto& [distance, nearest] : near) {
    if (static_cast<int>(names.size()) == count) break;
    names.emplace_back(nearest);
  }
  return names;
}

}  // namespace archon
