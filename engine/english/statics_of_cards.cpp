// What cards and players are, have, gain and lose while a constant or a lasting effect lasts.
#include <stdexcept>
#include <utility>

#include "engine/english/phrases.h"
#include "engine/english/writer.h"

namespace archon::english {

using lang::WordClass;

std::string Writer::keyword(const Node& kw) {
  if (kw.kids.empty() || !kw.kids[0]) return kw.word;
  const Node& number = kw.kids[0];
  if (number.kind == NodeKind::Number) return kw.word + " " + expr(number);
  return kw.word + " X, where X is " + expr(number);
}

std::string Writer::gained(const Node& part) {
  switch (part.kind) {
    case NodeKind::Kw:
      return keyword(part);
    case NodeKind::Word:
      return "the " + house_or_trait(part.word) + " trait";
    case NodeKind::Var:
    case NodeKind::Pron:
      return np_text(part);
    case NodeKind::Text: {
      std::string what = part.word == "text"        ? "all text"
                         : part.word == "abilities" ? "all abilities"
                         : part.word == "traits"    ? "all traits"
                         : part.word == "keywords"  ? "all keywords"
                         : part.word == "armor"     ? "all armor"
                                                    : "all \"" + head_name(part.word) + ":\" abilities";
      return part.kids[0] ? what + " of " + np_text(part.kids[0]) : what;
    }
    default:
      return granted(part);
  }
}

std::string Writer::became(const Node& spred) {
  const Node& what = spred.kids[0];
  if (what.kind == NodeKind::Var) return "of " + np_text(what);
  if (what.kind == NodeKind::Text) return "of the house of " + np_text(what.kids[0]);
  const std::string& word = what.word;
  if (word == "flank") return "flank";
  if (word == "chosen") return chosen_;
  if (word == "active") return "house active";
  return house_or_trait(word);
}

std::string Writer::entered(const Node& spred, Person person) {
  const Node& how = spred.kids[0];
  if (how.word == "under") {
    const std::string& who = spred.kids[1].word;
    return inflected("enter", person) + " play under " +
           (who == "your"    ? "your"
            : who == "owner" ? "its owner's"
                             : "your opponent's") +
           " control";
  }
  if (spred.number == 0)
    return inflected("enter", person) + " play " + (how.word == "anywhere" ? "anywhere in the battleline" : how.word);
  std::vector<std::string> ways;
  for (const Node& kid : spred.kids) ways.push_back(kid.word == "anywhere" ? "anywhere in the battleline" : kid.word);
  return "may enter play " + listed(ways);
}

// `repeated`: the same verb stands before it, "gets +1 power and +1 armor".
std::string Writer::predicate(const Node& spred, Person person, bool repeated) {
  const std::string& word = spred.word;
  const auto verb = [&](const std::string& base) { return repeated ? "" : inflected(base, person); };
  const Node none;
  const Node& first = spred.kids.empty() ? none : spred.kids[0];
  if (word == "get") return spaced({verb("get"), signed_amount(first.kids[0], first.word)});
  if (word == "gain" || word == "lose") return spaced({verb(word), gained(first)});
  if (word == "has") {
    const bool plain = first.kids[0].kind == NodeKind::Number;
    const std::string value = plain ? expr(first.kids[0]) + " " + first.word : first.word + " equal to " + expr(first.kids[0]);
    return spaced(
        {verb("have"), first.number != 0 ? "only" : "", value, first.number != 0 ? "(whatever else would change it)" : ""});
  }
  if (word == "become") {
    const bool also = spred.number != 0;
    if (first.kind == NodeKind::Word && first.word == "creature") {
      std::vector<std::string> stats;
      for (const Node& stat : first.kids) stats.push_back(expr(stat.kids[0]) + " " + stat.word);
      return is(person) + (also ? " also" : "") + " a creature" + (stats.empty() ? "" : " with " + listed(stats));
    }
    if (first.kind == NodeKind::Word && first.word == "artifact")
      return is(person) + (also ? " also an artifact" : " an artifact instead of a creature");
    if (first.kind == NodeKind::Word && first.word == "flank") return inflected("count", person) + " as being on a flank";
    if (first.kind == NodeKind::Word && (first.word == "haunted" || first.word == "faceup"))
      return is(person) + " " + first.word;
    const bool house = first.kind != NodeKind::Word || first.word == "chosen" || first.word == "active" ||
                       house_from_name(first.word) != House::None;
    const std::string what = first.kind == NodeKind::Word && first.word == "active" ? "the active house" : became(spred);
    if (house)
      return (also ? "also " : "") + inflected("belong", person) + " to " +
             (what.starts_with("of ")    ? what.substr(3)
              : what.starts_with("the ") ? what
                                         : "house " + what);
    return inflected("gain", person) + " the " + what + " trait";
  }
  if (word == "enter" && repeated) return first.word;
  if (word == "enter") return entered(spred, person);
  if (word == "deal") {
    if (spred.number == 0)
      return verb("deal") + " " +
             (first.kind == NodeKind::Number ? expr(first) + " damage"
                                             : amount(first, "damage").what + " " + amount(first, "damage").tail) +
             " when fighting, instead of damage equal to " + (person == Person::One ? "its" : "their") + " power";
    return spaced({verb("deal"), signed_amount(first, "damage"), "when fighting"});
  }
  if (word == "take" && first.kind == NodeKind::Pron)
    return spaced({verb("take"), "twice the damage that would be dealt to it"});
  if (word == "take") return spaced({verb("take"), signed_amount(first, "damage"), "whenever it is dealt damage"});
  if (word == "ignore") {
    std::vector<std::string> words;
    for (const Node& kid : spred.kids) words.push_back(kid.word);
    return spaced({verb("ignore"), listed(words), "when fighting"});
  }
  if (word == "control") return spaced({verb("control"), np_text(first)});
  if (word == "skip") {
    const std::string own = person == Person::You ? "your" : "their";
    return spaced({verb("skip"), own, first.word == "mulligan" ? "mulligan" : phrase(WordClass::Step, first.word + "-step")});
  }
  if (word == "copy") return is(person) + " a copy of " + np_text(first);
  if (word == "treat")
    return spaced(
        {verb("treat"), "its", quoted_heads(first), "abilities as", "\"" + heads(spred.kids[1]) + ":\"", "abilities"});
  if (word == "double")
    return first.word == "icons" ? verb("resolve") + " each of its bonus icons twice"
                                 : verb("resolve") + " each of its \"" + head_name(first.word) + ":\" abilities twice";
  if (word == "switch") return spaced({verb("switch"), "its power and armor"});
  if (word == "protect") return verb("protect") + " the neighbors of its neighbors by taunt as well";
  throw std::logic_error("no English phrase for the predicate `" + word + "`");
}

std::string Writer::of_cards(const Node& node) {
  const Node& who = node.kids[0];
  const Phrase subject = np(who);
  holder_ = "this " + known_of(who).noun;
  std::vector<std::string> groups, parts;  // "gets +2 armor and +2 power" and "gains skirmish"
  std::string before;
  for (size_t i = 1; i < node.kids.size(); ++i) {
    const Node& spred = node.kids[i];
    const bool repeated = spred.word == before && (spred.word == "get" || spred.word == "gain" || spred.word == "lose" ||
                                                   (spred.word == "enter" && spred.kids.size() == 1));
    if (!repeated && !parts.empty()) groups.push_back(listed(std::exchange(parts, {})));
    parts.push_back(predicate(spred, subject.person, repeated));
    before = spred.word;
  }
  groups.push_back(listed(parts));
  return subject.text + " " + listed(groups);
}

}  // namespace archon::english
