// Leak probe of the pipe: what is hidden from a player is dealt again, and its program must read the same bytes.
#include <catch2/catch.hpp>
#include <numeric>

#include "engine/deck/generate.h"
#include "engine/engine.h"
#include "engine/facts/facts.h"
#include "engine/make_matchup.h"
#include "engine/view/view.h"
#include "sim/bots/bot_agent.h"
#include "tests/engine/truths.h"

using namespace archon;

namespace {

struct Probe {
  int64_t pairs = 0, different_worlds = 0, facedown = 0, different_requests = 0;
};

bool hidden_differ(const Matchup& m, const State& a, const State& b) {
  for (int card = 0; card < m.card_count; ++card)
    if (a.cards[card].zone != b.cards[card].zone) return true;
  return false;
}

void probe_decision(const Matchup& m, const State& s, SmallRng& rng, Probe& probe) {
  const int player = decision_player(s);
  const auto request = [&](const State& truth) {
    std::vector<int> refs(static_cast<size_t>(m.card_count));
    std::iota(refs.begin(), refs.end(), 0);
    return choose_request(m, shown_to_bot(View(m, truth, player)), player, 1, refs);
  };
  const State other = View(m, test::other_truth(m, s, player, rng), player).deal(rng);
  ++probe.pairs;
  probe.different_worlds += hidden_differ(m, s, other);
  probe.facedown += needs_disguise(m, s, player);
  probe.different_requests += request(s) != request(other);
}

// Random games with decks of each set, every so many decisions of them probed.
Probe probe_sets(int64_t pairs_of_a_set, int every) {
  Probe probe;
  uint64_t seed = 1;
  for (const Expansion& set : card_sets())
    for (const int64_t goal = probe.pairs + pairs_of_a_set; probe.pairs < goal; ++seed) {
      SmallRng rng{seed};
      const Deck a = generate_deck(set.code, "A", rng), b = generate_deck(set.code, "B", rng);
      const Matchup m = *make_matchup(a, b, {}).matchup;
      State s;
      new_game(m, s, {.seed = seed});
      ActionList legal;
      for (int decision = 0; !s.over() && probe.pairs < goal; ++decision) {
        legal_actions(m, s, legal);
        if (legal.size() > 1 && decision % every == 0) probe_decision(m, s, rng, probe);
        apply(m, s, legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))]);
      }
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
