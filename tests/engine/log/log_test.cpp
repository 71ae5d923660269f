// What a log tells is what happened: changes carried out give the position after, and events agree with changes.
#include <bit>
#include <catch2/catch.hpp>

#include "engine/core/zones.h"
#include "engine/log/sentences.h"
#include "engine/notation.h"
#include "engine/view/view.h"
#include "tests/engine/games.h"

using namespace archon;

namespace {

// What the changes of a passage say about what events say.
struct Counts {
  int left = 0, entered = 0, forged = 0;
};

bool plays(Zone zone) { return bit(zone) & kInPlayZones; }

void count(const Change& change, Counts& counts) {
  if (change.kind == ChangeKind::Move) {
    counts.left += plays(change.from()) && !plays(change.to());
    counts.entered += !plays(change.from()) && plays(change.to());
  }
  if (change.kind == ChangeKind::Keys && change.difference() > 0)
    counts.forged += std::popcount(static_cast<unsigned>(change.after)) - std::popcount(static_cast<unsigned>(change.before));
}

// A game that is told as it is played.
struct Told {
  explicit Told(const Matchup& matchup)
      : m(matchup), recorder([this](const State& a, const State& b, const Passage& p) { tell(a, b, p); }) {
    m.listener = &recorder;
  }

  void tell(const State& before, const State& after, const Passage& passage) {
    if (!begun) {
      board = board_of(m, before);
      begun = true;
    }
    CHECK(board == board_of(m, before));
    const std::vector<Change> changes = changes_of(passage);
    apply_changes(board, changes);
    CHECK(board == board_of(m, after));
    for (const Change& change : changes) count(change, by_changes);
    for (const Happening& happening : passage.happenings)
      if (const auto* event = std::get_if<Event>(&happening)) {
        by_events.left += event->type == EventType::Leave;
        by_events.entered += event->type == EventType::Enter;
        by_events.forged += event->type == EventType::Forge;
      }
    for (const std::string& clause : clauses(m, before, after, passage)) {
      CHECK(!clause.empty());
      words += clause + "\n";
    }
    ++passages;
  }

  Matchup m;
  Recorder recorder;
  bool begun = false;
  Board board;
  Counts by_changes, by_events;
  std::string words;
  int passages = 0;
};

}  // namespace

namespace {

void check_games(size_t first, size_t last) {
  for (size_t number = first; number < last; ++number) {
    Told told(test::matchup_of_any_sets(number));
    State s;
    test::play_random(told.m, s, number + 1, [&](const State& state, Action) {
      told.recorder.end(told.m, state);
      REQUIRE(told.board == board_of(told.m, state));
    });
    told.recorder.end(told.m, s);
    CHECK(told.board == board_of(told.m, s));
    CHECK(told.passages > 0);
    INFO("game " << number);
    CHECK(told.by_changes.left == told.by_events.left);
    CHECK(told.by_changes.entered == told.by_events.entered);
    const bool won =
        s.winner() >= 0 && std::popcount(s.players[s.winner()].keys) == told.m.keys_to_win[static_cast<size_t>(s.winner())];
    CHECK(told.by_changes.forged == told.by_events.forged + won);  // nothing follows the last key
  }
}

}  // namespace

TEST_CASE("log: changes carried out give the position after, in random games of all sets") { check_games(0, 45); }

TEST_CASE("log: and in many more of them", "[slow]") { check_games(45, 500); }

namespace {

// What is said when `before` becomes `after`, and these events have happened.
std::vector<std::string> said(const Matchup& m, const State& before, const State& after, const std::vector<Event>& events = {},
                              const Cause& cause = {}, int viewer = -1) {
  Passage passage{cause, {}};
  for (const Change& change : differences(board_of(m, before), board_of(m, after))) passage.happenings.emplace_back(change);
  for (const Event& event : events) passage.happenings.emplace_back(event);
  return clauses(m, before, after, passage, viewer);
}

using Said = std::vector<std::string>;

// A position with two creatures of each side in play.
struct Table {
  Table() {
    new_game(m, s, {.seed = 4, .first = 0});
    for (CardId card = 0; card < m.card_count; ++card) {
      const int owner = m.cards[card].owner;
      if (m.printed(card).type == CardType::Creature && s.count(Zone::Line, owner) < 2) {
        place(s, m, card, Zone::Line, owner, kBottom);
        s.cards[card].controller = static_cast<uint8_t>(owner);
      }
    }
    s.players[0].amber = 5;
    s.players[1].amber = 2;
  }
  CardId creature(int player, int index) const { return s.at(Zone::Line, player, index); }
  std::string name(CardId card) const { return card_name(m, s, card); }

  Matchup m = test::matchup_of(0, 1);
  State s;
};

}  // namespace

TEST_CASE("log: aember is gained, stolen, captured, lost, returned, in the words of the rulebook") {
  const Table table;
  State after = table.s;
  after.players[0].amber = 3;
  CHECK(said(table.m, table.s, after) == Said{"A loses 2 aember (3)"});
  after.players[1].amber = 4;
  CHECK(said(table.m, table.s, after, {{.type = EventType::Steal, .player = 1, .amount = 2}}) ==
        Said{"B steals 2 aember (4) from A (3)"});
  after = table.s;
  after.players[1].amber = 3;
  CHECK(said(table.m, table.s, after, {{.type = EventType::Gain, .player = 1, .amount = 1}}) == Said{"B gains 1 aember (3)"});
  const CardId card = table.creature(1, 0);
  after = table.s;
  after.players[0].amber = 4;
  after.cards[card].amber = 1;
  CHECK(said(table.m, table.s, after, {{.type = EventType::Capture, .player = 1, .card = card, .amount = 1}}) ==
        Said{table.name(card) + " captures 1 (1) from A (4)"});
  CHECK(said(table.m, after, table.s) ==
        Said{"A gets 1 aember (5) from " + table.name(card), "1 aember is taken from " + table.name(card) + " (0)"});
}

