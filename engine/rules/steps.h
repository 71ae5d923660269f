#pragma once
// One function for each type of frame: runs it until it asks, pushes another frame, queues abilities, or pops itself. Called by
// the game loop (engine/advance.cpp) only.
#include "engine/core/frames.h"

namespace archon {

void step_turn(const Matchup& m, State& s);  // no frame: the steps of the turn
void step_window(const Matchup& m, State& s);
void step_play(const Matchup& m, State& s);
void step_enter(const Matchup& m, State& s);
void step_use(const Matchup& m, State& s);
void step_reap(const Matchup& m, State& s);
void step_fight(const Matchup& m, State& s);
void step_act(const Matchup& m, State& s);
void step_damage(const Matchup& m, State& s);
void step_receive(const Matchup& m, State& s);
void step_destroy(const Matchup& m, State& s);
void step_forge(const Matchup& m, State& s);
void step_control(const Matchup& m, State& s);
void step_icons(const Matchup& m, State& s);
void step_prophecy(const Matchup& m, State& s);

// Asks `player` a question; the game loop stops until it is answered.
[[gnu::always_inline]] inline Choice& ask(State& s, ChoiceKind kind, int player, CardId source = kNoCard) {
  s.choice = {};
  s.choice.kind = kind;
  s.choice.player = static_cast<uint8_t>(player);
  s.choice.source = source;
  return s.choice;
}

// Asks `player` for one of these cards.
inline void ask_for_card(State& s, int player, CardSet among, CardId source = kNoCard) {
  Choice& choice = ask(s, ChoiceKind::Target, player, source);
  choice.candidates = among;
  choice.min = choice.max = 1;
}

// Ends the top frame with a result for the frame below.
inline void finish_frame(State& s, int flag, CardSet cards = {}) {
  pop_frame(s);
  s.returned_flag = static_cast<uint8_t>(flag);
  s.returned = cards;
}

}  // namespace archon
