// The C interface as a C program sees it: decks, games, actions, observations, agents, errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <set>

#include "agents/c/handles.h"
#include "agents/reading/card_features.h"
#include "engine/cards/library.h"
#include "engine/deck/text_input.h"
#include "engine/facts/facts.h"
#include "sim/play/match.h"
#include "tests/agents/c/c_games.h"
#include "tests/agents/positions.h"
#include "tests/engine/games.h"

using namespace archon;
using namespace archon::test;
using Catch::Matchers::Contains;

namespace {

// The code of a call that must fail, and whether its error says so.
bool refused(archon_code code, archon_code wanted, std::string_view said) {
  if (code == wanted && std::string_view(archon_last_error()).find(said) != std::string_view::npos) return true;
  WARN("code " << code << ": " << archon_last_error());
  return false;
}

archon_code read(std::string_view text, archon_decks** decks) {
  return archon_decks_read(text.data(), text.size(), "my.deck", decks);
}

// A game between agents through the C interface.
archon_status played(const CMatchup& matchup, const std::string& spec, uint64_t seed, uint64_t number) {
  const CGame game = c_game(matchup, seed, number, static_cast<int32_t>(number % 2));
  CAgent agents[2];
  for (int32_t player = 0; player < 2; ++player) {
    archon_agent* agent = nullptr;
    ok(archon_agent_make(spec.c_str(), seed, number, player, &agent));
    agents[player].reset(agent);
  }
  archon_status status = status_of(game);
  while (status.player >= 0) {
    int32_t action = ARCHON_NO_ACTION;
    ok(archon_agent_choose(agents[status.player].get(), game.get(), &action));
    ok(step(game, action, &status));
  }
  return status;
}

// Games of `archon match` that differ from those of the C interface.
int different_games(const Deck& a, const Deck& b, const std::string& spec, int64_t games) {
  int different = 0;
  const Matchup matchup = *make_matchup(a, b).matchup;
  const CMatchup handle = c_matchup(a, b);
  for (int64_t number = 0; number < games; ++number) {
    const GameRecord record = play_match_game({.matchup = &matchup, .agents = {spec, spec}, .seed = 7}, number).record;
    const archon_status status = played(handle, spec, 7, static_cast<uint64_t>(number));
    different += status.winner != record.winner || status.first != record.first || status.turn != record.turns ||
                 status.decisions != record.decisions || status.result != static_cast<int32_t>(record.result);
  }
  return different;
}

const int32_t* row_of(const std::vector<int32_t>& observation, int32_t row) {
  return observation.data() + ARCHON_GLOBALS + row * ARCHON_COLUMNS;
}

CGame game_of(const PositionGame& position) {
  CGame game(new archon_game);
  game->of = std::make_shared<const c::MatchupOf>(c::MatchupOf{position.matchup, 1});
  game->state = position.state;
  game->legal.count = 0;
  std::vector<std::byte> bytes(archon_state_size());  // restoring lists the legal actions
  ok(archon_state_save(game.get(), bytes.data(), bytes.size()));
  ok(archon_state_restore(game.get(), bytes.data(), bytes.size()));
  return game;
}

}  // namespace

TEST_CASE("c interface: decks of every format") {
  CHECK(archon_api_version() == ARCHON_API_VERSION);
  for (const auto& entry : std::filesystem::directory_iterator(ARCHON_SOURCE_DIR "/tests/deck/formats")) {
    INFO(entry.path());
    const TextInput file = read_text_input(entry.path().string(), 16 << 20);
    const CDecks decks = c_decks(file.text);
    REQUIRE(archon_decks_count(decks.get()) >= 1);
    CHECK(std::string_view(archon_decks_name(decks.get(), 0)) != "");
    CHECK(archon_decks_warnings(decks.get()) != nullptr);
  }
}

TEST_CASE("c interface: all that is wrong with decks is said at once") {
  archon_decks* decks = nullptr;
  Deck deck = playable_decks()[0];
  std::string text = write_deck(deck);
  text.insert(text.find('['), "bogus: 1\n");
  text += "1 No Such Card\n1 Nor This One\n";
  CHECK(refused(read(text, &decks), ARCHON_BAD_INPUT, "my.deck:"));
  const std::string said = archon_last_error();
  for (const char* part : {"bogus", "No Such Card", "Nor This One"}) CHECK_THAT(said, Contains(part));
  CHECK(decks == nullptr);
  CHECK(refused(read("", &decks), ARCHON_BAD_INPUT, ""));
  CHECK(refused(archon_decks_read(nullptr, 0, nullptr, &decks), ARCHON_BAD_ARGUMENT, "text is a null pointer"));
  CHECK(archon_decks_name(nullptr, 0) == nullptr);
  archon_decks_free(nullptr);
}

