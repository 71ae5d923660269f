#include "sim/pages/deck_details.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>

#include "agents/agent_registry.h"
#include "engine/facts/visible_text.h"
#include "sim/command/command.h"
#include "sim/command/long_run.h"
#include "sim/ratings/rated_worth.h"
#include "sim/stats/number_text.h"
#include "sim/watch/course.h"

namespace archon::cli {
namespace {

constexpr size_t kCellsInHand = 256;   // matchups take memory
constexpr int64_t kGamesOfDeck = 200;  // replayed: more show the course of a deck no better
constexpr double kTurnsOfGames = 0.2;  // a curve ends where fewer games go on

// What a copy adds to a deck in Elo points; nothing for a card that the model has not seen in the set.
std::optional<ReportCardValue> card_value(int card, const std::string& set) {
  const std::optional<RatedWorth> worth = rated_worth(card, set);
  return worth ? std::optional(ReportCardValue{worth->elo, worth->interval}) : std::nullopt;
}

ReportCard report_card(const DeckCard& card, const std::string& set) {
  const CardFacts& facts = archon::facts(card.card);
  const Printing* printing = find_printing(facts, set);
  if (!printing && !facts.printings.empty()) printing = &facts.printings.front();
  ReportCard out{.name = visible_line(deck_card_name(card.card)),
                 .house = std::string(house_title(card.house)),
                 .type = std::string(type_name(facts.type))};
  if (printing) out.rarity = rarity_name(printing->rarity);
  out.value = card_value(card.card, set);
  out.icons.assign(static_cast<size_t>(facts.amber), std::string(icon_name(Icon::Amber)));
  for (const std::string& icon : card.bonus_icons) {
    const House house = house_from_name(icon);
    out.icons.push_back(house == House::None ? icon : std::string(house_title(house)));
  }
  for (const DeckMark& mark : kDeckMarks)
    if (card.*mark.is) out.marks.emplace_back(mark.word);
  return out;
}

std::vector<ReportCard> report_cards(const Deck& deck) {
  std::vector<ReportCard> cards;
  const DeckCard* last = nullptr;
  for (const DeckCard& card : deck.cards) {
    if (last && *last == card)
      ++cards.back().copies;
    else
      cards.push_back(report_card(card, deck.set));
    last = &card;
  }
  return cards;
}

std::vector<std::string> report_beside(const Deck& deck) {
  std::vector<std::string> list;
  const auto add = [&](const std::string& what, int card) {
    if (card >= 0) list.push_back(what + ": " + visible_line(deck_card_name(card)));
  };
  add("Token creature", deck.token);
  add("Archon power", deck.archon_power);
  for (int prophecy : deck.prophecies) add("Prophecy", prophecy);
  return list;
}

std::vector<ReportTurn> report_turns(const std::array<CourseSum, kCourseTurns>& sums, int turns) {
  std::vector<ReportTurn> list;
  for (int turn = 0; turn < turns; ++turn) {
    const CourseSum& sum = sums[static_cast<size_t>(turn)];
    const Interval interval = sum.interval();
    list.push_back({turn + 1, sum.games, sum.mean(), {std::max(0.0, interval.low), interval.high}});
  }
  return list;
}

ReportCourse report_course(const Course& own, const Course& opposing) {
  int turns = 1;  // that enough games of both reach
  const auto enough = static_cast<int64_t>(kTurnsOfGames * static_cast<double>(own.games));
  while (turns < kCourseTurns && std::min(own.amber[static_cast<size_t>(turns)].games,
                                          opposing.amber[static_cast<size_t>(turns)].games) > std::max<int64_t>(1, enough))
    ++turns;
  ReportCourse out{.games = own.games,
                   .amber = report_turns(own.amber, turns),
                   .keys = report_turns(own.keys, turns),
                   .opposing_amber = report_turns(opposing.amber, turns),
                   .opposing_keys = report_turns(opposing.keys, turns)};
  double chosen = 0;
  for (int64_t house : own.houses) chosen += static_cast<double>(house);
  for (size_t house = 0; house < own.houses.size(); ++house)
    if (own.houses[house] > 0)
      out.houses.emplace_back(house_title(static_cast<House>(house)), static_cast<double>(own.houses[house]) / chosen);
  std::ranges::stable_sort(out.houses, std::greater<>(), [](const auto& each) { return each.second; });
  out.turns_won = own.length_won.mean();
  out.turns_lost = own.length_lost.mean();
  out.lengths = own.lengths;
  return out;
}

// A game of the matrix: with the seed of its cell a match plays it again.
struct SampleGame {
  const MatrixCell* cell = nullptr;
  int64_t game = 0;
  int turns = 0;
};

// The games of a deck as they are replayed.
struct DeckGames {
  Course own, opposing;
  SampleGame quickest_win, quickest_loss, longest;

