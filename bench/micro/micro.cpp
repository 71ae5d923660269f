// What a game, a search and the start of the program are made of, one by one (bench/README.md).
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "agents/learned/action_scores.h"
#include "agents/learned/policy_file.h"
#include "engine/core/embed.h"
#include "engine/deck/deck.h"
#include "engine/engine.h"
#include "engine/lang/checker.h"
#include "engine/lang/generator.h"
#include "engine/lang/needs.h"
#include "engine/lang/parser.h"
#include "engine/make_matchup.h"
#include "engine/query/derive.h"
#include "engine/view/view.h"

namespace archon {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "archon_micro: %s\n", why.c_str());
  std::exit(2);
}

Deck read_deck(const std::string& name) {
  const std::string path = ARCHON_SOURCE_DIR "/sim/decks/" + name + ".deck";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  DeckResult result = parse_deck(text.str());
  if (!file || !result.deck) give_up(path + ": can't be read");
  return *std::move(result.deck);
}

// Positions of random games in which something is to be decided, more than the first-level cache holds, as in a search.
struct Positions {
  static constexpr size_t kCount = 64;

  Matchup matchup;
  std::vector<State> states{kCount};
  std::array<ActionList, kCount> legal;
  std::array<Action, kCount> answer;  // one of the legal actions

  Positions(const std::string& a, const std::string& b) : matchup(*make_matchup(read_deck(a), read_deck(b)).matchup) {
    SmallRng rng{1};
    uint64_t game = 0;
    for (size_t i = 0; i < kCount; ++i) {
      do {
        new_game(matchup, states[i], {.seed = 1, .game = game++});
        for (int step = 0; step < 60 && !states[i].over(); ++step) apply(matchup, states[i], draw(i, rng));
      } while (states[i].over());
      answer[i] = draw(i, rng);
    }
  }

 private:
  Action draw(size_t i, SmallRng& rng) {
    legal[i] = {};
    legal_actions(matchup, states[i], legal[i]);
    return legal[i][static_cast<int>(rng.below(static_cast<uint32_t>(legal[i].size())))];
  }
};

// The starter decks, and newer ones with a token creature and the tide.
const Positions& positions(int64_t which) {
  static const std::array<Positions, 2> kPositions = {
      Positions("radiant-argus-the-supreme", "miss-onyx-censorius"),
      Positions("toc/pupa-ramos-the-ever-changing", "dt/audocurse-the-broken-thiefs-evil-twin"),
  };
  return kPositions[static_cast<size_t>(which)];
}

// Times work(positions, i) for one position after the other.
template <class Work>
void each_position(benchmark::State& run, Work work) {
  const Positions& given = positions(run.range(0));
  size_t i = 0;
  for (auto _ : run) {
    work(given, i);
    i = (i + 1) % Positions::kCount;
  }
  run.SetLabel(run.range(0) == 0 ? "CotA" : "ToC and DT");
}

void copy(benchmark::State& run) {
  std::vector<State> copies(Positions::kCount);
  each_position(run, [&](const Positions& given, size_t i) {
    copies[i] = given.states[i];
    benchmark::DoNotOptimize(copies[i]);
  });
  run.counters["bytes"] = sizeof(State);
}

void derive(benchmark::State& run) {
  std::vector<State> copies = positions(run.range(0)).states;
  each_position(run, [&](const Positions& given, size_t i) { archon::derive(given.matchup, copies[i]); });
}

void legal(benchmark::State& run) {
  each_position(run, [](const Positions& given, size_t i) {
    ActionList list;
    legal_actions(given.matchup, given.states[i], list);
    benchmark::DoNotOptimize(list);
  });
}

void copy_and_apply(benchmark::State& run) {
  State s;
  each_position(run, [&](const Positions& given, size_t i) {
    s = given.states[i];
    apply(given.matchup, s, given.answer[i]);
    benchmark::DoNotOptimize(s);
  });
}

void deal(benchmark::State& run) {
  SmallRng rng{1};
  each_position(run, [&](const Positions& given, size_t i) {
    State s = View(given.matchup, given.states[i], decision_player(given.states[i])).deal(rng);
    benchmark::DoNotOptimize(s);
  });
}

// All legal actions of a decision.
void score(benchmark::State& run, const PolicyOptions& options) {
  std::array<int, kMaxActions> scores;
  each_position(run, [&](const Positions& given, size_t i) {
    const ActionList& list = given.legal[i];
    action_scores(View(given.matchup, given.states[i], decision_player(given.states[i])), list,
                  std::span(scores).first(static_cast<size_t>(list.size())), options);
    benchmark::DoNotOptimize(scores);
  });
}

void thumb_score(benchmark::State& run) { score(run, {}); }
void learned_score(benchmark::State& run) { score(run, {.net = &policy_net(kCurrentPolicy)}); }

BENCHMARK(copy)->DenseRange(0, 1);
BENCHMARK(derive)->DenseRange(0, 1);
BENCHMARK(legal)->DenseRange(0, 1);
BENCHMARK(copy_and_apply)->DenseRange(0, 1);
BENCHMARK(deal)->DenseRange(0, 1);
BENCHMARK(thumb_score)->DenseRange(0, 1);
BENCHMARK(learned_score)->DenseRange(0, 1);

// What the program does before its first game.
void load_facts(benchmark::State& run) {
  std::string problem;
  for (auto _ : run) benchmark::DoNotOptimize(parse_facts(embedded_text("engine/facts/facts.tsv"), problem));
}

void compile_definitions(benchmark::State& run) {
  const CardTable& table = CardTable::instance();
  const lang::Vocabulary vocabulary = lang::vocabulary_of(table);
  for (auto _ : run) {
    Program program;
    lang::generate_facts(table, program);
    for (const EmbeddedFile& file : embedded_files("engine/cards/")) {
      const std::string path(file.path);
      const lang::ParseResult parsed = lang::parse(file.text, path, vocabulary);
      benchmark::DoNotOptimize(lang::check(parsed.cards, path, vocabulary));
      for (const lang::CardAst& card : parsed.cards) lang::generate(card, path, table, program);
      lang::note_needs(program);
    }
    benchmark::DoNotOptimize(program);
  }
}

void load_policy(benchmark::State& run) {
  std::string problem;
  for (auto _ : run) problem = parse_policy(embedded_text("agents/models/policy.txt")).problem;
  if (!problem.empty()) give_up(problem);
}

BENCHMARK(load_facts)->Unit(benchmark::kMillisecond);
BENCHMARK(compile_definitions)->Unit(benchmark::kMillisecond);
BENCHMARK(load_policy)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace archon

BENCHMARK_MAIN();
