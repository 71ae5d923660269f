// Weights of the learned policy as text: they go by names, and what only file or program knows is told.
#include "agents/learned/policy_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <set>
#include <span>
#include <sstream>

#include "agents/agent_registry.h"
#include "agents/reading/card_features.h"
#include "agents/reading/weights_files.h"
#include "engine/core/embed.h"
#include "engine/core/random.h"
#include "engine/facts/facts.h"
#include "tests/temporary_folder.h"

using namespace archon;

namespace {

std::string shipped_text() { return std::string(embedded_text("agents/models/policy.txt")); }
const PolicyWeights& shipped() { return policy_net(kCurrentPolicy).weights(); }

std::string problem_of(const std::string& text) {
  const PolicyResult result = parse_policy(text);
  CHECK((result.weights == nullptr) == !result.problem.empty());
  return result.problem;
}

// The text with the digest that its names have, which its reader says.
std::string sealed(std::string text) {
  constexpr size_t kAt = std::string_view("archon-policy 2 names ").size();
  constexpr std::string_view kSaid = "digest of the names is ";
  const std::string problem = problem_of(text);
  REQUIRE_THAT(problem, Catch::Contains(std::string(kSaid)));
  return text.replace(kAt, 16, problem.substr(problem.find(kSaid) + kSaid.size(), 16));
}

// The text without the line of this name.
std::string without(std::string text, const std::string& name) {
  const size_t at = text.find("\n" + name + "\t");
  REQUIRE(at != std::string::npos);
  return text.erase(at, text.find('\n', at + 1) - at);
}

std::string shuffled(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line + '\n');
  SmallRng rng{9};
  shuffle(std::span(lines).subspan(1), rng);
  std::string out;
  for (const std::string& line : lines) out += line;
  return out;
}

bool equal(const PolicyWeights& a, const PolicyWeights& b) {
  return a.features == b.features && a.names == b.names && a.roles == b.roles && a.position == b.position &&
         a.action == b.action && a.second == b.second && a.second_bias == b.second_bias && a.out == b.out &&
         a.out_first == b.out_first;
}

size_t card_named(std::string_view id) { return static_cast<size_t>(CardTable::instance().find_id(id)); }

}  // namespace

TEST_CASE("policy file: its text gives back the weights") {
  const PolicyResult read = parse_policy(policy_text(shipped(), {"one comment", "another"}));
  CHECK(read.problem.empty());
  REQUIRE(read.weights);
  CHECK_FALSE(read.gaps.any());
  CHECK(equal(*read.weights, shipped()));
  PolicyWeights other = shipped();
  other.names[card_named("troll")][31] = 1.5f;
  other.roles[static_cast<size_t>(CardRole::NamedEnemy)][31][31] = -0.25f;
  other.second[31][15] = 15.f;
  other.out_first[31] = -16.f;
  const PolicyResult again = parse_policy(policy_text(other, {}));
  REQUIRE(again.weights);
  CHECK(equal(*again.weights, other));
  CHECK_FALSE(equal(*again.weights, shipped()));
}

TEST_CASE("policy file: lines may stand in any order") {
  const std::string text = policy_text(shipped(), {"one comment"}), other = shuffled(text);
  REQUIRE(other != text);
  const PolicyResult read = parse_policy(other);
  CHECK(read.problem.empty());
  REQUIRE(read.weights);
  CHECK_FALSE(read.gaps.any());
  CHECK(equal(*read.weights, shipped()));
}

TEST_CASE("policy file: a name that the program doesn't know is skipped and told") {
  const std::string text = policy_text(shipped(), {});
  const std::string before = "feature play.Juggle.enemy\t" + std::string(128, '9') + "\n", after = "card no-such-card\t9\n";
  const size_t second_line = text.find('\n') + 1;
  const PolicyResult read = parse_policy(sealed(text.substr(0, second_line) + before + text.substr(second_line) + after));
  REQUIRE(read.weights);
  CHECK(equal(*read.weights, shipped()));
  CHECK(read.gaps.missing.empty());
  const auto lines = std::to_string(std::ranges::count(text, '\n') + 2);
  CHECK(read.gaps.unknown ==
        std::vector<std::string>{"line 2: feature play.Juggle.enemy", "line " + lines + ": card no-such-card"});
  CHECK(gaps_text(read.gaps) ==
        "2 names are unknown and skipped (line 2: feature play.Juggle.enemy; line " + lines + ": card no-such-card)");
}

TEST_CASE("policy file: a name that the file doesn't have counts as 0 and is told") {
  std::string text = policy_text(shipped(), {});
  PolicyWeights expected = shipped();
  const size_t troll = card_named("troll");
  REQUIRE(expected.names[troll] != CardVector{});
  expected.names[troll] = {};
  text = without(text, "card troll");
  int feature = 0;
  while (card_feature_name(feature) != "play.Steal.any") ++feature;
  expected.features[static_cast<size_t>(feature)] = {};
  text = without(text, "feature play.Steal.any");
  expected.roles[static_cast<size_t>(CardRole::Use)] = {};
  text = sealed(without(text, "role Use"));
  const PolicyResult read = parse_policy(text);
  REQUIRE(read.weights);
  CHECK(equal(*read.weights, expected));
  CHECK(read.gaps.unknown.empty());
  CHECK(gaps_text(read.gaps) == "3 names are missing and count as 0 (feature play.Steal.any, card troll, role Use)");
}

