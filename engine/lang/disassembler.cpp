#include "engine/lang/disassembler.h"

#include <algorithm>
#include <string_view>

#include "engine/core/ability_names.h"
#include "engine/core/program_fields.h"
#include "engine/facts/facts.h"

namespace archon::lang {
namespace {

constexpr std::string_view kStatics[] = {
#define X(name) #name,
    ARCHON_STATICS(X)
#undef X
};
constexpr std::string_view kZoneNames[] = {"deck",      "hand",     "discard", "archives", "purged",   "line",
                                           "artifacts", "attached", "under",   "limbo",    "inactive", "reference"};
static_assert(std::size(kZoneNames) == kZones, "a name for every zone");
constexpr std::string_view kQuants[] = {"each", "exactly", "up to", "any number", "random", "most powerful", "least powerful"};
constexpr std::string_view kSides[] = {"any", "friendly", "enemy"};
constexpr std::string_view kEvents[] = {
#define X(name) #name,
    ARCHON_EVENTS(X)
#undef X
};

std::string_view name_of(ExprOp op) { return row_of(op).name; }
std::string_view name_of(EffectOp op) { return row_of(op).name; }
std::string_view name_of(AbilityKind kind) { return ability_name(kind); }
std::string_view name_of(StaticKind kind) { return kStatics[static_cast<size_t>(kind)]; }
std::string_view name_of(EventType type) { return kEvents[static_cast<size_t>(type)]; }
std::string_view name_of(Zone zone) { return kZoneNames[static_cast<size_t>(zone)]; }
std::string_view name_of(Quant quant) { return kQuants[static_cast<size_t>(quant)]; }
std::string_view name_of(Side side) { return kSides[static_cast<size_t>(side)]; }
std::string_view name_of(CardType type) { return type_name(type); }
std::string_view name_of(Keyword keyword) { return keyword_name(keyword); }

template <class T>
std::string words(T value) {
  if constexpr (requires { name_of(value); })
    return std::string(name_of(value));
  else
    return std::to_string(static_cast<int64_t>(value));
}

// What is shown of a part: on the line of what it belongs to, and in lines of its own below that.
struct Text {
  std::string line, below = "";
  bool kind = false;  // what the part is
  friend bool operator==(const Text&, const Text&) = default;
};

Text body_text(const Program& p, uint16_t id, int indent);
Text part_text(const Program& p, uint16_t id, Pool pool, int indent);

// The fields of a part, one by one.
class FieldTexts {
 public:
  // `start`: where its program begins; jumps are shown as counted from there, so that a text does not depend on other cards.
  FieldTexts(const Program& p, int indent, uint16_t start) : p_(p), indent_(indent), start_(start) {}
  const std::vector<Text>& texts() const { return texts_; }

  template <class T>
  void kind(T value) {
    add({.line = words(value) + (std::same_as<T, AbilityKind> ? ":" : ""), .kind = true});
  }
  void field(const char* word, bool value) { add({value ? word : std::string("not ") + word}); }
  template <class T>
  void field(const char* word, T value) {
    add({with(word, words(value))});
  }
  template <class Enum>
  void mask(const char* word, uint64_t mask, Enum) {
    std::string text;
    for (int i = 0; i < 64; ++i)
      if (mask >> i & 1) text = with(text.c_str(), words(static_cast<Enum>(i)));
    add({with(word, text)});
  }
  void index(const char* word, uint16_t id, Pool pool) {
    Text text = id == kNone ? Text{"-"} : part_text(p_, id, pool, indent_);
    text.line = with(word, text.line);
    add(std::move(text));
  }
  void indices(const std::vector<uint16_t>& ids, Pool pool) {
    Text text;
    for (uint16_t id : ids) text.below += part_text(p_, id, pool, indent_).below;
    add(std::move(text));
  }
  template <class Op, class T>
  void operand(Op op, size_t i, T value) {
    if (i < row_of(op).operands.size()) add(operand_text(row_of(op).operands[i], static_cast<uint16_t>(value)));
  }
  void copy(auto) {}
  void card(uint16_t) {}
  void line(int) {}

 private:
  void add(Text text) { texts_.push_back(std::move(text)); }
  static std::string with(std::string_view word, const std::string& text) {
    return std::string(word) + (word.empty() || text.empty() || word.ends_with('#') ? "" : " ") + text;
  }
  Text operand_text(char kind, uint16_t value) const {
    if (value == kNone) return {"-"};
    switch (kind) {
      case 'e':
        return {describe(p_, value)};
      case 's':
        return part_text(p_, value, Pool::Selectors, indent_);
      case 'p':
        return part_text(p_, value, Pool::Patterns, indent_);
      case 'b':
        return body_text(p_, value, indent_ + 6);
      case 'v':
        return {"$" + std::to_string(value)};
      case 'j':
        return {"@" + std::to_string(value - start_)};
      default:
        return {std::to_string(static_cast<int16_t>(value))};
    }
  }

