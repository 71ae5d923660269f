#include "sim/protocol/protocol.h"

#include <algorithm>

#include "engine/advance.h"
#include "engine/deck/deck.h"
#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "engine/log/log_json.h"
#include "engine/make_matchup.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "engine/view/disguise.h"

namespace archon {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr size_t kMaxSaved = 10000;

// What is wrong with a request, and where.
struct Refused {
  std::string message;
  std::string at;
  std::vector<JsonProblem> all = {};  // when there are several
};

// Thrown out of a draw for which no outcome is known yet.
struct Asked {
  ChanceQuestion question;
};

// Gives the outcomes of a list, then asks or leaves it to the generators.
class ScriptedChance : public ChanceSource {
 public:
  ScriptedChance(const std::vector<CardId>& outcomes, bool ask) : outcomes_(outcomes), ask_(ask) {}

  CardId choose(const ChanceQuestion& question) override {
    if (question.outcomes.size() == 1) return question.drawn;  // nothing to ask, and in no list
    if (next_ >= outcomes_.size()) {
      if (ask_) throw Asked{question};
      return question.drawn;
    }
    const CardId card = outcomes_[next_++];
    return question.outcomes.has(card) ? card : question.drawn;
  }

 private:
  const std::vector<CardId>& outcomes_;
  const bool ask_;
  size_t next_ = 0;
};

const Json* find(const Json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

void check_words(const Json& json, const Words& words) {
  for (const auto& [key, value] : json.items()) {
    if (key == "do" || std::ranges::find(words, key) != words.end()) continue;
    const std::string hint = word_hint(key, words);
    throw Refused{"unknown field" + (hint.empty() ? "" : "; " + hint), excerpt(key)};
  }
}

template <class Number>
Number whole_number(const Json& json, const std::string& at, int64_t min, uint64_t max) {
  const bool integer = json.is_number_integer();
  const bool low = integer && (json.is_number_unsigned() ? min <= 0 || json.get<uint64_t>() >= static_cast<uint64_t>(min)
                                                         : json.get<int64_t>() >= min);
  const bool high = integer && (!json.is_number_unsigned() || json.get<uint64_t>() <= max);
  if (!low || !high)
    throw Refused{"a whole number from " + std::to_string(min) + " to " + std::to_string(max) + " is wanted", at};
  return json.get<Number>();
}

template <class Number>
Number number_field(const Json& json, const char* name, Number fallback, int64_t min, uint64_t max) {
  const Json* value = find(json, name);
  return value ? whole_number<Number>(*value, name, min, max) : fallback;
}

std::string text_field(const Json& json, const char* name, const std::string& fallback) {
  const Json* value = find(json, name);
  if (!value) return fallback;
  if (!value->is_string()) throw Refused{"a text is wanted", name};
  return value->get<std::string>();
}

Deck read_deck(const Json& json, const std::string& at) {
  if (!json.is_string()) throw Refused{"the path of a deck file is wanted", at};
  const std::string path = json.get<std::string>();
  DeckResult result = read_deck_file(path);
  if (!result.deck) throw Refused{format_problem(path, result.problems.front()), at};
  return *result.deck;
}

Matchup read_matchup(const Json& request) {
  const Json* decks = find(request, "decks");
  if (!decks || !decks->is_array() || decks->size() != 2) throw Refused{"two deck files are wanted", "decks"};
  MatchupOptions options;
  const std::optional<RulesProfile> rules = find_rules(text_field(request, "rules", "18.4"));
  if (!rules) throw Refused{"there is no such rulebook (1.0, 1.2, 1.3 or 18.4)", "rules"};
  options.rules = *rules;
  if (const Json* chains = find(request, "chains")) {
    if (!chains->is_array() || chains->size() != 2) throw Refused{"two numbers are wanted", "chains"};
    for (size_t i = 0; i < 2; ++i)
      options.starting_chains[i] = whole_number<int>((*chains)[i], "chains[" + std::to_string(i) + "]", 0, 24);
  }
  const Deck a = read_deck((*decks)[0], "decks[0]"), b = read_deck((*decks)[1], "decks[1]");
  const MatchupResult made = make_matchup(a, b, options);
  if (!made.unknown_decks.empty()) {
    Refused refused{made.unknown_decks.front() + " (`rules` 18.4 does)", "decks"};
    for (const std::string& unknown : made.unknown_decks) refused.all.push_back({unknown + " (`rules` 18.4 does)", "decks"});
    throw refused;
  }
  return *made.matchup;
}

// For whom a decision is asked for: without a word for the player who makes it.
Reader reader_of(const Json& request) {
  const std::string word = text_field(request, "for", "player");
  if (word != "player" && word != "omniscient") throw Refused{"`player` or `omniscient` is wanted", "for"};
  return word == "player" ? Reader::Player : Reader::Omniscient;
}

void add_error(std::string& out, const Refused& refused) {
  out = "{\"error\":";
  add_json_string(out, refused.message);
  out += ",\"at\":";
  add_json_string(out, refused.at);
  if (refused.all.size() > 1) {
    out += ",\"problems\":[";
    for (const JsonProblem& problem : refused.all) {
      out += out.back() == '[' ? "{\"error\":" : ",{\"error\":";
      add_json_string(out, problem.message);
      out += ",\"at\":";
      add_json_string(out, problem.at);
      out += '}';
    }
    out += ']';
  }
  out += '}';
}

std::string dumped(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Json parsed(std::string_view line) {
  if (json_depth(line) > kMaxJsonDepth)
    throw Refused{"nested deeper than " + std::to_string(kMaxJsonDepth) + " brackets", "do"};
  try {
    return Json::parse(line);
  } catch (const Json::parse_error& error) {
    throw Refused{"this is no JSON", "byte " + std::to_string(error.byte)};
  }
}

}  // namespace

std::string Session::too_long() {
  std::string out;
  add_error(out, {"a line of more than " + std::to_string(kMaxRequestBytes) + " bytes", ""});
  return out;
}

std::string Session::answer(std::string_view line) {
  std::string out;
  try {
    carry_out(parsed(line), out);
  } catch (const Refused& refused) {
    add_error(out, refused);
  } catch (const std::exception& error) {
    add_error(out, {std::string("the engine failed: ") + error.what(), "do"});
  }
  return out;
}

void Session::carry_out(const Json& request, std::string& out) {
  if (!request.is_object()) throw Refused{"an object is wanted", ""};
  const std::string verb = text_field(request, "do", "");
  if (verb == "decision") {
    check_words(request, {"for"});
    return add_pending_decision(out, reader_of(request));
  }
  if (verb == "apply") {
    const Reader reader = reader_of(request);
    if (find(request, "log"))
      out = "{\"ok\":true,\"happened\":" + told_action(request);
    else {
      apply_action(request);
      out = "{\"ok\":true";
    }
    if (find(request, "then")) {
      out += ",\"decision\":";
      add_pending_decision(out, reader);
    }
    out += '}';
    return;
  }
  if (verb == "state") {
    check_words(request, {});
    out = state_text();
    return;
  }
  if (verb == "view") {
    out = view_text(request);
    return;
  }
  if (verb == "play") return play(request, out);
  if (verb == "advise") return advise(request, out);
  if (verb == "line") {
    check_words(request, {});
    out = "{\"line\":\"" + write_line(*game().matchup, game().state) + "\"}";
    return;
  }
  if (verb == "new") {
    begin(request);
  } else if (verb == "load") {
    load(request);
  } else if (verb == "push" || verb == "pop") {
    save(request);
  } else if (verb == "chance") {
    set_chance(request);
  } else if (verb == "quit") {
    ended_ = true;
  } else {
    const std::string hint = word_hint(
        verb, {"new", "load", "decision", "apply", "state", "view", "line", "play", "advise", "push", "pop", "chance", "quit"});
    throw Refused{"unknown request" + (hint.empty() ? "" : "; " + hint), "do"};
  }
  out = "{\"ok\":true}";
}

const SessionGame& Session::game() const {
  if (!game_) throw Refused{"there is no game; `new` or `load` begins one", "do"};
  return *game_;
}

// Carries the operation out as far as its outcomes are known.
void Session::run(SessionGame& game, bool ask, Listener* listener) const {
  std::optional<Matchup> told;
  if (listener) told.emplace(*game.matchup).listener = listener;
  const Matchup& m = told ? *told : *game.matchup;
  State s = game.state;
  ScriptedChance script(game.outcomes, ask);
  const ChanceScope scope(ask || !game.outcomes.empty() ? &script : nullptr);
  try {
    if (game.operation == SessionGame::Operation::Apply)
      apply(m, s, game.action);
    else
      advance(m, s);
  } catch (const Asked& asked) {
    game.question = asked.question;
    game.choices = group_outcomes(m, s, asked.question);
    return;
  }
  game.state = s;
  game.operation = SessionGame::Operation::None;
  game.outcomes.clear();
  game.choices.clear();
}

void Session::begin(const Json& request) {
  check_words(request, {"decks", "seed", "game", "chains", "first", "rules"});
  SessionGame next;
  const Matchup m = read_matchup(request);
  next.matchup = std::make_shared<const Matchup>(m);
  std::vector<int> numbers;
  for (int card = 0; card < m.card_count; ++card) numbers.push_back(card);
  next.numbers = std::make_shared<const std::vector<int>>(std::move(numbers));
  const GameSetup setup{.seed = number_field<uint64_t>(request, "seed", 1, 0, UINT64_MAX),
                        .game = number_field<uint64_t>(request, "game", 0, 0, UINT64_MAX),
                        .first = number_field<int>(request, "first", -1, 0, 1)};
  lay_out_game(m, next.state, setup);
  next.operation = SessionGame::Operation::Begin;
  run(next, ask_);
  game_ = std::move(next);
}

void Session::load(const Json& request) {
  check_words(request, {"position", "line"});
  SessionGame next;
  PositionGame loaded;
  const auto refuse = [](const std::vector<std::string>& problems, const std::string& at) {
    std::vector<JsonProblem> all;
    for (const std::string& problem : problems) all.push_back({problem, at});
    if (!all.empty()) throw Refused{all.front().message, at, all};
  };
  if (find(request, "line")) {
    refuse(read_line(text_field(request, "line", ""), loaded), "line");
  } else {
    const Json* json = find(request, "position");
    if (!json) throw Refused{"`position` or `line` is wanted", "position"};
    ReadPosition read = read_position(*json);
    for (JsonProblem& problem : read.problems) problem.at = problem.at.empty() ? "position" : "position." + problem.at;
    if (!read.position) throw Refused{read.problems.front().message, read.problems.front().at, read.problems};
    PositionResult built = build_position(*read.position);
    refuse(built.problems, "position");
    const bool begins = ask_ && read.position->pending.empty();
    if (begins) built = lay_out_position(*read.position);  // there may be something to ask on the way to the first decision
    loaded = std::move(*built.game);
    if (begins) next.operation = SessionGame::Operation::Begin;
  }
  next.matchup = std::make_shared<const Matchup>(loaded.matchup);
  next.numbers = std::make_shared<const std::vector<int>>(std::move(loaded.numbers));
  next.state = loaded.state;
  if (next.operation != SessionGame::Operation::None) run(next, ask_);
  game_ = std::move(next);
}

// The outcome that a request means: of a group the first card, or the very copy that it names.
CardId Session::outcome(const Json& request) const {
  const std::vector<OutcomeGroup>& choices = game_->choices;
  if (const Json* card = find(request, "card")) {
    const auto wanted = whole_number<int>(*card, "card", 0, INT32_MAX);
    for (CardId id : game_->question.outcomes)
      if ((*game_->numbers)[id] == wanted) return id;
    throw Refused{"this card is no outcome", "card"};
  }
  if (!find(request, "id")) throw Refused{"the id of an action is wanted", "id"};
  const auto id = number_field<size_t>(request, "id", 0, 0, choices.size() - 1);
  return choices[id].cards.first();
}

void Session::apply_action(const Json& request, Listener* listener) {
  check_words(request, {"id", "card", "then", "for", "log"});
  if (text_field(request, "then", "decision") != "decision") throw Refused{"`decision` is the only word for it", "then"};
  const SessionGame& now = game();
  if (now.operation != SessionGame::Operation::None) {
    const CardId card = outcome(request);
    SessionGame next = now;
    next.outcomes.push_back(card);
    run(next, ask_, listener);
    game_ = std::move(next);
    return;
  }
  if (now.state.over()) throw Refused{"the game is over", "do"};
  if (find(request, "card")) throw Refused{"only a random outcome is given by its card", "card"};
  if (!find(request, "id")) throw Refused{"the id of an action is wanted", "id"};
  const std::vector<Action> offered = offered_actions(*now.matchup, now.state);
  const auto id = number_field<size_t>(request, "id", 0, 0, std::max<size_t>(offered.size(), 1) - 1);
  if (id >= offered.size()) throw Refused{"there is no such action", "id"};
  game_->action = offered[id];
  game_->operation = SessionGame::Operation::Apply;
  run(*game_, ask_, listener);
}

// Carries an action out and tells what happened, as the reader of the log may know it; nothing as long as an outcome is
// missing.
std::string Session::told_action(const Json& request) {
  const Json& wanted = *find(request, "log");
  const bool all = wanted == "omniscient";
  if (!all && wanted != 0 && wanted != 1) throw Refused{"`omniscient`, 0 or 1 is wanted", "log"};
  const int viewer = all ? -1 : wanted.get<int>();
  const SessionGame before = game();
  nlohmann::ordered_json happened = nlohmann::ordered_json::array();
  Recorder recorder([&](const State& from, const State& to, const Passage& passage) {
    auto json = passage_json(*before.matchup, from, to, passage, *before.numbers, viewer);
    if (!json.is_null()) happened.push_back(std::move(json));
  });
  recorder.begin(*before.matchup, before.state);
  apply_action(request, &recorder);
  if (game_->operation != SessionGame::Operation::None) return "[]";
  recorder.end(*game_->matchup, game_->state);
  return happened.dump();
}

void Session::save(const Json& request) {
  check_words(request, {});
  if (text_field(request, "do", "") == "push") {
    if (saved_.size() >= kMaxSaved) throw Refused{"at most " + std::to_string(kMaxSaved) + " games can be saved", "do"};
    saved_.push_back(game());
    return;
  }
  if (saved_.empty()) throw Refused{"nothing was saved", "do"};
  game_ = std::move(saved_.back());
  saved_.pop_back();
}

void Session::set_chance(const Json& request) {
  check_words(request, {"mode"});
  const std::string mode = text_field(request, "mode", "");
  if (mode != "ask" && mode != "seeded") throw Refused{"`ask` or `seeded` is wanted", "mode"};
  ask_ = mode == "ask";
  if (!ask_ && game_ && game_->operation != SessionGame::Operation::None) run(*game_, false);  // the generators go on
}

// The pending decision as its player is shown it: the actions are those of `decision`, in its order.
struct Session::Shown {
  const Matchup& m;
  State s;
  ActionList legal{};

  View view() const { return {m, s, s.choice.player}; }
  int id(Action action) const { return static_cast<int>(std::ranges::find(legal, action) - legal.begin()); }
};

Session::Shown Session::shown_decision() const {
  const SessionGame& now = game();
  if (!adviser_) throw Refused{"this session has no agents", "do"};
  if (now.operation != SessionGame::Operation::None) throw Refused{"a random outcome is no player's decision", "do"};
  if (now.state.over()) throw Refused{"the game is over", "do"};
  Shown shown{*now.matchup, now.state};
  if (const int player = shown.s.choice.player; needs_disguise(shown.m, shown.s, player)) Disguise(shown.m, shown.s, player);
  legal_actions(shown.m, shown.s, shown.legal);
  return shown;
}

void Session::play(const Json& request, std::string& out) const {
  check_words(request, {"agent", "seed"});
  const std::string agent = text_field(request, "agent", "");
  const auto seed = number_field<uint64_t>(request, "seed", 1, 0, UINT64_MAX);
  const Shown shown = shown_decision();
  std::string problem;
  const Action action = adviser_->play(shown.view(), shown.legal, agent, seed, problem);
  if (!problem.empty()) throw Refused{problem, "agent"};
  out = "{\"id\":" + std::to_string(shown.id(action)) + "}";
}

void Session::advise(const Json& request, std::string& out) const {
  check_words(request, {"continuation", "worlds", "seed"});
  const std::string continuation = text_field(request, "continuation", "");
  const auto worlds = number_field<int>(request, "worlds", 100, 2, kMaxAdvisedWorlds);
  const auto seed = number_field<uint64_t>(request, "seed", 1, 0, UINT64_MAX);
  const Shown shown = shown_decision();
  std::string problem;
  nlohmann::ordered_json answers = nlohmann::ordered_json::array();
  for (const auto& [action, win, behind, error] :
       adviser_->advise(shown.view(), shown.legal, continuation, worlds, seed, problem))
    answers.push_back({{"id", shown.id(action)}, {"win_rate", win}, {"behind", behind}, {"behind_error", error}});
  if (!problem.empty()) throw Refused{problem, "continuation"};
  out = nlohmann::ordered_json{{"answers", std::move(answers)}}.dump();
}

void Session::add_pending_decision(std::string& out, Reader reader) const {
  const SessionGame& now = game();
  if (now.operation != SessionGame::Operation::None)
    return add_chance_decision(out, *now.matchup, now.state, now.question, now.choices, now.outcomes, *now.numbers);
  add_decision(out, *now.matchup, now.state, *now.numbers, reader);
}

std::string Session::state_text() const {
  const SessionGame& now = game();
  return dumped(write_position(*now.matchup, now.state, *now.numbers));
}

std::string Session::view_text(const Json& request) const {
  check_words(request, {"player"});
  if (!find(request, "player")) throw Refused{"0 or 1 is wanted", "player"};
  const int player = number_field<int>(request, "player", 0, 0, 1);
  const SessionGame& now = game();
  return dumped(write_view(*now.matchup, now.state, *now.numbers, player));
}

}  // namespace archon
