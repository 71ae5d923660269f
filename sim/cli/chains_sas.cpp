#include "sim/cli/chains_sas.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "agents/agent_registry.h"
#include "sim/chains/points_a_chain.h"
#include "sim/documents/sas_document.h"
#include "sim/matrix/matrix_ledger.h"
#include "sim/ratings/rating_model.h"
#include "sim/stats/number_text.h"

namespace archon::cli {
namespace sas_command {

constexpr int64_t kSasGames = 100000;  // of all pairs, unless told otherwise
constexpr double kWidth = 4;  // chains: pairs that are known better say little more, decks differ from their SAS by more
constexpr int64_t kMostOfPair = 1000;
constexpr int kLeastDecks = 5, kMostDecks = 200;
constexpr int64_t kLeastPairs = 10;  // for a line, of all or of two sets: fewer have no scatter to speak of

double sas_of(const Deck& deck) { return deck.identity.sas.value_or(0); }

// The decks whose SAS is known, sorted; the others are told.
DeckList read_rated(const HandicapOptions& options, Problems& problems) {
  DeckList decks = read_decks(options.decks, problems);
  check_different(decks, problems);
  const auto unrated = static_cast<int64_t>(std::erase_if(decks, [](const DeckFile& each) { return !each.deck.identity.sas; }));
  const std::string left_out = thousands(unrated) + (unrated == 1 ? " deck" : " decks") + " without SAS";
  const std::string hint = " (SAS comes with the CSV and JSON of Decks of KeyForge)";
  problems.check(decks.size() >= kLeastDecks && decks.size() <= kMostDecks,
                 "--sas: from " + std::to_string(kLeastDecks) + " to " + std::to_string(kMostDecks) + " decks with SAS, not " +
                     std::to_string(decks.size()) + (unrated > 0 ? ", and " + left_out : "") + hint);
  if (problems.any()) return decks;
  if (unrated > 0) problems.tell("left out: " + left_out + hint);
  sort_decks(decks);
  const double first = sas_of(decks.front().deck);
  problems.check(std::ranges::any_of(decks, [&](const DeckFile& each) { return sas_of(each.deck) != first; }),
                 "--sas: all decks have the same SAS");
  check_known(decks, options.run.matchup_options().rules, problems);
  return decks;
}

// The pairs with their differences in a rating.
template <class Rating>
std::vector<RatedPair> rated_pairs(const SasReport& report, const Rating& rating) {
  std::vector<RatedPair> pairs;
  for (const PairEstimate& each : report.pairs) {
    const auto of = [&](int deck) { return rating(report.provenance.decks[static_cast<size_t>(deck)].deck); };
    const PilotFigure figure = pilot_figure(each.estimate.all);
    pairs.push_back({each.a, each.b, of(each.a) - of(each.b), figure.chains, figure.error});
  }
  return pairs;
}

// Whether there is a line through them.
bool enough(const std::vector<RatedPair>& pairs) {
  const bool differ = std::ranges::any_of(pairs, [](const RatedPair& each) { return each.difference != 0; });
  return differ && std::ssize(pairs) >= kLeastPairs;
}

void fit_set_pairs(SasReport& report, int decks, uint64_t seed) {
  std::map<std::pair<std::string, std::string>, std::vector<RatedPair>> by_sets;
  for (const RatedPair& pair : report.by_sas) {
    const auto set = [&](int deck) { return report.provenance.decks[static_cast<size_t>(deck)].deck.set; };
    by_sets[std::minmax({set(pair.a), set(pair.b)})].push_back(pair);
  }
  for (const auto& [sets, pairs] : by_sets)
    if (enough(pairs)) report.set_pairs.push_back({sets.first, sets.second, std::ssize(pairs), fit_points(pairs, decks, seed)});
}

// What the pairs say, when there are enough.
void fit(SasReport& report, uint64_t seed) {
  const int decks = static_cast<int>(report.provenance.decks.size());
  report.by_sas = rated_pairs(report, sas_of);
  if (!enough(report.by_sas)) return;
  const auto add = [&](const std::string& name, const std::vector<RatedPair>& pairs) {
    report.ratings.push_back({name, fit_points(pairs, decks, seed)});
  };
  add("SAS", report.by_sas);
  if (std::ranges::all_of(report.provenance.decks, [](const DeckFile& each) { return each.deck.identity.aerc.has_value(); }))
    add("AERC", rated_pairs(report, [](const Deck& deck) { return deck.identity.aerc.value_or(0); }));
  add("Archon", rated_pairs(report, [](const Deck& deck) { return rate_deck(built_in_ratings(), deck).rating(); }));
  fit_set_pairs(report, decks, seed);
}

}  // namespace sas_command

int chains_by_sas(const HandicapOptions& options, bool curve, const Invocation& invocation) {
  using namespace sas_command;
  Problems problems("chains");
  options.run.check(problems);
  options.long_run.check(problems);
  options.presenting.check(problems);
  const std::vector<std::string> agents =
      options.named.empty() ? std::vector<std::string>{std::string(kStandardAgent)} : options.agents();
  for (const std::string& agent : agents) problems.check_agent("--agent", agent);
  problems.check(agents.size() == 1, "--agent: with --sas one agent plays all pairs");
  problems.check(!curve, "--curve is for two decks, not for --sas");
  const bool games = options.command.given("--games"), width = options.command.given("--width");
  problems.check(!games || options.games >= 40, "--games: at least 40");
  problems.check(options.width >= 0.5 && options.width <= 48, "--width: from 0.5 to 48 chains, not " + fixed(options.width, 2));
  SasReport report;
  report.provenance = {.seed = options.run.seed,
                       .agents = {agents.front(), agents.front()},
                       .decks = read_rated(options, problems),
                       .rules = options.run.rules,
                       .command_line = invocation.command_line,
                       .time = options.run.time.limit()};
  if (problems.any()) return problems.print();

  LongRun long_run("chains", options.long_run);
  if (const int code = long_run.open(kChainLedger, chain_settings(options.run)); code != kDone) return code;
  const RunControl control = long_run.control(options.run.threads, "games");
  const HandicapSpec spec{.width = width ? options.width : kWidth, .games = kMostOfPair, .seed = options.run.seed};
  const int64_t asked = games ? options.games : options.long_run.seconds() > 0 ? 0 : kSasGames;
  const auto pairs = pairs_in_rounds(static_cast<int>(report.provenance.decks.size()), options.run.seed);
  bool complete = false;
  const std::string error = play_pairs(report.provenance.decks, pairs, agents.front(), spec, options.run.matchup_options(),
                                       asked, control, report.pairs, complete);
  if (!error.empty()) return failed("chains", error);
  for (const PairEstimate& each : report.pairs) report.outcome.played += each.estimate.games;
  report.outcome.asked = complete ? report.outcome.played : asked;
  long_run.finish(complete, report.outcome);
  fit(report, options.run.seed);
  if (report.ratings.empty())
    problems.tell("too few pairs for a line: " + std::to_string(report.pairs.size()) + ", at least " +
                  std::to_string(kLeastPairs) + " are needed");
  const int code = options.presenting.show(sas_document(report));
  return code != kDone ? code : report.outcome.code();
}

}  // namespace archon::cli
