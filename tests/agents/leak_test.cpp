// Leak probe: where hidden cards really lie must not change what an agent does. The hidden cards of a position are dealt again,
// and the same agent with the same random numbers must choose the same action.
#include <catch2/catch.hpp>
#include <climits>
#include <map>

#include "agents/agent_registry.h"
#include "engine/deck/generate.h"
#include "engine/engine.h"
#include "engine/make_matchup.h"
#include "engine/view/view.h"
#include "tests/engine/games.h"
#include "tests/engine/truths.h"

using namespace archon;

namespace {

Matchup matchup_of(std::string_view set, uint64_t seed) {
  SmallRng rng{seed};
  const Deck a = generate_deck(set, "A", rng), b = generate_deck(set, "B", rng);
  return *make_matchup(a, b, {}).matchup;
}

struct Probe {
  int pairs = 0, facedown = 0, beneath = 0, different_worlds = 0, different_answers = 0;
};

// Searches with a small budget decide in the same way as with a large one, only faster.
std::string probe_spec(std::string_view name) {
  if (name == "mcts") return "mcts:iterations=40";
  if (name == "beam") return "beam:width=3,worlds=2";
  return std::string(name);
}

// Each agent, and what parameters of one make another of.
std::vector<std::string> probed_agents() {
  std::vector<std::string> specs;
  for (const AgentInfo& info : agents()) specs.push_back(probe_spec(info.name));
  specs.emplace_back("lookahead:actions=4,targets=4,house_worlds=3,house_leaf=round,worlds=2,leaf=round,deal=decision");
  return specs;
}

Action choose(const std::string& spec, const View& view, const ActionList& legal, uint64_t seed) {
  SmallRng rng{seed};
  return make_agent(spec).agent->choose(view, legal, rng);
}

bool hidden_differ(const Matchup& m, const State& a, const State& b) {
  for (int card = 0; card < m.card_count; ++card)
    if (a.cards[card].zone != b.cards[card].zone) return true;
  return false;
}

// A card lies facedown under a prophecy that the player does not know.
bool hides_beneath(const Matchup& m, const State& s, int player) {
  const View view(m, s, player);
  for (CardId card : zone_of(s, Zone::Under, 1 - player))
    if (!view.knows(card) && m.printed(s.cards[card].host).type == CardType::Prophecy) return true;
  return false;
}

// Probes every so many decisions of a game that `player_spec` plays against itself.
void probe_game(const Matchup& m, const std::string& spec, const std::string& player_spec, uint64_t seed, int every, int limit,
                Probe& probe) {
  const auto player = make_agent(player_spec).agent;
  SmallRng rng{seed}, deals{seed + 1000};
  State s;
  new_game(m, s, {.seed = seed});
  ActionList legal, again;
  for (int decision = 0; !s.over() && probe.pairs < limit; ++decision) {
    legal_actions(m, s, legal);
    const int deciding = decision_player(s);
    State shown = s;  // what a player is shown in a game
    const Disguise disguise(m, shown, deciding);
    ActionList offered;
    legal_actions(m, shown, offered);
    const View view(m, shown, deciding);
    if (legal.size() > 1 && decision % every == 0) {
      const State dealt = View(m, test::other_truth(m, s, deciding, deals), deciding).deal(deals);
      legal_actions(m, dealt, again);
      const View other(m, dealt, deciding);
      const uint64_t luck = seed * 100 + static_cast<uint64_t>(decision);
      ++probe.pairs;
      probe.facedown += needs_disguise(m, s, deciding);
      probe.beneath += hides_beneath(m, s, deciding);
      probe.different_worlds += hidden_differ(m, s, dealt);
      probe.different_answers += choose(spec, view, offered, luck) != choose(spec, other, again, luck);
    }
    apply(m, s, legal.size() > 1 ? disguise.undone(player->choose(view, offered, rng)) : legal[0]);
  }
}

// So many pairs with decks of each set.
Probe probe_agent(const std::string& spec, int pairs) {
  Probe probe;
  uint64_t seed = 1;
  for (const Expansion& set : card_sets())
    for (const int goal = probe.pairs + pairs; probe.pairs < goal; ++seed)
      probe_game(matchup_of(set.code, seed), spec, seed % 2 ? "random" : "greedy", seed, 7, goal, probe);
  return probe;
}

}  // namespace

TEST_CASE("no agent sees hidden cards") {
  for (const std::string& spec : probed_agents()) {
    INFO(spec);
    const Probe probe = probe_agent(spec, 3);
    CHECK(probe.different_worlds >= probe.pairs * 8 / 9);
    CHECK(probe.different_answers == 0);
  }
}

TEST_CASE("no agent sees hidden cards: 134 positions of each set", "[slow]") {
  for (const std::string& spec : probed_agents()) {
    INFO(spec);
    const Probe probe = probe_agent(spec, 134);
    CHECK(probe.facedown >= 100);
    CHECK(probe.different_worlds >= probe.pairs * 95 / 100);
    CHECK(probe.different_answers == 0);
  }
}

// Of decisions with facedown cards in play that the deciding player does not know.
TEST_CASE("nobody sees which card lies facedown in play: a million decisions", "[slow][.million]") {
  Probe probe;
  for (uint64_t seed = 1; probe.facedown < 1'000'000; ++seed)
    probe_game(matchup_of(seed % 2 ? "WoE" : "ToC", seed), "greedy", seed % 4 < 2 ? "random" : "greedy", seed, 1, INT_MAX,
               probe);
  CHECK(probe.different_worlds >= probe.pairs * 95 / 100);
  CHECK(probe.different_answers == 0);
  WARN(probe.pairs << " decisions, " << probe.facedown << " with facedown cards, " << probe.different_answers
                   << " answered differently");
}

TEST_CASE("nobody sees which card lies under a prophecy: 100,000 decisions", "[slow]") {
  Probe probe;
  for (uint64_t seed = 1; probe.beneath < 100'000; ++seed)
    probe_game(matchup_of("PV", seed), "greedy", seed % 4 < 2 ? "random" : "greedy", seed, 1, INT_MAX, probe);
  CHECK(probe.different_worlds >= probe.pairs * 95 / 100);
  CHECK(probe.different_answers == 0);
}

// An agent that looks into the opponent's hand where it must not: the probe has to notice.
TEST_CASE("the probe finds a leak") {
  const Matchup m = test::matchup_of(0, 1);
  State s;
  new_game(m, s, {.seed = 1});
  SmallRng rng{2};
  const int player = decision_player(s);
  const auto leak = [&](const State& state) { return state.at(Zone::Hand, 1 - player, 0); };
  int different = 0;
  for (int i = 0; i < 20; ++i) different += leak(View(m, s, player).deal(rng)) != leak(s);
  CHECK(different > 10);
}
