#include "tests/scenario/runner.h"

#include <algorithm>
#include <cstdio>

#include "engine/cards/library.h"
#include "engine/check/invariants.h"
#include "engine/engine.h"
#include "engine/facts/facts.h"
#include "engine/notation.h"
#include "engine/rules/use.h"
#include "tests/scenario/expect.h"
#include "tests/scenario/scenario_game.h"
#include "tests/scenario/scenario_words.h"

namespace scenario {
namespace {

using namespace archon;
using Words = std::vector<std::string>;

class Runner {
 public:
  Runner(const Scenario& scenario, PositionGame start, bool trace, const Watch& watch, Recorder* recorder)
      : scenario_(scenario), game_(std::move(start)), trace_(trace), watch_(watch), recorder_(recorder) {
    check();
  }

  std::vector<Problem> run() {
    for (size_t i = 0; i < scenario_.lines.size() && !stopped_;) {
      const Line& line = scenario_.lines[i];
      line_ = line.number;
      if (line.number != subject_line_) subject_ = {};
      subject_line_ = line.number;
      switch (line.kind) {
        case LineKind::Do:
          do_action(line.words);
          ++i;
          break;
        case LineKind::Choose:
          i = choose(i);
          break;
        case LineKind::Expect:
          expect(line.words);
          ++i;
          break;
      }
    }
    if (!stopped_ && !last_choice_was_expected() && asks_in_between())
      fail("a choice is left unanswered: " + game_.describe_choice());
    if (!stopped_) check_idle();
    return std::move(problems_);
  }

 private:
  const Choice& choice() const { return game_.state().choice; }
  void fail(const std::string& text) {
    problems_.push_back({scenario_.file, line_, text});
    stopped_ = true;
  }
  void check() {
    const std::string violations = check_invariants(game_.matchup(), game_.state());
    if (!violations.empty()) fail("broken invariants: " + violations);
    if (watch_) watch_(game_.matchup(), game_.state());
  }
  // A choice that is not the start of something new.
  bool asks_in_between() const {
    const ChoiceKind kind = choice().kind;
    return kind != ChoiceKind::Main && kind != ChoiceKind::House && kind != ChoiceKind::Over;
  }
  bool last_choice_was_expected() const {
    const int last = scenario_.lines.back().number;
    return std::ranges::any_of(scenario_.lines, [&](const Line& line) {
      return line.number == last && line.kind == LineKind::Expect && line.words[0] == "choice";
    });
  }
  void check_idle();
  ActionList legal() const {
    ActionList list;
    legal_actions(game_.matchup(), game_.state(), list);
    return list;
  }
  std::string legal_words() const {
    std::string text;
    for (Action action : legal()) text += (text.empty() ? "" : ", ") + game_.describe(action);
    return text;
  }
  void take(Action action) {
    if (trace_) std::printf("    %s -> %s\n", game_.describe_choice().c_str(), game_.describe(action).c_str());
    if (recorder_) recorder_->takes(game_, action);
    apply(game_.matchup(), game_.state(), action);
    check();
  }
  // Takes the action if it is legal.
  bool try_take(Action action) {
    const ActionList list = legal();
    if (std::find(list.begin(), list.end(), action) == list.end()) return false;
    take(action);
    return true;
  }

  void do_action(const Words& words);
  void do_with_card(Verb verb, const Words& words);
  void fight(const Words& words);
  void activate(const Words& words);
  bool take_house(const std::string& word);
  size_t choose(size_t at);
  size_t choose_group(size_t at);
  void choose_one(const Words& words);
  void choose_target(const Words& words);
  void choose_order(const Words& words);
  void expect(const Words& words);

