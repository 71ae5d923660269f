// The arena: deals, pairs, the ledger, resuming, ratings.
#include "sim/arena/arena.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "agents/agent_registry.h"
#include "sim/arena/arena_ratings.h"
#include "tests/sim/kept_in.h"
#include "tests/temporary_folder.h"

using namespace archon;
using archon::test::after_asking;
using archon::test::kept_in;

namespace {

std::vector<Deck> decks(size_t count) {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(ARCHON_SOURCE_DIR "/sim/decks"))
    if (entry.path().extension() == ".deck") files.push_back(entry.path().string());
  std::ranges::sort(files);
  std::vector<Deck> list;
  for (size_t i = 0; i < count; ++i) list.push_back(*read_deck_file(files.at(i)).deck);
  return list;
}

ArenaSpec spec(std::vector<std::string> agents, int64_t pairs) {
  for (std::string& agent : agents) agent = full_spec(agent);
  return {.agents = std::move(agents), .seed = 5, .options = {}, .max_pairs = pairs, .sprt = {}};
}

std::string results(const ArenaRun& run) {
  std::string text;
  for (const ArenaMatch& match : run.matches)
    text +=
        match.record.results + " " + std::to_string(match.record.turns) + " " + std::to_string(match.record.decisions) + "\n";
  return text;
}

// A ledger that goes away at the end.
class TemporaryLedger {
 public:
  TemporaryLedger() { open(); }
  void open() {
    ledger_.reset();
    LedgerResult result = Ledger::open(folder_.file(), kArenaLedger, {{"seed", 5}});
    REQUIRE(result.error == "");
    ledger_ = std::move(result.ledger);
  }
  Ledger* get() const { return ledger_.get(); }

 private:
  test::TemporaryFolder folder_;  // outlives the ledger
  std::unique_ptr<Ledger> ledger_;
};

ArenaMatch match(int a, int b, const std::string& letters) {
  ArenaMatch made{.a = a, .b = b, .record = {.results = letters}, .scores = {}};
  made.scores = made.record.scores();
  return made;
}

}  // namespace

TEST_CASE("every batch deals all decks equally often, and all pairs of decks come up") {
  for (const int count : {5, 6, 7, 11, 28}) {
    const int64_t batch = batch_pairs(count);
    CHECK(batch >= kMinArenaRound);
    CHECK(batch % count == 0);
    CHECK(batch < kMinArenaRound + count);
    std::set<std::pair<int, int>> in_batch, all;
    for (int64_t number = 0; number < 3; ++number) {
      std::map<int, int> first_seat, second_seat;
      for (int64_t pair = number * batch; pair < (number + 1) * batch; ++pair) {
        const ArenaDeal deal = arena_deal(count, pair);
        REQUIRE(deal.decks[0] != deal.decks[1]);
        ++first_seat[deal.decks[0]];
        ++second_seat[deal.decks[1]];
        if (number == 0) in_batch.insert(std::minmax(deal.decks[0], deal.decks[1]));
      }
      for (int deck = 0; deck < count; ++deck) {
        CHECK(first_seat[deck] == batch / count);
        CHECK(second_seat[deck] == batch / count);
      }
    }
    CHECK(in_batch.size() >= 10);
    int seat_0_first = 0;
    for (int64_t pair = 0; pair < count * (count - 1); ++pair) {
      const ArenaDeal deal = arena_deal(count, pair);
      all.insert({deal.decks[0], deal.decks[1]});
      seat_0_first += deal.first == 0;
    }
    CHECK(all.size() == static_cast<size_t>(count * (count - 1)));
    CHECK(std::abs(2 * seat_0_first - count * (count - 1)) <= count);
  }
}

