#include "sim/pages/game_steps.h"

#include <cmath>
#include <utility>

#include "engine/core/counters.h"
#include "engine/log/sentences.h"
#include "engine/notation.h"
#include "sim/documents/card_text.h"
#include "sim/documents/game_log.h"
#include "sim/report/page_frame.h"
#include "sim/stats/distributions.h"

namespace archon::cli {
namespace game_page_data {

using nlohmann::json;

json card_data(const Matchup& m, CardId card) {
  const int definition = m.cards[card].definition;
  const CardFacts& facts = facts_of(m, definition);
  json houses = json::array();
  for (int house = 0; house < kHouses; ++house)
    if (m.cards[card].houses >> house & 1) houses.push_back(house_title(static_cast<House>(house)));
  json sentences = json::array();
  for (const std::string& sentence : sentences_of(CardTable::instance().find_id(facts.id))) sentences.push_back(sentence);
  return {facts.name, type_of(facts), houses, m.cards[card].owner, sentences};
}

json zones_data(const Board& board) {
  json zones = json::array();
  for (const auto& zone : board.zones) zones.push_back(zone);
  return zones;
}

// The same zones with the cards as they are printed, and nothing else: what a page takes for granted.
Board bare(const Matchup& m, const Board& board) {
  Board nothing;
  nothing.zones = board.zones;
  for (CardId card = 0; card < m.card_count; ++card) {
    nothing.cards[card].zone = board.cards[card].zone;
    nothing.cards[card].side = board.cards[card].side;
    nothing.cards[card].definition = m.cards[card].definition;
  }
  nothing.active = 1 - board.active;  // a page takes nobody for active
  return nothing;
}

json words_of_changes() {
  json words = json::array();
#define X(name, word) words.push_back(word);
  ARCHON_CHANGES(X)
#undef X
  return words;
}

json counter_names() {
  json names = json::array();
  for (const CounterKind& kind : kCounters) names.push_back(kind.name);
  return names;
}

}  // namespace game_page_data

double rounded_chance(double chance) { return std::round(1000 * chance) / 1000; }

GameSteps::GameSteps(const Matchup& m, const AnalysedGame* analysis) : m_(m) {
  if (!analysis) return;
  for (const JudgedDecision& decision : analysis->decisions) judged_[decision.number] = &decision;
  forecasts_ = judged_.empty();
}

void GameSteps::begin(const State& s) {
  const Board board = board_of(m_, s);
  zones_ = game_page_data::zones_data(board);
  step_ = {{"turn", s.turn}};
  for (const Change& change : differences(game_page_data::bare(m_, board), board)) add(change);
  forecasts_ = false;
}

void GameSteps::decide(const State& s, Action action) {
  close(s);
  step_ = {{"player", s.choice.player}, {"turn", s.turn}, {"text", action_text(m_, s, action)}};
  if (const auto judged = judged_.find(number_); judged != judged_.end())
    add_judgement(*judged->second);
  else if (const auto chance = forecasts_ ? forecast_of(m_, s) : std::nullopt)
    step_["chance"] = rounded_chance(*chance);
  ++number_;
  said_ = tells_itself(action);
}

void GameSteps::happen(const State& before, const State& after, const Passage& passage) {
  if (zones_.is_null()) zones_ = game_page_data::zones_data(board_of(m_, before));
  for (const Change& change : changes_of(passage)) add(change);
  if (passage.cause.by == Cause::By::Turn && std::exchange(said_, false)) return;
  const std::string cause = cause_text(m_, before, passage.cause);
  std::string line;
  for (const std::string& clause : clauses(m_, before, after, passage)) line += (line.empty() ? "" : "; ") + clause;
  if (!line.empty()) step_["lines"].push_back(cause.empty() ? line : cause + ": " + line);
}

void GameSteps::close(const State& s) {
  nlohmann::json& powers = step_["powers"];
  for (CardId card : battlelines(s)) {
    const std::pair<int, int> now{s.cards[card].power, s.cards[card].armor};
    if (const auto shown = powers_.find(card); shown != powers_.end() && shown->second == now) continue;
    powers_[card] = now;
    powers.push_back({card, now.first, now.second});
  }
  if (powers.is_null()) step_.erase("powers");
  steps_.push_back(std::move(step_));
  step_ = nlohmann::json::object();
}

nlohmann::json GameSteps::data() const {
  nlohmann::json cards = nlohmann::json::array();
  for (CardId card = 0; card < m_.card_count; ++card) cards.push_back(game_page_data::card_data(m_, card));
  return {{"keys_to_win", m_.keys_to_win},
          {"kinds", game_page_data::words_of_changes()},
          {"counters", game_page_data::counter_names()},
          {"cards", cards},
          {"names", names_},
          {"zones", zones_},
          {"steps", steps_}};
}

void GameSteps::add_judgement(const JudgedDecision& decision) {
  step_["chance"] = rounded_chance(decision.player == 0 ? decision.before : 1 - decision.before);
  if (decision.taken == decision.better) return;
  step_["lost"] = {rounded_chance(decision.lost), rounded_chance(kErrorsOf95 * decision.error)};
  step_["better"] = decision.better;
}

void GameSteps::add(const Change& change) {
  if (change.kind == ChangeKind::Definition) names_[std::to_string(change.after)] = facts_of(m_, change.after).name;
  const bool of_card = change.card != kNoCard;
  nlohmann::json entry = {static_cast<int>(change.kind), of_card ? change.card : change.player, change.after};
  if (change.kind == ChangeKind::Move || change.kind == ChangeKind::Counters) entry.push_back(change.index);
  if (change.kind == ChangeKind::Move) entry.push_back(change.look);
  if (change.kind != ChangeKind::Effects && change.kind != ChangeKind::Step) step_["changes"].push_back(std::move(entry));
}
}  // namespace archon::cli
