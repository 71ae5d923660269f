// Position lines. An input that begins with a zero byte is a recipe: which game, how far, and which fields of its line are
// changed; any other one is what stands behind the number of the program.
#include "engine/cards/library.h"
#include "engine/position/field_codec.h"
#include "engine/position/line_hash.h"
#include "engine/position/position.h"
#include "engine/position/position_pending.h"
#include "tests/engine/games.h"
#include "tests/engine/position/strange_line.h"
#include "tests/fuzz/target.h"

using namespace archon;

namespace {

void follow_recipe(const uint8_t* data, size_t size) {
  if (size < 5) return;
  const Matchup m = test::matchup_of(data[1], data[2]);
  State last;
  test::play_random(
      m, last, data[3], [](const State&, Action) {}, 2 * data[4]);
  for (size_t i = 5; i < size && i < 37; ++i) {
    SmallRng rng{(uint64_t{data[i]} << 8) + i};
    test::survive_line(test::with_other_field(m, last, rng), i);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const uint64_t program = line_hash(Library::instance().program());
  if (size && data[0] == 0) {
    follow_recipe(data, size);
    return 0;
  }
  std::vector<uint8_t> bytes;
  uint64_t rest = program;
  for (; rest >= 128; rest >>= 7) bytes.push_back(static_cast<uint8_t>(rest & 127) | 128);
  bytes.push_back(static_cast<uint8_t>(rest));
  bytes.insert(bytes.end(), data, data + size);
  test::survive_line("archon-3:" + sealed_text(bytes), size);
  return 0;
}
