#include "sim/command/man_page.h"

#include <algorithm>
#include <cctype>

#include "sim/present/terminal_text.h"

namespace archon::cli {

namespace {

// As it stands, whatever roff would make of it (groff_char(7)): quotes and minus signs can be copied into a shell.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      default:
        result += c;
    }
  return result.starts_with('.') ? "\\&" + result : result;
}
std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

// Of an argument without its dots: "[OPTIONS]", "DECKS...".
std::string synopsis_word(const ArgumentInfo& argument) {
  const std::string word = italic(argument.type) + (argument.many ? "..." : "");
  return argument.required ? word : "[" + word + "]";
}

std::string argument_entry(const ArgumentInfo& argument) {
  std::vector<std::string> names;
  for (const std::string& name : argument.names) names.push_back(argument.positional ? italic(name) : bold(name));
  std::string entry = ".TP\n" + joined(names);
  if (!argument.positional && !argument.type.empty()) entry += " " + italic(argument.type);
  if (argument.many) entry += " ...";
  std::string more;
  if (!argument.choices.empty()) more += " One of " + roff(joined(argument.choices)) + ".";
  if (!argument.default_value.empty()) more += " Default: " + roff(argument.default_value) + ".";
  return entry + "\n" + roff(argument.help) + (more.empty() ? "" : ".") + more + "\n";
}

std::string_view without_end(std::string_view text, std::string_view signs) {
  return text.substr(0, text.find_last_not_of(signs) + 1);
}

// Paragraphs; lines that begin with a blank stay as they are; examples are a section.
std::string paragraphs(std::string_view text) {
  std::string result;
  bool kept = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool keep = line.starts_with(' ');
    if (keep != kept) result += keep ? ".PP\n.nf\n" : ".fi\n";
    kept = keep;
    if (line == "Examples:")
      result += ".SH EXAMPLES\n";
    else
      result += line.empty() ? ".PP\n" : roff(line) + "\n";
  }
  return result + (kept ? ".fi\n" : "");
}

std::string page_reference(std::string name) {
  std::ranges::replace(name, ' ', '-');
  return "\\%" + bold(name) + "(1)";  // in one piece
}

std::string commands_section(const CommandInfo& command) {
  std::string text = ".SH COMMANDS\n", heading;
  for (const CommandInfo& each : command.commands) {
    if (each.heading != heading && command.commands.front().heading != command.commands.back().heading)
      text += ".SS " + roff(each.heading) + "\n";
    heading = each.heading;
    text += ".TP\n" + page_reference(each.name) + "\n" + roff(each.description) + "\n";
  }
  return text;
}

}  // namespace

std::string man_page_name(const CommandInfo& command) {
  std::string name = command.name;
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string man_page(const CommandInfo& command, std::string_view release) {
  std::string title = man_page_name(command);
  std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string text = ".TH " + roff(title) + " 1 \"\" \"archon " + std::string(release) + "\" Archon\n.SH NAME\n" +
                     roff(man_page_name(command)) + " \\- " + roff(without_end(command.description, ".")) + "\n.SH SYNOPSIS\n" +
                     bold(command.name) + " [" + italic("OPTIONS") + "]";
  std::string positionals, options;
  for (const ArgumentInfo& argument : command.arguments) {
    if (argument.positional) text += " " + synopsis_word(argument);
    (argument.positional ? positionals : options) += argument_entry(argument);
  }
  if (!command.commands.empty()) text += command.needs_command ? " " + italic("COMMAND") : " [" + italic("COMMAND") + "]";
  text += "\n";
  const size_t examples = std::min(command.footer.find("Examples:"), command.footer.size());
  if (examples > 0) text += ".SH DESCRIPTION\n" + paragraphs(without_end(command.footer.substr(0, examples), "\n"));
  if (!command.commands.empty()) text += commands_section(command);
  if (!positionals.empty()) text += ".SH ARGUMENTS\n" + positionals;
  text += ".SH OPTIONS\n" + options + paragraphs(std::string_view(command.footer).substr(examples));

  std::vector<std::string> others;
  if (const size_t above = command.name.rfind(' '); above != std::string::npos)
    others.push_back(page_reference(command.name.substr(0, above)));
  for (const CommandInfo& each : command.commands) others.push_back(page_reference(each.name));
  return text + ".SH SEE ALSO\n" + joined(others, ",\n") + "\n";
}

}  // namespace archon::cli
