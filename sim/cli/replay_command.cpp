// archon replay: a recorded game as people read it, or as positions.
#include <algorithm>
#include <bit>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "engine/query/cards.h"
#include "sim/cli/commands.h"
#include "sim/command/command.h"
#include "sim/forecast/forecast.h"
#include "sim/play/record.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {
namespace replay_command {

struct Options {
  std::string file;
  int64_t game = -1;
  std::string format = "text";
};

char letter(int player) { return player == 0 ? 'A' : 'B'; }

// How likely A is to win when a turn begins; nothing at other decisions.
std::optional<double> forecast_of(const Matchup& m, const State& s) {
  if (s.choice.kind != ChoiceKind::House || s.step != Step::House) return {};
  const double p = win_probability(built_in_forecast(), View(m, s, s.active));
  return s.active == 0 ? p : 1 - p;
}

std::string pool(const State& s, int player) {
  const Player& p = s.players[player];
  std::string text(1, letter(player));
  text += ": aember " + std::to_string(p.amber) + ", keys " + std::to_string(std::popcount(p.keys));
  if (p.chains) text += ", chains " + std::to_string(p.chains);
  if (s.tide == high_tide(player)) text += ", tide high";
  return text + ", hand " + std::to_string(s.count(Zone::Hand, player)) + ", deck " +
         std::to_string(s.count(Zone::Deck, player));
}

std::string names(const Matchup& m, const State& s, Zone zone, int player) {
  std::string text;
  for (CardId card : zone_of(s, zone, player)) text += (text.empty() ? "" : ", ") + card_name(m, s, card);
  return text.empty() ? "-" : text;
}

// Prints a game decision by decision.
class Log {
 public:
  explicit Log(const Matchup& m) : m_(m) {}

  void add(const State& s, Action action) {
    note_keys(s);
    note_prophecies(s);
    if (s.turn != turn_) begin_turn(s);
    note_forecast(s);
    const ChoiceKind kind = s.choice.kind;
    const bool step = kind == ChoiceKind::Main || kind == ChoiceKind::House || kind == ChoiceKind::Mulligan;
    std::cout << (step ? "  " : "    ");
    if (s.choice.player != s.active || s.turn == 0) std::cout << letter(s.choice.player) << ": ";
    std::cout << action_text(m_, s, action) << '\n';
  }

  void end(const State& s, Forfeit forfeit) {
    note_keys(s);
    note_prophecies(s);
    std::cout << "\n";
    if (s.winner() >= 0)
      std::cout << letter(s.winner()) << " wins" << (forfeit == Forfeit::None ? "" : " by forfeit");
    else
      std::cout << "The game is " << result_word(s.result);
    std::cout << " after " << s.turn << " turns and " << s.decisions << " decisions.\n";
  }

 private:
  void note_keys(const State& s) {
    for (int player = 0; player < 2; ++player) {
      const int keys = std::popcount(s.players[player].keys);
      if (keys > keys_[player]) std::cout << "  " << letter(player) << " forges key " << keys << '\n';
      if (keys < keys_[player]) std::cout << "  " << letter(player) << " unforges a key\n";
      keys_[player] = keys;
    }
  }

  void note_forecast(const State& s) {
    if (const auto p = forecast_of(m_, s)) std::cout << "  forecast: A wins with " << percent(*p) << '\n';
  }

  void note_prophecies(const State& s) {
    for (const auto& [card, text] : active_)
      if (s.cards[card].zone != Zone::Reference) std::cout << "  fulfilled: " << text << '\n';
    active_.clear();
    for (int player = 0; player < 2; ++player)
      for (CardId card : zone_of(s, Zone::Reference, player))
        if (m_.printed(card).type == CardType::Prophecy) active_[card] = with_cards_beneath(s, card);
  }

  std::string with_cards_beneath(const State& s, CardId card) const {
    std::string text;
    for (CardId under : cards_beneath(s, card)) text += (text.empty() ? "" : ", ") + card_name(m_, s, under);
    return card_name(m_, s, card) + (text.empty() ? "" : ", " + text);
  }

