// Cards and agents of archon.h.
#include <algorithm>
#include <string>
#include <vector>

#include "agents/agent_registry.h"
#include "agents/c/action_space.h"
#include "agents/c/boundary.h"
#include "agents/c/handles.h"
#include "agents/learned/policy_net.h"
#include "agents/reading/card_features.h"
#include "engine/core/card_program.h"
#include "engine/engine.h"
#include "engine/view/view.h"

using namespace archon;
using namespace archon::c;

namespace {

// Names that archon_feature_name may point to.
const std::vector<std::string>& feature_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (int i = 0; i < card_feature_count(); ++i) list.push_back(card_feature_name(i));
    return list;
  }();
  return names;
}

// The card of each definition: what lies behind those of the table are other wordings, and cards as upgrades.
const std::string& id_of(int32_t definition) {
  static const std::vector<uint16_t> cards = card_of_definition(card_program());
  return facts(cards[static_cast<size_t>(definition)]).id;
}

bool is_definition(int32_t definition) { return definition >= 0 && definition < archon_definition_count(); }

}  // namespace

int32_t archon_definition_count(void) { return static_cast<int32_t>(card_program().definitions.size()); }

const char* archon_definition_id(int32_t definition) { return is_definition(definition) ? id_of(definition).c_str() : nullptr; }

int32_t archon_feature_count(void) { return card_feature_count(); }

const char* archon_feature_name(int32_t feature) {
  return feature >= 0 && feature < card_feature_count() ? feature_names()[static_cast<size_t>(feature)].c_str() : nullptr;
}

archon_code archon_definition_features(int32_t definition, float* features) {
  return guarded([&] {
    require_pointer(features, "features");
    require(is_definition(definition), "definition: from 0 to archon_definition_count() - 1");
    std::fill_n(features, card_feature_count(), 0.f);
    const Program& program = card_program();
    for (const CardFeature& each : card_features(program, program.definitions[static_cast<size_t>(definition)]))
      features[each.index] = each.value;
  });
}

archon_code archon_agent_make(const char* spec, uint64_t seed, uint64_t number, int32_t player, archon_agent** agent) {
  return guarded([&] {
    require_pointer(spec, "spec");
    require_pointer(agent, "agent");
    require(player == 0 || player == 1, "player: 0 or 1");
    AgentResult made = make_agent(spec);
    if (!made.agent) throw Failure{ARCHON_BAD_INPUT, made.error};
    const SmallRng rng{stream_seed(seed, number, player == 0 ? Stream::AgentA : Stream::AgentB)};
    *agent = new archon_agent{std::move(made.agent), rng, player};
  });
}

archon_code archon_agent_choose(archon_agent* agent, const archon_game* game, int32_t* action) {
  return guarded([&] {
    require_pointer(agent, "agent");
    require_pointer(game, "game");
    require_pointer(action, "action");
    require(!game->state.over(), "the game is over");
    require(decision_player(game->state) == agent->player, "the other player is to decide");
    const Shown shown(game->matchup(), game->state, agent->player);
    ActionList legal;
    legal_actions(game->matchup(), shown.state(), legal);
    const Action answer = agent->agent->choose(View(game->matchup(), shown.state(), agent->player), legal, agent->rng);
    if (std::ranges::find(legal, answer) == legal.end()) throw Failure{ARCHON_FAILED, "the agent's answer is not legal"};
    *action = number_of(answer);
  });
}

void archon_agent_free(archon_agent* agent) { delete agent; }
