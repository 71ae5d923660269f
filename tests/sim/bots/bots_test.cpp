// Programs that play: their specs, their answers, and that they are shown what archon engine shows. The processes:
// tests/cli/bots.sh.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/deck/generate.h"
#include "engine/engine.h"
#include "engine/make_matchup.h"
#include "engine/position/position_json.h"
#include "engine/view/view.h"
#include "sim/bots/bot_agent.h"
#include "sim/bots/bot_command.h"
#include "sim/protocol/decision_text.h"
#include "tests/temporary_folder.h"

using namespace archon;

TEST_CASE("bots: words of a command") {
  const auto words = [](std::string_view text) {
    std::vector<std::string> all;
    REQUIRE(split_words(text, all));
    return all;
  };
  CHECK(words("./bot") == std::vector<std::string>{"./bot"});
  CHECK(words("  python3\tbot.py  --x=1 ") == std::vector<std::string>{"python3", "bot.py", "--x=1"});
  CHECK(words(R"('a b' "c, d"e \"f '')") == std::vector<std::string>{"a b", "c, de", "\"f", ""});
  std::vector<std::string> all;
  CHECK_FALSE(split_words("bot 'a b", all));
}

TEST_CASE("bots: specs") {
  const BotCommand& usual = bot_command("sh -c 'a,b'");
  CHECK(usual.error.empty());
  CHECK(usual.words == std::vector<std::string>{"sh", "-c", "a,b"});
  CHECK(usual.clocks.move_ms == 10'000);
  CHECK(usual.brief == "sh -c 'a,b'");
  CHECK(usual.full == "sh -c 'a,b',move_ms=10000,game_ms=600000,move_cpu_ms=0,game_cpu_ms=0,files=" + usual.files);
  CHECK(bot_command(usual.full).full == usual.full);

  const BotCommand& fast = bot_command("sh,move_cpu_ms=20,move_ms=0");
  CHECK(fast.clocks.move_cpu_ms == 20);
  CHECK(fast.clocks.move_ms == 0);
  CHECK(fast.brief == "sh,move_ms=0,move_cpu_ms=20");

  for (const auto& [spec, error] :
       {std::pair{"", "expected a command behind 'exec:'"}, std::pair{"./no-such-bot", "there is no program './no-such-bot'"},
        std::pair{"no-such-bot", "there is no program 'no-such-bot'"}, std::pair{"sh 'a", "a quote has no end"},
        std::pair{"sh,move=2", "has no parameter 'move'"}, std::pair{"sh,move_ms=-1", "takes a whole number from 0"},
        std::pair{"sh,files=0", "are no longer those of files=0"}})
    CHECK_THAT(bot_command(spec).error, Catch::Contains(error));
}

TEST_CASE("bots: another program is another agent") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("bot.py");
  const auto files = [&](const std::string& text, const std::string& more) {
    std::ofstream(path) << text;
    return bot_command("sh " + path + more).files;  // each spec is looked at once
  };
  const std::string first = files("a", ""), same = files("a", " 1"), other = files("b", " 2");
  CHECK(first == same);
  CHECK(first != other);
}

TEST_CASE("bots: only what its user named is run") {
  const OutsideAgents kind = bot_agents();
  CHECK_THAT(kind.make("sh -c true").error, Catch::Contains("was not named on the command line"));
  allow_bot("exec:sh -c true,move_ms=5");
  CHECK(kind.make("sh -c true").agent);
  allow_bot("greedy");
}

TEST_CASE("bots: answers") {
  const std::vector<Action> offered = {Action(Verb::Yes), Action(Verb::No)};
  const auto text_of = [](Action action) -> std::string { return action.verb() == Verb::Yes ? "mulligan" : "keep the hand"; };
  const auto read = [&](const std::string& line) { return read_bot_answer(line, offered, text_of); };
  CHECK(read(R"({"id":1})") == offered[1]);
  CHECK(read(R"({"id":0,"why":"so"})") == offered[0]);
  CHECK(read(R"({"text":"keep the hand"})") == offered[1]);
  const auto cause = [&](const std::string& line) {
    try {
      read(line);
    } catch (const AgentFailure& failure) {
      return failure.cause();
    }
    return Forfeit::None;
  };
  for (const char* line : {R"({"id":2})", R"({"id":-1})", R"({"id":1.0})", R"({"id":"1"})", R"({"id":99999999999999999999})",
                           R"({"text":"mull"})", R"({"text":1})", "{}", R"({"ok":true})"})
    CHECK(cause(line) == Forfeit::Illegal);
  for (const char* line : {"", "1", "[1]", "hello", R"({"id":1)", R"({"id":1} {"id":1})"})
    CHECK(cause(line) == Forfeit::Babble);
  std::string deep(100, '[');
  CHECK(cause(deep) == Forfeit::Babble);
}

TEST_CASE("bots: what they are shown is what archon engine shows the player") {
  int decisions = 0;
  for (const char* set : {"CotA", "WC", "MM", "DT", "WoE", "GR", "AS", "ToC", "PV"}) {
    SmallRng rng{7};
    const Deck a = generate_deck(set, "A", rng), b = generate_deck(set, "B", rng);
    const Matchup m = *make_matchup(a, b, {}).matchup;
    std::vector<int> numbers(static_cast<size_t>(m.card_count));
    std::iota(numbers.begin(), numbers.end(), 0);
    State s;
    new_game(m, s, {.seed = 3});
    ActionList legal;
    while (!s.over()) {
      legal_actions(m, s, legal);
      const int player = decision_player(s);
      const Action action = legal[static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())))];
      if (legal.size() > 1 && rng.below(4) == 0) {
        SmallRng any{0};
        const State dealt = View(m, s, player).deal(any);
        std::string shown, wanted;
        add_decision(wanted, m, s, numbers);
        add_decision(shown, m, dealt, numbers);
        CHECK(shown == wanted);
        CHECK(write_view(m, dealt, numbers, player) == write_view(m, s, numbers, player));
        ++decisions;
      }
      apply(m, s, action);
    }
  }
  CHECK(decisions > 200);
}
