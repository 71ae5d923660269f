// Reads deck files; README.md describes the format. All problems of a file are collected.
#include <algorithm>
#include <cctype>
#include <map>

#include "engine/deck/deck.h"
#include "engine/deck/deck_words.h"
#include "engine/facts/table_fields.h"
#include "engine/facts/visible_text.h"

namespace archon {
namespace {

constexpr std::string_view kHeaders[] = {"name", "set",   "houses",       "id",       "sas", "aerc",
                                         "pods", "token", "archon power", "prophecy", "tide"};
constexpr size_t kMaxProblems = 50;  // beyond that the file is no deck

class DeckParser {
 public:
  explicit DeckParser(size_t suggest) : suggest_(suggest) {}

  DeckResult parse(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    while (!text.empty() && !full()) {
      ++line_;
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.size() > kMaxDeckLine)
        problem(too_long_line());
      else
        read_line(trim(line));
    }
    if (full())
      problem("too many problems, the rest of the file was not read");
    else
      finish();
    DeckResult result;
    result.name = deck_.name;
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
    const auto place = std::ranges::upper_bound(problems_, line, {}, &DeckProblem::line);
    problems_.insert(place, {line, std::move(message), std::move(hint)});
  }

  std::string suggestion(std::string (*nearest)(std::string_view), std::string_view name) const {
    return problems_.size() < suggest_ ? nearest(name) : "";
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
    if (key == "token" || key == "archon power" || key == "prophecy" || key == "tide") return extra(key, value);
    const auto seen = lines_.find(key);
    if (seen == lines_.end())
      return problem("unknown header " + in_quotes(key), word_hint(key, {std::begin(kHeaders), std::end(kHeaders)}));
    if (seen->second > 0) return problem("second '" + key + ":'", "the first is in line " + std::to_string(seen->second));
    seen->second = line_;
    if (value.empty()) return problem("nothing after '" + key + ":'");
    if (key == "name") deck_.name = value;
    if (key == "set") set(value);
    if (key == "houses") houses(value);
    if (key == "id") id(value);
    if (key == "sas") deck_.identity.sas = rating(value);
    if (key == "aerc") deck_.identity.aerc = rating(value);
    if (key == "pods") pods(value);
  }

  void id(std::string_view value) {
    deck_.identity.id = find_uuid(value);
    if (deck_.identity.id.empty())
      problem(in_quotes(value) + " is no id of the deck registry", "for instance 01234567-89ab-cdef-0123-456789abcdef");
  }

  void pods(std::string_view list) {
    while (!list.empty()) {
      const std::string_view word = trim(take(list, ','));
      const std::optional<PodSource> pod = parse_pod(word);
      if (pod)
        deck_.identity.pods.push_back(*pod);
      else
        problem(in_quotes(word) + " is no pod", "DECK:HOUSE, for instance 01234567-89ab-cdef-0123-456789abcdef:dis");
    }
  }

  std::optional<double> rating(std::string_view value) {
    const std::optional<double> found = parse_rating(value);
    if (!found) problem(in_quotes(value) + " is no number from 0 to 1,000");
    return found;
  }

  // What belongs to a deck besides its 36 cards.
  void extra(const std::string& key, std::string_view value) {
    if (key == "tide") {
      if (fold_name(value) != "yes") return problem("expected 'tide: yes'", "leave the line out for a deck without the tide");
      deck_.tide = true;
      return;
    }
    const CardType type = key == "token"      ? CardType::TokenCreature
                          : key == "prophecy" ? CardType::Prophecy
                                              : CardType::ArchonPower;
    const int card = find_deck_card(value);
    if (card < 0) return problem("unknown card " + in_quotes(value), suggestion(nearest_cards, value));
    const CardType is = CardTable::instance().cards()[static_cast<size_t>(card)].type;
    if (is != type) return problem(in_quotes(value) + " is of type " + std::string(type_name(is)), "not " + key);
    if (type == CardType::Prophecy) return deck_.prophecies.push_back(card);
    int& place = type == CardType::TokenCreature ? deck_.token : deck_.archon_power;
    if (place >= 0) return problem("second '" + key + ":'");
    place = card;
  }

  void set(std::string_view word) {
    if (fold_name(word) == kMixedSet) {
      deck_.set = kMixedSet;
      return;
    }
    if (const Expansion* found = find_set(word)) {
      deck_.set = found->code;
      return;
    }
    if (const Expansion* found = find_unlisted_set(word)) {
      deck_.set = kMixedSet;
      deck_.identity.unlisted_set = found->code;
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
      if (house == House::None) problem("unknown house " + in_quotes(word), suggestion(nearest_house, word));
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
      problem("unknown house " + in_quotes(word), suggestion(nearest_house, word));
    } else if (const auto same = std::ranges::find(sections_, house, &Section::house); same != sections_.end()) {
      problem("second section [" + std::string(house_title(house)) + "]", "the first is in line " + std::to_string(same->line));
    }
    sections_.push_back({house, line_, 0});
  }