  void begin_turn(const State& s) {
    turn_ = s.turn;
    std::cout << "\nTurn " << turn_ << ", " << letter(s.active) << '\n';
    for (int player = 0; player < 2; ++player) {
      std::cout << "  " << pool(s, player) << '\n';
      if (player == s.active) std::cout << "     hand: " << names(m_, s, Zone::Hand, player) << '\n';
      std::cout << "     line: " << names(m_, s, Zone::Line, player);
      if (s.count(Zone::Artifacts, player)) std::cout << "; artifacts: " << names(m_, s, Zone::Artifacts, player);
      std::cout << '\n';
    }
  }

  const Matchup& m_;
  int turn_ = 0;
  int keys_[2] = {0, 0};
  std::map<CardId, std::string> active_;  // prophecies, with what lies under them
};

std::string print_text(const Matchup& m, const RecordFile& file, const RecordedGame& game) {
  std::cout << "Game " << game.game << ", seed " << file.head.seed << ", rules " << file.head.options.rules.name << '\n';
  for (size_t player = 0; player < 2; ++player)
    std::cout << letter(static_cast<int>(player)) << ": " << visible_line(file.head.decks[player].name) << ", played by "
              << visible_line(file.head.agents[player]) << '\n';
  std::cout << letter(game.record.first) << " goes first\n";
  Log log(m);
  State end;
  const std::string problem = replay(m, file.head.seed, game, end, [&](const State& s, Action action) { log.add(s, action); });
  if (problem.empty()) log.end(end, game.record.forfeit);
  return problem;
}

// A line for each decision, with the position before it; the last line has no action.
std::string print_json(const Matchup& m, const RecordFile& file, const RecordedGame& game) {
  std::vector<int> numbers(static_cast<size_t>(m.card_count));
  std::iota(numbers.begin(), numbers.end(), 0);
  int number = 0;
  const auto print = [&](const State& s, nlohmann::ordered_json action) {
    nlohmann::ordered_json json;
    json["game"] = game.game;
    json["decision"] = number++;
    json["player"] = s.over() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(s.choice.player);
    json["action"] = std::move(action);
    const auto forecast = forecast_of(m, s);
    json["forecast"] = forecast ? nlohmann::ordered_json(*forecast) : nullptr;
    json["position"] = write_position(m, s, numbers);
    std::cout << json.dump() << '\n';
  };
  State end;
  const std::string problem =
      replay(m, file.head.seed, game, end, [&](const State& s, Action action) { print(s, action_text(m, s, action)); });
  if (problem.empty()) print(end, nullptr);
  return problem;
}

int run(const Options& options) {
  Problems problems("replay");
  const RecordResult read = read_records(options.file, options.game, 1);
  if (!read.file) problems.add(options.file + ": " + read.problem);
  if (read.file && read.file->games.empty())
    problems.add(options.file + ": there is no game" + (options.game < 0 ? "" : " " + std::to_string(options.game)));
  if (problems.any()) return problems.print();
  const RecordHead& head = read.file->head;
  const MatchupResult made = make_matchup(head.decks[0], head.decks[1], head.options);
  for (const std::string& unknown : made.unknown_decks) problems.add(options.file + ": " + unknown);
  if (problems.any()) return problems.print();
  const RecordedGame& game = read.file->games.front();
  const std::string problem =
      options.format == "json" ? print_json(*made.matchup, *read.file, game) : print_text(*made.matchup, *read.file, game);
  if (problem.empty()) return kDone;
  std::cerr << "archon replay: game " << game.game << ": " << problem << '\n';
  return kFailed;
}

}  // namespace replay_command

void add_replay(Command program) {
  using namespace replay_command;
  Command command = program.add("replay", "Show a game that 'archon match --record' wrote");
  auto options = std::make_shared<Options>();
  command.option("FILE", options->file, "File of records").required();
  command.option("--game", options->game, "Number of the game; the first one of the file otherwise").hide_default();
  command.option("--format", options->format, "text: turn by turn; json: a line for each decision with its position")
      .one_of({"text", "json"});
  command.calls([options](const Invocation&) { return run(*options); });
}

}  // namespace archon::cli
