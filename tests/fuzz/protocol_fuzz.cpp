// A session of `archon engine`: every line has an answer, which is JSON.
#include "sim/protocol/protocol.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Session session;
  std::string_view text = fuzz::text_of(data, size);
  while (!text.empty() && !session.ended()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string answer = session.answer(text.substr(0, end));
    fuzz::want(nlohmann::json::accept(answer), "the answer is no JSON");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return 0;
}
