#include "sim/command/command.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "agents/agent_registry.h"
#include "agents/learned/policy_file.h"
#include "engine/deck/known_sets.h"
#include "engine/facts/visible_text.h"
#include "sim/bots/bot_command.h"
#include "sim/command/output.h"
#include "sim/present/terminal_text.h"

namespace archon::cli {

void Problems::check_agent(std::string_view option, std::string_view spec) {
  allow_bot(spec);
  const AgentResult result = make_agent(spec);
  if (!result.agent) add(std::string(option) + ": " + result.error);
  for (const std::string& remark : take_policy_remarks()) tell(remark);
}

void Problems::check_own_agent(std::string_view option, std::string_view spec) {
  if (!is_outside_agent(spec)) return check_agent(option, spec);
  add(std::string(option) + ": " + std::string(spec) +
      " plays whole games only, whose answers no seed fixes; here one of Archon's own agents is wanted ('archon agents' lists "
      "them)");
}

void Problems::check_threads(int threads) {
  check(threads >= 0 && threads <= 1024, "--threads: from 0 (one a core) to 1024, not " + std::to_string(threads));
}

void Problems::check_every_pair(size_t decks) {
  constexpr size_t kMost = 200;
  check(decks <= kMost, "at most " + thousands(kMost) + " decks, because every pair of them plays, not " +
                            thousands(static_cast<int64_t>(decks)));
}

void Problems::check_output(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored))
    return add(option + ": there is no folder " + folder.string());
  const std::string problem = cannot_write(path);
  if (problem.empty()) return;
  ++unwritable_;
  add(option + ": " + problem);
}

void Problems::make_folder(const std::string& option, const std::string& path) {
  const int error = cli::make_folder(path);
  if (error == 0) return;
  for (const int place : {EACCES, EPERM, EROFS, ENOSPC, EDQUOT}) unwritable_ += error == place;
  add(option + ": there is no folder " + path + " and it can't be made: " + std::generic_category().message(error));
}

void Problems::tell(const std::string& what) const { std::cerr << "archon " << command_ << ": " << visible_line(what) << '\n'; }

int Problems::print() const {
  constexpr size_t kMost = 200;
  for (size_t i = 0; i < std::min(kMost, problems_.size()); ++i)
    std::cerr << "archon " << command_ << ": " << visible_line(problems_[i]) << '\n';
  if (problems_.size() > kMost)
    std::cerr << "archon " << command_ << ": and " << thousands(static_cast<int64_t>(problems_.size() - kMost))
              << " more problems\n";
  return unwritable_ == problems_.size() ? kFailed : kUsage;
}

std::vector<std::string> rulebooks() { return {"18.4", "1.3", "1.2", "1.0"}; }

void RunOptions::add_to(Command command) {
  command.option("--seed", seed, "Fixes all shuffles and random choices");
  command.option("-j,--threads", threads, "Number of threads, 0 for one a core; the results do not depend on it");
  command.option("--rules", rules, "Rulebook: 18.4, 1.3 (decks of CotA and AoA), 1.2 or 1.0 (CotA)");
}

void RunOptions::check(Problems& problems) const {
  problems.check_threads(threads);
  time.check(problems);
  problems.check(find_rules(rules).has_value(), "--rules: there is no rulebook '" + rules + "' (" + joined(rulebooks()) + ")");
}

MatchupOptions RunOptions::matchup_options() const {
  MatchupOptions options;
  options.rules = find_rules(rules).value_or(RulesProfile{});
  options.clock = time.limit().clock();
  return options;
}

void add_format(Command command, std::string& format) {
  command.option("--format", format, "table or json").one_of({"table", "json"});
}

namespace {

std::string place(const DeckFile& deck) { return deck.file + ": '" + deck.deck.name + "'"; }

}  // namespace

void check_different(const std::vector<DeckFile>& decks, Problems& problems) {
  std::map<uint64_t, const DeckFile*> seen;
  for (const DeckFile& each : decks) {
    const auto [before, fresh] = seen.emplace(deck_hash(each.deck), &each);
    if (!fresh) problems.add(place(each) + ": the same deck as " + place(*before->second) + " (name it once)");
  }
}

void check_known(const std::vector<DeckFile>& decks, const RulesProfile& rules, Problems& problems) {
  std::set<std::string> seen;
  for (const DeckFile& each : decks)
    if (const std::string unknown = unknown_to(rules, each.deck); !unknown.empty() && seen.insert(each.file).second)
      problems.add(each.file + ": " + unknown + " (--rules 18.4 does)");
}

std::vector<Matchup> every_pair(std::span<const DeckFile> decks, const MatchupOptions& options) {
  std::vector<Matchup> matchups;
  for (size_t a = 0; a < decks.size(); ++a)
    for (size_t b = a + 1; b < decks.size(); ++b)
      matchups.push_back(make_matchup(decks[a].deck, decks[b].deck, options).matchup.value());
  return matchups;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print(const nlohmann::ordered_json& json) { std::cout << json_text(json); }

int ledger_code(const LedgerResult& opened) { return opened.mismatch ? kMismatch : opened.unwritable ? kFailed : kUsage; }

int64_t Stopwatch::now() { return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1); }
double Stopwatch::seconds() const { return static_cast<double>(now() - start_) * 1e-9; }

}  // namespace archon::cli
