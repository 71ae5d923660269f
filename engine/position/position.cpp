#include "engine/position/position.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include "engine/advance.h"
#include "engine/cards/library.h"
#include "engine/check/invariants.h"
#include "engine/check/unfinished.h"
#include "engine/core/counters.h"
#include "engine/core/field_check.h"
#include "engine/make_matchup.h"
#include "engine/position/position_pending.h"
#include "engine/position/unknown_cards.h"
#include "engine/query/cards.h"
#include "engine/query/derive.h"
#include "engine/rules/setup.h"

namespace archon {
namespace {

HouseMask mask_of(const std::vector<House>& houses) {
  HouseMask mask = 0;
  for (House house : houses) mask = static_cast<HouseMask>(mask | 1u << static_cast<int>(house));
  return mask;
}

// One card of the position and where it lies.
struct Placed {
  const PositionCard* card = nullptr;
  Zone zone = Zone::Deck;
  int side = 0;   // whose zone
  int host = -1;  // index in the list, of what it is attached to or lies under
  int owner = 0;
  int definition = -1;
  CardId id = kNoCard;
  bool half = false;  // of the gigantic creature it lies under
};

class Builder {
 public:
  explicit Builder(const Position& position) : position_(position) {}

  PositionResult build() {
    for (int side = 0; side < 2; ++side) collect(side);
    if (list_.size() > static_cast<size_t>(kMaxCards))
      result_.problems.push_back("a game has at most " + std::to_string(kMaxCards) + " cards");
    if (!result_.problems.empty()) return std::move(result_);
    game_ = &result_.game.emplace();
    make_matchup();
    make_refs();
    make_state();
    if (result_.problems.empty()) add_history();
    if (result_.problems.empty()) check_history();
    if (const std::string unknown = unknown_in(game_->matchup, game_->state); !unknown.empty())
      result_.problems.push_back(unknown);
    if (result_.problems.empty()) derive(game_->matchup, game_->state);
    if (!result_.problems.empty()) result_.game.reset();
    return std::move(result_);
  }

 private:
  void collect(int side);
  void add(const PositionCard& card, Zone zone, int side, int host = -1);
  void add_half(const CardFacts& first, int host);
  void check_defined(int definition);
  void check_type(const Placed& placed, const CardFacts& facts);
  void add_token(TokenCreature& token, const std::string& id);
  uint16_t reverse_of(const PositionCard& card);
  void set_prophecy(const Placed& placed);
  void make_matchup();
  void make_refs();
  void make_state();
  void put_cards();
  void make_token(const Placed& placed, Card& card);
  void set_card(const Placed& placed);
  void set_players();
  void set_result();
  void add_history();
  void check_history();
  void add_log(const std::vector<std::string>& refs, EventType type, bool counts);
  void add_effect(const PositionEffect& from);
  uint8_t keep(const std::optional<std::vector<std::string>>& refs);
  CardId find(const std::string& ref);
  void number_cards();
  HouseMask houses(const Placed& placed) const;
  HouseMask identity(int side) const;

