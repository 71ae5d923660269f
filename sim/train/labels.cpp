#include "sim/train/labels.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "engine/make_matchup.h"
#include "sim/train/continuation.h"
#include "sim/watch/coverage_decks.h"

namespace archon {
namespace {

// What every decision of a run is labelled with.
struct LabelTools {
  const LabelSpec& spec;
  std::span<const Deck> decks;
  const Continuation& continuation;
};

bool would_discard(const View& view, const ActionList& legal, const PolicyOptions& policy) {
  std::array<int, kMaxActions> scores;
  action_scores(view, legal, scores, policy);
  return legal[best_index(legal, scores)].verb() == Verb::Discard;
}

DecisionKind kind_of(const View& view, const ActionList& legal, Action answer, const PolicyOptions* policy) {
  switch (view.choice().kind) {
    case ChoiceKind::House:
      return DecisionKind::House;
    case ChoiceKind::Main: {
      if (std::ranges::find(legal, Verb::Discard, &Action::verb) == legal.end()) return DecisionKind::Main;
      const bool discards = answer.verb() == Verb::Discard || would_discard(view, legal, PolicyOptions{}) ||
                            (policy && policy->net && would_discard(view, legal, *policy));
      return discards ? DecisionKind::Discard : DecisionKind::Main;
    }
    case ChoiceKind::Target:
      return DecisionKind::Target;
    case ChoiceKind::HouseName:
    case ChoiceKind::Trait:
    case ChoiceKind::CardName:
    case ChoiceKind::Number:
      return DecisionKind::Name;
    default:
      return DecisionKind::Other;
  }
}

// Plays like an agent, explores, and labels some decisions.
class Labeller final : public Agent {
 public:
  Labeller(Agent& agent, const LabelTools& tools, SmallRng lot, LabelledGame& game)
      : agent_(agent), tools_(tools), spec_(tools.spec), lot_(lot), game_(game) {}

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override {
    const Action best = agent_.choose(view, legal, rng);
    const DecisionKind kind = kind_of(view, legal, best, tools_.continuation.policy());
    if (drawn(spec_.percent[static_cast<size_t>(kind)])) label(view, legal, kind);
    const auto at = drawn(spec_.explore) ? static_cast<int>(lot_.below(static_cast<uint32_t>(legal.size())))
                                         : static_cast<int>(std::ranges::find(legal, best) - legal.begin());
    game_.answers.push_back(static_cast<uint8_t>(at));
    return legal[at];
  }

 private:
  bool drawn(int percent) { return static_cast<int>(lot_.below(100)) < percent; }

  std::vector<uint8_t> tried(const View& view, const ActionList& legal) {
    const auto size = static_cast<size_t>(legal.size());
    std::vector<uint8_t> tried(size, 1);
    const auto most = static_cast<size_t>(spec_.max_answers);
    if (size <= most) return tried;
    std::vector<int> scores(size), order(size);
    const PolicyOptions* policy = tools_.continuation.policy();
    action_scores(view, legal, scores, policy ? *policy : PolicyOptions{});
    for (size_t i = 0; i < size; ++i) order[i] = static_cast<int>(i);
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](int i) { return scores[static_cast<size_t>(i)]; });
    for (size_t i = most / 2; i < most; ++i) std::swap(order[i], order[i + lot_.below(static_cast<uint32_t>(size - i))]);
    for (size_t i = most; i < size; ++i) tried[static_cast<size_t>(order[i])] = 0;
    return tried;
  }

  void label(const View& view, const ActionList& legal, DecisionKind kind) {
    const std::vector<uint8_t> these = tried(view, legal);
    const auto parts = static_cast<size_t>(spec_.parts);
    std::vector<std::vector<float>> sums(parts, std::vector<float>(these.size()));
    SmallRng deals{lot_.next()};  // the game goes on in the same way, however many there are
    for (int world = 0; world < spec_.worlds; ++world) {
      const State dealt = view.deal(deals);
      const uint64_t luck = deals.next();
      std::vector<float>& sum = sums[static_cast<size_t>(world) % parts];
      for (size_t i = 0; i < these.size(); ++i) {
        if (!these[i]) continue;
        State s = dealt;
        apply(view.matchup(), s, legal[static_cast<int>(i)]);
        sum[i] += tools_.continuation.value(view.matchup(), s, view.player(), spec_.turns, luck);
      }
    }
    add_decision(kind, these, sums);
  }

  void add_decision(DecisionKind kind, std::span<const uint8_t> tried, std::vector<std::vector<float>>& sums) {
    LabelledDecision decision;
    decision.asked = static_cast<int>(game_.answers.size());
    decision.kind = kind;
    decision.values.assign(tried.size(), 0.f);
    for (size_t i = 0; i < tried.size(); ++i) {
      for (std::vector<float>& part : sums) {
        decision.values[i] = tried[i] ? decision.values[i] + part[i] / static_cast<float>(spec_.worlds) : -1;
        part[i] = tried[i] ? part[i] * static_cast<float>(sums.size()) / static_cast<float>(spec_.worlds) : -1;
      }
    }
    if (sums.size() > 1) decision.parts = std::move(sums);
    game_.decisions.push_back(std::move(decision));
  }

  Agent& agent_;
  const LabelTools& tools_;
  const LabelSpec& spec_;
  SmallRng lot_;
  LabelledGame& game_;
};

