#include "engine/core/program_image.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/fnv.h"
#include "engine/core/program_fields.h"

namespace archon {
namespace {

constexpr std::string_view kFirstLine = "archon-cards 1\n";
constexpr size_t kNumber = 4, kDigest = 8;

uint64_t digest(std::string_view bytes) { return hash_of<Fnv64>(bytes); }

void put(std::string& bytes, uint64_t number, size_t size) {
  for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
}

uint64_t take(std::string_view& bytes, size_t size) {
  uint64_t number = 0;
  for (size_t i = 0; i < size && i < bytes.size(); ++i)
    number |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  bytes.remove_prefix(std::min(size, bytes.size()));
  return number;
}

// A reference to another part as it is written: parts are made card by card, so that most refer to one near to that which the
// reference of the same kind before it was to. None, which is frequent, is 0.
class NearReferences {
 public:
  uint16_t shortened(char kind, uint16_t id) {
    uint16_t& last = last_[static_cast<uint8_t>(kind)];
    if (id == kNone) return 0;
    const auto step = static_cast<uint16_t>(id - std::exchange(last, id));
    return step == 0 ? static_cast<uint16_t>(kNone - id) : step;  // the step that none would be
  }
  uint16_t whole(char kind, uint16_t step) {
    uint16_t& last = last_[static_cast<uint8_t>(kind)];
    if (step == 0) return kNone;
    if (step != static_cast<uint16_t>(kNone - last)) last = static_cast<uint16_t>(last + step);
    return last;
  }

 private:
  std::array<uint16_t, 256> last_{};
};

// What an operand refers to by ops.def; 0 when it is a number.
char reference_kind(auto op, size_t i) {
  constexpr std::string_view kReferences = "espbj";
  const std::string_view operands = row_of(op).operands;
  return i < operands.size() && kReferences.find(operands[i]) != std::string_view::npos ? operands[i] : '\0';
}

// What writes and reads have in common: which field is looked at is known by the number of bytes of the part before it.
// `Each::value` takes a number of any type, `Each::reference` a part's.
template <class Each>
struct Fields : Each {
  void kind(auto& value) { this->value(value); }
  void field(const char*, auto& value) { this->value(value); }
  void mask(const char*, auto& value, auto) { this->value(value); }
  void index(const char*, auto& id, Pool pool) { this->reference(static_cast<char>(pool), id); }
  void indices(auto& ids, Pool) { this->list(ids); }
  void operand(auto op, size_t i, auto& value) {
    if (const char kind = reference_kind(op, i))
      this->reference(kind, value);
    else
      this->value(value);
  }
  void copy(auto& value) { this->value(value); }
  void card(auto& id) { this->value(id); }
  void line(auto& number) { this->value(number); }
};

class Writing {
 public:
  void next_part() { column_ = 0; }
  void value(auto value) {
    const auto bits = static_cast<uint64_t>(value);
    for (size_t i = 0; i < sizeof value; ++i) column() += static_cast<char>(bits >> (8 * i) & 0xFF);
  }
  void reference(char kind, auto id) { value(near_.shortened(kind, static_cast<uint16_t>(id))); }
  void list(const std::vector<uint16_t>& ids) {
    value(static_cast<uint16_t>(ids.size()));
    std::string& all = column();
    for (const uint16_t id : ids) put(all, id, sizeof id);
  }
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  std::string& column() {
    if (column_ == columns_.size()) columns_.emplace_back();
    return columns_[column_++];
  }

  std::vector<std::string> columns_;
  size_t column_ = 0;
  NearReferences near_;
};

class Reading {
 public:
  void add_column(std::string_view bytes) { columns_.push_back(bytes); }
  void next_part() { column_ = 0; }
  template <class T>
  void value(T& value) {
    uint64_t bits = 0;
    for (size_t i = 0; i < sizeof value; ++i) bits |= take_from(column(), 1) << (8 * i);
    value = static_cast<T>(bits);
  }
  template <class T>
  void reference(char kind, T& id) {
    uint16_t step = 0;
    value(step);
    id = static_cast<T>(near_.whole(kind, step));
  }
  void list(std::vector<uint16_t>& ids) {
    uint16_t size = 0;
    value(size);
    std::string_view& all = column();
    for (; size > 0 && whole_; --size) ids.push_back(static_cast<uint16_t>(take_from(all, sizeof size)));
  }
  // Whether all that was asked for was there, and nothing else.
  bool whole() const {
    for (const std::string_view& each : columns_)
      if (!each.empty()) return false;
    return whole_;
  }

 private:
  std::string_view& column() { return column_ < columns_.size() ? columns_[column_++] : nothing_; }
  uint64_t take_from(std::string_view& bytes, size_t size) {
    whole_ = whole_ && bytes.size() >= size;
    return take(bytes, size);
  }

  std::vector<std::string_view> columns_;
  std::string_view nothing_;
  size_t column_ = 0;
  bool whole_ = true;
  NearReferences near_;
};

template <class Part, class Each>
void visit(Part& part, Fields<Each>& fields) {
  fields.next_part();
  if constexpr (std::integral<std::remove_const_t<Part>>)
    fields.value(part);
  else
    visit_fields(part, fields);
}

void each_pool(auto& program, auto&& work) {
  auto& [exprs, selectors, code, patterns, statics, abilities, bodies, definitions, variants, needs, selector_needs] = program;
  work(exprs);
  work(selectors);
  work(code);
  work(patterns);
  work(statics);
  work(abilities);
  work(bodies);
  work(definitions);
  work(variants);
  work(needs);
  work(selector_needs);
}

}  // namespace

std::string program_image(const Program& program) {
  std::string bytes;
  each_pool(program, [&](const auto& pool) {
    Fields<Writing> fields;
    for (const auto& part : pool) visit(part, fields);
    put(bytes, pool.size(), kNumber);
    put(bytes, fields.columns().size(), kNumber);
    for (const std::string& column : fields.columns()) {
      put(bytes, column.size(), kNumber);
      bytes += column;
    }
  });
  std::string image(kFirstLine);
  put(image, digest(bytes), kDigest);
  return image + bytes;
}

std::optional<Program> read_program_image(std::string_view image, std::string& problem) {
  problem = "this is no image of cards, or one of another version";
  if (!image.starts_with(kFirstLine)) return {};
  image.remove_prefix(kFirstLine.size());
  if (take(image, kDigest) != digest(image)) return {};
  Program program;
  bool whole = true;
  each_pool(program, [&](auto& pool) {
    const size_t parts = take(image, kNumber), columns = take(image, kNumber);
    Fields<Reading> fields;
    for (size_t i = 0; i < columns && !image.empty(); ++i) {
      const size_t size = std::min(take(image, kNumber), static_cast<uint64_t>(image.size()));
      fields.add_column(image.substr(0, size));
      image.remove_prefix(size);
    }
    pool.resize(whole ? parts : 0);
    for (auto& part : pool) visit(part, fields);
    whole = whole && fields.whole();
  });
  if (!whole || !image.empty()) return {};
  problem.clear();
  return program;
}

}  // namespace archon