  const Program& p_;
  int indent_;
  uint16_t start_;
  std::vector<Text> texts_;
};

template <class T>
std::vector<Text> field_texts(const Program& p, const T& of, int indent = 0, uint16_t start = 0) {
  FieldTexts fields(p, indent, start);
  visit_fields(of, fields);
  return fields.texts();
}

// What it is, and the fields that are not as usual.
template <class T>
Text text_of(const Program& p, const T& of, int indent = 0) {
  const std::vector<Text> fields = field_texts(p, of, indent), usual = field_texts(p, T{}, indent);
  Text text;
  for (size_t i = 0; i < fields.size(); ++i) {
    if (fields[i] == usual[i] && !fields[i].kind) continue;
    if (!fields[i].line.empty()) text.line += (text.line.empty() ? "" : " ") + fields[i].line;
    text.below += fields[i].below;
  }
  return text;
}

// A name and its operands, the rest being what stands behind them.
std::string with_operands(const std::vector<Text>& fields, size_t operands, std::string_view open, std::string_view close) {
  std::string text = fields[0].line;
  for (size_t i = 0; i < operands; ++i) text += std::string(i ? ", " : open) + fields[i + 1].line;
  return operands ? text + std::string(close) : text;
}

std::string code_text(const Program& p, uint16_t start, int indent) {
  std::string text;
  // The end of an ability is the End that no Jump leads past.
  uint16_t furthest = start;
  for (uint16_t at = start; at < p.code.size(); ++at) {
    const Instr& in = p.code[at];
    const std::string_view operands = row_of(in.op).operands;
    const std::vector<Text> fields = field_texts(p, in, indent, start);
    text += std::string(static_cast<size_t>(indent), ' ') + std::to_string(at - start) + "  " +
            with_operands(fields, operands.size(), " ", "") + (in.flags ? " " + fields.back().line : "") + '\n';
    for (const Text& field : fields) text += field.below;
    const uint16_t values[] = {in.a, in.b, in.c};
    for (size_t i = 0; i < operands.size(); ++i)
      if (operands[i] == 'j' && values[i] != kNone) furthest = std::max(furthest, values[i]);
    // Programs of a lasting block lie before it, behind a jump: they are shown with the block.
    if (in.op == EffectOp::Jump && in.a > at + 1 && in.a < p.code.size() && p.code[in.a].op == EffectOp::Lasting)
      at = static_cast<uint16_t>(in.a - 1);
    if (in.op == EffectOp::End && at >= furthest) break;
  }
  return text;
}

Text body_text(const Program& p, uint16_t id, int indent) {
  Text text = text_of(p, p.bodies[id], indent);
  text.line = "body" + (text.line.empty() ? "" : " " + text.line);
  return text;
}

std::string ability_text(const Program& p, uint16_t id, int indent) {
  const Text text = text_of(p, p.abilities[id], indent);
  return std::string(static_cast<size_t>(indent), ' ') + text.line + '\n' + text.below;
}

Text part_text(const Program& p, uint16_t id, Pool pool, int indent) {
  switch (pool) {
    case Pool::Exprs:
      return {describe(p, id)};
    case Pool::Selectors:
      return {'[' + text_of(p, p.selectors[id]).line + ']'};
    case Pool::Patterns:
      return text_of(p, p.patterns[id]);
    case Pool::Statics:
      return text_of(p, p.statics[id], indent);
    case Pool::Abilities:
      return {"", ability_text(p, id, indent + 4)};
    case Pool::Code:
      return {"", code_text(p, id, indent + 4)};
    case Pool::Definitions:
      return {"", disassemble(p, p.definitions[id])};
  }
  return {};
}

}  // namespace

std::string describe(const Program& p, ExprId id) {
  const Expr& e = p.exprs[id];
  if (e.op == ExprOp::Num) return std::to_string(e.a);
  if (e.op == ExprOp::Select) return part_text(p, static_cast<uint16_t>(e.a), Pool::Selectors, 0).line;
  return with_operands(field_texts(p, e), row_of(e.op).operands.size(), "(", ")");
}

std::string disassemble(const Program& program, const Definition& definition) {
  const Text text = text_of(program, definition, -2);
  return "  " + text.line + '\n' + text.below;
}

}  // namespace archon::lang
