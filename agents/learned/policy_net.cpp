#include "agents/learned/policy_net.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "agents/reading/card_features.h"
#include "engine/facts/facts.h"

namespace archon {

PolicyWeights::PolicyWeights()
    : features(static_cast<size_t>(card_feature_count()), CardVector{}),
      names(CardTable::instance().cards().size(), CardVector{}) {}

std::vector<uint16_t> card_of_definition(const Program& program) {
  std::vector<uint16_t> cards(program.definitions.size());
  for (size_t i = 0; i < cards.size(); ++i) cards[i] = static_cast<uint16_t>(i);
  for (const Variant& variant : program.variants) cards[variant.definition] = variant.card;
  return cards;
}

namespace {

// Eight lanes: one register with AVX2, two with SSE; sums are made in the same order either way. A function that works on rows
// is compiled for both and must have all of them inlined.
using Lanes = float __attribute__((vector_size(32)));
constexpr size_t kLanes = 8;
static_assert(kHidden % kLanes == 0 && kSecond % kLanes == 0);

// From anywhere; a reference, as a function that gives back so many lanes would be called differently with AVX.
[[gnu::always_inline]] inline void load(const float* from, Lanes& lanes) { std::memcpy(&lanes, from, sizeof lanes); }

template <size_t N>
struct Row {
  Lanes parts[N / kLanes];

  [[gnu::always_inline]] inline void set(const float* from) {
    for (size_t i = 0; i < N / kLanes; ++i) load(from + i * kLanes, parts[i]);
  }
  [[gnu::always_inline]] inline void add(const float* from) {
    for (size_t i = 0; i < N / kLanes; ++i) {
      Lanes lanes;
      load(from + i * kLanes, lanes);
      parts[i] += lanes;
    }
  }
  [[gnu::always_inline]] inline void add(const float* from, float factor) {
    for (size_t i = 0; i < N / kLanes; ++i) {
      Lanes lanes;
      load(from + i * kLanes, lanes);
      parts[i] += factor * lanes;
    }
  }
  [[gnu::always_inline]] inline void rectify() {
    for (Lanes& each : parts) each = each > 0 ? each : each - each;
  }
  [[gnu::always_inline]] inline float dot(const float* from) const {
    Lanes sum{};
    for (size_t i = 0; i < N / kLanes; ++i) {
      Lanes lanes;
      load(from + i * kLanes, lanes);
      sum += parts[i] * lanes;
    }
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
  }
};
using Hidden = Row<kHidden>;
using Second = Row<kSecond>;

[[gnu::always_inline]] inline float output(const PolicyWeights& w, Hidden& hidden) {
  hidden.rectify();
  Second second;
  second.set(w.second_bias.data());
  for (size_t i = 0; i < kHidden; ++i) second.add(w.second[i].data(), hidden.parts[i / kLanes][i % kLanes]);
  second.rectify();
  return second.dot(w.out.data()) + hidden.dot(w.out_first.data());
}

float dot(const CardVector& a, const CardVector& b) {
  float sum = 0;
  for (size_t i = 0; i < kCardWidth; ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

void PolicyNet::make_rows(const Program& program, uint16_t definition) const {
  const Lock lock(making_);
  if (rows_[definition].load(std::memory_order_relaxed)) return;  // another thread was faster
  const size_t card = card_of_definition(program)[definition];
  CardVector vector = card < weights_.names.size() ? weights_.names[card] : CardVector{};  // a blank has no name
  for (const CardFeature& each : card_features(program, program.definitions[definition]))
    for (size_t i = 0; i < kCardWidth; ++i) vector[i] += each.value * weights_.features[each.index][i];
  auto rows = std::make_unique<CardRows>();
  for (size_t role = 0; role < kCardRoles; ++role)
    for (size_t i = 0; i < kHidden; ++i) (*rows)[role][i] = dot(weights_.roles[role][i], vector);
  made_.push_back(std::move(rows));
  rows_[definition].store(made_.back().get(), std::memory_order_release);
}

namespace {

using CardRows = std::array<HiddenRow, kCardRoles>;

// The thread sanitizer is not there yet when the loader asks which clone fits; WebAssembly has one kind of processor.
#if defined(__SANITIZE_THREAD__) || defined(__wasm__)
#define ARCHON_CLONES
#else
#define ARCHON_CLONES [[gnu::target_clones("avx2", "default")]]
#endif

// All cards have their rows. Not a member: clang 14 calls clones by their name only where it sees that there are some.
ARCHON_CLONES void score_all(const PolicyWeights& w, const std::atomic<const CardRows*>* rows, const DecisionFeatures& features,
                             float* scores) {
  const auto row_of = [rows](const CardEntry& each) {
    return (*rows[each.definition].load(std::memory_order_acquire))[static_cast<size_t>(each.role)].data();
  };
  Hidden position{};
  for (const CardEntry& each : features.position_cards()) position.add(row_of(each));
  for (const NumberEntry& each : features.position_numbers()) position.add(w.position[each.index].data(), each.value);
  for (int i = 0; i < features.actions; ++i) {
    Hidden hidden = position;
    for (const CardEntry& each : features.action_cards(i)) hidden.add(row_of(each));
    for (const NumberEntry& each : features.action_numbers(i)) hidden.add(w.action[each.index].data(), each.value);
    scores[i] = output(w, hidden);
  }
}

}  // namespace

void PolicyNet::score(const Program& program, const DecisionFeatures& features, std::span<float> scores) const {
  assert(std::ssize(scores) >= features.actions && program.definitions.size() <= kMaxDefinitions);
  const size_t cards = features.first_card[static_cast<size_t>(features.actions)];
  for (const CardEntry& each : std::span(features.cards).first(cards))
    if (!rows_[each.definition].load(std::memory_order_acquire)) make_rows(program, each.definition);
  score_all(weights_, rows_.data(), features, scores.data());
}

}  // namespace archon
