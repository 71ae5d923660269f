// Fitting the learned policy: what decides the labels is found, and nothing else.
#include "sim/train/policy_fit.h"

#include <catch2/catch.hpp>
#include <memory>

#include "agents/learned/policy_file.h"
#include "engine/cards/library.h"
#include "engine/facts/facts.h"

using namespace archon;

namespace {

uint16_t card(std::string_view id) { return static_cast<uint16_t>(CardTable::instance().find_id(id)); }

// Decisions among three cards to play, of which one is good: two percent of winning, or four in positions that are open. With
// noise of five.
std::vector<PolicySample> synthetic(int count, uint64_t seed, std::span<const uint16_t> cards, uint16_t good) {
  SmallRng rng{seed};
  std::vector<PolicySample> samples;
  for (int i = 0; i < count; ++i) {
    PolicySample sample;
    sample.kind = ChoiceKind::Main;
    const bool open = rng.below(2) == 0;
    sample.numbers = {{0, 1.f}};
    sample.first_card = {0};
    sample.first_number = {1};
    for (int action = 0; action < 3; ++action) {
      const uint16_t played = action == 0 ? good : cards[rng.below(static_cast<uint32_t>(cards.size()))];
      sample.cards.push_back({CardRole::Play, played});
      sample.numbers.push_back({0, 1.f});
      sample.first_card.push_back(static_cast<uint16_t>(sample.cards.size()));
      sample.first_number.push_back(static_cast<uint16_t>(sample.numbers.size()));
      const float noise = static_cast<float>(rng.uniform() + rng.uniform() - 1) * 12;
      sample.values.push_back((open ? 50.f : 90.f) + (played == good ? (open ? 4.f : 1.44f) : 0.f) + noise);
    }
    sample.thumb = 1;
    samples.push_back(std::move(sample));
  }
  return samples;
}

}  // namespace

TEST_CASE("a fit finds the card that is good, through noise") {
  const std::vector<uint16_t> others = {card("troll"), card("urchin"), card("bumpsy"), card("snufflegator")};
  const auto samples = synthetic(3000, 1, others, card("shooler"));
  const auto test = synthetic(1000, 2, others, card("shooler"));
  auto weights = std::make_unique<PolicyWeights>();
  double first = 0, last = 0;
  fit_policy(*weights, samples, {.epochs = 6, .name_dropout = 0.1},
             [&](int epoch, double loss, const PolicyWeights&) { (epoch == 1 ? first : last) = loss; });
  CHECK(last < first);
  const PolicyQuality quality = policy_quality(*weights, test).back();
  CHECK(quality.decisions == 1000);
  CHECK(quality.policy < quality.random - 1.5);
  CHECK(quality.policy < quality.thumb - 2);
  const PolicyQualities qualities = policy_quality(*weights, test);
  CHECK(qualities[static_cast<size_t>(ChoiceKind::Main)].decisions == 1000);
  CHECK(qualities[static_cast<size_t>(ChoiceKind::House)].decisions == 0);
  CHECK(policy_quality(*weights, test, [&](uint16_t each) { return each == card("dust-imp"); }).back().decisions == 0);
}

TEST_CASE("equal samples and seeds give equal weights") {
  const std::vector<uint16_t> others = {card("troll"), card("urchin")};
  const auto samples = synthetic(300, 1, others, card("shooler"));
  const auto fit = [&](uint64_t seed) {
    auto weights = std::make_unique<PolicyWeights>();
    fit_policy(*weights, samples, {.epochs = 2, .seed = seed}, [](int, double, const PolicyWeights&) {});
    return policy_text(*weights, {});
  };
  CHECK(fit(1) == fit(1));
  CHECK(fit(1) != fit(2));
}

TEST_CASE("names of cards held out are never learned") {
  std::vector<uint16_t> out, in;
  for (uint16_t i = 0; i < 400; ++i)
    if (Library::instance().defined(i)) (held_out(i, 10) ? out : in).push_back(i);
  CHECK(out.size() > 20);
  CHECK(out.size() < 70);
  const auto samples = synthetic(500, 1, out, in[0]);
  auto weights = std::make_unique<PolicyWeights>();
  fit_policy(*weights, samples, {.epochs = 1, .hold_out = 10}, [](int, double, const PolicyWeights&) {});
  for (uint16_t each : out) CHECK(weights->names[each] == CardVector{});
  CHECK(weights->names[in[0]] != CardVector{});
}
