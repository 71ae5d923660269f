#include "agents/c/observation.h"

#include <algorithm>
#include <array>
#include <vector>

#include "agents/c/action_space.h"
#include "agents/reading/purpose.h"
#include "engine/core/frames.h"
#include "engine/core/zones.h"
#include "engine/notation.h"
#include "engine/view/view.h"

namespace archon::c {
namespace {

static_assert(same(ARCHON_CHOICE_NONE, ChoiceKind::None) && same(ARCHON_CHOICE_MULLIGAN, ChoiceKind::Mulligan));
static_assert(same(ARCHON_CHOICE_HOUSE, ChoiceKind::House) && same(ARCHON_CHOICE_ARCHIVES, ChoiceKind::Archives));
static_assert(same(ARCHON_CHOICE_MAIN, ChoiceKind::Main) && same(ARCHON_CHOICE_FLANK, ChoiceKind::Flank));
static_assert(same(ARCHON_CHOICE_TARGET, ChoiceKind::Target) && same(ARCHON_CHOICE_ORDER, ChoiceKind::Order));
static_assert(same(ARCHON_CHOICE_OPTION, ChoiceKind::Option) && same(ARCHON_CHOICE_YES_NO, ChoiceKind::YesNo));
static_assert(same(ARCHON_CHOICE_NUMBER, ChoiceKind::Number) && same(ARCHON_CHOICE_HOUSE_NAME, ChoiceKind::HouseName));
static_assert(same(ARCHON_CHOICE_KEY_COLOR, ChoiceKind::KeyColor) && same(ARCHON_CHOICE_ABILITY, ChoiceKind::Ability));
static_assert(same(ARCHON_CHOICE_TRAIT, ChoiceKind::Trait) && same(ARCHON_CHOICE_CARD_NAME, ChoiceKind::CardName));
static_assert(same(ARCHON_ZONE_DECK, Zone::Deck) && same(ARCHON_ZONE_HAND, Zone::Hand));
static_assert(same(ARCHON_ZONE_DISCARD, Zone::Discard) && same(ARCHON_ZONE_ARCHIVES, Zone::Archives));
static_assert(same(ARCHON_ZONE_PURGED, Zone::Purged) && same(ARCHON_ZONE_BATTLELINE, Zone::Line));
static_assert(same(ARCHON_ZONE_ARTIFACTS, Zone::Artifacts) && same(ARCHON_ZONE_ATTACHED, Zone::Attached));
static_assert(same(ARCHON_ZONE_UNDER, Zone::Under) && same(ARCHON_ZONE_LIMBO, Zone::Limbo));
static_assert(same(ARCHON_ZONE_INACTIVE, Zone::Inactive) && same(ARCHON_ZONE_REFERENCE, Zone::Reference));
static_assert(ARCHON_C_AMBER_ICONS + kIcons == ARCHON_C_KNOWN && same(Icon::Power, kIcons - 1));
static_assert(same(Step::End, 8) && same(Keyword::Alpha, 0) && same(Keyword::Versatile, 13));

int32_t row_of(CardId card) { return card < kMaxCards ? card : -1; }

class Observer {
 public:
  Observer(const Matchup& m, const State& s, int player, std::span<int32_t, ARCHON_OBSERVATION> out)
      : m_(m), s_(s), view_(m, s, player), me_(player), out_(out) {}

  void write() {
    std::ranges::fill(out_, 0);
    globals();
    sides();
    for (int card = 0; card < kMaxCards; ++card) {
      if (card < m_.card_count)
        row(static_cast<CardId>(card));
      else
        at(card)[ARCHON_C_PRINTED] = -1;
    }
    places();
    beneath();
    counters();
  }

 private:
  int32_t* at(int card) { return out_.data() + ARCHON_GLOBALS + card * ARCHON_COLUMNS; }
  int32_t signed_for(int player) const { return player < 0 ? 0 : player == me_ ? 1 : -1; }

