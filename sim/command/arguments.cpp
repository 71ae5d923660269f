#include "sim/command/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <exception>
#include <iostream>
#include <iterator>
#include <span>
#include <type_traits>

#include "engine/facts/facts.h"
#include "engine/facts/visible_text.h"
#include "sim/command/command_tree.h"
#include "sim/concepts/concepts.h"
#include "sim/present/terminal_text.h"
#include "sim/results/ledger.h"

namespace archon::cli {

Argument Argument::required() {
  option_->required();
  return *this;
}

Argument Argument::one_of(const std::vector<std::string>& values) {
  option_->check(CLI::IsMember(values));
  return *this;
}

Argument Argument::repeated() {
  option_->allow_extra_args(false);
  return *this;
}

Argument Argument::maybe_alone() {
  option_->expected(0, CLI::detail::expected_max_vector_size);
  return *this;
}

Argument Argument::hide_default() {
  option_->default_str("");
  return *this;
}

namespace {

constexpr size_t kMaxArgument = 4096;  // bytes: the longest path that Linux takes
constexpr std::string_view kUnset = " (a variable that is not set?)";

// What is wrong with a value; nothing when it is good. An empty one is what a script gives whose variable is not set: taken as
// "not given", it would keep no games, or play them instead of reading them.
std::string blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n") == std::string::npos ? "nothing is given" + std::string(kUnset) : "";
}

// In decimal digits: 010 is ten, and 0x10 no number. `as_given`: for messages.
template <class Value>
std::string read_number(const std::string& text, Value& value, const std::string& as_given) {
  constexpr bool kWhole = std::is_integral_v<Value>;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const std::string quoted = "'" + excerpt(as_given) + "' is ";
  if (error == std::errc::result_out_of_range && stop == end) return quoted + "too large or too small";
  if (error != std::errc() || stop != end)
    return quoted + (kWhole ? "not a whole number" : "not a number") + (std::is_unsigned_v<Value> ? " from 0 to 2^64 - 1" : "");
  if constexpr (!kWhole)
    if (!std::isfinite(value)) return quoted + "not a finite number";
  return "";
}

// 10k, 2M, 1.5k in digits; what is not so as it is.
std::string without_unit(const std::string& text) {
  const int zeros = text.ends_with('k') ? 3 : text.ends_with('M') ? 6 : 0;
  std::string digits = text.substr(0, zeros == 0 ? 0 : text.size() - 1);
  const size_t point = std::min(digits.find('.'), digits.size());
  const size_t decimals = digits.size() - std::min(digits.size(), point + 1);
  const bool is_number = point > 0 && digits.size() > 0 && digits.find_first_not_of("0123456789.") == std::string::npos &&
                         digits.find('.', point + 1) == std::string::npos && (point == digits.size() || decimals > 0);
  if (!is_number || decimals > static_cast<size_t>(zeros)) return text;
  digits.erase(std::min(point, digits.size()), 1);
  return digits + std::string(static_cast<size_t>(zeros) - decimals, '0');
}

// Numbers separated by commas.
std::string read_numbers(const std::string& text, std::vector<double>& values) {
  std::string problem;
  values.clear();
  for (size_t from = 0; problem.empty() && from <= text.size();) {
    const size_t end = std::min(text.find(',', from), text.size());
    const std::string number = text.substr(from, end - from);
    problem = read_number(number, values.emplace_back(), number);
    from = end + 1;
  }
  return problem;
}

using ReadValue = std::function<std::string(std::string&)>;

// Every value of every option and argument goes through here. `read` says what is wrong with it.
CLI::Option* checked(CLI::Option* option, const ReadValue& read = {}) {
  const auto check = [read](std::string& text) {
    std::string problem = blank(text);
    return problem.empty() && read ? read(text) : problem;
  };
  return option->transform(CLI::Validator(check, ""));
}

template <class Value>
Argument number_option(CLI::App& app, const std::string& names, Value& value, const std::string& help) {
  const auto read = [](std::string& text) {
    Value number{};
    constexpr bool kCount = std::is_integral_v<Value> && std::is_signed_v<Value>;
    std::string problem = read_number(kCount ? without_unit(text) : text, number, text);
    if (std::is_integral_v<Value> && problem.empty()) text = std::to_string(number);  // the library takes 010 for eight
    return problem;
  };
  return Argument(checked(app.add_option(names, value, help), read)->capture_default_str());
}

}  // namespace