TEST_CASE("c interface: arguments out of their range are refused") {
  const CDecks decks = c_decks(write_deck(playable_decks()[0]));
  archon_matchup* matchup = nullptr;
  CHECK(refused(archon_matchup_make(decks.get(), 0, decks.get(), 1, 0, 0, &matchup), ARCHON_BAD_ARGUMENT,
                "none with the number 1"));
  CHECK(refused(archon_matchup_make(decks.get(), 0, decks.get(), 0, 0, 25, &matchup), ARCHON_BAD_ARGUMENT, "from 0 to 24"));
  const CMatchup made = c_matchup(playable_decks()[0], playable_decks()[1]);
  archon_game* game = nullptr;
  CHECK(refused(archon_game_make(made.get(), 1, 0, 2, &game), ARCHON_BAD_ARGUMENT, "first"));
  archon_agent* agent = nullptr;
  CHECK(refused(archon_agent_make("gredy", 1, 0, 0, &agent), ARCHON_BAD_INPUT, "greedy"));
  CHECK(refused(archon_agent_make("greedy", 1, 0, 2, &agent), ARCHON_BAD_ARGUMENT, "player"));
  CHECK(archon_definition_id(archon_definition_count()) == nullptr);
  CHECK(archon_feature_name(-1) == nullptr);
  const CGame one = c_game(made, 1);
  archon_game* games[] = {one.get(), nullptr};
  const int32_t actions[] = {ARCHON_NO_ACTION, ARCHON_NO_ACTION}, players[] = {0, 3};
  CHECK(refused(archon_step(games, 2, actions, nullptr), ARCHON_BAD_ARGUMENT, "games[1]"));
  int32_t offsets[2], few[1];
  CHECK(refused(archon_legal(games, 1, 1, offsets, few, nullptr, nullptr), ARCHON_NO_ROOM, "room for 1"));
  CHECK(offsets[1] == legal_of(one).size());
  games[1] = one.get();
  std::vector<int32_t> observations(2 * ARCHON_OBSERVATION);
  CHECK(refused(archon_observe(games, 2, players, observations.data()), ARCHON_BAD_ARGUMENT, "game 1: player 3"));
  CHECK(refused(archon_game_deal(one.get(), 1 - status_of(one).player, 1), ARCHON_BAD_ARGUMENT, "to decide"));
}

TEST_CASE("c interface: the games are those of archon match") {
  for (const char* spec : {"random", "greedy"})
    for (size_t number = 0; number < 2 * card_sets().size(); ++number) {
      INFO(spec << " " << number);
      SmallRng rng{number};
      const auto sets = card_sets();
      const Deck a = generate_deck(sets[number % sets.size()].code, "A", rng),
                 b = generate_deck(sets[number / 2].code, "B", rng);
      CHECK(different_games(a, b, spec, 4) == 0);
    }
  CHECK(different_games(playable_decks()[0], playable_decks()[1], "standard", 2) == 0);
}

TEST_CASE("c interface: legal actions have numbers of their own") {
  std::set<int32_t> verbs;
  for (const Expansion& set : card_sets()) {
    INFO(set.code);
    const CMatchup matchup = c_matchup_of(set.code, 5);
    const CGame game = c_game(matchup, 5);
    int wrong = 0;
    play_random(game, 5, [&] {
      const CLegal legal = legal_of(game);
      std::set<int32_t> numbers;
      for (int32_t i = 0; i < legal.size(); ++i) {
        const int32_t number = legal.actions[static_cast<size_t>(i)];
        wrong += number < 0 || number >= ARCHON_ACTIONS || !numbers.insert(number).second;
        wrong += legal.column(i, ARCHON_A_ACTION) != number || !legal.mask[static_cast<size_t>(number)];
        verbs.insert(legal.column(i, ARCHON_A_VERB));
      }
      wrong += std::ranges::count(legal.mask, 1) != legal.size() || legal.size() < 2;
    });
    CHECK(wrong == 0);
    CHECK(legal_of(game).size() == 0);
  }
  CHECK(verbs.size() == ARCHON_VERB_ACTIVATE + 1);
}

