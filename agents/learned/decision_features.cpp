#include "agents/learned/decision_features.h"

#include <algorithm>
#include <cassert>

#include "agents/reading/purpose.h"
#include "agents/thumb/worth.h"

namespace archon {
namespace {

float ratio(int a, int b) { return static_cast<float>(a) / static_cast<float>(b); }

// Numbers of an action by their index. Up to kVerbs: its verb. 30 and from kFirstUnused on: none.
enum ActionNumber : int {
  kThumbScore = kVerbs,  // how far the rules of thumb put it behind the best one
  kThumbBest,
  kOption,  // of an option: whether it is number 0, 1, 2, or a later one
  kOptionNumber = kOption + 4,
  kPicked,     // of Done: cards picked before
  kLeft,       // of the end of the turn: actions that it leaves
  kThumbPlay,  // of the main step: what the rules of thumb say of a play, of an unwanted action
  kThumbAgainst,
  kUnseen,  // its card can't be seen
  kIcons = 31,
  kOwnStatus = 38,  // of its card in play, 12 each
  kEnemyStatus = 50,
  kKills = 62,  // of a creature that may be fought
  kDies,
  kElusive,
  kWish,  // of a target: what happens to it, by Wish, own and enemy
  kZone = 71,
  kLethal = 76,  // from here to kReadied: own and enemy
  kWounded = 78,
  kReadied = 80,
  kOfEnemyDeck = 82,  // of a house
  kOfOwnDeck,
  kHouseHand,
  kHouseReady,
  kHousePower,
  kHouseArtifacts,
  kHouseEnemies,
  kHouseIdle,
  kFirstTurn,
  kFirstUnused
};
static_assert(kThumbScore == 18 && kOptionNumber == 24 && kUnseen == 29 && kElusive == 64 && kFirstUnused <= kActionNumbers);

// Sums over the creatures of a player.
struct Line {
  int creatures = 0, ready = 0, power = 0, captured = 0, damaged = 0, stunned = 0, taunt = 0;
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
        enemy_(view.opponent()) {}

  void run() {
    position();
    out_.actions = legal_.size();
    best_ = *std::max_element(scores_.begin(), scores_.begin() + legal_.size());
    if (view_.choice().kind == ChoiceKind::Target && !view_.picks_defender() && !view_.places_prophecy())
      purpose_ = purpose_of(view_, view_.choice());
    for (int i = 0; i < legal_.size(); ++i) {
      close(i);
      action(legal_[i], scores_[static_cast<size_t>(i)]);
    }
    close(legal_.size());
  }

 private:
  void close(int i) {
    out_.first_card[static_cast<size_t>(i)] = static_cast<uint16_t>(cards_);
    out_.first_number[static_cast<size_t>(i)] = static_cast<uint16_t>(numbers_);
  }
  uint16_t definition_of(CardId card) const { return view_.card(card).definition; }
  void card(CardRole role, CardId id) {
    assert(cards_ < DecisionFeatures::kMaxCardEntries);
    out_.cards[static_cast<size_t>(cards_++)] = {role, definition_of(id)};
  }
  void number(int index, float value) {
    assert(numbers_ < DecisionFeatures::kMaxNumberEntries);
    if (value != 0) out_.numbers[static_cast<size_t>(numbers_++)] = {static_cast<uint16_t>(index), value};
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
    position_numbers(lines, hand_now);
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
      for (CardId upgrade : view_.upgrades(id)) card(mine ? CardRole::Upgrade : CardRole::EnemyUpgrade, upgrade);
    }
    return sum;
  }

