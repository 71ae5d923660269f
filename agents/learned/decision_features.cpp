#include "agents/learned/decision_features.h"

#include <algorithm>
#include <cassert>

#include "agents/reading/purpose.h"
#include "agents/thumb/worth.h"

namespace archon {
namespace {

float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }

enum class PositionNumber {
#define X(name) name,
  ARCHON_POSITION_NUMBERS(X)
#undef X
};

enum class SideNumber {
#define X(name) name,
  ARCHON_SIDE_NUMBERS(X)
#undef X
};

enum class ActionNumber {
#define X(name) name,
  ARCHON_ACTION_NUMBERS(X)
#undef X
};

enum class StatusNumber {
#define X(name) name,
  ARCHON_STATUS_NUMBERS(X)
#undef X
};

// One of a row of numbers that begins with this one.
constexpr int operator+(ActionNumber first, int offset) { return static_cast<int>(first) + offset; }
static_assert(static_cast<int>(Wish::Help) == 1 && static_cast<int>(Wish::Harm) == 2 && static_cast<int>(Zone::Archives) == 3);

// Sums over the creatures of a player.
struct Line {
  int creatures = 0, ready = 0, power = 0, captured = 0, damaged = 0, stunned = 0, taunt = 0, doomed = 0;
};

class Describer {
 public:
  Describer(const View& view, const ActionList& legal, std::span<const int> scores, DecisionFeatures& out)
      : view_(view),
        legal_(legal),
        scores_(scores),
        out_(out),
        program_(program_of(view)),
        me_(view.player()),
        enemy_(view.opponent()),
        key_costs_{view.key_cost(me_), view.key_cost(enemy_)} {}

  void run() {
    position();
    out_.actions = legal_.size();
    best_ = *std::max_element(scores_.begin(), scores_.begin() + legal_.size());
    if (view_.choice().kind == ChoiceKind::Target && !view_.picks_defender() && !view_.places_prophecy())
      purpose_ = purpose_of(view_, view_.choice());
    for (int i = 0; i < legal_.size(); ++i) {
      close(i);
      about_score(scores_[static_cast<size_t>(i)]);
      action(legal_[i]);
    }
    close(legal_.size());
  }

 private:
  void close(int i) {
    out_.first_card[static_cast<size_t>(i)] = static_cast<uint16_t>(cards_);
    out_.first_number[static_cast<size_t>(i)] = static_cast<uint16_t>(numbers_);
  }
  uint16_t definition_of(CardId card) const { return view_.card(card).definition; }
  void card(CardRole role, CardId id) { card_of(role, definition_of(id)); }
  void card_of(CardRole role, uint16_t definition) {
    assert(cards_ < DecisionFeatures::kMaxCardEntries);
    out_.cards[static_cast<size_t>(cards_++)] = {role, definition};
  }
  void number(PositionNumber which, float value) { number(static_cast<int>(which), value); }
  void number(ActionNumber which, float value) { number(static_cast<int>(which), value); }
  void number(int index, float value) {
    assert(numbers_ < DecisionFeatures::kMaxNumberEntries);
    out_.numbers[static_cast<size_t>(numbers_)] = {static_cast<uint16_t>(index), value};
    numbers_ += value != 0;  // no branch, as nobody could foretell it
  }
  bool now(CardId id) const { return view_.houses(id) & view_.active_house(); }

  void position() {
    int hand_now = 0;
    for (CardId id : view_.hand()) {
      const bool mine = now(id);
      hand_now += mine;
      card(mine ? CardRole::HandNow : CardRole::HandLater, id);
    }
    for (CardId id : view_.archives())
      if (view_.sees(id)) card(CardRole::Archived, id);
    Line lines[2];
    for (int player = 0; player < 2; ++player) lines[player == me_ ? 0 : 1] = line(player);
    for (CardId id : view_.artifacts(me_)) card(CardRole::Artifact, id);
    for (CardId id : view_.artifacts(enemy_)) card(CardRole::EnemyArtifact, id);
    const CardId source = view_.choice().source;
    if (source != kNoCard && view_.sees(source)) card(CardRole::Asking, source);
    beside_play();
    position_numbers(lines, hand_now);
  }

  // What is in force beside the cards in play, or can be.
  void beside_play() {
    for (CardId id : view_.reference(me_)) card(CardRole::Reference, id);
    for (CardId id : view_.reference(enemy_)) card(CardRole::EnemyReference, id);
    if (!view_.prophesied())
      for (CardId id : view_.inactive(me_)) card(CardRole::Inactive, id);
    for (const LastingEffect& each : view_.lasting())
      if (each.source != kNoCard && view_.sees(each.source))
        card(each.controller == me_ ? CardRole::Lasting : CardRole::EnemyLasting, each.source);
  }

