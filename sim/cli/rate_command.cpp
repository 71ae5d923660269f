// archon rate: ratings of decks at once, without games.
#include "sim/cli/rate_command.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "agents/agent_registry.h"
#include "engine/deck/text_input.h"
#include "sim/cli/commands.h"
#include "sim/command/long_run.h"
#include "sim/command/output.h"
#include "sim/command/played_at.h"
#include "sim/command/presenting.h"
#include "sim/pages/own_page.h"
#include "sim/present/deck_columns.h"
#include "sim/stats/distributions.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace rate_command {

using namespace present;

struct Options {
  DeckArguments decks;
  Presenting presenting;
  PlayedAt played_at;
  std::string out, model, page;
};

struct Rated {
  int64_t rank;
  const DeckFile* file;
  DeckRating rating;
};

// The figure with its 95 % interval.
Cell with_interval(const DeckRating& rating, double (DeckRating::*of)(double) const) {
  return {(rating.*of)(0), {(rating.*of)(-kErrorsOf95), (rating.*of)(kErrorsOf95)}};
}

ColumnOf<Rated> figure(Column column, double (DeckRating::*of)(double) const) {
  column.interval = true;
  return {std::move(column), [of](const Rated& each) { return with_interval(each.rating, of); }};
}

// Decks are in the order of `rating`; `win_rate` is of the same scale, and what is about the deck's own set is named so.
std::vector<ColumnOf<Rated>> columns(bool has_sas, const PlayedAt& played_at) {
  const std::vector<ColumnOf<Rated>> rank = {{{.name = "rank", .head = "#", .unit = Unit::Count, .what = "From 1, by rating"},
                                              [](const Rated& each) { return Cell(each.rank); }}};
  const std::vector<ColumnOf<Rated>> figures = {
      figure({.name = "rating",
              .head = "rating",
              .unit = Unit::Number,
              .what = "Elo on one scale for all sets; 1,500: a mean deck",
              .drop_interval = 7,
              .digits = 0},
             &DeckRating::rating),
      figure({.name = "win_rate",
              .head = "win %",
              .unit = Unit::Share,
              .what = "Against a mean deck of all sets, of rating 1,500",
              .drop = 1,
              .drop_interval = 2},
             &DeckRating::overall_win_rate),
      {played_at.column(),
       [&played_at](const Rated& each) {
         const Cell rate = with_interval(each.rating, &DeckRating::overall_win_rate);
         return played_at.cell(std::get<double>(rate.value), *rate.interval);
       }},
      {{.name = "set_percentile",
        .head = "% of set",
        .unit = Unit::Share,
        .what = "Share of the generated decks of its set that are weaker",
        .drop = 3},
       [](const Rated& each) { return Cell(each.rating.percentile()); }},
      figure({.name = "set_elo",
              .head = "set Elo",
              .unit = Unit::Elo,
              .what = "Against a mean deck of its set",
              .drop = 8,
              .drop_interval = 8},
             &DeckRating::elo),
      figure({.name = "set_win_rate", .unit = Unit::Share, .what = "Against a mean deck of its set"}, &DeckRating::win_rate),
  };
  return rank + deck_columns<Rated>(has_sas, [](const Rated& each) -> const DeckFile& { return *each.file; }) + figures;
}

// With the agent as people call it.
std::string as_people_say(const std::string& values) {
  constexpr std::string_view kAgent = ", agent ";
  const size_t at = values.rfind(kAgent);
  return at == std::string::npos ? values
                                 : values.substr(0, at + kAgent.size()) + short_spec(values.substr(at + kAgent.size()));
}