Argument Command::option(const std::string& names, std::string& value, const std::string& help) {
  return Argument(checked(app_->add_option(names, value, help))->capture_default_str());
}
Argument Command::option(const std::string& names, int& value, const std::string& help) {
  return number_option(*app_, names, value, help);
}
Argument Command::option(const std::string& names, int64_t& value, const std::string& help) {
  return number_option(*app_, names, value, help);
}
Argument Command::option(const std::string& names, uint64_t& value, const std::string& help) {
  return number_option(*app_, names, value, help);
}
Argument Command::option(const std::string& names, double& value, const std::string& help) {
  return number_option(*app_, names, value, help);
}
Argument Command::option(const std::string& names, std::vector<std::string>& value, const std::string& help) {
  return Argument(checked(app_->add_option(names, value, help)));
}
Argument Command::option(const std::string& names, std::vector<double>& value, const std::string& help) {
  // One word for the library, which would leave out what is empty between two commas.
  const auto read = [&value](const std::string& text) { return read_numbers(text, value); };
  return Argument(checked(app_->add_option(
                                  names, [](const CLI::results_t&) { return true; }, help)
                              ->type_name("FLOAT"),
                          read));
}
void Command::flag(const std::string& names, bool& value, const std::string& help) { app_->add_flag(names, value, help); }

bool Command::given(const std::string& name) const { return app_ != nullptr && app_->count(name) > 0; }
void Command::footer(const std::string& text) { app_->footer(text); }

void Command::calls(std::function<int(const Invocation&)> run) {
  app_->callback([run = std::move(run), invocation = invocation_, app = app_] {
    if (app->get_subcommands().empty()) invocation->exit_code = run(*invocation);
  });
}

Command Command::add(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  return add_optional(name, description);
}

Command Command::add_optional(const std::string& name, const std::string& description) {
  CLI::App* added = app_->add_subcommand(name, description);
  added->group(heading_.empty() ? "Subcommands" : heading_);  // the library would take the heading of the command above
  return Command(added, invocation_);
}

CommandInfo Command::tree() const { return describe_commands(*app_); }

Command Command::under(const std::string& heading) const {
  Command same = *this;
  same.heading_ = heading;
  return same;
}

std::string shell_word(const std::string& word) {
  if (visible_line(word) != word) {
    std::string text = "$'";
    for (const char c : word) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= ' ' && byte < 0x7F)
        text += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
      else
        text += std::string("\\x") + "0123456789abcdef"[byte >> 4] + "0123456789abcdef"[byte & 15];
    }
    return text + "'";
  }
  const bool plain = !word.empty() && word.find_first_of(" \t\"'\\$`*?&|;<>()") == std::string::npos;
  if (plain) return word;
  std::string text = "'";
  for (char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string text = "archon";
  for (const std::string& word : words) text += " " + shell_word(word);
  return text;
}

namespace {

// All but the number of threads, which changes no result.
std::vector<std::string> recorded(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "-j" || word == "--threads")
      ++i;
    else if (!word.starts_with("-j") && !word.starts_with("--threads="))
      words.push_back(word);
  }
  return words;
}

std::string nearest_option(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return word_hint(word, names);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string nearest_command(const CLI::App& app, const std::string& word) {
  const std::string hint = word_hint(word, command_names(app));
  return hint.empty() ? "there are " + joined(command_names(app)) : hint;
}

// Says what could not be read; the exit code.
int report(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // help and version
  const CLI::App* called = &app;                           // the command, or the command of a command: "deck import"
  std::string name = "archon";
  while (!called->get_subcommands().empty()) {
    called = called->get_subcommands().front();
    name += " " + called->get_name();
  }
  const CLI::App& command = *called;
  const bool has_commands = !command_names(command).empty();
  const std::vector<std::string> extra = app.remaining(true);
  std::cerr << name << ": ";
  const auto first_extra = [&] { return visible_line(extra.front()); };
  if (!extra.empty() && has_commands && !extra.front().starts_with('-')) {
    std::cerr << "unknown command '" << first_extra() << "' (" << nearest_command(command, extra.front()) << ")";
  } else if (!extra.empty()) {
    const std::string hint = nearest_option(command, extra.front());
    std::cerr << "unexpected argument '" << first_extra() << "'" << (hint.empty() ? "" : " (" + hint + ")");
  } else if (has_commands && error.get_name() == "RequiredError") {
    std::cerr << "a command is missing (there are " << joined(command_names(command)) << ")";
  } else {
    std::cerr << visible_line(error.what());
  }
  std::cerr << "\nRun '" << name << " --help' for more.\n";
  return kUsage;
}

}  // namespace