  Line line(int player) {
    Line sum;
    const bool mine = player == me_;
    for (CardId id : view_.battleline(player)) {
      const Card& c = view_.card(id);
      const bool ready = !c.has(kExhausted) && (!mine || now(id));
      card(!mine ? CardRole::EnemyLine : ready ? CardRole::LineReady : CardRole::LineIdle, id);
      ++sum.creatures;
      sum.ready += ready;
      sum.power += c.power;
      sum.captured += c.amber;
      sum.damaged += c.damage;
      sum.stunned += c.has(kStunned);
      sum.taunt += (c.keywords & keyword_bit(Keyword::Taunt)) != 0;
      sum.doomed += doomed(id);
      for (CardId upgrade : view_.upgrades(id)) card(mine ? CardRole::Upgrade : CardRole::EnemyUpgrade, upgrade);
    }
    return sum;
  }

  bool doomed(CardId id) const { return toughness(view_, id) <= 0 && !view_.card(id).has(kWarded); }

  int bonus_aember(CardId id) const {
    const MatchCard& printed = view_.matchup().cards[id];
    return static_cast<int>(
        std::count(printed.icons.begin(), printed.icons.begin() + printed.icon_count, static_cast<uint8_t>(Icon::Amber)));
  }

  void position_numbers(const Line (&lines)[2], int hand_now) {
    number(PositionNumber::Always, 1);
    for (int side = 0; side < 2; ++side) side_numbers(side, lines[side]);
    number(PositionNumber::HandNow, ratio(hand_now, 3));
    number(PositionNumber::FirstTurn, view_.turn() == 1 ? 1.f : 0.f);
    number(PositionNumber::Turn, ratio(std::min(view_.turn(), 40), 20));
    number(PositionNumber::OpponentsTurn, view_.active_player() == me_ ? 0.f : 1.f);
    number(PositionNumber::Tide, view_.tide() == high_tide(me_) ? 1.f : view_.tide() == Tide::Neutral ? 0.f : -1.f);
    number(PositionNumber::Answers, ratio(std::min(legal_.size(), 20), 8));
    int aember = 0;
    for (CardId id : view_.hand())
      if (now(id)) aember += bonus_aember(id);
    number(PositionNumber::HandAember, ratio(aember, 2));
    if (view_.active_player() == me_)
      number(PositionNumber::Reach, view_.amber(me_) + aember + lines[0].ready >= key_costs_[0] ? 1.f : 0.f);
    number(PositionNumber::Prophesied, view_.prophesied() ? 1.f : 0.f);
    number(kOfDecision + static_cast<int>(view_.choice().kind), 1);
  }

  void side_numbers(int side, const Line& line) {
    const auto add = [&](SideNumber which, float value) {
      number(kOfSides + side * kSideNumbers + static_cast<int>(which), value);
    };
    const int player = side == 0 ? me_ : enemy_;
    const int amber = view_.amber(player), cost = std::max(1, key_costs_[side]), left = view_.keys_left(player);
    add(SideNumber::Aember, ratio(std::min(amber, 2 * cost), cost));
    add(SideNumber::CanForge, amber >= cost ? 1.f : 0.f);
    add(SideNumber::OneShort, amber + 1 == cost ? 1.f : 0.f);
    add(SideNumber::TwoLeft, left == 2 ? 1.f : 0.f);
    add(SideNumber::OneLeft, left == 1 ? 1.f : 0.f);
    add(SideNumber::CanWin, left == 1 && amber >= cost ? 1.f : 0.f);
    add(SideNumber::KeyCost, ratio(cost - 6, 3));
    add(SideNumber::Chains, ratio(view_.chains(player), 6));
    add(SideNumber::Hand, ratio(view_.hand_size(player), 6));
    add(SideNumber::Deck, ratio(view_.deck_size(player), 18));
    add(SideNumber::Archives, ratio(view_.archives_size(player), 3));
    add(SideNumber::Creatures, ratio(line.creatures, 4));
    add(SideNumber::Ready, ratio(line.ready, 4));
    add(SideNumber::Power, ratio(line.power, 16));
    add(SideNumber::Captured, ratio(line.captured, 4));
    add(SideNumber::Damaged, ratio(line.damaged, 8));
    add(SideNumber::Stunned, ratio(line.stunned, 2));
    add(SideNumber::Taunt, ratio(line.taunt, 2));
    add(SideNumber::Artifacts, ratio(view_.artifacts(player).size(), 3));
    add(SideNumber::Discards, ratio(view_.discard(player).size(), 18));
    add(SideNumber::Doomed, ratio(line.doomed, 2));
  }

