#pragma once
// The versions of the rulebook that can be played. One switch a difference; the default is rulebook 18.4 (June 2026).
#include <cstdint>
#include <optional>
#include <string_view>

namespace archon {

// When all damage of a card is dealt at once.
enum class Gather : uint8_t {
  Effect,   // until 1.3: each effect by itself, one after the other
  Ability,  // 18.4: all damage of an ability, wherever it stands in its text
};

// From where a card must move to a hidden zone to be lost for pending effects.
enum class HiddenCut : uint8_t { Never, FromPlay, FromAnywhere };

// Which wordings of the cards are used.
enum class Wording : uint8_t { Printed, Errata13, Newest };

struct RulesProfile {
  std::string_view name = "18.4";
  std::string_view newest_set;          // code of the last set that the rulebook knows ("AoA"); empty: all of them
  bool first_turn_modifiable = true;    // card effects change the first turn rule (since 1.3)
  bool cannot_beats_must = true;        // since 1.3; before, a house that must and cannot be chosen leaves no legal house
  bool shed_chain_at_setup = false;     // until 1.3 the opening draw sheds a chain
  bool chain_maximum = true;            // 18.4: no more than 24
  bool one_action_per_use = true;       // 18.4; before, all Action: abilities of a card resolve
  bool joint_after_play_window = true;  // 18.4: "Play:" and "after played" in any order; before, "after played" first
  bool elusive_when_chosen = true;      // 18.4: spent by being chosen to be fought; before, by the fight
  bool tagging = true;                  // 18.4: healing does not save what is tagged for destruction
  bool used_armor_lost_first = true;    // since 1.3
  bool deploy_on_entering = true;       // 18.4: Deploy holds for what is put into play, too; before, only when it is played
  Gather gather = Gather::Ability;
  HiddenCut hidden_cut = HiddenCut::FromAnywhere;
  bool purged_faceup = true;  // since 1.3
  Wording wording = Wording::Newest;
  int decision_cap = 20000;  // decisions after which a game is given up as undecided
};

// "1.0", "1.2", "1.3" or "18.4"; nothing for another word.
std::optional<RulesProfile> find_rules(std::string_view name);

}  // namespace archon