TEST_CASE("log: several cards that the same happens to share a clause") {
  const Table table;
  const CardId one = table.creature(0, 0), two = table.creature(0, 1);
  State after = table.s;
  after.cards[one].set(kStunned);
  CHECK(said(table.m, table.s, after) == Said{table.name(one) + " is stunned"});
  after.cards[two].set(kStunned);
  CHECK(said(table.m, table.s, after) ==
        Said{table.name(std::min(one, two)) + " and " + table.name(std::max(one, two)) + " are stunned"});
  after = table.s;
  after.cards[one].damage = 2;
  after.cards[one].armor_used = 1;
  CHECK(said(table.m, table.s, after) ==
        Said{"armor prevents 1 damage to " + table.name(one), table.name(one) + " takes 2 damage (2)"});
}

TEST_CASE("log: what leaves play is destroyed when it was tagged, and what it loses goes without saying") {
  const Table table;
  const CardId card = table.creature(1, 1);
  State before = table.s;
  before.cards[card].damage = 3;
  State after = before;
  place(after, table.m, card, Zone::Discard, 1, 0);
  after.cards[card].damage = 0;
  CHECK(said(table.m, before, after) == Said{table.name(card) + " is put into the discard pile of B"});
  CHECK(said(table.m, before, after, {{.type = EventType::Destroy, .player = 1, .card = card}}) ==
        Said{table.name(card) + " is destroyed"});
  before.cards[card].set(kTagged);
  CHECK(said(table.m, before, after) == Said{table.name(card) + " is destroyed"});
}

TEST_CASE("log: a viewer is not told what the other player draws") {
  const Table table;
  State after = table.s;
  std::string names;
  for (int i = 0; i < 2; ++i) {
    const CardId card = top_of_deck(after, 0);
    place(after, table.m, card, Zone::Hand, 0, kBottom);
    after.cards[card].set(kKnownTo0);
    names += (i == 0 ? "" : " and ") + card_name(table.m, after, card);
  }
  CHECK(said(table.m, table.s, after) == Said{"A draws " + names});
  CHECK(said(table.m, table.s, after, {}, {}, 0) == Said{"A draws " + names});
  CHECK(said(table.m, table.s, after, {}, {}, 1) == Said{"A draws 2 cards"});
}

TEST_CASE("log: a key says its colour, how many there are, and what it cost") {
  const Table table;
  State after = table.s;
  after.players[0].amber = 0;
  CHECK(said(table.m, table.s, after, {}, {.by = Cause::By::Forge}) == Said{"A pays 5 aember (0)"});
  after.players[0].keys = 2;
  CHECK(said(table.m, table.s, after, {{.type = EventType::Forge, .player = 0}}) ==
        Said{"A forges the blue key (1) for 5 aember"});
  CHECK(said(table.m, after, table.s) == Said{"A gets 5 aember (5)", "the blue key of A is unforged"});
}

namespace {

// The names of cards that a player knows nothing of, neither before nor after, and that no card has which the player knows.
std::vector<std::string> secrets(const Matchup& m, const State& before, const State& after, int player) {
  std::vector<std::string> known, unknown;
  for (CardId card = 0; card < m.card_count; ++card) {
    const auto sees = [&](const State& s) { return !hidden(s.cards[card].zone) || View(m, s, player).knows(card); };
    const auto facedown = [&](const State& s) {
      return s.hides_face(card) || (s.cards[card].zone == Zone::Under && s.cards[card].has(kFacedown));
    };
    const auto knows = [&](const State& s) { return facedown(s) ? View(m, s, player).knows(card) : sees(s); };
    (knows(before) || knows(after) ? known : unknown).push_back(facts_of(m, m.cards[card].definition).name);
  }
  std::erase_if(unknown, [&](const std::string& name) { return std::ranges::find(known, name) != known.end(); });
  return unknown;
}

}  // namespace

TEST_CASE("log: a player is told no name of a card that this player does not know") {
  int told_cards = 0;
  for (size_t number = 0; number < 30; ++number) {
    Matchup m = test::matchup_of_any_sets(number * 7);
    Recorder recorder([&](const State& before, const State& after, const Passage& passage) {
      for (int player = 0; player < 2; ++player) {
        std::string text = cause_text(m, before, passage.cause, player);
        for (const std::string& clause : clauses(m, before, after, passage, player)) text += "\n" + clause;
        if (text.empty()) continue;
        for (const std::string& name : secrets(m, before, after, player)) {
          INFO("game " << number << ", player " << player << ": " << name << " in: " << text);
          CHECK(text.find(name) == std::string::npos);
        }
        told_cards += text.find("card") != std::string::npos;
      }
    });
    m.listener = &recorder;
    State s;
    test::play_random(m, s, number + 1, [&](const State& state, Action) { recorder.end(m, state); });
  }
  CHECK(told_cards > 1000);
}