TEST_CASE("letters give scores, and mirrored ones those of the other agent") {
  const ArenaRecord record{.results = "wwwllluuWLwuflfW", .fallbacks = {3, 4}, .turns = 7, .decisions = 8};
  CHECK(record.scores().counts == std::array<int64_t, 5>{1, 1, 3, 2, 1});
  CHECK(record.scores().pairs() == record.pairs());
  CHECK(record.count("wW") == 6);
  CHECK(record.count("L") == 1);
  CHECK(record.count("f") == 2);
  const ArenaRecord other = record.mirrored();
  CHECK(other.results == "llwlwwuuWLulwfLf");
  CHECK(other.fallbacks == std::array<int64_t, 2>{4, 3});
  std::array<int64_t, 5> reversed = record.scores().counts;
  std::ranges::reverse(reversed);
  CHECK(other.scores().counts == reversed);
  CHECK(other.mirrored().results == record.results);
  CHECK(parse_arena_batch(batch_text(record))->results == record.results);
  CHECK(parse_arena_batch(batch_text(record))->fallbacks == record.fallbacks);
  ArenaRecord timed = record;
  timed.by_time = {2, 3, 1, 0};
  CHECK(parse_arena_batch(batch_text(timed))->by_time == timed.by_time);
  timed.by_time = {4, 0, 0, 0};  // three games are undecided
  CHECK_FALSE(parse_arena_batch(batch_text(timed)));
  for (const char* bad : {"", "{}", "[]", R"({"results":"wx","fallbacks":[0,0],"turns":1,"decisions":1})",
                          R"({"results":"w","fallbacks":[0,0],"turns":1,"decisions":1})"})
    CHECK_FALSE(parse_arena_batch(bad));
}

TEST_CASE("an agent against itself has no discordant pair") {
  const std::vector<Deck> list = decks(5);
  for (const char* agent : {"random", "greedy:epsilon=30"}) {
    const ArenaRun run = play_arena(list, spec({agent, agent}, 20));
    REQUIRE(run.complete);
    CHECK(run.matches.front().scores.pairs() == 20);
    CHECK(run.matches.front().scores.discordant() == 0);
    CHECK(run.matches.front().record.count("w") == 20);
  }
}

TEST_CASE("the same arena on one thread and on several; the order of the agents only turns it") {
  const std::vector<Deck> list = decks(6);
  const ArenaRun one = play_arena(list, spec({"greedy", "random", "greedy:epsilon=50"}, 24), 1);
  const ArenaRun three = play_arena(list, spec({"greedy", "random", "greedy:epsilon=50"}, 24), 3);
  CHECK(results(one) == results(three));
  REQUIRE(one.matches.size() == 3);
  CHECK(one.games() == 3 * 48);
  const ArenaRun turned = play_arena(list, spec({"random", "greedy"}, 24), 2);
  CHECK(turned.matches[0].record.mirrored().results == one.matches[0].record.results);
  const std::vector<ArenaMatch>& matches = one.matches;
  CHECK(matches[0].scores.mean() > 0.8);
  CHECK(matches[0].record.first_player_wins(6) >= 0);
}

TEST_CASE("first players win what they win") {
  // With five decks seat 1 goes first in pairs 1, 3, 5 (block 1), 7, 9 ...
  CHECK(arena_deal(5, 0).first == 0);
  CHECK(arena_deal(5, 1).first == 1);
  const ArenaRecord record{.results = "wluulwww"};  // x sits in seat 0, then 1
  // Pair 0: x first and won, then y first and won. Pair 2: x first and lost, then y first and lost. Pair 3: x second and won,
  // then first and won.
  CHECK(record.first_player_wins(5) == 3);
}

TEST_CASE("an arena in parts, with a ledger, is the arena") {
  const std::vector<Deck> list = decks(5);
  const std::vector<std::string> agents = {"random", "greedy:epsilon=60", "greedy:epsilon=40"};
  const std::string whole = results(play_arena(list, spec(agents, 30)));
  TemporaryLedger ledger;
  // Two batches of three matches, and of the third batch one match and five games, of which a match of a batch is 20.
  const ArenaRun part = play_arena(list, spec(agents, 30), kept_in(*ledger.get(), after_asking(3 * 20 * 2 + 25)));
  CHECK_FALSE(part.complete);
  CHECK(part.matches[0].scores.pairs() == 20);
  CHECK(part.played == 3 * 20 * 2 + 20);
  ledger.open();
  const ArenaRun rest = play_arena(list, spec(agents, 30), kept_in(*ledger.get()));
  CHECK(rest.complete);
  CHECK(rest.played == 2 * 20);
  CHECK(results(rest) == whole);
  // Nothing is left to play, whatever the order of the agents; fewer games are a part of it; a further agent adds to it.
  CHECK(play_arena(list, spec({agents[2], agents[1], agents[0]}, 30), kept_in(*ledger.get())).played == 0);
  const ArenaRun fewer = play_arena(list, spec(agents, 20), kept_in(*ledger.get()));
  CHECK(fewer.played == 0);
  CHECK(results(fewer) == results(part));
  const ArenaRun more = play_arena(list, spec({agents[0], agents[1], agents[2], "greedy"}, 10), kept_in(*ledger.get()));
  CHECK(more.played == 3 * 20);
}

