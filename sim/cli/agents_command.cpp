// archon agents: who can play.
#include <memory>

#include "sim/cli/commands.h"
#include "sim/command/presenting.h"
#include "sim/documents/agents_document.h"

namespace archon::cli {

void add_agents(Command program) {
  Command command = program.add("agents", "The agents that can play, and their parameters");
  auto presenting = std::make_shared<Presenting>();
  presenting->add_to(command);
  command.calls([presenting](const Invocation& invocation) {
    present::Document document = agents_document();
    document.provenance.command_line = invocation.command_line;
    return presenting->show(document);
  });
}

}  // namespace archon::cli