// Answers as they are stored. At what does not fit it gives no legal answer, which ends the game.
class Replayer {
 public:
  Replayer(const LabelledGame& game, const LabelVisitor& visit) : game_(game), visit_(visit) {}

  Action answer(const View& view, const ActionList& legal) {
    const std::string question =
        "question " + std::to_string(asked_) + " has " + std::to_string(legal.size()) + " legal actions and ";
    if (asked_ == game_.answers.size()) return misfit(game_.line, "its answers end before the game does");
    if (next_ < game_.decisions.size() && game_.decisions[next_].asked == static_cast<int>(asked_)) {
      const LabelledDecision& decision = game_.decisions[next_++];
      if (std::ssize(decision.values) != legal.size())
        return misfit(decision.line, question + std::to_string(decision.values.size()) + " values");
      visit_(view, legal, decision);
    }
    const int at = game_.answers[asked_];
    if (at >= legal.size()) return misfit(game_.line, question + "the answer is number " + std::to_string(at));
    ++asked_;
    return legal[at];
  }

  std::string problem_at_end() {
    if (problem_.empty() && asked_ < game_.answers.size())
      misfit(game_.line, std::to_string(game_.answers.size() - asked_) + " answers are left over at its end");
    return problem_;
  }

 private:
  Action misfit(int line, const std::string& what) {
    problem_ = "line " + std::to_string(line) + ": labels of another version of the engine: of game " +
               std::to_string(game_.game) + ", " + what;
    return Action(Verb::Activate);
  }

  const LabelledGame& game_;
  const LabelVisitor& visit_;
  size_t asked_ = 0, next_ = 0;  // questions; labelled decisions
  std::string problem_;
};

class ReplayedPlayer final : public Agent {
 public:
  explicit ReplayedPlayer(Replayer& replayer) : replayer_(replayer) {}
  Action choose(const View& view, const ActionList& legal, SmallRng&) override { return replayer_.answer(view, legal); }

 private:
  Replayer& replayer_;
};

void pick_decks(const LabelSpec& spec, LabelledGame& game) {
  SmallRng rng{stream_seed(spec.seed, static_cast<uint64_t>(game.game), Stream::Setup)};
  const bool between_own = !spec.own_decks.empty() && (spec.decks == 0 || (game.game >> 1 & 1) == 0);
  const auto own = static_cast<int>(spec.own_decks.size());
  const auto count = static_cast<uint32_t>(between_own ? own : spec.decks);
  game.a = static_cast<int>(rng.below(count)) + (between_own ? 0 : own);
  game.b = static_cast<int>(rng.below(count)) + (between_own ? 0 : own);
}

GameSetup setup_of(const LabelSpec& spec, int64_t game) {
  return {.seed = spec.seed, .game = static_cast<uint64_t>(game), .first = static_cast<int>(game & 1)};
}

Matchup matchup_of(const LabelSpec& spec, std::span<const Deck> decks, const LabelledGame& game) {
  MatchupOptions options;
  options.rules = find_rules(spec.rules).value();
  return make_matchup(decks[static_cast<size_t>(game.a)], decks[static_cast<size_t>(game.b)], options).matchup.value();
}

LabelledGame label_game(const LabelTools& tools, int64_t number) {
  const LabelSpec& spec = tools.spec;
  LabelledGame game;
  game.game = number;
  pick_decks(spec, game);
  const Matchup m = matchup_of(spec, tools.decks, game);
  const AgentResult a = make_agent(spec.agent), b = make_agent(spec.agent);
  const auto lot = [&](Stream stream) { return SmallRng{stream_seed(spec.seed + 1, static_cast<uint64_t>(number), stream)}; };
  Labeller first(*a.agent, tools, lot(Stream::AgentA), game), second(*b.agent, tools, lot(Stream::AgentB), game);
  play_game(m, {&first, &second}, setup_of(spec, number));
  return game;
}

}  // namespace

std::vector<Deck> label_decks(const LabelSpec& spec) {
  std::vector<Deck> decks = spec.own_decks;
  if (spec.decks == 0) return decks;
  std::ranges::move(coverage_decks(spec.set, spec.decks, spec.seed, find_rules(spec.rules).value()), std::back_inserter(decks));
  return decks;
}

bool label_games(const LabelSpec& spec, const RunControl& control, const std::function<bool(const LabelledGame&)>& done) {
  const std::vector<Deck> decks = label_decks(spec);
  const Continuation continuation(spec.continuation);
  const LabelTools tools{.spec = spec, .decks = decks, .continuation = continuation};
  std::vector<LabelledGame> games(kSlots);
  bool written = true;
  const auto work = [&](int64_t number, size_t slot) { games[slot] = label_game(tools, spec.first_game + number); };
  const auto take = [&](int64_t, size_t slot) {
    written = done(games[slot]);
    games[slot] = {};
    return written;
  };
  return work_in_order(0, spec.games, control, work, take) >= spec.games && written;
}

std::string replay_labels(const LabelSpec& spec, std::span<const Deck> decks, const LabelledGame& game,
                          const LabelVisitor& visit) {
  const Matchup m = matchup_of(spec, decks, game);
  Replayer replayer(game, visit);
  ReplayedPlayer first(replayer), second(replayer);
  play_game(m, {&first, &second}, setup_of(spec, game.game));
  return replayer.problem_at_end();
}

}  // namespace archon
