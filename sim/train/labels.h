#pragma once
// Decisions with the value of each of their answers, found by playing on: what a policy learns from, and what the regret of
// agents is measured by.
//
// Games are played between decks of a pool. At some decisions hidden cards are dealt `worlds` times; in each of these worlds
// every answer is carried out and the game played on (common random numbers: all answers of a decision meet the same deals and
// luck).
//
// A file of labels holds the answers of each game, so that its decisions are found again by playing it. Its first line is a
// JSON object, the header: `labels` (2, the format), `version` and `program` (sim/results/version.h), `judge` (the weights of
// the evaluation), and the fields of LabelSpec under their names, but for the numbers of games. Then, for each game,
//
//   game NUMBER A B ANSWERS   numbers of the decks in the pool; two hexadecimal digits an answer: the number of the legal
//   action 57d 5012 4988 - | ...     question 57 (counted from 0), a letter for its kind (kind_letter), and the value of each
//   legal action
//                             in hundredths of a percent of winning, "-" when it was not tried; the same for each further part
//   end
//
// Format 1, still read, has no letters, parts and "end", and fewer fields.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/action.h"
#include "engine/deck/deck.h"
#include "engine/view/view.h"
#include "sim/play/match.h"

namespace archon {

enum class DecisionKind : uint8_t {
  House,
  Main,
  Discard,  // of the main step, when the player, the rules of thumb or a learned policy that plays on would discard a card
  Target,
  Name,  // name a house, a trait, a card or a number
  Other,
};
inline constexpr size_t kDecisionKinds = 6;
std::string_view kind_name(DecisionKind kind);  // "house"
char kind_letter(DecisionKind kind);            // the first one of its name

// Percentage of the decisions of each kind that are labelled.
using LabelRates = std::array<int, kDecisionKinds>;

// "10": so many of the main step, five times as many houses, half as many again of all but these; or "house=5,discard=20", the
// kinds not named having 0. Nothing for another text.
std::optional<LabelRates> parse_rates(std::string_view text);
LabelRates rates_of(int main_percent);

struct LabelSpec {
  std::string set = "all";  // of the generated decks: coverage_decks(set, decks, seed)
  int decks = 2000;
  std::vector<Deck> own_decks;  // before these in the pool; when there are some, every other two games are between them
  uint64_t seed = 1;
  std::string rules = "18.4";
  int64_t first_game = 0, games = 100;
  std::string agent = "heuristic";      // plays both sides
  int explore = 5;                      // percent of its decisions taken by lot
  std::string continuation = "greedy";  // the agent that plays on for both sides
  int worlds = 12;
  int parts = 1;  // the worlds in so many parts of equal size, each with values of its own
  int turns =
      2;  // played on after the own turn, judged at the end of each by the evaluation; -1: to the end of the game, who won
  LabelRates percent = rates_of(10);
  int max_answers = 16;  // of a decision; of more, the best by the rules of thumb and others by lot
};

// The whole numbers of a LabelSpec and their ranges.
struct LabelNumber {
  const char* name;
  int LabelSpec::*field;
  int min, max;
};
std::span<const LabelNumber> label_numbers();

struct LabelledDecision {
  int asked = 0;  // how many questions of the game came before it
  DecisionKind kind = DecisionKind::Other;
  std::vector<float> values;              // of each legal action: probability that the player wins; below 0: not tried
  std::vector<std::vector<float>> parts;  // the same by the worlds of each part; empty when there is but one
  int line = 0;                           // of the file
};

struct LabelledGame {
  int64_t game = 0;
  int a = 0, b = 0;              // numbers of the decks in the pool
  std::vector<uint8_t> answers;  // number of the legal action, of every question
  std::vector<LabelledDecision> decisions;
  int line = 0;  // of the file
};

struct Labels {
  LabelSpec spec;
  std::vector<LabelledGame> games;
  bool cut_off = false;  // the last game was written in part, and is left out
};

// The same for any number of threads. `done` gets the games in their order; false ends the run. When the run is stopped, the
// games that were begun are given to `done`. Whether all games were played. The spec must be valid.
bool label_games(const LabelSpec& spec, const RunControl& control, const std::function<bool(const LabelledGame&)>& done);

std::string labels_header(const LabelSpec& spec);
std::string labels_text(const LabelledGame& game);

inline constexpr size_t kMaxLabelBytes = size_t{1} << 30;  // of a file

// Nothing when `problem` says what is wrong: "line 3: ...".
std::optional<Labels> parse_labels(std::string_view text, std::string& problem);

// What a file has of the labels of a spec that was begun earlier.
struct LabelsBegun {
  std::string problem;    // why it can't be gone on with
  bool mismatch = false;  // the problem is that it has other settings or is of another version of the program
  size_t bytes = 0;       // of the header and all whole games; 0: begin with the header
  std::vector<LabelledGame> games;
};
LabelsBegun labels_begun(std::string_view text, const LabelSpec& spec);

std::vector<Deck> label_decks(const LabelSpec& spec);

// Plays a labelled game again and calls `visit` at each labelled decision. What does not fit, or nothing: "line 12: labels of
// another version of the engine: game 5 has ...".
using LabelVisitor = std::function<void(const View& view, const ActionList& legal, const LabelledDecision& decision)>;
std::string replay_labels(const LabelSpec& spec, std::span<const Deck> decks, const LabelledGame& game,
                          const LabelVisitor& visit);

}  // namespace archon
