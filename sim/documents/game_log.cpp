#include "sim/documents/game_log.h"

#include <bit>
#include <ostream>
#include <utility>

#include "engine/facts/visible_text.h"
#include "engine/log/sentences.h"
#include "engine/notation.h"
#include "engine/query/cards.h"
#include "engine/query/standing.h"
#include "engine/rules/turn.h"
#include "sim/forecast/forecast.h"
#include "sim/stats/number_text.h"

namespace archon::cli {

std::optional<double> forecast_of(const Matchup& m, const State& s) {
  if (s.choice.kind != ChoiceKind::House || s.step != Step::House) return {};
  const double p = win_probability(built_in_forecast(), View(m, s, s.active));
  return s.active == 0 ? p : 1 - p;
}

std::string ending_text(const Matchup& m, const State& s, Forfeit forfeit) {
  std::string text = "The game is " + std::string(result_word(s.result));
  if (s.winner() >= 0) text = std::string(1, "AB"[s.winner()]) + " wins" + (forfeit == Forfeit::None ? "" : " by forfeit");
  if (forfeit == Forfeit::None && ended_by_time(s))
    text += ": time was called, decided by " + std::string(lead_word(standing(m, s).by)) + ",";
  return text + " after " + std::to_string(s.turn) + " turns and " + std::to_string(s.decisions) + " decisions.";
}

namespace game_log {

char letter(int player) { return player == 0 ? 'A' : 'B'; }

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

// Writes a game: decisions, and under each what it brought about.
class Log {
 public:
  Log(std::ostream& out, const Matchup& m) : out_(out), m_(m) {}

  void add(const State& s, Action action) {
    end_line();
    note_forecast(s);
    const ChoiceKind kind = s.choice.kind;
    const bool step = kind == ChoiceKind::Main || kind == ChoiceKind::House || kind == ChoiceKind::Mulligan;
    out_ << (step ? "  " : "    ");
    if (s.choice.player != s.active || s.turn == 0) out_ << letter(s.choice.player) << ": ";
    out_ << action_text(m_, s, action) << '\n';
    said_ = tells_itself(action);
  }

  void add(const State& before, const State& after, const Passage& passage) {
    if (after.turn != before.turn) begin_turn(after);
    if (passage.cause.by == Cause::By::Turn && std::exchange(said_, false)) return;
    for (const std::string& clause : clauses(m_, before, after, passage)) {
      if (passage.cause != cause_ || line_.size() > kWidth) end_line();
      if (line_.empty()) {
        cause_ = passage.cause;
        line_ = cause_text(m_, before, cause_);
        if (!line_.empty()) line_ += ": ";
      } else {
        line_ += "; ";
      }
      line_ += clause;
    }
  }

  void end(const State& s, Forfeit forfeit) {
    end_line();
    out_ << "\n" << ending_text(m_, s, forfeit) << "\n";
  }

 private:
  static constexpr size_t kWidth = 100;  // a line that is longer takes no further clause

  void end_line() {
    if (!line_.empty()) out_ << "      " << line_ << '\n';
    line_.clear();
  }

  void note_forecast(const State& s) {
    if (const auto p = forecast_of(m_, s)) out_ << "  forecast: A wins with " << percent(*p) << '\n';
  }

  void begin_turn(const State& s) {
    end_line();
    out_ << "\nTurn " << s.turn << ", " << letter(s.active) << '\n';
    for (int player = 0; player < 2; ++player) {
      out_ << "  " << pool(s, player) << '\n';
      if (player == s.active) out_ << "     hand: " << names(m_, s, Zone::Hand, player) << '\n';
      out_ << "     line: " << names(m_, s, Zone::Line, player);
      if (s.count(Zone::Artifacts, player)) out_ << "; artifacts: " << names(m_, s, Zone::Artifacts, player);
      out_ << '\n';
    }
  }

  std::ostream& out_;
  const Matchup& m_;
  bool said_ = false;  // what the decision does at once, it says itself
  Cause cause_;
  std::string line_;  // of what one cause has brought about, not written yet
};

}  // namespace game_log

std::string write_game(std::ostream& out, const Matchup& m, const RecordFile& file, const RecordedGame& game) {
  using namespace game_log;
  out << "Game " << game.game << ", seed " << file.head.seed << ", rules " << file.head.options.rules.name << '\n';
  for (size_t player = 0; player < 2; ++player)
    out << letter(static_cast<int>(player)) << ": " << visible_line(file.head.decks[player].name) << ", played by "
        << visible_line(file.head.agents[player]) << '\n';
  out << letter(game.record.first) << " goes first\n";
  Log log(out, m);
  State end;
  const std::string problem = replay_told(
      m, file.head.seed, game, end,
      [&](const State& before, const State& after, const Passage& passage) { log.add(before, after, passage); },
      [&](const State& s, Action action) { log.add(s, action); });
  if (problem.empty()) log.end(end, game.record.forfeit);
  return problem;
}

}  // namespace archon::cli
