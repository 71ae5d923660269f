#include "sim/documents/deck_report_document.h"

#include <algorithm>
#include <functional>

#include "engine/facts/facts.h"
#include "sim/command/run_facts.h"
#include "sim/documents/deck_show.h"
#include "sim/documents/matrix_document.h"
#include "sim/play/missing.h"
#include "sim/present/deck_columns.h"
#include "sim/present/terminal_text.h"
#include "sim/stats/distributions.h"
#include "sim/stats/pilot_shift.h"

namespace archon::cli {

std::string DeckReport::field_text() const {
  const std::string decks = thousands(std::ssize(spec.own.field));
  return drawn ? decks + " generated decks of " + set : decks + (decks == "1" ? " deck" : " decks");
}

std::optional<AnyPilotRate> DeckReport::any_pilot() const {
  if (games.counts.total().decided() == 0 || !play_well(provenance.agents)) return {};
  if (!second) return AnyPilotRate{win_rate(), any_pilot_interval(win_rate(), interval())};
  const std::optional<PilotShift>& shift = second->shifts.decks.front();
  if (!shift || !play_well({&second->agent, 1})) return {};
  return any_pilot_rate(win_rate(), interval(), *shift, second->shifts.spread);
}

namespace deck_report_text {

using namespace present;

std::string house_word(House house) { return std::string(house == House::None ? "none" : house_title(house)); }

Cell share(int64_t part, int64_t all) { return all > 0 ? Cell(mean(part, all)) : Cell(); }

Cell points(double value, double error) {
  const double half = normal_quantile(0.975) * error;
  return {value, {value - half, value + half}};
}

// A share of games or turns; none where there are none.
template <class Row>
ColumnOf<Row> share_column(const std::string& name, const std::string& head, const std::string& what, int drop,
                           std::function<Cell(const Row&)> cell) {
  return {{.name = name, .head = head, .unit = Unit::Share, .what = what, .may_miss = true, .drop = drop, .digits = 0},
          std::move(cell)};
}

// Games of the deck: against all of its field, against one of it.
struct Played {
  const MatchCounts* counts;
  Interval interval;
  const Deck* opponent = nullptr;
  const std::optional<HandicapEstimate>* chains = nullptr;
  uint64_t seed = 0;
  std::string which{};
};

std::vector<ColumnOf<Played>> counts_columns(const std::string& rate_head) {
  const auto count = [](const std::string& name, const std::string& head, const std::string& what,
                        int64_t (*of)(const Tally&)) {
    return ColumnOf<Played>{{.name = name, .head = head, .unit = Unit::Count, .what = what, .drop = 3},
                            [of](const Played& each) { return Cell(of(each.counts->total())); }};
  };
  return {
      count("games", "games", "Games played", [](const Tally& total) { return total.games; }),
      count("wins", "", "Won by the deck", [](const Tally& total) { return total.wins[0]; }),
      count("losses", "", "Won by its opponent", [](const Tally& total) { return total.wins[1]; }),
      count("undecided", "", "Without a winner", [](const Tally& total) { return total.undecided; }),
      count("faults", "", "Exceeded a bound of the program", [](const Tally& total) { return total.faults; }),
      count("forfeits", "", "Lost because an agent gave no legal answer",
            [](const Tally& total) { return total.forfeits[0] + total.forfeits[1]; }),
      {{.name = "win_rate",
        .head = rate_head,
        .unit = Unit::Share,
        .what = "Of the deck over the decided games",
        .interval = true,
        .may_miss = true,
        .drop = 1},
       [](const Played& each) {
         return each.counts->total().decided() > 0 ? Cell(each.counts->win_rate(), each.interval) : Cell();
       }},
  };
}

std::vector<ColumnOf<Played>> chain_columns() {
  std::vector<ColumnOf<Played>> columns = handicap_columns<Played>(
      "on the deck (less than 0: on its opponents)",
      [](const Played& each) { return *each.chains ? std::optional<HandicapFit>((*each.chains)->all) : std::nullopt; },
      [](const Played& each) { return *each.chains ? (*each.chains)->games : 0; });
  columns.front().column.head = "chains";
  columns.front().column.drop = 1;
  return columns;
}

const ColumnOf<Played> kOpponent = {{.name = "opponent", .head = "opponent", .what = "Name"},
                                    [](const Played& each) { return Cell(each.opponent->name); }};

Table match_ups_table(const DeckReport& report) {
  std::vector<Played> rows;
  const auto add = [&](const std::string& which, const MatchUp& each) {
    rows.push_back(
        {&each.counts, each.counts.interval(), &report.spec.own.field[each.opponent], &each.chains, each.seed, which});
  };
  for (const MatchUp& each : report.match_ups.best) add("best", each);
  for (auto each = report.match_ups.worst.rbegin(); each != report.match_ups.worst.rend(); ++each) add("worst", *each);
  const std::vector<ColumnOf<Played>> which = {
      {{.name = "which", .head = "match-up", .what = "best or worst, by the games against the field"},
       [](const Played& each) { return Cell(each.which); }},
      kOpponent};
  const std::vector<ColumnOf<Played>> seed = {{{.name = "seed", .what = "Of a match that plays these games"},
                                               [](const Played& each) { return Cell(std::to_string(each.seed)); }}};
  return table_of<Played>({.name = "match_ups",
                           .what = "The best and the worst match-ups, by games of their own",
                           .title = "Match-ups",
                           .shown = !rows.empty()},
                          which + counts_columns("win %") + chain_columns() + seed, rows);
}

Table opponents_table(const DeckReport& report) {
  std::vector<Played> rows;
  for (size_t i = 0; i < report.games.by_opponent.size(); ++i) {
    const MatchCounts& counts = report.games.by_opponent[i];
    rows.push_back({&counts, counts.interval(), &report.spec.own.field[i]});
  }
  const std::vector<ColumnOf<Played>> deck = {kOpponent,
                                              {{.name = "hash", .what = "Of the deck's content"},
                                               [](const Played& each) { return Cell(hash_text(deck_hash(*each.opponent))); }}};
  return table_of<Played>({.name = "opponents", .what = "Every deck of the field, in its order", .shown = false},
                          deck + counts_columns(""), rows);
}

// What a second agent's games say of the deck.
void add_second(Document& document, const DeckReport& report) {
  const std::optional<FieldSecond>& second = report.second;
  const bool decided = second && second->counts.total().decided() > 0;
  document.add({.name = "second_agent", .what = "Who played the same field as well (--second)", .may_miss = true},
               second ? Cell(full_spec(second->agent)) : Cell());
  document.add({.name = "second_games", .unit = Unit::Count, .what = "Its games", .may_miss = true},
               second ? Cell(second->counts.total().games) : Cell());
  document.add({.name = "second_agent_win_rate",
                .head = second ? "with " + second->agent : "",
                .unit = Unit::Share,
                .what = "Of the deck over the decided ones of them",
                .interval = true,
                .may_miss = true},
               decided ? Cell(second->counts.win_rate(), second->counts.interval()) : Cell());
  const std::optional<PilotShift> shift = second ? second->shifts.decks.front() : std::nullopt;
  Cell change;
  if (shift) {
    const RateChange by = rate_change(report.win_rate(), *shift);
    change = {100 * by.value, {100 * by.interval.low, 100 * by.interval.high}};
  }
  document.add({.name = "pilot_shift",
                .head = second ? "shift" : "",
                .unit = Unit::Points,
                .what = "What its win rate changes by in the hands of the second agent, beyond what is common to all decks",
                .interval = true,
                .may_miss = true},
               change);
}

void add_strength(Document& document, const DeckReport& report) {
  const FieldGames& games = report.games;
  const bool decided = games.counts.total().decided() > 0;
  const Interval interval = report.interval();
  const std::optional<AnyPilotRate> any = report.any_pilot();
  document.add_facts(counts_columns("win rate") + chain_columns(),
                     {&games.counts, interval, nullptr, &report.match_ups.field_chains});
  const auto add = [&](const std::string& name, const std::string& head, Unit unit, const std::string& what, const Cell& cell,
                       int digits = -1) {
    document.add({.name = name, .head = head, .unit = unit, .what = what, .interval = true, .may_miss = true, .digits = digits},
                 cell);
  };
  add("win_rate_any", "whoever plays well", Unit::Share,
      "win_rate for whoever plays well: agents shift decks by a measured standard deviation, and with a second agent as far as "
      "its games say; none of agents that play badly",
      any ? Cell(any->value, any->interval) : Cell());
  add_second(document, report);
  add("elo", "Elo", Unit::Elo, "0: even with the field",
      decided ? Cell(elo_difference(report.win_rate()), {elo_difference(interval.low), elo_difference(interval.high)})
              : Cell());
  const std::optional<Percentile> place = field_percentile(games);
  add("percentile", "better than", Unit::Share,
      "Share of the decks of the set that are weaker, by others that played the same field; luck is taken off",
      place ? Cell(place->value, place->interval) : Cell(), 0);
  document.add({.name = "others", .unit = Unit::Count, .what = "So many others"}, games.others.size());
  document.add({.name = "others_games", .unit = Unit::Count, .what = "Their games"}, games.other_counts.total().games);
  const auto share_fact = [&](const std::string& name, const std::string& head, const std::string& what, const Cell& cell) {
    document.add({.name = name, .head = head, .unit = Unit::Share, .what = what, .may_miss = true}, cell);
  };
  share_fact("others_win_rate", "mean of the others", "Their mean", place ? Cell(place->mean) : Cell());
  share_fact("others_spread", "they differ by", "Standard deviation of their true win rates",
             place ? Cell(place->spread) : Cell());
  const std::optional<GoingFirst> first = going_first(games.counts);
  share_fact("first_win_rate", "going first", "Win rate going first", first ? Cell(first->first) : Cell());
  share_fact("second_win_rate", "going second", "Win rate going second", first ? Cell(first->second) : Cell());
  add("first_effect", "points by going first", Unit::Points, "Win rate going first less that going second",
      first ? Cell(100 * (first->first - first->second), {100 * first->difference.low, 100 * first->difference.high}) : Cell());
  document.note(
      "Elo and chains: 0 is even with the field, chains are on the deck or less than 0 on the field; better than: of decks "
      "that played the same field, luck is taken off\n\n");
}

// An own turn of each side, from 0.
struct Turn {
  const StoryCounts* story;
  size_t turn;
};

std::vector<ColumnOf<Turn>> course_columns(size_t side) {
  const std::string prefix = side ? "opponents_" : "", head = side ? "opp. " : "", whose = side ? ", of the opponents" : "";
  const auto pool = [side](const Turn& each) -> const PoolSums& { return each.story->sides[side].amber[each.turn]; };
  const auto quantile = [&](const std::string& name, const std::string& percent_head, double q) {
    return ColumnOf<Turn>{
        {.name = prefix + "aember_" + name,
         .head = percent_head,
         .unit = Unit::Count,
         .what = "So much or less in " + percent_head + " of the games that reach the turn" + whose,
         .may_miss = true,
         .drop = 7},
        [pool, q](const Turn& each) { return pool(each).turns > 0 ? Cell(pool(each).amber.quantile(q)) : Cell(); }};
  };
  std::vector<ColumnOf<Turn>> columns = {
      {{.name = prefix + "aember",
        .head = head + "aember",
        .unit = Unit::Number,
        .what = "In the pool at the end of the turn, mean of the games that reach it" + whose,
        .interval = true,
        .may_miss = true,
        .drop = 1,
        .digits = 1},
       [pool](const Turn& each) { return pool(each).turns > 0 ? Cell(pool(each).mean(), pool(each).interval()) : Cell(); }},
      quantile("p10", "10 %", 0.1),
      quantile("p90", "90 %", 0.9),
      {{.name = prefix + "keys",
        .head = head + "keys",
        .unit = Unit::Number,
        .what = "Forged by then, mean of all games, at most three" + whose,
        .interval = true,
        .drop = 4},
       [side](const Turn& each) {
         const MeanKeys keys = each.story->keys_by(side, each.turn);
         return Cell(keys.mean, keys.interval);
       }}};
  for (size_t key = 0; key < kKeys; ++key)
    columns.push_back(share_column<Turn>(
        prefix + "key_" + std::to_string(key + 1), "key " + std::to_string(key + 1) + " %",
        "Share of all games in which it was forged by then" + whose, 6,
        [side, key](const Turn& each) { return share(each.story->forged_by(side, key, each.turn), each.story->games()); }));
  return columns;
}

Table turns_table(const StoryCounts& story) {
  std::vector<Turn> rows;
  for (size_t turn = 0; turn < story.common_turns(); ++turn) rows.push_back({&story, turn});
  const std::vector<ColumnOf<Turn>> turn = {
      {{.name = "turn", .head = "turn", .unit = Unit::Count, .what = "Own turn of each side, from 1"},
       [](const Turn& each) { return Cell(each.turn + 1); }},
      share_column<Turn>(
          "games_share", "games %", "Share of the games in which the deck reaches it; as long as it is a tenth", 0,
          [](const Turn& each) { return share(each.story->sides[0].amber[each.turn].turns, each.story->games()); })};
  return table_of<Turn>({.name = "turns", .what = "Turn by turn", .title = "Turn by turn, the deck and its opponents"},
                        turn + course_columns(0) + course_columns(1), rows);
}

struct Chosen {
  const SideSums* side;
  House house;
  int64_t turns;
};

Table houses_table(const DeckReport& report) {
  constexpr size_t kTurns = 12;
  const StoryCounts& story = report.games.story;
  std::vector<Chosen> rows;
  for (const auto& [house, turns] : story.houses_by_turns(report.spec.own.deck))
    rows.push_back({story.sides.data(), house, turns});
  std::vector<ColumnOf<Chosen>> columns = {
      {{.name = "house", .head = "house", .what = "Title; none: a turn without a house"},
       [](const Chosen& each) { return Cell(house_word(each.house)); }},
      {{.name = "turns", .unit = Unit::Count, .what = "Turns with it"}, [](const Chosen& each) { return Cell(each.turns); }},
      share_column<Chosen>("share", "turns %", "Share of all turns", 0,
                           [](const Chosen& each) { return share(each.turns, each.side->turns); })};
  for (size_t turn = 0; turn < kTurns; ++turn)
    columns.push_back(share_column<Chosen>("turn_" + std::to_string(turn + 1), std::to_string(turn + 1),
                                           "Share of the deck's turns of this number", static_cast<int>(turn) + 1,
                                           [turn](const Chosen& each) {
                                             int64_t all = 0;
                                             for (const auto& other : each.side->houses) all += other.counts[turn];
                                             return share(each.side->houses[static_cast<size_t>(each.house)].counts[turn], all);
                                           }));
  return table_of<Chosen>(
      {.name = "houses", .what = "What the deck chose", .title = "Houses: share of all turns, of the 1st, 2nd ..."}, columns,
      rows);
}

Table endings_table(const StoryCounts& story) {
  using Row = const OutcomeSums*;
  const auto number = [](const std::string& name, const std::string& head, const std::string& what, auto of) {
    return ColumnOf<Row>{{.name = name, .head = head, .unit = Unit::Count, .what = what, .may_miss = true},
                         [of](const Row& each) { return each->games > 0 ? Cell(of(*each)) : Cell(); }};
  };
  const auto turns = [](double q) { return [q](const OutcomeSums& each) { return each.turns.quantile(q); }; };
  std::vector<ColumnOf<Row>> columns = {
      {{.name = "ending", .head = "ending", .what = "won or lost, by the deck"},
       [won = story.outcomes.data()](const Row& each) { return Cell(each == won ? "won" : "lost"); }},
      {{.name = "games", .head = "games", .unit = Unit::Count, .what = "Games"},
       [](const Row& each) { return Cell(each->games); }},
      number("turns", "turns", "Of both players, median", turns(0.5)),
      number("turns_p10", "10 %", "So many or fewer in 10 % of these games", turns(0.1)),
      number("turns_p90", "90 %", "So many or fewer in 90 % of these games", turns(0.9)),
      number("last_key_turn", "last key", "Own turn of the winner in which it forged its third key, median",
             [](const OutcomeSums& each) { return each.last_key.quantile(0.5) + 1; })};
  for (size_t keys = 0; keys < kKeys; ++keys)
    columns.push_back(share_column<Row>("loser_keys_" + std::to_string(keys),
                                        std::to_string(keys) + (keys == 1 ? " key %" : " keys %"),
                                        "Share in which the loser had forged so many keys", 0,
                                        [keys](const Row& each) { return share(each->loser_keys.counts[keys], each->games); }));
  return table_of<Row>({.name = "endings", .what = "How games end", .title = "How it ends: turns of both, keys of the loser"},
                       columns, {&story.outcomes[0], &story.outcomes[1]});
}

Table amounts_table(const StoryCounts& story) {
  std::vector<ColumnOf<Amount>> columns = {{{.name = "figure", .head = "mean a game", .what = "What is counted"},
                                            [](const Amount& each) { return Cell(amount_words(each)); }}};
  for (const size_t outcome : {0u, 1u})
    for (const size_t side : {0u, 1u}) {
      const std::string ending = outcome ? "lost" : "won";
      columns.push_back({{.name = ending + (side ? "_opponents" : "_deck"),
                          .head = ending + (side ? ": opponents" : ": deck"),
                          .unit = Unit::Number,
                          .what = "Mean over the games " + ending + (side ? ", of the opponents" : ", of the deck"),
                          .may_miss = true,
                          .digits = 1},
                         [&sums = story.outcomes[outcome], side](const Amount& each) {
                           return share(sums.amounts[side][static_cast<size_t>(each)], sums.games);
                         }});
    }
  std::vector<Amount> rows;
  for (size_t amount = 0; amount < kAmounts; ++amount) rows.push_back(static_cast<Amount>(amount));
  return table_of<Amount>({.name = "amounts", .what = "What is done, won and left in a game"}, columns, rows);
}

struct DeckCards {
  const CardRecord* record;
  const DeckCard* card;
  int64_t copies, games;
};

std::vector<ColumnOf<DeckCards>> event_columns(CardEvent event) {
  const std::string word(card_event_word(event));
  const bool rates = event == CardEvent::Opening || event == CardEvent::Played;
  const bool shares = event >= CardEvent::Seen && event != CardEvent::Unseen;
  return {
      share_column<DeckCards>(
          word + "_share", shares ? word + " %" : "", "Share of all games, copies counted one by one", 4,
          [event](const DeckCards& each) { return share((*each.record)[event].copies, each.copies * each.games); }),
      {{.name = word + "_win_rate",
        .head = rates ? "won: " + word + " %" : "",
        .unit = Unit::Share,
        .what = "Of the deck in these games",
        .interval = true,
        .may_miss = true,
        .drop = 5},
       [event](const DeckCards& each) {
         const EventRate& rate = (*each.record)[event];
         return rate.copies > 0 ? Cell(rate.rate / 100, {rate.interval.low / 100, rate.interval.high / 100}) : Cell();
       }},
      {{.name = word + "_effect",
        .unit = Unit::Points,
        .what = "From the win rate in all games",
        .interval = true,
        .may_miss = true},
       [event](const DeckCards& each) {
         const EventRate& rate = (*each.record)[event];
         return rate.compared ? points(rate.difference, rate.error) : Cell();
       }},
  };
}

Table cards_table(const DeckReport& report) {
  const std::vector<DeckCard>& deck = report.spec.own.deck.cards;
  std::vector<DeckCards> rows;
  for (const CardRecord& record : report.games.cards)
    rows.push_back({&record, &*std::ranges::find(deck, record.card, &DeckCard::card),
                    std::ranges::count(deck, record.card, &DeckCard::card), report.games.story.games()});
  std::ranges::stable_sort(rows, std::greater<>(),
                           [](const DeckCards& each) { return std::pair(each.record->compared, each.record->improvement); });
  std::vector<ColumnOf<DeckCards>> columns = {
      {{.name = "card", .head = "card", .what = "Name"},
       [](const DeckCards& each) { return Cell(deck_card_name(each.record->card)); }},
      {{.name = "id", .what = "Id"}, [](const DeckCards& each) { return Cell(facts(each.record->card).id); }},
      {{.name = "house", .head = "house", .what = "Title of its house in the deck", .drop = 3},
       [](const DeckCards& each) { return Cell(house_word(each.card->house)); }},
      {{.name = "copies", .head = "copies", .unit = Unit::Count, .what = "In the deck", .drop = 6},
       [](const DeckCards& each) { return Cell(each.copies); }},
      {{.name = "effect",
        .head = "seen or not",
        .unit = Unit::Points,
        .what = "What seeing a copy adds to the win rate of a game",
        .interval = true,
        .may_miss = true},
       [](const DeckCards& each) {
         return each.record->compared ? points(each.record->improvement, each.record->improvement_error) : Cell();
       }}};
  for (int event = 0; event < kCardEvents; ++event) columns = columns + event_columns(static_cast<CardEvent>(event));
  return table_of<DeckCards>(
      {.name = "cards", .what = "The different cards of the deck, the most useful first", .title = "Cards"}, columns, rows);
}

}  // namespace deck_report_text

present::Document deck_report_document(const DeckReport& report) {
  using namespace deck_report_text;
  Document document{.name = "deck-report", .command = "archon deck report", .title = "all about one deck", .main = "cards"};
  const FieldGames& games = report.games;
  const Deck& deck = report.spec.own.deck;
  add_outcome(document, report.outcome);
  if (const std::string missing = missing_text(missing_games(games.counts)); !missing.empty())
    document.warn("WARNING: " + missing + "\n\n");
  document.add_facts(deck_columns<DeckFile>(false, [](const DeckFile& each) -> const DeckFile& { return each; }),
                     report.provenance.decks.front());
  std::vector<std::string> houses;
  for (const House house : deck.houses) houses.push_back(house_word(house));
  document.add({.name = "houses_of_deck", .head = "houses", .what = "Titles"}, joined(houses));
  document.note(identity_lines(deck.identity));
  document.add({.name = "field", .head = "against", .what = "What it played"}, report.field_text());
  add_strength(document, report);
  document.add(match_ups_table(report));
  document.add(opponents_table(report));
  document.add(turns_table(games.story));
  document.note(
      "Own turns of each. Aember: in the pool at the end of the turn, and what 10 and 90 % of the games that reach it have at "
      "most. Keys: forged by then, mean; share of all games with the first, second, third.\n\n");
  document.add(houses_table(report));
  document.add(endings_table(games.story));
  document.add(amounts_table(games.story));
  document.add(cards_table(report));
  document.note(
      "Shares of the games, copies counted one by one; held: at the end of a turn in which it could be played. Seen or not: "
      "points that seeing a copy adds (what wins, and what comes late in long games, are both in it).\n\n");
  document.provenance = report.provenance;
  return document;
}

}  // namespace archon::cli
