#pragma once
// Beam search: the own turn is searched to its end in a few dealt worlds, and the first action is taken that is best on
// average.
//
// In each world the hidden cards are dealt once and chance is fixed, so the turn is a search without luck: from every position
// in hand all own actions are carried out, positions that the player can't tell apart are merged, and the `width` best are
// gone on with. A position is as good as the end of the turn when the rules of thumb play the rest of it (so each value
// belongs to a line that was really played to its end). The first actions get the value of the best line that begins with them,
// averaged over the worlds.
//
// Within one world the search knows what will be drawn. That all worlds must agree on the first action, and that all lines of a
// world meet the same luck, limits what it gains by that; it remains too fond of drawing cards (strategy fusion: Frank,
// Basin, "Search in games with incomplete information", Artificial Intelligence 1998).
#include <array>
#include <bitset>
#include <vector>

#include "agents/agent.h"
#include "agents/search/playout.h"

namespace archon {

struct BeamOptions {
  int width = 15;  // positions gone on with
  int worlds = 4;  // in which the same decision is searched
  Leaf leaf = Leaf::Linear;
  int model = 0;  // of the evaluation, see agents/reading/model_file.h
};

class BeamAgent final : public Agent {
 public:
  explicit BeamAgent(const BeamOptions& options = {});

  Action choose(const View& view, const ActionList& legal, SmallRng& rng) override;

 private:
  using Firsts = std::bitset<kMaxActions>;  // first actions, by their index
  struct Item {
    State state;
    uint64_t key = 0;
    float value = 0;
    Firsts firsts;
  };
  struct Seen {
    uint64_t key = 0;
    float value = 0;
    uint32_t round = 0;  // the search in which it was entered; others are empty places
  };

  void search_world(const Matchup& m, const State& root, const ActionList& legal);
  void follow(const Matchup& m, const State& from, Action action, const Firsts& firsts);
  void keep(const State& s, uint64_t key, float value, const Firsts& firsts);
  void credit(const Firsts& firsts, float value);
  Seen& seen(uint64_t key);

  BeamOptions options_;
  Horizon horizon_;
  std::vector<Item> beam_, next_;  // at most `width` each
  std::vector<Seen> seen_;
  uint32_t round_ = 0;
  std::array<float, kMaxActions> best_{};  // of the lines of one world, by first action
};

}  // namespace archon
