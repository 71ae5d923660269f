#include "sim/bots/bot_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "agents/agent.h"
#include "sim/stats/number_text.h"

namespace archon {
namespace {

constexpr double kSecondsToEnd = 0.3;     // once its input is closed
constexpr double kCpuLookSeconds = 0.01;  // between looks at the processor time
constexpr std::chrono::milliseconds kNap{2};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// All that run. Never destroyed, since threads may end after it would be.
struct Running {
  std::mutex mutex;
  std::set<BotProcess*> all;
};

Running& running_bots() {
  static auto& running = *new Running;
  return running;
}

struct Pipe {
  std::array<int, 2> ends{-1, -1};

  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw AgentFailure(Forfeit::Crash, "it can't be started: " + std::generic_category().message(errno));
  }
  ~Pipe() {
    for (const int each : ends)
      if (each >= 0) close(each);
  }
  int take(size_t which) { return std::exchange(ends[which], -1); }
};

// In the child: only what is safe between fork and exec of a program with threads. Never returns.
[[noreturn]] void become(const char* program, char* const* words, int in, int out, pid_t parent) {
  setpgid(0, 0);                     // Ctrl-C of a terminal is for archon, which lets games end
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // with the thread that asks it, or the program, however these end
  if (getppid() != parent) _exit(127);
  for (const int each : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM}) signal(each, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0) _exit(127);
  close_range(3, ~0U, 0);
  execv(program, words);
  _exit(127);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status))
    return "it was killed by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  const int code = WEXITSTATUS(status);
  return "it ended with exit code " + std::to_string(code) + (code == 127 ? ", as what can't be run" : "");
}

}  // namespace

// A request that is being answered.
struct BotProcess::Question {
  std::string_view left;  // to be written
  const BotLimits& limits;
  double asked, cpu_before;
  bool first;  // of the process
};

BotProcess::BotProcess(const std::string& program, const std::vector<std::string>& words) {
  start(program, words);
  const std::scoped_lock lock(running_bots().mutex);
  running_bots().all.insert(this);
}

BotProcess::~BotProcess() {
  {
    const std::scoped_lock lock(running_bots().mutex);
    running_bots().all.erase(this);
  }
  end();
}

void BotProcess::start(const std::string& program, const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  Pipe requests, answers;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become(program.c_str(), arguments.data(), requests.ends[0], answers.ends[1], parent);
  if (child < 0) throw AgentFailure(Forfeit::Crash, "it can't be started: " + std::generic_category().message(errno));
  setpgid(child, child);  // whoever comes first
  pid_ = child;
  in_ = requests.take(1);
  out_ = answers.take(0);
  for (const int each : {in_, out_}) fcntl(each, F_SETFL, fcntl(each, F_GETFL) | O_NONBLOCK);
}

BotAnswer BotProcess::ask(const std::string& request, const BotLimits& limits) {
  Question question{request, limits, now(), cpu_seconds(), !answered_};
  try {
    if (pid_ <= 0) throw AgentFailure(Forfeit::Crash, "it runs no more");
    exchange(question);
  } catch (...) {
    kill_and_wait();
    throw;
  }
  const size_t end = read_.find('\n');
  BotAnswer answer{read_.substr(0, end), now() - question.asked, cpu_seconds() - question.cpu_before};
  read_.erase(0, end + 1);
  if (!answered_) answer.wall = answer.cpu = 0;
  answered_ = true;
  return answer;
}

