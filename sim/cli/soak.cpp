// archon soak: plays until something breaks.
#include "sim/soak.h"

#include <algorithm>
#include <iostream>
#include <memory>

#include "sim/cli/command.h"
#include "sim/cli/text.h"

namespace archon::cli {
namespace {

struct Options {
  std::vector<std::string> decks;
  int64_t decisions = 1'000'000;
  std::string agent = "random";
  bool strict = false;
  RunOptions run;
};

struct Pair {
  size_t a, b;
};

void print_faults(const std::vector<DeckFile>& decks, const std::vector<Pair>& pairs, const SoakResult& result) {
  for (int bound = 0; bound < 256; ++bound) {
    const int64_t faults = result.sum.faults_by_bound[static_cast<size_t>(bound)];
    if (faults) std::cout << "  " << left(bound_name(static_cast<uint8_t>(bound)), 18) << thousands(faults) << '\n';
  }
  int shown = 0;
  for (size_t i = 0; i < pairs.size() && shown < 10; ++i) {
    for (int64_t game : result.pairs[i].fault_games) {
      if (shown++ == 10) break;
      std::cout << "  game " << game << " of seed " << result.pairs[i].seed << ": " << decks[pairs[i].a].file << ' '
                << decks[pairs[i].b].file << '\n';
    }
  }
}

int run(const Options& options, const Invocation& invocation) {
  Problems problems("soak");
  options.run.check(problems);
  problems.check(options.decisions >= 1, "--decisions: at least 1, not " + std::to_string(options.decisions));
  problems.check_agent("--agent", options.agent);
  Provenance provenance;
  provenance.decks = read_decks(options.decks, problems);
  if (problems.any()) return problems.print();

  std::vector<Matchup> matchups;
  std::vector<Pair> pairs;
  for (size_t a = 0; a < provenance.decks.size(); ++a) {
    for (size_t b = a; b < provenance.decks.size(); ++b) {
      if (a == b && provenance.decks.size() > 1) continue;
      const MatchupResult made =
          make_matchup(provenance.decks[a].deck, provenance.decks[b].deck, options.run.matchup_options());
      for (const std::string& name : made.blank_cards)
        if (std::ranges::find(provenance.blank_cards, name) == provenance.blank_cards.end())
          provenance.blank_cards.push_back(name);
      if (!made.matchup) continue;
      matchups.push_back(*made.matchup);
      pairs.push_back({a, b});
    }
  }
  problems.check_blank(provenance.blank_cards, options.run.allow_blank);
  if (problems.any()) return problems.print();

  provenance.seed = options.run.seed;
  provenance.agents = {options.agent};
  provenance.command_line = invocation.command_line;
  const Stopwatch watch;
  const SoakSpec spec{.agent = options.agent, .decisions = options.decisions, .seed = options.run.seed};
  const SoakResult result = soak(matchups, spec, options.run.threads, progress_line("decisions"));
  const double seconds = watch.seconds();
  end_progress_line();
  const Tally total = result.sum.total();
  std::cout << "games      " << thousands(total.games) << "\ndecisions  " << thousands(result.sum.decisions) << "\nseconds    "
            << fixed(seconds, 1) << "\nundecided  " << thousands(total.undecided) << "\nfaults     " << thousands(total.faults)
            << '\n';
  print_faults(provenance.decks, pairs, result);
  std::cout << '\n';
  for (const std::string& line : provenance_lines(provenance)) std::cout << line << '\n';
  return options.strict && total.faults > 0 ? kFailed : kDone;
}

}  // namespace

void add_soak(CLI::App& app, Invocation& invocation) {
  CLI::App* command = app.add_subcommand("soak", "Play all pairs of decks for a long time and count what goes wrong");
  auto options = std::make_shared<Options>();
  command->add_option("DECKS", options->decks, "Deck files; a single one plays itself")->required();
  command->add_option("--decisions", options->decisions, "Play until so many decisions were taken")->capture_default_str();
  command->add_option("--agent", options->agent, "Who plays both sides")->capture_default_str();
  command->add_flag("--strict", options->strict, "Exit with 1 when there was a fault");
  options->run.add_to(*command);
  command->footer(
      "A fault is a game that exceeded a bound of the program. Each is listed with the seed and the number of the game:\n"
      "'archon match' with that seed plays the same games.");
  command->callback([options, &invocation] { invocation.exit_code = run(*options, invocation); });
}

}  // namespace archon::cli
