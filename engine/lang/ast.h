#pragma once
// The syntax tree of the card language: what the parser returns and the checker and code generator read.
//
// One node type for everything; `kind` says which children to expect, in the order written beside it. A child that the text
// leaves out is a node of kind None, so positions are fixed; `...` marks a list that goes on to the end.
// Words are canonical: third person and plural folded ("loses" -> "lose", "creatures" -> "creature").
#include <cstdint>
#include <string>
#include <vector>

namespace archon::lang {

struct SourcePos {
  int line = 0;    // 1-based
  int column = 0;  // 1-based, in bytes
};

// clang-format off
enum class NodeKind : uint8_t {
  None,
  // -- items of a card ------------------------------------------------------------------------------------------------
  Heads,          // [List of Word(head), Guard, Block]     play/fight/reap: ...; heads also "before-fight", "before-reap";
                  //                                        number = 1 for "destroyed instead"
  Constant,       // [Static...]
  After,          // [Event, Guard, Block]                  in a lasting block the third child is the statement
  Before,         // [Event, Guard, Block]
  Replace,        // [Event, Guard, Block]
  Whenever,       // [expr, Block]
  StartOf,        // [Guard, Block]                         word: your|opponent|each; text: turn|forge-step|...
  EndOf,          // [Guard, Block]                         likewise
  PlayOnlyIf,     // [expr]
  PlayAsCopy,     // [np, Spred...]
  PlayAsUpgrade,  // [item...]                              number = 1 for "attach as upgrade"
  Cost,           // [Block]                                word: play|use|fight|reap|ready  ("to play: ...")
  InZone,         // [item]                                 word: the zone
  Setup,          // [Block]
  Keywords,       // [Kw...]
  AttachOnly,     // [np]                                   "attach only to NP"
  // -- statements -----------------------------------------------------------------------------------------------------
  Block,     // [statement...]
  If,        // [expr, statement, statement|None]
  May,       // [statement]
  Choose,    // [subject|None, np|None]    word: np|house|number|trait|type|card-name|one; for "house of np" the np;
             //                            for "one": [subject|None, Block...]; text: variable of "as $x" or empty
  ForEach,   // [expr or np, statement]    number = 1: the first child is a set (its As node, if any, names the loop variable);
             //   "for each house among NP": the set is Call houses [np]
  Do,        // [expr, statement]          number = 1: "up to"
  Repeat,    // [Guard]
  Again,     // [np|None, Guard]
  Let,       // [expr or np]               word: variable; number = 1: the child is a set
  Lasting,   // [After|Before|Replace|StartOf|EndOf|Static...]   word: the duration; number = 1: "once"
  Simple,    // []                         word: cancel|continue|extra-turn|end-turn|end-step|reset-tide
  Verb,      // [subject|None, object|None, Mod...]   words: the verbs (one, or several for "ready and fight with");
             //   object: the np, or the amount expression (for gain, lose, steal, pay, draw, capture, forge, unforge, raise ...)
             //   "fight with" -> "fight-with", "reap with" -> "reap-with", "take control of" -> "take-control",
             //   "give control of" -> "give-control", "swap control of" -> "swap-control", "look at" -> "look"
  Mod,       // [...]                      word: says which part of the verb phrase this is; see the list below
  DealPart,  // [amount, np, splash|None]  the children of the object List of the verb deal
  // -- constants ------------------------------------------------------------------------------------------------------
  Static,  // [body, condition|None]       number = 1: "unless" instead of "while"
  //   body is one of the Stat* nodes
  StatKeys,        // [np|None, amount]           keys of NP cost +N; amount is a signed expression;
                   //                             text: a colour ("red keys cost +1")
  StatRefill,      // [np, amount]
  StatAllow,       // [np, limit|None]            word: play|use|play-or-use|fight-with|reap-with|spend|discard|pick;
                   //                             text: "" | "each-turn" | "to" (then limit is the expression)
  StatAllowIcon,   // [statement or Word(icon)]   word: the icon
  StatForbid,      // [Event]                     words: what "except" leaves allowed
  StatRequire,     // [Event]
  StatLimit,       // [Event, expr]               text: turn|type
  StatTax,         // [Event, statement]
  StatRedirect,    // [np, np]                    word: on|by; words: too, evenly, fights-only
  StatSubstitute,  // [np or Word(supply), np or Word(supply)]
  StatWin,         // [expr]
  StatCards,       // [np, Spred...]
  Spred,           // word: get|gain|lose|has|become|enter|deal|take|ignore|control|skip|copy|treat|double|switch
                   //   get:    [Stat]            Stat: word power|armor|assault|hazardous|splash-attack, [signed expr]
                   //   gain, lose: [Kw | Word(trait) | item | Text]   Text: word text|keywords|..., [term|None]
                   //   has:    [Stat]
                   //   become: [Word | Text(word house, [np]) | Word(creature) with Stat...]; number = 1: "also"
                   //   enter:  [Word(ready|stunned|...)] or [Word(under), Word(WHO)]
                   //   deal:   [expr]; number = 1 when signed (a change), 0 when set
                   //   take:   [expr];  ignore: [Word...];  control, copy: [np];  skip: [Word];  treat: [List, List]
  Stat,
  Kw,    // [expr|None]      word: the keyword
  Text,  // [term|None]
  // -- events ---------------------------------------------------------------------------------------------------------
  Event,  // [subject np, object|None, Mod...]  word: the verb ("destroy", "enter", "play", "forge"); number = 1: "is" + participle
  // -- noun phrases ---------------------------------------------------------------------------------------------------
  Union,   // [np...]                      a and b
  Except,  // [np, np]
  As,      // [np]                         word: variable
  Player,  // [term|None]                  word: you|opponent|active-player|owner|controller|player (a, each: in text;
           //   "each player where ..." is a Select with the noun player)
  Zone,    // []                           word: hand|deck|discard|archives|purged|play; text: your|opponent|any|one|each|their|owner|""
  Top,     // [expr, Zone]                 word: top|bottom
  Select,  // [Quant|None, List of Filter, of-term|None, Post...]
           //   a remembered set with a condition ("done controlled by they", "$x of chosen"): no Quant, one Filter without
           //   a noun, and first a Post among with the Pron or Var;
           //   "neighbor" without `of`: the neighbors of the candidate of the `where`
  Quant,   // [expr|None]                  word: a|another|each|count|up-to|any-number|next|first|most-powerful|least-powerful
  Filter,  // [Adj...]                     word: noun (creature|card|artifact|upgrade|action|neighbor|left-neighbor|...|player|
           //   key), empty when the text has none ("this is flank"); an adjective may be a noun ("a non-creature card")
  Adj,     // []                           word: the adjective; number = 1: non-
  Post,    // [expr or np or Zone...]      word: where|in|of|named|controlled|owned|purged|attached|played|beneath|
           //                                    left-of|right-of|between|among
  // -- expressions ----------------------------------------------------------------------------------------------------
  Number,  // number
  Var,     // word
  Pron,    // word: this|source|host|it|them|done|amount|did|foe|they|target|chosen|current|active|possible|your-turn|candidate
  Word,    // word: a house, trait, keyword, colour or other constant
  String,  // text
  Call,    // [argument...]                word: the function; times: [Event, Word(period)]
  Unary,   // [expr]                       word: not|-
  Binary,  // [left, right]                word: or|and|=|!=|<|<=|>|>=|+|-|*|/
  Is,      // [left, Select]               number = 1: "is not"; the Select has no Quant
  // -- helpers --------------------------------------------------------------------------------------------------------
  Guard,  // [expr|None]
  List,   // [...]
};

// Mod words of a Verb, with children:
//   to [np | Word(supply)] (a player is a Player node), from [np | Word(own-side|supply|incoming|any)], among [np],
//   against [np], ignoring [Word...],
//   by [np], times [expr], with [np], into/onto/under/on [Dest or np], until [np] (discard from ZONE until NP: object is the Zone),
//   or [Zone] (a further zone of search), for [np] (what is searched for), at [expr or Word(left|right)], duration [Word],
//   and flags without children: as-if-yours, as-if-active, as-if-played, again, ready, stunned, enraged, exhausted, facedown, faceup,
//   anywhere, here; under-control [Word(your|opponent|owner)],
//   what [Word(amber|damage|chain|token|a counter|a head|bonus)... or String] (gain 3 chains; add, remove, place, move,
//   redistribute, make; trigger and resolve: one Word for each head), order [Word(any|random)],
//   left, right [np|None] (of make).
//   Amounts: an expression, Word(all) or Quant up-to [expr]. `forge`: object Word(colour)|None. `redistribute`: object None.
// Dest (Mod word "into" or "on" or "to"): [Zone or Word(top|bottom) then Zone], flags as further Mods.
// Mods of an Event: fighting [np], in-fight, in-step [Word], outside-step [Word], by [np or Word], from [Zone], to [Zone or np],
//   turn [Word(your|opponent)], flank [Word(left|right)], beside [np], beneath [np].
// clang-format on

struct Node {
  NodeKind kind = NodeKind::None;
  std::string word;
  std::string text;
  std::vector<std::string> words;
  int number = 0;
  SourcePos at;
  std::vector<Node> kids;
  mutable uint8_t read = 0;  // which parts the code generator has read (syntax.h)

  explicit operator bool() const { return kind != NodeKind::None; }
};

// A card's definition: `card ID` and its items.
struct CardAst {
  std::string id;
  SourcePos at;
  std::vector<Node> items;
  std::vector<std::string> specials;  // words after "#!" on the card's lines: named primitives
};

struct Diagnostic {
  std::string file;
  SourcePos at;
  std::string message;  // one line
  std::string hint;     // "did you mean `x`?" or empty
};

}  // namespace archon::lang
