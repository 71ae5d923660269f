// What modules that play have in place of a system: no files, one thread, nothing thrown. They export, besides:
//   archon_give_facts(text, length)   engine/facts/facts.tsv, which rater.wasm has ({"do": "facts"}), before the first request;
//                                     1, or 0 where the module was built with another one
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/deck/deck.h"
#include "engine/deck/text_input.h"
#include "sim/play/threads.h"
#include "sim/protocol/asked_chance.h"
#include "sim/web/module/answer.h"
#include "sim/web/module/files.h"

namespace archon {

std::string answer_request(std::string_view request) {
  if (has_facts()) return answer_with_facts(request);
  return R"({"problems": ["first the module must be given the facts of cards: archon_give_facts"]})";
}

// A module has no files: agents take no weights from one, and decks are texts.
DeckResult read_deck_file(const std::string&) {
  DeckResult result;
  result.problems.push_back({.line = 0, .message = std::string(kNoSuchFile), .hint = ""});
  return result;
}
TextInput read_text_input(const std::string&, size_t) { return {"", std::string(kNoSuchFile)}; }

TableForms packed_forms() {
  static const TableForm* const kForms[] = {&kPolicyForm};
  return kForms;
}

// And one thread.
void parallel_for(size_t count, int, const std::function<void(size_t)>& work) {
  for (size_t i = 0; i < count; ++i) work(i);
}

bool can_ask_chance() { return false; }

std::optional<ChanceQuestion> carry_out_asking(const std::vector<CardId>&, bool, const std::function<void()>& operation) {
  operation();
  return std::nullopt;
}

}  // namespace archon

extern "C" [[clang::export_name("archon_give_facts")]] int archon_give_facts(const char* text, size_t length) {
  return archon::give_facts({text, length}) ? 1 : 0;
}
