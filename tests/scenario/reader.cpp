// From the text of a file to scenarios.
#include <algorithm>

#include "engine/core/counters.h"
#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "tests/scenario/scenario.h"
#include "tests/scenario/scenario_words.h"

namespace scenario {
namespace {

using archon::Position;
using archon::PositionCard;
using archon::PositionPlayer;

constexpr int kFillers = 6;
const std::vector<std::string> kCardWords = {"ready",  "exhausted",    "damage", "aember", "counters", "armor-used", "stunned",
                                             "warded", "enraged",      "owner",  "house",  "facedown", "under",      "as",
                                             "ref",    "elusive-used", "icons",  "token",  "reverse",  "active"};
const std::string kOwnToken = "own";  // that of the player in whose battleline the card lies
const std::vector<std::string> kPlayerWords = {"house", "houses", "aember", "keys", "chains", "tide", "turn", "token", "power"};
const std::vector<std::string> kZoneNames = {"hand",    "line",     "artifacts", "deck",
                                             "discard", "archives", "purged",    "prophecies"};
const std::vector<std::string> kHeads = {"scenario", "A", "B", "card", "game", "rules", "status", "do", "choose", "expect"};

PositionCard named(const std::string& id) {
  PositionCard card;
  card.card = id;
  return card;
}

PositionCard spare_card(const std::string& ref) {
  PositionCard card = named(std::string(kFiller));
  card.ref = ref;
  for (int house = 0; house < archon::kHouses; ++house) card.houses.push_back(static_cast<archon::House>(house));
  return card;
}

// A card of houses that the player can choose anyway: those given and the active one, or that of the player's first card.
PositionCard idle_card(const std::string& ref, const Position& position, int side) {
  const PositionPlayer& player = position.players[static_cast<size_t>(side)];
  PositionCard card = named(std::string(kIdleCard));
  card.ref = ref;
  card.houses = player.houses;
  if (side == position.active && position.house != archon::House::None) card.houses.push_back(position.house);
  for (const std::vector<PositionCard>* zone : {&player.battleline, &player.artifacts, &player.hand}) {
    if (!card.houses.empty() || zone->empty() || !zone->front().houses.empty()) continue;
    const int facts = archon::CardTable::instance().find_id(zone->front().card);
    if (facts < 0) continue;
    const archon::HouseMask mask = archon::printed_houses(archon::CardTable::instance().cards()[static_cast<size_t>(facts)]);
    for (int house = 0; house < archon::kHouses; ++house)
      if (mask >> house & 1) card.houses.push_back(static_cast<archon::House>(house));
  }
  if (card.houses.empty()) card.houses = {archon::House::Brobnar};
  return card;
}

PositionCard facedown(const std::string& id) {
  PositionCard card = named(id);
  card.facedown = true;
  return card;
}

class Reader {
 public:
  explicit Reader(std::string file) { result_.file_name = std::move(file); }

  ReadResult read(std::string_view text) {
    size_t at = 0;
    while (at <= text.size()) {
      const size_t end = std::min(text.find('\n', at), text.size());
      ++number_;
      read_line(text.substr(at, end - at));
      at = end + 1;
    }
    finish_scenario();
    return {std::move(result_.scenarios), std::move(result_.problems)};
  }

 private:
  void problem(const std::string& text) { result_.problems.push_back({result_.file_name, number_, text}); }
  void read_line(std::string_view line);
  void read_head(std::string_view head, std::string_view rest);
  void read_player(int side, std::string_view text);
  void read_player_field(int side, const std::vector<std::string>& words);
  void read_zone(int side, std::string_view zone, std::string_view text);
  void read_cards(std::vector<PositionCard>& cards, std::string_view text);
  std::vector<PositionCard> read_card(std::string_view text);
  void check_card(const std::string& id);
  void read_property(PositionCard& card, std::string_view text);
  void read_icons(PositionCard& card, const std::vector<std::string>& words);
  void read_number(int& field, const std::vector<std::string>& words, size_t index, int max);
  archon::House read_house(const std::string& word);
  void read_game(std::string_view text);
  void read_definition(const std::string& id, std::string_view line);
  void read_rules(std::string_view version);
  void read_section(std::string_view comment);
  void read_steps(LineKind kind, std::string_view text);
  void finish_scenario();

