// What has happened before a position: its turn log and lasting effects.
#include "engine/check/unfinished.h"
#include "engine/core/field_check.h"
#include "engine/position/position_builder.h"
#include "engine/position/position_pending.h"

namespace archon::position_builder {

CardId Builder::find(const std::string& ref) {
  const auto found = game_->refs.find(ref);
  if (found != game_->refs.end()) return found->second;
  const auto& numbers = game_->numbers;
  for (size_t id = 0; id < numbers.size(); ++id)
    if (std::to_string(numbers[id]) == ref) return static_cast<CardId>(id);
  result_.problems.push_back("no card of the position is called `" + ref + "`");
  return 0;
}

void Builder::add_log(const std::vector<std::string>& refs, EventType type, bool counts) {
  const Matchup& m = game_->matchup;
  State& s = game_->state;
  for (const std::string& ref : refs) {
    const CardId card = find(ref);
    if (counts && (s.cards[m.cards[card].name_group].uses & 0x0F) < 15) ++s.cards[m.cards[card].name_group].uses;
    if (!(m.history & bit(type))) continue;
    if (s.log_count >= kMaxLog) return result_.problems.push_back("the turn log is too long");
    const uint16_t flags = type == EventType::Discard ? kFromHand : 0;
    s.log[s.log_count++] = {type, card, kNoCard, static_cast<uint8_t>(position_.active), flags};
  }
}

uint8_t Builder::keep(const std::optional<std::vector<std::string>>& refs) {
  State& s = game_->state;
  if (!refs) return kNotKept;
  if (s.kept_used >= kMaxKept) {
    result_.problems.push_back("too many effects with bound cards");
    return kNotKept;
  }
  CardSet cards;
  for (const std::string& ref : *refs) cards.add(find(ref));
  s.kept[s.kept_used] = cards;
  return s.kept_used++;
}

void Builder::add_effect(const PositionEffect& from) {
  State& s = game_->state;
  const Program& program = *game_->matchup.program;
  const CardId source = find(from.source);
  const int own = game_->matchup.cards[source].definition;
  int definition = own;
  if (!from.definition.empty()) {
    definition = CardTable::instance().find_id(from.definition);
    if (definition < 0) return result_.problems.push_back("unknown card `" + from.definition + "`");
    definition = program.worded(static_cast<uint16_t>(definition), game_->matchup.rules.wording);
  }
  std::vector<int> fitting;
  for (int body : lasting_blocks(program, definition))
    if (from.line == 0 || program.abilities[program.bodies[static_cast<size_t>(body)].abilities[0]].line == from.line)
      fitting.push_back(body);
  if (static_cast<size_t>(from.block) >= fitting.size())
    return result_.problems.push_back("`" + from.source + "` has no such lasting effect");
  if (s.lasting_count >= kMaxLasting) return result_.problems.push_back("too many lasting effects");
  LastingEffect& effect = s.lasting[s.lasting_count++];
  effect = {.body = static_cast<uint16_t>(fitting[static_cast<size_t>(from.block)]), .source = source};
  effect.controller = static_cast<uint8_t>(from.controller);
  effect.clock = from.clock;
  effect.uses = static_cast<uint8_t>(from.uses);
  effect.chosen = static_cast<int16_t>(from.chosen);
  effect.age = static_cast<uint8_t>(from.age);
  effect.cards = keep(from.cards);
  effect.second = keep(from.second);
}

void Builder::add_history() {
  add_log(position_.log.played, EventType::Play, true);
  add_log(position_.log.discarded, EventType::Discard, false);
  add_log(position_.log.used, EventType::Use, true);
  game_->state.hand_moves = static_cast<uint8_t>(position_.log.played.size() + position_.log.discarded.size());
  game_->state.acted = game_->state.hand_moves > 0 || !position_.log.used.empty();
  for (const PositionEffect& effect : position_.effects) add_effect(effect);
}

// Effects without what they need, found before anything relies on them.
void Builder::check_history() {
  for (const auto& found : {check_fields(game_->matchup, game_->state), check_unfinished(game_->matchup, game_->state)})
    for (const std::string& problem : found) result_.problems.push_back("this can't be: " + problem);
}

}  // namespace archon::position_builder
