#include "engine/lang/words.h"

#include <array>
#include <map>
#include <set>
#include <sstream>

#include "engine/core/counters.h"
#include "engine/lang/verbs.h"

namespace archon::lang {
namespace {

struct ClassWords {
  WordClass word_class;
  const char* words;
};

constexpr ClassWords kClasses[] = {
    {WordClass::StaticVerb, "get gain lose has become enter deal take ignore control skip copy treat double switch protect"},
    {WordClass::EventVerb, "enter leave choose spend receive skip damage prevent"},
    {WordClass::Noun, "creature card artifact upgrade action neighbor left-neighbor right-neighbor player key"},
    {WordClass::Status,
     "friendly enemy other different random damaged undamaged stunned ready exhausted warded enraged flank left-flank "
     "right-flank "
     "center token own-house off-house topmost gigantic faceup facedown odd even"},
    {WordClass::Pronoun,
     "this source host it them done amount did foe they target chosen current active possible your-turn candidate"},
    {WordClass::Zone, "hand deck discard archives purged play"},
    {WordClass::ZoneOwner, "your opponent any one each their owner"},
    {WordClass::Quantifier, "a an another each up any next first the"},
    {WordClass::Head, "play fight reap action omni destroyed scrap fate"},
    {WordClass::Duration,
     "this-turn opponent-next-turn your-next-turn until-next-turn until-this-leaves while-controlled "
     "this-fight delayed always"},
    {WordClass::Period, "this-turn opponent-last-turn"},
    {WordClass::Step, "forge-step house-step main-step ready-step draw-step"},
    {WordClass::Simple, "cancel continue extra-turn end-turn end-step reset-tide"},
    {WordClass::Flag,
     "as-if-yours as-if-active as-if-played again ready stunned enraged exhausted facedown faceup anywhere here"},
    {WordClass::Counter, "any power ward"},  // and kCounters
    {WordClass::Icon, "any amber capture damage draw discard bonus icon"},
    {WordClass::Constant,
     "red blue yellow high low supply armor power house trait type name amber damage assault hazardous splash-attack artifact "
     "creature action upgrade token tide fight reap bonus forge draw ready key play archive"},
    {WordClass::Grammar,
     "if then else may choose for do up to times repeat again as let once where in of named or and not except with against "
     "ignoring from among splash by counter chain on into onto under top bottom order control at left right forbid "
     "allow "
     "require limit tax redirect substitute win keys cost while unless is after before replace whenever start end turn only "
     "but "
     "setup keyword controlled owned attached played beneath left-of right-of between fighting outside beside number card-name "
     "constant instead for-each everything text traits keywords abilities stats icons too evenly fights-only pick play-or-use "
     "incoming "
     "own "
     "side until most least powerful also you active-player half"},
};

std::vector<std::string> split(const char* text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

struct Function {
  const char *name, *arguments;
  FunctionResult result;
};

constexpr Function kFunctions[] = {
    {"count", "s", FunctionResult::Number},    {"amber", "s", FunctionResult::Number},
    {"power", "s", FunctionResult::Number},    {"armor", "s", FunctionResult::Number},
    {"damage", "s", FunctionResult::Number},   {"house", "s", FunctionResult::Other},
    {"name", "s", FunctionResult::Other},      {"type", "s", FunctionResult::Other},
    {"traits", "s", FunctionResult::Number},   {"keys", "s", FunctionResult::Number},
    {"unforged", "s", FunctionResult::Number}, {"forged", "ws", FunctionResult::Number},
    {"keycost", "s", FunctionResult::Number},  {"chains", "s", FunctionResult::Number},
    {"houses", "s", FunctionResult::Number},   {"types", "s", FunctionResult::Number},
    {"powers", "s", FunctionResult::Number},   {"base", "ws", FunctionResult::Number},
    {"bonus", "ws", FunctionResult::Number},   {"counters", "ws", FunctionResult::Number},
    {"sum", "ws", FunctionResult::Number},     {"highest", "ws", FunctionResult::Number},
    {"lowest", "ws", FunctionResult::Number},  {"half", "e", FunctionResult::Number},
    {"halfup", "e", FunctionResult::Number},   {"third", "e", FunctionResult::Number},
    {"min", "e*", FunctionResult::Number},     {"max", "e*", FunctionResult::Number},
    {"times", "vw", FunctionResult::Number},   {"destroyed", "s", FunctionResult::Truth},
    {"attacking", "s", FunctionResult::Truth}, {"shares", "ws", FunctionResult::Truth},
    {"haunted", "s", FunctionResult::Truth},   {"overwhelmed", "s", FunctionResult::Truth},
    {"tide", "w", FunctionResult::Truth},      {"last-house", "s", FunctionResult::Other},
    {"common", "ws", FunctionResult::Truth},
};

struct Tables {
  std::map<WordClass, std::vector<std::string>> lists;
  std::map<WordClass, std::set<std::string, std::less<>>> sets;
  std::map<std::string, std::string, std::less<>> canonical;
  std::map<std::string, std::string, std::less<>> participles;
  std::map<std::string, const Function*, std::less<>> functions;
  std::vector<std::string> function_names;
  std::set<std::string, std::less<>> all_set;
  std::vector<std::string> all;
};

bool is_vowel(char c) { return std::string_view("aeiou").find(c) != std::string_view::npos; }

std::string with_s(const std::string& word) {
  const char last = word.back();
  if (last == 'y' && !is_vowel(word[word.size() - 2])) return word.substr(0, word.size() - 1) + "ies";
  if (last == 's' || last == 'x' || last == 'h') return word + "es";
  return word + "s";
}

std::string with_ed(const std::string& word) {
  const char last = word.back();
  if (last == 'e') return word + "d";
  if (last == 'y' && !is_vowel(word[word.size() - 2])) return word.substr(0, word.size() - 1) + "ied";
  return word + "ed";
}

void add_inflections(Tables& t) {
  for (WordClass c : {WordClass::Verb, WordClass::StaticVerb, WordClass::EventVerb, WordClass::Noun}) {
    for (const std::string& word : t.lists[c]) t.canonical.emplace(with_s(word), word);
  }
  for (const char* word : {"token", "counter", "chain"}) t.canonical.emplace(with_s(word), word);
  for (const char* word : {"protect"}) t.canonical.emplace(with_s(word), word);
  // "archives" is a zone, "keys" a function and a subject of its own.
  for (const char* word : {"archives", "keys", "damages"}) t.canonical.erase(word);
  for (WordClass c : {WordClass::Verb, WordClass::EventVerb}) {
    for (const std::string& word : t.lists[c]) t.participles.emplace(with_ed(word), word);
  }
  for (auto [form, base] :
       {std::pair{"stunned", "stun"}, {"drawn", "draw"}, {"put", "put"}, {"spent", "spend"}, {"dealt", "deal"}}) {
    t.participles.insert_or_assign(form, base);
  }
}

void add_functions(Tables& t) {
  for (const Function& each : kFunctions) {
    t.functions.emplace(each.name, &each);
    t.function_names.emplace_back(each.name);
  }
}

Tables build() {
  Tables t;
  for (const VerbWord& verb : verbs()) t.lists[WordClass::Verb].emplace_back(verb.word);
  for (const ClassWords& row : kClasses) t.lists[row.word_class] = split(row.words);
  for (const CounterKind& kind : kCounters) t.lists[WordClass::Counter].emplace_back(kind.name);
  for (const auto& [word_class, words] : t.lists) {
    t.sets[word_class].insert(words.begin(), words.end());
    t.all_set.insert(words.begin(), words.end());
  }
  add_inflections(t);
  add_functions(t);
  for (const std::string& name : t.function_names) t.all_set.insert(name);
  t.all.assign(t.all_set.begin(), t.all_set.end());
  return t;
}

const Tables& tables() {
  static const Tables instance = build();
  return instance;
}

}  // namespace

const std::vector<std::string>& words_of(WordClass word_class) { return tables().lists.at(word_class); }

bool is_word(WordClass word_class, std::string_view word) { return tables().sets.at(word_class).contains(word); }

std::string canonical(std::string_view word) {
  const auto found = tables().canonical.find(word);
  return found == tables().canonical.end() ? std::string(word) : found->second;
}

std::string participle_base(std::string_view word) {
  const auto found = tables().participles.find(word);
  return found == tables().participles.end() ? "" : found->second;
}

std::string_view signature(std::string_view function) {
  const auto found = tables().functions.find(function);
  return found == tables().functions.end() ? std::string_view() : found->second->arguments;
}

FunctionResult result_of(std::string_view function) {
  const auto found = tables().functions.find(function);
  return found == tables().functions.end() ? FunctionResult::Other : found->second->result;
}

const std::vector<std::string>& function_names() { return tables().function_names; }

bool may_be_bare(std::string_view function) {
  static const std::set<std::string, std::less<>> names = {"amber", "power", "armor", "damage",
                                                           "house", "name",  "type",  "traits"};
  return names.contains(function);
}

bool is_language_word(std::string_view word) { return tables().all_set.contains(word); }

const std::vector<std::string>& language_words() { return tables().all; }

}  // namespace archon::lang
