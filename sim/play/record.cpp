#include "sim/play/record.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "sim/results/version.h"

namespace archon {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;  // to write: reading many keys into it takes quadratic time
constexpr int kMaxAgentBytes = 1000;
constexpr std::string_view kDigits = "0123456789abcdef";

void add_hex(std::string& text, int byte) {
  text += kDigits[static_cast<size_t>(byte >> 4 & 15)];
  text += kDigits[static_cast<size_t>(byte & 15)];
}

int hex_at(std::string_view text, size_t at) {
  if (at + 2 > text.size()) return -1;
  const size_t high = kDigits.find(text[at]), low = kDigits.find(text[at + 1]);
  if (high == std::string_view::npos || low == std::string_view::npos) return -1;
  return static_cast<int>(high << 4 | low);
}

std::optional<Result> result_from_word(std::string_view word, int winner) {
  if (word == "won") return winner == 0 ? Result::Won0 : Result::Won1;
  if (word == "undecided") return Result::DecisionCap;
  if (word == "fault") return Result::Overflow;
  if (word == "tied") return Result::Tied;
  return std::nullopt;
}

int64_t number(const Json& json, const std::string& name, int64_t min, int64_t max) {
  const bool fits = json.is_number_integer() && json >= min && json <= max;
  if (!fits)
    throw std::runtime_error("`" + name + "`: a whole number from " + std::to_string(min) + " to " + std::to_string(max) +
                             " is wanted");
  return json.get<int64_t>();
}
int64_t number_of(const Json& json, const char* name, int64_t min, int64_t max) {
  return number(json.at(name), name, min, max);
}

// One entry for each player.
const Json& pair_of(const Json& json, const char* name) {
  const Json& pair = json.at(name);
  if (!pair.is_array() || pair.size() != 2) throw std::runtime_error("`" + std::string(name) + "`: two entries are wanted");
  return pair;
}

GameClock read_clock(const Json& json) {
  return {.limit = static_cast<int32_t>(number_of(json, "limit", 0, INT32_MAX)),
          .a_turn = static_cast<int32_t>(number_of(json, "a_turn", 0, INT32_MAX)),
          .a_decision = static_cast<int32_t>(number_of(json, "a_decision", 0, INT32_MAX))};
}

RecordHead read_head(const Json& json) {
  RecordHead head;
  static const std::set<std::string> kWords = {"version", "seed", "rules", "agents", "chains", "clock", "decks"};
  for (const auto& [word, value] : json.items())
    if (!kWords.contains(word)) throw std::runtime_error("unknown field `" + excerpt(word) + "`");
  if (!json.at("seed").is_number_unsigned()) throw std::runtime_error("`seed`: a whole number from 0 to 2^64 - 1 is wanted");
  head.seed = json.at("seed").get<uint64_t>();
  const std::optional<RulesProfile> rules = find_rules(json.at("rules").get<std::string>());
  if (!rules) throw std::runtime_error("there is no rulebook '" + excerpt(json.at("rules").get<std::string>()) + "'");
  head.options.rules = *rules;
  if (json.contains("clock")) head.options.clock = read_clock(json["clock"]);
  for (size_t player = 0; player < 2; ++player) {
    head.options.starting_chains[player] =
        static_cast<int>(number(pair_of(json, "chains")[player], "chains", 0, kMaxStartingChains));
    head.agents[player] = pair_of(json, "agents")[player].get<std::string>();
    if (head.agents[player].size() > kMaxAgentBytes) throw std::runtime_error("`agents`: the name of one is too long");
    DeckResult deck = parse_deck(pair_of(json, "decks")[player].get<std::string>());
    if (!deck.deck) throw std::runtime_error(format_problem("deck", deck.problems.front()));
    head.decks[player] = std::move(*deck.deck);
  }
  return head;
}

RecordedGame read_game(const Json& json) {
  RecordedGame game;
  game.game = number_of(json, "game", 0, INT64_MAX);
  game.record.first = static_cast<uint8_t>(number_of(json, "first", 0, 1));
  game.record.winner = static_cast<int8_t>(json.at("winner").is_null() ? -1 : number_of(json, "winner", 0, 1));
  const std::optional<Result> result = result_from_word(json.at("result").get<std::string>(), game.record.winner);
  if (!result) throw std::runtime_error("unknown result");
  if ((*result == Result::Won0 || *result == Result::Won1) != (game.record.winner >= 0))
    throw std::runtime_error("a game that is won has a winner, and no other game");
  game.record.result = *result;
  const std::string forfeit = json.value("forfeit", "none");
  for (const Forfeit each : kForfeits)
    if (forfeit == forfeit_word(each)) game.record.forfeit = each;
  if (forfeit != forfeit_word(game.record.forfeit)) throw std::runtime_error("unknown cause of forfeit");
  game.record.turns = static_cast<uint16_t>(number_of(json, "turns", 0, UINT16_MAX));
  game.record.decisions = static_cast<uint16_t>(number_of(json, "decisions", 0, UINT16_MAX));
  std::optional<std::vector<Action>> actions = read_actions(json.at("actions").get<std::string>());
  if (!actions) throw std::runtime_error("these are no actions");
  game.actions = std::move(*actions);
  return game;
}

// A message of the JSON library without its number.
std::string plain(const std::exception& error) {
  const std::string text = error.what();
  const size_t bracket = text.starts_with('[') ? text.find("] ") : std::string::npos;
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

}  // namespace

std::string write_actions(const std::vector<Action>& actions) {
  std::string text;
  for (Action action : actions) {
    text += static_cast<char>('A' + static_cast<int>(action.verb()));
    if (action.card() != kNoCard) add_hex(text, action.card());
    if (action.index() == 0) continue;
    text += '.';
    add_hex(text, action.index());
  }
  return text;
}

std::optional<std::vector<Action>> read_actions(std::string_view text) {
  std::vector<Action> actions;
  for (size_t at = 0; at < text.size();) {
    const int verb = text[at++] - 'A';
    if (verb < 0 || verb > static_cast<int>(Verb::Activate)) return std::nullopt;
    int card = kNoCard, index = 0;
    if (at < text.size() && kDigits.find(text[at]) != std::string_view::npos) {
      card = hex_at(text, at);
      at += 2;
    }
    if (at < text.size() && text[at] == '.') {
      index = hex_at(text, at + 1);
      at += 3;
    }
    if (card < 0 || index < 0) return std::nullopt;
    actions.emplace_back(static_cast<Verb>(verb), static_cast<CardId>(card), index);
  }
  return actions;
}

std::string write_record_head(const RecordHead& head) {
  OrderedJson json;
  json["version"] = version();
  json["seed"] = head.seed;
  json["rules"] = head.options.rules.name;
  json["agents"] = head.agents;
  json["chains"] = head.options.starting_chains;
  if (const GameClock& clock = head.options.clock; clock.limit >= 0)
    json["clock"] = {{"limit", clock.limit}, {"a_turn", clock.a_turn}, {"a_decision", clock.a_decision}};
  json["decks"] = {write_deck(head.decks[0]), write_deck(head.decks[1])};
  return json.dump();
}

std::string write_recorded_game(const RecordedGame& game) {
  OrderedJson json;
  json["game"] = game.game;
  json["first"] = game.record.first;
  json["winner"] = game.record.winner < 0 ? OrderedJson(nullptr) : OrderedJson(game.record.winner);
  json["result"] = result_word(game.record.result);
  if (game.record.forfeit != Forfeit::None) json["forfeit"] = forfeit_word(game.record.forfeit);
  json["turns"] = game.record.turns;
  json["decisions"] = game.record.decisions;
  json["actions"] = write_actions(game.actions);
  return json.dump();
}

RecordResult read_records(const std::string& path, GameNumbers wanted, size_t most) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return {std::nullopt, "there is no such file"};
  RecordFile file;
  std::string line;
  size_t bytes = 0;
  int number = 0;
  bool head = false;
  while (!head || file.games.size() < most) {
    const LineRead read = read_input_line(in, line, kMaxRecordLine);
    if (read == LineRead::End) break;
    bytes += line.size() + 1;
    const std::string place = "line " + std::to_string(++number) + ": ";
    if (read == LineRead::TooLong) return {std::nullopt, place + "more than " + std::to_string(kMaxRecordLine) + " bytes"};
    if (bytes > kMaxRecordBytes) return {std::nullopt, place + "the file is larger than 4 GB"};
    if (json_depth(line) > kMaxJsonDepth)
      return {std::nullopt, place + "nested deeper than " + std::to_string(kMaxJsonDepth) + " brackets"};
    try {
      const Json json = Json::parse(line);
      if (!head) {
        file.head = read_head(json);
        head = true;
      } else if (wanted.first < 0 || wanted.has(json.at("game").get<int64_t>())) {
        file.games.push_back(read_game(json));
      }
    } catch (const std::exception& error) {
      return {std::nullopt, place + plain(error)};
    }
  }
  if (!head) return {std::nullopt, "this is no file of records"};
  return {std::move(file), ""};
}

