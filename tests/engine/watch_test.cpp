// What a matchup watches follows from the cards in it.
#include <catch2/catch.hpp>

#include "engine/make_matchup.h"
#include "tests/engine/games.h"

using namespace archon;

TEST_CASE("what the lasting effects of other cards look at does not concern a matchup", "[cards]") {
  Matchup m = test::matchup_of(0, 1);
  // A lasting effect that looks at a pool, written on a card.
  Program program = *m.program;
  program.exprs.push_back({ExprOp::PoolAmber});
  program.statics.push_back({.value = static_cast<ExprId>(program.exprs.size() - 1)});
  program.abilities.push_back({.kind = AbilityKind::Static, .static_rule = static_cast<uint16_t>(program.statics.size() - 1)});
  program.bodies.push_back({.abilities = {static_cast<uint16_t>(program.abilities.size() - 1)}});
  m.program = &program;

  program.abilities.back().card = static_cast<uint16_t>(CardTable::instance().find_id("ghostform"));
  finish_matchup(m);
  CHECK(!(m.watches & kWatchPools));
  program.abilities.back().card = m.cards[0].definition;
  finish_matchup(m);
  CHECK((m.watches & kWatchPools));
}

TEST_CASE("derived values come from what the abilities look at that change cards", "[cards]") {
  Matchup m = test::matchup_of(0, 1);
  Program program = *m.program;
  m.program = &program;
  program.exprs.push_back({ExprOp::ActiveHouse});
  const StaticKind kind = GENERATE(StaticKind::Forbid, StaticKind::GetPower, StaticKind::LoseText);
  program.statics.push_back({.kind = kind, .condition = static_cast<ExprId>(program.exprs.size() - 1)});
  program.abilities.push_back({.kind = AbilityKind::Static,
                               .rule = kind,
                               .card = m.cards[0].definition,
                               .static_rule = static_cast<uint16_t>(program.statics.size() - 1)});
  finish_matchup(m);
  const uint16_t before = m.derives;
  program.definitions[m.cards[0].definition].abilities.push_back(static_cast<uint16_t>(program.abilities.size() - 1));
  finish_matchup(m);
  CHECK((m.watches & kWatchHouse) != 0);
  CHECK(m.derives == (kind == StaticKind::Forbid ? before : before | kWatchHouse));
}
