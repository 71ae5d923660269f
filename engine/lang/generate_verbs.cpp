// Verb phrases.
#include <algorithm>

#include "engine/lang/generator_impl.h"

namespace archon::lang {
namespace {

const Node* find_mod(const Node& verb, const char* word) {
  for (size_t i = 2; i < verb.kids.size(); ++i)
    if (verb.kids[i].kind == NodeKind::Mod && verb.kids[i].word == word) return &verb.kids[i];
  return nullptr;
}

std::string mod_word(const Node& verb, const char* word) {
  const Node* mod = find_mod(verb, word);
  return mod && !mod->kids.empty() ? mod->kids[0].word : "";
}

// Parts of a verb phrase that have no code must not be passed over in silence.
void allow_mods(const Node& verb, std::initializer_list<const char*> known) {
  for (size_t i = 2; i < verb.kids.size(); ++i) {
    bool found = false;
    for (const char* word : known) found |= verb.kids[i].word == word;
    if (!found) throw NoCode(verb.kids[i].at, "`" + verb.kids[i].word + "` with the verb " + verb.words[0]);
  }
}

const std::map<std::string, EffectOp>& simple_verbs() {
  static const std::map<std::string, EffectOp> kVerbs = {
      {"destroy", EffectOp::Destroy}, {"sacrifice", EffectOp::Destroy}, {"purge", EffectOp::Purge},
      {"archive", EffectOp::Archive}, {"abduct", EffectOp::Abduct},     {"ready", EffectOp::Ready},
      {"exhaust", EffectOp::Exhaust}, {"stun", EffectOp::Stun},         {"unstun", EffectOp::Unstun},
      {"ward", EffectOp::Ward},       {"enrage", EffectOp::Enrage},     {"reveal", EffectOp::Reveal},
      {"look", EffectOp::Look},       {"play", EffectOp::Play},         {"reap-with", EffectOp::ReapWith}};
  return kVerbs;
}

}  // namespace

void Generator::for_each_player(const std::function<void(ExprId)>& body) {
  const uint16_t round = new_slot();
  emit_code(EffectOp::LetNum, round, number(0));
  const uint16_t next = emit_code(EffectOp::EachPlayer, round);
  body(emit(ExprOp::They));
  emit_code(EffectOp::Jump, next);
  p_.code[next].b = here();
}

void Generator::on_player(const Node& node, const std::string& word, ExprId who) {
  static const std::map<std::string, EffectOp> kVerbs = {
      {"gain", EffectOp::Gain}, {"lose", EffectOp::Lose},       {"steal", EffectOp::Steal}, {"pay", EffectOp::Pay},
      {"draw", EffectOp::Draw}, {"unforge", EffectOp::Unforge}, {"forge", EffectOp::Forge}};
  const ExprId outer = subject_;
  subject_ = who;
  if (word == "forge") {
    allow_mods(node, {"at"});
    if (node.kids[1]) throw NoCode(node.at, "forging a certain key");
    const Node* at = find_mod(node, "at");
    emit_code(EffectOp::Forge, who, at ? expr(at->kids[0]) : emit(ExprOp::KeyCost, who));
  } else {
    allow_mods(node, {"what"});
    const ExprId pool = emit(ExprOp::PoolAmber, word == "steal" ? emit(ExprOp::OpponentOf, who) : who);
    const ExprId how_many = amount(node.kids[1], pool);
    const bool chains = mod_word(node, "what") == "chain";
    if (chains && word != "gain") throw NoCode(node.at, "losing chains");
    emit_code(chains ? EffectOp::GainChains : kVerbs.at(word), who, how_many);
  }
  subject_ = outer;
}

bool Generator::player_verb(const Node& node, const std::string& word) {
  static const char* const kVerbs[] = {"gain", "lose", "steal", "pay", "draw", "unforge", "forge"};
  bool found = false;
  for (const char* verb_word : kVerbs) found |= word == verb_word;
  if (!found) return false;
  const Node& subject = node.kids[0];
  if (subject && is_each_player(subject)) {
    for_each_player([&](ExprId they) { on_player(node, word, they); });
  } else {
    on_player(node, word, subject ? player(subject) : emit(ExprOp::You));
  }
  return true;
}

void Generator::verb(const Node& node) {
  const std::string& word = node.words[0];
  if (player_verb(node, word)) return;
  if (word == "deal") return deal(node);
  if (word == "capture") return capture(node);
  if (word == "move") return move_amber(node);
  const ExprId outer = subject_;
  if (node.kids[0]) {
    if (is_each_player(node.kids[0])) throw NoCode(node.at, "each player as the subject of " + word);
    subject_ = player(node.kids[0]);
  }
  if (word == "discard")
    discard(node);
  else if (word == "put" || word == "return")
    put(node);
  else if (word == "search")
    search(node);
  else if (word == "heal")
    heal(node);
  else if (word == "swap")
    swap(node);
  else if (word == "shuffle")
    shuffle(node);
  else if (word == "take-control")
    take_control(node);
  else if (word == "give-control") {
    allow_mods(node, {"to"});
    emit_code(EffectOp::ClearTargets);
    targets(node.kids[1]);
    const ExprId to = player(find_mod(node, "to")->kids[0]);
    emit_code(EffectOp::Control, to, control_body(node.at), static_cast<uint16_t>(Clock::Always));
  } else if (word == "add" || word == "remove") {
    const bool adds = word == "add";
    if (mod_word(node, "what") != "power") throw NoCode(node.at, "counters of this kind");
    const ExprId how_many = amount(node.kids[1], number(255));
    emit_code(EffectOp::ClearTargets);
    targets(find_mod(node, adds ? "to" : "from")->kids[0]);
    emit_code(adds ? EffectOp::AddCounters : EffectOp::RemoveCounters, how_many);
  } else if (word == "place") {
    const ExprId how_many = expr(node.kids[1]);
    emit_code(EffectOp::ClearTargets);
    targets(find_mod(node, "on")->kids[0]);
    emit_code(EffectOp::PlaceAmber, how_many);
  } else {
    emit_code(EffectOp::ClearTargets);
    // "fight against X": the fight itself asks, among those that it may fight (taunt).
    if (find_mod(node, "against") && prompts(find_mod(node, "against")->kids[0])) {
      const uint16_t id = selector(find_mod(node, "against")->kids[0], true);
      targets(node.kids[1]);
      for (const std::string& each : node.words) {
        if (each == "fight-with")
          emit_code(EffectOp::FightWith, emit(ExprOp::Select, id), picks_);
        else
          target_verb(node, each);
      }
      subject_ = outer;
      return;
    }
    targets(node.kids[1]);
    for (const std::string& each : node.words) target_verb(node, each);
  }
  subject_ = outer;
}

void Generator::target_verb(const Node& node, const std::string& word) {
  if (const auto it = simple_verbs().find(word); it != simple_verbs().end()) {
    allow_mods(node, {});
    emit_code(it->second);
  } else if (word == "use") {
    allow_mods(node, {"as-if-yours"});
    emit_code(EffectOp::Use, find_mod(node, "as-if-yours") ? 1 : 0);
  } else if (word == "fight-with") {
    allow_mods(node, {"against"});
    const Node* against = find_mod(node, "against");
    emit_code(EffectOp::FightWith, against ? cards(against->kids[0]) : kNone);
  } else if (word == "exalt") {
    allow_mods(node, {"times"});
    const Node* how_often = find_mod(node, "times");
    emit_code(EffectOp::PlaceAmber, how_often ? expr(how_often->kids[0]) : number(1));
  } else if (word == "trigger" || word == "resolve") {
    allow_mods(node, {"what", "as-if-yours"});
    static const std::map<std::string, AbilityKind> kHeads = {{"play", AbilityKind::Play},
                                                              {"fight", AbilityKind::Fight},
                                                              {"reap", AbilityKind::Reap},
                                                              {"action", AbilityKind::Action}};
    const auto head = kHeads.find(mod_word(node, "what"));
    if (head == kHeads.end()) throw NoCode(node.at, "triggering this");
    emit_code(EffectOp::Trigger, static_cast<uint16_t>(head->second), find_mod(node, "as-if-yours") ? 1 : 0);
  } else {
    throw NoCode(node.at, "the verb `" + word + "`");
  }
}

namespace {
bool mentions_results(const Node& node) {
  if (node.kind == NodeKind::Pron && (node.word == "done" || node.word == "amount")) return true;
  return std::ranges::any_of(node.kids, mentions_results);
}
}  // namespace

void Generator::deal(const Node& node) {
  allow_mods(node, {"ignoring"});
  const Node* ignoring = find_mod(node, "ignoring");
  if (ignoring && ignoring->kids[0].word != "armor") throw NoCode(node.at, "damage that ignores this");
  for (const Node& part : node.kids[1].kids) {
    emit_code(EffectOp::ClearTargets);
    ExprId how_much = kNone;
    if (mentions_results(part.kids[0])) {  // of the statement before: settled before choosing a target overwrites them
      const uint16_t slot = new_slot();
      emit_code(EffectOp::LetNum, slot, expr(part.kids[0]));
      how_much = emit(ExprOp::VarNum, slot);
    }
    targets(part.kids[1]);
    if (how_much == kNone) how_much = expr(part.kids[0]);
    emit_code(EffectOp::Deal, how_much, part.kids[2] ? expr(part.kids[2]) : kNone, kNone, ignoring ? 1 : 0);
  }
}

void Generator::capture(const Node& node) {
  allow_mods(node, {"from"});
  const std::string from = mod_word(node, "from");
  if (!from.empty() && from != "own-side") throw NoCode(node.at, "capturing from " + from);
  const ExprId who = emit(ExprOp::Opponent);
  emit_code(EffectOp::ClearTargets);
  if (node.kids[0])
    targets(node.kids[0]);
  else
    emit_code(EffectOp::AddTargets, emit(ExprOp::This), kNone, kNone, 2);
  // Without a subject it is you who capture, also with a card used as if it were yours.
  const uint16_t whose = from == "own-side" ? 1 : node.kids[0] ? 0 : 2;
  emit_code(EffectOp::Capture, amount(node.kids[1], emit(ExprOp::PoolAmber, who)), whose);
}

void Generator::move_amber(const Node& node) {
  allow_mods(node, {"what", "from", "to"});
  if (mod_word(node, "what") != "amber") throw NoCode(node.at, "moving " + mod_word(node, "what"));
  const Node &from = find_mod(node, "from")->kids[0], &to = find_mod(node, "to")->kids[0];
  emit_code(EffectOp::ClearTargets);
  if (is_player(from)) {
    targets(to);
    emit_code(EffectOp::StoreAmber, amount(node.kids[1], emit(ExprOp::PoolAmber, player(from))), player(from));
    return;
  }
  targets(from);
  const bool to_supply = to.kind == NodeKind::Word && to.word == "supply";
  if (!to_supply && !is_player(to)) throw NoCode(node.at, "moving aember from card to card");
  emit_code(EffectOp::TakeAmber, amount(node.kids[1], kNone), to_supply ? kNone : player(to));
}

void Generator::discard(const Node& node) {
  const Node& object = node.kids[1];
  if (const Node* until = find_mod(node, "until")) {
    emit_code(EffectOp::DiscardUntil, zone_owner(object), selector(until->kids[0], false));
    return;
  }
  allow_mods(node, {});
  emit_code(EffectOp::ClearTargets);
  targets(object);
  emit_code(EffectOp::Discard);
}

void Generator::put(const Node& node) {
  emit_code(EffectOp::ClearTargets);
  targets(node.kids[1]);
  if (const Node* under = find_mod(node, "under")) {
    allow_mods(node, {"under", "facedown"});
    emit_code(EffectOp::PutUnder, cards(under->kids[0]), find_mod(node, "facedown") ? 1 : 0);
    return;
  }
  allow_mods(node, {"into", "on", "to", "under-control", "order"});
  const bool arranged = mod_word(node, "order") == "any";
  const Node* dest = find_mod(node, "into");
  if (!dest) dest = find_mod(node, "on");
  if (!dest) dest = find_mod(node, "to");
  const std::string& place = dest->kids[0].word;
  if (place == "top")
    emit_code(EffectOp::ToDeckTop, kNone, kNone, kNone, arranged);
  else if (place == "bottom")
    emit_code(EffectOp::ToDeckBottom);
  else if (place == "hand")
    emit_code(EffectOp::ToHand);
  else if (place == "archives")
    emit_code(EffectOp::ToArchives);
  else if (place == "purged")
    emit_code(EffectOp::Purge);
  else if (place == "play")
    emit_code(EffectOp::PutIntoPlay, mod_word(node, "under-control") == "owner" ? 0 : 1);
  else
    throw NoCode(node.at, "putting into " + place);
}

// Searching a whole deck shuffles it (rulebook 18.4, SEARCH).
void Generator::search(const Node& node) {
  allow_mods(node, {"or", "for"});
  emit_code(EffectOp::ClearTargets);
  const uint16_t id = selector(find_mod(node, "for")->kids[0], false);
  Selector s = p_.selectors[id];
  zone(node.kids[1], s);
  if (const Node* also = find_mod(node, "or")) zone(also->kids[0], s);
  s.optional = 1;
  p_.selectors[id] = s;
  emit_code(EffectOp::Choose, id);
  emit_code(EffectOp::SearchDone);
}

void Generator::heal(const Node& node) {
  const Node& how_much = node.kids[1];
  emit_code(EffectOp::ClearTargets);
  targets(find_mod(node, "from")->kids[0]);
  if (how_much.kind != NodeKind::Quant) {
    emit_code(EffectOp::Heal, amount(how_much, number(255)));
    return;
  }
  const ExprId damage = emit(ExprOp::Field, emit(ExprOp::It), static_cast<uint16_t>(CardField::Damage));
  emit_code(EffectOp::ChooseNumber, emit(ExprOp::Min, expr(how_much.kids[0]), damage));
  emit_code(EffectOp::Heal, emit(ExprOp::Chosen));
}

void Generator::swap(const Node& node) {
  allow_mods(node, {"with"});
  const Node &a = node.kids[1], &b = find_mod(node, "with")->kids[0];
  if (a.kind == NodeKind::Zone) {
    if (a.word != "deck" || b.word != "discard") throw NoCode(node.at, "swapping these zones");
    emit_code(EffectOp::SwapDeckDiscard, zone_owner(a));
    return;
  }
  emit_code(EffectOp::ClearTargets);
  targets(b);
  emit_code(EffectOp::Swap, cards(a));
}

namespace {

// Whose decks may take cards of this kind: 1 yours, 2 the opponent's.
uint16_t shuffled_decks(const Node& np) {
  if (np.kind == NodeKind::Union) {
    uint16_t both = 0;
    for (const Node& each : np.kids) both = static_cast<uint16_t>(both | shuffled_decks(each));
    return both;
  }
  if (np.kind != NodeKind::Select) return 1;
  for (const Node& filter : np.kids[1].kids)
    for (const Node& adj : filter.kids) {
      if (adj.word == "friendly") return 1;
      if (adj.word == "enemy") return 2;
    }
  for (size_t i = 3; i < np.kids.size(); ++i)
    if (np.kids[i].word == "in") return 1;
  return 3;
}

}  // namespace

void Generator::shuffle(const Node& node) {
  allow_mods(node, {"into"});
  if (!find_mod(node, "into")) {
    emit_code(EffectOp::ShuffleDeck, zone_owner(node.kids[1]));
    return;
  }
  emit_code(EffectOp::ClearTargets);
  targets(node.kids[1]);
  emit_code(EffectOp::ShuffleIn, shuffled_decks(node.kids[1]));
}

void Generator::take_control(const Node& node) {
  allow_mods(node, {"duration"});
  emit_code(EffectOp::ClearTargets);
  targets(node.kids[1]);
  const std::string duration = mod_word(node, "duration");
  if (!duration.empty() && duration != "until-this-leaves") throw NoCode(node.at, "control " + duration);
  const Clock clock = duration.empty() ? Clock::Always : Clock::UntilThisLeaves;
  emit_code(EffectOp::Control, emit(ExprOp::You), control_body(node.at), static_cast<uint16_t>(clock));
}

// The lasting effect "its controller controls these cards".
uint16_t Generator::control_body(SourcePos at) {
  Static rule;
  rule.kind = StaticKind::Controls;
  rule.cards = emit(ExprOp::It);
  LastingBody body;
  body.abilities.push_back(add_static(rule, false, at));
  body.keeps_cards = true;
  p_.bodies.push_back(body);
  return static_cast<uint16_t>(p_.bodies.size() - 1);
}

}  // namespace archon::lang
