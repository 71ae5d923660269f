// What is counted of the cards in the hands of an agent.
#include "sim/watch/usage.h"

#include <catch2/catch.hpp>

#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;
using archon::test::load;

namespace {

// Plays a position with the answers given, in this order and where they are legal, else with the first legal action, up to the
// end of the turn after it. The counts of each card.
class Watched {
 public:
  explicit Watched(const std::string& position) : game_(load(position)), usage_(kMaxCards) {}

  void play(std::vector<Action> answers) {
    UsageWatcher watcher(game_.matchup, usage_);
    State& s = game_.state;
    ActionList legal;
    size_t next = 0;
    for (const int turn = s.turn; !s.over() && s.turn == turn;) decide(watcher, legal, answers, next);
    if (!s.over()) decide(watcher, legal, answers, next);  // the first decision of the next turn settles this one
    CHECK(next == answers.size());
    watcher.ended(s);
  }

  CardId card(const char* name) const { return game_.refs.at(name); }
  const CardUsage& of(const char* name) const { return usage_[card(name)]; }

 private:
  void decide(UsageWatcher& watcher, ActionList& legal, const std::vector<Action>& answers, size_t& next) {
    legal_actions(game_.matchup, game_.state, legal);
    const bool fits = next < answers.size() && std::ranges::find(legal, answers[next]) != legal.end();
    const Action action = fits ? answers[next++] : legal[0];
    watcher.decided(game_.state, legal, action);
    apply(game_.matchup, game_.state, action);
  }

  PositionGame game_;
  std::vector<CardUsage> usage_;
};

}  // namespace

TEST_CASE("usage: an action card without effect, whatever its icons gave") {
  // Stampede steals 2 when three creatures were used this turn; it has an aember on it.
  Watched idle(R"({"house": "untamed", "players": [{"hand": ["stampede"], "battleline": ["snufflegator"]}, {"aember": 4}]})");
  idle.play({Action(Verb::Play, idle.card("stampede")), Action(Verb::EndTurn)});
  CHECK(idle.of("stampede").played == 1);
  CHECK(idle.of("stampede").watched == 1);
  CHECK(idle.of("stampede").idle == 1);

  Watched useful(
      R"({"house": "brobnar", "players": [{"hand": ["punch"], "battleline": ["troll"]}, {"battleline": ["valdr"]}]})");
  useful.play({Action(Verb::Play, useful.card("punch")), Action(Verb::Target, useful.card("valdr")), Action(Verb::EndTurn)});
  CHECK(useful.of("punch").watched == 1);
  CHECK(useful.of("punch").idle == 0);
}

TEST_CASE("usage: an action ability without effect") {
  // Commpod reveals Mars cards of the hand to ready as many Mars creatures.
  const char* const position = R"({"house": "mars", "players": [
    {"hand": [%], "artifacts": ["commpod"], "battleline": [{"card": "zorg", "exhausted": true}, "blypyp"]}, {}]})";
  const auto with_hand = [&](const std::string& hand) {
    std::string text = position;
    return text.replace(text.find('%'), 1, hand);
  };
  Watched idle(with_hand(R"("troll")"));
  idle.play({Action(Verb::Action, idle.card("commpod")), Action(Verb::EndTurn)});
  CHECK(idle.of("commpod").acted == 1);
  CHECK(idle.of("commpod").acts_idle == 1);

  Watched useful(with_hand(R"("eyegor", "grabber-jammer")"));
  useful.play({Action(Verb::Action, useful.card("commpod")), Action(Verb::Target, useful.card("grabber-jammer")),
               Action(Verb::EndTurn)});
  CHECK(useful.of("commpod").acts_watched == 1);
  CHECK(useful.of("commpod").acts_idle == 0);
}

TEST_CASE("usage: cards that could be played, and those that were held") {
  Watched game(R"({"house": "brobnar", "players": [{"hand": ["troll", "bumpsy", "dust-imp", "headhunter"]}, {}]})");
  game.play({Action(Verb::Play, game.card("troll")), Action(Verb::Discard, game.card("headhunter")), Action(Verb::EndTurn)});
  CHECK(game.of("troll") == CardUsage{.seen = 1, .turns = 1, .played = 1});
  CHECK(game.of("headhunter") == CardUsage{.seen = 1, .turns = 1, .discarded = 1});
  CHECK(game.of("bumpsy") == CardUsage{.seen = 1, .turns = 1, .held = 1});
  CHECK(game.of("dust-imp") == CardUsage{.seen = 1});  // of another house
}

TEST_CASE("usage: keys that a card forged") {
  Watched pays(R"({"house": "untamed", "players": [{"aember": 9, "hand": ["key-charge"]}, {}]})");
  pays.play({Action(Verb::Play, pays.card("key-charge")), Action(Verb::Yes, pays.card("key-charge"))});
  CHECK(pays.of("key-charge").keys == 1);
  Watched cannot(R"({"house": "untamed", "players": [{"aember": 2, "hand": ["key-charge"]}, {}]})");
  cannot.play({Action(Verb::Play, cannot.card("key-charge"))});
  CHECK(cannot.of("key-charge").keys == 0);
}

TEST_CASE("usage: whose houses are named") {
  const char* const position = R"({"house": "dis", "players": [{"hand": ["restringuntus"]}, {"battleline": ["troll"]}]})";
  for (const House house : {House::Brobnar, House::Dis}) {
    Watched game(position);
    const auto index = static_cast<int>(house);
    game.play({Action(Verb::Play, game.card("restringuntus")), Action(Verb::House, kNoCard, index)});
    CHECK(game.of("restringuntus").named == 1);
    CHECK(game.of("restringuntus").named_play == (house == House::Brobnar));
  }
}

TEST_CASE("usage: the same on any number of threads, and every game is counted") {
  const Matchup first = test::matchup_of(1, 2), second = test::matchup_of(3, 4);
  const UsageSpec spec{.pairs = {&first, &second}, .agent = "greedy", .seed = 3, .games = 20};
  const UsageResult one = play_usage(spec, 1), two = play_usage(spec, 2);
  CHECK(one.cards == two.cards);
  CHECK(one.games.games == 20);
  CHECK(one.games.decided() == 20);
}
