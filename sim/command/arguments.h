#pragma once
// The arguments of the command line. CLI11 reads them, but only arguments.cpp and command_tree.cpp include it: it takes a
// compiler seconds.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace archon::cli {

struct CommandInfo;

// Exit codes. Inconclusive: stopped before the question was answered. Mismatch: a ledger of other settings or another program.
inline constexpr int kDone = 0, kFailed = 1, kUsage = 2, kInconclusive = 3, kMismatch = 4;

struct Invocation {
  std::string command_line;        // for the provenance: as typed, quoted for a shell, see CommandLine::run
  std::vector<std::string> words;  // the same after the program's name, not quoted
  int exit_code = kDone;
};

// Quoted for a shell where it must be. A word with what hides something is in bash's $'' form, so that it is visible and still
// the same word.
std::string shell_word(const std::string& word);
std::string shell_line(const std::vector<std::string>& words);  // "archon" and the words, quoted

// An option, or a positional argument. A handle, as Command is: copies speak of the same option.
class Argument {
 public:
  explicit Argument(CLI::Option* option) : option_(option) {}

  Argument required();
  Argument one_of(const std::vector<std::string>& values);
  Argument hide_default();  // for values that stand for "not given"
  Argument repeated();      // of lists: each time it is given, one value
  Argument maybe_alone();   // of lists: may be given without a value, and is a list of one empty word then

 private:
  CLI::Option* option_;
};

class Command {
 public:
  Command() = default;  // none
  Command(CLI::App* app, Invocation* invocation) : app_(app), invocation_(invocation) {}

  // `names`: "-n,--games", or the name of a positional argument. `value` has to outlive the command line; it is the default,
  // which --help shows (of lists: not), and stays as it is when the argument is not given. What is given has a value: an empty
  // word is refused. Numbers are of decimal digits, finite, and fit into `value`; whole ones that
  // are no seed may end in k (thousands) or M (millions): 10k, 1.5M.
  Argument option(const std::string& names, std::string& value, const std::string& help);
  Argument option(const std::string& names, int& value, const std::string& help);
  Argument option(const std::string& names, int64_t& value, const std::string& help);
  Argument option(const std::string& names, uint64_t& value, const std::string& help);  // all of 0 to 2^64 - 1
  Argument option(const std::string& names, double& value, const std::string& help);
  Argument option(const std::string& names, std::vector<std::string>& value, const std::string& help);
  Argument option(const std::string& names, std::vector<double>& value, const std::string& help);  // 1,2,3
  void flag(const std::string& names, bool& value, const std::string& help);

  // Was the argument on the command line? Of no command none was.
  bool given(const std::string& name) const;
  void footer(const std::string& text);  // printed after the options

  // Called when the command was called, after all arguments are read; gives the exit code.
  void calls(std::function<int(const Invocation&)> run);

  Command add(const std::string& name, const std::string& description);  // a command below this one; one of them is required
  Command add_optional(const std::string& name, const std::string& description);  // likewise; this one can be called, too
  CommandInfo tree() const;                         // it and the commands below it; complete when a command runs
  Command under(const std::string& heading) const;  // the same; in --help what is added by this handle stands under the heading

 private:
  std::string heading_;
  CLI::App* app_ = nullptr;
  Invocation* invocation_ = nullptr;
};

// All of it: make one, add the commands to root(), run.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& version);
  CommandLine(const CommandLine&) = delete;
  ~CommandLine();

  Command root();

  // Reads the arguments and calls the command; the exit code. What cannot be read is one message on stderr with a hint, and
  // kUsage. The recorded command line leaves out the number of threads: that changes nothing but the time, and equal results
  // keep equal bytes.
  int run(int argc, char** argv);

 private:
  std::unique_ptr<CLI::App> app_;
  Invocation invocation_;
};

}  // namespace archon::cli
