// archon rate: ratings of decks at once, without games.
#include "sim/cli/rate_command.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "sim/cli/csv_text.h"
#include "sim/cli/output.h"
#include "sim/cli/terminal_text.h"

namespace archon::cli {
namespace {

constexpr double kErrors = 1.959963984540054;  // of a 95 % interval

struct Options {
  DeckArguments decks;
  std::string format = "table", out, model;
};

struct Rated {
  const DeckFile* file;
  DeckRating rating;
};

struct Report {
  std::vector<Rated> decks;  // the best first
  std::string version;       // of the values
  double seconds = 0;        // for all ratings
  Provenance provenance;
};

std::string signed_number(double number) {
  const double whole = std::round(number) + 0.0;  // no -0
  return (whole >= 0 ? "+" : "") + fixed(whole, 0);
}

void write_table(std::ostream& out, const Report& report) {
  out << left("deck", 40) << left("set", 6) << right("rating", 8) << right("Elo", 7) << right("95 % interval", 17)
      << right("win rate", 10) << right("95 % interval", 18) << right("better than", 13) << '\n';
  for (const auto& [file, rating] : report.decks) {
    const std::string elo = signed_number(rating.elo(-kErrors)) + " - " + signed_number(rating.elo(kErrors));
    out << left(shortened(file->deck.name, 39), 40) << left(file->deck.set, 6) << right(fixed(rating.rating(), 0), 8)
        << right(signed_number(rating.elo()), 7) << right(elo, 17) << right(percent(rating.win_rate()), 10)
        << right(percent(Interval{rating.win_rate(-kErrors), rating.win_rate(kErrors)}), 18)
        << right(percent(rating.percentile()), 13) << '\n';
  }
  const auto count = static_cast<double>(report.decks.size());
  out << "\nElo and win rate: against a mean deck of the set; better than: so many generated decks of the set; rating: on one "
         "scale\n"
      << "for all sets, 1,500 being a mean deck. From values of cards, without games: "
      << fixed(1000 * report.seconds / count, 3) << " ms a deck\n"
      << "values: " << report.version << "\n";
  for (const std::string& line : provenance_lines(report.provenance)) out << line << '\n';
}

void write_csv(std::ostream& out, const Report& report) {
  for (const std::string& line : provenance_lines(report.provenance)) out << csv_remark(line) << '\n';
  out << csv_remark("values: " + report.version) << '\n'
      << "name,file,set,rating,elo,elo_low,elo_high,win_rate,win_rate_low,win_rate_high,percentile,id,sas,aerc\n";
  for (const auto& [file, rating] : report.decks) {
    out << csv_cell(file->deck.name) << ',' << csv_cell(file->file) << ',' << file->deck.set << ','
        << fixed(rating.rating(), 1);
    for (const double errors : {0.0, -kErrors, kErrors}) out << ',' << fixed(rating.elo(errors), 1);
    for (const double errors : {0.0, -kErrors, kErrors}) out << ',' << fixed(100 * rating.win_rate(errors), 2);
    const auto& [id, sas, aerc] = file->deck.identity;
    out << ',' << fixed(100 * rating.percentile(), 2) << ',' << id << ',' << (sas ? rating_text(*sas) : "") << ','
        << (aerc ? rating_text(*aerc) : "") << '\n';
  }
}

void write_json(std::ostream& out, const Report& report) {
  nlohmann::ordered_json json;
  json["decks"] = nlohmann::ordered_json::array();
  for (const auto& [file, rating] : report.decks) {
    nlohmann::ordered_json& deck = json["decks"].emplace_back();
    deck = {{"name", file->deck.name},
            {"file", file->file},
            {"set", file->deck.set},
            {"rating", rating.rating()},
            {"elo", rating.elo()},
            {"elo_interval", {rating.elo(-kErrors), rating.elo(kErrors)}},
            {"win_rate", rating.win_rate()},
            {"win_rate_interval", {rating.win_rate(-kErrors), rating.win_rate(kErrors)}},
            {"percentile", 100 * rating.percentile()}};
    const auto& [id, sas, aerc] = file->deck.identity;
    if (!id.empty()) deck["link"] = registry_link(file->deck.identity);
    if (sas) deck["sas"] = *sas;
    if (aerc) deck["aerc"] = *aerc;
  }
  json["values"] = report.version;
  json["provenance"] = provenance_json(report.provenance);
  out << json_text(json) << '\n';
}

void write(std::ostream& out, const Report& report, const std::string& format) {
  format == "json" ? write_json(out, report) : format == "csv" ? write_csv(out, report) : write_table(out, report);
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("rate");
  problems.check_output("--out", options.out);
  Report report;
  report.provenance.decks = read_decks(options.decks, problems);
  report.provenance.command_line = invocation.command_line;
  std::optional<RatingModel> other;
  std::vector<std::string> comments = built_in_rating_comments();
  if (!options.model.empty()) other = read_rating_model(options.model, comments, problems);
  if (problems.any()) return problems.print();
  const RatingModel& model = other ? *other : built_in_ratings();
  report.version = comments.empty() ? "unknown" : comments.front();
  const Stopwatch watch;
  for (const DeckFile& each : report.provenance.decks) report.decks.push_back({&each, rate_deck(model, each.deck)});
  report.seconds = watch.seconds();
  std::ranges::stable_sort(report.decks, [](const Rated& a, const Rated& b) { return a.rating.strength > b.rating.strength; });
  if (!options.out.empty()) {
    const std::string problem = write_file(
        options.out, [&](std::ostream& out) { write(out, report, options.format == "table" ? "csv" : options.format); });
    if (!problem.empty()) {
      std::cerr << "archon rate: " << problem << '\n';
      return kFailed;
    }
  }
  write(std::cout, report, options.format);
  return kDone;
}

}  // namespace

std::optional<RatingModel> read_rating_model(const std::string& path, std::vector<std::string>& comments, Problems& problems) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::string problem = file ? "" : "it can't be read";
  std::optional<RatingModel> model;
  if (file) model = parse_ratings(text, problem);
  problems.check(problem.empty(), "--model: " + path + ": " + problem);
  comments = rating_comments(text);
  return model;
}

void add_rate(Command program) {
  Command command = program.add("rate", "How strong decks are, at once: from values of cards, without games");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "Decks").required();
  command.option("--format", options->format, "table, csv or json, on standard output").one_of({"table", "csv", "json"});
  command.option("--out", options->out, "File for the ratings: JSON with --format json, else CSV");
  command.option("--model", options->model, "File of values; without it those that are part of the program");
  command.footer(
      "The values are fitted to games between many generated decks of every set ('archon train ratings'), played by the "
      "standard\n"
      "agent. Intervals hold what is not known of the values and what decks are worth besides their cards.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