TEST_CASE("shards of an arena, one of them missing, are completed to the whole") {
  const std::vector<Deck> list = decks(5);
  const ArenaSpec wanted = spec({"random", "greedy", "greedy:epsilon=30"}, 50);
  const ArenaRun whole = play_arena(list, wanted);
  TemporaryLedger ledger;
  for (const int number : {2, 0}) {
    RunControl control = kept_in(*ledger.get());
    control.shard = {.number = number, .of = 3};
    const ArenaRun part = play_arena(list, wanted, control);
    CHECK(part.complete);
    CHECK(part.played == 3 * 20 * (number == 0 ? 1 : 2));
  }
  const ArenaRun all = play_arena(list, wanted, kept_in(*ledger.get()));
  CHECK(results(all) == results(whole));
  CHECK(all.played == 3 * 20 * 2);
}

TEST_CASE("a ledger with a batch that can't be read is refused") {
  const std::vector<Deck> list = decks(5);
  const ArenaSpec wanted = spec({"random", "greedy"}, 20);
  const std::string good = batch_text({.results = std::string(20, 'w')});
  const std::string cell = arena_cell(wanted.agents[0], wanted.agents[1]);
  CHECK(cell == arena_cell(wanted.agents[1], wanted.agents[0]));
  for (const LedgerBatch& wrong : {LedgerBatch{cell, 10, 20, good}, {cell, 0, 20, "{}"}, {cell, 0, 18, good}}) {
    TemporaryLedger ledger;
    REQUIRE(ledger.get()->append(std::vector<LedgerBatch>{wrong}) == "");
    CHECK_THROWS_WITH(play_arena(list, wanted, kept_in(*ledger.get())), Catch::Contains("something else than a batch"));
  }
}

