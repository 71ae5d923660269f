#include "agents/search/beam.h"

#include <algorithm>

#include "agents/learned/action_scores.h"
#include "agents/reading/information_set.h"
#include "agents/reading/model_file.h"
#include "agents/search/turn_playout.h"

namespace archon {
namespace {

constexpr size_t kSeen = 8192;  // positions remembered in one world
constexpr int kMaxSteps = 100;  // own decisions in one turn

}  // namespace

BeamAgent::BeamAgent(const BeamOptions& options) : options_(options), seen_(kSeen) {
  beam_.reserve(static_cast<size_t>(options.width));
  next_.reserve(static_cast<size_t>(options.width));
}

Action BeamAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  horizon_ = {
      .player = view.player(), .turn = turn_to_search(view), .leaf = options_.leaf, .model = &known_model(options_.model)};
  const auto size = static_cast<size_t>(legal.size());
  std::array<float, kMaxActions> sums{};
  for (int world = 0; world < options_.worlds; ++world) {
    search_world(view.matchup(), view.deal(rng), legal);
    for (size_t i = 0; i < size; ++i) sums[i] += best_[i];
  }
  std::array<int, kMaxActions> scores;  // of the rules of thumb, where values are equal
  action_scores(view, legal, scores);
  size_t best = 0;
  for (size_t i = 1; i < size; ++i)
    if (sums[i] > sums[best] || (sums[i] == sums[best] && scores[i] > scores[best])) best = i;
  return legal[static_cast<int>(best)];
}

void BeamAgent::search_world(const Matchup& m, const State& root, const ActionList& legal) {
  ++round_;
  best_.fill(0);
  next_.clear();
  for (int i = 0; i < legal.size(); ++i) follow(m, root, legal[i], Firsts().set(static_cast<size_t>(i)));
  ActionList actions;
  for (int depth = 1; depth < kMaxSteps && !next_.empty(); ++depth) {
    std::swap(beam_, next_);
    next_.clear();
    for (const Item& item : beam_) {
      legal_actions(m, item.state, actions);
      for (Action action : actions) follow(m, item.state, action, item.firsts);
    }
  }
}

// Carries an action out and judges what comes of it.
void BeamAgent::follow(const Matchup& m, const State& from, Action action, const Firsts& firsts) {
  State s = from;
  ActionList legal;
  apply(m, s, action);
  if (!play_to_decision(m, s, horizon_.turn, horizon_.player, legal)) return credit(firsts, value_of(m, s, horizon_));
  const uint64_t key = information_set_key(m, s, horizon_.player);
  Seen& place = seen(key);
  if (place.round == round_ && place.key == key) {
    for (Item& item : next_)
      if (item.key == key) item.firsts |= firsts;
    return credit(firsts, place.value);
  }
  State played = s;
  const float value = value_of(m, played, horizon_);
  place = {key, value, round_};
  credit(firsts, value);
  keep(s, key, value, firsts);
}

// Among the best of the next step, when it is one of them.
void BeamAgent::keep(const State& s, uint64_t key, float value, const Firsts& firsts) {
  if (next_.size() < static_cast<size_t>(options_.width)) {
    next_.push_back({s, key, value, firsts});
    return;
  }
  const auto worst = std::ranges::min_element(next_, {}, &Item::value);
  if (worst->value < value) *worst = {s, key, value, firsts};
}

void BeamAgent::credit(const Firsts& firsts, float value) {
  for (size_t i = 0; i < kMaxActions; ++i)
    if (firsts[i]) best_[i] = std::max(best_[i], value);
}

// The place of a position among those seen in this world; a place that another position holds is given to the newer one.
BeamAgent::Seen& BeamAgent::seen(uint64_t key) { return seen_[key % kSeen]; }

}  // namespace archon
