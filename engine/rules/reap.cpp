// Reaping (rulebook 18.4, REAP): exhaust, gain 1 aember, "After Reap:" and "after a creature reaps".
#include "engine/query/player.h"
#include "engine/rules/amber.h"
#include "engine/rules/events.h"
#include "engine/rules/steps.h"
#include "engine/rules/use.h"

namespace archon {

void step_reap(const Matchup& m, State& s) {
  ReapFrame& frame = top_frame<ReapFrame>(s);
  const CardId card = frame.card;
  const uint8_t player = frame.player;
  switch (frame.head.phase) {
    case ReapFrame::Begin: {
      frame.head.phase = ReapFrame::Gained;
      count_for_six(m, s, card);
      exhaust(m, s, card);
      refresh(m, s);
      const Event gain{.type = EventType::Gain, .player = player, .card = card, .flags = kByReap, .amount = 1};
      if (replaced(m, s, gain)) return;
      if (const CardSet sources = reap_sources(m, s, player)) {
        frame.head.phase = ReapFrame::Asked;
        ask_for_card(s, s.active, sources);
        s.choice.can_stop = 1;
        return;
      }
      gain_amber(m, s, player, 1, kByReap);
      return;
    }
    case ReapFrame::Asked: {
      frame.head.phase = ReapFrame::Gained;
      if (s.answer.verb() == Verb::Target) {
        --s.cards[s.answer.card()].amber;
        touch(m, s, kWatchCardAmber);
      }
      gain_amber(m, s, player, 1, kByReap);
      return;
    }
    case ReapFrame::Gained: {
      frame.head.phase = ReapFrame::Newer;
      frame.effects = s.lasting_count;
      if (s.in_play(card)) frame.granters = granters_of(m, s, card, AbilityKind::Reap);
      const Event event{.type = EventType::Reap, .player = player, .card = card, .flags = kByReap};
      if (s.in_play(card)) queue_heads(m, s, card, AbilityKind::Reap, event);
      emit(m, s, event);
      Event use = event;
      use.type = EventType::Use;
      emit(m, s, use);
      return;
    }
    default: {  // what was gained in the window still resolves in it (rulebook 18.4, FAQ Nexus with Spectral Tunneler)
      const int seen = frame.effects;
      const CardSet before = frame.granters;
      const CardSet granters = s.in_play(card) ? granters_of(m, s, card, AbilityKind::Reap) - before : CardSet{};
      if (s.lasting_count == seen && !granters) return finish_frame(s, 1, CardSet::of(card));
      frame.effects = s.lasting_count;
      frame.granters |= granters;
      const Event event{.type = EventType::Reap, .player = player, .card = card, .flags = kByReap};
      if (s.in_play(card)) queue_newer_heads(m, s, card, AbilityKind::Reap, event, seen, before);
      return emit_to_newer(m, s, event, seen);
    }
  }
}

}  // namespace archon