  void about_score(int score) {
    number(ActionNumber::ThumbScore, ratio(std::max(score - best_, -40), 20));
    number(ActionNumber::ThumbBest, score == best_ ? 1.f : 0.f);
    if (view_.choice().kind != ChoiceKind::Main) return;
    number(ActionNumber::ThumbPlay, std::clamp(ratio(score - 4000, 40), -1.f, 2.f));  // within its tier: a play
    number(ActionNumber::ThumbAgainst, score < 0 ? std::max(ratio(score, 40) + 25, -3.f) : 0.f);
  }

  void action(Action a) {
    number(kOfVerb + static_cast<int>(a.verb()), 1);
    if (a.card() != kNoCard) about_card(a);
    switch (a.verb()) {
      case Verb::House:
        about_house(static_cast<HouseMask>(1u << a.index()), view_.choice().kind == ChoiceKind::House);
        break;
      case Verb::Option:
        number(ActionNumber::Option0 + std::min(a.index(), 3), 1);
        number(ActionNumber::OptionNumber, ratio(std::min(a.index(), 10), 5));
        break;
      case Verb::Done:
        number(ActionNumber::Picked, ratio(view_.choice().picked, 2));
        break;
      case Verb::EndTurn:
        number(ActionNumber::Left, ratio(legal_.size() - 1, 4));
        break;
      case Verb::Left:
        about_flank(0);
        break;
      case Verb::Right:
        about_flank(view_.battleline(me_).size() - 1);
        break;
      case Verb::Fight:
        about_fight(a.card());
        break;
      default:
        break;
    }
  }

  void about_flank(int place) {
    const ZoneView line = view_.battleline(me_);
    if (line.size() > 0) card(CardRole::Beside, line[place]);
  }

  void about_fight(CardId attacker) {
    const Card& own = view_.card(attacker);
    int kills = 0, safe = 0;
    for (CardId id : view_.battleline(enemy_)) {
      const Card& c = view_.card(id);
      if (own.power + own.assault < toughness(view_, id) || c.has(kWarded)) continue;
      ++kills;
      safe += c.power + c.hazardous < toughness(view_, attacker) || (own.keywords & keyword_bit(Keyword::Skirmish)) != 0;
    }
    number(ActionNumber::FightKills, ratio(std::min(kills, 4), 2));
    number(ActionNumber::FightSafe, ratio(std::min(safe, 4), 2));
  }

  void about_card(Action a) {
    const CardId id = a.card();
    if (!view_.sees(id)) return number(ActionNumber::Unseen, 1);
    const Card& c = view_.card(id);
    const bool in_play = bit(c.zone) & kInPlayZones;
    const bool mine = owner_sign(view_, id) > 0;
    const CardRole role = role_of(a.verb(), in_play, mine);
    if (a.verb() == Verb::Activate && a.index() == 1)
      card_of(role, view_.matchup().cards[id].reverse);
    else
      card(role, id);
    if (a.verb() == Verb::Play) icons(id);
    if (a.verb() == Verb::Target) about_target(id, in_play, mine);
    if (in_play) status(id, mine);
  }

  static CardRole role_of(Verb verb, bool in_play, bool mine) {
    switch (verb) {
      case Verb::Play:
        return CardRole::Play;
      case Verb::Discard:
        return CardRole::Discard;
      case Verb::Reap:
        return CardRole::Reap;
      case Verb::Fight:
        return CardRole::Fight;
      case Verb::Target:
        return in_play ? (mine ? CardRole::TargetOwn : CardRole::TargetEnemy)
                       : (mine ? CardRole::TargetOut : CardRole::TargetEnemyOut);
      default:
        return CardRole::Use;
    }
  }

  void icons(CardId id) {
    const MatchCard& printed = view_.matchup().cards[id];
    for (int i = 0; i < printed.icon_count; ++i) number(kOfIcon + printed.icons[static_cast<size_t>(i)], 1);
  }

  void status(CardId id, bool mine) {
    const Card& c = view_.card(id);
    const auto add = [&](StatusNumber which, float value) {
      number(kOfStatus + (mine ? 0 : kStatusNumbers) + static_cast<int>(which), value);
    };
    add(StatusNumber::Power, ratio(c.power, 5));
    add(StatusNumber::Armor, ratio(std::max(0, c.armor - c.armor_used), 2));
    add(StatusNumber::Damage, ratio(c.damage, 3));
    add(StatusNumber::Aember, ratio(c.amber, 2));
    add(StatusNumber::Exhausted, c.has(kExhausted) ? 1.f : 0.f);
    add(StatusNumber::Stunned, c.has(kStunned) ? 1.f : 0.f);
    add(StatusNumber::Warded, c.has(kWarded) ? 1.f : 0.f);
    add(StatusNumber::Counters, c.counters ? 1.f : 0.f);
    add(StatusNumber::Taunt, c.keywords & keyword_bit(Keyword::Taunt) ? 1.f : 0.f);
    add(StatusNumber::Elusive, c.keywords & keyword_bit(Keyword::Elusive) ? 1.f : 0.f);
    add(StatusNumber::ActiveHouse, c.houses & view_.active_house() ? 1.f : 0.f);
    add(StatusNumber::NoCreature, c.zone == Zone::Line ? 0.f : 1.f);
    add(StatusNumber::Pending, ratio(view_.pending_damage(id), 3));
  }

