#include "sim/pages/game_page.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "agents/agent_registry.h"
#include "engine/core/counters.h"
#include "engine/facts/visible_text.h"
#include "engine/log/sentences.h"
#include "engine/notation.h"
#include "sim/documents/card_text.h"
#include "sim/documents/game_log.h"
#include "sim/report/page_frame.h"
#include "sim/stats/distributions.h"

namespace archon::cli {
namespace game_page_data {

using nlohmann::json;

double rounded(double chance) { return std::round(1000 * chance) / 1000; }

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

// Makes steps of a game: a decision, what it brought about in words, and the changes that show it on the table.
class Steps {
 public:
  Steps(const Matchup& m, const AnalysedGame* analysis) : m_(m) {
    if (!analysis) return;
    for (const JudgedDecision& decision : analysis->decisions) judged_[decision.number] = &decision;
  }

  void begin(const State& s) { zones = zones_data(board_of(m_, s)); }

  void decide(const State& s, Action action) {
    close(s);
    step_ = {{"player", s.choice.player}, {"turn", s.turn}, {"text", action_text(m_, s, action)}};
    if (const auto judged = judged_.find(number_); judged != judged_.end())
      add_judgement(*judged->second);
    else if (const auto chance = judged_.empty() ? forecast_of(m_, s) : std::nullopt)
      step_["chance"] = rounded(*chance);
    ++number_;
    said_ = tells_itself(action);
  }

  void happen(const State& before, const State& after, const Passage& passage) {
    if (zones.is_null()) begin(before);
    for (const Change& change : changes_of(passage)) add(change);
    if (passage.cause.by == Cause::By::Turn && std::exchange(said_, false)) return;
    const std::string cause = cause_text(m_, before, passage.cause);
    std::string line;
    for (const std::string& clause : clauses(m_, before, after, passage)) line += (line.empty() ? "" : "; ") + clause;
    if (!line.empty()) step_["lines"].push_back(cause.empty() ? line : cause + ": " + line);
  }

  void close(const State& s) {
    json& powers = step_["powers"];
    for (CardId card : battlelines(s)) {
      const std::pair<int, int> now{s.cards[card].power, s.cards[card].armor};
      if (const auto shown = powers_.find(card); shown != powers_.end() && shown->second == now) continue;
      powers_[card] = now;
      powers.push_back({card, now.first, now.second});
    }
    if (powers.is_null()) step_.erase("powers");
    steps.push_back(std::move(step_));
    step_ = json::object();
  }

  json zones;  // at the beginning
  json steps = json::array();
  json names = json::object();  // of what cards become, by definition

 private:
  void add_judgement(const JudgedDecision& decision) {
    step_["chance"] = rounded(decision.player == 0 ? decision.before : 1 - decision.before);
    if (decision.taken == decision.better) return;
    step_["lost"] = {rounded(decision.lost), rounded(kErrorsOf95 * decision.error)};
    step_["better"] = decision.better;
  }

  void add(const Change& change) {
    if (change.kind == ChangeKind::Definition) names[std::to_string(change.after)] = facts_of(m_, change.after).name;
    const bool of_card = change.card != kNoCard;
    json entry = {static_cast<int>(change.kind), of_card ? change.card : change.player, change.after};
    if (change.kind == ChangeKind::Move || change.kind == ChangeKind::Counters) entry.push_back(change.index);
    if (change.kind == ChangeKind::Move) entry.push_back(change.look);
    if (change.kind != ChangeKind::Effects && change.kind != ChangeKind::Step) step_["changes"].push_back(std::move(entry));
  }

  const Matchup& m_;
  std::map<int, const JudgedDecision*> judged_;
  std::map<CardId, std::pair<int, int>> powers_;
  json step_ = json::object();
  int number_ = 0;
  bool said_ = false;  // what the decision does at once, it says itself
};

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

std::string game_page(const Matchup& m, const RecordHead& head, const RecordedGame& game, const AnalysedGame* analysis,
                      const Provenance& provenance, std::string& problem) {
  using namespace game_page_data;
  Steps steps(m, analysis);
  State end;
  problem = replay_told(
      m, head.seed, game, end,
      [&](const State& before, const State& after, const Passage& passage) { steps.happen(before, after, passage); },
      [&](const State& s, Action action) { steps.decide(s, action); });
  if (!problem.empty()) return {};
  steps.close(end);
  json cards = json::array(), players = json::array();
  for (CardId card = 0; card < m.card_count; ++card) cards.push_back(card_data(m, card));
  for (size_t player = 0; player < 2; ++player)
    players.push_back(
        {{"deck", visible_line(head.decks[player].name)}, {"agent", visible_line(short_spec(head.agents[player]))}});
  const std::string title = visible_line(head.decks[0].name) + " against " + visible_line(head.decks[1].name);
  const std::string result = ending_text(m, end, game.record.forfeit);
  return report::framed(
      {.title = title, .description = result, .address = {}, .plain = "<p>" + report::escaped(result) + "</p>\n"},
      {{"page", "game"},
       {"version", report::kPageVersion},
       {"title", title},
       {"result", result},
       {"game", game.game},
       {"seed", head.seed},
       {"players", players},
       {"analysed", analysis != nullptr},
       {"keys_to_win", m.keys_to_win},
       {"kinds", words_of_changes()},
       {"counters", counter_names()},
       {"cards", cards},
       {"names", steps.names},
       {"zones", steps.zones},
       {"steps", steps.steps},
       {"provenance", provenance_lines(provenance)}});
}

}  // namespace archon::cli
