// Reads deck files; README.md describes the format. All problems of a file are collected.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>

#include "engine/deck/deck.h"

namespace archon {
namespace {

constexpr size_t kMaxFileBytes = 1 << 20;
constexpr size_t kMaxProblems = 50;  // beyond that the file is no deck
constexpr std::string_view kBlanks = " \t";

std::string_view trim(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Text of the file in a message: short, and never cut inside of a character.
std::string in_quotes(std::string_view text) {
  constexpr size_t kMaxBytes = 60;
  if (text.size() <= kMaxBytes) return "'" + std::string(text) + "'";
  size_t end = kMaxBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return "'" + std::string(text.substr(0, end)) + "...'";
}

// Offset of the first byte that is no UTF-8 or a control character other than tab and line ends; npos when there is none.
size_t find_bad_byte(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    if ((first < 0x20 && first != '\t' && first != '\n' && first != '\r') || first == 0x7F) return i;
    const size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return i;
    for (size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return i;
    }
    i += length;
  }
  return std::string_view::npos;
}

bool is_bonus_icon(std::string_view word) {
  constexpr std::array<std::string_view, 6> kIcons = {"amber", "capture", "damage", "discard", "draw", "power"};
  return std::ranges::find(kIcons, word) != kIcons.end() ||
         (house_from_name(word) != House::None && house_name(house_from_name(word)) == word);
}

bool set_has_house(std::string_view set, House house) {
  return std::ranges::any_of(CardTable::instance().cards(), [&](const CardFacts& card) {
    return std::ranges::any_of(card.printings, [&](const Printing& p) { return p.house == house && p.set == set; });
  });
}

std::string nearest_house(std::string_view word) {
  std::vector<std::string> titles;
  for (int i = 0; i < kHouses; ++i) titles.emplace_back(house_title(static_cast<House>(i)));
  return word_hint(word, titles);
}

std::string nearest_cards(std::string_view name) {
  std::string hint;
  for (const std::string& near : CardTable::instance().nearest_names(name, 3)) {
    hint += (hint.empty() ? "did you mean `" : " or `") + near + "`";
  }
  return hint.empty() ? hint : hint + "?";
}

class DeckParser {
 public:
  DeckResult parse(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty() && !full()) {
      ++line_;
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      read_line(trim(line));
    }
    if (full()) {
      problems_.push_back({line_, "too many problems, the rest of the file was not read", ""});
    } else {
      finish();
    }
    std::ranges::stable_sort(problems_, {}, &DeckProblem::line);
    DeckResult result;
    result.problems = std::move(problems_);
    if (result.problems.empty()) result.deck = std::move(deck_);
    return result;
  }

 private:
  struct Section {
    House house;
    int line;
    int cards;
  };

  bool full() const { return problems_.size() >= kMaxProblems; }
  void problem(std::string message, std::string hint = "") { problem_at(line_, std::move(message), std::move(hint)); }
  void problem_at(int line, std::string message, std::string hint = "") {
    problems_.push_back({line, std::move(message), std::move(hint)});
  }

  void read_line(std::string_view line) {
    if (line.empty() || line.front() == '#') return;
    if (line.front() == '[' && line.back() == ']') {
      section(trim(line.substr(1, line.size() - 2)));
    } else if (in_sections_) {
      card(line);
    } else {
      header(line);
    }
  }

  void header(std::string_view line) {
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return problem("expected 'name: ...', 'set: ...', 'houses: ...' or a [House]");
    const std::string key = fold_name(trim(line.substr(0, colon)));
    const std::string_view value = trim(line.substr(colon + 1));
    int* seen = key == "name" ? &name_line_ : key == "set" ? &set_line_ : key == "houses" ? &houses_line_ : nullptr;
    if (seen == nullptr) return problem("unknown header " + in_quotes(key), word_hint(key, {"name", "set", "houses"}));
    if (*seen > 0) return problem("second '" + key + ":'", "the first is in line " + std::to_string(*seen));
    *seen = line_;
    if (value.empty()) return problem("nothing after '" + key + ":'");
    if (key == "name") deck_.name = value;
    if (key == "set") set(value);
    if (key == "houses") houses(value);
  }

  void set(std::string_view word) {
    if (const Expansion* found = find_set(word)) {
      deck_.set = found->code;
      return;
    }
    std::vector<std::string> codes;
    for (const Expansion& each : card_sets()) codes.emplace_back(each.code);
    problem("unknown set " + in_quotes(word), word_hint(word, codes));
  }

  void houses(std::string_view list) {
    size_t count = 0;
    while (!list.empty()) {
      const size_t end = std::min(list.find(','), list.size());
      const std::string_view word = trim(list.substr(0, end));
      list.remove_prefix(std::min(end + 1, list.size()));
      const House house = house_from_name(word);
      if (house == House::None) problem("unknown house " + in_quotes(word), nearest_house(word));
      if (house != House::None && in_deck(house)) problem("house " + std::string(house_title(house)) + " is listed twice");
      if (count < kDeckHouses) deck_.houses[count] = house;
      ++count;
    }
    if (count != kDeckHouses) problem("a deck has three houses, not " + std::to_string(count));
  }

