#include "sim/play/usage.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "agents/agent_registry.h"
#include "engine/cards/library.h"
#include "engine/view.h"
#include "sim/play/threads.h"

namespace archon {
namespace {

// What the rules count of a card; knowledge and notes of the engine are left out.
constexpr uint32_t kCountedFlags =
    kExhausted | kStunned | kWarded | kEnraged | kFacedown | kBlank | kMadeCreature | kMadeArtifact;

bool same_card(const Card& a, const Card& b, uint32_t flags) {
  const auto facts = [&](const Card& c) {
    return std::tuple(c.flags & flags, c.definition, c.amber, c.keywords, c.houses, c.zone, c.controller, c.host, c.damage,
                      c.counters, c.armor_used, c.power, c.armor, c.assault, c.hazardous, c.traits);
  };
  return facts(a) == facts(b);
}

bool same_pools(const State& a, const State& b, int gained) {
  for (int player = 0; player < 2; ++player) {
    const Player &x = a.players[player], &y = b.players[player];
    const int expected = x.amber + (player == a.active ? gained : 0);
    if (expected != y.amber || x.keys != y.keys || x.chains != y.chains || a.extra_turns[player] != b.extra_turns[player])
      return false;
  }
  return a.tide == b.tide && a.house == b.house;
}

template <class Entry>
bool same_list(const Entry* a, int a_count, const Entry* b, int b_count) {
  return a_count == b_count && std::memcmp(a, b, sizeof(Entry) * static_cast<size_t>(a_count)) == 0;
}

// Whether nothing has changed beside `self` and so much aember for the active player.
bool same_but(const Matchup& m, const State& a, const State& b, CardId self, int gained) {
  if (!same_pools(a, b, gained)) return false;
  if (!same_list(a.lasting, a.lasting_count, b.lasting, b.lasting_count)) return false;
  if (!same_list(a.counters, a.counter_count, b.counters, b.counter_count)) return false;
  for (int i = 0; i < m.card_count; ++i)
    if (i != self && !same_card(a.cards[i], b.cards[i], kCountedFlags)) return false;
  return true;
}

// Aember of its bonus icons; -1: it has other ones.
int aember_icons(const MatchCard& card) {
  const bool only = std::all_of(card.icons.begin(), card.icons.begin() + card.icon_count,
                                [](uint8_t icon) { return icon == static_cast<uint8_t>(Icon::Amber); });
  return only ? card.icon_count : -1;
}

// Some action cards are worth their icons and say nothing.
bool can_be_idle(const Definition& definition, const MatchCard& card) {
  const bool says = (definition.kinds & bit(AbilityKind::Play)) != 0;
  return definition.type == CardType::Action && says && aember_icons(card) >= 0;
}

bool play_was_idle(const Matchup& m, const State& before, const State& after, CardId card) {
  return after.cards[card].zone == Zone::Discard && same_but(m, before, after, card, aember_icons(m.cards[card]));
}

bool use_was_idle(const Matchup& m, const State& before, const State& after, CardId card) {
  const bool left = after.cards[card].zone != before.cards[card].zone;
  const bool same = left || same_card(before.cards[card], after.cards[card], kCountedFlags & ~uint32_t{kExhausted});
  return same && same_but(m, before, after, card, 0);
}

}  // namespace

void CardUsage::add(const CardUsage& other) {
  seen += other.seen;
  turns += other.turns;
  held += other.held;
  played += other.played;
  discarded += other.discarded;
  reaped += other.reaped;
  fought += other.fought;
  acted += other.acted;
  watched += other.watched;
  idle += other.idle;
  acts_watched += other.acts_watched;
  acts_idle += other.acts_idle;
  keys += other.keys;
  named += other.named;
  named_deck += other.named_deck;
  named_play += other.named_play;
}

void UsageWatcher::decided(const State& state, const ActionList& legal, Action action) {
  if (state.turn != turn_) end_turn(state);
  if (state.choice.kind == ChoiceKind::HouseName) count_house_name(state, action);
  if (state.choice.kind != ChoiceKind::Main) return;
  settle(state);
  look_at_hand(state, legal);
  count(state, action);
}

void UsageWatcher::ended(const State& state) {
  settle(state);
  for (const CardId card : seen_) ++usage_[card].seen;
}

void UsageWatcher::look_at_hand(const State& state, const ActionList& legal) {
  const View view(m_, state, state.active);
  hand_ = {};
  for (const CardId card : view.hand()) {
    hand_.add(card);
    if (view.houses(card) & state.house && !state.first_turn) playable_.add(card);
  }
  seen_ |= hand_;
  if (state.first_turn) return;
  for (const Action action : legal)
    if (action.verb() == Verb::Play && hand_.has(action.card())) playable_.add(action.card());
}

void UsageWatcher::count(const State& state, Action action) {
  if (action.card() == kNoCard) return;
  CardUsage& usage = usage_[action.card()];
  switch (action.verb()) {
    case Verb::Play:
      ++usage.played;
      hand_.remove(action.card());
      return begin(state, action);
    case Verb::Action:
      ++usage.acted;
      return begin(state, action);
    case Verb::Reap:
      ++usage.reaped;
      return begin(state, action);
    case Verb::Fight:
      ++usage.fought;
      return begin(state, action);
    case Verb::Discard:
      ++usage.discarded;
      return hand_.remove(action.card());
    default:
      return;
  }
}

void UsageWatcher::count_house_name(const State& state, Action action) {
  if (action.verb() != Verb::House || state.choice.source == kNoCard) return;
  const int enemy = 1 - state.choice.player;
  const auto house = static_cast<HouseMask>(1u << action.index());
  const View view(m_, state, state.choice.player);
  const auto has_house = [&](CardId card) { return (view.houses(card) & house) != 0; };
  CardUsage& usage = usage_[state.choice.source];
  ++usage.named;
  usage.named_deck += (m_.deck_houses[static_cast<size_t>(enemy)] & house) != 0;
  usage.named_play +=
      std::ranges::any_of(view.battleline(enemy), has_house) || std::ranges::any_of(view.artifacts(enemy), has_house);
}

void UsageWatcher::begin(const State& state, Action action) {
  const CardId card = action.card();
  pending_ = action;
  player_ = state.active;
  keys_before_ = std::popcount(state.players[player_].keys);
  judged_ = action.verb() == Verb::Action || (action.verb() == Verb::Play && can_be_idle(m_.printed(card), m_.cards[card]));
  if (judged_) before_ = state;
}

// All is resolved: what has the play or use changed?
void UsageWatcher::settle(const State& state) {
  const CardId card = pending_.card();
  const bool play = pending_.verb() == Verb::Play;
  pending_ = Action(Verb::EndTurn);
  if (card == kNoCard) return;
  CardUsage& usage = usage_[card];
  const bool forge_step = state.turn != turn_ && state.active == player_;  // an extra turn has begun
  if (!forge_step) usage.keys += std::max(0, std::popcount(state.players[player_].keys) - keys_before_);
  if (!judged_ || state.turn != turn_) return;
  ++(play ? usage.watched : usage.acts_watched);
  if (play)
    usage.idle += play_was_idle(m_, before_, state, card);
  else
    usage.acts_idle += use_was_idle(m_, before_, state, card);
}

// Cards that the owner drew after the main step are not among those of its last decision.
void UsageWatcher::end_turn(const State& state) {
  settle(state);
  for (const CardId card : playable_) {
    ++usage_[card].turns;
    usage_[card].held += hand_.has(card) && state.cards[card].zone == Zone::Hand;
  }
  playable_ = hand_ = {};
  turn_ = state.turn;
}

namespace {

struct GameUsage {
  std::vector<CardUsage> cards;
  GameRecord record;
};

GameUsage play(const UsageSpec& spec, int64_t game, const Matchup& matchup) {
  const std::unique_ptr<Agent> first = make_agent(spec.agent).agent, second = make_agent(spec.agent).agent;
  GameUsage out{.cards = std::vector<CardUsage>(static_cast<size_t>(matchup.card_count)), .record = {}};
  UsageWatcher watcher(matchup, out.cards);
  const int64_t round = game / std::ssize(spec.pairs);
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(round & 1)};
  out.record = play_game(matchup, {first.get(), second.get()}, setup, nullptr, nullptr, nullptr, &watcher);
  return out;
}

}  // namespace