  void globals() {
    const bool mine = !s_.over() && s_.choice.player == me_;
    out_[ARCHON_G_TURN] = s_.turn;
    out_[ARCHON_G_FIRST_TURN] = s_.first_turn;
    out_[ARCHON_G_STEP] = static_cast<int32_t>(s_.step);
    out_[ARCHON_G_ACTIVE] = s_.active == me_;
    out_[ARCHON_G_DECIDES] = s_.over() ? -1 : mine;
    out_[ARCHON_G_WON] = signed_for(s_.winner());
    out_[ARCHON_G_WENT_FIRST] = s_.first == me_;
    out_[ARCHON_G_HOUSE] = s_.house;
    out_[ARCHON_G_TIDE] = s_.tide == Tide::Neutral ? 0 : s_.tide == high_tide(me_) ? 1 : -1;
    out_[ARCHON_G_ASKING_ROW] = -1;
    if (mine) decision();
  }

  void decision() {
    const Choice& choice = s_.choice;
    out_[ARCHON_G_CHOICE] = static_cast<int32_t>(choice.kind);
    if (choice.source < m_.card_count && view_.sees(choice.source)) out_[ARCHON_G_ASKING_ROW] = choice.source;
    out_[ARCHON_G_MIN] = choice.min;
    out_[ARCHON_G_MAX] = choice.max;
    out_[ARCHON_G_PICKED] = choice.picked;
    if (choice.kind != ChoiceKind::Target || choice.picked == 0) return;
    if (const auto* ability = top_if<AbilityFrame>(s_))
      for (CardId card : CardSet(ability->regs.it)) at(card)[ARCHON_C_CHOSEN] = view_.sees(card);
  }

  void sides() {
    for (int player = 0; player < 2; ++player) {
      int32_t* side = out_.data() + (player == me_ ? ARCHON_G_OWN : ARCHON_G_OTHER);
      side[ARCHON_S_AEMBER] = view_.amber(player);
      side[ARCHON_S_KEYS] = s_.players[player].keys;
      side[ARCHON_S_KEYS_LEFT] = view_.keys_left(player);
      side[ARCHON_S_KEY_COST] = view_.key_cost(player);
      side[ARCHON_S_CHAINS] = view_.chains(player);
      side[ARCHON_S_HAND] = view_.hand_size(player);
      side[ARCHON_S_DECK] = view_.deck_size(player);
      side[ARCHON_S_DISCARD] = s_.count(Zone::Discard, player);
      side[ARCHON_S_ARCHIVES] = view_.archives_size(player);
      side[ARCHON_S_PURGED] = s_.count(Zone::Purged, player);
      side[ARCHON_S_HOUSES] = m_.deck_houses[static_cast<size_t>(player)];
      const uint16_t token = m_.tokens[static_cast<size_t>(player)].definition;
      side[ARCHON_S_TOKEN] = token == kNone ? -1 : token;
      side[ARCHON_S_EXTRA_TURNS] = s_.extra_turns[player];
    }
  }

  void row(CardId id) {
    int32_t* row = at(id);
    const MatchCard& printed = m_.cards[id];
    row[ARCHON_C_PRINTED] = printed.definition;
    row[ARCHON_C_OWN] = printed.owner == me_;
    for (int i = 0; i < printed.icon_count; ++i) ++row[ARCHON_C_AMBER_ICONS + printed.icons[static_cast<size_t>(i)]];
    row[ARCHON_C_PLACE] = row[ARCHON_C_HOST] = row[ARCHON_C_DEFINITION] = row[ARCHON_C_ZONE] = -1;
    if (!view_.sees(id)) return;
    const Card& card = view_.card(id);
    row[ARCHON_C_KNOWN] = view_.knows(id);
    row[ARCHON_C_ZONE] = static_cast<int32_t>(card.zone);
    row[ARCHON_C_OWN_SIDE] = zone_player(s_, m_, id) == me_;
    if (card.zone == Zone::Attached || card.zone == Zone::Under) row[ARCHON_C_HOST] = row_of(card.host);
    row[ARCHON_C_DEFINITION] = card.definition;
    row[ARCHON_C_HOUSES] = view_.houses(id);
    if (s_.in_play(id)) in_play(card, row);
  }