  void section(std::string_view word) {
    in_sections_ = true;
    const House house = house_from_name(word);
    if (house == House::None) {
      problem("unknown house " + in_quotes(word), nearest_house(word));
    } else if (const auto same = std::ranges::find(sections_, house, &Section::house); same != sections_.end()) {
      problem("second section [" + std::string(house_title(house)) + "]", "the first is in line " + std::to_string(same->line));
    }
    sections_.push_back({house, line_, 0});
  }

  // COUNT NAME [(maverick)] [+ICON...]
  void card(std::string_view line) {
    size_t digits = 0;
    int count = 0;
    while (digits < line.size() && digits < 3 && std::isdigit(static_cast<unsigned char>(line[digits])) != 0) {
      count = count * 10 + (line[digits++] - '0');
    }
    const bool separated = digits < line.size() && kBlanks.find(line[digits]) != std::string_view::npos;
    if (digits == 0 || !separated) return problem("expected a number and the name of a card", "for instance '2 Wild Wormhole'");
    if (count < 1 || count > kDeckCards) return problem("a deck can't have " + std::to_string(count) + " copies of a card");
    std::string_view rest = trim(line.substr(digits));
    DeckCard card;
    card.house = sections_.back().house;
    take_bonus_icons(rest, card);
    constexpr std::string_view kMaverick = "(maverick)";
    if (rest.ends_with(kMaverick)) {
      card.maverick = true;
      rest = trim(rest.substr(0, rest.size() - kMaverick.size()));
    }
    sections_.back().cards += count;  // also of an unknown card, so that one mistake is not reported twice
    card.card = find_deck_card(rest);
    if (card.card < 0) return problem("unknown card " + in_quotes(rest), nearest_cards(rest));
    if (card.house != House::None) check_card(card);
    deck_.cards.insert(deck_.cards.end(), static_cast<size_t>(count), card);
  }

  void take_bonus_icons(std::string_view& rest, DeckCard& card) {
    for (size_t plus = rest.rfind(" +"); plus != std::string_view::npos; plus = rest.rfind(" +")) {
      const std::string_view icon = trim(rest.substr(plus + 2));
      if (!is_bonus_icon(icon)) {
        problem("unknown bonus icon " + in_quotes(icon), "amber, capture, damage, discard, draw, power, or a house");
      }
      card.bonus_icons.emplace(card.bonus_icons.begin(), icon);
      rest = trim(rest.substr(0, plus));
    }
  }

  void check_card(const DeckCard& card) {
    if (auto found = card_problem(card, deck_.set)) problem(std::move(found->message), std::move(found->hint));
  }

  bool in_deck(House house) const { return std::ranges::find(deck_.houses, house) != deck_.houses.end(); }

  void finish() {
    if (name_line_ == 0) problem_at(0, "no 'name:' before the cards");
    if (set_line_ == 0) problem_at(0, "no 'set:' before the cards", "for instance 'set: CotA'");
    if (houses_line_ == 0) problem_at(0, "no 'houses:' before the cards", "for instance 'houses: Logos, Sanctum, Untamed'");
    finish_houses();
    int cards = 0;
    for (const Section& section : sections_) {
      cards += section.cards;
      if (section.house == House::None) continue;
      const std::string title(house_title(section.house));
      if (houses_line_ > 0 && !in_deck(section.house)) problem_at(section.line, "house " + title + " is not in 'houses:'");
      if (section.cards != kCardsPerHouse) {
        problem_at(section.line, "house " + title + " has " + std::to_string(section.cards) + " cards instead of 12");
      }
    }
    if (cards != kDeckCards) problem_at(0, "the deck has " + std::to_string(cards) + " cards instead of 36");
    sort_cards(deck_);
  }

  void finish_houses() {
    for (const House house : deck_.houses) {
      if (house == House::None) continue;
      const std::string title(house_title(house));
      if (std::ranges::find(sections_, house, &Section::house) == sections_.end()) {
        problem_at(houses_line_, "house " + title + " has no section", "[" + title + "]");
      }
      if (!deck_.set.empty() && !set_has_house(deck_.set, house)) {
        problem_at(houses_line_, "set " + deck_.set + " has no house " + title);
      }
    }
  }

  Deck deck_{.name = "", .set = "", .houses = {House::None, House::None, House::None}, .cards = {}};
  std::vector<DeckProblem> problems_;
  std::vector<Section> sections_;
  bool in_sections_ = false;
  int line_ = 0;
  int name_line_ = 0, set_line_ = 0, houses_line_ = 0;  // 0 when not seen
};

DeckResult failure(int line, std::string message, std::string hint = "") {
  return {std::nullopt, {{line, std::move(message), std::move(hint)}}};
}

}  // namespace

DeckResult parse_deck(std::string_view text) {
  if (text.size() > kMaxFileBytes) return failure(0, "larger than a megabyte", "is it a deck?");
  if (const size_t bad = find_bad_byte(text); bad != std::string_view::npos) {
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(bad), '\n');
    return failure(static_cast<int>(line), "this is not UTF-8 text", "is it a deck?");
  }
  return DeckParser().parse(text);
}

DeckResult read_deck_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return failure(0, "there is no such file");
  if (std::filesystem::is_directory(status)) return failure(0, "this is a directory, not a deck file");
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxFileBytes + 1, '\0');  // one more than allowed, to notice a larger file without reading all of it
  if (file) file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) return failure(0, "the file can't be read");
  text.resize(static_cast<size_t>(file.gcount()));
  return parse_deck(text);
}

}  // namespace archon
