#include "engine/query/blank_texts.h"

#include "engine/query/active_list.h"
#include "engine/query/cards.h"
#include "engine/query/scope.h"

namespace archon {
namespace {

// Takes the abilities of blank cards out of the list of those in force.
[[gnu::cold]] void remove_blank(const Matchup& m, State& s) {
  const int count = s.active_count;
  clear_actives(s);
  for (int i = 0; i < count; ++i) {
    const Active active = s.actives[i];
    const bool blank = active.self == active.source && s.cards[active.self].has(kBlank);
    if (!blank) add_active(m, s, active.ability, active.self, active.source);
  }
}

// A constant ability that blanks texts.
struct Blanking {
  CardSet cards;
  CardId of = kNoCard;  // the card in whose text it stands; kNoCard: a lasting effect
};

void blank(State& s, CardSet cards) {
  for (CardId id : cards) {
    Card& card = s.cards[id];
    if (!s.in_play(id)) continue;
    card.set(kBlank);
    card.keywords = 0;
    card.assault = card.hazardous = card.splash_attack = 0;
  }
}

}  // namespace

[[gnu::cold]] void blank_texts(const Matchup& m, State& s) {
  Blanking all[kMaxActive];
  int count = 0;
  for_each_static(m, s, StaticKind::LoseText, [&](const Scope& scope, const Static& rule, int index) {
    all[count++] = {.cards = eval_cards(scope, rule.cards),
                    .of = is_lasting(s.actives[index].source) ? kNoCard : s.actives[index].source};
  });
  while (count > 0) {
    CardSet threatened;
    for (int i = 0; i < count; ++i) threatened |= all[i].cards;
    CardSet now;
    int left = 0;
    for (int i = 0; i < count; ++i) {
      if (threatened.has(all[i].of))
        all[left++] = all[i];
      else
        now |= all[i].cards;
    }
    if (left == count) now = threatened;
    blank(s, now);
    count = 0;
    for (int i = 0; i < left; ++i)
      if (!now.has(all[i].of)) all[count++] = all[i];
  }
  remove_blank(m, s);
}

}  // namespace archon