  const Position& position_;
  std::vector<Placed> list_;
  std::deque<PositionCard> unlisted_;  // halves of gigantic creatures in play, archon powers
  PositionResult result_;
  PositionGame* game_ = nullptr;
};

void Builder::collect(int side) {
  const PositionPlayer& player = position_.players[static_cast<size_t>(side)];
  for (const PositionCard& card : player.battleline) add(card, Zone::Line, side);
  for (const PositionCard& card : player.artifacts) add(card, Zone::Artifacts, side);
  for (const PositionCard& card : player.hand) add(card, Zone::Hand, side);
  for (const PositionCard& card : player.archives) add(card, Zone::Archives, side);
  for (const PositionCard& card : player.deck) add(card, Zone::Deck, side);
  for (const PositionCard& card : player.deck_rest) add(card, Zone::Deck, side);
  for (const PositionCard& card : player.discard) add(card, Zone::Discard, side);
  for (const PositionCard& card : player.purged) add(card, Zone::Purged, side);
  for (const PositionCard& card : player.limbo) add(card, Zone::Limbo, side);
  for (const PositionCard& card : player.prophecies) add(card, card.active.empty() ? Zone::Inactive : Zone::Reference, side);
  if (!player.archon_power.card.empty()) add(player.archon_power, Zone::Reference, side);
}

void Builder::add(const PositionCard& card, Zone zone, int side, int host) {
  const CardTable& table = CardTable::instance();
  Placed placed{.card = &card, .zone = zone, .side = side, .host = host, .owner = card.owner < 0 ? side : card.owner};
  placed.definition = table.find_id(card.card);
  if (placed.definition < 0) {
    std::vector<std::string> ids;
    for (const CardFacts& facts : table.cards()) ids.push_back(facts.id);
    const std::string hint = word_hint(card.card, ids);
    result_.problems.push_back("unknown card `" + card.card + "`" + (hint.empty() ? "" : "; " + hint));
    return;
  }
  const CardFacts& facts = table.cards()[static_cast<size_t>(placed.definition)];
  check_defined(placed.definition);
  if (!card.copy_of.empty() && table.find_id(card.copy_of) >= 0) check_defined(table.find_id(card.copy_of));
  check_type(placed, facts);
  const int at = static_cast<int>(list_.size());
  list_.push_back(placed);
  for (const PositionCard& upgrade : card.upgrades) {
    add(upgrade, Zone::Attached, upgrade.controller >= 0 ? upgrade.controller : upgrade.owner >= 0 ? upgrade.owner : side, at);
  }
  for (const PositionCard& under : card.under) add(under, Zone::Under, under.owner >= 0 ? under.owner : placed.owner, at);
  if (facts.half == Half::First && zone == Zone::Line && card.token.empty()) add_half(facts, at);
}

// A gigantic creature in play: its other half is the first such card under it, or one that isn't mentioned.
void Builder::add_half(const CardFacts& first, int host) {
  const std::string second = first.id + "2";
  for (Placed& placed : list_) {
    if (placed.host != host || placed.zone != Zone::Under || placed.card->card != second) continue;
    placed.half = true;
    return;
  }
  PositionCard& unmentioned = unlisted_.emplace_back();
  unmentioned.card = second;
  add(unmentioned, Zone::Under, list_[static_cast<size_t>(host)].owner, host);
  list_.back().half = true;
}

void Builder::check_defined(int definition) {
  if (Library::instance().defined(definition)) return;
  const std::string& id = CardTable::instance().cards()[static_cast<size_t>(definition)].id;
  result_.problems.push_back("`" + id + "` has no definition");
}

void Builder::check_type(const Placed& placed, const CardFacts& facts) {
  const bool power = placed.card == &position_.players[static_cast<size_t>(placed.side)].archon_power;
  const bool fits = !placed.card->copy_of.empty()    ? true
                    : !placed.card->token.empty()    ? true
                    : placed.zone == Zone::Line      ? facts.type == CardType::Creature || facts.type == CardType::Artifact
                    : placed.zone == Zone::Artifacts ? facts.type == CardType::Artifact || facts.type == CardType::Creature
                    : placed.zone == Zone::Attached  ? facts.type != CardType::Artifact
                    : placed.zone == Zone::Inactive  ? facts.type == CardType::Prophecy
                    : placed.zone == Zone::Reference ? facts.type == (power ? CardType::ArchonPower : CardType::Prophecy)
                                                     : facts.type < CardType::ArchonPower;
  if (!fits)
    result_.problems.push_back("`" + facts.id + "` is of type " + std::string(type_name(facts.type)) + " and can't lie there");
  const bool hosts = placed.zone == Zone::Line || placed.zone == Zone::Artifacts;
  if (!hosts && !placed.card->upgrades.empty())
    result_.problems.push_back("`" + facts.id + "` is not in play but has upgrades");
  const bool borrowed = placed.zone == Zone::Line || placed.zone == Zone::Artifacts || placed.zone == Zone::Archives ||
                        placed.zone == Zone::Attached;
  if (!borrowed && placed.owner != placed.side)
    result_.problems.push_back("`" + facts.id + "` can only lie in a zone of its owner");
}

HouseMask Builder::houses(const Placed& placed) const {
  const HouseMask mask = mask_of(placed.card->houses);
  if (mask) return mask;
  const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(placed.definition)];
  return printed_houses(facts);
}

// The houses of an identity card: those given, then those of the player's own cards, then of the first set.
HouseMask Builder::identity(int side) const {
  HouseMask mask = 0;
  const auto add_houses = [&](HouseMask more) {
    for (int house = 0; house < kHouses; ++house)
      if (more >> house & 1 && std::popcount(mask) < 3) mask = static_cast<HouseMask>(mask | 1u << house);
  };
  const auto one = [](House house) { return static_cast<HouseMask>(1u << static_cast<int>(house)); };
  for (House house : position_.players[static_cast<size_t>(side)].houses) add_houses(one(house));
  if (side == position_.active && position_.house != House::None) add_houses(one(position_.house));
  for (const Placed& placed : list_)
    if (placed.owner == side && placed.card->houses.empty()) add_houses(houses(placed));
  for (House house : {House::Brobnar, House::Dis, House::Logos, House::Mars, House::Sanctum, House::Shadows, House::Untamed})
    add_houses(one(house));
  return mask;
}

void Builder::add_token(TokenCreature& token, const std::string& id) {
  if (id.empty()) return;
  const int card = CardTable::instance().find_id(id);
  if (card < 0 || CardTable::instance().cards()[static_cast<size_t>(card)].type != CardType::TokenCreature)
    return result_.problems.push_back("`" + id + "` is no token creature");
  check_defined(card);
  token = token_creature(card);
}

uint16_t Builder::reverse_of(const PositionCard& card) {
  if (card.reverse.empty()) return kNone;
  const int reverse = CardTable::instance().find_id(card.reverse);
  const auto prophecy = [](int id) {
    return id >= 0 && CardTable::instance().cards()[static_cast<size_t>(id)].type == CardType::Prophecy;
  };
  if (!prophecy(reverse) || !prophecy(CardTable::instance().find_id(card.card))) {
    result_.problems.push_back("`" + card.card + "` and `" + card.reverse + "` are no two sides of a prophecy");
    return kNone;
  }
  check_defined(reverse);
  return static_cast<uint16_t>(reverse);
}

void Builder::make_matchup() {
  Matchup& m = game_->matchup;
  for (size_t side = 0; side < 2; ++side) add_token(m.tokens[side], position_.players[side].token);
  m.program = &Library::instance().program();
  m.rules = position_.rules;
  m.tide = position_.tide.has_value();
  number_cards();
  for (const Placed& placed : list_) {
    const CardFacts& facts = CardTable::instance().cards()[static_cast<size_t>(placed.definition)];
    MatchCard& card = m.cards[placed.id];
    card.definition = static_cast<uint16_t>(placed.definition);
    m.tide |= m.program->definitions[card.definition].tide;
    card.owner = static_cast<uint8_t>(placed.owner);
    card.reverse = reverse_of(*placed.card);
    card.houses = static_cast<HouseMask>(houses(placed) | mask_of(placed.card->house_icons));
    const std::vector<Icon> icons =
        placed.card->icons.value_or(std::vector<Icon>(static_cast<size_t>(facts.amber), Icon::Amber));
    for (Icon icon : icons)
      if (card.icon_count < card.icons.size()) card.icons[card.icon_count++] = static_cast<uint8_t>(icon);
  }
  for (int owner = 0; owner < 2; ++owner) m.deck_houses[static_cast<size_t>(owner)] = identity(owner);
  m.card_count = static_cast<int>(list_.size());
  finish_matchup(m);
}

// The cards of player 0 come first; of each player those with a number in its order, the others as listed.
void Builder::number_cards() {
  std::vector<Placed*> order;
  for (Placed& placed : list_) order.push_back(&placed);
  const auto key = [](const Placed* placed) {
    const int number = placed->card->number;
    return std::pair(placed->owner, number >= 0 ? number : std::numeric_limits<int>::max());
  };
  std::ranges::stable_sort(order, {}, key);
  std::set<int> taken;
  for (const Placed* placed : order)
    if (placed->card->number >= 0 && !taken.insert(placed->card->number).second)
      result_.problems.push_back("two cards have the ref " + std::to_string(placed->card->number));
  int free = 0;
  for (const Placed* placed : order) free = std::max(free, placed->card->number + 1);
  for (size_t i = 0; i < order.size(); ++i) {
    order[i]->id = static_cast<CardId>(i);
    game_->numbers.push_back(order[i]->card->number >= 0 ? order[i]->card->number : free++);
  }
}

void Builder::make_refs() {
  std::map<std::string, int> copies;
  const auto add_ref = [&](const std::string& ref, CardId id) {
    if (!game_->refs.emplace(ref, id).second) result_.problems.push_back("two cards are called `" + ref + "`");
  };
  for (const Placed& placed : list_) {
    const std::string& id = placed.card->card;
    add_ref(id + "#" + std::to_string(++copies[id]), placed.id);
    if (!placed.card->ref.empty()) add_ref(placed.card->ref, placed.id);
  }
  for (const Placed& placed : list_)
    if (copies[placed.card->card] == 1 && placed.card->ref != placed.card->card) add_ref(placed.card->card, placed.id);
}

// The zones are written whole: the list has the order of every zone.
void Builder::put_cards() {
  State& s = game_->state;
  int next = 0;
  for (int zone = 0; zone < kZones; ++zone)
    for (int side = 0; side < 2; ++side) {
      s.start[2 * zone + side] = static_cast<uint8_t>(next);
      for (const Placed& placed : list_)
        if (static_cast<int>(placed.zone) == zone && placed.side == side) s.order[next++] = placed.id;
    }
  s.start[2 * kZones] = static_cast<uint8_t>(next);
}

// A token creature of either deck (rulebook 18.4, TOKEN CREATURES).
void Builder::make_token(const Placed& placed, Card& card) {
  const Matchup& m = game_->matchup;
  const int token = CardTable::instance().find_id(placed.card->token);
  if (token < 0) return result_.problems.push_back("unknown card `" + placed.card->token + "`");
  const uint16_t definition = m.program->worded(static_cast<uint16_t>(token), m.rules.wording);
  if (definition != m.tokens[0].definition && definition != m.tokens[1].definition)
    return result_.problems.push_back("`" + placed.card->token + "` is the token creature of neither player");
  if (placed.zone != Zone::Line && placed.zone != Zone::Artifacts && placed.zone != Zone::Limbo)
    return result_.problems.push_back("`" + placed.card->card + "` is a token creature in no battleline");
  card.definition = definition;
  card.set(kFacedown);
}

// Which side of a prophecy is up.
void Builder::set_prophecy(const Placed& placed) {
  const PositionCard& from = *placed.card;
  if (from.active.empty() || from.active == from.card) return;
  if (from.active != from.reverse) return result_.problems.push_back("`" + from.active + "` is no side of `" + from.card + "`");
  game_->state.cards[placed.id].definition = game_->matchup.cards[placed.id].reverse;
}

void Builder::set_card(const Placed& placed) {
  const PositionCard& from = *placed.card;
  Card& card = game_->state.cards[placed.id];
  const auto byte = [](int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); };
  card.zone = placed.zone;
  card.controller = static_cast<uint8_t>(placed.side);
  if (placed.host >= 0) card.host = list_[static_cast<size_t>(placed.host)].id;
  card.damage = byte(from.damage);
  card.amber = static_cast<uint16_t>(from.amber);
  card.counters = byte(from.power_counters);
  card.armor_used = byte(from.armor_used);
  for (const auto& [name, count] : from.counters) {
    const int kind = counter_kind(name);
    if (kind < 0) return result_.problems.push_back("unknown counter `" + name + "`");
    set_counters(game_->state, placed.id, kind, byte(count));
    if (game_->state.overflow) return result_.problems.push_back("too many counters");
  }
  card.set(kExhausted, from.exhausted);
  card.set(kStunned, from.stunned);
  card.set(kWarded, from.warded);
  card.set(kEnraged, from.enraged);
  card.set(kElusiveUsed, from.elusive_used);
  card.set(kFacedown, from.facedown);
  card.set(kHalf, placed.half);
  if (!from.token.empty()) make_token(placed, card);
  set_prophecy(placed);
  if (!from.copy_of.empty()) {
    const int original = CardTable::instance().find_id(from.copy_of);
    if (original < 0) return result_.problems.push_back("unknown card `" + from.copy_of + "`");
    const Matchup& m = game_->matchup;
    card.definition = m.program->worded(static_cast<uint16_t>(original), m.rules.wording);
  }
  if (placed.zone == Zone::Attached && type_of(game_->matchup, game_->state, placed.id) != CardType::Upgrade) {
    const uint16_t upgrade = game_->matchup.printed(placed.id).as_upgrade;
    if (upgrade == kNone) return result_.problems.push_back("`" + from.card + "` can't be an upgrade");
    card.definition = upgrade;
  }
  if (!from.purged_by.empty()) card.host = find(from.purged_by);
  const bool in_play = bit(placed.zone) & kInPlayZones;
  card.set(kForeign, in_play && placed.side != placed.owner);
  const uint32_t known[2] = {kKnownTo0, kKnownTo1};
  switch (placed.zone) {
    case Zone::Deck:
      break;
    case Zone::Hand:
    case Zone::Archives:
      card.flags = card.flags | known[placed.side];
      break;
    case Zone::Line:
    case Zone::Artifacts:
      card.flags = card.flags | (from.token.empty() ? kKnownTo0 | kKnownTo1 : known[placed.side]);
      break;
    case Zone::Under:
      if (from.facedown) {
        card.flags = card.flags | known[list_[static_cast<size_t>(placed.host)].side];
        break;
      }
      [[fallthrough]];
    default:
      card.flags = card.flags | kKnownTo0 | kKnownTo1;
  }
}

