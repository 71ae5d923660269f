#include "sim/values/deck_worth.h"

#include <algorithm>

#include "agents/agent_registry.h"
#include "engine/deck/deck_words.h"
#include "engine/deck/generate.h"
#include "sim/play/threads.h"
#include "sim/stats/statistics.h"

namespace archon {
namespace {

constexpr size_t kGamesCounted = 2048;  // about so many are played before they are counted, in their order, and forgotten

// What is replaced together: a card, or both halves of a gigantic creature.
struct Copy {
  std::vector<size_t> places;  // in Deck::cards
};

struct Unit {
  int card = -1;
  House house = House::None;
  std::vector<Copy> copies;
  std::vector<std::vector<DrawnCard>> averages;  // for each place of the first copy; empty: there are none
};

// Cards of the same house and rarity in the set of the deck; of a deck of several sets, in that of the card.
std::vector<DrawnCard> averages_of(const DeckCard& entry, const std::string& deck_set) {
  const CardFacts& card = facts(entry.card);
  const std::string& set = deck_set == kMixedSet ? card.printings.front().set : deck_set;
  const Printing* printing = find_printing(card, set);
  return drawn_cards(set, entry.house, (printing != nullptr ? *printing : card.printings.front()).rarity);
}

std::vector<Unit> units_of(const Deck& deck) {
  std::vector<Unit> units;
  for (size_t place = 0; place < deck.cards.size(); ++place) {
    const DeckCard& entry = deck.cards[place];
    if (facts(entry.card).half == Half::Second) continue;
    const auto same = [&](const Unit& unit) { return unit.card == entry.card && unit.house == entry.house; };
    auto unit = std::ranges::find_if(units, same);
    if (unit == units.end()) {
      units.push_back({.card = entry.card, .house = entry.house, .copies = {}, .averages = {}});
      unit = units.end() - 1;
    }
    unit->copies.push_back({{place}});
  }
  for (Unit& unit : units) {
    const int second = second_half_of(unit.card);
    size_t copy = 0;
    for (size_t place = 0; second >= 0 && place < deck.cards.size() && copy < unit.copies.size(); ++place)
      if (deck.cards[place].card == second) unit.copies[copy++].places.push_back(place);
    for (const size_t place : unit.copies.front().places) unit.averages.push_back(averages_of(deck.cards[place], deck.set));
    if (std::ranges::any_of(unit.averages, [](const auto& cards) { return cards.empty(); })) unit.averages.clear();
  }
  return units;
}

int draw(const std::vector<DrawnCard>& cards, SmallRng& rng) {
  uint32_t sum = 0;
  for (const DrawnCard& each : cards) sum += each.weight;
  uint32_t left = rng.below(sum);
  for (const DrawnCard& each : cards) {
    if (left < each.weight) return each.card;
    left -= each.weight;
  }
  return cards.back().card;
}

// With something replaced.
struct Replacement {
  enum What : uint8_t { Nothing, Blank, Average, AllAverage, BlankPair } what = Nothing;
  size_t first = 0, second = 0;  // units
};

class ReplacingPlayer {
 public:
  ReplacingPlayer(const DeckWorthSpec& spec, const std::vector<Unit>& units)
      : spec_(spec.games), units_(units), matchups_(field_matchups(spec.games)) {}

  GameRecord play(int64_t game, const Replacement& replacement) const {
    const AgentResult a = make_agent(spec_.agent), b = make_agent(spec_.agent);
    return play_game(matchup(game, replacement), {a.agent.get(), b.agent.get()}, field_game(spec_, game));
  }

