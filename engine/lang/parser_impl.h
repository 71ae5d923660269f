#pragma once
// The parser's inside; include parser.h instead.
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/lang/lexer.h"
#include "engine/lang/parser.h"
#include "engine/lang/words.h"

namespace archon::lang {

// Where a noun phrase stands: what may follow it depends on that.
struct Place {
  bool subject = false;    // before a verb: "opponent archives X" is a player and a verb, not a zone
  bool event = false;      // in an event pattern: in, on, from, by belong to the event
  bool inner = false;      // inside another phrase: `as` and `where` belong to the whole phrase
  bool predicate = false;  // right of `is`: the noun may be missing
  bool excepted = false;   // right of `except`: "X except $a as $b" names what remains, not $a once more

  Place as_inner() const {
    Place place = *this;
    place.inner = true;
    place.subject = false;
    return place;
  }
};

class Parser {
 public:
  Parser(std::vector<Token> tokens, std::string_view file, const Vocabulary& vocabulary);
  ParseResult run();

 private:
  // Thrown inside the parser only; caught at the end of the line.
  struct SyntaxError {};

  // Counts how deep the parser is inside a line: text that nests without end must not use up the stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (parser_.depth_ >= kDeepest) parser_.fail("nested too deeply");
      ++parser_.depth_;
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    static constexpr int kDeepest = 100;
    Parser& parser_;
  };

  // -- tokens (parser.cpp)
  const Token& peek(size_t ahead = 0) const;
  const Token& take();
  bool at(std::string_view word, size_t ahead = 0) const;
  bool at_kind(TokenKind kind, size_t ahead = 0) const { return peek(ahead).kind == kind; }
  bool at_class(WordClass word_class, size_t ahead = 0) const;
  bool at_any(std::initializer_list<std::string_view> words, size_t ahead = 0) const;
  bool at_signed() const { return at("+") || at("-"); }
  bool accept(std::string_view word);
  void expect(std::string_view word);
  std::string expect_word(std::string_view what);
  std::string expect_variable();
  size_t matching(size_t ahead) const;  // offset of the token that closes the one at `ahead`; `ahead` itself: none
  [[noreturn]] void fail(const std::string& message, const std::string& hint = "");
  [[noreturn]] void fail_expected(const std::string& what);
  [[noreturn]] void fail_unknown(const std::string& what, const std::vector<std::string>& candidates);
  void report(SourcePos where, const std::string& message, const std::string& hint = "");
  Node make(NodeKind kind, std::string word = "") const;
  Node word_node();
  Node take_as(NodeKind kind);  // a leaf made of this token
  Node mod(std::string word) const { return make(NodeKind::Mod, std::move(word)); }

  // -- files, cards, items (parser_items.cpp)
  void card(ParseResult& result);
  void skip_line();
  Node item();
  Node play_item();
  void as_upgrade(Node& node);
  Node heads_item();
  Node head_list();
  Node before_item();
  Node event_item(NodeKind kind, bool single_statement);
  Node clock_item(bool single_statement);
  Node constant_item();
  Node cost_item();
  Node zone_item();
  Node keywords_item();
  Node guard();

  // -- statements (parser_statements.cpp)
  Node block();
  Node braced_block();
  Node statement();
  Node if_statement();
  Node choose_statement(Node subject);
  Node choose_one(Node subject);
  Node for_each();
  Node houses_among();
  Node do_times();
  Node again_statement();
  Node let_statement();
  Node lasting();
  Node lasting_entry();

  // -- verb phrases (parser_verbs.cpp)
  Node verb_phrase(Node subject);
  bool at_verb() const;
  Node compound_verb(Node verb);
  void rounds(Node& verb);
  Node amount_verb(Node verb);
  Node capture(Node verb);
  Node use_or_play(Node verb);
  Node engage(Node verb);
  Node deal(Node verb);
  Node counter_verb(Node verb);
  Node move(Node verb);
  Node put(Node verb);
  Node return_or_shuffle(Node verb);
  Node discard(Node verb);
  Node search(Node verb);
  Node control_verb(Node verb);
  Node trigger(Node verb);
  Node forge(Node verb);
  Node make_tokens(Node verb);
  Node object_verb(Node verb);
  void flags(Node& verb);
  void ignoring(Node& verb);
  void mod_np(Node& verb, std::string_view word);
  Node amount();
  Node what();
  void destination(Node& verb, const std::string& word);

  // -- constants (parser_statics.cpp)
  Node static_clause();
  Node static_body();
  Node keys_body();
  Node allow_body();
  Node forbid_body();
  Node limit_body();
  Node tax_body();
  Node redirect_body();
  Node substitute_body();
  Node cards_body();
  void spreds(Node& body);
  Node spred();
  Node become(Node spred);
  Node gain_part();
  Node keyword(bool with_number);
  Node stat_part(bool is_signed);
  Node signed_amount();

  // -- events (parser_events.cpp)
  Node event();
  Node event_object(const std::string& verb);
  bool event_mod(Node& event);
  Node by_mod();

  // -- noun phrases (parser_nouns.cpp)
  Node np(Place place = {});
  Node term(Place place);
  Node bare_term(Place place);
  Node with_name(Node node);
  Node player(Place place);
  Node zone();
  Node top();
  Node select(Place place);
  Node quantifier();
  Node filters(Place place, Node& of_term);
  Node filter(Place place);
  Node adjective();
  bool post(Node& select, Place place);
  bool role_post(Node& select, Place place);
  Node pronoun_posts(Node pronoun, Place place);
  bool at_adjective(size_t ahead = 0) const;
  bool at_noun(size_t ahead = 0) const;
  bool at_zone(size_t ahead = 0) const;
  bool at_np(size_t ahead = 0) const;
  bool at_filter(size_t ahead) const;
  size_t skip_adjective(size_t ahead) const;

  // -- expressions (parser_expressions.cpp)
  Node expr(int binding = 0);
  Node condition_of_phrase();  // after `where`: ends at an `and` that goes on with the noun phrase
  Node additive();
  Node prefix();
  Node primary();
  Node call();
  Node is_expr(Node left);
  Node word_argument();

  std::vector<Token> tokens_;
  std::vector<std::pair<size_t, std::string>> specials_;  // index of the next token, word
  size_t next_ = 0;
  std::string file_;
  const Vocabulary& vocabulary_;
  std::vector<Diagnostic> diagnostics_;
  bool in_where_ = false;
  int depth_ = 0;
};

}  // namespace archon::lang