void Builder::set_players() {
  State& s = game_->state;
  for (int side = 0; side < 2; ++side) {
    const PositionPlayer& from = position_.players[static_cast<size_t>(side)];
    Player& player = s.players[side];
    player.amber = static_cast<uint16_t>(from.amber);
    player.keys = from.keys;
    player.chains = static_cast<uint8_t>(from.chains);
    player.turns = static_cast<uint8_t>(from.turn);
    s.extra_turns[side] = static_cast<uint8_t>(from.extra_turns);
    player.deck_fixed = static_cast<uint8_t>(from.deck.size());
    s.turn = static_cast<uint16_t>(s.turn + from.turn);
  }
}

// Whoever has the keys to win has won, whatever the phase.
void Builder::set_result() {
  int winner = position_.over ? position_.winner : -1;
  bool over = position_.over;
  for (int side = 0; side < 2; ++side) {
    const int keys = std::popcount(position_.players[static_cast<size_t>(side)].keys);
    const int to_win = game_->matchup.keys_to_win[static_cast<size_t>(side)];
    if (keys > to_win) result_.problems.push_back("a player has more keys than it takes to win");
    if (keys < to_win) continue;
    if (winner == 1 - side) result_.problems.push_back("both players can't have won: one has the keys to win");
    winner = side;
    over = true;
  }
  if (over) game_->state.result = winner < 0 ? Result::DecisionCap : winner == 0 ? Result::Won0 : Result::Won1;
}

