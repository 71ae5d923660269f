#include "sim/puzzles/turn_solver.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <tuple>
#include <unordered_map>

#include "engine/core/chance.h"
#include "engine/core/field_hash.h"
#include "engine/engine.h"

namespace archon {
namespace {

// Actions, each with outcomes of chance, that are carried out for each position of the limit.
constexpr int64_t kMostTries = 12;

bool declines(Verb verb) { return verb == Verb::Done || verb == Verb::No || verb == Verb::EndTurn; }

bool equal_cards(const Matchup& m, CardId a, CardId b) {
  const MatchCard& x = m.cards[a];
  const MatchCard& y = m.cards[b];
  return x.definition == y.definition && x.owner == y.owner && x.houses == y.houses && x.icon_count == y.icon_count &&
         x.icons == y.icons && x.half == y.half && x.reverse == y.reverse;
}

// The number of a card; out of play the lowest one of its equals.
CardId deed_card(const Matchup& m, const State& s, CardId card) {
  if (card >= m.card_count || s.in_play(card)) return card;
  for (CardId other = 0; other < card; ++other)
    if (equal_cards(m, other, card)) return other;
  return card;
}

// An outcome of chance that has to be known first.
struct OpenQuestion {
  CardSet outcomes;
};

// The search ends without an answer.
struct GivenUp {};

// Gives outcomes that are settled, in their order, and asks for the next.
class Outcomes final : public ChanceSource {
 public:
  Outcomes(const State& s, int turn, const std::vector<CardId>& settled) : s_(s), turn_(turn), settled_(settled) {}

  CardId choose(const ChanceQuestion& question) override {
    if (s_.turn == turn_ && s_.step == Step::Draw) return question.drawn;  // refills the hand
    if (next_ == settled_.size()) throw OpenQuestion{question.outcomes};
    return settled_[next_++];
  }

 private:
  const State& s_;
  const int turn_;
  const std::vector<CardId>& settled_;
  size_t next_ = 0;
};

// Zones in which the rules know no order; in a discard pile only where no card of the game looks at it.
void sort_zones(const Matchup& m, State& s) {
  const auto sort = [&s](int begin, int end) { std::sort(s.order + begin, s.order + end); };
  for (int player = 0; player < 2; ++player) {
    for (const Zone zone : {Zone::Hand, Zone::Archives, Zone::Purged}) sort(s.begin(zone, player), s.end(zone, player));
    if (!m.discard_order) sort(s.begin(Zone::Discard, player), s.end(Zone::Discard, player));
    sort(s.begin(Zone::Deck, player) + s.players[player].deck_fixed, s.end(Zone::Deck, player));
  }
}

// What cards were when they left play, as far as nothing remembers them.
void forget_last_known(const Matchup& m, State& s) {
  CardSet remembered;
  for (int i = 0; i < s.log_count; ++i)
    for (const CardId card : {s.log[i].card, s.log[i].other})
      if (card < m.card_count) remembered.add(card);
  for (int i = 0; i < s.kept_used; ++i) remembered |= CardSet(s.kept[i]);
  for (CardId id = 0; id < m.card_count; ++id) {
    Card& card = s.cards[id];
    const bool aside = card.zone == Zone::Hand || card.zone == Zone::Deck || card.zone == Zone::Discard ||
                       card.zone == Zone::Archives || card.zone == Zone::Purged;
    if (!aside || remembered.has(id)) continue;
    card.keywords = {};
    card.houses = {};
    card.amber = 0;
    card.power = card.armor = card.assault = card.hazardous = card.splash_attack = card.traits = 0;
    card.beside[0] = card.beside[1] = kNoCard;
  }
}

// Makes positions equal that the game that goes on can't tell apart: by random numbers, the count of decisions, the order of
// what has none. Of the log of a turn cards count entries, so that its order is none either (engine/query).
void forget_what_does_not_matter(const Matchup& m, State& s) {
  for (SmallRng& rng : s.rng) rng = {};
  s.decisions = 0;
  sort_zones(m, s);
  std::sort(s.log + s.log_turn_start, s.log + s.log_count, [](const LogEntry& a, const LogEntry& b) {
    return std::tie(a.type, a.card, a.other, a.player, a.flags) < std::tie(b.type, b.card, b.other, b.player, b.flags);
  });
  if (!m.has_alpha) s.acted = 0;
  if (s.frame_count > 0 || s.waiting_count > 0) return;  // what is unfinished may look at all of the following
  forget_last_known(m, s);
  s.answer = {};
  s.returned = s.returned_killed = {};
  s.returned_amount = 0;
  s.returned_flag = 0;
}

Deeds with(Deeds deeds, Deed deed) {
  if (deed != 0) deeds.insert(std::ranges::upper_bound(deeds, deed), deed);
  return deeds;
}

// What does both: each of the one with each of the other.
Ways both(const Ways& a, const Ways& b) {
  Ways ways;
  for (const Deeds& x : a)
    for (const Deeds& y : b) {
      Deeds deeds;
      std::ranges::set_union(x, y, std::back_inserter(deeds));
      add_way(ways, std::move(deeds));
    }
  return ways;
}

class Solver {
 public:
  Solver(const Matchup& m, const State& s, const TurnGoal& goal, int64_t limit)
      : m_(m), root_(s), goal_(goal), play_(m, goal), limit_(limit) {}

