// The learned policy: what it sees, and that it scores as its definition says.
#include "agents/learned/policy_net.h"

#include <catch2/catch.hpp>
#include <memory>

#include "agents/learned/action_scores.h"
#include "agents/reading/card_features.h"
#include "engine/cards/library.h"
#include "engine/engine.h"
#include "engine/facts/facts.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

uint16_t definition_of(std::string_view id) { return static_cast<uint16_t>(CardTable::instance().find_id(id)); }

float feature(std::string_view card, const std::string& name) {
  const Program& program = Library::instance().program();
  for (const CardFeature& each : card_features(program, program.definitions[definition_of(card)]))
    if (card_feature_name(each.index) == name) return each.value;
  return 0;
}

// Weights of all kinds, small and different.
std::unique_ptr<PolicyWeights> drawn_weights() {
  auto weights = std::make_unique<PolicyWeights>();
  SmallRng rng{7};
  const auto draw = [&] { return static_cast<float>(static_cast<int>(rng.below(513)) - 256) / 2048; };
  for (auto& each : weights->features)
    for (float& weight : each) weight = draw();
  for (auto& each : weights->names)
    for (float& weight : each) weight = draw();
  for (auto& role : weights->roles)
    for (auto& each : role)
      for (float& weight : each) weight = draw();
  for (auto& each : weights->position)
    for (float& weight : each) weight = draw();
  for (auto& each : weights->action)
    for (float& weight : each) weight = draw();
  for (auto& each : weights->second)
    for (float& weight : each) weight = draw();
  for (float& weight : weights->second_bias) weight = draw();
  for (float& weight : weights->out) weight = draw();
  for (float& weight : weights->out_first) weight = draw();
  return weights;
}

// A decision of a game, as the policy sees it.
struct Seen {
  Matchup m = test::matchup_of(2, 9);
  State s;
  ActionList legal;
  std::unique_ptr<DecisionFeatures> features = std::make_unique<DecisionFeatures>();

  explicit Seen(int decisions) {
    new_game(m, s, {.seed = 5});
    SmallRng rng{3};
    for (int i = 0; i < decisions || legal.size() < 3; ++i) {
      if (i > 0) apply(m, s, legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))]);
      legal_actions(m, s, legal);
    }
    std::vector<int> scores(static_cast<size_t>(legal.size()));
    const View view(m, s, decision_player(s));
    action_scores(view, legal, scores);
    describe_decision(view, legal, scores, *features);
  }
};

// The formula of policy_net.h, word for word and in double precision.
double score_by_definition(const PolicyWeights& w, const DecisionFeatures& f, int action) {
  const Program& program = Library::instance().program();
  std::vector<double> hidden(kHidden), second(kSecond);
  const auto add_card = [&](const CardEntry& each) {
    std::vector<double> vector(kCardWidth);
    for (size_t i = 0; i < kCardWidth; ++i) vector[i] = w.names[card_of_definition(program)[each.definition]][i];
    for (const CardFeature& one : card_features(program, program.definitions[each.definition]))
      for (size_t i = 0; i < kCardWidth; ++i) vector[i] += one.value * w.features[one.index][i];
    for (size_t h = 0; h < kHidden; ++h)
      for (size_t i = 0; i < kCardWidth; ++i) hidden[h] += w.roles[static_cast<size_t>(each.role)][h][i] * vector[i];
  };
  for (const CardEntry& each : f.position_cards()) add_card(each);
  for (const CardEntry& each : f.action_cards(action)) add_card(each);
  for (const NumberEntry& each : f.position_numbers())
    for (size_t h = 0; h < kHidden; ++h) hidden[h] += each.value * w.position[each.index][h];
  for (const NumberEntry& each : f.action_numbers(action))
    for (size_t h = 0; h < kHidden; ++h) hidden[h] += each.value * w.action[each.index][h];
  double score = 0;
  for (size_t h = 0; h < kHidden; ++h) {
    hidden[h] = std::max(hidden[h], 0.0);
    score += w.out_first[h] * hidden[h];
  }
  for (size_t g = 0; g < kSecond; ++g) {
    second[g] = w.second_bias[g];
    for (size_t h = 0; h < kHidden; ++h) second[g] += w.second[h][g] * hidden[h];
    score += w.out[g] * std::max(second[g], 0.0);
  }
  return score;
}

}  // namespace