void Builder::make_state() {
  const Matchup& m = game_->matchup;
  State& s = game_->state;
  clear_state(m, s);
  put_cards();
  for (const Placed& placed : list_) set_card(placed);
  set_players();
  s.rng[0].state = position_.seed;
  s.rng[1].state = position_.seed + 1;
  s.rng[2].state = position_.seed + 2;
  for (size_t i = 0; position_.chance && i < 3; ++i) s.rng[i].state = (*position_.chance)[i];
  set_result();
  s.active = static_cast<uint8_t>(position_.active);
  s.first = static_cast<uint8_t>(position_.first);
  s.first_turn = position_.first_turn;
  s.prophesied = position_.prophesied;
  s.tide = position_.tide.value_or(Tide::Neutral);
  s.step = position_.step;
  const bool chosen = position_.step > Step::House && position_.house != House::None;
  s.house = chosen ? static_cast<HouseMask>(1u << static_cast<int>(position_.house)) : HouseMask{0};
  s.dirty = 1;
}

CardId Builder::find(const std::string& ref) {
  const auto found = game_->refs.find(ref);
  if (found != game_->refs.end()) return found->second;
  const auto& numbers = game_->numbers;
  for (size_t id = 0; id < numbers.size(); ++id)
    if (std::to_string(numbers[id]) == ref) return static_cast<CardId>(id);
  result_.problems.push_back("no card of the position is called `" + ref + "`");
  return 0;
}

