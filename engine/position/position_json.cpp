// From JSON to a Position.
#include "engine/position/position_json.h"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "engine/core/counters.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"

namespace archon {
namespace {

using Json = nlohmann::json;

constexpr int kMaxCount = 255;  // of damage, counters ...
constexpr int kMaxNumber = 1'000'000;

// The words of each kind of object; those of the second line are derived values, which input may carry but are not read.
constexpr std::string_view kPositionWords[] = {"rules", "active",  "first",      "first_turn",  "phase",   "house",
                                               "tide",  "players", "winner",     "turn_log",    "effects", "chance",
                                               "seed",  "pending", "prophesied", "time_called", "puzzle"};
constexpr std::string_view kPlayerWords[] = {"name",      "houses",     "token",        "aember",    "keys",        "chains",
                                             "turn",      "hand",       "deck",         "deck_rest", "discard",     "archives",
                                             "purged",    "limbo",      "battleline",   "artifacts", "extra_turns", "key_cost",
                                             "hand_size", "prophecies", "archon_power", "last_house"};
constexpr std::string_view kCardWords[] = {
    "card",         "ref",      "owner",          "controller", "house",    "bonus",     "enhanced",      "exhausted",
    "damage",       "aember",   "power_counters", "stunned",    "warded",   "enraged",   "counters",      "armor_used",
    "elusive_used", "facedown", "token",          "copy_of",    "upgrades", "under",     "purged_by",     "power",
    "armor",        "keywords", "reverse",        "active",     "assault",  "hazardous", "splash_attack", "houses"};
constexpr std::string_view kEffectWords[] = {"source", "card", "line",   "block", "clock", "controller",
                                             "uses",   "age",  "chosen", "cards", "second"};
constexpr std::string_view kLogWords[] = {"played", "discarded", "used"};

class Reader {
 public:
  ReadPosition read(const Json& json) {
    read_game(json);
    if (more_ > 0) result_.problems.push_back({"and " + std::to_string(more_) + " more problems", ""});
    if (result_.problems.empty()) result_.position = std::move(position_);
    return std::move(result_);
  }

 private:
  // One step deeper into the JSON, for the place of a problem.
  class Inside {
   public:
    Inside(Reader& reader, const std::string& step) : at_(reader.at_), length_(reader.at_.size()) {
      at_ += step[0] == '[' || at_.empty() ? step : "." + step;
    }
    ~Inside() { at_.resize(length_); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    std::string& at_;
    const size_t length_;
  };

  bool full() const { return result_.problems.size() >= kMaxPositionProblems; }
  void problem(const std::string& message) {
    if (full())
      ++more_;
    else
      result_.problems.push_back({message, at_});
  }
  // An unknown word, with the nearest one that is known.
  void unknown(const std::string& what, std::string_view word, const std::vector<std::string>& known) {
    if (full()) return problem("");
    const std::string near = word_hint(word, known);
    problem("unknown " + what + " `" + excerpt(word) + "`" + (near.empty() ? "" : "; " + near));
  }
  bool is_object(const Json& json, std::span<const std::string_view> words);
  // Calls use(value) for a field that is there and not null, inside of its path.
  template <class Use>
  void field(const Json& json, const char* name, Use use) {
    const auto found = json.find(name);
    if (found == json.end() || found->is_null()) return;
    const Inside inside(*this, name);
    use(*found);
  }
  template <class Use>
  void each(const Json& json, Use use) {
    if (!json.is_array()) return problem("a list is wanted");
    for (size_t i = 0; i < json.size(); ++i) {
      const Inside inside(*this, "[" + std::to_string(i) + "]");
      use(json[i]);
    }
  }
  void number(const Json& json, const char* name, int& to, int max, int min = 0);
  void flag(const Json& json, const char* name, bool& to);
  std::string word(const Json& json);
  House house(const Json& json);
  std::string card_word(const Json& json);
  std::string reference(const Json& json);
  std::vector<std::string> references(const Json& json);
  std::vector<Icon> icons(const Json& json, std::vector<House>& houses);

  void read_tide(const Json& json);
  void read_game(const Json& json);
  void read_phase(const Json& json);
  void read_chance(const Json& json);
  void read_player(const Json& json, int side);
  void read_cards(const Json& json, const char* name, int side, std::vector<PositionCard>& to);
  PositionCard read_card(const Json& json, int side);
  void read_card_fields(const Json& json, int side, PositionCard& card);
  void read_bonus(const Json& json, PositionCard& card);
  void read_hosted(const Json& json, const char* name, int side, std::vector<PositionCard>& to);
  PositionEffect read_effect(const Json& json);

