#include "sim/turns/whole_turn.h"

#include <algorithm>
#include <cmath>

#include "engine/engine.h"
#include "engine/notation.h"
#include "sim/play/game.h"

namespace archon {
namespace {

constexpr int kMaxTurnDecisions = 1000;  // players may answer each other in the same way for ever
constexpr std::string_view kOfferNames[] = {"make a prophecy active", "discard a card with scrap", "take the archives"};

// Whether the action takes the offer.
bool takes(const Matchup& m, const State& s, Action action, TurnOffer offer) {
  switch (offer) {
    case TurnOffer::Prophecy:
      return action.verb() == Verb::Activate;
    case TurnOffer::Scrap:
      return s.choice.kind == ChoiceKind::Main && action.verb() == Verb::Discard &&
             (m.program->definitions[s.cards[action.card()].definition].kinds & bit(AbilityKind::Scrap)) != 0;
    case TurnOffer::Archives:
      return s.choice.kind == ChoiceKind::Archives && action.verb() == Verb::Yes;
  }
  return false;
}

void note_decision(const Matchup& m, const State& s, const ActionList& legal, Action action, WholeTurn& turn) {
  turn.steps.push_back(turn_step(m, s, action));
  for (size_t i = 0; i < kTurnOffers; ++i) {
    const auto offer = static_cast<TurnOffer>(i);
    turn.took[i] |= takes(m, s, action, offer);
    for (const Action each : legal) turn.could[i] |= takes(m, s, each, offer);
  }
  if (action.verb() != Verb::EndTurn) return;
  turn.ends = true;
  turn.end = s;
}

bool next_turn(const State& s, int turn) { return s.over() || (s.turn > turn && s.choice.kind == ChoiceKind::House); }

// The end of a turn in a deal, played on.
float value_in_deal(const Matchup& m, const WholeTurn& turn, int player, const TurnJudge& judge, SmallRng rng) {
  SmallRng deal{rng.next()}, chance{rng.next()};
  State s = View(m, turn.end, player).deal(deal);
  for (SmallRng& stream : s.rng) stream.state = chance.next();  // however many draws the deal took
  if (turn.ends) {
    apply(m, s, Action(Verb::EndTurn));
    if (s.turn == turn.end.turn) judge.continuation->end_turn(m, s, rng.next());
  }
  return judge.continuation->value(m, s, player, judge.turns < 0 ? judge.turns : judge.turns - 1, rng.next());
}

}  // namespace

std::string_view offer_name(TurnOffer offer) { return kOfferNames[static_cast<size_t>(offer)]; }

WholeTurn play_whole_turn(const Matchup& m, const State& start, const TurnAgent& agent, const TurnAgent& other, uint64_t luck) {
  const int player = decision_player(start);
  const std::unique_ptr<Agent> own = agent.make(), opponent = other.make();
  SmallRng seeds{luck};
  SmallRng own_rng{seeds.next()}, opponent_rng{seeds.next()};
  WholeTurn turn;
  State s = start;
  ActionList legal;
  for (int i = 0; i < kMaxTurnDecisions && !next_turn(s, start.turn); ++i) {
    legal_actions(m, s, legal);
    if (legal.empty()) break;
    const bool mine = decision_player(s) == player;
    Action action = legal[0];
    const Forfeit forfeit = legal.size() == 1 ? Forfeit::None
                                              : ask_agent(mine ? *own : *opponent, m, s, decision_player(s), legal,
                                                          mine ? own_rng : opponent_rng, action);
    if (forfeit != Forfeit::None) {
      turn.problem = (mine ? agent.name : other.name) + " gives no legal answer";
      return turn;
    }
    if (mine) note_decision(m, s, legal, action, turn);
    turn.actions.push_back(action);
    apply(m, s, action);
  }
  turn.unfinished = s.over() ? s.winner() < 0 : !next_turn(s, start.turn);
  if (!turn.ends) turn.end = s;
  turn.fallbacks = own->fallbacks();
  return turn;
}

std::string turn_text(const Matchup& m, const State& start, const WholeTurn& turn) {
  const int player = decision_player(start);
  State s = start;
  ActionList legal;
  std::string text;
  for (const Action action : turn.actions) {
    legal_actions(m, s, legal);
    if (decision_player(s) == player && legal.size() > 1 && action.verb() != Verb::EndTurn)
      text += (text.empty() ? "" : ", ") + action_text(m, s, action);
    apply(m, s, action);
  }
  return text;
}

TurnLoss turn_loss(const Matchup& m, const WholeTurn& a, const WholeTurn& b, int player, const TurnJudge& judge,
                   uint64_t seed) {
  SmallRng deals{seed};
  double sum = 0, square = 0;
  for (int i = 0; i < judge.deals; ++i) {
    const SmallRng rng{deals.next()};
    const double loss = value_in_deal(m, b, player, judge, rng) - value_in_deal(m, a, player, judge, rng);
    sum += loss;
    square += loss * loss;
  }
  const double n = judge.deals, mean = sum / n;
  return {.mean = mean, .error = std::sqrt(std::max(0.0, square / n - mean * mean) / (n - 1))};
}

}  // namespace archon
