/* c_game A.deck B.deck: `greedy` with the first deck against somebody who decides by lot. An example of a C program:
 * cc c_game.c -larchon */
#include <archon.h>
#include <stdio.h>
#include <stdlib.h>

static void check(archon_code code) {
  if (code == ARCHON_OK) return;
  fprintf(stderr, "%s\n", archon_last_error());
  exit(2);
}

static archon_decks *read_decks(const char *path) {
  static char text[1 << 20];
  archon_decks *decks = NULL;
  FILE *file = fopen(path, "rb");
  if (!file) return fprintf(stderr, "%s: it can't be read\n", path), exit(2), decks;
  check(archon_decks_read(text, fread(text, 1, sizeof text, file), path, &decks));
  fclose(file);
  return decks;
}

int main(int argc, char **argv) {
  if (argc != 3) return fprintf(stderr, "usage: c_game A.deck B.deck\n"), 2;
  archon_decks *a = read_decks(argv[1]), *b = read_decks(argv[2]);
  archon_matchup *matchup;
  archon_game *game;
  archon_agent *greedy;
  archon_status status;
  int32_t action, legal[ARCHON_MAX_LEGAL], offsets[2];
  check(archon_matchup_make(a, 0, b, 0, 0, 0, &matchup));
  check(archon_game_make(matchup, 1, 0, -1, &game));
  check(archon_agent_make("greedy", 1, 0, 0, &greedy));
  for (check(archon_game_status(game, &status)); status.player >= 0; check(archon_step(&game, 1, &action, &status))) {
    check(archon_legal(&game, 1, ARCHON_MAX_LEGAL, offsets, legal, NULL, NULL));
    if (status.player == 0)
      check(archon_agent_choose(greedy, game, &action));
    else
      action = legal[rand() % offsets[1]];
  }
  printf("%s against %s: ", archon_decks_name(a, 0), archon_decks_name(b, 0));
  printf("player %d won in turn %d after %d decisions\n", (int)status.winner, (int)status.turn, (int)status.decisions);
  archon_agent_free(greedy), archon_game_free(game), archon_matchup_free(matchup), archon_decks_free(a), archon_decks_free(b);
  return 0;
}