 private:
  Matchup matchup(int64_t game, const Replacement& replacement) const {
    const size_t opponent = static_cast<size_t>(game) % spec_.field.size();
    if (replacement.what == Replacement::Nothing) return matchups_[opponent];
    if (replacement.what == Replacement::Blank || replacement.what == Replacement::BlankPair) {
      CardSet blanks = cards_of(copy(game, replacement.first));
      if (replacement.what == Replacement::BlankPair) blanks |= cards_of(copy(game, replacement.second));
      return with_blanks(matchups_[opponent], blanks);
    }
    Deck deck = spec_.deck;
    for (size_t unit = 0; unit < units_.size(); ++unit) {
      if (replacement.what == Replacement::Average && unit != replacement.first) continue;
      for (size_t number = 0; number < units_[unit].copies.size(); ++number)
        if (replacement.what == Replacement::AllAverage || number == copy_number(game, unit)) replace(deck, game, unit, number);
    }
    return make_matchup(deck, spec_.field[opponent], {.rules = spec_.rules}).matchup.value();
  }

  // Each copy with every opponent and first player.
  size_t copy_number(int64_t game, size_t unit) const {
    return static_cast<size_t>(game) / (2 * spec_.field.size()) % units_[unit].copies.size();
  }
  const Copy& copy(int64_t game, size_t unit) const { return units_[unit].copies[copy_number(game, unit)]; }

  static CardSet cards_of(const Copy& copy) {
    CardSet cards;
    for (const size_t place : copy.places) cards.add(static_cast<CardId>(place));
    return cards;
  }

  void replace(Deck& deck, int64_t game, size_t unit, size_t number) const {
    const Copy& copy = units_[unit].copies[number];
    for (size_t i = 0; i < units_[unit].averages.size() && i < copy.places.size(); ++i) {
      // Numbers of games above all that are played: no other stream of the run has them.
      const uint64_t place = copy.places[i];
      SmallRng rng{stream_seed(spec_.seed, ~(static_cast<uint64_t>(game) * kMaxCards + place), Stream::Setup)};
      deck.cards[place].card = draw(units_[unit].averages[i], rng);
    }
  }

  const DeckGamesSpec& spec_;
  const std::vector<Unit>& units_;
  const std::vector<Matchup> matchups_;
};

double score(const GameRecord& record) { return record.winner == 0 ? 1 : record.winner == 1 ? 0 : 0.5; }

double bernoulli(double sum, double games) { return sum / games * (1 - sum / games); }

// A replacement: its results and their differences from those of the deck as it is.
struct Replaced {
  PairedDifferences differences;
  double wins = 0;
};

Worth worth_of(const PairedDifferences& differences) {
  const Interval interval = differences.interval();
  return {.value = kPoints * differences.mean(),
          .error = kPoints * differences.error(),
          .interval = {kPoints * interval.low, kPoints * interval.high}};
}

class Sums {
 public:
  Sums(const std::vector<Unit>& units, const std::vector<Replacement>& replacements)
      : units_(units), replacements_(replacements), replaced_(replacements.size()) {}

  // Of one game, by replacement; the first is the deck as it is.
  void add(std::span<const GameRecord> records) {
    const double base = score(records.front());
    wins_ += base;
    std::vector<double> alone(units_.size());
    double sum_blank = 0, sum_average = 0, all_average = 0;
    for (size_t i = 1; i < replacements_.size(); ++i) {
      const Replacement& replacement = replacements_[i];
      const double result = score(records[i]), difference = base - result;
      replaced_[i].wins += result;
      const auto copies = static_cast<double>(units_[replacement.first].copies.size());
      if (replacement.what == Replacement::Blank) {
        alone[replacement.first] = difference;
        sum_blank += copies * difference;
      }
      if (replacement.what == Replacement::Average) sum_average += copies * difference;
      if (replacement.what == Replacement::AllAverage) all_average = difference;
      const bool pair = replacement.what == Replacement::BlankPair;
      replaced_[i].differences.add(pair ? difference - alone[replacement.first] - alone[replacement.second] : difference);
    }
    sum_blank_.add(sum_blank);
    sum_average_.add(sum_average);
    sum_less_deck_.add(sum_average - all_average);
  }