  void position_numbers(const Line (&lines)[2], int hand_now) {
    int at = 0;
    number(at++, 1);
    for (int side = 0; side < 2; ++side) {
      const int player = side == 0 ? me_ : enemy_;
      const int amber = view_.amber(player), cost = std::max(1, view_.key_cost(player)), left = view_.keys_left(player);
      number(at++, ratio(std::min(amber, 2 * cost), cost));
      number(at++, amber >= cost ? 1.f : 0.f);
      number(at++, amber + 1 == cost ? 1.f : 0.f);
      number(at++, left == 2 ? 1.f : 0.f);
      number(at++, left == 1 ? 1.f : 0.f);
      number(at++, left == 1 && amber >= cost ? 1.f : 0.f);
      number(at++, ratio(cost - 6, 3));
      number(at++, ratio(view_.chains(player), 6));
      number(at++, ratio(view_.hand_size(player), 6));
      number(at++, ratio(view_.deck_size(player), 18));
      number(at++, ratio(view_.archives_size(player), 3));
      number(at++, ratio(lines[side].creatures, 4));
      number(at++, ratio(lines[side].ready, 4));
      number(at++, ratio(lines[side].power, 16));
      number(at++, ratio(lines[side].captured, 4));
      number(at++, ratio(lines[side].damaged, 8));
      number(at++, ratio(lines[side].stunned, 2));
      number(at++, ratio(lines[side].taunt, 2));
      number(at++, ratio(view_.artifacts(player).size(), 3));
    }
    number(at++, ratio(hand_now, 3));
    number(at++, view_.turn() == 1 ? 1.f : 0.f);
    number(at++, ratio(std::min(view_.turn(), 40), 20));
    number(at++, view_.active_player() == me_ ? 0.f : 1.f);
    number(at++, view_.tide() == high_tide(me_) ? 1.f : view_.tide() == Tide::Neutral ? 0.f : -1.f);
    number(at++, ratio(std::min(legal_.size(), 20), 8));
    at += static_cast<int>(view_.choice().kind);
    number(at, 1);
    static_assert(1 + 2 * 19 + 6 + kChoiceKinds <= kPositionNumbers);
  }

  void action(Action a, int score) {
    number(static_cast<int>(a.verb()), 1);
    number(kThumbScore, ratio(std::max(score - best_, -40), 20));
    number(kThumbBest, score == best_ ? 1.f : 0.f);
    if (a.card() != kNoCard) about_card(a);
    switch (a.verb()) {
      case Verb::House:
        about_house(static_cast<HouseMask>(1u << a.index()), view_.choice().kind == ChoiceKind::House);
        break;
      case Verb::Option:
        number(kOption + std::min(a.index(), 3), 1);
        number(kOptionNumber, ratio(std::min(a.index(), 10), 5));
        break;
      case Verb::Done:
        number(kPicked, ratio(view_.choice().picked, 2));
        break;
      case Verb::EndTurn:
        number(kLeft, ratio(legal_.size() - 1, 4));
        break;
      default:
        break;
    }
    if (view_.choice().kind == ChoiceKind::Main) {
      number(kThumbPlay, std::clamp(ratio(score - 4000, 40), -1.f, 2.f));  // within its tier: a play
      number(kThumbAgainst, score < 0 ? std::max(ratio(score, 40) + 25, -3.f) : 0.f);
    }
  }

  void about_card(Action a) {
    const CardId id = a.card();
    if (!view_.sees(id)) return number(kUnseen, 1);
    const Card& c = view_.card(id);
    const bool in_play = bit(c.zone) & kInPlayZones;
    const bool mine = owner_sign(view_, id) > 0;
    card(role_of(a.verb(), in_play, mine), id);
    if (a.verb() == Verb::Play) icons(id);
    if (a.verb() == Verb::Target) about_target(c, in_play, mine);
    if (in_play) status(c, mine);
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
    for (int i = 0; i < printed.icon_count; ++i) number(kIcons + printed.icons[static_cast<size_t>(i)], 1);
  }