  // COUNT NAME [(maverick)] [(legacy)] [(anomaly)] [+ICON...]
  void card(std::string_view line) {
    size_t digits = 0;
    int count = 0;
    while (digits < line.size() && digits < 3 && std::isdigit(static_cast<unsigned char>(line[digits])) != 0) {
      count = count * 10 + (line[digits++] - '0');
    }
    const bool separated = digits < line.size() && (line[digits] == ' ' || line[digits] == '\t');
    if (digits == 0 || !separated) return problem("expected a number and the name of a card", "for instance '2 Wild Wormhole'");
    if (count < 1 || count > kDeckCards) return problem("a deck can't have " + std::to_string(count) + " copies of a card");
    std::string_view rest = trim(line.substr(digits));
    DeckCard card;
    card.house = sections_.back().house;
    take_bonus_icons(rest, card);
    take_marks(rest, card);
    sections_.back().cards += count;  // also of an unknown card, so that one mistake is not reported twice
    card.card = find_deck_card(rest);
    if (card.card < 0) return problem("unknown card " + in_quotes(rest), suggestion(nearest_cards, rest));
    if (card.house != House::None) {
      const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(card.card)];
      card.anomaly = card.anomaly || is_anomaly(facts, card.house, deck_.set);
      check_card(card);
    }
    if (deck_.cards.size() < kMaxRawCards) deck_.cards.insert(deck_.cards.end(), static_cast<size_t>(count), card);
  }

  static void take_marks(std::string_view& rest, DeckCard& card) {
    const auto take = [&](std::string_view mark) {
      if (!rest.ends_with(mark)) return false;
      rest = trim(rest.substr(0, rest.size() - mark.size()));
      return true;
    };
    for (bool found = true; found;) {
      found = false;
      for (const DeckMark& mark : kDeckMarks)
        if (take("(" + std::string(mark.word) + ")")) found = card.*mark.is = true;
    }
  }

  void take_bonus_icons(std::string_view& rest, DeckCard& card) {
    for (size_t plus = rest.rfind(" +"); plus != std::string_view::npos; plus = rest.rfind(" +")) {
      const std::string_view icon = trim(rest.substr(plus + 2));
      const std::string known = bonus_icon(icon);
      if (known.empty()) problem("unknown bonus icon " + in_quotes(icon), bonus_icon_hint());
      card.bonus_icons.push_back(known);
      rest = trim(rest.substr(0, plus));
    }
    std::ranges::reverse(card.bonus_icons);
  }

  void check_card(const DeckCard& card) {
    if (auto found = card_problem(card, deck_.set)) problem(std::move(found->message), std::move(found->hint));
  }

  bool in_deck(House house) const { return std::ranges::find(deck_.houses, house) != deck_.houses.end(); }

  void finish() {
    if (lines_["name"] == 0) problem_at(0, "no 'name:' before the cards");
    if (lines_["set"] == 0) problem_at(0, "no 'set:' before the cards", "for instance 'set: CotA'");
    if (lines_["houses"] == 0) problem_at(0, "no 'houses:' before the cards", "for instance 'houses: Logos, Sanctum, Untamed'");
    finish_houses();
    finish_pods();
    int cards = 0;
    for (const Section& section : sections_) {
      cards += section.cards;
      if (section.house == House::None) continue;
      const std::string title(house_title(section.house));
      if (lines_["houses"] > 0 && !in_deck(section.house)) problem_at(section.line, "house " + title + " is not in 'houses:'");
      if (section.cards != kCardsPerHouse) {
        problem_at(section.line, "house " + title + " has " + std::to_string(section.cards) + " cards instead of 12");
      }
    }
    if (cards != kDeckCards) problem_at(0, "the deck has " + std::to_string(cards) + " cards instead of 36");
    if (!deck_.prophecies.empty() && deck_.prophecies.size() != kDeckProphecies) {
      problem_at(0, "a deck has four prophecies or none, not " + std::to_string(deck_.prophecies.size()));
    }
    sort_cards(deck_);
  }

  void finish_houses() {
    for (const House house : deck_.houses) {
      if (house == House::None) continue;
      const std::string title(house_title(house));
      if (std::ranges::find(sections_, house, &Section::house) == sections_.end()) {
        problem_at(lines_["houses"], "house " + title + " has no section", "[" + title + "]");
      }
      if (!deck_.set.empty() && !set_has_house(deck_.set, house)) {
        problem_at(lines_["houses"], "set " + deck_.set + " has no house " + title);
      }
    }
  }

  void finish_pods() {
    if (deck_.identity.pods.empty()) return;
    std::vector<House> of;
    for (const PodSource& pod : deck_.identity.pods) of.push_back(pod.house);
    if (!std::ranges::is_permutation(of, deck_.houses)) problem_at(lines_["pods"], "a pod of each house of the deck is needed");
  }

  Deck deck_ = [] {
    Deck deck;
    deck.houses.fill(House::None);
    return deck;
  }();
  const size_t suggest_;
  std::vector<DeckProblem> problems_;
  std::vector<Section> sections_;
  bool in_sections_ = false;
  int line_ = 0;
  std::map<std::string, int> lines_ = {{"name", 0}, {"set", 0},  {"houses", 0}, {"id", 0},
                                       {"sas", 0},  {"aerc", 0}, {"pods", 0}};  // 0: not seen
};

DeckResult unreadable(int line, std::string message, std::string hint = "") {
  return {std::nullopt, "", {{line, std::move(message), std::move(hint)}}};
}

}  // namespace

bool is_deck_header(std::string_view line) {
  const size_t colon = line.find(':');
  return colon != std::string_view::npos &&
         std::ranges::find(kHeaders, fold_name(trim(line.substr(0, colon)))) != std::end(kHeaders);
}

DeckResult parse_deck(std::string_view text, size_t suggest) {
  if (text.size() > kMaxDeckFileBytes) return unreadable(0, "larger than a megabyte", "is it a deck?");
  if (const size_t bad = find_bad_byte(text); bad != std::string_view::npos) {
    return unreadable(line_at(text, bad), "this is not UTF-8 text", "is it a deck?");
  }
  return DeckParser(suggest).parse(text);
}

}  // namespace archon
