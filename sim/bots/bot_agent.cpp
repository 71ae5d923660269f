#include "sim/bots/bot_agent.h"

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/deck/text_input.h"
#include "engine/facts/visible_text.h"
#include "engine/notation.h"
#include "engine/position/position_json.h"
#include "engine/view/view.h"
#include "sim/bots/bot_log.h"
#include "sim/protocol/decision_text.h"

namespace archon {
namespace {

using Json = nlohmann::json;

// The processes that serve this thread, by full spec. They end with it.
std::map<std::string, std::shared_ptr<BotProcess>>& processes() {
  thread_local std::map<std::string, std::shared_ptr<BotProcess>> mine;
  return mine;
}

std::shared_ptr<BotProcess> running_process(const BotCommand& command) {
  std::shared_ptr<BotProcess>& process = processes()[command.full];
  if (process && process->running()) return process;
  process = std::make_shared<BotProcess>(command.program, command.words);
  log_bot_start(command.brief);
  return process;
}

Json parsed(const std::string& line) {
  const auto babble = [&] { return AgentFailure(Forfeit::Babble, "this is no JSON object: " + excerpt(line)); };
  if (json_depth(line) > kMaxJsonDepth) throw babble();
  Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) throw babble();
  return json;
}

void add_member(std::string& out, std::string_view name, std::string_view text) {
  ((out += ",\"") += name) += "\":";
  add_json_string(out, text);
}

void add_member(std::string& out, std::string_view name, int64_t number) {
  (((out += ",\"") += name) += "\":") += std::to_string(number);
}

}  // namespace

State shown_to_bot(const View& view) {
  SmallRng any{0};
  return view.deal(any);
}

std::string choose_request(const Matchup& m, const State& shown, int player, int64_t game, const std::vector<int>& refs) {
  std::string request = "{\"do\":\"choose\"";
  add_member(request, "game", game);
  request += ",\"decision\":";
  add_decision(request, m, shown, refs);
  request += ",\"view\":";
  return request + write_view(m, shown, refs, player).dump(-1, ' ', false, Json::error_handler_t::replace) + "}\n";
}

BotAgent::~BotAgent() { ended(-1); }

Action BotAgent::choose(const View& view, const ActionList& legal, SmallRng& rng) {
  try {
    if (game_ == 0) begin(view, rng);
    const Matchup& m = view.matchup();
    const State s = shown_to_bot(view);
    const double before = wall_;
    const std::string answer = ask(choose_request(m, s, view.player(), game_, numbers_));
    log_bot_answer(command_.brief, wall_ - before);
    const Action action =
        read_bot_answer(answer, offered_actions(m, s), [&](Action each) { return action_text(m, s, each, view.player()); });
    if (std::ranges::find(legal, action) == legal.end()) throw std::logic_error("what a bot was offered is no legal action");
    return action;
  } catch (const AgentFailure& failure) {
    fail(failure, false);
    throw;
  }
}

void BotAgent::begin(const View& view, SmallRng& rng) {
  of_ = running_process(command_);
  game_ = of_->next_game();
  numbers_.resize(static_cast<size_t>(view.matchup().card_count));
  std::iota(numbers_.begin(), numbers_.end(), 0);
  log_bot_game(command_.brief);
  std::string request = "{\"do\":\"new\"";
  add_member(request, "game", game_);
  add_member(request, "protocol", kBotProtocol);
  add_member(request, "agent", "exec:" + command_.brief);
  add_member(request, "player", view.player());
  add_member(request, "seed", static_cast<int64_t>(rng.next() >> 11));  // 53 bits: what JavaScript holds exactly
  parsed(ask(request + "}\n"));
}

std::string BotAgent::ask(const std::string& request) {
  if (!of_->running()) throw AgentFailure(Forfeit::Crash, "its process was ended by another game");
  const BotAnswer answer = of_->ask(request, limits());
  wall_ += answer.wall;
  cpu_ += answer.cpu;
  return answer.line;
}

BotLimits BotAgent::limits() const {
  const auto& [move_ms, game_ms, move_cpu_ms, game_cpu_ms] = command_.clocks;
  BotLimits limits;
  const auto limit = [](double& seconds, int ms, double used) {
    if (ms > 0) seconds = std::min(seconds, std::max(0.0, 0.001 * ms - used));
  };
  limit(limits.wall, move_ms, 0);
  limit(limits.wall, game_ms, wall_);
  limit(limits.cpu, move_cpu_ms, 0);
  limit(limits.cpu, game_cpu_ms, cpu_);
  return limits;
}

void BotAgent::ended(int winner) {
  try {
    tell_end(winner);
  } catch (const AgentFailure&) {  // the game is over, so that it costs nothing; bot_lines() tells it
  }
}

void BotAgent::tell_end(int winner) {
  if (game_ == 0 || !of_->running()) return;
  std::string request = "{\"do\":\"end\"";
  add_member(request, "game", game_);
  request += ",\"winner\":" + (winner < 0 ? "null" : std::to_string(winner)) + "}\n";
  try {
    parsed(ask(request));
  } catch (const AgentFailure& failure) {
    fail(failure, true);
    throw;
  }
  game_ = 0;
}

void BotAgent::fail(const AgentFailure& failure, bool game_over) {
  log_bot_failure(command_.brief, failure, game_over);
  game_ = 0;
  if (of_) of_->end();  // the next game has a new process
}

Action read_bot_answer(const std::string& line, const std::vector<Action>& offered,
                       const std::function<std::string(Action)>& text_of) {
  const Json answer = parsed(line);
  const auto illegal = [](const std::string& what) { return AgentFailure(Forfeit::Illegal, what); };
  if (const auto id = answer.find("id"); id != answer.end()) {
    const bool number = id->is_number_integer() && *id >= 0;
    if (!number || id->get<uint64_t>() >= offered.size())
      throw illegal("`id` is " + excerpt(id->dump()) + ", not one of 0 to " + std::to_string(offered.size() - 1));
    return offered[id->get<size_t>()];
  }
  const auto text = answer.find("text");
  if (text == answer.end() || !text->is_string()) throw illegal("neither `id` nor `text` of an action in " + excerpt(line));
  const auto wanted = text->get<std::string>();
  const auto found = std::ranges::find_if(offered, [&](Action each) { return text_of(each) == wanted; });
  if (found == offered.end()) throw illegal("no action has the text " + excerpt(wanted));
  return *found;
}

}  // namespace archon
