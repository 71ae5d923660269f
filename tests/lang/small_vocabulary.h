#pragma once
// A vocabulary of a few cards, so that the tests of the language do not depend on the facts table.
#include <string>
#include <string_view>

#include "engine/lang/checker.h"
#include "engine/lang/diagnostics.h"
#include "engine/lang/parser.h"

namespace archon::lang {

inline const Vocabulary& small_vocabulary() {
  static const Vocabulary vocabulary = {
      {"brobnar", "dis", "logos", "mars", "untamed"},
      {"beast", "knight", "niffle", "robot"},
      {"assault", "elusive", "hazardous", "poison", "skirmish", "splash-attack", "taunt"},
      {{"anger", CardType::Action},
       {"dust-imp", CardType::Creature},
       {"pile-of-skulls", CardType::Artifact},
       {"phoenix-heart", CardType::Upgrade},
       {"urchin", CardType::Creature}},
  };
  return vocabulary;
}

// Everything the front end says about a text: the parser first, then the checker.
inline std::string errors(std::string_view text) {
  const ParseResult parsed = parse(text, "x.kf", small_vocabulary());
  return format(parsed.diagnostics) + format(check(parsed.cards, "x.kf", small_vocabulary()));
}

}  // namespace archon::lang
