// `archon engine` as a client sees it.
#include "sim/protocol/protocol.h"

#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/deck/text_input.h"
#include "engine/position/position_json.h"
#include "tests/engine/games.h"

using namespace archon;
using Json = nlohmann::json;

namespace {

const std::string kArgus = std::string(ARCHON_SOURCE_DIR "/sim/decks/radiant-argus-the-supreme.deck");
const std::string kOnyx = std::string(ARCHON_SOURCE_DIR "/sim/decks/miss-onyx-censorius.deck");

// A session with requests and answers as JSON.
class Client {
 public:
  Json ask(const Json& request) { return Json::parse(session_.answer(request.dump())); }
  Json raw(const std::string& line) { return Json::parse(session_.answer(line)); }
  std::string text(const Json& request) { return session_.answer(request.dump()); }
  bool ended() const { return session_.ended(); }

 private:
  Session session_;
};

// Plays the action whose number is the seed, and thinks best of the second.
class FakeAdviser : public Adviser {
 public:
  Action play(const View&, const ActionList& legal, const std::string& agent, uint64_t seed, std::string& problem) override {
    if (agent == "nobody") problem = "unknown agent";
    return legal[static_cast<int>(seed) % legal.size()];
  }
  std::vector<Worth> advise(const View&, const ActionList& legal, const std::string&, int worlds, uint64_t,
                            std::string&) override {
    return {{legal[1], 0.75, 0, 0}, {legal[0], 1.0 / worlds, 0.5, 0.125}};
  }
};

Json new_request(uint64_t seed, int first) {
  return {{"do", "new"}, {"decks", {kArgus, kOnyx}}, {"seed", seed}, {"first", first}};
}

// Keeps what chance gives, in order.
class LoggedChance : public ChanceSource {
 public:
  CardId choose(const ChanceQuestion& question) override {
    if (question.outcomes.size() > 1) cards.push_back(question.drawn);
    return question.drawn;
  }
  std::vector<CardId> cards;
};

Json without_chance(Json position) {
  position.erase("chance");
  position.erase("pending");
  return position;
}

// Plays a random game with the engine itself, then once more through the protocol, with another seed and its outcomes of
// chance: all decisions and the end must be equal. The number of requests.
int reproduce(uint64_t seed) {
  const MatchupResult made = make_matchup(*read_deck_file(kArgus).deck, *read_deck_file(kOnyx).deck);
  const Matchup& m = *made.matchup;
  std::vector<int> numbers;
  for (int i = 0; i < m.card_count; ++i) numbers.push_back(i);
  const int first = static_cast<int>(seed & 1);
  std::vector<std::string> decisions;
  std::vector<int> picks;
  LoggedChance chance;
  State s;
  {
    const ChanceScope scope(&chance);
    new_game(m, s, {.seed = seed, .first = first});
    SmallRng rng{seed};
    ActionList legal;
    while (!s.over()) {
      legal_actions(m, s, legal);
      add_decision(decisions.emplace_back(), m, s, numbers);
      picks.push_back(static_cast<int>(rng.below(static_cast<uint32_t>(legal.size()))));
      apply(m, s, legal[picks.back()]);
    }
  }
  Client client;
  int requests = 1;
  client.ask({{"do", "chance"}, {"mode", "ask"}});
  client.ask(new_request(seed + 1000, first));
  size_t outcome = 0, decision = 0;
  std::string text = client.text({{"do", "decision"}});
  for (; text.find("\"kind\":\"over\"") == std::string::npos; ++requests) {
    Json request = {{"do", "apply"}};
    if (text.starts_with("{\"player\":\"chance\"")) {
      if (outcome >= chance.cards.size()) FAIL("more random outcomes than in the game");
      request["card"] = chance.cards[outcome++];
    } else {
      if (decision >= decisions.size() || text != decisions[decision]) FAIL("another decision: " << text);
      request["id"] = picks[decision++];
    }
    const Json answer = client.ask(request);
    if (answer.contains("error")) FAIL(answer.dump());
    text = client.text({{"do", "decision"}});
  }
  CHECK(decision == decisions.size());
  CHECK(outcome == chance.cards.size());
  CHECK(without_chance(client.ask({{"do", "state"}})) == without_chance(Json::parse(write_position(m, s, numbers).dump())));
  return requests;
}

}  // namespace