  const Scenario& scenario_;
  Game game_;
  bool trace_;
  const Watch& watch_;
  Recorder* recorder_;
  bool stopped_ = false;
  int line_ = 0, subject_line_ = 0;
  Subject subject_;
  std::vector<Problem> problems_;
};

// The idle artifacts of which the scenario doesn't speak are as they were.
void Runner::check_idle() {
  if (scenario_.text.find(kIdle) != std::string::npos) return;
  for (CardId id = 0; id < game_.matchup().card_count; ++id) {
    if (!game_.name(id).starts_with(kIdle)) continue;
    const Card& card = game_.state().cards[id];
    const bool there = card.zone == Zone::Artifacts && card.controller == game_.matchup().cards[id].owner;
    const auto lies_here = [&](const CardCounters& each) { return each.card == id; };
    const State& s = game_.state();
    const bool counted = std::any_of(s.counters, s.counters + s.counter_count, lies_here);
    const bool marked = counted || card.has(kExhausted) || card.has(kStunned) || card.has(kWarded) || card.has(kEnraged);
    if (!there || marked || card.damage + card.amber + card.counters > 0)
      problems_.push_back({scenario_.file, line_, "`" + game_.name(id) + "` was not left alone"});
  }
}

void Runner::do_action(const Words& words) {
  if (asks_in_between()) return fail("a choice is left unanswered: " + game_.describe_choice());
  if (words[0] == "house" && words.size() == 2) {
    if (!take_house(words[1])) fail("cannot choose " + words[1] + "; " + game_.describe_choice());
    return;
  }
  if (choice().kind != ChoiceKind::Main) return fail("nothing can be done now; " + game_.describe_choice());
  if (joined(words) == "end turn") {
    if (!try_take(Action(Verb::EndTurn))) fail("the turn cannot be ended; possible: " + legal_words());
    return;
  }
  if (joined(words) == "raise tide") {
    if (!try_take(Action(Verb::RaiseTide))) fail("the tide cannot be raised; possible: " + legal_words());
    return;
  }
  if (words[0] == "activate") return activate(words);
  if (words[0] == "fight") return fight(words);
  static constexpr std::pair<std::string_view, Verb> kVerbs[] = {{"play", Verb::Play},     {"reap", Verb::Reap},
                                                                 {"action", Verb::Action}, {"omni", Verb::Action},
                                                                 {"unstun", Verb::Unstun}, {"discard", Verb::Discard}};
  for (const auto& [word, verb] : kVerbs)
    if (word == words[0] && words.size() == 2) return do_with_card(verb, words);
  fail("unknown action `" + joined(words) + "`" +
       hint(words[0],
            {"play", "reap", "fight", "action", "omni", "unstun", "discard", "activate", "raise tide", "end turn", "house"}));
}

void Runner::do_with_card(Verb verb, const Words& words) {
  const CardSet cards = game_.cards(words[1]);
  if (cards.empty()) return fail("no card `" + words[1] + "` in this scenario" + hint(words[1], game_.card_words()));
  Action found;
  int count = 0;
  for (Action action : legal()) {
    if (action.verb() != verb || !cards.has(action.card())) continue;
    found = action;
    ++count;
  }
  if (count == 0) return fail("cannot " + joined(words) + "; possible: " + legal_words());
  if (count > 1) return fail("there are several `" + words[1] + "`; write `" + words[1] + "#1`");
  take(found);
}

// "activate overreach": the side of a prophecy that comes up.
void Runner::activate(const Words& words) {
  for (Action action : legal()) {
    if (action.verb() != Verb::Activate || words.size() != 2) continue;
    const MatchCard& card = game_.matchup().cards[action.card()];
    const uint16_t side = action.index() ? card.reverse : card.definition;
    if (facts_of(game_.matchup(), side).id == words[1]) return take(action);
  }
  fail("cannot " + joined(words) + "; possible: " + legal_words());
}

// "fight troll against urchin": the second part answers the choice that follows, if there is one.
void Runner::fight(const Words& words) {
  if (words.size() != 2 && (words.size() != 4 || words[2] != "against")) return fail("`fight CARD against CARD`");
  if (words.size() == 2) return do_with_card(Verb::Fight, words);
  const CardSet attackers = game_.cards(words[1]), defenders = game_.cards(words[3]);
  if (attackers.size() != 1) return fail("no single card `" + words[1] + "`" + hint(words[1], game_.card_words()));
  const CardSet targets = fight_targets(game_.matchup(), game_.state(), attackers.first());
  if ((targets & defenders).size() != 1)
    return fail("`" + words[3] + "` isn't one of those it can fight: " + game_.names(targets));
  do_with_card(Verb::Fight, {words[0], words[1]});
  if (stopped_ || targets.size() == 1) return;
  if (choice().kind != ChoiceKind::Target || !try_take(Action(Verb::Target, (targets & defenders).first())))
    fail("whom to fight isn't asked; " + game_.describe_choice());
}

bool Runner::take_house(const std::string& word) {
  const House house = house_from_name(word);
  return (choice().kind == ChoiceKind::House || choice().kind == ChoiceKind::HouseName) && house != House::None &&
         try_take(Action(Verb::House, kNoCard, static_cast<int>(house)));
}

// Answers the pending choice; returns the line that comes next.
size_t Runner::choose(size_t at) {
  const Words& words = scenario_.lines[at].words;
  if (choice().kind == ChoiceKind::Main || choice().kind == ChoiceKind::Over) {
    fail("nobody asks for `" + joined(words) + "`");
    return at + 1;
  }
  if (choice().kind == ChoiceKind::Target && choice().max > 1 && choice().picked == 0) return choose_group(at);
  choose_one(words);
  return at + 1;
}

// Several cards of one choice may be written in any order; the engine takes them in its own. Fewer than possible end with
// `done`.
size_t Runner::choose_group(size_t at) {
  std::vector<CardId> picks;
  bool done = false;
  const int wanted = choice().max;
  const CardSet candidates = choice().candidates;
  for (; at < scenario_.lines.size() && scenario_.lines[at].kind == LineKind::Choose &&
         static_cast<int>(picks.size()) < wanted && !done;
       ++at) {
    const std::string word = joined(scenario_.lines[at].words);
    line_ = scenario_.lines[at].number;
    done = word == "done";
    if (done) continue;
    CardSet cards = game_.cards(word) & candidates;
    for (CardId picked : picks) cards.remove(picked);
    if (cards.empty()) {
      fail("cannot choose `" + word + "`; " + game_.describe_choice());
      return at;
    }
    picks.push_back(cards.first());
  }
  std::ranges::sort(picks);
  for (size_t i = 0; i < picks.size(); ++i) {
    if (choice().kind != ChoiceKind::Target || choice().picked != i) break;  // the rest was forced
    if (!try_take(Action(Verb::Target, picks[i])))
      fail("cannot choose `" + game_.name(picks[i]) + "`; " + game_.describe_choice());
    if (stopped_) return at;
  }
  const bool asks = choice().kind == ChoiceKind::Target && choice().picked == picks.size() && choice().max == wanted;
  if (done && asks && !try_take(Action(Verb::Done))) fail("cannot stop; " + game_.describe_choice());
  return at;
}

void Runner::choose_one(const Words& words) {
  const std::string text = joined(words);
  const CardId source = choice().source;
  const std::optional<int> parsed = words.size() == 1   ? number_of(words[0])
                                    : words.size() == 2 ? number_of(words[1])
                                                        : std::nullopt;
  const bool is_number = parsed.has_value();
  const int number = is_number ? *parsed : 0;
  bool taken = false;
  switch (choice().kind) {
    case ChoiceKind::Mulligan:
    case ChoiceKind::Archives:
    case ChoiceKind::YesNo:
      taken = (text == "yes" || text == "no") && try_take(Action(text == "yes" ? Verb::Yes : Verb::No, source));
      break;
    case ChoiceKind::House:
    case ChoiceKind::HouseName:
      taken = take_house(words.back());
      break;
    case ChoiceKind::Flank:
      if (text == "left" || text == "right")
        taken = try_take(Action(text == "left" ? Verb::Left : Verb::Right, source));
      else if (words[0] == "position" && is_number)
        taken = try_take(Action(Verb::Center, source, number));
      break;
    case ChoiceKind::Trait:
      taken = try_take(text == "another" ? Action(Verb::Done)
                                         : Action(Verb::Option, source, archon::CardTable::instance().find_trait(text)));
      break;
    case ChoiceKind::CardName: {
      const CardSet cards = game_.cards(words[0]);
      if (text == "another")
        taken = try_take(Action(Verb::Done));
      else if (!cards.empty())
        taken = try_take(Action(Verb::Target, game_.matchup().cards[cards.first()].name_group));
      break;
    }
    case ChoiceKind::Target:
      return choose_target(words);
    case ChoiceKind::Order:
      return choose_order(words);
    case ChoiceKind::Option:
      taken = words[0] == "option" && is_number && try_take(Action(Verb::Option, source, number - 1));
      break;
    case ChoiceKind::Number:
      taken = is_number && try_take(Action(Verb::Option, source, number));
      break;
    case ChoiceKind::KeyColor: {
      const int color = text == "red" ? 0 : text == "blue" ? 1 : 2;
      taken = try_take(Action(Verb::Option, kNoCard, color));
      break;
    }
    case ChoiceKind::Ability: {
      const Verb verb = text == "reap" ? Verb::Reap : text == "fight" ? Verb::Fight : Verb::Action;
      taken = try_take(Action(verb, source));
      break;
    }
    default:
      break;
  }
  if (!taken && !stopped_) fail("`" + text + "` is no answer; " + game_.describe_choice() + "; possible: " + legal_words());
}

void Runner::choose_target(const Words& words) {
  const std::string text = joined(words);
  if (text == "done") {
    if (!try_take(Action(Verb::Done))) fail("cannot stop; " + game_.describe_choice());
    return;
  }
  if (game_.cards(text).empty()) return fail("no card `" + text + "` in this scenario" + hint(text, game_.card_words()));
  const CardSet cards = game_.cards(text) & choice().candidates;
  if (cards.size() > 1) return fail("several `" + text + "` can be chosen; write `" + text + "#1`");
  if (cards.empty() || !try_take(Action(Verb::Target, cards.first())))
    fail("cannot choose `" + text + "`; " + game_.describe_choice());
}

// "order dust-imp": by the card whose ability goes first, or the card that grants it.
void Runner::choose_order(const Words& words) {
  const std::string& word = words.back();
  const CardSet cards = game_.cards(word);
  const std::vector<OrderOption> options = order_options(game_.matchup(), game_.state());
  for (size_t i = 0; i < options.size(); ++i) {
    const OrderOption& option = options[i];
    const CardId owner = option.source == kNoCard ? option.card : option.source;
    const bool by_card = option.keyword.empty() && cards.has(owner);
    if (option.keyword != word && !by_card) continue;
    take(Action(Verb::Option, choice().source, static_cast<int>(i)));
    return;
  }
  for (size_t i = 0; i < options.size(); ++i) {
    if (!cards.has(options[i].card)) continue;
    take(Action(Verb::Option, choice().source, static_cast<int>(i)));
    return;
  }
  fail("`" + joined(words) + "` is no answer; " + game_.describe_choice());
}

void Runner::expect(const Words& words) {
  const Verdict verdict = check_condition(game_, words, subject_);
  if (!verdict.understood) return fail(verdict.was);
  if (verdict.holds && recorder_) recorder_->expects(game_, words, subject_.word);
  if (verdict.holds) return;
  problems_.push_back({scenario_.file, line_, "expected " + joined(words) + ", was: " + verdict.was});
}

// The definitions of a scenario's own, in force while it is played.
class OwnDefinitions {
 public:
  explicit OwnDefinitions(const Scenario& scenario) {
    const Library& library = Library::instance();
    for (const auto& [id, text] : scenario.cards) {
      const int card = CardTable::instance().find_id(id);
      if (card < 0 || !library.defined(card)) {
        problems_.push_back({scenario.file, scenario.number, "`" + id + "` has no definition that another could replace"});
        continue;
      }
      printed_.push_back(library.source_text(card));
      for (const lang::Diagnostic& problem : Library::redefine(text))
        problems_.push_back({scenario.file, scenario.number, id + ": " + problem.message});
    }
  }
  ~OwnDefinitions() {
    for (const std::string& text : printed_) Library::redefine(text);
  }
  OwnDefinitions(const OwnDefinitions&) = delete;
  OwnDefinitions& operator=(const OwnDefinitions&) = delete;
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<std::string> printed_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> run_scenario(const Scenario& scenario, bool trace, const Watch& watch, Recorder* recorder) {
  const OwnDefinitions definitions(scenario);
  if (!definitions.problems().empty()) return definitions.problems();
  const ChanceScope scope(recorder ? recorder->chance() : chance_source);
  PositionResult start = build_position(scenario.position);
  if (start.game) return Runner(scenario, std::move(*start.game), trace, watch, recorder).run();
  std::vector<Problem> problems;
  for (const std::string& text : start.problems) problems.push_back({scenario.file, scenario.number, text});
  return problems;
}

}  // namespace scenario