TEST_CASE("a policy scores as its definition says") {
  const auto weights = drawn_weights();
  const PolicyNet net(*weights);
  for (int decisions : {1, 20, 60}) {
    const Seen seen(decisions);
    std::vector<float> scores(static_cast<size_t>(seen.legal.size()));
    net.score(*seen.m.program, *seen.features, scores);
    for (int i = 0; i < seen.legal.size(); ++i)
      CHECK(scores[static_cast<size_t>(i)] == Approx(score_by_definition(*weights, *seen.features, i)).margin(1e-3));
  }
}

TEST_CASE("features of a card say what its program does") {
  CHECK(feature("urchin", "play.Steal.any") + feature("urchin", "play.Steal.own") > 0);
  CHECK(feature("troll", "play.Steal.own") == 0);
  CHECK(feature("troll", "creature") == 1);
  CHECK(feature("troll", "power") == 2);  // in fours
  CHECK(feature("troll", "action") == 0);
  for (int i = 0; i < card_feature_count(); ++i) CHECK_FALSE(card_feature_name(i).empty());
}

TEST_CASE("a decision is described by what its player may know") {
  Seen seen(30);
  const int player = decision_player(seen.s);
  SmallRng rng{11};
  const State other = View(seen.m, seen.s, player).deal(rng);
  ActionList legal;
  legal_actions(seen.m, other, legal);
  REQUIRE(legal.size() == seen.legal.size());
  std::vector<int> scores(static_cast<size_t>(legal.size()));
  const View view(seen.m, other, player);
  action_scores(view, legal, scores);
  const auto features = std::make_unique<DecisionFeatures>();
  describe_decision(view, legal, scores, *features);
  const auto last = static_cast<size_t>(legal.size());
  REQUIRE(features->first_card == seen.features->first_card);
  REQUIRE(features->first_number[last] == seen.features->first_number[last]);
  for (size_t i = 0; i < features->first_card[last]; ++i) {
    CHECK(features->cards[i].role == seen.features->cards[i].role);
    CHECK(features->cards[i].definition == seen.features->cards[i].definition);
  }
  for (size_t i = 0; i < features->first_number[last]; ++i) {
    CHECK(features->numbers[i].index == seen.features->numbers[i].index);
    CHECK(features->numbers[i].value == seen.features->numbers[i].value);
  }
}

namespace {

// The value of a number of an action, by its name; 0 when it has none.
float number_of(const DecisionFeatures& features, int action, std::string_view name) {
  for (const NumberEntry& each : features.action_numbers(action))
    if (action_number_name(each.index) == name) return each.value;
  return 0;
}

struct Described {
  ActionList legal;
  std::unique_ptr<DecisionFeatures> features = std::make_unique<DecisionFeatures>();

  explicit Described(const PositionGame& game) {
    legal_actions(game.matchup, game.state, legal);
    std::vector<int> scores(static_cast<size_t>(legal.size()));
    const View view(game.matchup, game.state, 0);
    action_scores(view, legal, scores);
    describe_decision(view, legal, scores, *features);
  }
  float number(Action action, std::string_view name) const {
    return number_of(*features, static_cast<int>(std::find(legal.begin(), legal.end(), action) - legal.begin()), name);
  }
  int cards(CardRole role) const {
    return static_cast<int>(std::ranges::count(features->position_cards(), role, &CardEntry::role));
  }
};

}  // namespace

