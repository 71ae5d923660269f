#include "sim/command/command_tree.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iterator>

#include "sim/command/examples.h"

namespace archon::cli {

namespace {

std::vector<CLI::App*> below(CLI::App& app) { return app.get_subcommands({}); }
std::vector<const CLI::App*> below(const CLI::App& app) { return app.get_subcommands({}); }

// What an argument takes, by its name: the same name takes the same with every command.
std::string_view type_of(std::string_view name) {
  struct Type {
    std::string_view name, type;
  };
  static constexpr Type kTypes[] = {
      {"--agent", "AGENT"}, {"--agent-b", "AGENT"},  {"--agents", "AGENT"},  {"--second", "AGENT"},
      {"--time", "TIME"},   {"--ledger", "FILE"},    {"--record", "FILE"},   {"--report", "FILE"},
      {"--from", "FILE"},   {"--out", "PATH"},       {"--set", "SET"},       {"--rules", "RULEBOOK"},
      {"--shard", "I/N"},   {"--decks", "DECKS"},    {"--field", "DECKS"},   {"--precision", "POINTS"},
      {"--test", "FILE"},   {"--sprt", "ELO0,ELO1"}, {"--percent", "RATES"}, {"--only", "NAME"},
      {"--mine", "NAME"},   {"--model", "FILE"},     {"--known", "FILE"},    {"--save-decks", "PATH"},
      {"--page", "FILE"},   {"--report-url", "URL"}, {"--against", "DECK"},  {"--continuation", "AGENT"},
  };
  const auto found = std::ranges::find(kTypes, name, &Type::name);
  return found == std::end(kTypes) ? "" : found->type;
}

void name_type(CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.empty() || option.get_type_size() == 0) return;
  const std::string_view own = option.get_lnames().empty() ? "" : type_of("--" + option.get_lnames().back());
  if (option.get_positional())
    option.type_name("");
  else if (!own.empty() && (type.starts_with("TEXT") || type.starts_with("FLOAT")))
    option.type_name(std::string(own));
  else if (type.starts_with("INT") || type.starts_with("UINT") || type.starts_with("FLOAT"))
    option.type_name("NUMBER");
  else if (type.starts_with("TEXT"))
    option.type_name("WORD");
}

void complete(CLI::App& app, const std::string& path) {
  for (CLI::Option* option : app.get_options()) name_type(*option);
  std::string lines;
  for (const Example& each : examples()) {
    if (each.command != path) continue;
    const std::string line = "  archon " + path + (each.arguments.empty() ? "" : " " + std::string(each.arguments));
    lines += "\n" + line + "\n      " + std::string(each.answers);
  }
  if (!lines.empty()) app.footer(app.get_footer() + (app.get_footer().empty() ? "" : "\n\n") + "Examples:" + lines);
  for (CLI::App* command : below(app))
    complete(*command, path.empty() ? command->get_name() : path + " " + command->get_name());
}

ArgumentInfo describe(const CLI::Option& option) {
  ArgumentInfo info;
  info.positional = option.get_positional();
  for (const std::string& name : option.get_snames()) info.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) info.names.push_back("--" + name);
  if (info.positional) info.names.push_back(option.get_name(true));
  // "WORD:{table,json}": the words of one_of stand behind the type.
  const std::string type = option.get_type_name();
  const size_t end = std::min(type.find(':'), type.size());
  info.type = info.positional ? info.names.back() : option.get_type_size() == 0 ? "" : type.substr(0, end);
  for (size_t from = type.find('{'); from < type.size() && type[from] != '}';) {
    const size_t next = type.find_first_of(",}", from + 1);
    info.choices.push_back(type.substr(from + 1, next - from - 1));
    from = next;
  }
  info.default_value = option.get_default_str();
  info.help = option.get_description();
  info.required = option.get_required();
  info.many = option.get_allow_extra_args() && option.get_items_expected_max() > 1;
  return info;
}

CommandInfo describe(const CLI::App& app, const std::string& name) {
  CommandInfo info{
      name, app.get_description(), app.get_group(), app.get_footer(), {}, {}, app.get_require_subcommand_min() > 0};
  for (const CLI::Option* option : app.get_options()) info.arguments.push_back(describe(*option));
  for (const CLI::App* command : below(app)) info.commands.push_back(describe(*command, name + " " + command->get_name()));
  return info;
}

}  // namespace

void complete_commands(CLI::App& root) { complete(root, ""); }

CommandInfo describe_commands(const CLI::App& root) { return describe(root, root.get_name()); }

}  // namespace archon::cli
