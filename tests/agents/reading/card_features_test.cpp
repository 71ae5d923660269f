// What the learned policy sees of cards: that nothing a card does escapes it.
#include "agents/reading/card_features.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "agents/learned/policy_file.h"
#include "agents/learned/policy_net.h"
#include "engine/cards/library.h"

using namespace archon;

namespace {

constexpr std::string_view kEffects[] = {
#define EFFECT(name, ...) #name,
#include "engine/core/ops.def"
};
constexpr std::string_view kStatics[] = {
#define X(name) #name,
    ARCHON_STATICS(X)
#undef X
};

// What no feature stands for, and why none has to.
constexpr std::string_view kOrder = "says what comes next; what is done then has features of its own";
constexpr std::string_view kCards = "keeps cards or a number; what is done with them has a feature";
constexpr std::string_view kAnswer = "asks for what the instructions after it use";
constexpr std::string_view kInside = "the abilities that it makes have features of their own";
constexpr std::string_view kMissed =
    "on one card, behind an ability of a lasting effect, at whose end reading ends: so have weights learned it";
const std::map<std::string_view, std::string_view> kUnseen = {
    {"End", kOrder},         {"Jump", kOrder},          {"EachNext", kOrder},     {"EachHouse", kOrder},
    {"EachPlayer", kOrder},  {"LoopStart", kOrder},     {"LoopNext", kOrder},     {"Modal", kOrder},
    {"SwapRoles", kOrder},   {"Cancel", kOrder},        {"Continue", kOrder},     {"SetDid", kCards},
    {"SetDone", kCards},     {"LetNum", kCards},        {"LetCards", kCards},     {"ClearTargets", kCards},
    {"AddTargets", kCards},  {"BindTargets", kCards},   {"FixTop", kCards},       {"ChooseHouse", kAnswer},
    {"ChooseName", kAnswer}, {"ChooseNumber", kAnswer}, {"ChooseTrait", kAnswer}, {"ChoosePlayer", kAnswer},
    {"Lasting", kInside},    {"BecomeFlank", kMissed},
};

// The instruction or rule that a feature stands for: Steal of "play.Steal.enemy", GetPower of "GetPower.own".
std::string word_of(const std::string& feature) {
  const size_t last = feature.rfind('.'), first = feature.find('.');
  if (last == std::string::npos) return feature;
  return first == last ? feature.substr(0, first) : feature.substr(first + 1, last - first - 1);
}

// What cards use, in order.
std::set<std::string_view> used_words(const Program& program) {
  std::set<std::string_view> words;
  for (const Instr& each : program.code) words.insert(kEffects[static_cast<size_t>(each.op)]);
  for (const Static& each : program.statics) words.insert(kStatics[static_cast<size_t>(each.kind)]);
  return words;
}

// That for which some card has a feature with weights in the policy that Archon plays by.
std::set<std::string> learned_words(const Program& program) {
  const PolicyWeights& weights = policy_net(kCurrentPolicy).weights();
  std::set<std::string> words;
  for (const Definition& each : program.definitions)
    for (const CardFeature& feature : card_features(program, each)) {
      const CardVector& row = weights.features[feature.index];
      if (std::any_of(row.begin(), row.end(), [](float weight) { return weight != 0; }))
        words.insert(word_of(card_feature_name(feature.index)));
    }
  return words;
}

}  // namespace

TEST_CASE("each instruction and constant rule that cards have is seen by the policy, or has a reason not to be") {
  const Program& program = Library::instance().program();
  const auto learned = learned_words(program);
  const auto used = used_words(program);
  for (std::string_view word : used) {
    INFO(word);
    CHECK(learned.contains(std::string(word)) != kUnseen.contains(word));
  }
  for (const auto& [word, reason] : kUnseen) {
    INFO(word << ", which " << reason);
    CHECK(used.contains(word));
  }
}
