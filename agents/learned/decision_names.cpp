// Names of what agents/learned/decision_features.h describes, by which weights are stored.
#include <string>
#include <string_view>

#include "agents/learned/decision_features.h"
#include "engine/facts/facts.h"
#include "engine/notation.h"

namespace archon {
namespace {

constexpr std::string_view kSideNames[2] = {"Own.", "Enemy."};
constexpr std::string_view kPositionNames[] = {
#define X(name) #name,
    ARCHON_POSITION_NUMBERS(X)
#undef X
};
constexpr std::string_view kSideNumberNames[] = {
#define X(name) #name,
    ARCHON_SIDE_NUMBERS(X)
#undef X
};
constexpr std::string_view kActionNames[] = {
#define X(name) #name,
    ARCHON_ACTION_NUMBERS(X)
#undef X
};
constexpr std::string_view kStatusNames[] = {
#define X(name) #name,
    ARCHON_STATUS_NUMBERS(X)
#undef X
};

// The number of either side at this place of their rows.
template <size_t N>
std::string of_side(const std::string_view (&names)[N], int at) {
  return std::string(kSideNames[static_cast<size_t>(at) / N]) + std::string(names[static_cast<size_t>(at) % N]);
}

std::string_view verb_name(Verb verb) {
  switch (verb) {
    case Verb::Play:
      return "Play";
    case Verb::Reap:
      return "Reap";
    case Verb::Fight:
      return "Fight";
    case Verb::Action:
      return "Action";
    case Verb::Unstun:
      return "Unstun";
    case Verb::Discard:
      return "Discard";
    case Verb::EndTurn:
      return "EndTurn";
    case Verb::House:
      return "House";
    case Verb::Target:
      return "Target";
    case Verb::Done:
      return "Done";
    case Verb::Yes:
      return "Yes";
    case Verb::No:
      return "No";
    case Verb::Left:
      return "Left";
    case Verb::Right:
      return "Right";
    case Verb::Center:
      return "Center";
    case Verb::Option:
      return "Option";
    case Verb::RaiseTide:
      return "RaiseTide";
    case Verb::Activate:
      return "Activate";
  }
  return "";
}

}  // namespace

std::string_view role_name(CardRole role) {
  static constexpr std::string_view kNames[] = {
#define X(name) #name,
      ARCHON_CARD_ROLES(X)
#undef X
  };
  return kNames[static_cast<size_t>(role)];
}

std::string position_number_name(int index) {
  if (index < kOfSides) return std::string(kPositionNames[index]);
  if (index < kOfDecision) return of_side(kSideNumberNames, index - kOfSides);
  Choice choice;
  choice.kind = static_cast<ChoiceKind>(index - kOfDecision);
  return "decision." + std::string(decision_word(choice));
}

std::string action_number_name(int index) {
  if (index < kOfVerb) return std::string(kActionNames[index]);
  if (index < kOfIcon) return "verb." + std::string(verb_name(static_cast<Verb>(index - kOfVerb)));
  if (index < kOfStatus) return "icon." + std::string(icon_name(static_cast<Icon>(index - kOfIcon)));
  return of_side(kStatusNames, index - kOfStatus);
}

}  // namespace archon