TEST_CASE("in mode ask a client scripts a game exactly") {
  for (uint64_t seed = 1; seed <= 4; ++seed) CHECK(reproduce(seed) > 50);
}

TEST_CASE("in mode ask 1,000 games are reproduced", "[slow]") {
  for (uint64_t seed = 1; seed <= 1000; ++seed) reproduce(seed);
}

TEST_CASE("a game is played through the protocol as through the engine") {
  Client client;
  CHECK(client.ask(new_request(7, 0)) == Json{{"ok", true}});
  const Matchup m = *make_matchup(*read_deck_file(kArgus).deck, *read_deck_file(kOnyx).deck).matchup;
  State s;
  new_game(m, s, {.seed = 7, .first = 0});
  Json decision = client.ask({{"do", "decision"}});
  CHECK(decision["kind"] == "mulligan");
  SmallRng rng{2};
  ActionList legal;
  while (!s.over()) {
    legal_actions(m, s, legal);
    REQUIRE(decision["actions"].size() == static_cast<size_t>(legal.size()));
    REQUIRE(decision["player"] == decision_player(s));
    const int pick = static_cast<int>(rng.below(static_cast<uint32_t>(legal.size())));
    apply(m, s, legal[pick]);
    decision = client.ask({{"do", "apply"}, {"id", pick}, {"then", "decision"}})["decision"];
  }
  CHECK(decision["kind"] == "over");
  CHECK(decision["winner"] == s.winner());
  CHECK(client.ask({{"do", "state"}})["phase"] == "over");
  CHECK(client.ask({{"do", "apply"}, {"id", 0}})["error"] == "the game is over");
}

TEST_CASE("positions are loaded, saved and gone back to") {
  Client client;
  const Json position = {{"house", "dis"},
                         {"players",
                          {{{"hand", {"fear"}}, {"battleline", {{{"card", "dust-imp"}, {"ref", 7}}}}},
                           {{"battleline", {{{"card", "troll"}, {"ref", 9}}}}}}}};
  REQUIRE(client.ask({{"do", "load"}, {"position", position}}) == Json{{"ok", true}});
  const Json start = client.ask({{"do", "state"}});
  CHECK(start["players"][0]["battleline"][0]["ref"] == 7);
  client.ask({{"do", "push"}});
  const Json decision = client.ask({{"do", "decision"}});
  int reap = -1;
  for (const Json& action : decision["actions"])
    if (action["verb"] == "reap") reap = action["id"];
  REQUIRE(reap >= 0);
  CHECK(decision["actions"][static_cast<size_t>(reap)]["text"] == "reap with Dust Imp");
  client.ask({{"do", "apply"}, {"id", reap}});
  CHECK(client.ask({{"do", "state"}})["players"][0]["aember"] == 1);
  CHECK(client.ask({{"do", "pop"}}) == Json{{"ok", true}});
  CHECK(client.ask({{"do", "state"}}) == start);
  const Json line = client.ask({{"do", "line"}});
  Client other;
  REQUIRE(other.ask({{"do", "load"}, {"line", line["line"]}}) == Json{{"ok", true}});
  CHECK(other.ask({{"do", "decision"}})["actions"].size() == decision["actions"].size());
}

