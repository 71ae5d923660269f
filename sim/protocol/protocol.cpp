#include "sim/protocol/protocol.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/advance.h"
#include "engine/deck/deck.h"
#include "engine/facts/facts.h"
#include "engine/log/log_json.h"
#include "engine/make_matchup.h"
#include "engine/position/position_json.h"
#include "engine/position/position_pending.h"
#include "engine/view/disguise.h"
#include "sim/protocol/asked_chance.h"
#include "sim/protocol/session_request.h"

namespace archon {
namespace {

using Json = nlohmann::json;
using Operation = SessionGame::Operation;

constexpr size_t kMaxSaved = 10000;

// A deck file by its path, or a text that is one as {"text": "..."}.
std::optional<Deck> read_deck(const Json& json, const std::string& at, SessionRequest& request) {
  const bool given = json.is_object() && json.size() == 1 && json.contains("text") && json["text"].is_string();
  if (!given && !json.is_string()) {
    request.problem("the path of a deck file is wanted, or {\"text\": what stands in it}", at);
    return std::nullopt;
  }
  const std::string path = given ? "the text" : json.get<std::string>();
  DeckResult result = given ? parse_deck(json["text"].get<std::string>()) : read_deck_file(path);
  if (!result.deck)
    for (const DeckProblem& each : result.problems) request.problem(format_problem(path, each), at);
  return std::move(result.deck);
}

std::shared_ptr<const Matchup> read_matchup(SessionRequest& request) {
  MatchupOptions options;
  if (const std::optional<RulesProfile> rules = find_rules(request.text("rules", "18.4")))
    options.rules = *rules;
  else
    request.problem("there is no such rulebook (1.0, 1.2, 1.3 or 18.4)", "rules");
  if (const Json* chains = request.find("chains")) {
    if (!chains->is_array() || chains->size() != 2)
      request.problem("two numbers are wanted", "chains");
    else
      for (size_t i = 0; i < 2; ++i)
        options.starting_chains[i] =
            static_cast<int>(request.number((*chains)[i], "chains[" + std::to_string(i) + "]", 0, kMaxStartingChains));
  }
  const Json* decks = request.find("decks");
  if (!decks || !decks->is_array() || decks->size() != 2) {
    request.problem("two deck files are wanted", "decks");
    return nullptr;
  }
  const std::optional<Deck> a = read_deck((*decks)[0], "decks[0]", request), b = read_deck((*decks)[1], "decks[1]", request);
  if (!request.good()) return nullptr;
  MatchupResult made = make_matchup(*a, *b, options);
  for (const std::string& unknown : made.unknown_decks) request.problem(unknown + " (`rules` 18.4 does)", "decks");
  return request.good() ? std::make_shared<const Matchup>(std::move(*made.matchup)) : nullptr;
}

// For whom a decision is asked for: without a word for the player who makes it.
Reader reader_of(SessionRequest& request) {
  const std::string word = request.text("for", "player");
  if (word != "player" && word != "omniscient") request.problem("`player` or `omniscient` is wanted", "for");
  return word == "omniscient" ? Reader::Omniscient : Reader::Player;
}

std::string dumped(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

std::string Session::too_long() {
  return session_error("a line of more than " + std::to_string(kMaxRequestBytes) + " bytes", "");
}

std::string Session::answer(std::string_view line) {
  SessionRequest request(line);
  std::string out;
  if (request.good()) carry_out(request, out);
  return request.good() ? out : request.refused();
}

void Session::carry_out(SessionRequest& request, std::string& out) {
  constexpr std::array<std::pair<std::string_view, void (Session::*)(SessionRequest&, std::string&)>, 13> kVerbs = {
      {{"new", &Session::begin},
       {"load", &Session::load},
       {"decision", &Session::tell_decision},
       {"apply", &Session::apply_action},
       {"state", &Session::tell_state},
       {"view", &Session::tell_view},
       {"line", &Session::tell_line},
       {"play", &Session::play},
       {"advise", &Session::advise},
       {"push", &Session::push},
       {"pop", &Session::pop},
       {"chance", &Session::set_chance},
       {"quit", &Session::quit}}};
  out = "{\"ok\":true}";
  const std::string verb = request.text("do");
  std::vector<std::string> words;
  for (const auto& [word, carry_out] : kVerbs) {
    if (word == verb) return (this->*carry_out)(request, out);
    words.emplace_back(word);
  }
  const std::string hint = word_hint(verb, words);
  request.problem("unknown request" + (hint.empty() ? "" : "; " + hint), "do");
}

// Null, and a problem, without one.
const SessionGame* Session::game(SessionRequest& request) const {
  if (!game_) request.problem("there is no game; `new` or `load` begins one", "do");
  return game_ ? &*game_ : nullptr;
}

// Carries the operation out as far as its outcomes are known.
void Session::run(SessionGame& game, bool ask, Listener* listener) const {
  std::optional<Matchup> told;
  if (listener) told.emplace(*game.matchup).listener = listener;
  const Matchup& m = told ? *told : *game.matchup;
  State s = game.state;
  const std::optional<ChanceQuestion> asked = carry_out_asking(game.outcomes, ask, [&] {
    if (game.operation == Operation::Apply)
      archon::apply(m, s, game.action);
    else
      advance(m, s);
  });
  if (asked) {
    game.question = *asked;
    game.choices = group_outcomes(m, s, *asked);
    return;
  }
  game.state = s;
  game.operation = Operation::None;
  game.outcomes.clear();
  game.choices.clear();
}

void Session::begin(SessionRequest& request, std::string&) {
  request.allow_only({"decks", "seed", "game", "chains", "first", "rules"});
  SessionGame next;
  next.matchup = read_matchup(request);
  const GameSetup setup{.seed = request.unsigned_number("seed", 1),
                        .game = request.unsigned_number("game", 0),
                        .first = static_cast<int>(request.number("first", -1, 0, 1))};
  if (!request.good()) return;
  std::vector<int> numbers;
  for (int card = 0; card < next.matchup->card_count; ++card) numbers.push_back(card);
  next.numbers = std::make_shared<const std::vector<int>>(std::move(numbers));
  lay_out_game(*next.matchup, next.state, setup);
  next.operation = Operation::Begin;
  run(next, ask_);
  game_ = std::move(next);
}

void Session::load(SessionRequest& request, std::string&) {
  request.allow_only({"position", "line"});
  SessionGame next;
  PositionGame loaded;
  const auto refuse = [&](const std::vector<std::string>& problems, const std::string& at) {
    for (const std::string& problem : problems) request.problem(problem, at);
  };
  if (request.find("line")) {
    const std::string line = request.text("line");
    if (request.good()) refuse(read_line(line, loaded), "line");
    if (!request.good()) return;
  } else {
    if (!request.wants("position", "`position` or `line`")) return;
    const ReadPosition read = read_position(*request.find("position"));
    for (const JsonProblem& problem : read.problems)
      request.problem(problem.message, problem.at.empty() ? "position" : "position." + problem.at);
    if (!request.good()) return;
    PositionResult built = build_position(*read.position);
    refuse(built.problems, "position");
    if (!request.good()) return;
    const bool begins = ask_ && read.position->pending.empty();
    if (begins) built = lay_out_position(*read.position);  // there may be something to ask on the way to the first decision
    loaded = std::move(*built.game);
    if (begins) next.operation = Operation::Begin;
  }
  next.matchup = std::make_shared<const Matchup>(loaded.matchup);
  next.numbers = std::make_shared<const std::vector<int>>(std::move(loaded.numbers));
  next.state = loaded.state;
  if (next.operation != Operation::None) run(next, ask_);
  game_ = std::move(next);
}

// The outcome that a request means: of a group the first card, or the very copy that it names.
CardId Session::outcome(SessionRequest& request) const {
  const std::vector<OutcomeGroup>& choices = game_->choices;
  if (const Json* card = request.find("card")) {
    const int64_t wanted = request.number(*card, "card", 0, INT32_MAX);
    for (CardId id : game_->question.outcomes)
      if ((*game_->numbers)[id] == wanted) return id;
    if (request.good()) request.problem("this card is no outcome", "card");
    return kNoCard;
  }
  if (!request.wants("id", "the id of an action")) return kNoCard;
  return choices[static_cast<size_t>(request.number("id", 0, 0, static_cast<int64_t>(choices.size()) - 1))].cards.first();
}

// The action that a request means.
Action Session::action(SessionRequest& request) const {
  const SessionGame& now = *game_;
  const std::vector<Action> offered = offered_actions(*now.matchup, now.state);
  if (now.state.over()) request.problem("the game is over", "do");
  if (request.find("card")) request.problem("only a random outcome is given by its card", "card");
  if (!request.good() || !request.wants("id", "the id of an action")) return {};
  return offered[static_cast<size_t>(request.number("id", 0, 0, static_cast<int64_t>(offered.size()) - 1))];
}

// With "log" it tells what happened, as the reader of the log may know it; nothing as long as an outcome is missing.
void Session::apply_action(SessionRequest& request, std::string& out) {
  request.allow_only({"id", "card", "then", "for", "log"});
  const Reader reader = reader_of(request);
  if (request.text("then", "decision") != "decision") request.problem("`decision` is the only word for it", "then");
  const Json* log = request.find("log");
  const bool all = log && *log == "omniscient";
  if (log && !all && *log != 0 && *log != 1) request.problem("`omniscient`, 0 or 1 is wanted", "log");
  const SessionGame* now = game(request);
  if (!now || !request.good()) return;
  SessionGame next = *now;
  if (now->operation == Operation::None) {
    next.action = action(request);
    next.operation = Operation::Apply;
  } else {
    next.outcomes.push_back(outcome(request));
  }
  if (!request.good()) return;
  nlohmann::ordered_json happened = nlohmann::ordered_json::array();
  std::optional<Recorder> recorder;
  if (log) {
    recorder.emplace([&](const State& from, const State& to, const Passage& passage) {
      auto json = passage_json(*now->matchup, from, to, passage, *now->numbers, all ? -1 : log->get<int>());
      if (!json.is_null()) happened.push_back(std::move(json));
    });
    recorder->begin(*now->matchup, now->state);
  }
  run(next, ask_, recorder ? &*recorder : nullptr);
  if (next.operation != Operation::None)
    happened.clear();
  else if (recorder)
    recorder->end(*next.matchup, next.state);
  game_ = std::move(next);
  out = log ? "{\"ok\":true,\"happened\":" + dumped(happened) : "{\"ok\":true";
  if (request.find("then")) {
    out += ",\"decision\":";
    add_pending_decision(out, reader);
  }
  out += '}';
}

void Session::push(SessionRequest& request, std::string&) {
  request.allow_only({});
  if (saved_.size() >= kMaxSaved) request.problem("at most " + std::to_string(kMaxSaved) + " games can be saved", "do");
  const SessionGame* now = game(request);
  if (request.good()) saved_.push_back(*now);
}

void Session::pop(SessionRequest& request, std::string&) {
  request.allow_only({});
  if (saved_.empty()) request.problem("nothing was saved", "do");
  if (!request.good()) return;
  game_ = std::move(saved_.back());
  saved_.pop_back();
}

void Session::set_chance(SessionRequest& request, std::string&) {
  request.allow_only({"mode"});
  const std::string mode = request.text("mode");
  if (mode != "ask" && mode != "seeded") request.problem("`ask` or `seeded` is wanted", "mode");
  if (mode == "ask" && !can_ask_chance()) request.problem("random outcomes can't be asked for here", "mode");
  if (!request.good()) return;
  ask_ = mode == "ask";
  if (!ask_ && game_ && game_->operation != Operation::None) run(*game_, false);  // the generators go on
}

void Session::quit(SessionRequest& request, std::string&) {
  request.allow_only({});
  ended_ = request.good();
}

// The pending decision as its player is shown it: the actions are those of `decision`, in its order.
struct Session::Shown {
  const Matchup& m;
  State s;
  ActionList legal{};

  View view() const { return {m, s, s.choice.player}; }
  int id(Action action) const { return static_cast<int>(std::ranges::find(legal, action) - legal.begin()); }
};

std::optional<Session::Shown> Session::shown_decision(SessionRequest& request) const {
  const SessionGame* now = game(request);
  if (!adviser_) request.problem("this session has no agents", "do");
  if (now && now->operation != Operation::None) request.problem("a random outcome is no player's decision", "do");
  if (now && now->state.over()) request.problem("the game is over", "do");
  if (!request.good()) return std::nullopt;
  Shown shown{*now->matchup, now->state};
  if (const int player = shown.s.choice.player; needs_disguise(shown.m, shown.s, player)) Disguise(shown.m, shown.s, player);
  legal_actions(shown.m, shown.s, shown.legal);
  return shown;
}

void Session::play(SessionRequest& request, std::string& out) {
  request.allow_only({"agent", "seed"});
  const std::string agent = request.text("agent");
  const uint64_t seed = request.unsigned_number("seed", 1);
  const std::optional<Shown> shown = shown_decision(request);
  if (!shown) return;
  std::string problem;
  const Action action = adviser_->play(shown->view(), shown->legal, agent, seed, problem);
  if (!problem.empty()) return request.problem(problem, "agent");
  out = "{\"id\":" + std::to_string(shown->id(action)) + "}";
}

void Session::advise(SessionRequest& request, std::string& out) {
  request.allow_only({"continuation", "worlds", "seed"});
  const std::string continuation = request.text("continuation");
  const int worlds = static_cast<int>(request.number("worlds", 100, 2, kMaxAdvisedWorlds));
  const uint64_t seed = request.unsigned_number("seed", 1);
  const std::optional<Shown> shown = shown_decision(request);
  if (!shown) return;
  std::string problem;
  nlohmann::ordered_json answers = nlohmann::ordered_json::array();
  for (const auto& [action, win, behind, error] :
       adviser_->advise(shown->view(), shown->legal, continuation, worlds, seed, problem))
    answers.push_back({{"id", shown->id(action)}, {"win_rate", win}, {"behind", behind}, {"behind_error", error}});
  if (!problem.empty()) return request.problem(problem, "continuation");
  out = nlohmann::ordered_json{{"answers", std::move(answers)}}.dump();
}

void Session::add_pending_decision(std::string& out, Reader reader) const {
  const SessionGame& now = *game_;
  if (now.operation != Operation::None)
    return add_chance_decision(out, *now.matchup, now.state, now.question, now.choices, now.outcomes, *now.numbers);
  add_decision(out, *now.matchup, now.state, *now.numbers, reader);
}

void Session::tell_decision(SessionRequest& request, std::string& out) {
  request.allow_only({"for"});
  const Reader reader = reader_of(request);
  if (!game(request) || !request.good()) return;
  out.clear();
  add_pending_decision(out, reader);
}

void Session::tell_state(SessionRequest& request, std::string& out) {
  request.allow_only({});
  if (const SessionGame* now = game(request)) out = dumped(write_position(*now->matchup, now->state, *now->numbers));
}

void Session::tell_view(SessionRequest& request, std::string& out) {
  request.allow_only({"player"});
  const SessionGame* now = game(request);
  if (!now || !request.wants("player", "0 or 1")) return;
  const int player = static_cast<int>(request.number("player", 0, 0, 1));
  if (request.good()) out = dumped(write_view(*now->matchup, now->state, *now->numbers, player));
}

void Session::tell_line(SessionRequest& request, std::string& out) {
  request.allow_only({});
  if (const SessionGame* now = game(request)) out = "{\"line\":\"" + write_line(*now->matchup, now->state) + "\"}";
}

}  // namespace archon
