#include "engine/query/derive.h"

#include <algorithm>
#include <bit>

#include "engine/query/active_list.h"
#include "engine/query/blank_texts.h"
#include "engine/query/cards.h"
#include "engine/query/scope.h"

namespace archon {
namespace {

// Keywords that are gained while others are there wait for these. A power that depends on that of other cards is late; what is
// done to the whole of a number comes behind it. Numbers of keywords come then: they may ask for power and armor; and last the
// abilities that cards gain by their power or armor.
enum class Layer : uint8_t { Place, Traits, Text, Keywords, Set, Add, Late, Whole, Only, Numbers, Last };

// The kinds of abilities that act in a layer; of those in two, each ability in one (acts_in).
constexpr StaticMask kinds_of(Layer layer) {
  switch (layer) {
    case Layer::Place:
      return bit(StaticKind::BecomeFlank);  // who is on a flank is settled before abilities that ask for it
    case Layer::Traits:
      return bit(StaticKind::GainTrait) | bit(StaticKind::LoseTraits);  // before abilities that ask for them
    case Layer::Text:
      return bit(StaticKind::GainAbility) | bit(StaticKind::GainText) | bit(StaticKind::GainKeyword) |
             bit(StaticKind::LoseKeyword) | bit(StaticKind::BecomeHouse);
    case Layer::Keywords:
      return bit(StaticKind::GainKeyword);
    case Layer::Set:
      return bit(StaticKind::BecomeCreature) | bit(StaticKind::HasPower) | bit(StaticKind::HasArmor);
    case Layer::Add:
      return bit(StaticKind::GetPower) | bit(StaticKind::GetArmor);
    case Layer::Late:
      return bit(StaticKind::HasPower);
    case Layer::Whole:
      return bit(StaticKind::LoseArmor) | bit(StaticKind::SwitchStats);
    case Layer::Only:
      return bit(StaticKind::OnlyPower) | bit(StaticKind::OnlyArmor);
    case Layer::Numbers:
      return bit(StaticKind::GetAssault) | bit(StaticKind::GetHazardous) | bit(StaticKind::GetSplash) |
             bit(StaticKind::GainKeyword);
    case Layer::Last:
      return bit(StaticKind::GainAbility);
  }
  return 0;
}

constexpr StaticMask kNumbers = kinds_of(Layer::Numbers) & ~bit(StaticKind::GainKeyword);
constexpr StaticMask kLayered = kinds_of(Layer::Place) | kinds_of(Layer::Traits) | kinds_of(Layer::Text) |
                                kinds_of(Layer::Set) | kinds_of(Layer::Add) | kinds_of(Layer::Whole) | kinds_of(Layer::Only) |
                                kNumbers;

HouseMask token_houses(const Matchup& m, uint16_t definition) {
  for (const TokenCreature& token : m.tokens)
    if (token.definition == definition) return token.houses;
  return 0;
}

[[gnu::always_inline]] inline void reset_card(const Matchup& m, State& s, CardId id) {
  Card& card = s.cards[id];
  const Definition& def = m.program->definitions[card.definition];
  card.power = static_cast<uint8_t>(std::min(255, def.power + card.counters));
  card.armor = def.armor;
  card.assault = def.assault;
  card.hazardous = def.hazardous;
  card.splash_attack = def.splash_attack;
  card.traits = 0;
  card.keywords = def.keywords;
  card.houses = m.cards[id].houses;
  card.flags = card.flags & ~(kMadeFlank | kHasGrants | kBlank | kMadeArtifact);
  if (!def.stands) return;
  for (uint16_t ability : def.abilities) {
    const Ability& a = m.program->abilities[ability];
    if (is_standing(a.kind) && (!def.elsewhere || a.zone == Zone::Line)) add_active(m, s, ability, id, id);
  }
}

// What is not as it is printed on the card that lies there, in games where that may be.
[[gnu::cold]] void reset_face(const Matchup& m, State& s, CardId id) {
  Card& card = s.cards[id];
  if (card.has(kFacedown)) card.houses = token_houses(m, card.definition);
  if (m.changes_types && card.zone == Zone::Artifacts && prints_creature(m, s, id)) card.set(kMadeArtifact);
}

// Token creatures that are copies for a while have what is printed on the creature instead of their own; of several such
// effects the latest holds.
[[gnu::cold]] void become_copies(const Matchup& m, State& s) {
  CardSet copies;
  CardId of[kMaxCards];
  for_each_static(m, s, StaticKind::Copies, [&](const Scope& scope, const Static& rule, int) {
    const CardId original = eval_cards(scope, rule.value).first();
    if (original == kNoCard || !is_creature(m, s, original)) return;
    for (CardId id : eval_cards(scope, rule.cards)) {
      if (!s.cards[id].has(kFacedown) || !s.in_play(id) || id == original) continue;
      copies.add(id);
      of[id] = original;
    }
  });
  const int count = s.active_count;
  clear_actives(s);
  for (int i = 0; i < count; ++i) {
    const Active active = s.actives[i];
    if (active.self != active.source || !copies.has(active.self)) add_active(m, s, active.ability, active.self, active.source);
  }
  uint16_t printed[kMaxCards];
  for (CardId id : copies) printed[id] = s.cards[of[id]].definition;
  for (CardId id : copies) s.cards[id].definition = printed[id];
  for (CardId id : copies) {
    reset_card(m, s, id);
    reset_face(m, s, id);
    const CardId original = of[id];
    s.cards[id].houses = s.cards[original].has(kFacedown) ? token_houses(m, printed[id]) : m.cards[original].houses;
  }
}

// Abilities of cards out of play that are in force where they are.
[[gnu::cold]] void add_elsewhere(const Matchup& m, State& s) {
  for (uint32_t zones = m.ability_zones; zones; zones &= zones - 1) {
    const auto zone = static_cast<Zone>(std::countr_zero(zones));
    for (int player = 0; player < 2; ++player)
      for (CardId card : zone_of(s, zone, player))
        for (uint16_t ability : definition(m, s, card).abilities)
          if (m.program->abilities[ability].zone == zone) add_active(m, s, ability, card, card);
  }
}

uint8_t clamp_byte(int value) { return static_cast<uint8_t>(std::clamp(value, 0, 255)); }

struct Layered {  // what layers leave for later ones
  CardSet lost[kKeywords];
  bool losses = false;
  bool numbers = false;  // one with a number was gained
  bool waits = false;    // one was not gained, for its condition did not hold
  bool late = false;     // an ability is gained by power or armor
  bool power_changes = false;
  int change[kMaxCards];  // of power, if there are any
};

// "X is ..." of a card whose printed power or armor is X: who gains the text has none that it could define (rulebook 18.4, X).
bool defines_x(const Definition& text, const Ability& ability) {
  if (ability.kind != AbilityKind::Static || text.type != CardType::Creature) return false;
  return (ability.rule == StaticKind::HasPower && text.power == 0) || (ability.rule == StaticKind::HasArmor && text.armor == 0);
}

// The text box of another card, as it is printed: keywords and abilities, of which "this" is the card that gains them.
[[gnu::cold]] void gain_text(const Matchup& m, State& s, CardId id, const Definition& text, bool keywords_only) {
  Card& card = s.cards[id];
  card.keywords = static_cast<KeywordMask>(card.keywords | text.keywords);
  card.assault = clamp_byte(card.assault + text.assault);
  card.hazardous = clamp_byte(card.hazardous + text.hazardous);
  card.splash_attack = clamp_byte(card.splash_attack + text.splash_attack);
  if (keywords_only) return;
  card.set(kHasGrants);
  for (uint16_t ability : text.abilities) {
    const Ability& a = m.program->abilities[ability];
    if ((is_head(a.kind) || is_standing(a.kind)) && a.zone == Zone::Line && !defines_x(text, a))
      add_active(m, s, ability, id, id);
  }
}

void gain_trait(const Matchup& m, State& s, const Scope& scope, const Static& rule, CardId id) {
  Card& card = s.cards[id];
  if (card.traits == kTraitless) return;
  if (rule.what == kNoTrait) {
    for (CardId from : eval_cards(scope, rule.value)) card.traits = static_cast<uint8_t>(kTraitsOf + from);
  } else if (!prints_trait(m, s, id, rule.what) && card.traits < kTraitsOf) {
    card.traits = static_cast<uint8_t>(rule.what + 1);
  }
}

void apply_to(const Matchup& m, State& s, const Scope& scope, const Static& rule, CardId id, uint8_t source, Layered& layered) {
  Card& card = s.cards[id];
  Scope each = scope;
  each.target = id;
  const auto value = [&] { return rule.value == kNone ? 0 : eval(each, rule.value); };
  const bool gains =
      rule.kind == StaticKind::GainAbility || rule.kind == StaticKind::GainText || rule.kind == StaticKind::GainKeyword;
  if (gains && card.has(kBlank)) return;
  switch (rule.kind) {
    case StaticKind::GainText:
      for (CardId from : eval_cards(scope, rule.value))
        if (!s.in_play(from) || !s.cards[from].has(kBlank)) gain_text(m, s, id, definition(m, s, from), rule.what);
      break;
    case StaticKind::GainAbility:
      add_active(m, s, rule.ability, id, source);
      card.set(kHasGrants);
      break;
    case StaticKind::GainKeyword:
      card.keywords = static_cast<KeywordMask>(card.keywords | keyword_bit(static_cast<Keyword>(rule.what)));
      layered.numbers |= rule.value != kNone;
      break;
    case StaticKind::LoseKeyword:
      layered.lost[rule.what].add(id);
      layered.losses = true;
      break;
    case StaticKind::BecomeHouse:
      card.houses = static_cast<HouseMask>(value() | (rule.what ? card.houses : 0));  // "also": it keeps the others
      break;
    case StaticKind::BecomeFlank:
      card.set(kMadeFlank);
      break;
    case StaticKind::GainTrait:
      gain_trait(m, s, scope, rule, id);
      break;
    case StaticKind::LoseTraits:
      card.traits = kTraitless;
      break;
    case StaticKind::BecomeCreature:
      if (card.zone == Zone::Line && m.program->definitions[card.definition].type == CardType::Artifact)
        card.set(kMadeCreature);
      break;
    case StaticKind::HasPower:  // +1 power counters and changes come on top of it
      if (card.zone != Zone::Line) break;
      card.power = clamp_byte(value() + card.counters + (rule.flags && layered.power_changes ? layered.change[id] : 0));
      break;
    case StaticKind::LoseArmor:
      card.armor = 0;
      break;
    case StaticKind::OnlyPower:
      if (card.zone == Zone::Line) card.power = clamp_byte(value());
      break;
    case StaticKind::OnlyArmor:
      if (card.zone == Zone::Line) card.armor = clamp_byte(value());
      break;
    case StaticKind::SwitchStats:
      if (card.zone == Zone::Line) std::swap(card.power, card.armor);
      break;
    case StaticKind::HasArmor:
      if (card.zone == Zone::Line) card.armor = clamp_byte(value());
      break;
    case StaticKind::GetArmor:
      card.armor = clamp_byte(card.armor + value());
      break;
    default:
      break;
  }
}

void apply_number(const Scope& scope, const Static& rule, Card& card, CardId id) {
  const bool gained = rule.kind == StaticKind::GainKeyword;
  if (gained && card.has(kBlank)) return;
  Scope each = scope;
  each.target = id;
  const int value = eval(each, rule.value);
  const auto is = [&](Keyword keyword, StaticKind kind) {
    return rule.kind == kind || (gained && rule.what == static_cast<uint8_t>(keyword));
  };
  if (is(Keyword::Assault, StaticKind::GetAssault)) card.assault = clamp_byte(card.assault + value);
  if (is(Keyword::Hazardous, StaticKind::GetHazardous)) card.hazardous = clamp_byte(card.hazardous + value);
  if (is(Keyword::SplashAttack, StaticKind::GetSplash)) card.splash_attack = clamp_byte(card.splash_attack + value);
}

// Power changes add up before the result is cut off at 0.
void apply_power(const Matchup&, const Scope& scope, const Static& rule, CardId id, int* change) {
  Scope each = scope;
  each.target = id;
  change[id] += eval(each, rule.value);
}

bool acts_in(Layer layer, const Static& rule) {
  switch (rule.kind) {
    case StaticKind::GainAbility:
      return (rule.flags != 0) == (layer == Layer::Last);
    case StaticKind::HasPower:
      return (rule.flags != 0) == (layer == Layer::Late);  // what depends on the power of others comes later
    case StaticKind::GainKeyword:
      return layer == Layer::Text || (rule.value != kNone) == (layer == Layer::Numbers);
    default:
      return true;
  }
}

// What an upgrade makes its host gain stands in the host's text box (rulebook 18.4, UPGRADES): who gains that text gains it,
// too.
[[gnu::cold]] CardSet readers_of_host(const Matchup& m, const State& s, const Static& rule, CardId upgrade, CardSet gaining) {
  const StaticMask texts =
      bit(StaticKind::GainAbility) | bit(StaticKind::GainText) | bit(StaticKind::GainKeyword) | bit(StaticKind::GainTrait);
  const CardId host = s.cards[upgrade].host;
  CardSet readers;
  if (!(texts & bit(rule.kind)) || s.cards[upgrade].zone != Zone::Attached || !gaining.has(host) || s.cards[host].has(kBlank))
    return readers;
  for_each_static(m, s, StaticKind::GainText, [&](const Scope& scope, const Static& gain, int) {
    if (!gain.what && eval_cards(scope, gain.value).has(host)) readers |= eval_cards(scope, gain.cards);
  });
  return readers;
}

void apply_layer(const Matchup& m, State& s, Layer layer, Layered& layered) {
  const StaticMask kinds = kinds_of(layer);
  for (int i = 0; i < s.active_count; ++i) {  // the list grows while abilities are gained
    const Active active = s.actives[i];
    const Ability& ability = m.program->abilities[active.ability];
    if (ability.kind != AbilityKind::Static || !(kinds & bit(ability.rule))) continue;
    const Static& rule = m.program->statics[ability.static_rule];
    layered.late |= rule.kind == StaticKind::GainAbility && rule.flags;
    if (!acts_in(layer, rule)) continue;
    LastingStorage storage;
    const Scope scope = scope_of(m, s, active, storage);
    if (!holds(scope, rule.condition)) {
      layered.waits |= rule.kind == StaticKind::GainKeyword && rule.value == kNone;
      continue;
    }
    if (rule.kind == StaticKind::GetPower && !layered.power_changes) {
      std::fill(std::begin(layered.change), std::end(layered.change), 0);
      layered.power_changes = true;
    }
    CardSet cards = eval_cards(scope, rule.cards);
    if (s.static_mask & bit(StaticKind::GainText)) cards |= readers_of_host(m, s, rule, active.self, cards);
    for (CardId id : cards) {
      if (!s.in_play(id)) continue;
      if (rule.kind == StaticKind::GetPower)
        apply_power(m, scope, rule, id, layered.change);
      else if (layer == Layer::Numbers)
        apply_number(scope, rule, s.cards[id], id);
      else
        apply_to(m, s, scope, rule, id, active.source, layered);
    }
  }
  if (layer != Layer::Add || !layered.power_changes) return;
  for (CardId id : battlelines(s)) s.cards[id].power = clamp_byte(s.cards[id].power + layered.change[id]);
}

// "loses" beats "gains" (rulebook 18.4, LOSE VS GAIN).
void apply_losses(State& s, const Layered& layered) {
  for (int keyword = 0; layered.losses && keyword < kKeywords; ++keyword)
    for (CardId id : layered.lost[keyword])
      s.cards[id].keywords = static_cast<KeywordMask>(s.cards[id].keywords & ~(1u << keyword));
}

}  // namespace

namespace {

// Armor that is lost is first the armor already used this turn (rulebook 18.4, ARMOR).
struct UsedArmor {
  CardId card[kMaxCards];
  uint8_t armor[kMaxCards];
  int count = 0;