void BotProcess::exchange(Question& question) {
  pollfd before{out_, POLLIN, 0};
  if (!read_.empty() || (poll(&before, 1, 0) > 0 && (before.revents & POLLIN)))
    throw AgentFailure(Forfeit::Babble, "it wrote more than it was asked for");
  while (read_.find('\n') == std::string::npos) {
    check_time(question);
    double wait = question.first ? std::max(question.limits.wall, kBotStartSeconds) : question.limits.wall;
    wait -= now() - question.asked;
    if (std::isfinite(question.limits.cpu)) wait = std::min(wait, kCpuLookSeconds);
    std::array<pollfd, 2> ends{{{out_, POLLIN, 0}, {question.left.empty() ? -1 : in_, POLLOUT, 0}}};
    const int ms = std::isfinite(wait) ? static_cast<int>(std::clamp(std::ceil(wait * 1000), 0.0, 1e9)) : -1;
    if (poll(ends.data(), ends.size(), ms) <= 0) continue;
    if (ends[1].revents) write_some(question);
    if (ends[0].revents) read_some();
  }
  check_time(question);
}

void BotProcess::write_some(Question& question) {
  const ssize_t wrote = ::write(in_, question.left.data(), question.left.size());
  if (wrote > 0) question.left.remove_prefix(static_cast<size_t>(wrote));
  if (wrote < 0 && errno != EAGAIN && errno != EINTR)
    question.left = {};  // it reads no more; whether it answers is another matter
}

void BotProcess::read_some() {
  std::array<char, 16 << 10> bytes;
  const ssize_t got = ::read(out_, bytes.data(), bytes.size());
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) gone();
  read_.append(bytes.data(), static_cast<size_t>(got));
  if (std::min(read_.find('\n'), read_.size()) > kMaxAnswerBytes)
    throw AgentFailure(Forfeit::Babble, "it wrote a line of more than " + thousands(kMaxAnswerBytes) + " bytes");
}

void BotProcess::gone() {
  if (!wait_for_end(kSecondsToEnd)) throw AgentFailure(Forfeit::Silent, "it closed its output and runs on");
  throw AgentFailure(Forfeit::Crash, how_it_ended(status_));
}

void BotProcess::check_time(const Question& question) {
  const double wall = question.first ? std::max(question.limits.wall, kBotStartSeconds) : question.limits.wall;
  const double took = now() - question.asked;
  if (!question.first && std::isfinite(question.limits.cpu) && cpu_seconds() - question.cpu_before > question.limits.cpu)
    throw AgentFailure(Forfeit::Late, "it took more than its " + fixed(question.limits.cpu, 3) + " s of processor time");
  if (took <= wall) return;
  if (!answered_)
    throw AgentFailure(Forfeit::Silent,
                       "it has written no line in " + fixed(took, 1) + " s since it was started (is its output flushed?)");
  throw AgentFailure(Forfeit::Late, "it took more than its " + fixed(wall, 3) + " s");
}

// Of the process and all its threads; 0 when that is not known any more.
double BotProcess::cpu_seconds() const {
  clockid_t clock = 0;
  timespec time{};
  if (pid_ <= 0 || clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

bool BotProcess::wait_for_end(double seconds) {
  for (const double until = now() + seconds; pid_ > 0; std::this_thread::sleep_for(kNap)) {
    siginfo_t info{};
    const int looked = waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (looked < 0 ? errno == ECHILD : info.si_pid == pid_)
      kill_and_wait();
    else if (now() >= until)
      return false;
  }
  return true;
}

// It and what it started; until it was waited for, its number is nobody else's.
void BotProcess::kill_and_wait() {
  if (pid_ > 0) {
    kill(-pid_, SIGKILL);
    kill(pid_, SIGKILL);  // it may not have a group of its own yet
    while (waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
  }
  close_input();
  if (out_ >= 0) close(std::exchange(out_, -1));
}

void BotProcess::close_input() {
  if (in_ >= 0) close(std::exchange(in_, -1));
}

void BotProcess::end() {
  close_input();
  wait_for_end(kSecondsToEnd);
  kill_and_wait();
}

void end_bots() {
  const std::scoped_lock lock(running_bots().mutex);
  for (BotProcess* each : running_bots().all) each->close_input();  // so that all end at the same time
  for (BotProcess* each : running_bots().all) each->end();
}

}  // namespace archon
