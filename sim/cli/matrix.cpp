// archon matrix: every deck against every other.
#include "sim/matrix.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>

#include "sim/cli/command.h"
#include "sim/cli/text.h"

namespace archon::cli {
namespace {

struct Options {
  std::vector<std::string> decks;
  int64_t games = 200;
  std::string agent = "greedy", format = "table", out;
  bool no_chains = false;
  RunOptions run;
};

struct Report {
  Matrix matrix;
  Provenance provenance;
  bool chains = true;

  const std::string& name(int deck) const { return provenance.decks[static_cast<size_t>(deck)].deck.name; }
};

// A column a deck, numbered in the order of the rows: 28 decks fit into 128 characters.
constexpr int kCell = 4;

std::string grid(const Matrix& matrix, const std::function<std::string(int row, int column)>& text) {
  std::ostringstream out;
  out << "    ";
  for (size_t i = 0; i < matrix.order.size(); ++i) out << right(std::to_string(i + 1), kCell);
  out << '\n';
  for (size_t i = 0; i < matrix.order.size(); ++i) {
    out << right(std::to_string(i + 1), 4);
    for (int column : matrix.order) out << right(matrix.order[i] == column ? "-" : text(matrix.order[i], column), kCell);
    out << '\n';
  }
  return out.str();
}

std::string chains_text(const EvenChains& even) { return even.beyond ? ">24" : fixed(even.chains, 0); }

std::string table(const Report& report) {
  const Matrix& matrix = report.matrix;
  std::ostringstream out;
  out << "   #   mean  deck\n";
  for (size_t i = 0; i < matrix.order.size(); ++i) {
    const int deck = matrix.order[i];
    out << right(std::to_string(i + 1), 4) << right(fixed(100 * matrix.mean[static_cast<size_t>(deck)], 1), 7) << "  "
        << report.name(deck) << '\n';
  }
  double widest = 0;
  int64_t undecided = 0, faults = 0;
  for (const MatrixCell& cell : matrix.cells) {
    const Interval interval = cell.result.interval();
    widest = std::max(widest, interval.high - interval.low);
    undecided += cell.result.total().undecided;
    faults += cell.result.total().faults;
  }
  out << "\nWin rate of the row against the column, in percent (95 % intervals: at most +-" << fixed(50 * widest, 1) << ")\n\n"
      << grid(matrix, [&](int row, int column) { return fixed(100 * matrix.win_rate(row, column), 0); });
  if (report.chains) {
    out << "\nChains on the row that would make it even with the column (first estimate)\n\n"
        << grid(matrix, [&](int row, int column) {
             const EvenChains& even = matrix.cell(row, column)->even;
             return even.on == row ? chains_text(even) : std::string(".");
           });
  }
  out << "\nundecided " << undecided << ", faults " << faults << '\n';
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
  return out.str();
}

std::string csv_text(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv(const Report& report) {
  std::ostringstream out;
  for (const std::string& line : provenance_lines(report.provenance)) out << "# " << line << '\n';
  out << "deck_a,deck_b,games,wins_a,wins_b,undecided,faults,win_rate_a,low,high,seed,chains_on,chains,chains_low,chains_"
         "high\n";
  for (const MatrixCell& cell : report.matrix.cells) {
    const Tally total = cell.result.total();
    const Interval interval = cell.result.interval();
    out << csv_text(report.name(cell.a)) << ',' << csv_text(report.name(cell.b)) << ',' << total.games << ',' << total.wins[0]
        << ',' << total.wins[1] << ',' << total.undecided << ',' << total.faults << ',' << fixed(cell.result.win_rate(), 6)
        << ',' << fixed(interval.low, 6) << ',' << fixed(interval.high, 6) << ',' << cell.seed << ',';
    const EvenChains& even = cell.even;
    if (even.on < 0)
      out << ",,,\n";
    else
      out << (even.on == cell.a ? 'a' : 'b') << ',' << (even.beyond ? ">24" : fixed(even.chains, 2)) << ','
          << fixed(even.interval.low, 2) << ',' << fixed(even.interval.high, 2) << '\n';
  }
  return out.str();
}

nlohmann::ordered_json cell_json(const Report& report, const MatrixCell& cell) {
  const Tally total = cell.result.total();
  const Interval interval = cell.result.interval();
  nlohmann::ordered_json json;
  json["decks"] = {report.name(cell.a), report.name(cell.b)};
  json["games"] = total.games;
  json["wins"] = total.wins;
  json["undecided"] = total.undecided;
  json["faults"] = total.faults;
  json["win_rate"] = cell.result.win_rate();
  json["interval"] = {interval.low, interval.high};
  json["first_player_win_rate"] = cell.result.first_player_win_rate();
  json["seed"] = cell.seed;
  const EvenChains& even = cell.even;
  if (even.on < 0) return json;
  nlohmann::ordered_json chains;
  chains["on"] = report.name(even.on);
  if (even.beyond)
    chains["chains"] = ">24";
  else
    chains["chains"] = even.chains;
  chains["interval"] = {even.interval.low, even.interval.high};
  json["even_chains"] = std::move(chains);
  return json;
}

std::string json(const Report& report) {
  const Matrix& matrix = report.matrix;
  nlohmann::ordered_json all;
  all["decks"] = nlohmann::ordered_json::array();
  for (int deck : matrix.order) {
    nlohmann::ordered_json entry;
    entry["name"] = report.name(deck);
    entry["file"] = report.provenance.decks[static_cast<size_t>(deck)].file;
    entry["mean_win_rate"] = matrix.mean[static_cast<size_t>(deck)];
    all["decks"].push_back(std::move(entry));
  }
  all["cells"] = nlohmann::ordered_json::array();
  for (const MatrixCell& cell : matrix.cells) all["cells"].push_back(cell_json(report, cell));
  all["provenance"] = provenance_json(report.provenance);
  return all.dump(2) + "\n";
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("matrix");
  options.run.check(problems);
  problems.check(options.games >= 1 && options.games <= 100'000'000,
                 "--games: at least 1, not " + std::to_string(options.games));
  problems.check(options.decks.size() >= 2, "at least two decks are needed");
  problems.check_agent("--agent", options.agent);
  const std::filesystem::path folder = std::filesystem::path(options.out).parent_path();
  problems.check(folder.empty() || std::filesystem::is_directory(folder), "--out: there is no folder " + folder.string());
  Report report{.matrix = {}, .provenance = {}, .chains = !options.no_chains};
  report.provenance.decks = read_decks(options.decks, problems);
  if (problems.any()) return problems.print();

  std::vector<Deck> decks;
  for (const DeckFile& each : report.provenance.decks) decks.push_back(each.deck);
  const MatrixSpec spec{.agent = options.agent,
                        .games = options.games,
                        .seed = options.run.seed,
                        .chains = report.chains,
                        .options = options.run.matchup_options()};
  MatrixResult result = play_matrix(decks, spec, options.run.threads, progress_line("games"));
  end_progress_line();
  problems.check_blank(result.blank_cards, options.run.allow_blank);
  if (problems.any()) return problems.print();

  report.matrix = std::move(result.matrix);
  report.provenance.seed = options.run.seed;
  report.provenance.agents = {options.agent};
  report.provenance.rules = options.run.rules;
  report.provenance.blank_cards = result.blank_cards;
  report.provenance.command_line = invocation.command_line;
  const std::string text = options.format == "json" ? json(report) : options.format == "csv" ? csv(report) : table(report);
  if (options.out.empty()) {
    std::cout << text;
    return kDone;
  }
  const std::string error = write_file(options.out, text);
  if (error.empty()) return kDone;
  std::cerr << "archon matrix: " << error << '\n';
  return kFailed;
}

}  // namespace

void add_matrix(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("matrix", "Every deck against every other: win rates and chains");
  auto options = std::make_shared<Options>();
  command->add_option("DECKS", options->decks, "Deck files, at least two")->required();
  command->add_option("-n,--games", options->games, "Games for each pair of decks")->capture_default_str();
  command->add_option("--agent", options->agent, "Who plays both sides ('archon agents' lists them)")->capture_default_str();
  command->add_option("--format", options->format, "table, csv or json")
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->capture_default_str();
  command->add_option("-o,--out", options->out, "File to write to; it appears only when it is complete");
  command->add_flag("--no-chains", options->no_chains,
                    "Leave out the estimate of chains, which takes 1.5 times as many games again");
  options->run.add_to(*command);
  command->footer(
      "Decks are sorted by their mean win rate against the others. Chains: half as many games again at each of 4, 8 and 12\n"
      "chains on the stronger deck, a logistic curve through them, and where it passes 50 %.");
  command->callback([options, &invocation] { invocation.exit_code = run(*options, invocation); });
}

}  // namespace archon::cli