TEST_CASE("policy file: of many gaps five are named") {
  CHECK(gaps_text({}).empty());
  CHECK(gaps_text({.unknown = {"line 7: a"}, .missing = {"b"}}) ==
        "1 name is unknown and skipped (line 7: a); 1 name is missing and counts as 0 (b)");
  CHECK(gaps_text({.unknown = {}, .missing = {"a", "b", "c", "d", "e", "f"}}) ==
        "6 names are missing and count as 0 (a, b, c, d, e, ...)");
}

TEST_CASE("policy file: what is missing is told with what it costs") {
  CHECK(policy_gaps_text({}).empty());
  CHECK(policy_gaps_text({.unknown = {"line 7: role Eat"}, .missing = {}}) ==
        "1 name is unknown and skipped (line 7: role Eat)");
  CHECK(
      policy_gaps_text({.unknown = {}, .missing = {"card troll", "card urchin", "role Use"}}) ==
      "3 names are missing and count as 0 (card troll, card urchin, role Use); without any card policy.txt plays 32 Elo worse; "
      "without any role policy.txt plays 87 Elo worse");
}

TEST_CASE("policy file: damage is found, with its line") {
  const std::string whole = policy_text(shipped(), {"comment"});
  const std::string first = "line 1: expected 'archon-policy 2 names ' and a digest of the names";
  CHECK(problem_of("") == first);
  CHECK(problem_of("archon-policy 1\n8000\n") == first);
  CHECK_THAT(problem_of(whole.substr(0, whole.rfind("card "))), Catch::Contains("lines were lost, or their names changed"));
  CHECK_THAT(problem_of(without(whole, "card troll")), Catch::Contains("lines were lost, or their names changed"));
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    return problem_of(text.replace(text.find(from), from.size(), to));
  };
  CHECK_THAT(changed("card troll\t", "card trool\t"), Catch::Contains("lines were lost, or their names changed"));
  std::string bad_digit = whole;
  bad_digit[bad_digit.find("feature power\t") + 20] = 'g';
  CHECK(problem_of(bad_digit) == "line 4: expected 'feature power', a tab and weights of 4 hexadecimal digits, 32 in all");
  CHECK_THAT(changed("role Use\t", "role Use\t8000"),
             Catch::Contains("'role Use', a tab and weights of 4 hexadecimal digits, 1024 in all"));
  CHECK_THAT(changed("card troll\t", "card troll "), Catch::Contains(": expected a name, a tab and weights"));
  CHECK_THAT(changed("card troll\t", "card anger\t"), Catch::Contains(": a second line of 'card anger'"));
  CHECK(problem_of(sealed(without(whole, "network out"))) ==
        "there is no line 'network out': the weights are those of another network");
}

TEST_CASE("policy file: all names differ") {
  std::istringstream in(policy_text(shipped(), {}));
  std::set<std::string> names;
  int lines = -1;  // without the first
  for (std::string line; std::getline(in, line); ++lines) names.insert(line.substr(0, line.find('\t')));
  CHECK(std::ssize(names) == lines + 1);
  CHECK(lines > 4000);
}

TEST_CASE("policy file: what is told of a file is told once") {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("older.txt");
  std::ofstream(path, std::ios::binary) << sealed(without(policy_text(shipped(), {}), "card troll"));
  take_policy_remarks();
  std::string problem;
  const int value = read_policy_file(path, problem);
  REQUIRE(value >= kFirstWeightsFile);
  CHECK(policy_name(value) == path);
  CHECK(policy_gaps(value).missing == std::vector<std::string>{"card troll"});
  CHECK(read_policy_file(path, problem) == value);
  CHECK(take_policy_remarks() == std::vector<std::string>{"weights=" + path +
                                                          ": 1 name is missing and counts as 0 (card troll); without any card "
                                                          "policy.txt plays 32 Elo worse"});
  CHECK(take_policy_remarks().empty());
  // In full specs it goes by its digest, too.
  const std::string digest = policy_digest(value), spec = "policy:weights=" + path;
  CHECK(digest.size() == 16);
  CHECK(full_spec(spec) == spec + "@" + digest);
  CHECK(full_spec(full_spec(spec)) == full_spec(spec));
  CHECK(short_spec(full_spec(spec)) == spec);
  CHECK(read_policy_file(path + "@" + digest, problem) == value);
  CHECK(read_policy_file(path + "@0123456789abcdef", problem) < 0);
  CHECK(problem == "other weights than were meant: the digest of the file is " + digest + ", not 0123456789abcdef");
  CHECK(read_policy_file("no such file", problem) < 0);
  CHECK(problem == "there is no such file");
}

// A card or instruction that is newer than the policy is missing there, which `archon cards --sets` tells.
TEST_CASE("policy file: the program knows every name of its own policy") {
  CHECK(shipped().out_first != HiddenRow{});
  CHECK(policy_name(kCurrentPolicy) == "current");
  CHECK(policy_gaps(kCurrentPolicy).unknown.empty());
  CHECK(problem_of(shipped_text()).empty());
}

TEST_CASE("a program with a file that can't be read ends, in every build") {
  int out[2];
  REQUIRE(pipe(out) == 0);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    dup2(out[1], STDERR_FILENO);
    embedded_fault("agents/models/policy.txt", "line 3: expected something else");
  }
  close(out[1]);
  std::string said(1000, '\0');
  said.resize(static_cast<size_t>(std::max<ssize_t>(0, read(out[0], said.data(), said.size()))));
  close(out[0]);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT));
  CHECK(said == "archon: the program was built wrongly: agents/models/policy.txt: line 3: expected something else\n");
}