TEST_CASE("c interface: an illegal action changes nothing") {
  const CMatchup matchup = c_matchup(playable_decks()[2], playable_decks()[3]);
  const CGame a = c_game(matchup, 1), b = c_game(matchup, 2);
  archon_game* games[] = {a.get(), b.get()};
  const int32_t first = legal_of(a).actions[0], actions[] = {first, 1072};  // nobody may end a turn at the mulligan
  const archon_status before = status_of(a);
  CHECK(refused(archon_step(games, 2, actions, nullptr), ARCHON_ILLEGAL, "game 1: 1072 is not legal"));
  CHECK(status_of(a).decisions == before.decisions);
  games[1] = a.get();
  const int32_t twice[] = {first, first};
  CHECK(refused(archon_step(games, 2, twice, nullptr), ARCHON_ILLEGAL, "game 1"));
  char text[64], cut[4];
  CHECK(refused(archon_action_text(a.get(), 1072, text, sizeof text), ARCHON_ILLEGAL, "1072"));
  ok(archon_action_text(b.get(), legal_of(b).actions[0], text, sizeof text));
  CHECK(std::string(text) == "mulligan");
  ok(archon_action_text(b.get(), legal_of(b).actions[0], cut, sizeof cut));
  CHECK(std::string(cut) == "mul");
}

TEST_CASE("c interface: saved, copied and dealt games") {
  for (const char* set : {"CotA", "WoE", "PV"}) {
    const CMatchup matchup = c_matchup_of(set, 3);
    const CGame game = c_game(matchup, 3), copy = c_game(matchup, 4), restored = c_game(matchup, 5);
    int wrong = 0, decision = 0;
    std::vector<std::byte> bytes(archon_state_size());
    play_random(game, 3, [&] {
      if (++decision % 20) return;
      ok(archon_game_copy(copy.get(), game.get()));
      ok(archon_state_save(game.get(), bytes.data(), bytes.size()));
      ok(archon_state_restore(restored.get(), bytes.data(), bytes.size()));
      const int32_t player = status_of(game).player;
      for (const CGame* same : {&copy, &restored})
        wrong += std::memcmp(&(*same)->state, &game->state, sizeof(State)) != 0 || !(legal_of(*same) == legal_of(game));
      const int32_t action = legal_of(game).actions.back();
      ok(step(copy, action));
      ok(step(restored, action));
      wrong += observed(copy, player) != observed(restored, player);
      ok(archon_game_copy(copy.get(), game.get()));
      ok(archon_game_deal(copy.get(), player, 1));
      wrong += observed(copy, player) != observed(game, player);
      wrong += std::memcmp(&copy->state, &game->state, sizeof(State)) == 0;
    });
    CHECK(decision > 60);
    CHECK(wrong == 0);
    CHECK(refused(archon_state_restore(copy.get(), bytes.data(), bytes.size() - 1), ARCHON_BAD_INPUT, "bytes"));
    CHECK(refused(archon_state_save(copy.get(), bytes.data(), 10), ARCHON_NO_ROOM, "bytes"));
    const CGame other = c_game(c_matchup_of(set, 4), 3);
    CHECK(refused(archon_state_restore(other.get(), bytes.data(), bytes.size()), ARCHON_BAD_INPUT, "other decks"));
    CHECK(refused(archon_game_deal(game.get(), 0, 1), ARCHON_BAD_ARGUMENT, "over"));
  }
}

