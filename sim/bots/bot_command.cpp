#include "sim/bots/bot_command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "engine/deck/deck.h"
#include "sim/bots/bot_agent.h"
#include "sim/play/game.h"

namespace archon {
namespace {

constexpr std::string_view kPrefix = "exec:", kFiles = "files=";
constexpr int kMostMs = 1'000'000'000;

const AgentInfo& bot_info() {
  static const AgentInfo info{"exec",
                              "a program of yours: exec:COMMAND,key=value ('archon agents check' tries it)",
                              {{"move_ms", 10'000, 0, kMostMs, "milliseconds for an answer; 0: no limit"},
                               {"game_ms", 600'000, 0, kMostMs, "milliseconds for all answers of a game"},
                               {"move_cpu_ms", 0, 0, kMostMs, "the same in processor time, for an answer"},
                               {"game_cpu_ms", 0, 0, kMostMs, "and for a game"}}};
  return info;
}

// Where the command ends: at the first comma that is not in quotes.
size_t end_of_command(std::string_view text) {
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'')
      ++i;
    else if (quote)
      quote = c == quote ? char{0} : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == ',')
      return i;
  }
  return text.size();
}

bool runs(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

// What the system would run: what has this path, or this name in PATH. Empty: nothing.
std::string find_program(const std::string& program) {
  if (program.find('/') != std::string::npos) return runs(program) ? program : "";
  const char* path = std::getenv("PATH");
  std::string_view rest = path ? path : "/usr/bin:/bin";
  while (true) {
    const size_t colon = rest.find(':');
    const std::string path_there = std::string(rest.substr(0, colon)) + "/" + program;
    if (runs(path_there)) return path_there;
    if (colon == std::string_view::npos) return "";
    rest.remove_prefix(colon + 1);
  }
}

// Of all files that the words name. Of each so much, since some name weights of gigabytes.
std::string hash_files(const std::vector<std::string>& words) {
  constexpr size_t kMost = 16 << 20;
  Fingerprint hash;
  for (const std::string& word : words) {
    std::error_code ignored;
    if ((&word == &words.front() && word.find('/') == std::string::npos) || !std::filesystem::is_regular_file(word, ignored))
      continue;
    std::string bytes(kMost, '\0');
    std::ifstream file(word, std::ios::binary);
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<size_t>(std::max<std::streamsize>(0, file.gcount())));
    for (const char c : word + '\0' + bytes) hash.add(static_cast<unsigned char>(c));
    hash.add(std::filesystem::file_size(word, ignored));
  }
  return hash_text(hash.value);
}

void check_program(BotCommand& command) {
  if (!split_words(command.text, command.words))
    command.error = "a quote has no end in " + command.text;
  else if (command.words.empty())
    command.error = "expected a command behind 'exec:', such as exec:./bot or exec:\"python3 bot.py\"";
  else if (command.program = find_program(command.words.front()); command.program.empty())
    command.error = "there is no program '" + command.words.front() +
                    "' that can be run (is it there, and executable? A script may be named behind what runs it: exec:\"python3 "
                    "bot.py\")";
}

BotCommand read_command(std::string_view spec_words) {
  BotCommand command;
  const size_t end = end_of_command(spec_words);
  command.text = spec_words.substr(0, end);
  while (command.text.ends_with(' ')) command.text.pop_back();
  check_program(command);
  const std::vector<AgentParameter>& parameters = bot_info().parameters;
  std::vector<int> values;
  for (const AgentParameter& each : parameters) values.push_back(each.default_value);
  std::string asked_files;
  for (std::string_view rest = spec_words.substr(std::min(end + 1, spec_words.size()));
       !rest.empty() && command.error.empty();) {
    const size_t comma = rest.find(',');
    const std::string_view setting = rest.substr(0, comma);
    if (setting.starts_with(kFiles))
      asked_files = setting.substr(kFiles.size());
    else
      command.error = read_parameter(bot_info(), setting, values);
    if (!command.error.empty()) command.error += "; a comma that belongs to the command stands in quotes";
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  command.clocks = {values[0], values[1], values[2], values[3]};
  if (command.error.empty()) command.files = hash_files(command.words);
  if (!asked_files.empty() && command.error.empty() && asked_files != command.files)
    command.error = "the files of '" + command.text + "' are no longer those of " + std::string(kFiles) + asked_files;
  command.full = command.brief = command.text;
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string setting = "," + std::string(parameters[i].key) + "=" + std::to_string(values[i]);
    command.full += setting;
    if (values[i] != parameters[i].default_value) command.brief += setting;
  }
  command.full += "," + std::string(kFiles) + command.files;
  if (!command.error.empty()) command.full = command.brief = spec_words;
  return command;
}

struct Known {
  std::mutex mutex;
  std::map<std::string, BotCommand, std::less<>> commands;  // by all behind the colon
  std::set<std::string> allowed;                            // by text
};

Known& known_bots() {
  static Known all;
  return all;
}

AgentResult make_bot(std::string_view spec_words) {
  const BotCommand& command = bot_command(spec_words);
  if (!command.error.empty()) return {nullptr, std::string(kPrefix) + " " + command.error};
  const std::scoped_lock lock(known_bots().mutex);
  if (!known_bots().allowed.contains(command.text))
    return {nullptr, std::string(kPrefix) + command.text + " is not run: it was not named on the command line"};
  return {std::make_unique<BotAgent>(command), ""};
}

}  // namespace

bool split_words(std::string_view text, std::vector<std::string>& words) {
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (!quote && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!std::exchange(in_word, true)) words.emplace_back();
    if (quote == c) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      if (c == '\\' && quote != '\'' && i + 1 < text.size()) c = text[++i];
      words.back() += c;
    }
  }
  return quote == 0;
}

const BotCommand& bot_command(std::string_view spec_words) {
  const std::scoped_lock lock(known_bots().mutex);
  auto found = known_bots().commands.find(spec_words);
  if (found == known_bots().commands.end())
    found = known_bots().commands.emplace(std::string(spec_words), read_command(spec_words)).first;
  return found->second;
}

void allow_bot(std::string_view spec) {
  if (!spec.starts_with(kPrefix)) return;
  const BotCommand& command = bot_command(spec.substr(kPrefix.size()));
  const std::scoped_lock lock(known_bots().mutex);
  known_bots().allowed.insert(command.text);
}

OutsideAgents bot_agents() {
  return {.info = bot_info(),
          .make = make_bot,
          .full = [](std::string_view words) { return bot_command(words).full; },
          .brief = [](std::string_view words) { return bot_command(words).brief; }};
}

}  // namespace archon