TEST_CASE("a decision shows damage that is gathered, and whom it destroys") {
  PositionGame game = test::load(R"({"house": "untamed", "players": [
    {"hand": ["cooperative-hunting"], "battleline": ["troll", "valdr", "headhunter"]},
    {"battleline": ["silvertooth", "bumpsy"]}]})");
  const Action small(Verb::Target, game.refs.at("silvertooth")), large(Verb::Target, game.refs.at("bumpsy"));
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("cooperative-hunting")));
  CHECK(Described(game).number(small, "Enemy.Pending") == 0);
  apply(game.matchup, game.state, small);
  CHECK(Described(game).number(small, "Enemy.Pending") == Approx(1 / 3.0));
  CHECK(Described(game).number(small, "EnemyDoomed") == 0);
  CHECK(Described(game).number(small, "EnemyLethal") == 1);  // one more
  apply(game.matchup, game.state, small);
  CHECK(Described(game).number(small, "EnemyDoomed") == 1);
  CHECK(Described(game).number(large, "EnemyDoomed") == 0);
}

TEST_CASE("a fight shows how many enemy creatures it would destroy, and survive") {
  PositionGame game = test::load(R"({"house": "brobnar", "players": [
    {"battleline": ["troll", "bumpsy"]}, {"battleline": ["silvertooth", "headhunter", "valdr"]}]})");
  const Described seen(game);
  CHECK(seen.number(Action(Verb::Fight, game.refs.at("troll")), "FightKills") == Approx(3 / 2.0));
  CHECK(seen.number(Action(Verb::Fight, game.refs.at("troll")), "FightSafe") == Approx(3 / 2.0));
  CHECK(seen.number(Action(Verb::Fight, game.refs.at("bumpsy")), "FightKills") == Approx(2 / 2.0));
  CHECK(seen.number(Action(Verb::Fight, game.refs.at("bumpsy")), "FightSafe") == Approx(1 / 2.0));
}

TEST_CASE("a decision shows lasting effects") {
  PositionGame game = test::load(R"({"house": "dis", "players": [{"hand": ["control-the-weak"]}, {"battleline": ["troll"]}]})");
  CHECK(Described(game).cards(CardRole::Lasting) == 0);
  apply(game.matchup, game.state, Action(Verb::Play, game.refs.at("control-the-weak")));
  ActionList legal;
  legal_actions(game.matchup, game.state, legal);
  apply(game.matchup, game.state, legal[0]);  // a house
  CHECK(Described(game).cards(CardRole::Lasting) == 1);
  CHECK(Described(game).cards(CardRole::EnemyLasting) == 0);
}

TEST_CASE("the learned policy ends no turn while the rules of thumb know something to do") {
  const auto weights = drawn_weights();  // of a policy that has learned nothing: it would end every second turn
  const PolicyNet net(*weights);
  int would_end = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const Matchup m = test::matchup_of(seed, seed + 3);
    State s;
    test::play_random(
        m, s, seed,
        [&](const State& state, Action) {
          ActionList legal;
          legal_actions(m, state, legal);
          if (state.choice.kind != ChoiceKind::Main || legal.size() < 2) return;
          const View view(m, state, decision_player(state));
          std::vector<int> thumb(static_cast<size_t>(legal.size())), learned = thumb;
          action_scores(view, legal, thumb);
          action_scores(view, legal, learned, {.net = &net});
          if (legal[best_index(legal, thumb)].verb() == Verb::EndTurn) return;
          CHECK(legal[best_index(legal, learned)].verb() != Verb::EndTurn);
          std::vector<float> scores(thumb.size());
          const auto features = std::make_unique<DecisionFeatures>();
          describe_decision(view, legal, thumb, *features);
          net.score(*m.program, *features, scores);
          const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
          would_end += legal[static_cast<int>(best)].verb() == Verb::EndTurn;
        },
        150);
  }
  CHECK(would_end > 20);
}
