// The evaluation, and the files of its weights.
#include "agents/reading/evaluation.h"

#include <catch2/catch.hpp>
#include <set>

#include "agents/reading/model_file.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;
using archon::test::load;

namespace {

const std::string kOne = R"({"aember": 7, "keys": ["red"], "chains": 3, "hand": ["punch", "anger"],
  "battleline": [{"card": "troll", "damage": 3, "aember": 2}, {"card": "urchin", "exhausted": true, "upgrades": ["blood-of-titans"]}]})";
const std::string kOther = R"({"aember": 2, "keys": ["red", "blue"], "hand": ["fear"], "archives": ["fear", "punch"],
  "battleline": ["valdr", {"card": "dust-imp", "stunned": true}], "artifacts": ["the-sting"]})";

PositionGame game_of(int active, const std::string& a, const std::string& b) {
  return load("{\"active\": " + std::to_string(active) + ", \"phase\": \"house\", \"players\": [" + a + "," + b + "]}");
}

float own(const Features& features, SideFeature feature) { return features[1 + static_cast<size_t>(feature)]; }
float enemy(const Features& features, SideFeature feature) {
  return features[1 + kSideFeatures + static_cast<size_t>(feature)];
}

Model distinct_model() {
  Model model;
  for (size_t f = 0; f < model.weights.size(); ++f) model.weights[f] = 0.1f * static_cast<float>(f) - 1.7f;
  return model;
}

}  // namespace

TEST_CASE("features count what lies on the table") {
  const PositionGame game = game_of(0, kOne, kOther);
  const Features f = features_of(View(game.matchup, game.state, 0));
  CHECK(f[0] == 1);
  CHECK(own(f, SideFeature::OneKey) == 1);
  CHECK(own(f, SideFeature::TwoKeys) == 0);
  CHECK(own(f, SideFeature::Aember) == Approx(7.0 / 6));
  CHECK(own(f, SideFeature::AemberOne) == Approx(7.0 / 6));
  CHECK(own(f, SideFeature::AemberTwo) == 0);
  CHECK(own(f, SideFeature::CanForge) == 1);
  CHECK(own(f, SideFeature::Creatures) == 2);
  CHECK(own(f, SideFeature::Idle) == 1);
  CHECK(own(f, SideFeature::Elusive) == 1);
  CHECK(own(f, SideFeature::Captured) == Approx(0.2));
  CHECK(own(f, SideFeature::Upgrades) == 1);
  CHECK(own(f, SideFeature::Hand) == 2);
  CHECK(own(f, SideFeature::Chains) == Approx(0.75));
  CHECK(enemy(f, SideFeature::TwoKeys) == 1);
  CHECK(enemy(f, SideFeature::AemberTwo) == Approx(1.0 / 3));
  CHECK(enemy(f, SideFeature::CanForge) == 0);
  CHECK(enemy(f, SideFeature::Power) == Approx(0.8));
  CHECK(enemy(f, SideFeature::Artifacts) == 1);
  CHECK(enemy(f, SideFeature::Archives) == 2);
}

TEST_CASE("the evaluation is the same when the sides are exchanged") {
  const PositionGame game = game_of(0, kOne, kOther), exchanged = game_of(1, kOther, kOne);
  CHECK(features_of(View(game.matchup, game.state, 0)) == features_of(View(exchanged.matchup, exchanged.state, 1)));
}

TEST_CASE("both players see the same features, and their chances add up to 1") {
  const PositionGame game = game_of(1, kOne, kOther);
  const View first(game.matchup, game.state, 0), second(game.matchup, game.state, 1);
  CHECK(features_of(first) == features_of(second));
  const Model model = distinct_model();
  CHECK(win_probability(model, first) + win_probability(model, second) == Approx(1));
  CHECK(win_probability(model, first) != Approx(0.5));
}

TEST_CASE("the end of a game is certain") {
  const Matchup m = archon::test::matchup_of(0, 1);
  State s;
  archon::test::play_random(
      m, s, 3, [](const State&, Action) {}, 20000);
  REQUIRE(s.over());
  REQUIRE(s.winner() >= 0);
  CHECK(win_probability(known_model(kFittedModel), View(m, s, s.winner())) == 1);
  CHECK(win_probability(known_model(kFittedModel), View(m, s, 1 - s.winner())) == 0);
}

TEST_CASE("weights are written and read bit by bit") {
  const Model model = distinct_model();
  const ModelResult read = parse_model(model_text(model, {"made by hand", "twice"}));
  CHECK(read.problems.empty());
  REQUIRE(read.model.has_value());
  CHECK(read.model->weights == model.weights);
}

TEST_CASE("the models of the program can be read, and keys and aember are good in them") {
  REQUIRE(model_names() == std::vector<std::string_view>{"fitted", "guessed"});
  for (int i : {kFittedModel, kGuessedModel}) {
    const Features weights = known_model(i).weights;
    for (SideFeature good : {SideFeature::OneKey, SideFeature::TwoKeys, SideFeature::Aember, SideFeature::Creatures}) {
      CHECK(own(weights, good) > 0);
      CHECK(enemy(weights, good) < 0);
    }
  }
  std::set<std::string> names;
  for (int f = 0; f < kFeatures; ++f) names.insert(feature_name(f));
  CHECK(names.size() == kFeatures);
}

TEST_CASE("what is wrong with a file of weights is said") {
  const std::string good = model_text(distinct_model(), {});
  const auto problem = [](const std::string& text) {
    const ModelResult result = parse_model(text);
    REQUIRE_FALSE(result.model.has_value());
    REQUIRE(result.problems.size() == 1);
    return result.problems.front();
  };
  CHECK(problem("") == "line 1: expected 'archon-model 1', not ''");
  CHECK(problem("archon-model 2\n") == "line 1: expected 'archon-model 1', not 'archon-model 2'");
  CHECK(problem("archon-model 1\n# nothing\nOwn.OneKey 1\n") == "line 3: expected feature Intercept, not 'Own.OneKey'");
  CHECK(problem("archon-model 1\nIntercept\n") == "line 2: the weight of Intercept is not a number: ''");
  CHECK(problem("archon-model 1\nIntercept 1x\n") == "line 2: the weight of Intercept is not a number: '1x'");
  CHECK(problem("archon-model 1\nIntercept nan\n") == "line 2: the weight of Intercept is not a number: 'nan'");
  CHECK(problem("archon-model 1\nIntercept 1\n") ==
        "the weight of Own.OneKey is missing (1 of " + std::to_string(kFeatures) + " weights are there)");
  CHECK_THAT(problem(good + "More 1\n"), Catch::Contains("one feature too many: 'More 1'"));
}