// The best first.
Document document_of(Provenance provenance, const std::vector<Rated>& decks, const std::string& values, double seconds,
                     const PlayedAt& played_at) {
  Document document{.name = "rate", .command = "archon rate", .title = "ratings without games"};
  const bool has_sas = std::ranges::any_of(decks, [](const Rated& each) { return each.file->deck.identity.sas.has_value(); });
  document.add(table_of<Rated>({.name = "decks", .what = "A deck each, the best first"}, columns(has_sas, played_at), decks));
  played_at.add_to(document);
  document.note(
      "rating: Elo, 1,500 being a mean deck of all sets; win %: against such a deck; % of set: so many generated decks of "
      "its set are weaker" +
      std::string(has_sas ? "; SAS: as the file has it" : "") + ". From values of cards, without games: " +
      fixed(1000 * seconds / static_cast<double>(decks.size()), 3) + " ms a deck\n");
  document.add({.name = "values", .what = "Which values of cards"}, values);
  document.note("values: " + as_people_say(values) + "\n");
  document.provenance = std::move(provenance);
  return document;
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("rate");
  problems.check_output("--out", options.out);
  problems.check_output("--page", options.page);
  problems.check(options.page.empty() || has_own_page(),
                 "--page: this program was built without the page (scripts/make_page.sh makes it; then build again)");
  problems.check(options.page.empty() || options.model.empty(), "--page: its values are those of the program, not of --model");
  Provenance provenance;
  provenance.decks = read_decks(options.decks, problems);
  provenance.command_line = invocation.command_line;
  std::optional<RatingModel> other;
  std::vector<std::string> comments = built_in_rating_comments();
  if (!options.model.empty()) other = read_rating_model(options.model, comments, problems);
  if (problems.any()) return problems.print();
  const RatingModel& model = other ? *other : built_in_ratings();
  const Stopwatch watch;
  std::vector<Rated> decks;
  for (const DeckFile& each : provenance.decks) decks.push_back({0, &each, rate_deck(model, each.deck)});
  const double seconds = watch.seconds();
  std::ranges::stable_sort(decks, std::greater<>(), [](const Rated& each) { return each.rating.strength; });
  for (size_t i = 0; i < decks.size(); ++i) decks[i].rank = static_cast<int64_t>(i) + 1;
  const Document document =
      document_of(provenance, decks, comments.empty() ? "unknown" : comments.front(), seconds, options.played_at);
  if (!options.out.empty())
    if (const std::string problem = options.presenting.save(options.out, document); !problem.empty())
      return failed("rate", problem);
  if (!options.page.empty())
    if (const std::string problem = write_file(options.page, own_page(provenance.decks)); !problem.empty())
      return failed("rate", problem);
  return options.presenting.show(document);
}

}  // namespace rate_command

std::optional<RatingModel> read_rating_model(const std::string& path, std::vector<std::string>& comments, Problems& problems,
                                             const std::string& option) {
  constexpr size_t kMostBytes = 16 << 20;
  const TextInput input = read_text_input(path, kMostBytes);
  std::string problem = input.problem.starts_with("larger") ? input.problem + " (a model has less than 1 MB)" : input.problem;
  std::optional<RatingModel> model;
  if (problem.empty()) model = parse_ratings(input.text, problem);
  problems.check(problem.empty(), option + ": " + path + ": " + problem);
  comments = rating_comments(input.text);
  return model;
}

void add_rate(Command program) {
  using namespace rate_command;
  Command command = program.add("rate", "How strong decks are, at once: from values of cards, without games");
  auto options = std::make_shared<Options>();
  options->decks.add_to(command, "DECKS", "Decks").required();
  options->presenting.add_to(command);
  options->played_at.add_to(command);
  command.option("--out", options->out, "File for the ratings: NAME.json, NAME.md, NAME.html or CSV");
  command.option("--page", options->page,
                 "HTML file to write: the page that rates decks in any browser, with these in it; nothing is sent");
  command.option("--model", options->model, "File of values; without it those that are part of the program");
  command.footer(
      "The values are fitted to games between many generated decks of every set ('archon train ratings'), played by the "
      "standard\n"
      "agent. Intervals hold what is not known of the values and what decks are worth besides their cards.");
  command.calls([options](const Invocation& invocation) { return run(*options, invocation); });
}

}  // namespace archon::cli
