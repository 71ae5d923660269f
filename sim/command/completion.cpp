#include "sim/command/completion.h"

#include <algorithm>
#include <string_view>

#include "sim/present/terminal_text.h"

namespace archon::cli {

namespace {

Offer offer_of(const ArgumentInfo& argument, const Offers& offers) {
  if (!argument.choices.empty()) return {argument.choices};
  const auto found = offers.find(argument.type);
  if (found == offers.end()) return {{}, true};
  Offer offer = found->second;
  // A default may be a word of its own: --set all.
  if (!offer.words.empty() && !argument.default_value.empty() && std::ranges::count(offer.words, argument.default_value) == 0)
    offer.words.push_back(argument.default_value);
  return offer;
}

// In single quotes, for bash and zsh; for fish with `escape`, which has a backslash before quotes and backslashes instead.
std::string single_quoted(std::string_view text, bool escape = false) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' && !escape)
      quoted += "'\\'";
    else if (escape && (c == '\'' || c == '\\'))
      quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// With a backslash before each of `signs`.
std::string escaped(std::string_view text, std::string_view signs) {
  std::string result;
  for (const char c : text) {
    if (signs.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::vector<std::string> last_words(const std::vector<CommandInfo>& commands) {
  std::vector<std::string> words;
  for (const CommandInfo& each : commands) words.push_back(each.name.substr(each.name.rfind(' ') + 1));
  return words;
}

template <class Do>
void for_each_command(const CommandInfo& command, const Do& act) {
  act(command);
  for (const CommandInfo& each : command.commands) for_each_command(each, act);
}

constexpr std::string_view kBash = R"(_archon() {
  local command=archon option= word takes words i current=${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ $word == = || $command$word == archonhelp ]]; then continue  # bash takes --agent=greedy apart
    elif [[ $word == -* ]]; then option=${_archon_takes["$command $word"]:+$word}
    elif [[ -n $option ]]; then [[ ${_archon_takes["$command $option"]-} == *MANY* ]] || option=
    elif [[ " ${_archon_commands[$command]-} " == *" $word "* ]]; then command+=" $word"
    fi
  done
  [[ $current != = ]] || current=
  current=${current#[\"\']}
  takes=${_archon_takes["$command${option:+ $option}"]-}
  words=$takes
  [[ -n $option ]] || words+=" ${_archon_commands[$command]-}"
  [[ $current != -* ]] || words=${_archon_options[$command]-}
  words=" $words "
  words=${words// MANY / }
  words=${words// FILES / }
  mapfile -t COMPREPLY < <(compgen -W "${words/ NONE / }" -- "$current")
  if [[ $current != -* && $takes == *FILES* ]]; then
    mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null  # an error where no shell completes: in tests
  fi
}
complete -F _archon archon
)";

// The words of an offer and signs for the function above; never empty.
std::string bash_takes(const ArgumentInfo& argument, const Offers& offers) {
  const Offer offer = offer_of(argument, offers);
  std::vector<std::string> words = offer.words;
  if (offer.files) words.emplace_back("FILES");
  if (words.empty()) words.emplace_back("NONE");
  if (argument.many) words.emplace_back("MANY");
  return joined(words, " ");
}

}  // namespace

std::string bash_completion(const CommandInfo& root, const Offers& offers) {
  std::string commands, options, takes;
  const auto line = [](std::string& lines, const std::string& key, const std::string& value) {
    lines += "  [" + single_quoted(key) + "]=" + single_quoted(value) + "\n";
  };
  for_each_command(root, [&](const CommandInfo& command) {
    std::vector<std::string> below = last_words(command.commands), names;
    if (&command == &root) below.emplace_back("help");
    if (!below.empty()) line(commands, command.name, joined(below, " "));
    for (const ArgumentInfo& argument : command.arguments) {
      if (argument.positional) line(takes, command.name, bash_takes(argument, offers));
      if (argument.positional) continue;
      names.insert(names.end(), argument.names.begin(), argument.names.end());
      for (const std::string& name : argument.names)
        if (!argument.type.empty()) line(takes, command.name + " " + name, bash_takes(argument, offers));
    }
    line(options, command.name, joined(names, " "));
  });
  return "# Completion of archon for bash, as 'archon completion bash' writes it.\n"
         "declare -gA _archon_commands=(\n" +
         commands + ") _archon_options=(\n" + options + ") _archon_takes=(\n" + takes + ")\n" + std::string(kBash);
}

namespace {

std::string zsh_action(const ArgumentInfo& argument, const Offers& offers) {
  const Offer offer = offer_of(argument, offers);
  const std::string words = joined(offer.words, " ");
  if (offer.files) return words.empty() ? "_files" : "{_archon_or_files " + words + "}";
  return words.empty() ? " " : "(" + words + ")";
}

// A line of _arguments: '(-n --games)'{-n,--games}'[Number of games]:NUMBER: '. What an option takes many of may be four more:
// zsh's own way to say "many" takes the next option for one of them.
std::string zsh_argument(const ArgumentInfo& argument, const Offers& offers) {
  const std::string value = argument.type.empty() ? "" : ":" + escaped(argument.type, ":") + ":" + zsh_action(argument, offers);
  if (argument.positional) return single_quoted((argument.many ? "*" : "") + value);
  std::vector<std::string> names = argument.names;
  if (!value.empty())  // --games=10 and -n10 will do, too
    for (std::string& name : names) name += name.starts_with("--") ? "=" : "+";
  const std::string spec = names.size() == 1 ? names.front() : "{" + joined(names, ",") + "}";
  std::string rest = "[" + escaped(argument.help, "[]:") + "]" + value;
  for (int i = 0; argument.many && i < 4; ++i) rest += ":" + value;
  return (argument.many ? "\\*" : single_quoted("(" + joined(argument.names, " ") + ")")) + spec + single_quoted(rest);
}

std::string zsh_function(const CommandInfo& command) {
  std::string name = "_" + command.name;
  std::ranges::replace(name, ' ', '_');
  return name;
}

}  // namespace

std::string zsh_completion(const CommandInfo& root, const Offers& offers) {
  std::string text =
      "#compdef archon\n# Completion of archon for zsh, as 'archon completion zsh' writes it.\n\n"
      "_archon_or_files() { _alternative \"words:word:($*)\" 'files:file:_files' }\n";
  for_each_command(root, [&](const CommandInfo& command) {
    text += "\n" + zsh_function(command) + "() {\n";
    if (!command.commands.empty()) text += "  local state line\n  typeset -A opt_args\n";
    text += command.commands.empty() ? "  _arguments -S" : "  _arguments -C -S";
    for (const ArgumentInfo& argument : command.arguments) text += " \\\n    " + zsh_argument(argument, offers);
    if (command.commands.empty()) return void(text += "\n}\n");
    text += " \\\n    '1:command:->command' '*::argument:->argument'\n  local -a commands=(\n";
    const std::vector<std::string> names = last_words(command.commands);
    for (size_t i = 0; i < names.size(); ++i)
      text += "    " + single_quoted(names[i] + ":" + escaped(command.commands[i].description, ":")) + "\n";
    if (&command == &root) text += "    'help:What a command does, or what a word of the results means'\n";
    text += "  )\n  case $state in\n    command) _describe command commands ;;\n    argument)\n      case $words[1] in\n";
    for (size_t i = 0; i < names.size(); ++i)
      text += "        " + names[i] + ") " + zsh_function(command.commands[i]) + " ;;\n";
    if (&command == &root) text += "        help) _describe command commands ;;\n";
    text += "      esac ;;\n  esac\n}\n";
  });
  return text + "\n_archon \"$@\"\n";
}

std::string fish_completion(const CommandInfo& root, const Offers& offers) {
  const auto quoted = [](std::string_view text) { return single_quoted(text, true); };
  std::string paths, lines;
  for_each_command(root, [&](const CommandInfo& command) {
    paths += " " + quoted(command.name);
    const std::string begin = "complete -c archon -n " + quoted("__archon_at " + command.name);
    for (const CommandInfo& each : command.commands)
      lines += begin + " -a " + each.name.substr(each.name.rfind(' ') + 1) + " -d " + quoted(each.description) + "\n";
    for (const ArgumentInfo& argument : command.arguments) {
      lines += begin;
      if (!argument.positional)
        for (const std::string& name : argument.names)
          lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      const Offer offer = argument.type.empty() ? Offer{} : offer_of(argument, offers);
      if (!argument.type.empty() && !argument.positional) lines += " -r";
      if (offer.files) lines += " -F";
      if (!offer.words.empty()) lines += " -a " + quoted(joined(offer.words, " "));
      lines += " -d " + quoted(argument.positional ? argument.type : argument.help) + "\n";
    }
  });
  return "# Completion of archon for fish, as 'archon completion fish' writes it.\n"
         "set -g __archon_commands" +
         paths + R"(
function __archon_at
  set -l at archon
  for word in (commandline -opc)[2..]
    contains -- "$at $word" $__archon_commands; and set at "$at $word"
  end
  test "$at" = "$argv"
end
complete -c archon -f
complete -c archon -n '__archon_at archon' -a help -d 'What a command does, or what a word of the results means'
)" + lines;
}

}  // namespace archon::cli
