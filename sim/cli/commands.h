#pragma once
// The commands: each adds itself to the command line, and runs when it was called.
#include "sim/command/arguments.h"

namespace archon::cli {

void add_advise(Command program);
void add_arena(Command program);
void add_match(Command program);
void add_matrix(Command program);
void add_gauntlet(Command program);
void add_merge(Command program);
void add_chains(Command program);
void add_bid(Command program);
void add_best(Command program);
void add_build(Command program);
void add_cards(Command program);
void add_deck(Command program);
void add_deck_report(Command deck);
void add_agents(Command program);
void add_bench(Command program);
void add_soak(Command program);
void add_engine(Command program);
void add_position(Command program);
void add_perft(Command program);
void add_completion(Command program);
void add_conformance(Command program);
void add_man(Command program);
void add_train(Command program);
void add_train_labels(Command train);
void add_train_policy(Command train);
void add_train_forecast(Command train);
void add_train_ratings(Command train);
void add_puzzles(Command program);
void add_regret(Command program);
void add_rate(Command program);
void add_replay(Command program);
void add_tournament(Command program);
void add_turns(Command program);
void add_usage(Command program);
void add_values(Command program);
void add_verify(Command program);

// The standard agent with weights of a file: "lookahead:actions=3,targets=3,model=FILE".
std::string standard_with(std::string_view parameter, const std::string& file);

}  // namespace archon::cli
