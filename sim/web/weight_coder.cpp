#include "sim/web/weight_coder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>

namespace archon {
namespace {

constexpr uint32_t kRenormalize = 1u << 24;
constexpr int kPrecision = 12;  // bits of a probability in the coder; 16 where it is kept

class Chance {
 public:
  uint32_t of_one() const { return std::clamp<uint32_t>(one_ >> (16 - kPrecision), 1, (1u << kPrecision) - 1); }
  // The mean of what was seen, in the end of the last 250.
  void see(bool one) {
    if (seen_ < 250) ++seen_;
    one_ += ((one ? 65535 : 0) - one_) * 2 / (2 * seen_ + 3);
  }

 private:
  int one_ = 32768, seen_ = 0;
};

class Encoder {
 public:
  bool bit(Chance& chance, bool one) {
    const uint32_t bound = (range_ >> kPrecision) * chance.of_one();
    if (!one) low_ += bound;
    range_ = one ? bound : range_ - bound;
    chance.see(one);
    renormalize();
    return one;
  }
  uint32_t plain(int count, uint32_t value) {
    for (int i = count - 1; i >= 0; --i) {
      range_ >>= 1;
      if (value >> i & 1) low_ += range_;
      renormalize();
    }
    return value;
  }
  std::string finish() {
    for (int i = 0; i < 5; ++i) shift();
    return bytes_.substr(1);  // the first is always 0
  }

 private:
  void renormalize() {
    for (; range_ < kRenormalize; range_ <<= 8) shift();
  }
  // The highest byte of `low_` goes out, once it is known whether something is carried into it.
  void shift() {
    if (low_ < 0xFF000000u || low_ > 0xFFFFFFFFu) {
      const auto carry = static_cast<uint8_t>(low_ >> 32);
      bytes_ += static_cast<char>(static_cast<uint8_t>(waiting_ + carry));
      for (; held_ > 0; --held_) bytes_ += static_cast<char>(static_cast<uint8_t>(0xFF + carry));
      waiting_ = static_cast<uint8_t>(low_ >> 24);
    } else {
      ++held_;
    }
    low_ = (low_ & 0xFFFFFF) << 8;
  }

  std::string bytes_;
  uint64_t low_ = 0;
  uint32_t range_ = 0xFFFFFFFF;
  uint8_t waiting_ = 0;
  int64_t held_ = 0;
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : bytes_(bytes) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8 | next();
  }
  bool bit(Chance& chance, bool) {
    const uint32_t bound = (range_ >> kPrecision) * chance.of_one();
    const bool one = code_ < bound;
    if (!one) code_ -= bound;
    range_ = one ? bound : range_ - bound;
    chance.see(one);
    renormalize();
    return one;
  }
  uint32_t plain(int count, uint32_t) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) {
      range_ >>= 1;
      const bool one = code_ >= range_;
      if (one) code_ -= range_;
      value = value << 1 | (one ? 1 : 0);
      renormalize();
    }
    return value;
  }

 private:
  void renormalize() {
    for (; range_ < kRenormalize; range_ <<= 8) code_ = code_ << 8 | next();
  }
  uint32_t next() { return at_ < bytes_.size() ? static_cast<uint8_t>(bytes_[at_++]) : 0; }

  std::string_view bytes_;
  size_t at_ = 0;
  uint32_t code_ = 0, range_ = 0xFFFFFFFF;
};

// How a weight is told, to write and to read alike: first of a row how many lowest bits no weight of it has; of each weight how
// many bits its size has, by the mean size of the row so far; the two bits below the highest; the others and the sign, which
// are as likely as not.
class WeightModel {
 public:
  template <class Coder>
  int code(Coder& coder, int weight) {
    Context& context = contexts_[level()];
    const auto size = static_cast<uint32_t>(std::abs(weight)) >> step_;
    const auto width = static_cast<uint32_t>(std::bit_width(size));
    uint32_t node = 1;
    for (int i = kWidthBits - 1; i >= 0; --i) node = node << 1 | (coder.bit(context.width[node], width >> i & 1) ? 1 : 0);
    const int bits = std::min(kMostBits, static_cast<int>(node - (1u << kWidthBits)));
    uint32_t told = bits > 0 ? 1 : 0;
    for (int i = bits - 2; i >= std::max(0, bits - 3); --i)
      told = told << 1 | (coder.bit(context.next[static_cast<size_t>(bits)][told], size >> i & 1) ? 1 : 0);
    if (bits > 3) told = told << (bits - 3) | coder.plain(bits - 3, size & ((1u << (bits - 3)) - 1));
    sum_ += told;
    ++count_;
    const bool minus = told > 0 && coder.plain(1, weight < 0 ? 1 : 0) != 0;
    return static_cast<int>(told << step_) * (minus ? -1 : 1);
  }
  // `step`: of so many bits all weights of the row have none.
  template <class Coder>
  void begin_row(Coder& coder, int step) {
    sum_ = kBefore * kUsual, count_ = kBefore;
    step_ = 0;
    while (step_ < kMostStep && coder.bit(steps_[static_cast<size_t>(step_)], step > step_)) ++step_;
  }

  static constexpr int kMostStep = 3;

 private:
  static constexpr int kMostBits = 16, kWidthBits = 5;  // of a size; of their number
  static constexpr uint32_t kBefore = 2, kUsual = 60;   // a row begins as if two weights of the usual size had been before
  struct Context {
    std::array<Chance, 1 << kWidthBits> width;
    std::array<std::array<Chance, 4>, 1 << kWidthBits> next;
  };

  // Four to each doubling of the mean size.
  size_t level() const {
    const uint64_t mean = sum_ / count_ + 1;
    const int whole = std::bit_width(mean) - 1;
    return static_cast<size_t>(whole * 4) + ((mean << 2 >> whole) & 3);
  }

  std::array<Context, 4 * 17> contexts_{};
  std::array<Chance, kMostStep> steps_{};
  int step_ = 0;
  uint64_t sum_ = 0, count_ = 1;
};

int step_of(const WeightRow& row) {
  unsigned bits = 1u << WeightModel::kMostStep;
  for (const int weight : row) bits |= static_cast<unsigned>(weight);
  return std::countr_zero(bits);
}

}  // namespace

std::string encode_weights(const std::vector<WeightRow>& rows) {
  Encoder coder;
  WeightModel model;
  for (const WeightRow& row : rows) {
    model.begin_row(coder, step_of(row));
    for (const int weight : row) model.code(coder, weight);
  }
  return coder.finish();
}

std::vector<WeightRow> decode_weights(std::string_view bytes, const std::vector<size_t>& lengths) {
  Decoder coder(bytes);
  WeightModel model;
  std::vector<WeightRow> rows;
  for (const size_t length : lengths) {
    WeightRow& row = rows.emplace_back();
    model.begin_row(coder, 0);
    for (size_t i = 0; i < length; ++i) row.push_back(model.code(coder, 0));
  }
  return rows;
}

}  // namespace archon
