#pragma once
// The fixed action space of archon.h: a number for every action that some decision may have.
#include <array>
#include <cstdint>

#include "agents/c/archon.h"
#include "engine/core/action.h"
#include "engine/core/types.h"

namespace archon::c {

inline constexpr int kVerbCount = static_cast<int>(Verb::Activate) + 1;

// The first number of each verb, in the order of enum Verb.
inline constexpr std::array<uint16_t, kVerbCount> kFirstOfVerb = {0,    80,   160,  240,  320,  400, 1072, 976,  480,
                                                                  1073, 1074, 1075, 1076, 1077, 992, 720,  1078, 560};

// Of the verbs whose offset is a card, or an index; the others are one action each.
inline constexpr uint32_t kOfCard = 1u << static_cast<int>(Verb::Play) | 1u << static_cast<int>(Verb::Reap) |
                                    1u << static_cast<int>(Verb::Fight) | 1u << static_cast<int>(Verb::Action) |
                                    1u << static_cast<int>(Verb::Unstun) | 1u << static_cast<int>(Verb::Discard) |
                                    1u << static_cast<int>(Verb::Target) | 1u << static_cast<int>(Verb::Activate);
inline constexpr uint32_t kOfIndex = 1u << static_cast<int>(Verb::House) | 1u << static_cast<int>(Verb::Option) |
                                     1u << static_cast<int>(Verb::Center) | 1u << static_cast<int>(Verb::Activate);

// Distinct for the legal actions of one decision, whose verbs that are not of a card all name the same one.
constexpr uint16_t number_of(Action action) {
  const auto verb = static_cast<unsigned>(action.verb());
  int number = kFirstOfVerb[verb];
  if (kOfCard >> verb & 1) number += action.card();
  if (kOfIndex >> verb & 1) number += action.verb() == Verb::Activate ? action.index() * kMaxCards : action.index();
  return static_cast<uint16_t>(number);
}

// Why the ranges of archon.h are as large as they are.
static_assert(kMaxCards == ARCHON_ROWS && kMaxActions == ARCHON_MAX_LEGAL);
static_assert(kHouses <= 16);
static_assert(number_of(Action(Verb::Target, kMaxCards - 1)) + 1 == number_of(Action(Verb::Activate, 0)));
static_assert(number_of(Action(Verb::Activate, kMaxCards - 1, 1)) + 1 == number_of(Action(Verb::Option)));
static_assert(number_of(Action(Verb::Option, kNoCard, 255)) + 1 == number_of(Action(Verb::House)));
static_assert(number_of(Action(Verb::House, kNoCard, 15)) + 1 == number_of(Action(Verb::Center)));
static_assert(number_of(Action(Verb::Center, kNoCard, kMaxCards - 1)) + 1 == number_of(Action(Verb::EndTurn)));
static_assert(number_of(Action(Verb::RaiseTide)) + 1 == ARCHON_ACTIONS);

// The enumerations of archon.h are those of the engine. Where one of these fails, they have changed there, and
// ARCHON_API_VERSION has to.
template <class A, class B>
constexpr bool same(A a, B b) {
  return static_cast<int>(a) == static_cast<int>(b);
}
static_assert(same(ARCHON_VERB_PLAY, Verb::Play) && same(ARCHON_VERB_REAP, Verb::Reap) && same(ARCHON_VERB_FIGHT, Verb::Fight));
static_assert(same(ARCHON_VERB_USE, Verb::Action) && same(ARCHON_VERB_UNSTUN, Verb::Unstun));
static_assert(same(ARCHON_VERB_DISCARD, Verb::Discard) && same(ARCHON_VERB_END_TURN, Verb::EndTurn));
static_assert(same(ARCHON_VERB_HOUSE, Verb::House) && same(ARCHON_VERB_CHOOSE, Verb::Target));
static_assert(same(ARCHON_VERB_DONE, Verb::Done) && same(ARCHON_VERB_YES, Verb::Yes) && same(ARCHON_VERB_NO, Verb::No));
static_assert(same(ARCHON_VERB_LEFT, Verb::Left) && same(ARCHON_VERB_RIGHT, Verb::Right));
static_assert(same(ARCHON_VERB_PLACE, Verb::Center) && same(ARCHON_VERB_OPTION, Verb::Option));
static_assert(same(ARCHON_VERB_RAISE_TIDE, Verb::RaiseTide) && same(ARCHON_VERB_ACTIVATE, Verb::Activate));
static_assert(same(House::Brobnar, 0) && same(House::Logos, 4) && same(House::Sanctum, 8) && same(House::Untamed, 14));

}  // namespace archon::c