  explicit UsedArmor(const State& s) {
    for (CardId id : battlelines(s))
      if (s.cards[id].armor_used) {
        card[count] = id;
        armor[count++] = s.cards[id].armor;
      }
  }
  void settle(State& s) const {
    for (int i = 0; i < count; ++i) {
      Card& c = s.cards[card[i]];
      const int lost = armor[i] - c.armor;
      if (lost > 0) c.armor_used = static_cast<uint8_t>(std::max(0, c.armor_used - lost));
    }
  }
};

void derive_all(const Matchup& m, State& s);

}  // namespace

void derive(const Matchup& m, State& s) {
  const UsedArmor before(s);
  derive_all(m, s);
  if (m.rules.used_armor_lost_first) before.settle(s);
}

namespace {

void derive_all(const Matchup& m, State& s) {
  s.dirty = 0;
  s.unchecked = 1;
  clear_actives(s);
  if (m.copies_tokens)
    for (CardId card : cards_in_play(s))
      if (s.cards[card].has(kFacedown)) s.cards[card].definition = token_of(m, s, card);
  for (CardId card : cards_in_play(s)) reset_card(m, s, card);
  if (m.has_tokens() || m.changes_types)
    for (CardId card : cards_in_play(s)) reset_face(m, s, card);
  if (m.ability_zones) add_elsewhere(m, s);
  for (int i = 0; i < s.lasting_count; ++i) {
    const LastingEffect& effect = s.lasting[i];
    if (effect.body == kNone) continue;
    const bool waits = (effect.clock == Clock::OpponentNextTurn || effect.clock == Clock::YourNextTurn) && !effect.age;
    const CardId bound = effect.cards == kNotKept ? kNoCard : CardId{s.kept[effect.cards].first()};
    const bool elsewhere = effect.clock == Clock::WhileControlled &&
                           (bound == kNoCard || !s.in_play(bound) || s.cards[bound].controller != effect.controller);
    if (waits || elsewhere) continue;
    for (uint16_t ability : m.program->bodies[effect.body].abilities)
      add_active(m, s, ability, effect.source, static_cast<uint8_t>(kLastingBase + i));
  }
  if (s.static_mask & bit(StaticKind::Copies)) become_copies(m, s);
  if (s.static_mask & bit(StaticKind::LoseText)) blank_texts(m, s);
  if (!(s.static_mask & kLayered)) return;
  Layered layered;
  const auto apply = [&](Layer layer) {
    if (s.static_mask & kinds_of(layer)) apply_layer(m, s, layer, layered);
  };
  apply(Layer::Place);
  apply(Layer::Traits);
  apply(Layer::Text);
  if (layered.waits) apply_layer(m, s, Layer::Keywords, layered);
  apply_losses(s, layered);
  apply(Layer::Set);
  apply(Layer::Add);
  apply(Layer::Late);
  apply(Layer::Whole);
  apply(Layer::Only);
  if ((s.static_mask & kNumbers) || layered.numbers) apply_layer(m, s, Layer::Numbers, layered);
  if (layered.late) apply_layer(m, s, Layer::Last, layered);
}

}  // namespace

StaticMask derived_kinds() { return kLayered | bit(StaticKind::Copies) | bit(StaticKind::LoseText); }

bool derives_by_number(const Matchup& m, const State& s) {
  return m.ability_zones || m.copies_tokens || s.lasting_count > 0 || (s.static_mask & derived_kinds());
}

int desired_controller(const Matchup& m, const State& s, CardId card) {
  // Upgrades of both players: the newest has already moved the creature (attach), so its present controller keeps it.
  int controller = -1;
  for_each_static(m, s, StaticKind::Controls, [&](const Scope& scope, const Static& rule, int index) {
    if (!eval_cards(scope, rule.cards).has(card)) return;
    const bool disputed = controller >= 0 && controller != scope.you && !is_lasting(s.actives[index].source);
    controller = disputed ? s.cards[card].controller : scope.you;
  });
  return controller;
}

}  // namespace archon
