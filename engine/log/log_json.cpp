#include "engine/log/log_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/core/counters.h"
#include "engine/log/sentences.h"

namespace archon {
namespace {

using Json = nlohmann::ordered_json;

// In the order of Zone.
constexpr std::array<std::string_view, kZones> kZoneWords = {"deck",   "hand",       "discard",   "archives",
                                                             "purged", "battleline", "artifacts", "attached",
                                                             "under",  "limbo",      "inactive",  "reference"};

Json place_json(Zone zone, int player) { return {{"zone", kZoneWords[static_cast<size_t>(zone)]}, {"player", player}}; }

bool of_game(ChangeKind kind) {
  return kind == ChangeKind::Tide || kind == ChangeKind::House || kind == ChangeKind::Active || kind == ChangeKind::Turn ||
         kind == ChangeKind::Result;
}

Json change_json(const Change& change, std::span<const int> numbers) {
  const auto ref = [&](int card) {
    return card < static_cast<int>(numbers.size()) ? Json(numbers[static_cast<size_t>(card)]) : Json(nullptr);
  };
  Json json{{"change", change_word(change.kind)}};
  if (change.card != kNoCard)
    json["card"] = ref(change.card);
  else if (!of_game(change.kind))
    json["player"] = change.player;
  if (change.kind == ChangeKind::Counters) json["kind"] = kCounters[change.index].name;
  if (change.kind == ChangeKind::Move) {
    json["before"] = place_json(change.from(), change.from_side());
    json["after"] = place_json(change.to(), change.to_side());
    if (change.to() != Zone::Deck) json["after"]["place"] = change.index;
  } else if (change.kind == ChangeKind::Host) {
    json["before"] = ref(change.before);
    json["after"] = ref(change.after);
  } else {
    json["before"] = change.before;
    json["after"] = change.after;
  }
  return json;
}

}  // namespace

Json passage_json(const Matchup& m, const State& before, const State& after, const Passage& passage,
                  std::span<const int> numbers, int viewer) {
  const std::string cause = cause_text(m, before, passage.cause, viewer);
  Json json{{"cause", cause.empty() ? Json(nullptr) : Json(cause)}, {"text", clauses(m, before, after, passage, viewer)}};
  if (viewer >= 0) return json["text"].empty() ? Json(nullptr) : json;
  const CardId card = passage.cause.card;
  json["card"] = card < numbers.size() ? Json(numbers[card]) : Json(nullptr);
  Json& changes = json["changes"] = Json::array();
  for (const Change& change : changes_of(passage))
    if (change.kind != ChangeKind::Effects && change.kind != ChangeKind::Step) changes.push_back(change_json(change, numbers));
  return changes.empty() && json["text"].empty() ? Json(nullptr) : json;
}

}  // namespace archon
