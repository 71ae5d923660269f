#include "engine/position/position_pending.h"

#include "engine/check/invariants.h"
#include "engine/core/card_program.h"
#include "engine/core/field_hash.h"
#include "engine/make_matchup.h"
#include "engine/position/field_codec.h"
#include "engine/position/line_hash.h"
#include "engine/position/position.h"
#include "engine/position/unknown_cards.h"
#include "engine/query/derive.h"
#include "engine/rules/setup.h"

namespace archon {
namespace {

constexpr std::string_view kLinePrefix = "archon-3:";
constexpr size_t kLongestRules = 8;

// Frames hold places in the program, so what is pending makes sense only in the same one.
uint64_t hash_of_program() {
  static const uint64_t hash = line_hash(card_program());
  return hash;
}

// Which cards there are and where they lie.
uint64_t places_hash(const Matchup& m, const State& s) {
  FieldHash hash;
  for (const uint8_t& each : s.start) hash.any("start", each);
  for (int i = 0; i < m.card_count; ++i) {
    hash.any("order", s.order[i]);
    hash.any("definition", m.cards[static_cast<size_t>(i)].definition);
    hash.any("owner", m.cards[static_cast<size_t>(i)].owner);
  }
  return hash.value();
}

const char* const kOtherProgram = "was written by another version of the program";

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// What is wrong with a State that was read, or nothing. It goes on from its question, or not at all.
std::string violation(const Matchup& m, const State& s) {
  if (s.choice.kind == ChoiceKind::None) return "nothing is asked";
  return first_line(check_invariants(m, s));
}

void write_cards(ByteWriter& out, const Matchup& m) {
  out.number(static_cast<uint64_t>(m.card_count));
  for (int i = 0; i < m.card_count; ++i) {
    const MatchCard& card = m.cards[static_cast<size_t>(i)];
    out.number(card.definition);
    out.number(card.houses);
    out.number(card.owner);
    out.number(card.reverse);
    out.number(card.icon_count);
    for (int icon = 0; icon < card.icon_count; ++icon) out.number(card.icons[static_cast<size_t>(icon)]);
  }
  for (HouseMask houses : m.deck_houses) out.number(houses);
  for (const TokenCreature& token : m.tokens) {
    out.number(token.definition);
    out.number(token.houses);
  }
  out.number(m.tide);
}

// A number below `end`; a larger one refuses the line.
template <class T>
void read_below(ByteReader& in, T& to, uint64_t end) {
  const uint64_t value = in.number();
  if (value >= end) in.refuse();
  to = static_cast<T>(in.good() ? value : 0);
}

void read_reverse(ByteReader& in, const Matchup& m, MatchCard& card) {
  read_below(in, card.reverse, uint64_t{kNone} + 1);
  if (card.reverse == kNone) return;
  const auto prophecy = [&](uint16_t id) {
    return id < m.program->definitions.size() && m.program->definitions[id].type == CardType::Prophecy;
  };
  if (prophecy(card.reverse) && prophecy(card.definition)) return;
  in.refuse();
  card.reverse = kNone;
}

void read_cards(ByteReader& in, Matchup& m) {
  read_below(in, m.card_count, kMaxCards + 1);
  for (int i = 0; i < m.card_count; ++i) {
    MatchCard& card = m.cards[static_cast<size_t>(i)];
    read_below(in, card.definition, m.program->definitions.size());
    if (!m.program->definitions[card.definition].compiled) in.refuse();  // of a boss
    read_below(in, card.houses, uint64_t{1} << kHouses);
    read_below(in, card.owner, 2);
    read_reverse(in, m, card);
    read_below(in, card.icon_count, card.icons.size() + 1);
    for (int icon = 0; icon < card.icon_count; ++icon)
      read_below(in, card.icons[static_cast<size_t>(icon)], static_cast<uint64_t>(Icon::Power) + 1);
  }
  for (HouseMask& houses : m.deck_houses) read_below(in, houses, uint64_t{1} << kHouses);
  for (TokenCreature& token : m.tokens) {
    read_below(in, token.definition, uint64_t{kNone} + 1);
    const auto& definitions = m.program->definitions;
    const bool is_token =
        token.definition < definitions.size() && definitions[token.definition].type == CardType::TokenCreature;
    if (token.definition != kNone && !is_token) in.refuse();
    if (!is_token) token.definition = kNone;
    read_below(in, token.houses, uint64_t{1} << kHouses);
  }
  read_below(in, m.tide, 2);
}

}  // namespace

std::string write_pending(const Matchup& m, const State& base, const State& s) {
  ByteWriter out;
  out.number(hash_of_program());
  out.number(places_hash(m, base));
  out.number(hash_fields(m, base));
  write_fields(out, m, base, s);
  return out.text();
}

std::vector<std::string> restore_pending(std::string_view pending, const Matchup& m, State& s) {
  ByteReader in(pending);
  const uint64_t program = in.number(), places = in.number(), base = in.number();
  if (!in.good()) return {"`pending` is damaged"};
  if (program != hash_of_program()) return {std::string("`pending` ") + kOtherProgram};
  if (places != places_hash(m, s))
    return {"`pending` belongs to other cards in other places; leave it out to begin the step anew"};
  const bool edited = base != hash_fields(m, s);
  std::vector<std::string> problems = read_fields(in, m, s);
  for (std::string& problem : problems) problem = "`pending` is no position: " + problem;
  if (!problems.empty()) return problems;
  if (edited) derive(m, s);
  const std::string wrong = violation(m, s);
  if (!wrong.empty()) return {"`pending` contradicts the position: " + wrong};
  return {};
}

std::string write_line(const Matchup& m, const State& s) {
  ByteWriter out;
  out.number(hash_of_program());
  out.word(m.rules.name);
  write_cards(out, m);
  State base;
  clear_state(m, base);
  write_fields(out, m, base, s);
  return std::string(kLinePrefix) + out.text();
}

std::vector<std::string> read_line(std::string_view line, PositionGame& game) {
  if (!line.starts_with(kLinePrefix)) return {"a position line begins with `" + std::string(kLinePrefix) + "`"};
  ByteReader in(line.substr(kLinePrefix.size()));
  const uint64_t program = in.number();
  if (!in.good()) return {"the position line is damaged"};
  if (program != hash_of_program()) return {std::string("the position line ") + kOtherProgram};
  Matchup& m = game.matchup;
  m = {};
  m.program = &card_program();
  const std::optional<RulesProfile> rules = find_rules(in.word(kLongestRules));
  read_cards(in, m);
  if (!in.good() || !rules) return {"the position line is damaged"};
  m.rules = *rules;
  game.numbers.clear();
  for (int i = 0; i < m.card_count; ++i) game.numbers.push_back(i);
  finish_matchup(m);
  clear_state(m, game.state);
  std::vector<std::string> problems = read_fields(in, m, game.state);
  if (problems.empty())
    if (const std::string unknown = unknown_in(m, game.state); !unknown.empty()) return {unknown};
  if (problems.empty())
    if (const std::string wrong = violation(m, game.state); !wrong.empty()) problems.push_back(wrong);
  for (std::string& problem : problems) problem = "the position line is no position: " + problem;
  return problems;
}

}  // namespace archon
