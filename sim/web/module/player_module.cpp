// archon.wasm: games played. It exports, besides:
//   archon_give_facts(text, length)   engine/facts/facts.tsv, which rater.wasm has ({"do": "facts"}), before the first request;
//                                     1, or 0 where the module was built with another one
#include <functional>

#include "engine/deck/text_input.h"
#include "sim/play/threads.h"
#include "sim/web/game_player.h"
#include "sim/web/module/answer.h"
#include "sim/web/module/files.h"

namespace archon {

std::string answer_request(std::string_view request) {
  if (has_facts()) return answer_playing(request);
  return R"({"problems": ["first the module must be given the facts of cards: archon_give_facts"]})";
}

// A module has no files: agents take no weights from one.
TextInput read_text_input(const std::string&, size_t) { return {"", std::string(kNoSuchFile)}; }

TableForms packed_forms() {
  static const TableForm* const kForms[] = {&kPolicyForm};
  return kForms;
}

// And one thread.
void parallel_for(size_t count, int, const std::function<void(size_t)>& work) {
  for (size_t i = 0; i < count; ++i) work(i);
}

}  // namespace archon

extern "C" [[clang::export_name("archon_give_facts")]] int archon_give_facts(const char* text, size_t length) {
  return archon::give_facts({text, length}) ? 1 : 0;
}