  struct {
    std::string file_name;
    std::vector<Scenario> scenarios;
    std::vector<Problem> problems;
  } result_;
  int number_ = 0;
  std::string section_;
  int section_end_ = -1, last_empty_ = 0;  // lines
  Scenario* current_ = nullptr;
  bool spare_ = true, idle_ = true;
  bool deck_given_[2] = {false, false};
};

// Comments behind an empty line say what the scenarios below them are about.
void Reader::read_section(std::string_view comment) {
  if (section_end_ != number_ - 1 && last_empty_ != number_ - 1) return;
  if (last_empty_ == number_ - 1) section_.clear();
  section_ += (section_.empty() ? "" : " ") + std::string(trim(comment.substr(1)));
  section_end_ = number_;
}

void Reader::read_line(std::string_view line) {
  if (trim(line).empty()) last_empty_ = number_;
  if (line.starts_with("# ")) read_section(line);
  const size_t comment = line.find("# ");  // "urchin#2" is no comment
  if (comment != std::string_view::npos) line = line.substr(0, comment);
  line = trim(line);
  if (line.empty() || line.front() == '#') return;
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return problem("a line has the form `word: ...`");
  read_head(trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  if (current_ != nullptr) current_->text.append(line).push_back('\n');
}

// "card troll: reap: draw 1": a line of the definition that this scenario gives the card.
void Reader::read_definition(const std::string& id, std::string_view line) {
  check_card(id);
  std::string& text = current_->cards[id];
  if (text.empty()) text = "card " + id + "\n";
  text.append("  ").append(line).push_back('\n');
}

void Reader::read_head(std::string_view head, std::string_view rest) {
  if (head == "scenario") {
    finish_scenario();
    current_ = &result_.scenarios.emplace_back();
    current_->file = result_.file_name;
    current_->number = number_;
    current_->title = rest;
    current_->section = section_;
    spare_ = idle_ = true;
    deck_given_[0] = deck_given_[1] = false;
    return;
  }
  if (current_ == nullptr) return problem("a file begins with `scenario: title`");
  const std::vector<std::string> words = words_of(head);
  const int side = words.empty() ? -1 : player_of(words[0]);
  if (side >= 0 && words.size() == 1) return read_player(side, rest);
  if (side >= 0 && words.size() == 2) return read_zone(side, words[1], rest);
  if (words.size() == 2 && words[0] == "card") return read_definition(words[1], rest);
  if (head == "game") return read_game(rest);
  if (head == "rules") return read_rules(rest);
  if (head == "status") {
    if (rest != "official ruling" && rest != "advised" && rest != "open")
      return problem("a status is `official ruling`, `advised` or `open`; left out: what rulebook or card say");
    current_->status = rest;
    return;
  }
  if (head == "do") return read_steps(LineKind::Do, rest);
  if (head == "choose") return read_steps(LineKind::Choose, rest);
  if (head == "expect") return read_steps(LineKind::Expect, rest);
  problem("unknown line `" + std::string(head) + ":`" + hint(head, kHeads));
}

void Reader::read_number(int& field, const std::vector<std::string>& words, size_t index, int max) {
  const std::optional<int> value = index < words.size() ? number_of(words[index]) : std::nullopt;
  if (!value || *value < 0 || *value > max)
    return problem("`" + words[0] + "` needs a number from 0 to " + std::to_string(max));
  field = *value;
}

archon::House Reader::read_house(const std::string& word) {
  const archon::House house = archon::house_from_name(word);
  std::vector<std::string> names;
  for (int i = 0; i < archon::kHouses; ++i) names.emplace_back(archon::house_name(static_cast<archon::House>(i)));
  if (house == archon::House::None) problem("unknown house `" + word + "`" + hint(word, names));
  return house;
}

void Reader::read_player(int side, std::string_view text) {
  for (std::string_view part : split(text, ','))
    if (!part.empty()) read_player_field(side, words_of(part));
}

void Reader::read_player_field(int side, const std::vector<std::string>& words) {
  Position& position = current_->position;
  PositionPlayer& player = position.players[static_cast<size_t>(side)];
  const std::string& field = words[0];
  if (field == "house" && words.size() == 2) {
    position.house = read_house(words[1]);
    position.active = side;
  } else if (field == "houses") {
    for (size_t i = 1; i < words.size(); ++i) player.houses.push_back(read_house(words[i]));
  } else if (field == "aember") {
    read_number(player.amber, words, 1, 99);
  } else if (field == "chains") {
    read_number(player.chains, words, 1, 24);
  } else if (field == "tide") {
    if (words.size() != 2 || words[1] != "high") return problem("for one player `tide high`; it is low for the other then");
    position.tide = archon::high_tide(side);
  } else if (field == "token" && words.size() == 2) {
    check_card(words[1]);
    player.token = words[1];
  } else if (field == "power" && words.size() == 2) {
    check_card(words[1]);
    player.archon_power = named(words[1]);
  } else if (field == "turn") {
    read_number(player.turn, words, 1, 99);
  } else if (field == "keys") {
    int keys = 0;
    read_number(keys, words, 1, 4);
    player.keys = static_cast<uint8_t>((1 << keys) - 1);
  } else {
    problem("unknown field `" + field + "`" + hint(field, kPlayerWords));
  }
}

void Reader::read_zone(int side, std::string_view zone, std::string_view text) {
  PositionPlayer& player = current_->position.players[static_cast<size_t>(side)];
  if (zone == "hand") return read_cards(player.hand, text);
  if (zone == "line") {
    read_cards(player.battleline, text);
    for (PositionCard& card : player.battleline) {
      if (card.token != kOwnToken) continue;
      if (player.token.empty()) problem("before its token creatures the player needs one: `A: token ID`");
      card.token = player.token;
    }
    return;
  }
  if (zone == "artifacts") return read_cards(player.artifacts, text);
  if (zone == "discard") return read_cards(player.discard, text);
  if (zone == "archives") return read_cards(player.archives, text);
  if (zone == "prophecies") {
    read_cards(player.prophecies, text);
    for (PositionCard& card : player.prophecies)
      if (!card.under.empty() && card.active.empty()) card.active = card.card;
    return;
  }
  if (zone == "purged") return read_cards(player.purged, text);
  if (zone == "deck") {
    deck_given_[side] = true;
    return read_cards(player.deck, text);
  }
  problem("unknown zone `" + std::string(zone) + "`" + hint(zone, kZoneNames));
}

void Reader::read_cards(std::vector<PositionCard>& cards, std::string_view text) {
  if (text == "none") return;
  for (std::string_view part : split(text, ',')) {
    const std::vector<PositionCard> more = read_card(part);
    cards.insert(cards.end(), more.begin(), more.end());
  }
}

// "3 urchin", "troll (damage 2) + blood-of-titans (owner B)".
std::vector<PositionCard> Reader::read_card(std::string_view text) {
  std::vector<PositionCard> cards;
  PositionCard card;
  int copies = 1;
  bool first = true;
  for (std::string_view part : split(text, '+')) {
    const size_t open = part.find('(');
    std::vector<std::string> words = words_of(part.substr(0, open));
    if (first && words.size() > 1 && number_of(words[0])) {
      copies = *number_of(words[0]);
      words.erase(words.begin());
    }
    PositionCard one;
    if (words.size() == 3 && words[1] == "as")
      one.ref = words[2];
    else if (words.size() != 1)
      problem("`" + std::string(part) + "` is no card; cards are separated by commas");
    if (!words.empty()) one.card = words[0];
    check_card(one.card);
    if (open != std::string_view::npos) {
      if (part.back() != ')') problem("`(` without `)`");
      for (std::string_view property : split(part.substr(open + 1, part.size() - open - 2), ',')) read_property(one, property);
    }
    if (first)
      card = one;
    else
      card.upgrades.push_back(one);
    first = false;
  }
  cards.assign(static_cast<size_t>(copies), card);
  return cards;
}

void Reader::check_card(const std::string& id) {
  if (id.empty() || archon::CardTable::instance().find_id(id) >= 0) return;
  std::vector<std::string> ids;
  for (const archon::CardFacts& facts : archon::CardTable::instance().cards()) ids.push_back(facts.id);
  problem("unknown card `" + id + "`" + hint(id, ids));
}

void Reader::read_property(PositionCard& card, std::string_view text) {
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) return problem("empty property");
  const std::string& field = words[0];
  if (field == "ready") return;
  if (field == "exhausted")
    card.exhausted = true;
  else if (field == "stunned")
    card.stunned = true;
  else if (field == "warded")
    card.warded = true;
  else if (field == "enraged")
    card.enraged = true;
  else if (field == "facedown")
    card.facedown = true;
  else if (field == "token" && words.size() <= 2)
    card.token = words.size() == 2 ? words[1] : kOwnToken;
  else if (field == "elusive-used")
    card.elusive_used = true;
  else if (field == "damage")
    read_number(card.damage, words, 1, 99);
  else if (field == "aember")
    read_number(card.amber, words, 1, 99);
  else if (field == "counters")
    read_number(card.power_counters, words, 1, 99);
  else if (archon::counter_kind(field) >= 0)
    read_number(card.counters[field], words, 1, 99);
  else if (field == "armor-used")
    read_number(card.armor_used, words, 1, 99);
  else if (field == "owner" && words.size() == 2 && player_of(words[1]) >= 0)
    card.owner = player_of(words[1]);
  else if (field == "house" && words.size() == 2)
    card.houses.push_back(read_house(words[1]));
  else if (field == "icons")
    read_icons(card, words);
  else if (field == "active" && words.size() == 1)
    card.active = card.card;
  else if ((field == "reverse" || field == "active") && words.size() == 2) {
    check_card(words[1]);
    (field == "reverse" ? card.reverse : card.active) = words[1];
  } else if (field == "under" && words.size() == 2)
    card.under.push_back(facedown(words[1]));
  else
    problem("unknown property `" + std::string(text) + "`" + hint(field, kCardWords));
}

// "icons capture damage": the bonus icons, from top to bottom, instead of those printed.
void Reader::read_icons(PositionCard& card, const std::vector<std::string>& words) {
  std::vector<std::string> icons;
  for (int i = 0; i < archon::kIcons; ++i) icons.emplace_back(archon::icon_name(static_cast<archon::Icon>(i)));
  card.icons.emplace();
  for (size_t i = 1; i < words.size(); ++i) {
    const std::optional<archon::Icon> icon = archon::icon_from_name(words[i]);
    if (!icon) problem("unknown icon `" + words[i] + "`" + hint(words[i], icons));
    card.icons->push_back(*icon);
  }
}

// "active B, phase start, first turn, seed 3, spare none, idle none"
void Reader::read_game(std::string_view text) {
  Position& position = current_->position;
  for (std::string_view part : split(text, ',')) {
    const std::vector<std::string> words = words_of(part);
    if (words.size() != 2) {
      problem("unknown setting `" + std::string(part) + "`");
    } else if (words[0] == "active" && player_of(words[1]) >= 0) {
      position.active = player_of(words[1]);
    } else if (words[0] == "first" && player_of(words[1]) >= 0) {
      position.first = player_of(words[1]);
    } else if (words[0] == "phase" && step_of_word(words[1])) {
      position.step = *step_of_word(words[1]);
    } else if (words[0] == "first" && words[1] == "turn") {
      position.first_turn = true;
    } else if (words[0] == "time" && words[1] == "called") {
      position.time_called = true;
    } else if (words[0] == "seed" && number_of(words[1])) {
      position.seed = static_cast<uint64_t>(*number_of(words[1]));
    } else if (words[0] == "spare" && words[1] == "none") {
      spare_ = false;
    } else if (words[0] == "idle" && words[1] == "none") {
      idle_ = false;
    } else {
      problem("unknown setting `" + std::string(part) + "`" +
              hint(words[0], {"active", "first", "phase", "seed", "spare", "idle", "time"}));
    }
  }
}

// "rules: 1.3": the version of the rulebook that is played.
void Reader::read_rules(std::string_view version) {
  const std::optional<archon::RulesProfile> rules = archon::find_rules(version);
  if (!rules) return problem("unknown rules `" + std::string(version) + "`; there are 1.0, 1.2, 1.3 and 18.4");
  current_->position.rules = *rules;
}

void Reader::read_steps(LineKind kind, std::string_view text) {
  bool first = true;
  for (std::string_view part : split(text, kind == LineKind::Do ? '>' : ',')) {
    if (kind == LineKind::Do && !first) {
      read_steps(LineKind::Choose, part);  // `do: play punch > troll` answers at once
      continue;
    }
    first = false;
    const std::vector<std::string> words = words_of(part);
    if (words.empty())
      problem("nothing stands here");
    else
      current_->lines.push_back({kind, number_, words});
  }
}

// Default decks, the card in each hand that keeps turns from ending by themselves, and the cards that stand idle.
void Reader::finish_scenario() {
  if (current_ == nullptr) return;
  Position& position = current_->position;
  if (current_->lines.empty()) problem("the scenario above does and expects nothing");
  for (int side = 0; side < 2; ++side) {
    PositionPlayer& player = position.players[static_cast<size_t>(side)];
    PositionCard filler = named(std::string(kFiller));
    filler.houses = {archon::House::Sanctum};  // written down, so that it is no reason for a house of the identity card
    if (!deck_given_[side]) player.deck.assign(kFillers, filler);
    if (position.step == archon::Step::Setup) continue;
    const std::string whose = side == 0 ? "" : "-b";
    if (spare_) player.hand.push_back(spare_card(std::string(kSpare) + whose));
    if (idle_) player.artifacts.push_back(idle_card(std::string(kIdle) + whose, position, side));
  }
  current_ = nullptr;
}

}  // namespace

ReadResult read_scenarios(const std::string& file, std::string_view text) { return Reader(file).read(text); }

}  // namespace scenario