  void status(const Card& c, bool mine) {
    const int base = mine ? kOwnStatus : kEnemyStatus;
    number(base, ratio(c.power, 5));
    number(base + 1, ratio(std::max(0, c.armor - c.armor_used), 2));
    number(base + 2, ratio(c.damage, 3));
    number(base + 3, ratio(c.amber, 2));
    number(base + 4, c.has(kExhausted) ? 1.f : 0.f);
    number(base + 5, c.has(kStunned) ? 1.f : 0.f);
    number(base + 6, c.has(kWarded) ? 1.f : 0.f);
    number(base + 7, c.counters ? 1.f : 0.f);
    number(base + 8, c.keywords & keyword_bit(Keyword::Taunt) ? 1.f : 0.f);
    number(base + 9, c.keywords & keyword_bit(Keyword::Elusive) ? 1.f : 0.f);
    number(base + 10, c.houses & view_.active_house() ? 1.f : 0.f);
    number(base + 11, c.zone == Zone::Line ? 0.f : 1.f);
  }

  void about_target(const Card& c, bool in_play, bool mine) {
    const int side = mine ? 0 : 1;
    if (view_.picks_defender()) {
      const Card& attacker = view_.card(view_.choice().source);
      const int left = c.power - c.damage + std::max(0, c.armor - c.armor_used);
      const int own = attacker.power - attacker.damage + std::max(0, attacker.armor - attacker.armor_used);
      number(kKills, attacker.power >= left ? 1.f : 0.f);
      number(kDies, c.power >= own && !(attacker.keywords & keyword_bit(Keyword::Skirmish)) ? 1.f : 0.f);
      number(kElusive, c.keywords & keyword_bit(Keyword::Elusive) && !c.has(kElusiveUsed) ? 1.f : 0.f);
      return;
    }
    number(kWish + static_cast<int>(purpose_.wish) * 2 + side, 1);
    if (!in_play) return number(kZone + std::min<int>(static_cast<int>(c.zone), 4), 1);
    const int left = c.power - c.damage + std::max(0, c.armor - c.armor_used);
    if (purpose_.op == EffectOp::Deal) {
      number(kLethal + side, purpose_.amount >= left ? 1.f : 0.f);
      number(kWounded + side, purpose_.amount < left ? ratio(purpose_.amount, std::max(1, left)) : 0.f);
    }
    number(kReadied + side, purpose_.op == EffectOp::Ready || purpose_.op == EffectOp::Use ? 1.f : 0.f);
  }

  void about_house(HouseMask house, bool chosen) {
    int hand = 0, ready = 0, power = 0, artifacts = 0, enemies = 0;
    if (chosen) {
      for (CardId id : view_.hand()) {
        if (!(view_.houses(id) & house)) continue;
        ++hand;
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
      if (view_.turn() == 1) number(kFirstTurn, 1);
    } else {
      for (CardId id : view_.battleline(enemy_)) {
        if (!(view_.houses(id) & house)) continue;
        ++enemies;
        card(CardRole::NamedEnemy, id);
      }
      number(kOfEnemyDeck, view_.matchup().deck_houses[static_cast<size_t>(enemy_)] & house ? 1.f : 0.f);
      number(kOfOwnDeck, view_.matchup().deck_houses[static_cast<size_t>(me_)] & house ? 1.f : 0.f);
    }
    number(kHouseHand, ratio(hand, 3));
    number(kHouseReady, ratio(ready, 3));
    number(kHousePower, ratio(power, 12));
    number(kHouseArtifacts, ratio(artifacts, 2));
    number(kHouseEnemies, ratio(enemies, 3));
    number(kHouseIdle, hand + ready + artifacts == 0 ? 1.f : 0.f);
  }

  const View& view_;
  const ActionList& legal_;
  std::span<const int> scores_;
  DecisionFeatures& out_;
  const Program& program_;
  const int me_, enemy_;
  int cards_ = 0, numbers_ = 0, best_ = 0;
  Purpose purpose_;
};

}  // namespace

void describe_decision(const View& view, const ActionList& legal, std::span<const int> scores, DecisionFeatures& features) {
  assert(std::ssize(scores) >= legal.size() && !legal.empty());
  Describer(view, legal, scores, features).run();
}

}  // namespace archon
