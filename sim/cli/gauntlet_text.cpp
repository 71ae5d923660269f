#include "sim/cli/gauntlet_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/cli/chains_text.h"
#include "sim/cli/command.h"
#include "sim/cli/csv_text.h"
#include "sim/cli/terminal_text.h"

namespace archon::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kName = 30;
constexpr size_t kDecksWithIntervals = 6;  // of mine, side by side in 128 characters

std::string points(const Interval& interval) { return fixed(100 * interval.low, 0) + " - " + fixed(100 * interval.high, 0); }

std::string place(size_t number) { return "(" + std::to_string(number + 1) + ")"; }

void write_decks(std::ostream& out, const MatrixReport& report) {
  out << "   #   mean  95 % interval    Elo  95 % interval  " << left("best against", kName + 6)
      << left("worst against", kName + 6) << "deck\n";
  for (size_t i = 0; i < report.summary.order.size(); ++i) {
    const int index = report.summary.order[i];
    const DeckSummary& deck = report.summary.decks[static_cast<size_t>(index)];
    const auto matchup = [&](int opponent, double rate) {
      return right(fixed(100 * rate, 0), 4) + "  " + left(shortened(report.name(opponent), kName - 2), kName);
    };
    out << right(std::to_string(i + 1), 4) << right(fixed(100 * deck.mean, 1), 7)
        << right(fixed(100 * deck.mean_interval.low, 1) + " - " + fixed(100 * deck.mean_interval.high, 1), 15);
    if (deck.rating)
      out << right(fixed(deck.rating->elo, 0), 7)
          << right(fixed(deck.rating->interval.low, 0) + " to " + fixed(deck.rating->interval.high, 0), 15);
    else
      out << right("-", 7) << right("-", 15);
    out << "  " << matchup(deck.best, deck.best_win_rate) << matchup(deck.worst, deck.worst_win_rate) << report.name(index)
        << '\n';
  }
}

// The decks of the field, from the one that does best against mine.
std::vector<int> hardest_first(const MatrixReport& report) {
  const Matrix& matrix = report.matrix;
  std::vector<std::pair<double, int>> field;
  for (int opponent = matrix.pairs.field; opponent < matrix.decks; ++opponent) {
    double sum = 0;
    int met = 0;
    for (int deck : report.summary.order) {
      if (deck == opponent) continue;
      sum += matrix.win_rate(deck, opponent);
      ++met;
    }
    if (met > 0) field.emplace_back(sum / met, opponent);
  }
  std::ranges::stable_sort(field, {}, &std::pair<double, int>::first);
  std::vector<int> order;
  for (const auto& [mean_rate, opponent] : field) order.push_back(opponent);
  return order;
}

void write_matchups(std::ostream& out, const MatrixReport& report) {
  const Matrix& matrix = report.matrix;
  const std::vector<int>& order = report.summary.order;
  const bool intervals = order.size() <= kDecksWithIntervals;
  const int columns = intervals ? 14 : 5;
  out << "\nWin rate of my decks, in percent" << (intervals ? " with 95 % intervals" : "") << ", hardest opponents first\n\n";
  for (size_t i = 0; i < order.size(); ++i) out << right(place(i), columns);
  out << "  against\n";
  for (int opponent : hardest_first(report)) {
    for (int deck : order) {
      std::string text = matrix.decided(deck, opponent) ? fixed(100 * matrix.win_rate(deck, opponent), 0) : "?";
      if (deck == opponent)
        text = "-";
      else if (intervals)
        text += right(points(matrix.interval(deck, opponent)), 9);
      text = right(text, columns);
      deck != opponent&& matrix.decided(deck, opponent) ? write_heat(out, matrix.win_rate(deck, opponent), text)
                                                        : void(out << text);
    }
    out << "  " << report.name(opponent) << '\n';
  }
}

void write_chains(std::ostream& out, const MatrixReport& report) {
  if (!report.has_chains()) return;
  out << "\nChains that make it even (positive: on my deck, negative: on the opponent)\n\n";
  const std::vector<int>& order = report.summary.order;
  for (size_t i = 0; i < order.size(); ++i) out << right(place(i), 5);
  out << "  against\n";
  for (int opponent : hardest_first(report)) {
    for (int deck : order) {
      const std::optional<HandicapFit> fit = report.matrix.handicap(deck, opponent);
      out << right(fit ? signed_chains(fit->root, 0) : "-", 5);
    }
    out << "  " << report.name(opponent) << '\n';
  }
}

}  // namespace

void write_gauntlet_table(std::ostream& out, const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  if (!report.unfinished.empty()) out << "UNFINISHED: " << report.unfinished << "\n\n";
  if (const std::string missing = missing_text(report.matrix.missing()); !missing.empty())
    out << "WARNING: " << missing << "\n\n";
  const auto decks = [](int64_t count) { return thousands(count) + (count == 1 ? " deck" : " decks"); };
  out << decks(std::ssize(summary.order)) << " of mine against a field of "
      << decks(report.matrix.decks - report.matrix.pairs.field) << "; Elo is the difference from the mean of the field\n\n";
  write_decks(out, report);
  write_matchups(out, report);
  write_chains(out, report);
  out << "\nthe first player wins " << percent(summary.first_player_win_rate) << " (" << percent(summary.first_player_interval)
      << "); " << thousands(summary.games) << " games, undecided " << thousands(summary.undecided) << ", faults "
      << thousands(summary.faults) << '\n';
  if (summary.forfeits + summary.fallbacks > 0)
    out << "the agents forfeited " << thousands(summary.forfeits) << " games and fell back in " << thousands(summary.fallbacks)
        << " decisions\n";
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

namespace {

std::string csv_numbers(double value, const Interval& interval, int digits) {
  return fixed(value, digits) + "," + fixed(interval.low, digits) + "," + fixed(interval.high, digits);
}

void write_head(std::ostream& out, const MatrixReport& report) {
  if (!report.unfinished.empty()) out << csv_remark("UNFINISHED: " + report.unfinished) << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) out << csv_remark(line) << '\n';
}

// Calls `use` for each of my decks, from the best down, and each deck of the field, in their order.
template <class Use>
void each_matchup(const MatrixReport& report, const Use& use) {
  for (int deck : report.summary.order)
    for (int opponent = report.matrix.pairs.field; opponent < report.matrix.decks; ++opponent)
      if (const MatrixCell* cell = report.matrix.cell(deck, opponent)) use(deck, opponent, *cell);
}

std::string hash_of(const MatrixReport& report, int deck) {
  return hash_text(deck_hash(report.provenance.decks[static_cast<size_t>(deck)].deck));
}

}  // namespace