UsageResult play_usage(const UsageSpec& spec, int threads, const Progress& progress) {
  const std::vector<size_t> card_of = cards_of_definitions(Library::instance().program());
  UsageResult result;
  result.cards.resize(CardTable::instance().cards().size());
  MatchResult sum;
  const auto matchup_of = [&](int64_t game) -> const Matchup& {
    return *spec.pairs[static_cast<size_t>(game) % spec.pairs.size()];
  };
  constexpr int64_t kBatch = 512;
  for (int64_t from = 0; from < spec.games; from += kBatch) {
    std::vector<GameUsage> games(static_cast<size_t>(std::min(kBatch, spec.games - from)));
    parallel_for(games.size(), threads, [&](size_t i) {
      const int64_t game = from + static_cast<int64_t>(i);
      games[i] = play(spec, game, matchup_of(game));
    });
    for (size_t i = 0; i < games.size(); ++i) {
      const Matchup& matchup = matchup_of(from + static_cast<int64_t>(i));
      for (size_t card = 0; card < games[i].cards.size(); ++card)
        result.cards[card_of[matchup.cards[card].definition]].add(games[i].cards[card]);
      count(sum, from + static_cast<int64_t>(i), games[i].record);
    }
    if (progress) progress(from + std::ssize(games), spec.games);
  }
  result.games = sum.total();
  return result;
}

}  // namespace archon