  TurnSolution solve() {
    TurnSolution solution;
    try {
      const Ways& ways = ways_of(root_, 0);
      solution.status = ways.empty()       ? TurnSolution::Status::None
                        : ways.size() == 1 ? TurnSolution::Status::One
                                           : TurnSolution::Status::Several;
      if (ways.size() == 1) {
        solution.deeds = ways.front();
        solution.line = line_of(solution.deeds);
      }
    } catch (const GivenUp&) {
      solution.status = TurnSolution::Status::TooLarge;
    }
    solution.positions = std::ssize(known_);
    return solution;
  }

 private:
  struct Room {  // of one depth of the recursion, which is too deep for the stack
    State state;
    ActionList legal;
  };

  uint64_t key_of(const State& s) {
    merged_ = s;
    forget_what_does_not_matter(m_, merged_);
    return hash_fields(m_, merged_);
  }

  Room& room(size_t depth) {
    while (rooms_.size() <= depth) rooms_.push_back(std::make_unique<Room>());
    return *rooms_[depth];
  }

  // What reaches the goal from a position in which a decision is open.
  const Ways& ways_of(const State& position, size_t depth) {
    Room& here = room(depth);
    here.state = position;
    const uint64_t key = key_of(here.state);
    const auto [found, fresh] = known_.try_emplace(key, nullptr);
    if (!fresh) {
      if (!found->second) throw GivenUp{};  // it goes round in a circle
      return *found->second;
    }
    if (std::ssize(known_) > limit_) throw GivenUp{};
    legal_actions(m_, here.state, here.legal);
    Ways ways = decision_player(here.state) == goal_.player ? own_ways(here, depth) : ways_of_all(here, depth);
    if (ways.size() > kMostWays) throw GivenUp{};
    stored_.push_back(std::move(ways));
    return *(known_[key] = &stored_.back());
  }

  Ways own_ways(Room& here, size_t depth) {
    Ways ways;
    for (int i = 0; i < here.legal.size(); ++i) {
      const Deed deed = deed_of(m_, here.state, here.legal[i]);
      for (const Deeds& deeds : after(here.state, here.legal[i], depth)) add_way(ways, with(deeds, deed));
    }
    return ways;
  }

  // The opponent decides.
  Ways ways_of_all(Room& here, size_t depth) {
    Ways ways{{}};
    for (int i = 0; i < here.legal.size() && !ways.empty(); ++i) ways = both(ways, after(here.state, here.legal[i], depth));
    return ways;
  }