  void about_target(CardId id, bool in_play, bool mine) {
    const Card& c = view_.card(id);
    const int side = mine ? 0 : 1;
    if (view_.picks_defender()) {
      const Card& attacker = view_.card(view_.choice().source);
      const int left = c.power - c.damage + std::max(0, c.armor - c.armor_used);
      const int own = attacker.power - attacker.damage + std::max(0, attacker.armor - attacker.armor_used);
      number(ActionNumber::Kills, attacker.power >= left ? 1.f : 0.f);
      number(ActionNumber::Dies, c.power >= own && !(attacker.keywords & keyword_bit(Keyword::Skirmish)) ? 1.f : 0.f);
      number(ActionNumber::Evades, c.keywords & keyword_bit(Keyword::Elusive) && !c.has(kElusiveUsed) ? 1.f : 0.f);
      return;
    }
    number(ActionNumber::OwnUntouched + static_cast<int>(purpose_.wish) * 2 + side, 1);
    if (!in_play) return number(ActionNumber::InDeck + std::min<int>(static_cast<int>(c.zone), 4), 1);
    const int left = toughness(view_, id);
    if (c.zone == Zone::Line) number(ActionNumber::OwnDoomed + side, doomed(id) ? 1.f : 0.f);
    if (purpose_.op == EffectOp::Deal) {
      number(ActionNumber::OwnLethal + side, purpose_.amount >= left ? 1.f : 0.f);
      number(ActionNumber::OwnWounded + side, purpose_.amount < left ? ratio(purpose_.amount, std::max(1, left)) : 0.f);
    }
    number(ActionNumber::OwnReadied + side, purpose_.op == EffectOp::Ready || purpose_.op == EffectOp::Use ? 1.f : 0.f);
  }

  void about_house(HouseMask house, bool chosen) {
    int hand = 0, ready = 0, power = 0, artifacts = 0, enemies = 0, aember = 0;
    if (chosen) {
      for (CardId id : view_.hand()) {
        if (!(view_.houses(id) & house)) continue;
        ++hand;
        aember += bonus_aember(id);
        card(CardRole::HouseHand, id);
      }
      for (CardId id : view_.battleline(me_)) {
        if (!(view_.houses(id) & house) || view_.card(id).has(kExhausted)) continue;
        ++ready;
        power += view_.card(id).power;
        card(CardRole::HouseReady, id);
      }
      for (CardId id : view_.artifacts(me_)) {
        if (!(view_.houses(id) & house) || view_.card(id).has(kExhausted)) continue;
        ++artifacts;
        card(CardRole::HouseArtifact, id);
      }
      if (view_.turn() == 1) number(ActionNumber::FirstHouse, 1);
      number(ActionNumber::HouseAember, ratio(aember, 2));
      number(ActionNumber::HouseReach, view_.amber(me_) + aember + ready >= key_costs_[0] ? 1.f : 0.f);
    } else {
      for (CardId id : view_.battleline(enemy_)) {
        if (!(view_.houses(id) & house)) continue;
        ++enemies;
        card(CardRole::NamedEnemy, id);
      }
      number(ActionNumber::OfEnemyDeck, view_.matchup().deck_houses[static_cast<size_t>(enemy_)] & house ? 1.f : 0.f);
      number(ActionNumber::OfOwnDeck, view_.matchup().deck_houses[static_cast<size_t>(me_)] & house ? 1.f : 0.f);
    }
    number(ActionNumber::HouseHand, ratio(hand, 3));
    number(ActionNumber::HouseReady, ratio(ready, 3));
    number(ActionNumber::HousePower, ratio(power, 12));
    number(ActionNumber::HouseArtifacts, ratio(artifacts, 2));
    number(ActionNumber::HouseEnemies, ratio(enemies, 3));
    number(ActionNumber::HouseIdle, hand + ready + artifacts == 0 ? 1.f : 0.f);
  }

  const View& view_;
  const ActionList& legal_;
  std::span<const int> scores_;
  DecisionFeatures& out_;
  const Program& program_;
  const int me_, enemy_;
  const int key_costs_[2];  // own, the opponent's
  int cards_ = 0, numbers_ = 0, best_ = 0;
  Purpose purpose_;
};

}  // namespace

void describe_decision(const View& view, const ActionList& legal, std::span<const int> scores, DecisionFeatures& features) {
  assert(std::ssize(scores) >= legal.size() && !legal.empty());
  Describer(view, legal, scores, features).run();
}

}  // namespace archon