  void add(const MatrixCell& cell, int64_t game, const GameRecord& record, std::span<const TurnEnd> turns, int player) {
    own.add(record, turns, player);
    opposing.add(record, turns, 1 - player);
    const SampleGame sample{&cell, game, record.turns};
    SampleGame& quickest = record.winner == player ? quickest_win : quickest_loss;
    if (!quickest.cell || sample.turns < quickest.turns) quickest = sample;
    if (!longest.cell || sample.turns > longest.turns) longest = sample;
  }
};

ReportSample report_sample(ReportSample::Kind kind, int deck, const SampleGame& sample) {
  const MatrixCell& cell = *sample.cell;
  return {.kind = kind,
          .turns = sample.turns,
          .opponent = cell.a == deck ? cell.b : cell.a,
          .second = cell.b == deck,
          .seed = cell.seed,
          .game = sample.game};
}

// A command names the file of a deck; one with several decks is none that a match can be played with.
bool has_file_alone(const MatrixReport& report, int deck) {
  const std::string& file = report.provenance.decks[static_cast<size_t>(deck)].file;
  return std::ranges::count_if(report.provenance.decks, [&](const DeckFile& each) { return each.file == file; }) == 1;
}

void show(const MatrixReport& report, int deck, const DeckGames& games, DeckDetails& details) {
  details.course = report_course(games.own, games.opposing);
  using Kind = ReportSample::Kind;
  const std::pair<Kind, const SampleGame*> samples[] = {
      {Kind::QuickestWin, &games.quickest_win}, {Kind::QuickestLoss, &games.quickest_loss}, {Kind::Longest, &games.longest}};
  for (const auto& [kind, sample] : samples)
    if (sample->cell && has_file_alone(report, sample->cell->a) && has_file_alone(report, sample->cell->b))
      details.samples.push_back(report_sample(kind, deck, *sample));
}

// Plays games of some cells again; false when it was interrupted.
bool replay_cells(const MatrixReport& report, std::span<const MatrixCell* const> cells, const ReplaySpec& spec,
                  std::vector<DeckGames>& decks) {
  std::deque<Matchup> matchups;
  std::vector<MatchSpec> matches;
  std::vector<const MatrixCell*> played;
  const std::string& agent = report.provenance.agents.front();
  for (const MatrixCell* each : cells) {
    const MatrixCell& cell = *each;
    const auto deck = [&](int index) -> const Deck& { return report.provenance.decks[static_cast<size_t>(index)].deck; };
    const int64_t games = std::min(spec.games, cell.result.total().games);
    MatchupResult made = make_matchup(deck(cell.a), deck(cell.b), spec.options);
    if (games == 0 || !made.matchup) continue;
    matchups.push_back(*made.matchup);
    matches.push_back({.matchup = &matchups.back(), .agents = {agent, agent}, .seed = cell.seed, .games = games});
    played.push_back(&cell);
  }
  return play_courses(
      matches, spec.threads,
      [&](size_t match, int64_t game, const GameRecord& record, std::span<const TurnEnd> turns) {
        if (record.winner < 0) return;
        const MatrixCell& cell = *played[match];
        decks[static_cast<size_t>(cell.a)].add(cell, game, record, turns, 0);
        decks[static_cast<size_t>(cell.b)].add(cell, game, record, turns, 1);
      },
      {}, interrupted);
}

// The cells whose games are replayed: of many decks, on a circle, those with neighbors near enough that each has its games.
std::vector<const MatrixCell*> replayed_cells(const MatrixReport& report, int64_t games, size_t decks) {
  const auto opponents = (kGamesOfDeck + games - 1) / games, count = static_cast<int64_t>(decks);
  std::vector<const MatrixCell*> cells;
  for (const MatrixCell& cell : report.matrix.cells) {
    const int64_t apart = std::abs(cell.a - cell.b);
    if (2 * std::min(apart, count - apart) <= opponents + 1 || count <= opponents + 1) cells.push_back(&cell);
  }
  return cells;
}

}  // namespace

DeckDetails deck_details(const DeckFile& deck) {
  DeckDetails details{
      .file = visible_line(deck.file), .hash = hash_text(deck_hash(deck.deck)), .shell_file = shell_word(deck.file)};
  const DeckIdentity& identity = deck.deck.identity;
  details.sas = identity.sas;
  details.aerc = identity.aerc;
  if (!identity.id.empty())
    details.links = {{"Master Vault", registry_link(identity)}, {"Decks of KeyForge", ratings_link(identity)}};
  details.cards = report_cards(deck.deck);
  details.beside = report_beside(deck.deck);
  return details;
}

std::string replay_options(const MatrixReport& report) {
  const std::string agent = full_spec(report.provenance.agents.front()), &rules = report.provenance.rules;
  return (agent == full_spec(std::string(kStandardAgent)) ? "" : " --agent " + shell_word(short_spec(agent))) +
         (rules == MatchupOptions{}.rules.name ? "" : " --rules " + rules) +
         (report.provenance.time.any() ? " --turns " + std::to_string(report.provenance.time.turn) : "");
}

void add_courses(const MatrixReport& report, const ReplaySpec& spec, std::vector<DeckDetails>& details,
                 const Progress& progress) {
  const std::string& agent = report.provenance.agents.front();
  if (spec.games <= 0 || is_outside_agent(agent)) return;  // games of programs can't be played again
  if (!make_agent(agent).agent) return;
  const std::vector<const MatrixCell*> cells = replayed_cells(report, spec.games, details.size());
  std::vector<DeckGames> decks(details.size());
  for (size_t from = 0; from < cells.size(); from += kCellsInHand) {
    const size_t count = std::min(kCellsInHand, cells.size() - from);
    if (!replay_cells(report, std::span(cells).subspan(from, count), spec, decks)) return;
    if (progress) progress(static_cast<int64_t>(from + count), std::ssize(cells));
  }
  for (size_t deck = 0; deck < decks.size(); ++deck) show(report, static_cast<int>(deck), decks[deck], details[deck]);
}

}  // namespace archon::cli