void Builder::add_log(const std::vector<std::string>& refs, EventType type, bool counts) {
  const Matchup& m = game_->matchup;
  State& s = game_->state;
  for (const std::string& ref : refs) {
    const CardId card = find(ref);
    if (counts && (s.cards[m.cards[card].name_group].uses & 0x0F) < 15) ++s.cards[m.cards[card].name_group].uses;
    if (!(m.history & bit(type))) continue;
    if (s.log_count >= kMaxLog) return result_.problems.push_back("the turn log is too long");
    const uint16_t flags = type == EventType::Discard ? kFromHand : 0;
    s.log[s.log_count++] = {type, card, kNoCard, static_cast<uint8_t>(position_.active), flags};
  }
}

uint8_t Builder::keep(const std::optional<std::vector<std::string>>& refs) {
  State& s = game_->state;
  if (!refs) return 0xFF;
  if (s.kept_used >= kMaxKept) {
    result_.problems.push_back("too many effects with bound cards");
    return 0xFF;
  }
  CardSet cards;
  for (const std::string& ref : *refs) cards.add(find(ref));
  s.kept[s.kept_used] = cards;
  return s.kept_used++;
}

void Builder::add_effect(const PositionEffect& from) {
  State& s = game_->state;
  const Program& program = *game_->matchup.program;
  const CardId source = find(from.source);
  const int own = game_->matchup.cards[source].definition;
  int definition = own;
  if (!from.definition.empty()) {
    definition = CardTable::instance().find_id(from.definition);
    if (definition < 0) return result_.problems.push_back("unknown card `" + from.definition + "`");
    definition = program.worded(static_cast<uint16_t>(definition), game_->matchup.rules.wording);
  }
  std::vector<int> fitting;
  for (int body : lasting_blocks(program, definition))
    if (from.line == 0 || program.abilities[program.bodies[static_cast<size_t>(body)].abilities[0]].line == from.line)
      fitting.push_back(body);
  if (static_cast<size_t>(from.block) >= fitting.size())
    return result_.problems.push_back("`" + from.source + "` has no such lasting effect");
  if (s.lasting_count >= kMaxLasting) return result_.problems.push_back("too many lasting effects");
  LastingEffect& effect = s.lasting[s.lasting_count++];
  effect = {.body = static_cast<uint16_t>(fitting[static_cast<size_t>(from.block)]), .source = source};
  effect.controller = static_cast<uint8_t>(from.controller);
  effect.clock = from.clock;
  effect.uses = static_cast<uint8_t>(from.uses);
  effect.chosen = static_cast<int16_t>(from.chosen);
  effect.age = static_cast<uint8_t>(from.age);
  effect.cards = keep(from.cards);
  effect.second = keep(from.second);
}