TEST_CASE("c interface: games in a batch go as they go alone") {
  std::vector<CGame> batch, alone;
  std::vector<archon_game*> games;
  for (uint64_t i = 0; i < 40; ++i) {
    const CMatchup matchup = c_matchup_of(card_sets()[i % card_sets().size()].code, i);
    batch.push_back(c_game(matchup, i));
    alone.push_back(c_game(matchup, i));
    games.push_back(batch.back().get());
  }
  const auto n = static_cast<int32_t>(games.size());
  std::vector<int32_t> offsets(games.size() + 1), legal(games.size() * ARCHON_MAX_LEGAL), actions(games.size());
  std::vector<int32_t> observations(games.size() * ARCHON_OBSERVATION);
  std::vector<archon_status> statuses(games.size());
  SmallRng rng{1};
  int wrong = 0, playing = n;
  for (int round = 0; playing > 0; ++round) {
    ok(archon_legal(games.data(), n, n * ARCHON_MAX_LEGAL, offsets.data(), legal.data(), nullptr, nullptr));
    for (size_t i = 0; i < games.size(); ++i) {
      const auto many = static_cast<uint32_t>(offsets[i + 1] - offsets[i]);
      actions[i] = many ? legal[static_cast<size_t>(offsets[i]) + rng.below(many)] : ARCHON_NO_ACTION;
      ok(step(alone[i], actions[i]));
    }
    ok(archon_step(games.data(), n, actions.data(), statuses.data()));
    playing = static_cast<int>(std::ranges::count_if(statuses, [](const archon_status& s) { return s.player >= 0; }));
    if (round % 50) continue;
    ok(archon_observe(games.data(), n, nullptr, observations.data()));
    for (size_t i = 0; i < games.size(); ++i) {
      const std::vector<int32_t> single = observed(alone[i], std::max(0, statuses[i].player));
      wrong += !std::equal(single.begin(), single.end(), observations.begin() + static_cast<int64_t>(i) * ARCHON_OBSERVATION);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("c interface: an observation says what lies there") {
  const PositionGame position = load(R"({"house": "dis", "active": 0, "players": [
    {"hand": ["fear"], "aember": 3, "chains": 2, "battleline": [{"card": "troll", "damage": 2, "stunned": true}, "dust-imp"]},
    {"aember": 5, "hand": ["punch"], "battleline": ["valdr", "silvertooth"], "discard": ["urchin"]}]})");
  const CGame game = game_of(position);
  REQUIRE(status_of(game).player == 0);
  const std::vector<int32_t> seen = observed(game, 0);
  const auto card = [&](const char* ref) { return row_of(seen, position.refs.at(ref)); };
  CHECK(seen[ARCHON_G_DECIDES] == 1);
  CHECK(seen[ARCHON_G_CHOICE] == ARCHON_CHOICE_MAIN);
  CHECK(seen[ARCHON_G_HOUSE] == 1 << 1);
  CHECK(seen[ARCHON_OWN(ARCHON_S_AEMBER)] == 3);
  CHECK(seen[ARCHON_OWN(ARCHON_S_CHAINS)] == 2);
  CHECK(seen[ARCHON_OTHER(ARCHON_S_AEMBER)] == 5);
  CHECK(seen[ARCHON_OTHER(ARCHON_S_HAND)] == 1);
  CHECK(card("troll")[ARCHON_C_ZONE] == ARCHON_ZONE_BATTLELINE);
  CHECK(card("troll")[ARCHON_C_PLACE] == 0);
  CHECK(card("dust-imp")[ARCHON_C_PLACE] == 1);
  CHECK(card("troll")[ARCHON_C_POWER] == 8);
  CHECK(card("troll")[ARCHON_C_DAMAGE] == 2);
  CHECK(card("troll")[ARCHON_C_STUNNED] == 1);
  CHECK(card("troll")[ARCHON_C_OWN_SIDE] == 1);
  CHECK(card("valdr")[ARCHON_C_OWN_SIDE] == 0);
  CHECK(card("urchin")[ARCHON_C_ZONE] == ARCHON_ZONE_DISCARD);
  CHECK(card("fear")[ARCHON_C_ZONE] == ARCHON_ZONE_HAND);
  CHECK(card("punch")[ARCHON_C_ZONE] == ARCHON_ZONE_HIDDEN);
  CHECK(card("punch")[ARCHON_C_DEFINITION] == -1);
  CHECK(std::string(archon_definition_id(card("punch")[ARCHON_C_PRINTED])) == "punch");
  CHECK(row_of(seen, ARCHON_ROWS - 1)[ARCHON_C_PRINTED] == -1);
  const std::vector<int32_t> theirs = observed(game, 1);
  CHECK(theirs[ARCHON_G_DECIDES] == 0);
  CHECK(theirs[ARCHON_G_CHOICE] == ARCHON_CHOICE_NONE);
  CHECK(row_of(theirs, position.refs.at("punch"))[ARCHON_C_ZONE] == ARCHON_ZONE_HAND);
  CHECK(row_of(theirs, position.refs.at("fear"))[ARCHON_C_ZONE] == ARCHON_ZONE_HIDDEN);
  // Fear returns an enemy creature to its owner's hand.
  const int32_t play = 0 + position.refs.at("fear");
  ok(step(game, play));
  const CLegal targets = legal_of(game);
  REQUIRE(targets.size() == 2);
  CHECK(observed(game, 0)[ARCHON_G_ASKING_ROW] == position.refs.at("fear"));
  for (int32_t i = 0; i < targets.size(); ++i) {
    CHECK(targets.column(i, ARCHON_A_VERB) == ARCHON_VERB_CHOOSE);
    CHECK(targets.actions[static_cast<size_t>(i)] == 480 + targets.column(i, ARCHON_A_ROW));
    CHECK(targets.column(i, ARCHON_A_WISH) == -1);
  }
}

TEST_CASE("c interface: features of cards") {
  std::vector<float> features(static_cast<size_t>(archon_feature_count()));
  const Program& program = Library::instance().program();
  int wrong = 0;
  for (int32_t definition = 0; definition < archon_definition_count(); ++definition) {
    ok(archon_definition_features(definition, features.data()));
    for (const CardFeature& each : card_features(program, program.definitions[static_cast<size_t>(definition)])) {
      wrong += features[each.index] != each.value;
      features[each.index] = 0;
    }
    wrong += std::ranges::count(features, 0.f) != std::ssize(features);
    wrong += CardTable::instance().find_id(archon_definition_id(definition)) < 0;
  }
  CHECK(wrong == 0);
  CHECK(std::string(archon_feature_name(0)) == "card");
}
