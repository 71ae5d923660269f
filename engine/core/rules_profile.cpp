#include "engine/core/rules_profile.h"

namespace archon {

std::optional<RulesProfile> find_rules(std::string_view name) {
  RulesProfile rules;
  if (name == "18.4") return rules;
  // What 18.4 changed.
  rules.shed_chain_at_setup = true;
  rules.chain_maximum = false;
  rules.one_action_per_use = false;
  rules.joint_after_play_window = false;
  rules.elusive_when_chosen = false;
  rules.tagging = false;
  rules.deploy_on_entering = false;
  rules.gather = Gather::Effect;
  rules.hidden_cut = HiddenCut::FromPlay;
  rules.wording = Wording::Errata13;
  rules.newest_set = "AoA";
  rules.name = "1.3";
  if (name == "1.3") return rules;
  // What 1.3 changed.
  rules.first_turn_modifiable = false;
  rules.cannot_beats_must = false;
  rules.used_armor_lost_first = false;
  rules.hidden_cut = HiddenCut::Never;
  rules.purged_faceup = false;
  rules.wording = Wording::Printed;
  rules.newest_set = "CotA";
  rules.name = "1.2";
  if (name == "1.2") return rules;
  // 1.0 says nothing that 1.2 says otherwise for these switches but the first turn rule, on whose change by cards it is silent.
  rules.name = "1.0";
  if (name == "1.0") return rules;
  return std::nullopt;
}

}  // namespace archon