TEST_CASE("a test stops at the first boundary with a decision, also when it is resumed") {
  const std::vector<Deck> list = decks(5);
  ArenaSpec test = spec({"greedy", "greedy:epsilon=30"}, 100'000);
  test.sprt = Sprt{.nelo0 = 0, .nelo1 = 40};
  TemporaryLedger ledger;
  const ArenaRun run = play_arena(list, test, kept_in(*ledger.get()));
  CHECK(run.decision == SprtDecision::AcceptH1);
  CHECK(run.complete);
  const ArenaRecord& record = run.matches[0].record;
  CHECK(test.sprt->llr(record.scores()) >= test.sprt->bounds().high);
  const ArenaRecord before{.results = record.results.substr(0, record.results.size() - 20)};
  CHECK(test.sprt->decision(test.sprt->llr(before.scores())) == SprtDecision::Continue);
  // More games in the ledger change nothing.
  ArenaSpec longer = test;
  longer.sprt.reset();
  longer.max_pairs = record.pairs() + 30;
  CHECK(play_arena(list, longer, kept_in(*ledger.get())).played == 60);
  const ArenaRun again = play_arena(list, test, kept_in(*ledger.get()));
  CHECK(again.played == 0);
  CHECK(results(again) == results(run));
  test.max_pairs = 10;
  test.sprt->nelo1 = 1;
  const ArenaRun open = play_arena(list, test);
  CHECK(open.decision == SprtDecision::Continue);
  CHECK_FALSE(open.complete);
}

TEST_CASE("an arena's batch keeps why agents forfeited") {
  ArenaRecord record{.results = "wLWLlu", .forfeits = {{{{"crash", 1}, {"late", 1}}, {{"illegal", 1}}}}};
  const std::optional<ArenaRecord> read = parse_arena_batch(batch_text(record));
  REQUIRE(read);
  CHECK(read->forfeits == record.forfeits);
  CHECK(read->mirrored().forfeits[0] == ForfeitsByCause{{"illegal", 1}});
  record.forfeits[0]["babble"] = 1;  // more than it lost that way
  CHECK_FALSE(parse_arena_batch(batch_text(record)));
}

TEST_CASE("standings of two agents are those of their pairs") {
  ArenaRun run;
  run.matches = {match(0, 1, "wwwlwWllwLul")};
  run.matches[0].record.fallbacks = {5, 0};
  const ArenaRatings ratings = rate_agents(run, 2, 1);
  CHECK(ratings.agents[0].games == 12);
  CHECK(ratings.agents[0].wins == 6);
  CHECK(ratings.agents[1].wins == 5);
  CHECK(ratings.agents[0].forfeits == 1);
  CHECK(ratings.agents[1].forfeits == 1);
  CHECK(ratings.agents[0].fallbacks == 5);
  CHECK(ratings.agents[0].score.value == Approx(6.5 / 12));
  CHECK(ratings.agents[1].score.value == Approx(5.5 / 12));
  CHECK(ratings.agents[0].elo.value == Approx(elo_difference(7. / 13)));  // with the virtual game
  CHECK(ratings.agents[0].elo.interval.low == Approx(-ratings.agents[1].elo.interval.high));
}

TEST_CASE("many agents have Bradley-Terry ratings with the first one at 0") {
  // Every result of a pair comes equally often in each match: 3 to 1 against the next agent, 9 to 1 against the one after it,
  // which is what the model expects; a virtual game of hundreds changes little.
  std::string three_to_one, nine_to_one;
  for (int i = 0; i < 80; ++i) {
    three_to_one += i % 2 == 0 ? "ww" : "wl";
    nine_to_one += i % 5 == 0 ? "wl" : "ww";
  }
  ArenaRun run;
  run.matches = {match(0, 1, three_to_one), match(0, 2, nine_to_one), match(1, 2, three_to_one)};
  const ArenaRatings ratings = rate_agents(run, 3, 1);
  CHECK(ratings.agents[0].elo.value == 0);
  CHECK(ratings.agents[0].elo.interval.high == 0);
  CHECK(ratings.agents[1].elo.value == Approx(elo_difference(0.25)).margin(4));
  CHECK(ratings.agents[2].elo.value == Approx(elo_difference(0.1)).margin(8));
  CHECK(ratings.agents[1].elo.interval.low < ratings.agents[1].elo.value);
  CHECK(ratings.agents[1].elo.interval.high > ratings.agents[1].elo.value);
  CHECK(ratings.agents[1].score.value == Approx(0.5));
  CHECK(rate_agents(run, 3, 1).agents[2].elo.interval.low == ratings.agents[2].elo.interval.low);
}

TEST_CASE("an agent that won or lost every game has a finite rating, in the order of the results") {
  const auto all = [](const std::string& pair, int pairs) {
    std::string letters;
    for (int i = 0; i < pairs; ++i) letters += pair;
    return letters;
  };
  ArenaRun run;
  run.matches = {match(0, 1, all("ll", 140)), match(0, 2, all("ll", 140)), match(1, 2, all("wl", 140))};
  const ArenaRatings ratings = rate_agents(run, 3, 1);
  CHECK(ratings.agents[0].score.value == 0);
  CHECK(ratings.agents[0].score.interval.low == 0);
  CHECK(ratings.agents[0].score.interval.high > 0.005);
  for (const size_t agent : {1, 2}) {
    const Estimate& elo = ratings.agents[agent].elo;
    // 560 games lost, half of one won: ln 1120 logits. By resampled weights e of that half, 0.025 < e < 3.7 in 95 % of cases,
    // ln(1/e) more.
    CHECK(elo.value == Approx(400 * std::log10(1120)).margin(130));
    CHECK(elo.interval.low < elo.value - 100);
    CHECK(elo.interval.high > elo.value + 300);
    CHECK(elo.interval.high < elo.value + 1200);
  }
  CHECK(ratings.agents[1].elo.value == Approx(ratings.agents[2].elo.value));
  // Two agents are no different.
  run.matches = {match(0, 1, all("ll", 140))};
  CHECK(rate_agents(run, 2, 1).agents[1].elo.value == Approx(400 * std::log10(561)));
  CHECK(std::isfinite(rate_agents(run, 2, 1).agents[0].elo.interval.low));
}