TEST_CASE("a facedown card is a place for whoever does not know it, in views and decisions") {
  const Json position = Json::parse(R"({"house": "brobnar", "active": 0, "players": [
    {"battleline": [{"card": "troll", "ref": 9}]},
    {"token": "grunt", "hand": [{"card": "fear", "ref": 7}], "battleline": [
      {"card": "valdr", "ref": 5, "token": "grunt"}, {"card": "urchin", "ref": 6}, {"card": "dust-imp", "ref": 8, "token": "grunt"}]}]})");
  Client client;
  REQUIRE(client.ask({{"do", "load"}, {"position", position}}) == Json{{"ok", true}});
  const Json line = client.ask({{"do", "view"}, {"player", 0}})["players"][1]["battleline"];
  CHECK(line[0]["card"].is_null());
  CHECK(line[0]["ref"] == "players[1].battleline[0]");
  CHECK(line[1]["ref"] == 6);
  CHECK(line[2]["ref"] == "players[1].battleline[2]");
  CHECK(client.ask({{"do", "view"}, {"player", 1}})["players"][1]["battleline"][2]["ref"] == 8);
  const Json main = client.ask({{"do", "decision"}});
  size_t fight = 0;
  while (main["actions"][fight]["verb"] != "fight") ++fight;
  const Json decision = client.ask({{"do", "apply"}, {"id", fight}, {"then", "decision"}})["decision"];
  REQUIRE(decision["kind"] == "target");
  const Json known = client.ask({{"do", "decision"}, {"for", "omniscient"}});
  REQUIRE(decision["actions"].size() == 3);
  CHECK(client.ask({{"do", "decision"}, {"for", "player"}}) == decision);
  const std::map<std::string, int> refs = {{"players[1].battleline[0]", 5}, {"players[1].battleline[2]", 8}};
  int places = 0;
  for (size_t id = 0; id < 3; ++id) {
    const Json &shown = decision["actions"][id], &truth = known["actions"][id];
    if (shown["card"].is_number()) {
      CHECK(shown == truth);
      continue;
    }
    ++places;
    CHECK(shown["text"] == "choose Grunt");
    CHECK(truth["card"] == refs.at(shown["card"].get<std::string>()));
    CHECK(truth["text"] == (truth["card"] == 5 ? "choose Grunt (Valdr)" : "choose Grunt (Dust Imp)"));
    client.ask({{"do", "push"}});
    client.ask({{"do", "apply"}, {"id", id}});  // the one that the text means: it is gone
    CHECK(client.ask({{"do", "state"}})["players"][1]["discard"][0]["ref"] == truth["card"]);
    client.ask({{"do", "pop"}});
  }
  CHECK(places == 2);
  CHECK(client.ask({{"do", "decision"}, {"for", "me"}})["at"] == "for");
}

TEST_CASE("random outcomes carry their weights; a mode can be changed in the middle") {
  Client client;
  client.ask({{"do", "chance"}, {"mode", "ask"}});
  Json position = {{"phase", "draw"}, {"players", {{{"deck_rest", {"urchin", "urchin", "troll"}}}, Json::object()}}};
  REQUIRE(client.ask({{"do", "load"}, {"position", position}}) == Json{{"ok", true}});
  Json decision = client.ask({{"do", "decision"}});
  CHECK(decision["player"] == "chance");
  CHECK(decision["kind"] == "draw");
  REQUIRE(decision["actions"].size() == 2);
  CHECK(decision["actions"][0]["weight"] == 2);
  CHECK(decision["actions"][1]["weight"] == 1);
  decision = client.ask({{"do", "apply"}, {"id", 1}, {"then", "decision"}})["decision"];
  CHECK(decision["drawn"].size() == 1);
  REQUIRE(decision["actions"].size() == 1);
  CHECK(decision["actions"][0]["copies"].size() == 2);
  CHECK(client.ask({{"do", "chance"}, {"mode", "seeded"}}) == Json{{"ok", true}});
  CHECK(client.ask({{"do", "decision"}})["player"] != "chance");
  CHECK(client.ask({{"do", "state"}})["players"][0]["hand"][0]["card"] == "troll");
}

TEST_CASE("the card of which a token creature is made is asked for like every draw") {
  Client client;
  client.ask({{"do", "chance"}, {"mode", "ask"}});
  const Json position = Json::parse(R"({"house": "logos", "players": [
    {"token": "grunt", "hand": ["auto-autopsy-21", "auto-autopsy-21"], "deck_rest": ["urchin", "urchin", "troll"]}, {}]})");
  REQUIRE(client.ask({{"do", "load"}, {"position", position}}) == Json{{"ok", true}});
  const Json decision = client.ask({{"do", "apply"}, {"id", 0}, {"then", "decision"}})["decision"];
  CHECK(decision["player"] == "chance");
  CHECK(decision["kind"] == "draw");
  REQUIRE(decision["actions"].size() == 2);
  client.ask({{"do", "apply"}, {"id", 1}, {"then", "decision"}});
  const Json line = client.ask({{"do", "state"}})["players"][0]["battleline"];
  REQUIRE(line.size() == 1);
  CHECK(line[0]["card"] == "troll");
  CHECK(line[0]["token"] == "grunt");
}