  std::string at_;
  Position position_;
  ReadPosition result_;
  size_t more_ = 0;  // problems
};

bool Reader::is_object(const Json& json, std::span<const std::string_view> words) {
  if (!json.is_object()) {
    problem("an object is wanted");
    return false;
  }
  for (const auto& [key, value] : json.items())
    if (std::ranges::find(words, key) == words.end()) unknown("field", key, {words.begin(), words.end()});
  return true;
}

void Reader::number(const Json& json, const char* name, int& to, int max, int min) {
  field(json, name, [&](const Json& value) {
    const bool fits = value.is_number_integer() && value.get<int64_t>() >= min && value.get<int64_t>() <= max;
    if (!fits) return problem("a whole number from " + std::to_string(min) + " to " + std::to_string(max) + " is wanted");
    to = value.get<int>();
  });
}

void Reader::flag(const Json& json, const char* name, bool& to) {
  field(json, name, [&](const Json& value) {
    if (!value.is_boolean()) return problem("true or false is wanted");
    to = value.get<bool>();
  });
}

std::string Reader::word(const Json& json) {
  if (json.is_string()) return json.get<std::string>();
  problem("a text is wanted");
  return "";
}

House Reader::house(const Json& json) {
  const std::string name = word(json);
  const House house = house_from_name(name);
  std::vector<std::string> names;
  for (int i = 0; i < kHouses; ++i) names.emplace_back(house_name(static_cast<House>(i)));
  if (json.is_string() && house == House::None) unknown("house", name, names);
  return house;
}

std::string Reader::card_word(const Json& json) {
  const std::string id = word(json);
  if (!json.is_string() || CardTable::instance().find_id(id) >= 0) return id;
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> all;
    for (const CardFacts& facts : CardTable::instance().cards()) all.push_back(facts.id);
    return all;
  }();
  unknown("card", id, ids);
  return id;
}

// A ref, or the id of a card that is there only once.
std::string Reader::reference(const Json& json) {
  if (json.is_number_integer() && json >= 0) return std::to_string(json.get<int64_t>());
  if (json.is_string()) return json.get<std::string>();
  problem("the ref or the id of a card is wanted");
  return "";
}

std::vector<std::string> Reader::references(const Json& json) {
  std::vector<std::string> list;
  each(json, [&](const Json& value) { list.push_back(reference(value)); });
  return list;
}

// House icons give no bonus: the card belongs to those houses, too.
std::vector<Icon> Reader::icons(const Json& json, std::vector<House>& houses) {
  std::vector<Icon> list;
  each(json, [&](const Json& value) {
    const std::string name = word(value);
    const House house = house_from_name(name);
    if (house != House::None) return houses.push_back(house);
    const std::optional<Icon> icon = icon_from_name(name);
    if (!icon) return problem("an icon is wanted: amber, capture, damage, draw, discard, power or a house");
    list.push_back(*icon);
  });
  if (list.size() > MatchCard{}.icons.size()) problem("too many icons");
  return list;
}

// Icons as they are, or added to those that are printed.
void Reader::read_bonus(const Json& json, PositionCard& card) {
  field(json, "bonus", [&](const Json& value) { card.icons = icons(value, card.house_icons); });
  field(json, "enhanced", [&](const Json& value) {
    const int index = CardTable::instance().find_id(card.card);
    const int printed = index < 0 ? 0 : CardTable::instance().cards()[static_cast<size_t>(index)].amber;
    card.icons.emplace(static_cast<size_t>(printed), Icon::Amber);
    const std::vector<Icon> more = icons(value, card.house_icons);
    card.icons->insert(card.icons->end(), more.begin(), more.end());
    if (card.icons->size() > MatchCard{}.icons.size()) problem("too many icons");
  });
}

void Reader::read_card_fields(const Json& json, int side, PositionCard& card) {
  number(json, "ref", card.number, kMaxNumber);
  number(json, "owner", card.owner, 1);
  number(json, "controller", card.controller, 1);
  field(json, "house", [&](const Json& value) {
    if (!value.is_array()) return card.houses.push_back(house(value));
    each(value, [&](const Json& one) { card.houses.push_back(house(one)); });
  });
  read_bonus(json, card);
  flag(json, "exhausted", card.exhausted);
  flag(json, "stunned", card.stunned);
  flag(json, "warded", card.warded);
  flag(json, "enraged", card.enraged);
  flag(json, "elusive_used", card.elusive_used);
  flag(json, "facedown", card.facedown);
  number(json, "damage", card.damage, kMaxCount);
  number(json, "aember", card.amber, kMaxAmber);
  number(json, "power_counters", card.power_counters, kMaxCount);
  number(json, "armor_used", card.armor_used, kMaxCount);
  field(json, "counters", [&](const Json& value) {
    std::vector<std::string_view> kinds;
    for (const CounterKind& kind : kCounters) kinds.push_back(kind.name);
    kinds.push_back("power");
    if (!is_object(value, kinds)) return;
    number(value, "power", card.power_counters, kMaxCount);
    for (const CounterKind& kind : kCounters) {
      const std::string name(kind.name);
      if (value.contains(name)) number(value, name.c_str(), card.counters[name], kMaxCount);
    }
  });
  field(json, "token", [&](const Json& value) { card.token = card_word(value); });
  field(json, "reverse", [&](const Json& value) { card.reverse = card_word(value); });
  field(json, "active", [&](const Json& value) { card.active = card_word(value); });
  field(json, "copy_of", [&](const Json& value) { card.copy_of = card_word(value); });
  field(json, "purged_by", [&](const Json& value) { card.purged_by = reference(value); });
  read_hosted(json, "upgrades", side, card.upgrades);
  read_hosted(json, "under", side, card.under);
}

PositionCard Reader::read_card(const Json& json, int side) {
  PositionCard card;
  if (json.is_string()) {
    card.card = card_word(json);
    return card;
  }
  if (!is_object(json, kCardWords)) return card;
  if (!json.contains("card")) problem("the field `card` is missing");
  field(json, "card", [&](const Json& value) { card.card = card_word(value); });
  read_card_fields(json, side, card);
  return card;
}

void Reader::read_hosted(const Json& json, const char* name, int side, std::vector<PositionCard>& to) {
  constexpr size_t kDeepest = 1000;  // of a path: cards that lie on cards that lie on cards ...
  if (at_.size() > kDeepest) return problem("too deep");
  read_cards(json, name, side, to);
  for (PositionCard& card : to)
    if (card.owner < 0) card.owner = side;
}

void Reader::read_cards(const Json& json, const char* name, int side, std::vector<PositionCard>& to) {
  field(json, name, [&](const Json& value) { each(value, [&](const Json& one) { to.push_back(read_card(one, side)); }); });
}

void Reader::read_player(const Json& json, int side) {
  PositionPlayer& player = position_.players[static_cast<size_t>(side)];
  if (!is_object(json, kPlayerWords)) return;
  field(json, "houses", [&](const Json& value) { each(value, [&](const Json& one) { player.houses.push_back(house(one)); }); });
  field(json, "token", [&](const Json& value) { player.token = card_word(value); });
  number(json, "aember", player.amber, kMaxAmber);
  number(json, "chains", player.chains, position_.rules.chain_maximum ? 24 : 255);
  number(json, "turn", player.turn, 255);
  number(json, "extra_turns", player.extra_turns, 255);
  field(json, "last_house", [&](const Json& value) { player.last_house = house(value); });
  field(json, "keys", [&](const Json& value) {
    each(value, [&](const Json& one) {
      const int color = key_from_word(word(one));
      if (color < 0) return problem("a key is red, blue or yellow, a fourth one colourless");
      player.keys = static_cast<uint8_t>(player.keys | 1 << color);
    });
  });
  read_cards(json, "hand", side, player.hand);
  read_cards(json, "deck", side, player.deck);
  read_cards(json, "deck_rest", side, player.deck_rest);
  read_cards(json, "discard", side, player.discard);
  read_cards(json, "archives", side, player.archives);
  read_cards(json, "purged", side, player.purged);
  read_cards(json, "limbo", side, player.limbo);
  read_cards(json, "battleline", side, player.battleline);
  read_cards(json, "artifacts", side, player.artifacts);
  read_cards(json, "prophecies", side, player.prophecies);
  field(json, "archon_power", [&](const Json& value) { player.archon_power = read_card(value, side); });
}

PositionEffect Reader::read_effect(const Json& json) {
  PositionEffect effect;
  if (!is_object(json, kEffectWords)) return effect;
  if (!json.contains("source")) problem("the field `source` is missing");
  field(json, "source", [&](const Json& value) { effect.source = reference(value); });
  field(json, "card", [&](const Json& value) { effect.definition = card_word(value); });
  number(json, "line", effect.line, kMaxNumber);
  number(json, "block", effect.block, kMaxNumber);
  field(json, "clock", [&](const Json& value) {
    const std::optional<Clock> clock = clock_from_word(word(value));
    if (!clock) return problem("unknown clock; `this-turn` and the other words of the card language are known");
    effect.clock = *clock;
  });
  number(json, "controller", effect.controller, 1);
  number(json, "uses", effect.uses, 255);
  number(json, "age", effect.age, 255);
  number(json, "chosen", effect.chosen, INT16_MAX, INT16_MIN);
  field(json, "cards", [&](const Json& value) { effect.cards = references(value); });
  field(json, "second", [&](const Json& value) { effect.second = references(value); });
  return effect;
}

void Reader::read_phase(const Json& json) {
  const std::string name = word(json);
  if (name == "over") {
    position_.over = true;
    position_.step = Step::End;
  } else if (const std::optional<Step> step = phase_from_word(name)) {
    position_.step = *step;
  } else if (json.is_string()) {
    std::vector<std::string> words = {"over"};
    for (int i = 0; i <= static_cast<int>(Step::End); ++i) words.emplace_back(phase_word(static_cast<Step>(i)));
    unknown("phase", name, words);
  }
}

// The states of the three generators, 16 hexadecimal digits each.
void Reader::read_chance(const Json& json) {
  std::array<uint64_t, 3> states{};
  size_t count = 0;
  each(json, [&](const Json& value) {
    const std::string digits = word(value);
    if (digits.size() != 16 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
      return problem("16 hexadecimal digits are wanted");
    if (count < 3) states[count] = std::stoull(digits, nullptr, 16);
    ++count;
  });
  if (count != 3) return problem("three numbers are wanted");
  position_.chance = states;
}

// The player for whom it is high.
void Reader::read_tide(const Json& json) {
  if (json == "neutral")
    position_.tide = Tide::Neutral;
  else if (json == 0 || json == 1)
    position_.tide = high_tide(json.get<int>());
  else
    problem("0 or 1, for whom the tide is high, \"neutral\" or null is wanted");
}

void Reader::read_game(const Json& json) {
  if (!is_object(json, kPositionWords)) return;
  field(json, "rules", [&](const Json& value) {
    const std::optional<RulesProfile> rules = find_rules(word(value));
    if (!rules) return problem("there is no such rulebook (1.0, 1.2, 1.3 or 18.4)");
    position_.rules = *rules;
  });
  number(json, "active", position_.active, 1);
  number(json, "first", position_.first, 1);
  number(json, "winner", position_.winner, 1);
  flag(json, "first_turn", position_.first_turn);
  flag(json, "prophesied", position_.prophesied);
  flag(json, "time_called", position_.time_called);
  field(json, "phase", [&](const Json& value) { read_phase(value); });
  field(json, "house", [&](const Json& value) { position_.house = house(value); });
  field(json, "tide", [&](const Json& value) { read_tide(value); });
  position_.without_tide = json.contains("tide") && json["tide"].is_null();
  field(json, "players", [&](const Json& value) {
    if (value.is_array() && value.size() > 2) return problem("there are two players");
    int side = 0;
    each(value, [&](const Json& one) { read_player(one, side++); });
  });
  field(json, "turn_log", [&](const Json& value) {
    if (!is_object(value, kLogWords)) return;
    field(value, "played", [&](const Json& list) { position_.log.played = references(list); });
    field(value, "discarded", [&](const Json& list) { position_.log.discarded = references(list); });
    field(value, "used", [&](const Json& list) { position_.log.used = references(list); });
  });
  field(json, "effects",
        [&](const Json& value) { each(value, [&](const Json& one) { position_.effects.push_back(read_effect(one)); }); });
  field(json, "chance", [&](const Json& value) { read_chance(value); });
  field(json, "seed", [&](const Json& value) {
    if (!value.is_number_integer() || value < 0) return problem("a whole number from 0 to 2^64 - 1 is wanted");
    position_.seed = value.get<uint64_t>();
  });
  field(json, "pending", [&](const Json& value) { position_.pending = word(value); });
}

}  // namespace

ReadPosition read_position(const Json& json) { return Reader().read(json); }

LoadedPosition load_position(const Json& json) {
  LoadedPosition loaded;
  ReadPosition read = read_position(json);
  loaded.problems = std::move(read.problems);
  if (!read.position) return loaded;
  PositionResult built = build_position(*read.position);
  for (const std::string& text : built.problems) loaded.problems.push_back({text, ""});
  loaded.game = std::move(built.game);
  return loaded;
}

}  // namespace archon