std::string replay(const Matchup& m, uint64_t seed, const RecordedGame& game, State& end, const ReplayVisit& visit) {
  new_game(m, end, {.seed = seed, .game = static_cast<uint64_t>(game.game), .first = game.record.first});
  ActionList legal;
  size_t number = 0;
  for (Action action : game.actions) {
    ++number;
    legal_actions(m, end, legal);
    if (end.over() || std::ranges::find(legal, action) == legal.end())
      return "action " + std::to_string(number) + " is not legal: this program plays other rules than the one that wrote it";
    if (visit) visit(end, action);
    apply(m, end, action);
  }
  if (game.record.forfeit != Forfeit::None) end.result = game.record.result;
  const bool same =
      end.winner() == game.record.winner && end.turn == game.record.turns && end.decisions == game.record.decisions;
  return same ? "" : "the game ends otherwise than recorded";
}

std::string replay_told(const Matchup& m, uint64_t seed, const RecordedGame& game, State& end, Recorder::Sink happened,
                        const ReplayVisit& visit) {
  Recorder recorder(std::move(happened));
  Matchup told = m;
  told.listener = &recorder;
  std::string problem = replay(told, seed, game, end, [&](const State& s, Action action) {
    recorder.end(told, s);
    visit(s, action);
  });
  recorder.end(told, end);
  return problem;
}

}  // namespace archon