TEST_CASE("malformed input gets an error and changes nothing") {
  Client client;
  client.ask(new_request(1, 0));
  const std::string before = client.text({{"do", "state"}});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"{\"do\":", "byte 7"},
      {"[]", ""},
      {"{}", "do"},
      {"{\"do\":3}", "do"},
      {"{\"do\":\"dance\"}", "do"},
      {"{\"do\":\"apply\"}", "id"},
      {"{\"do\":\"apply\",\"id\":-1}", "id"},
      {"{\"do\":\"apply\",\"id\":2}", "id"},
      {"{\"do\":\"apply\",\"id\":1e9}", "id"},
      {"{\"do\":\"apply\",\"id\":0,\"them\":\"decision\"}", "them"},
      {"{\"do\":\"apply\",\"id\":0,\"then\":\"quit\"}", "then"},
      {"{\"do\":\"apply\",\"card\":0}", "card"},
      {"{\"do\":\"view\"}", "player"},
      {"{\"do\":\"view\",\"player\":2}", "player"},
      {"{\"do\":\"pop\"}", "do"},
      {"{\"do\":\"chance\",\"mode\":\"loaded\"}", "mode"},
      {"{\"do\":\"new\",\"decks\":[\"nowhere.deck\",\"nowhere.deck\"]}", "decks[0]"},
      {"{\"do\":\"new\"}", "decks"},
      {"{\"do\":\"load\"}", "position"},
      {"{\"do\":\"load\",\"line\":\"archon-1:AAAA\"}", "line"},
      {"{\"do\":\"load\",\"position\":{\"players\":[{\"hand\":[7]}]}}", "position.players[0].hand[0]"},
      {"\xFF\xFE", "byte 1"},
  };
  for (const auto& [line, at] : cases) {
    INFO(line);
    const Json answer = client.raw(line);
    REQUIRE(answer.contains("error"));
    CHECK(answer["at"] == at);
  }
  CHECK(client.text({{"do", "state"}}) == before);
  CHECK_FALSE(client.ended());
  CHECK(client.ask({{"do", "quit"}}) == Json{{"ok", true}});
  CHECK(client.ended());
}

TEST_CASE("decks and positions that the rulebook doesn't know are refused") {
  Client client;
  const std::string wc = ARCHON_SOURCE_DIR "/sim/decks/wc/zebrogus-the-servant-wanderer.deck";
  const std::string aoa = ARCHON_SOURCE_DIR "/sim/decks/aoa/crawling-martini-quasimodo.deck";
  const Json both = client.ask({{"do", "new"}, {"decks", {wc, aoa}}, {"rules", "1.2"}});
  const std::string of_wc =
      "deck \"Zebrogus, the Servant Wanderer\": rulebook 1.2 does not know Worlds Collide (`rules` 18.4 does)";
  CHECK(both["error"] == of_wc);
  CHECK(both["at"] == "decks");
  REQUIRE(both["problems"].size() == 2);
  CHECK(both["problems"][0]["error"] == of_wc);
  CHECK_FALSE(client.ask({{"do", "new"}, {"decks", {aoa, aoa}}, {"rules", "1.3"}}).contains("error"));
  Json position = {{"rules", "1.3"}, {"house", "dis"}, {"players", Json::array({{{"hand", {"bonesaw"}}}})}};
  const Json refused = client.ask({{"do", "load"}, {"position", position}});
  CHECK(refused["error"] == "rulebook 1.3 does not know Bonesaw (Mass Mutation); `rules` 18.4 does");
  CHECK(refused["at"] == "position");
  position["rules"] = "18.4";
  CHECK_FALSE(client.ask({{"do", "load"}, {"position", position}}).contains("error"));
}

