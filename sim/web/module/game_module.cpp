// game.wasm: one game, decision by decision, as `archon engine` plays it (sim/protocol/README.md). An instance is a session.
#include "sim/protocol/playing_adviser.h"
#include "sim/web/module/answer.h"

namespace archon {

std::string answer_with_facts(std::string_view request) {
  static PlayingAdviser adviser;
  static Session session(&adviser);
  return request.size() > kMaxRequestBytes ? Session::too_long() : session.answer(request);
}

}  // namespace archon
