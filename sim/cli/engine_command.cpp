// archon engine: a session on standard input and output, for programs in any language.
#include <iostream>

#include "engine/deck/text_input.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/protocol/protocol.h"

namespace archon::cli {
namespace engine_command {

constexpr size_t kMostSkipped = 16 << 20;  // of a line that is too long; then it may have no end

int run() {
  Session session;
  std::string line;
  while (!session.ended() && std::cout) {
    const LineRead read = read_input_line(std::cin, line, kMaxRequestBytes);
    if (read == LineRead::End) break;
    if (read == LineRead::Line && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (read == LineRead::TooLong && !skip_input_line(std::cin, kMostSkipped)) {
      std::cerr << "archon engine: standard input: a line of more than 16 MB\n";
      return kUsage;
    }
    std::cout << (read == LineRead::TooLong ? Session::too_long() : session.answer(line)) << '\n';
    if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();  // the client waits; otherwise it has sent more
  }
  return kDone;
}

}  // namespace engine_command

void add_engine(Command program) {
  using namespace engine_command;
  Command command = program.add("engine", "Games driven by another program: JSON lines on standard input and output");
  command.footer(
      "One JSON object a line, one answer a line: {\"do\":\"new\",\"decks\":[\"a.deck\",\"b.deck\"]}, {\"do\":\"decision\"},\n"
      "{\"do\":\"apply\",\"id\":0} ... sim/protocol/README.md has all requests; scripts/play_engine.py is a client.");
  command.calls([](const Invocation&) { return run(); });
}

}  // namespace archon::cli
