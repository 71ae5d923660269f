#include "sim/cli/matrix_text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/cli/command.h"
#include "sim/cli/csv_text.h"
#include "sim/cli/output.h"
#include "sim/cli/terminal_text.h"

namespace archon::cli {

bool MatrixReport::has_chains() const {
  return std::ranges::any_of(matrix.cells, [](const MatrixCell& cell) { return cell.handicap() != nullptr; });
}

namespace {

// A column a deck, numbered in the order of the rows: 28 decks fit into 128 characters.
constexpr int kCell = 4;

std::string signed_text(double number, int digits) { return (number > 0 ? "+" : "") + fixed(number, digits); }

using CellWriter = std::function<void(int row, int column)>;

void write_grid(std::ostream& out, const MatrixReport& report, const CellWriter& write) {
  const std::vector<int>& order = report.summary.order;
  out << "    ";
  for (size_t i = 0; i < order.size(); ++i) out << right(std::to_string(i + 1), kCell);
  out << '\n';
  for (size_t i = 0; i < order.size(); ++i) {
    out << right(std::to_string(i + 1), 4);
    for (int column : order) order[i] == column ? void(out << right("-", kCell)) : write(order[i], column);
    out << '\n';
  }
}

// The number of a deck's row.
std::ptrdiff_t place(const MatrixReport& report, int deck) {
  const std::vector<int>& order = report.summary.order;
  return std::ranges::find(order, deck) - order.begin() + 1;
}

std::string decks_table(const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  std::ostringstream out;
  out << "   #   mean  95 % interval    Elo  95 % interval   Nash     worst  deck\n";
  for (size_t i = 0; i < summary.order.size(); ++i) {
    const DeckSummary& deck = summary.decks[static_cast<size_t>(summary.order[i])];
    const Interval& mean = deck.mean_interval;
    out << right(std::to_string(i + 1), 4) << right(fixed(100 * deck.mean, 1), 7)
        << right(fixed(100 * mean.low, 1) + " - " + fixed(100 * mean.high, 1), 15);
    if (deck.rating)
      out << right(signed_text(deck.rating->elo, 0), 7)
          << right(signed_text(deck.rating->interval.low, 0) + " to " + signed_text(deck.rating->interval.high, 0), 15);
    else
      out << right("-", 7) << right("-", 15);
    out << right(percent(deck.nash_weight, 0), 7)
        << right(fixed(100 * deck.worst_win_rate, 0) + " (" + std::to_string(place(report, deck.worst)) + ")", 10) << "  "
        << report.name(summary.order[i]) << '\n';
  }
  return out.str();
}

// Decks as the rows of the table count them.
std::string cycles_text(const MatrixReport& report) {
  const CycleTest& test = *report.summary.cycles;
  const auto name = [&](const Cycle& cycle) {
    std::string text;
    for (size_t i = 0; i < 4; ++i) text += (i ? " > " : "") + std::to_string(place(report, cycle.items[i % 3]));
    return text + " (p " + p_text(cycle.p_value) + ")";
  };
  const std::string what = "significant cycles of three decks: ",
                    all = " of " + thousands(test.triples) + ", all considered at once";
  if (test.significant == 0)
    return what + "none" + all + (test.nearest.empty() ? "" : "; nearest " + name(test.nearest.front())) + "\n";
  std::string text = what + thousands(test.significant) + all;
  const auto shown = std::ranges::count_if(test.nearest, [](const Cycle& cycle) { return cycle.p_value <= kCycleLevel; });
  for (const Cycle& cycle : std::span(test.nearest).first(static_cast<size_t>(shown)))
    text += (&cycle == test.nearest.data() ? ": " : ", ") + name(cycle);
  return text + (shown < test.significant ? " ..." : "") + "\n";
}

std::string whole_text(const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  std::ostringstream out;
  if (!summary.parts.empty())
    out << "no ratings: the games fall into " << summary.parts.size() << " parts that did not play each other\n";
  if (summary.cycles) out << cycles_text(report);
  if (summary.misfit)
    out << "ratings miss the win rates of pairs by " << fixed(100 * summary.misfit->value, 1) << " points ("
        << fixed(100 * summary.misfit->interval.low, 1) << " - " << fixed(100 * summary.misfit->interval.high, 1)
        << "; root mean square, noise taken off)\n";
  out << "the first player wins " << percent(summary.first_player_win_rate) << " (" << percent(summary.first_player_interval)
      << "); " << thousands(summary.games) << " games, undecided " << thousands(summary.undecided) << ", faults "
      << thousands(summary.faults) << '\n';
  if (summary.forfeits + summary.fallbacks > 0)
    out << "the agents forfeited " << thousands(summary.forfeits) << " games and fell back in " << thousands(summary.fallbacks)
        << " decisions\n";
  return out.str();
}

// On the row alone: chains on the column stand in the cell on the other side of the diagonal.
std::string chains_text(const std::optional<HandicapFit>& fit) {
  if (!fit || fit->root < 0) return ".";
  return fit->beyond() ? ">24" : fixed(fit->root, 0);
}

}  // namespace

namespace {

double median_half_width(const Matrix& matrix) {
  std::vector<double> widths;
  for (const MatrixCell& cell : matrix.cells) {
    if (!cell.handicap()) continue;
    const Interval interval = clamped(cell.handicap()->interval);
    widths.push_back((interval.high - interval.low) / 2);
  }
  const auto middle = widths.begin() + static_cast<std::ptrdiff_t>(widths.size() / 2);
  std::ranges::nth_element(widths, middle);
  return *middle;
}

}  // namespace

void write_heat(std::ostream& out, double win_rate, const std::string& text) {
  constexpr const char* kBackgrounds[] = {"209", "216", "223", "254", "189", "153", "111"};  // of 256 colours
  const auto step = static_cast<size_t>(std::clamp((win_rate - 0.15) / 0.1, 0.0, 6.0));      // grey: 45 to 55 %
  write_style(out, std::string("38;5;16;48;5;") + kBackgrounds[step]);
  out << text;
  write_style(out, "");
}

void write_matrix_table(std::ostream& out, const MatrixReport& report) {
  const Matrix& matrix = report.matrix;
  if (!report.unfinished.empty()) out << "UNFINISHED: " << report.unfinished << "\n\n";
  if (const std::string missing = missing_text(matrix.missing()); !missing.empty()) out << "WARNING: " << missing << "\n\n";
  out << decks_table(report);
  double widest_of_all = 0;
  for (const MatrixCell& cell : matrix.cells) {
    const Interval interval = cell.result.interval(cell_confidence(report.matrix));
    widest_of_all = std::max(widest_of_all, (interval.high - interval.low) / 2);
  }
  out << "\nWin rate of the row against the column, in percent (95 % intervals: at most +-"
      << fixed(100 * report.summary.widest, 1) << ", all at once +-" << fixed(100 * widest_of_all, 1) << ")\n\n";
  write_grid(out, report, [&](int row, int column) {
    if (!matrix.decided(row, column)) return void(out << right("?", kCell));
    const double rate = matrix.win_rate(row, column);
    write_heat(out, rate, right(fixed(100 * rate, 0), kCell));
  });
  if (report.has_chains()) {
    out << "\nChains on the row that make it even with the column (95 % intervals: half of them at most +-"
        << fixed(median_half_width(report.matrix), 1) << ")\n\n";
    write_grid(out, report, [&](int row, int column) { out << right(chains_text(matrix.handicap(row, column)), kCell); });
  }
  out << '\n' << whole_text(report);
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

namespace {

std::string csv_head(const MatrixReport& report) {
  std::string text;
  if (!report.unfinished.empty()) text += csv_remark("UNFINISHED: " + report.unfinished) + "\n";
  for (const std::string& line : provenance_lines(report.provenance)) text += csv_remark(line) + "\n";
  return text;
}

std::string csv_numbers(double value, const Interval& interval, int digits) {
  return fixed(value, digits) + "," + fixed(interval.low, digits) + "," + fixed(interval.high, digits);
}

}  // namespace

void write_cells_csv(std::ostream& out, const MatrixReport& report) {
  out << csv_head(report)
      << "deck_a,deck_b,games,wins_a,wins_b,undecided,faults,forfeits_a,forfeits_b,win_rate_a,low,high,simultaneous_low,"
         "simultaneous_high,"
         "first_player_win_rate,hash_a,hash_b,seed,handicap_a,handicap_low,handicap_high,chained_games\n";
  for (const MatrixCell& cell : report.matrix.cells) {
    const Tally total = cell.result.total();
    const Interval all = cell.result.interval(cell_confidence(report.matrix));
    out << csv_cell(report.name(cell.a)) << ',' << csv_cell(report.name(cell.b)) << ',' << total.games << ',' << total.wins[0]
        << ',' << total.wins[1] << ',' << total.undecided << ',' << total.faults << ',' << total.forfeits[0] << ','
        << total.forfeits[1] << ',' << csv_numbers(cell.result.win_rate(), cell.result.interval(), 6) << ','
        << fixed(all.low, 6) << ',' << fixed(all.high, 6) << ',' << fixed(cell.result.first_player_win_rate(), 6) << ','
        << hash_text(cell.hashes[0]) << ',' << hash_text(cell.hashes[1]) << ',' << cell.seed << ',';
    if (const HandicapFit* fit = cell.handicap())
      out << csv_numbers(fit->root, fit->interval, 2) << ',' << cell.chained_games() << '\n';
    else
      out << ",,,\n";
  }
}

void write_decks_csv(std::ostream& out, const MatrixReport& report) {
  out << csv_head(report)
      << "rank,deck,set,id,sas,aerc,hash,file,mean,mean_low,mean_high,elo,elo_low,elo_high,worst_opponent,worst_win_rate,nash_"
         "weight\n";
  for (size_t i = 0; i < report.summary.order.size(); ++i) {
    const auto index = static_cast<size_t>(report.summary.order[i]);
    const DeckSummary& deck = report.summary.decks[index];
    const DeckFile& file = report.provenance.decks[index];
    const auto& [id, sas, aerc] = file.deck.identity;
    out << i + 1 << ',' << csv_cell(file.deck.name) << ',' << csv_cell(file.deck.set) << ',' << id << ','
        << (sas ? rating_text(*sas) : "") << ',' << (aerc ? rating_text(*aerc) : "") << ',' << hash_text(deck_hash(file.deck))
        << ',' << csv_cell(file.file) << ',' << csv_numbers(deck.mean, deck.mean_interval, 6) << ','
        << (deck.rating ? csv_numbers(deck.rating->elo, deck.rating->interval, 2) : ",,") << ','
        << csv_cell(report.name(deck.worst)) << ',' << fixed(deck.worst_win_rate, 6) << ',' << fixed(deck.nash_weight, 6)
        << '\n';
  }
}

namespace {

using Json = nlohmann::ordered_json;

Json pair_json(const Interval& interval) { return {interval.low, interval.high}; }

Json summary_json(const MatrixReport& report, int index) {
  const DeckSummary& deck = report.summary.decks[static_cast<size_t>(index)];
  Json json = deck_json(report.provenance.decks[static_cast<size_t>(index)]);
  json["mean_win_rate"] = deck.mean;
  json["mean_interval"] = pair_json(deck.mean_interval);
  if (deck.rating) json["rating"] = {{"elo", deck.rating->elo}, {"interval", pair_json(deck.rating->interval)}};
  json["worst"] = {{"deck", report.name(deck.worst)}, {"win_rate", deck.worst_win_rate}};
  json["nash_weight"] = deck.nash_weight;
  return json;
}

Json handicap_json(const MatrixReport& report, const MatrixCell& cell) {
  const HandicapFit& fit = *cell.handicap();
  const double root = clamped({fit.root, fit.root}).low;
  Json json;
  json["handicap"] = std::lround(root);  // positive: chains on the first deck
  json["handicap_exact"] = root;
  json["interval"] = pair_json(clamped(fit.interval));
  json["on"] = report.name(root >= 0 ? cell.a : cell.b);
  json["beyond"] = fit.beyond();
  json["fit"] = fit.model == CurveModel::Logistic ? "logistic" : "isotonic";
  json["misfit_p"] = fit.misfit_p;
  json["games"] = cell.chained_games();
  return json;
}

Json cell_json(const MatrixReport& report, const MatrixCell& cell) {
  const Tally total = cell.result.total();
  Json json;
  json["decks"] = {report.name(cell.a), report.name(cell.b)};
  json["games"] = total.games;
  json["wins"] = total.wins;
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["forfeits"] = total.forfeits;
  json["fallbacks"] = cell.result.fallbacks;
  json["win_rate"] = cell.result.win_rate();
  json["interval"] = pair_json(cell.result.interval());
  json["simultaneous_interval"] = pair_json(cell.result.interval(cell_confidence(report.matrix)));
  json["first_player_win_rate"] = cell.result.first_player_win_rate();
  for (const Tally& tally : cell.result.by_first)
    json["by_first_player"].push_back({{"games", tally.games}, {"wins", tally.wins}});
  json["seed"] = cell.seed;
  if (cell.handicap()) json["handicap"] = handicap_json(report, cell);
  return json;
}

Json cycles_json(const MatrixReport& report) {
  const CycleTest& test = *report.summary.cycles;
  Json json;
  json["triples"] = test.triples;
  json["significant"] = test.significant;
  json["nearest"] = Json::array();  // each deck beats the next one, and the last one the first
  for (const Cycle& cycle : test.nearest) {
    const auto& [a, b, c] = cycle.items;
    json["nearest"].push_back(
        {{"decks", {report.name(a), report.name(b), report.name(c)}},
         {"win_rates", {report.matrix.win_rate(a, b), report.matrix.win_rate(b, c), report.matrix.win_rate(c, a)}},
         {"p_value", cycle.p_value}});
  }
  return json;
}

// A value as it stands on a line of its own in the second level of an object.
std::string indented(const Json& value) {
  std::string text = "    ";
  const std::string lines = json_text(value);
  for (char c : std::string_view(lines).substr(0, lines.size() - 1))
    text += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return text;
}

}  // namespace

Json totals_json(const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  Json all;
  all["complete"] = report.unfinished.empty();
  all["unfinished"] = report.unfinished.empty() ? Json() : Json(report.unfinished);
  all["games"] = summary.games;
  all["undecided"] = summary.undecided;
  all["faults"] = summary.faults;
  if (!report.matrix.faults_by_bound.empty()) all["faults_by_bound"] = report.matrix.faults_by_bound;
  all["forfeits"] = summary.forfeits;
  all["fallbacks"] = summary.fallbacks;
  all["first_player_win_rate"] = summary.first_player_win_rate;
  all["first_player_interval"] = pair_json(summary.first_player_interval);
  return all;
}

// What stands before and after the cells is made as a whole; they follow each other one by one, because the objects of all
// cells of a large matrix would take more memory than the matrix.
void write_matrix_json(std::ostream& out, const MatrixReport& report) {
  const MatrixSummary& summary = report.summary;
  Json all = totals_json(report);
  if (summary.cycles) all["cycles"] = cycles_json(report);
  if (summary.misfit)
    all["rating_misfit"] = {{"value", summary.misfit->value}, {"interval", pair_json(summary.misfit->interval)}};
  all["intervals"] = {{"method", "Wilson"},
                      {"confidence", kConfidence},
                      {"simultaneous", "Bonferroni over " + std::to_string(report.matrix.cells.size()) + " cells"},
                      {"ratings", "Bradley-Terry, observed information; prior: a virtual game of each deck, half won"}};
  all["decks"] = Json::array();
  for (int deck : summary.order) all["decks"].push_back(summary_json(report, deck));
  all["cells"] = Json::array({nullptr});
  all["provenance"] = provenance_json(report.provenance);
  const std::string text = json_text(all), cells = "\"cells\": [\n";
  const size_t begin = text.rfind(cells) + cells.size(), end = text.find('\n', begin);
  out << std::string_view(text).substr(0, begin);
  for (const MatrixCell& cell : report.matrix.cells)
    out << (&cell == &report.matrix.cells.front() ? "" : ",\n") << indented(cell_json(report, cell));
  out << std::string_view(text).substr(end);
}

}  // namespace archon::cli