  static void in_play(const Card& card, int32_t* row) {
    row[ARCHON_C_POWER] = card.power;
    row[ARCHON_C_ARMOR] = std::max(0, card.armor - card.armor_used);
    row[ARCHON_C_DAMAGE] = card.damage;
    row[ARCHON_C_AEMBER] = card.amber;
    row[ARCHON_C_POWER_COUNTERS] = card.counters;
    row[ARCHON_C_EXHAUSTED] = card.has(kExhausted);
    row[ARCHON_C_STUNNED] = card.has(kStunned);
    row[ARCHON_C_WARDED] = card.has(kWarded);
    row[ARCHON_C_ENRAGED] = card.has(kEnraged);
    row[ARCHON_C_ELUSIVE_USED] = card.has(kElusiveUsed);
    row[ARCHON_C_KEYWORDS] = card.keywords;
    row[ARCHON_C_ASSAULT] = card.assault;
    row[ARCHON_C_HAZARDOUS] = card.hazardous;
    row[ARCHON_C_SPLASH_ATTACK] = card.splash_attack;
    row[ARCHON_C_FACEDOWN] = card.has(kFacedown);
    row[ARCHON_C_BLANK] = card.has(kBlank);
  }

  void places() {
    for (int player = 0; player < 2; ++player)
      for (Zone zone : {Zone::Line, Zone::Discard, Zone::Deck}) {
        const int size = zone == Zone::Deck ? s_.players[player].deck_fixed : s_.count(zone, player);
        for (int i = 0; i < size; ++i)
          if (const CardId id = s_.at(zone, player, i); view_.sees(id)) at(id)[ARCHON_C_PLACE] = i;
      }
  }

  // How many cards lie under a card is open, whatever they are.
  void beneath() {
    for (int player = 0; player < 2; ++player)
      for (CardId id : zone_of(s_, Zone::Under, player))
        if (const CardId host = s_.cards[id].host; host < m_.card_count) ++at(host)[ARCHON_C_BENEATH];
  }

  void counters() {
    for (int i = 0; i < s_.counter_count; ++i)
      if (const CardCounters& each = s_.counters[i]; s_.in_play(each.card))
        at(each.card)[ARCHON_C_OTHER_COUNTERS] += each.number;
  }

  const Matchup& m_;
  const State& s_;
  const View view_;
  const int me_;
  const std::span<int32_t, ARCHON_OBSERVATION> out_;
};

}  // namespace

void write_observation(const Matchup& m, const State& shown, int player, std::span<int32_t, ARCHON_OBSERVATION> out) {
  Observer(m, shown, player, out).write();
}

void write_actions(const Matchup& m, const State& shown, std::span<const Action> legal, int32_t* out) {
  const Choice& choice = shown.choice;
  const View view(m, shown, choice.player);
  const std::vector<OrderOption> order =
      choice.kind == ChoiceKind::Order ? order_options(m, shown) : std::vector<OrderOption>{};
  Purpose purpose;
  if (choice.kind == ChoiceKind::Target && !view.picks_defender() && !view.places_prophecy())
    purpose = purpose_of(view, choice);
  for (Action action : legal) {
    const auto verb = static_cast<unsigned>(action.verb());
    const auto index = static_cast<size_t>(action.index());
    CardId card = kOfCard >> verb & 1 ? action.card() : kNoCard, second = kNoCard;
    if (action.verb() == Verb::Option && index < order.size()) card = order[index].card, second = order[index].source;
    const bool named = choice.kind == ChoiceKind::CardName;  // a card of that name, wherever it lies
    out[ARCHON_A_ACTION] = number_of(action);
    out[ARCHON_A_VERB] = static_cast<int32_t>(verb);
    out[ARCHON_A_ROW] = row_of(card);
    out[ARCHON_A_SECOND_ROW] = row_of(second);
    out[ARCHON_A_INDEX] = kOfIndex >> verb & 1 ? action.index() : 0;
    out[ARCHON_A_DEFINITION] = card >= m.card_count ? -1
                               : named              ? m.cards[card].definition
                               : view.sees(card)    ? view.card(card).definition
                                                    : -1;
    const bool target = action.verb() == Verb::Target && choice.kind == ChoiceKind::Target;
    out[ARCHON_A_WISH] = !target || purpose.wish == Wish::None ? 0 : purpose.wish == Wish::Help ? 1 : -1;
    out[ARCHON_A_AMOUNT] = target && purpose.wish != Wish::None ? purpose.amount : 0;
    out += ARCHON_ACTION_COLUMNS;
  }
}

}  // namespace archon::c
