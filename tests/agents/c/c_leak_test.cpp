// Leak probe of the C interface: what is hidden from a player is dealt again, and the player must be told the same.
#include <catch2/catch.hpp>
#include <cstring>

#include "agents/c/handles.h"
#include "agents/c/observation.h"
#include "engine/facts/facts.h"
#include "tests/agents/c/c_games.h"
#include "tests/engine/truths.h"

using namespace archon;
using namespace archon::test;

namespace {

struct Probe {
  int64_t positions = 0, pairs = 0, different_worlds = 0, different_observations = 0, different_actions = 0, facedown = 0;
};

using Observation = std::array<int32_t, ARCHON_OBSERVATION>;
Observation observation_of(const Matchup& m, const State& s, int player) {
  Observation out;
  const c::Shown shown(m, s, player);
  c::write_observation(m, shown.state(), player, out);
  return out;
}

// A pair of worlds for each player, so many times.
void probe_position(const CGame& game, const CGame& other, int deals, SmallRng& rng, Probe& probe) {
  const Matchup& m = game->matchup();
  const State& s = game->state;
  const int deciding = status_of(game).player;
  ++probe.positions;
  const CLegal legal = legal_of(game);
  std::vector<std::byte> bytes(archon_state_size());
  for (int player = 0; player < 2; ++player) {
    const std::vector<int32_t> seen = observed(game, player);
    for (int i = 0; i < deals; ++i) {
      const State dealt = other_world(m, s, player, rng);
      ++probe.pairs;
      probe.facedown += needs_disguise(m, s, player);
      probe.different_worlds += worlds_differ(m, s, dealt);
      if (player != deciding) {  // what the other player may choose from is dealt, too: nobody could go on from here
        probe.different_observations += !std::ranges::equal(observation_of(m, dealt, player), seen);
        continue;
      }
      ok(archon_state_save(game.get(), bytes.data(), bytes.size()));
      std::memcpy(bytes.data() + bytes.size() - sizeof dealt, &dealt, sizeof dealt);
      ok(archon_state_restore(other.get(), bytes.data(), bytes.size()));
      probe.different_observations += observed(other, player) != seen;
      probe.different_actions += !(legal_of(other) == legal);
    }
  }
}

// Random games with decks of each set, every so many decisions of them probed.
Probe probe_sets(int64_t pairs_of_a_set, int every, int deals) {
  Probe probe;
  uint64_t seed = 1;
  for (const Expansion& set : card_sets())
    for (const int64_t goal = probe.pairs + pairs_of_a_set; probe.pairs < goal; ++seed) {
      const CMatchup matchup = c_matchup_of(set.code, seed);
      const CGame game = c_game(matchup, seed), other = c_game(matchup, seed + 1);
      SmallRng rng{seed};
      int decision = 0;
      play_random(game, seed, [&] {
        if (decision++ % every == 0 && probe.pairs < goal) probe_position(game, other, deals, rng, probe);
      });
    }
  return probe;
}

void check_large(const Probe& probe) {
  CHECK(probe.different_worlds >= probe.pairs * 95 / 100);
  CHECK(probe.different_observations == 0);
  CHECK(probe.different_actions == 0);
  WARN(probe.positions << " positions, " << probe.pairs << " pairs, " << probe.facedown << " with facedown cards, "
                       << probe.different_worlds << " of different worlds, " << probe.different_observations
                       << " observed differently, " << probe.different_actions << " with other actions");
}

}  // namespace

TEST_CASE("c interface: nothing hidden is in observations and actions") {
  const Probe probe = probe_sets(300, 7, 3);
  CHECK(probe.different_worlds >= probe.pairs * 9 / 10);
  CHECK(probe.facedown > 100);
  CHECK(probe.different_observations == 0);
  CHECK(probe.different_actions == 0);
}

// As results/leak-probe.txt has it.
TEST_CASE("c interface: nothing hidden is in observations and actions: 100,000 pairs of each set", "[slow]") {
  check_large(probe_sets(100'000, 1, 2));
}

TEST_CASE("c interface: nothing hidden is in observations and actions: 600,000 pairs of each set", "[.million]") {
  check_large(probe_sets(600'000, 1, 2));
}

TEST_CASE("c interface: the probe finds a leak") {
  const CMatchup matchup = c_matchup_of("CotA", 1);
  const CGame game = c_game(matchup, 1);
  SmallRng rng{2};
  const int player = status_of(game).player;
  int different = 0;  // what the opponent observes would be a leak
  for (int i = 0; i < 20; ++i) {
    const State dealt = other_world(game->matchup(), game->state, player, rng);
    different += observation_of(game->matchup(), dealt, 1 - player) != observation_of(game->matchup(), game->state, 1 - player);
  }
  CHECK(different == 20);
}
