// archon.wasm: games played.
#include "engine/deck/text_input.h"
#include "sim/web/game_player.h"
#include "sim/web/module/answer.h"

namespace archon {

std::string answer_request(std::string_view request) { return answer_playing(request); }

// A module has no files: agents take no weights from one.
TextInput read_text_input(const std::string&, size_t) { return {"", std::string(kNoSuchFile)}; }

}  // namespace archon
