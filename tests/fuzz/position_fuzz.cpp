// Positions as JSON: refused with problems, or played on.
#include <nlohmann/json.hpp>

#include "engine/position/position_json.h"
#include "tests/engine/position/strange_line.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const nlohmann::json json = nlohmann::json::parse(fuzz::text_of(data, size), nullptr, false);
  if (json.is_discarded()) return 0;
  LoadedPosition loaded = load_position(json);
  fuzz::want(loaded.game.has_value() == loaded.problems.empty(), "neither a game nor a problem");
  if (loaded.game) test::play_on(loaded.game->matchup, loaded.game->state, loaded.game->numbers, size);
  return 0;
}