  Ways after(const State& s, Action action, size_t depth) {
    std::vector<CardId> settled;
    return after(s, action, depth, settled);
  }

  // The same once these outcomes of chance are settled.
  Ways after(const State& s, Action action, size_t depth, std::vector<CardId>& settled) {
    if (++tried_ > kMostTries * limit_) throw GivenUp{};
    State& next = room(depth + 1).state;
    next = s;
    CardSet outcomes;
    try {
      Outcomes source(next, goal_.turn, settled);
      const ChanceScope scope(&source);
      switch (play_.apply(next, action)) {
        case GoalState::Reached:
          return {{}};
        case GoalState::Missed:
          return {};
        case GoalState::Open:
          break;
      }
    } catch (const OpenQuestion& question) {
      outcomes = question.outcomes;
    }
    if (!outcomes) return ways_of(next, depth + 1);
    Ways ways{{}};
    for (const CardId outcome : outcomes) {
      settled.push_back(outcome);
      ways = both(ways, after(s, action, depth, settled));
      settled.pop_back();
      if (ways.empty()) break;
    }
    if (ways.size() > kMostWays) throw GivenUp{};
    return ways;
  }

  // The deeds in an order that works.
  std::vector<Action> line_of(const Deeds& deeds) {
    std::vector<Action> line;
    State s = root_;
    Deeds left = deeds;
    ActionList legal;
    for (GoalState end = GoalState::Open; end == GoalState::Open;) {
      legal_actions(m_, s, legal);
      const Action action = decision_player(s) == goal_.player ? next_of_line(s, legal, left) : legal[0];
      line.push_back(action);
      end = play_.apply(s, action);
    }
    return line;
  }

  // An action after which what is left of the deeds does; it is taken from them. Doing something comes before declining.
  Action next_of_line(const State& s, const ActionList& legal, Deeds& left) {
    for (const bool declining : {false, true})
      for (const Action action : legal) {
        const Deed deed = deed_of(m_, s, action);
        const auto place = std::ranges::find(left, deed);
        if (declines(action.verb()) != declining || (deed != 0 && place == left.end())) continue;
        Deeds rest = left;
        if (deed != 0) rest.erase(rest.begin() + (place - left.begin()));
        const Ways ways = after(s, action, 0);
        if (std::ranges::none_of(ways, [&](const Deeds& way) { return std::ranges::includes(rest, way); })) continue;
        left = std::move(rest);
        return action;
      }
    throw GivenUp{};
  }

  const Matchup& m_;
  const State& root_;
  const TurnGoal goal_;
  const TurnPlay play_;
  const int64_t limit_;
  int64_t tried_ = 0;                                // actions with outcomes of chance
  std::unordered_map<uint64_t, const Ways*> known_;  // null: is being worked out
  std::deque<Ways> stored_;
  std::vector<std::unique_ptr<Room>> rooms_;
  State merged_;
};

}  // namespace

Deed deed_of(const Matchup& m, const State& s, Action action) {
  if (declines(action.verb()) || s.choice.kind == ChoiceKind::Order || s.choice.kind == ChoiceKind::Flank) return 0;
  const Action plain(action.verb(), deed_card(m, s, action.card()), action.index());
  return Deed{plain.bits} | static_cast<Deed>(s.choice.kind) << 32 | Deed{deed_card(m, s, s.choice.source)} << 40;
}

void add_way(Ways& ways, Deeds deeds) {
  for (const Deeds& each : ways)
    if (std::ranges::includes(deeds, each)) return;
  std::erase_if(ways, [&](const Deeds& each) { return std::ranges::includes(each, deeds); });
  ways.push_back(std::move(deeds));
}

TurnSolution solve_turn(const Matchup& m, const State& s, const TurnGoal& goal, int64_t limit) {
  return Solver(m, s, goal, limit).solve();
}

}  // namespace archon