  DeckWorth result(double false_pairs) const {
    DeckWorth result;
    for (const Unit& unit : units_)
      result.cards.push_back({.card = unit.card,
                              .house = unit.house,
                              .copies = static_cast<int>(unit.copies.size()),
                              .over_blank = {},
                              .over_average = {}});
    std::vector<PairWorth> pairs;
    for (size_t i = 1; i < replacements_.size(); ++i) {
      const Replacement& replacement = replacements_[i];
      const PairedDifferences& differences = replaced_[i].differences;
      if (replacement.what == Replacement::Blank) result.cards[replacement.first].over_blank = worth(i);
      if (replacement.what == Replacement::Average) result.cards[replacement.first].over_average = worth(i);
      if (replacement.what == Replacement::AllAverage) result.deck_over_average = worth(i);
      if (replacement.what == Replacement::BlankPair)
        pairs.push_back({replacement.first, replacement.second, worth_of(differences), differences.p_value()});
    }
    result.sum_over_blank = worth_of(sum_blank_);
    result.sum_over_average = worth_of(sum_average_);
    result.sum_less_deck = worth_of(sum_less_deck_);
    result.pairs_tested = pairs.size();
    std::vector<double> p_values;
    for (const PairWorth& each : pairs) p_values.push_back(each.p_value);
    for (const size_t found : discoveries(p_values, false_pairs)) result.pairs.push_back(pairs[found]);
    return result;
  }

 private:
  Worth worth(size_t i) const {
    const PairedDifferences& differences = replaced_[i].differences;
    Worth worth = worth_of(differences);
    const auto games = static_cast<double>(differences.pairs());
    if (differences.variance() > 0)
      worth.saving = (bernoulli(wins_, games) + bernoulli(replaced_[i].wins, games)) / differences.variance();
    return worth;
  }

  const std::vector<Unit>& units_;
  const std::vector<Replacement>& replacements_;
  std::vector<Replaced> replaced_;
  PairedDifferences sum_blank_, sum_average_, sum_less_deck_;
  double wins_ = 0;
};

std::vector<Replacement> replacements_of(const std::vector<Unit>& units, bool pairs) {
  std::vector<Replacement> replacements = {{}, {.what = Replacement::AllAverage}};
  for (size_t unit = 0; unit < units.size(); ++unit) {
    replacements.push_back({.what = Replacement::Blank, .first = unit});
    if (!units[unit].averages.empty()) replacements.push_back({.what = Replacement::Average, .first = unit});
  }
  for (size_t first = 0; pairs && first < units.size(); ++first)
    for (size_t second = first + 1; second < units.size(); ++second)
      replacements.push_back({.what = Replacement::BlankPair, .first = first, .second = second});
  return replacements;
}

}  // namespace

DeckWorth play_deck_worth(const DeckWorthSpec& spec, int threads, const Progress& progress, const std::function<bool()>& stop) {
  const std::vector<Unit> units = units_of(spec.games.deck);
  const std::vector<Replacement> replacements = replacements_of(units, spec.pairs);
  const ReplacingPlayer player(spec, units);
  Sums sums(units, replacements);
  MatchResult counts, replaced;
  const auto width = static_cast<int64_t>(replacements.size());
  const int64_t in_hand = std::max<int64_t>(1, static_cast<int64_t>(kGamesCounted) / width);
  std::vector<GameRecord> records;
  for (int64_t from = 0; from < spec.games.games && !(stop && stop()); from += in_hand) {
    const int64_t games = std::min(in_hand, spec.games.games - from);
    records.resize(static_cast<size_t>(games * width));
    parallel_for(records.size(), threads, [&](size_t i) {
      const auto job = static_cast<int64_t>(i);
      records[i] = player.play(from + job / width, replacements[i % replacements.size()]);
    });
    for (int64_t game = 0; game < games; ++game) {
      const std::span of_game = std::span(records).subspan(static_cast<size_t>(game * width), replacements.size());
      count(counts, from + game, of_game.front());
      for (const GameRecord& each : of_game.subspan(1)) count(replaced, from + game, each);
      sums.add(of_game);
    }
    if (progress) progress((from + games) * width, spec.games.games * width);
  }
  DeckWorth result = sums.result(spec.false_pairs);
  result.counts = counts;
  result.replaced = replaced;
  return result;
}

}  // namespace archon
