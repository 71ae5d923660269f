#include "engine/lang/verbs.h"

#include <algorithm>

namespace archon::lang {
namespace {

constexpr VerbWord kVerbs[] = {
    {"gain", VerbShape::Amount, EffectOp::Gain, "", "amber from the supply, or chains", "coward-s-end"},
    {"lose", VerbShape::Amount, EffectOp::Lose, "", "amber to the supply", "burn-the-stockpile"},
    {"steal", VerbShape::Amount, EffectOp::Steal, "", "amber from the other pool", "urchin"},
    {"pay", VerbShape::Amount, EffectOp::Pay, "", "amber as a price", "tentacus"},
    {"capture", VerbShape::Capture, EffectOp::End, "", "amber onto a creature, or `among` several", "rogue-ogre"},
    {"place", VerbShape::Place, EffectOp::End, "amber", "amber onto a card", "blood-money"},
    {"move", VerbShape::Move, EffectOp::End, "COUNTER amber damage", "amber, damage or counters between cards and players",
     "pocket-universe"},
    {"exalt", VerbShape::Exalt, EffectOp::End, "", "amber from the supply onto a creature", "legatus-raptor"},
    {"redistribute", VerbShape::Redistribute, EffectOp::End, "amber damage", "amber or damage as you like",
     "entropic-manipulator"},
    {"deal", VerbShape::Deal, EffectOp::End, "", "damage; `splash` to the neighbors, `ignoring armor`, `by` another card",
     "lava-ball"},
    {"heal", VerbShape::Heal, EffectOp::End, "", "take damage off", "mugwump"},
    {"ready", VerbShape::Object, EffectOp::Ready, "", "", "anger"},
    {"exhaust", VerbShape::Object, EffectOp::Exhaust, "", "", "experimental-therapy"},
    {"stun", VerbShape::Object, EffectOp::Stun, "", "", "smaaash"},
    {"unstun", VerbShape::Object, EffectOp::Unstun, "", "", "clear-mind"},
    {"ward", VerbShape::Object, EffectOp::Ward, "", "", "hapsis"},
    {"unward", VerbShape::Object, EffectOp::Unward, "", "", "hadron-collision"},
    {"enrage", VerbShape::Object, EffectOp::Enrage, "", "", "irestaff"},
    {"add", VerbShape::Counters, EffectOp::End, "COUNTER damage", "counters", "mugwump"},
    {"remove", VerbShape::Counters, EffectOp::End, "COUNTER damage", "counters; `all any` of every kind, those of statuses too",
     "cybergiant-rig"},
    {"destroy", VerbShape::Object, EffectOp::Destroy, "", "", "dance-of-doom"},
    {"sacrifice", VerbShape::Object, EffectOp::Destroy, "", "destroy what is yours; not in new wordings", "mighty-javelin"},
    {"purge", VerbShape::Object, EffectOp::Purge, "", "", "library-access"},
    {"archive", VerbShape::Object, EffectOp::Archive, "", "", "labwork"},
    {"abduct", VerbShape::Object, EffectOp::Abduct, "", "into your archives, later to its owner's hand", "mass-abduction"},
    {"discard", VerbShape::Discard, EffectOp::End, "", "cards, or `from deck until` one is found", "sound-the-horns"},
    {"return", VerbShape::Return, EffectOp::End, "", "to a zone", "fear"},
    {"put", VerbShape::Put, EffectOp::End, "", "into, on top or bottom of a zone; `faceup` or `facedown` under a card",
     "barehanded"},
    {"shuffle", VerbShape::Shuffle, EffectOp::End, "", "a zone, or cards into it", "screaming-cave"},
    {"draw", VerbShape::Amount, EffectOp::Draw, "", "", "library-of-babble"},
    {"refill", VerbShape::Alone, EffectOp::Refill, "", "the hand", "punctuated-equilibrium"},
    {"reveal", VerbShape::Object, EffectOp::Reveal, "", "", "battle-fleet"},
    {"look", VerbShape::LookAt, EffectOp::Look, "", "`look at` cards", "psychic-bug"},
    {"search", VerbShape::Search, EffectOp::End, "", "", "help-from-future-self"},
    {"play", VerbShape::UseOrPlay, EffectOp::Play, "", "", "wild-wormhole"},
    {"use", VerbShape::UseOrPlay, EffectOp::End, "", "", "inspiration"},
    {"fight", VerbShape::With, EffectOp::End, "", "`fight with` a creature", "anger"},
    {"reap", VerbShape::With, EffectOp::ReapWith, "", "`reap with` a creature", "master-tashi"},
    {"trigger", VerbShape::Trigger, EffectOp::End, "HEAD", "an ability of a card", "replicator"},
    {"resolve", VerbShape::Trigger, EffectOp::End, "bonus", "bonus icons", "chronus"},
    {"make", VerbShape::Make, EffectOp::End, "token", "token creatures", "endless-hordes"},
    {"graft", VerbShape::Join, EffectOp::End, "", "", "infomancer"},
    {"attach", VerbShape::Join, EffectOp::End, "", "", "molina-s-blaster"},
    {"flip", VerbShape::Object, EffectOp::Flip, "", "", "gĕzdrutyŏ-the-arcane"},
    {"forge", VerbShape::Forge, EffectOp::End, "", "a key, `at` a cost; or the `red`, `blue`, `yellow` one", "key-charge"},
    {"unforge", VerbShape::Amount, EffectOp::Unforge, "", "", "key-hammer"},
    {"shift", VerbShape::Shift, EffectOp::End, "", "a card in its battleline, others into one", "tyxl-beambuckler"},
    {"swap", VerbShape::Swap, EffectOp::End, "", "places, zones, control or everything on creatures", "transposition-sandals"},
    {"rearrange", VerbShape::Object, EffectOp::Rearrange, "", "a battleline", "tactical-officer-moon"},
    {"take", VerbShape::Take, EffectOp::End, "", "`take control of`", "harland-mindlock"},
    {"give", VerbShape::Give, EffectOp::End, "", "`give control of`", "spangler-box"},
    {"raise", VerbShape::Raise, EffectOp::End, "", "the tide", "binary-moray-evil-twin"},
    {"set-house", VerbShape::SetHouse, EffectOp::End, "", "the active house", "book-of-leq"},
    {"fulfill", VerbShape::Object, EffectOp::Fulfill, "", "a prophecy", "ask-again-later"},
    {"unenrage", VerbShape::Object, EffectOp::End, "", "", ""},
};

}  // namespace

std::span<const VerbWord> verbs() { return kVerbs; }

const VerbWord* find_verb(std::string_view word) {
  const auto find = [](std::string_view name) {
    const auto it = std::ranges::find(kVerbs, name, &VerbWord::word);
    return it == std::end(kVerbs) ? nullptr : it;
  };
  if (const VerbWord* exact = find(word)) return exact;
  for (std::string_view tail : {"-with", "-control", "-everything"})
    if (word.ends_with(tail)) return find(word.substr(0, word.size() - tail.size()));
  return nullptr;
}

}  // namespace archon::lang
