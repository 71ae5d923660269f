#pragma once
// A program that answers lines: started, asked, and ended for good. It does not outlive this program, however that ends
// (Linux).
#include <sys/types.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace archon {

// Seconds.
struct BotLimits {
  double wall = std::numeric_limits<double>::infinity(), cpu = std::numeric_limits<double>::infinity();
};

struct BotAnswer {
  std::string line;          // without its end
  double wall = 0, cpu = 0;  // seconds that it took
};

inline constexpr size_t kMaxAnswerBytes = 64 << 10;  // of a line
inline constexpr double kBotStartSeconds = 10;       // wall time for the first answer of a process, if the limit is shorter

class BotProcess {
 public:
  // `program` is its path, `words` begin with its name. What it writes to standard error goes to that of this program. Throws
  // AgentFailure when the system starts no more processes.
  BotProcess(const std::string& program, const std::vector<std::string>& words);
  ~BotProcess();  // as end()
  BotProcess(const BotProcess&) = delete;
  BotProcess& operator=(const BotProcess&) = delete;

  // Writes a line and waits for one. Throws AgentFailure, whose text says what happened, and has ended the process then:
  // Late, Crash (it ended), Babble (a line that is too long, or one that nobody asked for), Silent (it has never written a
  // line, or closed its output). The first answer of a process has kBotStartSeconds, and takes no time.
  BotAnswer ask(const std::string& request, const BotLimits& limits);

  // Closes its input, waits a moment for it to end, kills it and what it started in its process group, and waits for it.
  void end();
  void close_input();  // by which a program that reads to its end knows that there is no more
  bool running() const { return pid_ > 0; }
  int64_t next_game() { return ++games_; }

 private:
  struct Question;
  void start(const std::string& program, const std::vector<std::string>& words);
  void exchange(Question& question);
  void read_some();
  void write_some(Question& question);
  void check_time(const Question& question);
  double cpu_seconds() const;
  bool wait_for_end(double seconds);
  void kill_and_wait();
  [[noreturn]] void gone();

  pid_t pid_ = -1;
  int in_ = -1, out_ = -1;  // where it reads and writes
  int status_ = 0;          // as waitpid gives it, once it ended
  std::string read_;        // and not yet taken
  bool answered_ = false;
  int64_t games_ = 0;
};

// Ends all that run, for the end of the program, when no thread plays any more.
void end_bots();

}  // namespace archon