namespace {

// What is wrong with the words as a command, such as "deck import"; nothing when they are one.
std::string unknown_command(const CLI::App& app, std::span<const std::string> words) {
  const CLI::App* command = &app;
  for (const std::string& word : words) {
    const CLI::App* next = nullptr;
    for (const CLI::App* each : command->get_subcommands([](const CLI::App*) { return true; }))
      if (each->get_name() == word) next = each;
    if (!next && command_names(*command).empty()) return command->get_name() + " has no command '" + visible_line(word) + "'";
    if (!next) return "unknown command '" + visible_line(word) + "' (" + nearest_command(*command, word) + ")";
    command = next;
  }
  return "";
}

// "archon help win rate": what no command is called may be a word of the results. `unknown` is the problem of it as a command.
int explain_word(const CLI::App& app, const std::vector<std::string>& words, const std::string& unknown) {
  const std::string word = joined(words, " ");
  if (const Concept* found = find_concept(word)) {
    std::cout << concept_text(*found);
    return kDone;
  }
  const bool of_a_command = std::ranges::count(command_names(app), words.front()) > 0;
  std::vector<std::string> names = command_names(app);
  std::ranges::copy(concept_names(), std::back_inserter(names));
  const std::string hint = word_hint(word, names);
  std::cerr << "archon help: "
            << (of_a_command ? unknown
                             : "there is no command or word '" + visible_line(word) + "' (" +
                                   (hint.empty() ? "'archon help' lists them" : hint) + ")")
            << '\n';
  return kUsage;
}

// The words as the parser wants them: in reverse, and none in brackets, which it would take for a list. Of "--out=" it would
// take the next word for the value: the name of such an option is the problem.
std::vector<std::string> parser_words(std::vector<std::string> words, std::string& problem) {
  for (std::string& word : words) {
    if (word.empty()) word = " ";  // blank, too, but no sign to the parser that an option stands alone
    const size_t value = word.starts_with("--") ? word.find('=') + 1 : 0;
    if (value != 0 && value == word.size())
      problem = word.substr(0, value - 1) + ": nothing is given after '='" + std::string(kUnset);
    if (word.ends_with(']') && word[value] == '[') word.insert(value, "./");
  }
  std::ranges::reverse(words);
  return words;
}

}  // namespace

CommandLine::CommandLine(const std::string& name, const std::string& description, const std::string& version)
    : app_(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("--version", version);
  app_->footer("'archon help COMMAND' explains a command, with examples.");
}

CommandLine::~CommandLine() = default;

Command CommandLine::root() { return {app_.get(), &invocation_}; }

int CommandLine::run(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (std::strlen(argv[i]) <= kMaxArgument) continue;
    std::cerr << "archon: argument " << i << " is longer than " << kMaxArgument << " bytes: " << excerpt(argv[i]) << '\n';
    return kUsage;
  }
  invocation_.words = recorded(argc, argv);
  invocation_.command_line = shell_line(invocation_.words);
  complete_commands(*app_);
  // Now, since the commands have taken over the footer as it was.
  app_->footer(app_->get_footer() + "\n'archon help WORD' explains a word of the results:\n" + concept_list());
  // "archon help match" is "archon match --help".
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    if (const std::string unknown = unknown_command(*app_, words); !unknown.empty()) return explain_word(*app_, words, unknown);
    words.emplace_back("--help");
  }
  // Of any command; as an option of each it would stand in each help.
  if (const auto end = std::ranges::find(words, "--"); std::find(words.begin(), end, "--version") != end) {
    std::cout << app_->version() << '\n';
    return kDone;
  }
  std::string problem;
  words = parser_words(std::move(words), problem);
  if (!problem.empty()) {
    std::cerr << "archon: " << visible_line(problem) << '\n';
    return kUsage;
  }
  try {
    app_->parse(words);
  } catch (const CLI::ParseError& error) {
    return report(*app_, error);
  } catch (const UnreadableLedger& error) {
    std::cerr << "archon: " << visible_line(error.what()) << " (restore a copy, or begin a new ledger)\n";
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << "archon: " << visible_line(error.what()) << '\n';
    return kFailed;
  }
  return invocation_.exit_code;
}

}  // namespace archon::cli