void write_matchups_csv(std::ostream& out, const MatrixReport& report) {
  write_head(out, report);
  out << "deck,opponent,games,wins,losses,undecided,faults,win_rate,low,high,hash,opponent_hash,handicap,handicap_low,"
         "handicap_high,chained_games\n";
  each_matchup(report, [&](int deck, int opponent, const MatrixCell& cell) {
    const Matrix& matrix = report.matrix;
    const Tally total = cell.result.total();
    out << csv_cell(report.name(deck)) << ',' << csv_cell(report.name(opponent)) << ',' << total.games << ','
        << matrix.wins(deck, opponent) << ',' << matrix.wins(opponent, deck) << ',' << total.undecided << ',' << total.faults
        << ',' << csv_numbers(matrix.win_rate(deck, opponent), matrix.interval(deck, opponent), 6) << ','
        << hash_of(report, deck) << ',' << hash_of(report, opponent) << ',';
    if (const std::optional<HandicapFit> fit = matrix.handicap(deck, opponent))
      out << csv_numbers(fit->root, fit->interval, 2) << ',' << cell.chained_games() << '\n';
    else
      out << ",,,\n";
  });
}

void write_my_decks_csv(std::ostream& out, const MatrixReport& report) {
  write_head(out, report);
  out << "rank,deck,hash,file,mean,mean_low,mean_high,elo,elo_low,elo_high,best_opponent,best_win_rate,worst_opponent,"
         "worst_win_rate\n";
  size_t rank = 0;
  for (int index : report.summary.order) {
    const DeckSummary& deck = report.summary.decks[static_cast<size_t>(index)];
    out << ++rank << ',' << csv_cell(report.name(index)) << ',' << hash_of(report, index) << ','
        << csv_cell(report.provenance.decks[static_cast<size_t>(index)].file) << ','
        << csv_numbers(deck.mean, deck.mean_interval, 6) << ','
        << (deck.rating ? csv_numbers(deck.rating->elo, deck.rating->interval, 2) : ",,") << ','
        << csv_cell(report.name(deck.best)) << ',' << fixed(deck.best_win_rate, 6) << ',' << csv_cell(report.name(deck.worst))
        << ',' << fixed(deck.worst_win_rate, 6) << '\n';
  }
}

namespace {

Json pair_json(const Interval& interval) { return {interval.low, interval.high}; }

Json matchup_json(const MatrixReport& report, int deck, int opponent, const MatrixCell& cell) {
  const Matrix& matrix = report.matrix;
  const Tally total = cell.result.total();
  Json json;
  json["deck"] = report.name(deck);
  json["opponent"] = report.name(opponent);
  json["games"] = total.games;
  json["wins"] = matrix.wins(deck, opponent);
  json["losses"] = matrix.wins(opponent, deck);
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["win_rate"] = matrix.win_rate(deck, opponent);
  json["interval"] = pair_json(matrix.interval(deck, opponent));
  if (const std::optional<HandicapFit> fit = matrix.handicap(deck, opponent))
    json["handicap"] = {{"handicap_exact", exact_json(*fit)},
                        {"beyond", fit->beyond()},
                        {"interval", pair_json(clamped(fit->interval))},
                        {"games", cell.chained_games()}};
  return json;
}

Json deck_json(const MatrixReport& report, int index) {
  const DeckSummary& deck = report.summary.decks[static_cast<size_t>(index)];
  Json json;
  json["name"] = report.name(index);
  json["file"] = report.provenance.decks[static_cast<size_t>(index)].file;
  json["hash"] = hash_of(report, index);
  json["mean_win_rate"] = deck.mean;
  json["mean_interval"] = pair_json(deck.mean_interval);
  json["rating_difference"] = nullptr;
  if (deck.rating) json["rating_difference"] = {{"elo", deck.rating->elo}, {"interval", pair_json(deck.rating->interval)}};
  json["best"] = {{"deck", report.name(deck.best)}, {"win_rate", deck.best_win_rate}};
  json["worst"] = {{"deck", report.name(deck.worst)}, {"win_rate", deck.worst_win_rate}};
  return json;
}

}  // namespace

void write_gauntlet_json(std::ostream& out, const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  Json all = totals_json(report);
  all["field"] = report.matrix.decks - report.matrix.pairs.field;
  all["decks"] = Json::array();
  for (int deck : summary.order) all["decks"].push_back(deck_json(report, deck));
  all["matchups"] = Json::array();
  each_matchup(report, [&](int deck, int opponent, const MatrixCell& cell) {
    all["matchups"].push_back(matchup_json(report, deck, opponent, cell));
  });
  all["provenance"] = provenance_json(report.provenance);
  out << json_text(all);
}

}  // namespace archon::cli
