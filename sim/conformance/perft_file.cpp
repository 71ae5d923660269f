#include "sim/conformance/perft_file.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/deck/deck.h"
#include "engine/deck/text_input.h"
#include "engine/engine.h"
#include "engine/facts/visible_text.h"
#include "engine/make_matchup.h"
#include "engine/position/position_json.h"
#include "sim/protocol/decision_text.h"

namespace archon {
namespace {

constexpr int kDeepest = 12, kLongestPrefix = 1000;

template <class Number>
bool read_number(std::string_view text, Number& to, int base = 10) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), to, base);
  return error == std::errc() && end == text.data() + text.size();
}

// A fixture as far as it is read.
struct Described {
  std::string name, decks[2], position;
  uint64_t seed = 1;
  int prefix = 0;
  size_t line = 0;
  std::vector<PerftDepth> depths;
};

class PerftReader {
 public:
  explicit PerftReader(const std::string& folder) : folder_(folder.empty() ? "" : folder + "/") {}

  PerftFile read(std::string_view text) {
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line); ++at_) {
      out_.lines.push_back(line);
      if (!line.empty() && line[0] != '#') field(line);
    }
    finish();
    return std::move(out_);
  }

 private:
  void problem(size_t line, const std::string& what) {
    out_.problems.push_back("line " + std::to_string(line + 1) + ": " + what);
  }

  void field(const std::string& line) {
    const size_t colon = line.find(": ");
    const std::string name = line.substr(0, colon), value = colon == std::string::npos ? "" : line.substr(colon + 2);
    if (name == "fixture") {
      finish();
      now_.emplace().name = value;
      now_->line = at_;
      if (value.empty() || !names_.insert(value).second) problem(at_, "a name of its own is wanted");
    } else if (!now_) {
      problem(at_, "`fixture: NAME` is wanted first");
    } else if (name == "decks") {
      std::istringstream words(value);
      std::string more;
      if (!(words >> now_->decks[0] >> now_->decks[1]) || words >> more) problem(at_, "two deck files are wanted");
    } else if (name == "position") {
      now_->position = value;
    } else if (name == "seed") {
      if (!read_number(value, now_->seed)) problem(at_, "a whole number is wanted");
    } else if (name == "prefix") {
      if (!read_number(value, now_->prefix) || now_->prefix < 0 || now_->prefix > kLongestPrefix)
        problem(at_, "a number of decisions from 0 to " + std::to_string(kLongestPrefix) + " is wanted");
    } else if (name == "depth") {
      depth(value);
    } else {
      const std::string hint = word_hint(name, {"fixture", "decks", "position", "seed", "prefix", "depth"});
      problem(at_, "unknown field `" + excerpt(name) + "`" + (hint.empty() ? "" : "; " + hint));
    }
  }

  void depth(const std::string& value) {
    std::istringstream words(value);
    std::string number, leaves, sum, more, count, hash;
    words >> number;
    const bool counted = static_cast<bool>(words >> leaves >> count >> sum >> hash);
    PerftDepth depth{.line = at_, .expected = {}};
    PerftCount expected;
    bool good = read_number(number, depth.depth) && depth.depth >= 1 && depth.depth <= kDeepest && !(words >> more);
    good = good && (now_->depths.empty() || now_->depths.back().depth < depth.depth);
    if (counted)
      good = good && leaves == "leaves" && sum == "sum" && read_number(count, expected.leaves) &&
             read_number(hash, expected.sum, 16);
    else
      good = good && leaves.empty();
    if (!good)
      return problem(at_, "`D`, or `D leaves N sum HEXADECIMAL` is wanted, with larger depths in later lines, at most " +
                              std::to_string(kDeepest));
    if (counted) depth.expected = expected;
    now_->depths.push_back(depth);
  }

  void finish() {
    if (!now_) return;
    const Described described = std::move(*now_);
    now_.reset();
    PerftFixture fixture{.name = described.name, .game = {}, .depths = described.depths};
    const size_t before = out_.problems.size();
    if (described.depths.empty()) problem(described.line, "the fixture has no `depth`");
    if (described.position.empty() == described.decks[0].empty())
      problem(described.line, "`decks` or `position` is wanted");
    else
      described.position.empty() ? deal(described, fixture.game) : load(described, fixture.game);
    if (out_.problems.size() != before) return;
    play_prefix(described, fixture.game);
    out_.fixtures.push_back(std::move(fixture));
  }

  void deal(const Described& described, PerftGame& game) {
    std::vector<Deck> decks;
    for (const std::string& path : described.decks) {
      const DeckResult read = read_deck_file(folder_ + path);
      if (!read.deck) return problem(described.line, format_problem(folder_ + path, read.problems.front()));
      decks.push_back(*read.deck);
    }
    game.matchup = *make_matchup(decks[0], decks[1]).matchup;
    for (int card = 0; card < game.matchup.card_count; ++card) game.numbers.push_back(card);
    new_game(game.matchup, game.state, {.seed = described.seed});
  }

  void load(const Described& described, PerftGame& game) {
    const nlohmann::json json = json_depth(described.position) > kMaxJsonDepth
                                    ? nlohmann::json(nlohmann::json::value_t::discarded)
                                    : nlohmann::json::parse(described.position, nullptr, false);
    if (json.is_discarded()) return problem(described.line, "the position is no JSON");
    const LoadedPosition loaded = load_position(json);
    for (const JsonProblem& each : loaded.problems)
      problem(described.line, "position: " + each.at + (each.at.empty() ? "" : ": ") + each.message);
    if (loaded.game) game = {loaded.game->matchup, loaded.game->state, loaded.game->numbers};
  }

  // Decisions that a generator takes which every language can have (Knuth's of 64 bits), among the actions in the order in
  // which `archon engine` offers them.
  static void play_prefix(const Described& described, PerftGame& game) {
    uint64_t random = described.seed;
    for (int i = 0; i < described.prefix && !game.state.over(); ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      const std::vector<Action> offered = offered_actions(game.matchup, game.state);
      apply(game.matchup, game.state, offered[(random >> 33) % offered.size()]);
    }
  }

  const std::string folder_;
  PerftFile out_;
  std::set<std::string> names_;
  std::optional<Described> now_;
  size_t at_ = 0;
};

}  // namespace

PerftFile read_perft(std::string_view text, const std::string& folder) { return PerftReader(folder).read(text); }

std::string perft_line(int depth, const PerftCount& count) {
  char sum[17];
  std::snprintf(sum, sizeof sum, "%016llx", static_cast<unsigned long long>(count.sum));
  return "depth: " + std::to_string(depth) + " leaves " + std::to_string(count.leaves) + " sum " + sum;
}

}  // namespace archon