void Builder::add_history() {
  add_log(position_.log.played, EventType::Play, true);
  add_log(position_.log.discarded, EventType::Discard, false);
  add_log(position_.log.used, EventType::Use, true);
  game_->state.hand_moves = static_cast<uint8_t>(position_.log.played.size() + position_.log.discarded.size());
  game_->state.acted = game_->state.hand_moves > 0 || !position_.log.used.empty();
  for (const PositionEffect& effect : position_.effects) add_effect(effect);
}

// Effects without what they need, found before anything relies on them.
void Builder::check_history() {
  for (const auto& found : {check_fields(game_->matchup, game_->state), check_unfinished(game_->matchup, game_->state)})
    for (const std::string& problem : found) result_.problems.push_back("this can't be: " + problem);
}

// Goes to the first decision. A position that no game could have is refused here: later nothing would be sure.
void begin_step(PositionResult& result) {
  PositionGame& game = *result.game;
  advance(game.matchup, game.state);
  const std::string violations = check_invariants(game.matchup, game.state);
  if (!violations.empty()) result.problems.push_back("this can't be: " + violations.substr(0, violations.find('\n')));
}

}  // namespace

PositionResult lay_out_position(const Position& position) { return Builder(position).build(); }

PositionResult build_position(const Position& position) {
  PositionResult result = Builder(position).build();
  if (!result.game) return result;
  if (!position.pending.empty())
    result.problems = restore_pending(position.pending, result.game->matchup, result.game->state);
  else
    begin_step(result);
  if (!result.problems.empty()) result.game.reset();
  return result;
}

}  // namespace archon
