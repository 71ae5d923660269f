#pragma once
// What the page asks for (README.md): decks read, rated, built of pods, put into links. A request and its answer are JSON; no
// file, no thread, no exception, so that it runs in a browser as it does here.
#include <string>
#include <string_view>

namespace archon {

// By "do" of the request:
//   rate    {"text", "name"}: decks in any format of engine/deck/import.h; `name` is that of the file, for a deck without one
//           -> {"decks", "unread", "problems", "warnings"}
//   decode  {"link"}: decks of a link (engine/deck/deck_link.h) -> as rate
//   encode  {"decks"} -> {"code"}
//   deck    {"decks"}: one -> {"cards", "extras"}: what each card is worth
//   build   {"decks", "format": "alliance" or "sealed", "most"} -> {"legal", "list", "builds"}: without games
//   about   {} -> {"values", "sets"}
//   strengths {"decks"} -> {"strengths"}: in logits, as those who measure decks want them (sim/ratings/known_strengths.h)
//   facts   {} -> {"facts"}: the text of engine/facts/facts.tsv, for a module that plays
// The decks of a request are texts of deck files, as "text" of an answer's decks has them. A request that is none is answered
// by {"error"}. Numbers are those of `archon rate --format json`, every digit.
std::string answer_rating(std::string_view request);

}  // namespace archon
