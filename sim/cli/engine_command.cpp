// archon engine: a session on standard input and output, for programs in any language.
#include <iostream>

#include "agents/agent_registry.h"
#include "engine/deck/text_input.h"
#include "sim/advice/advice.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/protocol/playing_adviser.h"

namespace archon::cli {
namespace engine_command {

class AgentAdviser : public PlayingAdviser {
 public:
  std::vector<Worth> advise(const View& view, const ActionList& legal, const std::string& continuation, int worlds,
                            uint64_t seed, std::string& problem) override {
    const std::string agent = continuation.empty() ? "policy" : continuation;
    problem = make_agent(agent).error;
    std::vector<Worth> all;
    if (!problem.empty()) return all;
    for (const AdvisedAnswer& each : archon::advise(view, legal, Continuation(agent), worlds, seed, 0))
      all.push_back({each.action, each.win, each.behind, each.error});
    return all;
  }
};

constexpr size_t kMostSkipped = 16 << 20;  // of a line that is too long; then it may have no end

// A fault of the engine is an answer, too: the game stays as it was before the request.
std::string answered(Session& session, const std::string& line) {
  try {
    return session.answer(line);
  } catch (const std::exception& error) {
    return session_error(std::string("the engine failed: ") + error.what(), "do");
  }
}

int run() {
  AgentAdviser adviser;
  Session session(&adviser);
  std::string line;
  while (!session.ended() && std::cout) {
    const LineRead read = read_input_line(std::cin, line, kMaxRequestBytes);
    if (read == LineRead::End) break;
    if (read == LineRead::Line && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (read == LineRead::TooLong && !skip_input_line(std::cin, kMostSkipped)) {
      std::cerr << "archon engine: standard input: a line of more than 16 MB\n";
      return kUsage;
    }
    std::cout << (read == LineRead::TooLong ? Session::too_long() : answered(session, line)) << '\n';
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
