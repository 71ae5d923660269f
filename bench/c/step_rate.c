/* step_rate DECKS.deck... [--games N] [--decisions N] [--observe]: many games at once through the C interface, every decision by
 * lot; each deck plays the next one, as in archon bench. Prints decisions a second of processor time. */
#include <archon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t random_state = 1;
static uint32_t below(uint32_t bound) { /* a linear congruential generator will do: only the speed is asked for */
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(((random_state >> 32) * bound) >> 32);
}

static void check(archon_code code) {
  if (code == ARCHON_OK) return;
  fprintf(stderr, "step_rate: %s\n", archon_last_error());
  exit(2);
}

static archon_decks *read_deck(const char *path) {
  static char text[1 << 20];
  archon_decks *decks = NULL;
  FILE *file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "step_rate: %s can't be read\n", path);
    exit(2);
  }
  check(archon_decks_read(text, fread(text, 1, sizeof text, file), path, &decks));
  fclose(file);
  return decks;
}

int main(int argc, char **argv) {
  int32_t n = 1024, observe = 0, deck_count = 0, i;
  int64_t wanted = 5000000, decisions = 0, answers = 0, ended = 0;
  uint64_t number = 0;
  archon_decks **decks = calloc((size_t)argc, sizeof *decks);
  archon_matchup **matchups = calloc((size_t)argc, sizeof *matchups);
  for (i = 1; i < argc; ++i) {
    if (!strcmp(argv[i], "--games") && i + 1 < argc)
      n = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--decisions") && i + 1 < argc)
      wanted = atoll(argv[++i]);
    else if (!strcmp(argv[i], "--observe"))
      observe = 1;
    else
      decks[deck_count++] = read_deck(argv[i]);
  }
  if (deck_count < 1 || n < 1) {
    fprintf(stderr, "usage: step_rate DECKS.deck... [--games N] [--decisions N] [--observe]\n");
    return 2;
  }
  archon_game **games = calloc((size_t)n, sizeof *games);
  archon_status *statuses = calloc((size_t)n, sizeof *statuses);
  int32_t *actions = calloc((size_t)n, sizeof *actions), *offsets = calloc((size_t)n + 1, sizeof *offsets);
  int32_t *legal = calloc((size_t)n * ARCHON_MAX_LEGAL, sizeof *legal);
  int32_t *columns = observe ? calloc((size_t)n * ARCHON_MAX_LEGAL * ARCHON_ACTION_COLUMNS, sizeof *columns) : NULL;
  int32_t *observations = observe ? calloc((size_t)n * ARCHON_OBSERVATION, sizeof *observations) : NULL;
  for (i = 0; i < deck_count; ++i) check(archon_matchup_make(decks[i], 0, decks[(i + 1) % deck_count], 0, 0, 0, &matchups[i]));
  for (i = 0; i < n; ++i) check(archon_game_make(matchups[i % deck_count], 1, number++, -1, &games[i]));
  clock_t begin = clock();
  while (decisions < wanted) {
    check(archon_legal(games, n, n * ARCHON_MAX_LEGAL, offsets, legal, columns, NULL));
    if (observe) check(archon_observe(games, n, NULL, observations));
    for (i = 0; i < n; ++i) actions[i] = legal[offsets[i] + (int32_t)below((uint32_t)(offsets[i + 1] - offsets[i]))];
    check(archon_step(games, n, actions, statuses));
    answers += n;
    for (i = 0; i < n; ++i) {
      if (statuses[i].player >= 0) continue;
      decisions += statuses[i].decisions;
      ++ended;
      check(archon_game_restart(games[i], 1, number++, -1));
      statuses[i].decisions = 0;
    }
  }
  for (i = 0; i < n; ++i) decisions += statuses[i].decisions;
  double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
  printf("%d games at once, %lld ended: %.0f decisions a second, %.0f of them asked%s\n", (int)n, (long long)ended,
         (double)decisions / seconds, (double)answers / seconds, observe ? ", each with its observation and the columns of its actions" : "");
  for (i = 0; i < n; ++i) archon_game_free(games[i]);
  for (i = 0; i < deck_count; ++i) archon_matchup_free(matchups[i]), archon_decks_free(decks[i]);
  free(games), free(statuses), free(actions), free(offsets), free(legal), free(columns), free(observations), free(decks), free(matchups);
  return 0;
}
