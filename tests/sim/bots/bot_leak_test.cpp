// Leak probe of the pipe: what is hidden from a player is dealt again, and its program must read the same bytes.
#include <catch2/catch.hpp>
#include <numeric>

#include "engine/facts/facts.h"
#include "engine/view/view.h"
#include "sim/bots/bot_agent.h"
#include "tests/engine/games.h"
#include "tests/engine/truths.h"

using namespace archon;

namespace {

struct Probe {
  int64_t pairs = 0, different_worlds = 0, facedown = 0, different_requests = 0;
};

void probe_decision(const Matchup& m, const State& s, SmallRng& rng, Probe& probe) {
  const int player = decision_player(s);
  const auto request = [&](const State& truth) {
    std::vector<int> refs(static_cast<size_t>(m.card_count));
    std::iota(refs.begin(), refs.end(), 0);
    return choose_request(m, shown_to_bot(View(m, truth, player)), player, 1, refs);
  };
  const State other = test::other_world(m, s, player, rng);
  ++probe.pairs;
  probe.different_worlds += test::worlds_differ(m, s, other);
  probe.facedown += needs_disguise(m, s, player);
  probe.different_requests += request(s) != request(other);
}

// Random games with decks of each set, every so many decisions of them probed.
Probe probe_sets(int64_t pairs_of_a_set, int every) {
  Probe probe;
  uint64_t seed = 1;
  for (const Expansion& set : card_sets())
    for (const int64_t goal = probe.pairs + pairs_of_a_set; probe.pairs < goal; ++seed) {
      const Matchup m = test::matchup_of_sets(set.code, set.code, seed);
      SmallRng rng{seed};
      int decision = 0;
      State s;
      test::play_random(m, s, seed, [&](const State& before, Action) {
        if (probe.pairs < goal && decision++ % every == 0) probe_decision(m, before, rng, probe);
      });
    }
  return probe;
}

}  // namespace

TEST_CASE("bots: nothing hidden is in what they read") {
  const Probe probe = probe_sets(200, 5);
  CHECK(probe.different_worlds >= probe.pairs * 9 / 10);
  CHECK(probe.facedown > 30);
  CHECK(probe.different_requests == 0);
}

// As results/leak-probe.txt has it.
TEST_CASE("bots: nothing hidden is in what they read: a million pairs", "[.million]") {
  const Probe probe = probe_sets(56'000, 1);
  CHECK(probe.different_worlds >= probe.pairs * 9 / 10);
  CHECK(probe.different_requests == 0);
  WARN(probe.pairs << " pairs, " << probe.different_worlds << " of different worlds, " << probe.facedown
                   << " with facedown cards, " << probe.different_requests << " read differently");
}