TEST_CASE("answers have nothing in them that hides something") {
  Session session;
  CHECK(session.answer("{\"do\":\"quit\",\"\\u202e\\u001b[31m\":1}") ==
        R"({"error":"unknown field","at":"\\u202E\\u001B[31m"})");
  std::string text;
  add_json_string(text, "\xC2\x9B\xE2\x80\xAE\x1B\"\\ \xC3\xA9 \xFF");
  CHECK(text == "\"\\u009B\\u202E\\u001B\\\"\\\\ \xC3\xA9 \xEF\xBF\xBD\"");
  CHECK(Json::parse(text).get<std::string>() == "\xC2\x9B\xE2\x80\xAE\x1B\"\\ \xC3\xA9 \xEF\xBF\xBD");
}

TEST_CASE("protocol: all that is wrong with a request is told at once") {
  Client client;
  const Json answer = client.ask({{"do", "new"}, {"decks", {"nowhere.deck", 7}}, {"seed", -1}, {"first", 2}, {"chain", 3}});
  std::vector<std::string> places;
  for (const Json& problem : answer["problems"]) places.push_back(problem["at"]);
  CHECK(places == std::vector<std::string>{"chain", "decks[0]", "decks[1]", "seed", "first"});
  CHECK(answer["error"] == answer["problems"][0]["error"]);
  CHECK(answer["at"] == "chain");
}

TEST_CASE("protocol: a deck is a file, or the text of one") {
  std::vector<Json> decks;
  for (const std::string& path : {kArgus, kOnyx}) decks.push_back({{"text", read_text_input(path, 1 << 20).text}});
  Client by_text, by_file;
  REQUIRE(by_text.ask({{"do", "new"}, {"decks", decks}, {"seed", 3}, {"first", 1}}) == Json{{"ok", true}});
  by_file.ask(new_request(3, 1));
  CHECK(by_text.ask({{"do", "state"}}) == by_file.ask({{"do", "state"}}));
  decks[1]["text"] = "nothing";
  CHECK(by_text.ask({{"do", "new"}, {"decks", decks}})["at"] == "decks[1]");
}

TEST_CASE("a request has a largest depth") {
  Client client;
  CHECK(client.raw(std::string(100'000, '['))["error"] == "nested deeper than 32 brackets");
  CHECK(client.raw(R"({"do":"chance","mode":"ask"})")["ok"] == true);
}

TEST_CASE("protocol: moves and judgements of agents") {
  FakeAdviser adviser;
  Session session(&adviser);
  const auto ask = [&](const Json& request) { return Json::parse(session.answer(request.dump())); };
  CHECK(ask({{"do", "play"}})["at"] == "do");  // no game yet
  ask(new_request(1, 0));
  const Json before = ask({{"do", "decision"}});
  CHECK(ask({{"do", "play"}, {"seed", 1}}) == Json{{"id", 1}});
  CHECK(ask({{"do", "play"}, {"agent", "nobody"}}) == Json{{"error", "unknown agent"}, {"at", "agent"}});
  CHECK(ask({{"do", "advise"}, {"worlds", 4}}) ==
        Json::parse(R"({"answers":[{"id":1,"win_rate":0.75,"behind":0.0,"behind_error":0.0},
                                   {"id":0,"win_rate":0.25,"behind":0.5,"behind_error":0.125}]})"));
  CHECK(ask({{"do", "advise"}, {"worlds", 1}})["at"] == "worlds");
  CHECK(ask({{"do", "advise"}, {"agent", "greedy"}})["error"].get<std::string>().starts_with("unknown field"));
  CHECK(ask({{"do", "decision"}}) == before);
  ask({{"do", "chance"}, {"mode", "ask"}});
  ask({{"do", "load"}, {"position", {{"phase", "draw"}, {"players", {{{"deck_rest", {"urchin", "troll"}}}, Json::object()}}}}});
  CHECK(ask({{"do", "play"}})["error"] == "a random outcome is no player's decision");
  CHECK(Json::parse(Session().answer(R"({"do":"play"})")).contains("error"));
}

TEST_CASE("protocol: apply says what it brought about, to players what they may know") {
  const Json position = {
      {"house", "dis"},
      {"players",
       {{{"hand", {"fear"}}, {"battleline", {{{"card", "dust-imp"}, {"ref", 7}}}}},
        {{"aember", 2}, {"battleline", {{{"card", "troll"}, {"ref", 9}}}}, {"deck", {"urchin", "bumpsy"}}}}}};
  Client client;
  REQUIRE(client.ask({{"do", "load"}, {"position", position}})["ok"] == true);
  CHECK(client.ask({{"do", "apply"}, {"id", 2}, {"log", "all"}})["at"] == "log");
  const Json reaped = client.ask({{"do", "apply"}, {"id", 2}, {"log", "omniscient"}});
  REQUIRE(reaped["ok"] == true);
  Json texts = Json::array(), amber;
  for (const Json& each : reaped["happened"]) {
    for (const Json& text : each["text"]) texts.push_back(text);
    for (const Json& change : each["changes"])
      if (change["change"] == "aember") amber = change;
  }
  CHECK(texts == Json{"A gains 1 aember (1)"});
  CHECK(amber == Json{{"change", "aember"}, {"player", 0}, {"before", 0}, {"after", 1}});
  const Json told = client.ask({{"do", "apply"}, {"id", 0}, {"log", 1}, {"then", "decision"}});
  CHECK(told["decision"].is_object());
  for (const Json& each : told["happened"]) CHECK(!each.contains("changes"));
}
