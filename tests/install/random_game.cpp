// random_game A.deck B.deck: one game, every decision by lot. An example of a program with the engine as a library.
#include <array>
#include <cstdint>
#include <iostream>
#include <random>
#include <string>

#include "engine/deck/deck.h"
#include "engine/engine.h"
#include "engine/make_matchup.h"
#include "engine/notation.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: random_game A.deck B.deck\n";
    return 2;
  }
  std::array<archon::Deck, 2> decks;
  for (size_t i = 0; i < 2; ++i) {
    const std::string path = argv[i + 1];
    const archon::DeckResult read = archon::read_deck_file(path);
    for (const archon::DeckProblem& problem : read.problems) std::cerr << archon::format_problem(path, problem) << '\n';
    if (!read.deck) return 2;
    decks[i] = *read.deck;
  }
  const archon::Matchup matchup = archon::make_matchup(decks[0], decks[1]).matchup.value();  // the newest rules know every deck

  archon::State game;
  archon::new_game(matchup, game, {.seed = 1});
  std::mt19937 dice(1);
  archon::ActionList legal;
  int decisions = 0;
  for (; !game.over(); ++decisions) {
    archon::legal_actions(matchup, game, legal);
    archon::apply(matchup, game, legal[static_cast<int>(dice() % static_cast<unsigned>(legal.size()))]);
  }
  std::cout << decks[0].name << " against " << decks[1].name << ": " << archon::result_word(game.result);
  if (game.winner() >= 0) std::cout << " by " << decks[static_cast<size_t>(game.winner())].name;
  std::cout << " after " << decisions << " decisions\n";
}
