#include "agents/reading/card_features.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "agents/reading/purpose.h"
#include "engine/core/ability_names.h"
#include "engine/facts/facts.h"

namespace archon {
namespace {

constexpr const char* kEffectNames[] = {
#define EFFECT(name, ...) #name,
#include "engine/core/ops.def"
};
constexpr const char* kStaticNames[] = {
#define X(name) #name,
    ARCHON_STATICS(X)
#undef X
};
constexpr const char* kEventNames[] = {
#define X(name) #name,
    ARCHON_EVENTS(X)
#undef X
};
constexpr int kEffects = static_cast<int>(std::size(kEffectNames));
constexpr int kSides = 3;  // anybody, you or yours, the opponent or the opponent's
constexpr const char* kSideNames[kSides] = {"any", "own", "enemy"};

// When an ability resolves.
enum Group : int { kPlayed, kUsed, kLeaving, kStanding, kGroups };
constexpr const char* kGroupNames[kGroups] = {"play", "use", "leave", "standing"};

constexpr int kPlainFeatures = 12;
constexpr const char* kPlainNames[kPlainFeatures] = {"card",   "power",    "armor",  "amber",    "assault", "hazardous",
                                                     "splash", "creature", "action", "artifact", "upgrade", "other-type"};
constexpr int kKeywordBase = kPlainFeatures;
constexpr int kKindBase = kKeywordBase + kKeywords;
constexpr int kStaticBase = kKindBase + kAbilityKinds;
constexpr int kEventBase = kStaticBase + kStaticKinds * kSides;
constexpr int kEffectBase = kEventBase + kEventTypes;
constexpr int kCount = kEffectBase + kGroups * kEffects * kSides;

Group group_of(AbilityKind kind) {
  switch (kind) {
    case AbilityKind::Play:
    case AbilityKind::PlayAgain:
      return kPlayed;
    case AbilityKind::Fight:
    case AbilityKind::Reap:
    case AbilityKind::Action:
    case AbilityKind::Omni:
    case AbilityKind::BeforeFight:
    case AbilityKind::BeforeReap:
      return kUsed;
    case AbilityKind::Destroyed:
    case AbilityKind::DestroyedInstead:
    case AbilityKind::Scrap:
    case AbilityKind::Fate:
      return kLeaving;
    default:
      return kStanding;
  }
}

class Collector {
 public:
  explicit Collector(const Program& program) : program_(program) {}

  void definition(const Definition& d) {
    const float plain[] = {
        1, d.power / 4.f, d.armor / 2.f, d.amber / 1.f, d.assault / 3.f, d.hazardous / 3.f, d.splash_attack / 3.f};
    for (int i = 0; i < static_cast<int>(std::size(plain)); ++i) add(i, plain[i]);
    add(7 + std::min(4, static_cast<int>(d.type)), 1);
    for (int i = 0; i < kKeywords; ++i)
      if (d.keywords >> i & 1) add(kKeywordBase + i, 1);
    for (uint16_t id : d.abilities) ability(program_.abilities[id], 0);
  }

  std::vector<CardFeature> features() const {
    std::vector<CardFeature> list;
    for (const auto& [index, value] : values_)
      if (value != 0) list.push_back({static_cast<uint16_t>(index), std::clamp(value, -3.f, 3.f)});
    return list;
  }

 private:
  void add(int index, float value) { values_[index] += value; }

  void ability(const Ability& each, int depth) {
    values_[kKindBase + static_cast<int>(each.kind)] = 1;
    if (each.pattern != kNone) values_[kEventBase + static_cast<int>(program_.patterns[each.pattern].type)] = 1;
    if (each.static_rule != kNone) {
      const Static& rule = program_.statics[each.static_rule];
      add(kStaticBase + static_cast<int>(rule.kind) * kSides + side_of_cards(rule.cards), 1);
      if (rule.ability != kNone && rule.kind == StaticKind::GainAbility && depth < 3)
        ability(program_.abilities[rule.ability], depth + 1);
    }
    if (each.code != kNone) code(each.code, group_of(each.kind), depth);
  }

  void code(size_t pc, Group group, int depth) {
    int side = 0;  // of the targets
    for (size_t end = pc + kMaxScan; pc < end && pc < program_.code.size(); ++pc) {
      const Instr& in = program_.code[pc];
      if (in.op == EffectOp::End) return;
      if (in.op == EffectOp::Choose) side = side_of(program_.selectors[in.a]);
      if (in.op == EffectOp::AddTargets) side = side_of_cards(in.a);
      if (in.op == EffectOp::Lasting && depth < 3)
        for (uint16_t id : program_.bodies[in.a].abilities) ability(program_.abilities[id], depth + 1);
      effect(in, group, side);
    }
  }

  void effect(const Instr& in, Group group, int side) {
    const EffectFamily family = family_of(in.op);
    if (family == EffectFamily::Control && in.op != EffectOp::May && in.op != EffectOp::RepeatIf &&
        in.op != EffectOp::JumpUnless && in.op != EffectOp::EndEarly && in.op != EffectOp::SetHouse)
      return;
    const bool of_player = family == EffectFamily::Players;
    const int whose = of_player ? side_of_player(in.a) : side;
    const float amount = static_cast<float>(literal(program_, of_player ? in.b : in.a, 2));
    const bool counted = of_player || in.op == EffectOp::Deal || in.op == EffectOp::Capture;
    add(kEffectBase + (group * kEffects + static_cast<int>(in.op)) * kSides + whose,
        counted ? std::clamp(amount, -4.f, 6.f) / 2 : 1);
  }

  static int side_of(const Selector& selector) { return static_cast<int>(selector.side); }

  int side_of_cards(ExprId id) const {
    if (id == kNone || id >= program_.exprs.size()) return 0;
    const Expr& expr = program_.exprs[id];
    return expr.op == ExprOp::Select ? side_of(program_.selectors[static_cast<size_t>(expr.a)]) : 0;
  }

  int side_of_player(ExprId id) const {
    if (id == kNone || id >= program_.exprs.size()) return 0;
    const ExprOp op = program_.exprs[id].op;
    return op == ExprOp::You ? 1 : op == ExprOp::Opponent ? 2 : 0;
  }

  const Program& program_;
  std::map<int, float> values_;
};

}  // namespace

int card_feature_count() { return kCount; }

std::string card_feature_name(int feature) {
  if (feature < kKeywordBase) return kPlainNames[feature];
  if (feature < kKindBase) return "keyword." + std::string(keyword_name(static_cast<Keyword>(feature - kKeywordBase)));
  if (feature < kStaticBase) return "kind." + std::string(ability_name(static_cast<AbilityKind>(feature - kKindBase)));
  const auto sided = [](const char* name, int side) { return std::string(name) + "." + kSideNames[side]; };
  if (feature < kEventBase) return sided(kStaticNames[(feature - kStaticBase) / kSides], (feature - kStaticBase) % kSides);
  if (feature < kEffectBase) return std::string("after.") + kEventNames[feature - kEventBase];
  const int at = feature - kEffectBase;
  return std::string(kGroupNames[at / (kEffects * kSides)]) + "." + sided(kEffectNames[at / kSides % kEffects], at % kSides);
}

std::vector<CardFeature> card_features(const Program& program, const Definition& definition) {
  Collector collector(program);
  collector.definition(definition);
  return collector.features();
}

}  // namespace archon
