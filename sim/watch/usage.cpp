#include "sim/watch/usage.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "agents/agent_registry.h"
#include "engine/core/card_program.h"
#include "engine/facts/facts.h"
#include "engine/view/view.h"
#include "sim/play/batch_text.h"
#include "sim/results/counts.h"
#include "sim/watch/coverage.h"

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

namespace {
constexpr int64_t CardUsage::*kCounts[] = {
    &CardUsage::seen,      &CardUsage::turns,  &CardUsage::held,         &CardUsage::played,
    &CardUsage::discarded, &CardUsage::reaped, &CardUsage::fought,       &CardUsage::acted,
    &CardUsage::watched,   &CardUsage::idle,   &CardUsage::acts_watched, &CardUsage::acts_idle,
    &CardUsage::keys,      &CardUsage::named,  &CardUsage::named_deck,   &CardUsage::named_play};
static_assert(sizeof(CardUsage) == std::size(kCounts) * sizeof(int64_t));
}  // namespace

void CardUsage::add(const CardUsage& other) {
  for (const auto count : kCounts) this->*count += other.*count;
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

GameUsage play_watched(const UsageSpec& spec, int64_t game, const Matchup& matchup) {
  const std::unique_ptr<Agent> first = make_agent(spec.agent).agent, second = make_agent(spec.agent).agent;
  GameUsage out{.cards = std::vector<CardUsage>(static_cast<size_t>(matchup.card_count)), .record = {}};
  UsageWatcher watcher(matchup, out.cards);
  const int64_t round = game / std::ssize(spec.pairs);
  const GameSetup setup{.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(round & 1)};
  out.record = play_game(matchup, {first.get(), second.get()}, setup, nullptr, nullptr, nullptr, &watcher);
  return out;
}

// Parts are not more than the whole.
bool possible(const CardUsage& usage) {
  return usage.held <= usage.turns && usage.idle <= usage.watched && usage.acts_idle <= usage.acts_watched &&
         usage.named_deck <= usage.named && usage.named_play <= usage.named;
}

class UsageSeries final : public SeriesOf<GameUsage> {
 public:
  explicit UsageSeries(const UsageSpec& spec) : spec_(spec), card_of_(cards_of_definitions(card_program())) {
    cards_.resize(CardTable::instance().cards().size());
  }

  std::string batch() override {
    nlohmann::json json = {{"games", batch_text(batch_games_)}, {"cards", nlohmann::json::object()}};
    for (const auto& [card, usage] : batch_cards_)
      for (const auto count : kCounts) json["cards"][std::to_string(card)].push_back(usage.*count);
    batch_games_ = {};
    batch_cards_.clear();
    return json.dump();
  }
  bool restore(const LedgerBatch& batch) override {
    try {
      const nlohmann::json json = parse_counts(batch.data);
      const std::optional<MatchResult> games = parse_batch(json.at("games").get<std::string>(), batch.games);
      if (!games) return false;
      add(games_, *games);
      for (const auto& [card, counts] : json.at("cards").items())
        for (size_t i = 0; i < std::size(kCounts); ++i) cards_.at(std::stoul(card)).*kCounts[i] += counts.at(i).get<int64_t>();
      return std::ranges::all_of(cards_, possible);
    } catch (const std::exception&) {
      return false;
    }
  }
  UsageResult result(SeriesEnd end) && { return {std::move(end), games_.total(), std::move(cards_)}; }

 protected:
  GameUsage play(int64_t game) const override { return play_watched(spec_, game, matchup_of(game)); }
  void take(int64_t game, const GameUsage& played) override {
    const Matchup& matchup = matchup_of(game);
    for (size_t card = 0; card < played.cards.size(); ++card) {
      const size_t index = card_of_[matchup.cards[card].definition];
      cards_[index].add(played.cards[card]);
      batch_cards_[index].add(played.cards[card]);
    }
    count(games_, game, played.record);
    count(batch_games_, game, played.record);
  }

 private:
  const Matchup& matchup_of(int64_t game) const { return *spec_.pairs[static_cast<size_t>(game) % spec_.pairs.size()]; }

  const UsageSpec& spec_;
  const std::vector<size_t> card_of_;
  MatchResult games_, batch_games_;  // of all games; since the last batch
  std::vector<CardUsage> cards_;
  std::map<size_t, CardUsage> batch_cards_;
};

}  // namespace

UsageResult play_usage(const UsageSpec& spec, const RunControl& control) {
  UsageSeries series(spec);
  SeriesEnd end = play_series(series, spec.games, control);
  return std::move(series).result(std::move(end));
}

}  // namespace archon
