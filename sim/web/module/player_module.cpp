// archon.wasm: games played.
#include "sim/web/game_player.h"
#include "sim/web/module/answer.h"

namespace archon {

std::string answer_with_facts(std::string_view request) { return answer_playing(request); }

}  // namespace archon
