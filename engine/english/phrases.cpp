#include "engine/english/phrases.h"

#include <stdexcept>

#include "engine/core/counters.h"
#include "engine/english/english.h"
#include "engine/lang/verbs.h"

namespace archon::english {
namespace {

using lang::WordClass;

struct WordPhrase {
  WordClass word_class;
  std::string_view word, text, after = {};
};

constexpr WordPhrase kWords[] = {
    {WordClass::EventVerb, "enter", "enter"},
    {WordClass::EventVerb, "leave", "leave"},
    {WordClass::EventVerb, "choose", "choose"},
    {WordClass::EventVerb, "spend", "spend"},
    {WordClass::EventVerb, "receive", "add"},
    {WordClass::EventVerb, "skip", "skip"},
    {WordClass::EventVerb, "damage", "damage"},
    {WordClass::EventVerb, "prevent", "prevent"},
    {WordClass::StaticVerb, "get", "get"},
    {WordClass::StaticVerb, "gain", "gain"},
    {WordClass::StaticVerb, "lose", "lose"},
    {WordClass::StaticVerb, "has", "have"},
    {WordClass::StaticVerb, "become", "become"},
    {WordClass::StaticVerb, "enter", "enter"},
    {WordClass::StaticVerb, "deal", "deal"},
    {WordClass::StaticVerb, "take", "take"},
    {WordClass::StaticVerb, "ignore", "ignore"},
    {WordClass::StaticVerb, "control", "control"},
    {WordClass::StaticVerb, "skip", "skip"},
    {WordClass::StaticVerb, "copy", "be a copy of"},
    {WordClass::StaticVerb, "treat", "treat"},
    {WordClass::StaticVerb, "double", "resolve"},
    {WordClass::StaticVerb, "switch", "switch"},
    {WordClass::StaticVerb, "protect", "protect"},
    {WordClass::Pronoun, "this", "{this}"},
    {WordClass::Pronoun, "source", "{source}"},
    {WordClass::Pronoun, "host", "{host}"},
    {WordClass::Pronoun, "it", "{it}"},
    {WordClass::Pronoun, "them", "{them}"},
    {WordClass::Pronoun, "done", "{done}"},
    {WordClass::Pronoun, "amount", "{amount}"},
    {WordClass::Pronoun, "did", "{did}"},
    {WordClass::Pronoun, "foe", "{foe}"},
    {WordClass::Pronoun, "they", "{they}"},
    {WordClass::Pronoun, "target", "it"},
    {WordClass::Pronoun, "chosen", "{chosen}"},
    {WordClass::Pronoun, "current", "its current cost"},
    {WordClass::Pronoun, "active", "the active house"},
    {WordClass::Pronoun, "possible", "all of it is possible"},
    {WordClass::Pronoun, "your-turn", "it is your turn"},
    {WordClass::Pronoun, "candidate", "it"},
    {WordClass::Noun, "creature", "creature"},
    {WordClass::Noun, "card", "card"},
    {WordClass::Noun, "artifact", "artifact"},
    {WordClass::Noun, "upgrade", "upgrade"},
    {WordClass::Noun, "action", "action card"},
    {WordClass::Noun, "neighbor", "neighbor"},
    {WordClass::Noun, "left-neighbor", "left neighbor"},
    {WordClass::Noun, "right-neighbor", "right neighbor"},
    {WordClass::Noun, "player", "player"},
    {WordClass::Noun, "key", "key"},
    {WordClass::Status, "friendly", "friendly"},
    {WordClass::Status, "enemy", "enemy"},
    {WordClass::Status, "other", "other"},
    {WordClass::Status, "different", "different"},
    {WordClass::Status, "random", "random"},
    {WordClass::Status, "damaged", "damaged"},
    {WordClass::Status, "undamaged", "undamaged"},
    {WordClass::Status, "stunned", "stunned"},
    {WordClass::Status, "ready", "ready"},
    {WordClass::Status, "exhausted", "exhausted"},
    {WordClass::Status, "warded", "warded"},
    {WordClass::Status, "enraged", "enraged"},
    {WordClass::Status, "flank", "flank"},
    {WordClass::Status, "left-flank", "left flank"},
    {WordClass::Status, "right-flank", "right flank"},
    {WordClass::Status, "center", "", "in the center of its battleline"},
    {WordClass::Status, "token", "token"},
    {WordClass::Status, "own-house", "", "that belongs to a house on your identity card"},
    {WordClass::Status, "off-house", "", "that does not belong to the active house"},
    {WordClass::Status, "topmost", "topmost"},
    {WordClass::Status, "gigantic", "gigantic"},
    {WordClass::Status, "faceup", "faceup"},
    {WordClass::Status, "facedown", "facedown"},
    {WordClass::Status, "odd", "", "with odd power"},
    {WordClass::Status, "even", "", "with even power"},
    {WordClass::Zone, "hand", "hand"},
    {WordClass::Zone, "deck", "deck"},
    {WordClass::Zone, "discard", "discard pile"},
    {WordClass::Zone, "archives", "archives"},
    {WordClass::Zone, "purged", "purged cards"},
    {WordClass::Zone, "play", "play"},
    {WordClass::Head, "play", "Play"},
    {WordClass::Head, "fight", "After Fight"},
    {WordClass::Head, "reap", "After Reap"},
    {WordClass::Head, "action", "Action"},
    {WordClass::Head, "omni", "Omni"},
    {WordClass::Head, "destroyed", "Destroyed"},
    {WordClass::Head, "scrap", "Scrap"},
    {WordClass::Head, "fate", "Fate"},
    {WordClass::Duration, "this-turn", "for the remainder of the turn"},
    {WordClass::Duration, "opponent-next-turn", "during your opponent's next turn"},
    {WordClass::Duration, "your-next-turn", "during your next turn"},
    {WordClass::Duration, "until-next-turn", "until the start of your next turn"},
    {WordClass::Duration, "until-this-leaves", "until {this} leaves play"},
    {WordClass::Duration, "while-controlled", "for as long as you control it"},
    {WordClass::Duration, "this-fight", "during this fight"},
    {WordClass::Duration, "delayed", ""},
    {WordClass::Duration, "always", "for as long as it is in play"},
    {WordClass::Period, "this-turn", "this turn"},
    {WordClass::Period, "opponent-last-turn", "during your opponent's last turn"},
    {WordClass::Step, "forge-step", "\"forge a key\" step"},
    {WordClass::Step, "house-step", "\"choose a house\" step"},
    {WordClass::Step, "main-step", "main step"},
    {WordClass::Step, "ready-step", "\"ready cards\" step"},
    {WordClass::Step, "draw-step", "\"draw cards\" step"},
    {WordClass::Simple, "cancel", "what was about to happen does not happen"},
    {WordClass::Simple, "continue", "what was replaced happens after all"},
    {WordClass::Simple, "extra-turn", "take another turn after this one"},
    {WordClass::Simple, "end-turn", "end this turn"},
    {WordClass::Simple, "end-step", "end this step"},
    {WordClass::Simple, "reset-tide", "the tide becomes neutral"},
    {WordClass::Flag, "as-if-yours", "as if {it} were yours"},
    {WordClass::Flag, "as-if-active", "as if {it} belonged to the active house"},
    {WordClass::Flag, "as-if-played", "as if you had played {it}"},
    {WordClass::Flag, "again", "once more"},
    {WordClass::Flag, "ready", "ready"},
    {WordClass::Flag, "stunned", "stunned"},
    {WordClass::Flag, "enraged", "enraged"},
    {WordClass::Flag, "exhausted", "exhausted"},
    {WordClass::Flag, "facedown", "facedown"},
    {WordClass::Flag, "faceup", "faceup"},
    {WordClass::Flag, "anywhere", "anywhere in your battleline"},
    {WordClass::Flag, "here", "in the place of {this}"},
    {WordClass::Icon, "any", "any"},
    {WordClass::Icon, "amber", "aember"},
    {WordClass::Icon, "capture", "capture"},
    {WordClass::Icon, "damage", "damage"},
    {WordClass::Icon, "draw", "draw"},
    {WordClass::Icon, "discard", "discard"},
    {WordClass::Icon, "bonus", "bonus"},
    {WordClass::Icon, "icon", "any"},
};

// Verbs that are not called as they are written.
constexpr std::pair<std::string_view, std::string_view> kVerbs[] = {
    {"unstun", "remove the stun from"},
    {"unward", "remove the ward from"},
    {"unenrage", "remove the enrage from"},
    {"abduct", "put"},
    {"sacrifice", "destroy"},
    {"shift", "move"},
    {"look", "look at"},
    {"fight-with", "fight with"},
    {"reap-with", "reap with"},
    {"take-control", "take control of"},
    {"give-control", "give control of"},
    {"swap-control", "swap control of"},
    {"swap-everything", "swap everything on"},
    {"add", "put"},
};

// {s} the set or card, plural; {one} one of them; {p} whose; {w} the word; {e} the expression, {es} all of them.
constexpr FunctionPhrase kFunctions[] = {
    {"count", "the number of {s}", "{one}"},
    {"amber", "the amount of aember {on}", "aember {on}"},
    {"power", "{p} power", ""},
    {"armor", "{p} armor", ""},
    {"damage", "the damage on {np}", "damage on {np}"},
    {"house", "{p} house", ""},
    {"name", "{p} name", ""},
    {"type", "{p} type", ""},
    {"traits", "the number of traits of {s}", "trait of {s}"},
    {"keys", "the number of keys {np} {has} forged", "key {np} {has} forged"},
    {"unforged", "the number of keys {np} {has} not forged", "key {np} {has} not forged"},
    {"forged", "the number of {w} keys {np} {has} forged", ""},
    {"keycost", "the current cost of {p} keys", ""},
    {"chains", "the number of {p} chains", "chain of {np}"},
    {"houses", "the number of different houses among {s}", "different house among {s}"},
    {"types", "the number of different types among {s}", "different type among {s}"},
    {"powers", "the number of different powers among {s}", "different power among {s}"},
    {"base", "{p} printed {w}", ""},
    {"bonus", "the number of {icon}bonus icons on {np}", "{icon}bonus icon on {np}"},
    {"counters", "the number of {counters} on {np}", "{counter} on {np}"},
    {"sum", "the total {w} of {s}", "point of {w} of {s}"},
    {"highest", "the highest {w} among {s}", ""},
    {"lowest", "the lowest {w} among {s}", ""},
    {"half", "half of {e} (rounding down)", ""},
    {"halfup", "half of {e} (rounding up)", ""},
    {"third", "a third of {e} (rounding down)", ""},
    {"min", "the smaller of {es}", ""},
    {"max", "the larger of {es}", ""},
    {"times", "the number of times {event}", "time {event}"},
    {"destroyed", "{np} {is} destroyed this way", ""},
    {"attacking", "{this} is attacking {a}", ""},
    {"shares", "it shares a {w} with {np}", ""},
    {"haunted", "{np} {is} haunted", ""},
    {"overwhelmed", "{np} {is} overwhelmed", ""},
    {"tide", "the tide is {w}", ""},
    {"last-house", "the house {np} chose on {p} last turn", ""},
    {"common", "it belongs to the most common {w} among {s}", ""},
};

[[noreturn]] void fail(std::string_view kind, std::string_view word) {
  throw std::logic_error("no English phrase for the " + std::string(kind) + " `" + std::string(word) + "`");
}

const WordPhrase* find_word(WordClass word_class, std::string_view word) {
  for (const WordPhrase& each : kWords)
    if (each.word_class == word_class && each.word == word) return &each;
  return nullptr;
}

const FunctionPhrase* find_function(std::string_view name) {
  for (const FunctionPhrase& each : kFunctions)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace

std::string phrase(WordClass word_class, std::string_view word) {
  const WordPhrase* found = find_word(word_class, word);
  if (!found) fail("word", word);
  return std::string(found->text);
}

std::string phrase_after(std::string_view status) {
  const WordPhrase* found = find_word(WordClass::Status, status);
  if (!found) fail("adjective", status);
  return std::string(found->after);
}

std::string counter_phrase(std::string_view counter) {
  if (counter == "power") return "+1 power counter";
  if (counter == "any") return "counter";
  if (counter == "damage") return "damage";
  return std::string(counter) + " counter";
}

std::string verb_phrase(std::string_view verb) {
  for (const auto& [word, text] : kVerbs)
    if (word == verb) return std::string(text);
  return std::string(verb);
}

const FunctionPhrase& function_phrase(std::string_view name) {
  const FunctionPhrase* found = find_function(name);
  if (!found) fail("function", name);
  return *found;
}

std::vector<std::string> missing_phrases() {
  std::vector<std::string> missing;
  for (WordClass word_class : {WordClass::EventVerb, WordClass::StaticVerb, WordClass::Pronoun, WordClass::Noun,
                               WordClass::Status, WordClass::Zone, WordClass::Head, WordClass::Duration, WordClass::Period,
                               WordClass::Step, WordClass::Simple, WordClass::Flag, WordClass::Icon})
    for (const std::string& word : lang::words_of(word_class))
      if (!find_word(word_class, word)) missing.push_back(word);
  for (const std::string& name : lang::function_names())
    if (!find_function(name)) missing.push_back(name + "()");
  return missing;
}

}  // namespace archon::english
