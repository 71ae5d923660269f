/* The C interface of archon: games, observations, legal actions and agents for programs in any language.
 *
 * Everything is a handle or a number. A function that can fail returns an archon_code; archon_last_error() says why, in words.
 * No exception leaves the library, it starts no threads and prints nothing. Different handles may be used by different threads
 * at the same time, one handle by one thread at a time; decks and matchups may be read by many.
 *
 * A game waits for a decision of one player: of at least two legal actions, since decisions with a single answer are taken
 * without asking. Actions are numbers of one fixed space (see ACTIONS). Arrays belong to the caller, who says how many
 * elements they have room for where that is not fixed.
 *
 * What is hidden stays hidden: legal actions, their columns and observations depend on nothing that the player who sees them
 * may not know. Only archon_state_save, which copies everything, and the random numbers of a game that goes on know more.
 */
#ifndef ARCHON_H
#define ARCHON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define ARCHON_API __attribute__((visibility("default")))
#else
#define ARCHON_API
#endif

/* Counts up when something here changes its meaning: a function, an enumeration, a layout. The shared library's soname has the
 * same number. */
#define ARCHON_API_VERSION 1

typedef enum archon_code {
  ARCHON_OK = 0,
  ARCHON_BAD_ARGUMENT = 1, /* a null pointer, a number out of its range */
  ARCHON_BAD_INPUT = 2,    /* a text or saved state that can't be used */
  ARCHON_NO_ROOM = 3,      /* the caller's array is too small; the error says what is needed */
  ARCHON_ILLEGAL = 4,      /* an action that is not legal now */
  ARCHON_FAILED = 5        /* out of memory, or a fault of the library */
} archon_code;

typedef struct archon_decks archon_decks;     /* decks read from one input */
typedef struct archon_matchup archon_matchup; /* two decks that play each other */
typedef struct archon_game archon_game;       /* a game and where it stands, about 10 KB */
typedef struct archon_agent archon_agent;     /* who decides for one player of one game */

/* ARCHON_API_VERSION of the library that was loaded: to be compared with that of this header. */
ARCHON_API int32_t archon_api_version(void);

/* Why the last call of this thread that did not return ARCHON_OK failed; all problems, one a line. Never null; good until
 * another call of this thread fails. */
ARCHON_API const char *archon_last_error(void);

/* ---- DECKS ---- */

/* Reads all decks of a text in any format that the program reads, recognised by its content: JSON of Master Vault, Decks of
 * KeyForge and others, CSV of Decks of KeyForge, lists, deck files. `size` bytes, at most 16 MB. `name`, which may be null,
 * stands for the input in errors, and names a deck whose text does not. With any problem ARCHON_BAD_INPUT and no decks;
 * the error has the problems of all decks, each with its line and a hint, at most 100. */
ARCHON_API archon_code archon_decks_read(const char *text, size_t size, const char *name, archon_decks **decks);
ARCHON_API int32_t archon_decks_count(const archon_decks *decks);                  /* 0 for null */
ARCHON_API const char *archon_decks_name(const archon_decks *decks, int32_t deck); /* UTF-8; null: no such deck */
ARCHON_API const char *archon_decks_warnings(const archon_decks *decks);           /* what was assumed, one a line; "" */
ARCHON_API void archon_decks_free(archon_decks *decks);                            /* null is allowed, as for all handles */

/* Player 0 plays deck number `deck_0` of `decks_0`, player 1 that of `decks_1`, with so many chains (0 to 24) at the start.
 * Rules: the newest that the program knows. The decks may be freed afterwards, the matchup when its games are made. */
ARCHON_API archon_code archon_matchup_make(const archon_decks *decks_0, int32_t deck_0, const archon_decks *decks_1,
                                           int32_t deck_1, int32_t chains_0, int32_t chains_1, archon_matchup **matchup);
ARCHON_API void archon_matchup_free(archon_matchup *matchup);

/* ---- GAMES ---- */

/* Equal matchup, seed, number and first: equal shuffles. They are those of game `number` of `archon match --seed seed`, where
 * player number % 2 goes first. `first`: 0, 1, or -1 to draw it. */
ARCHON_API archon_code archon_game_make(const archon_matchup *matchup, uint64_t seed, uint64_t number, int32_t first,
                                        archon_game **game);
/* Another game of the same matchup in the same handle. */
ARCHON_API archon_code archon_game_restart(archon_game *game, uint64_t seed, uint64_t number, int32_t first);
/* `to` becomes what `from` is; both go on independently, with the same luck. About 150 ns. */
ARCHON_API archon_code archon_game_copy(archon_game *to, const archon_game *from);
ARCHON_API void archon_game_free(archon_game *game);

/* The complete game as bytes, everything hidden and the luck to come included; archon_state_size() of them. They may be
 * copied and kept, and are good for games of the same decks and chains in the same build of the library; others are refused
 * (ARCHON_BAD_INPUT). Bytes that were changed in between may do anything. */
ARCHON_API size_t archon_state_size(void);
ARCHON_API archon_code archon_state_save(const archon_game *game, void *bytes, size_t size);
ARCHON_API archon_code archon_state_restore(archon_game *game, const void *bytes, size_t size);

/* What player `player`, who must be the one to decide, can't see is dealt again, and chance drawn anew, as searches do it (a
 * determinization): the game becomes one that this player can't tell from what it was. The same for equal `seed` and equal
 * knowledge. Copy the game first. */
ARCHON_API archon_code archon_game_deal(archon_game *game, int32_t player, uint64_t seed);

typedef enum archon_result {
  ARCHON_PLAYING = 0,
  ARCHON_WON_0 = 1,
  ARCHON_WON_1 = 2,
  ARCHON_UNDECIDED = 3, /* too many decisions (20,000) */
  ARCHON_FAULT = 4,     /* a bound of the engine was exceeded */
  ARCHON_TIED = 5
} archon_result;

typedef struct archon_status {
  int32_t player;    /* who is to decide: 0, 1, or -1 when the game is over */
  int32_t winner;    /* 0, 1, or -1 */
  int32_t result;    /* archon_result */
  int32_t first;     /* who went first */
  int32_t active;    /* whose turn it is */
  int32_t turn;      /* turns begun, of both players */
  int32_t decisions; /* taken so far, with those that had a single answer */
} archon_status;
ARCHON_API archon_code archon_game_status(const archon_game *game, archon_status *status);

/* ---- ACTIONS ----
 *
 * An action is a number below ARCHON_ACTIONS. Each verb has a range of its own: its first number and an offset, which is the
 * row of a card (see OBSERVATIONS) or an index. The same number means the same in every game of every set: a policy may have
 * an output for each, with archon_legal's mask.
 *
 *   first  offset        verb
 *       0  row           play a card of the hand
 *      80  row           reap with
 *     160  row           fight with; who is fought is a choice of its own
 *     240  row           use its Action:, Omni: or other ability
 *     320  row           unstun
 *     400  row           discard from hand in the main step
 *     480  row           choose this card, or its name where a card is named (ARCHON_CHOICE_CARD_NAME)
 *     560  row           make a prophecy active
 *     640  row           make its reverse side active
 *     720  index 0..255  option of an ability; which ability comes first; a number; a colour (0 red, 1 blue, 2 yellow); a trait
 *     976  house 0..14   house, in the order of `houses` below
 *     992  place 0..79   enter play with so many creatures to the left
 *    1072                end the turn
 *    1073                done: choose no more cards, or name none of the game
 *    1074                yes: the mulligan, the archives, "you may"
 *    1075                no
 *    1076                enter play on the left flank
 *    1077                on the right flank
 *    1078                raise the tide
 *
 * houses: Brobnar, Dis, Ekwidon, Geistoid, Logos, Mars, Ouboros, Redemption, Sanctum, Saurian, Shadows, Skyborn, Star
 * Alliance, Unfathomable, Untamed. A mask of houses has bit 1 << number.
 */
#define ARCHON_ACTIONS 1079
#define ARCHON_MAX_LEGAL 256 /* legal actions of one decision, at most */
#define ARCHON_NO_ACTION (-1)

typedef enum archon_verb {
  ARCHON_VERB_PLAY,
  ARCHON_VERB_REAP,
  ARCHON_VERB_FIGHT,
  ARCHON_VERB_USE,
  ARCHON_VERB_UNSTUN,
  ARCHON_VERB_DISCARD,
  ARCHON_VERB_END_TURN,
  ARCHON_VERB_HOUSE,
  ARCHON_VERB_CHOOSE,
  ARCHON_VERB_DONE,
  ARCHON_VERB_YES,
  ARCHON_VERB_NO,
  ARCHON_VERB_LEFT,
  ARCHON_VERB_RIGHT,
  ARCHON_VERB_PLACE,
  ARCHON_VERB_OPTION,
  ARCHON_VERB_RAISE_TIDE,
  ARCHON_VERB_ACTIVATE
} archon_verb;

/* Columns of a legal action. */
typedef enum archon_action_column {
  ARCHON_A_ACTION,     /* its number */
  ARCHON_A_VERB,       /* archon_verb */
  ARCHON_A_ROW,        /* of its card: of an order of abilities, whose comes first; -1: none */
  ARCHON_A_SECOND_ROW, /* of an order of abilities: the card that gives it, where that is another; -1 */
  ARCHON_A_INDEX,      /* option, house, place, 1 for the reverse side of a prophecy; else 0 */
  ARCHON_A_DEFINITION, /* what its card is now (see CARDS); -1: no card, or one that the player can't see */
  ARCHON_A_WISH,       /* of choosing a card: 1 its controller gains, -1 loses, by the ability that asks; 0: nothing is known */
  ARCHON_A_AMOUNT,     /* of choosing a card: of the damage, aember, counters ... where that is known; else 0 */
  ARCHON_ACTION_COLUMNS
} archon_action_column;

/* The legal actions of the pending decisions of `count` games. Those of game i are actions[offsets[i]] to
 * actions[offsets[i + 1]], and offsets[0] is 0; of a game that is over there are none. `offsets` has count + 1 elements.
 * What follows may be null: `actions` has `capacity` elements and `columns` `capacity` rows of ARCHON_ACTION_COLUMNS
 * (enough: count * ARCHON_MAX_LEGAL; else ARCHON_NO_ROOM, with `offsets` right and nothing else), `mask` is count rows of
 * ARCHON_ACTIONS, 1 for what is legal. */
ARCHON_API archon_code archon_legal(archon_game *const *games, int32_t count, int32_t capacity, int32_t *offsets,
                                    int32_t *actions, int32_t *columns, uint8_t *mask);

/* Carries out actions[i] in games[i], each game being there once; ARCHON_NO_ACTION leaves a game as it is. Then `statuses`,
 * unless it is null, are those of the games. When one is illegal, none is carried out: ARCHON_ILLEGAL, and the error names the
 * first. */
ARCHON_API archon_code archon_step(archon_game *const *games, int32_t count, const int32_t *actions, archon_status *statuses);

/* A legal action in words for people, as the deciding player may know it: "reap with Dust Imp". Ends with 0, cut where there
 * is no room. */
ARCHON_API archon_code archon_action_text(const archon_game *game, int32_t action, char *text, size_t size);

/* ---- OBSERVATIONS ----
 *
 * What a player may know of the position: ARCHON_OBSERVATION numbers, first ARCHON_GLOBALS of the game, then ARCHON_ROWS rows
 * of ARCHON_COLUMNS, one for each card of both decks, wherever it lies. "own" is the player who looks. The rows of a game
 * never change their cards: both lists of cards are open. For a facedown card in play that the player does not know
 * (ARCHON_C_KNOWN 0) some hidden card of its owner lends its row, and which tells nothing.
 *
 * Not in it: effects that last (what they change is: power, keywords ...), what was done earlier in the turn, abilities that
 * wait, and the kinds of counters other than those of +1 power.
 */
typedef enum archon_choice {
  ARCHON_CHOICE_NONE, /* nobody decides, or the opponent */
  ARCHON_CHOICE_MULLIGAN,
  ARCHON_CHOICE_HOUSE,
  ARCHON_CHOICE_ARCHIVES,
  ARCHON_CHOICE_MAIN,
  ARCHON_CHOICE_FLANK,
  ARCHON_CHOICE_TARGET,
  ARCHON_CHOICE_ORDER,
  ARCHON_CHOICE_OPTION,
  ARCHON_CHOICE_YES_NO,
  ARCHON_CHOICE_NUMBER,
  ARCHON_CHOICE_HOUSE_NAME,
  ARCHON_CHOICE_KEY_COLOR,
  ARCHON_CHOICE_ABILITY, /* how a card is used */
  ARCHON_CHOICE_TRAIT,
  ARCHON_CHOICE_CARD_NAME
} archon_choice;

typedef enum archon_zone {
  ARCHON_ZONE_HIDDEN = -1, /* a hand, a deck, archives, under a card: the player does not know */
  ARCHON_ZONE_DECK,
  ARCHON_ZONE_HAND,
  ARCHON_ZONE_DISCARD,
  ARCHON_ZONE_ARCHIVES,
  ARCHON_ZONE_PURGED,
  ARCHON_ZONE_BATTLELINE,
  ARCHON_ZONE_ARTIFACTS,
  ARCHON_ZONE_ATTACHED, /* upgrades */
  ARCHON_ZONE_UNDER,
  ARCHON_ZONE_LIMBO,    /* on the way: being played or resolved */
  ARCHON_ZONE_INACTIVE, /* prophecies that are not active */
  ARCHON_ZONE_REFERENCE /* active ones, archon powers */
} archon_zone;

/* Of a side: at ARCHON_OWN(column) of an observation for the own one, at ARCHON_OTHER(column) for the opponent's. */
typedef enum archon_side_column {
  ARCHON_S_AEMBER,
  ARCHON_S_KEYS,      /* forged, mask: 1 red, 2 blue, 4 yellow, then colourless ones */
  ARCHON_S_KEYS_LEFT, /* to win */
  ARCHON_S_KEY_COST,  /* now */
  ARCHON_S_CHAINS,
  ARCHON_S_HAND, /* cards */
  ARCHON_S_DECK,
  ARCHON_S_DISCARD,
  ARCHON_S_ARCHIVES,
  ARCHON_S_PURGED,
  ARCHON_S_HOUSES,      /* of the deck, mask */
  ARCHON_S_TOKEN,       /* definition of the token creature, -1: none */
  ARCHON_S_EXTRA_TURNS, /* to take */
  ARCHON_SIDE_COLUMNS
} archon_side_column;

typedef enum archon_global {
  ARCHON_G_TURN,       /* turns begun */
  ARCHON_G_FIRST_TURN, /* 1: of the game */
  ARCHON_G_STEP,       /* 0 setup, start, forge, house, archives, main, ready, draw, 8 end */
  ARCHON_G_ACTIVE,     /* 1: the own turn */
  ARCHON_G_DECIDES,    /* 1: the own decision, 0 the opponent's, -1: the game is over */
  ARCHON_G_WON,        /* 1: won, -1 lost, 0: neither */
  ARCHON_G_WENT_FIRST, /* 1: the own side */
  ARCHON_G_HOUSE,      /* mask of the active house */
  ARCHON_G_TIDE,       /* 1: high for the own side, -1 low, 0 neutral */
  ARCHON_G_CHOICE,     /* archon_choice, and what is asked: 0 where it is not the own decision */
  ARCHON_G_ASKING_ROW, /* the card whose ability asks; -1 */
  ARCHON_G_MIN,        /* of a choice of cards how many, of a number from where ... */
  ARCHON_G_MAX,        /* ... to where */
  ARCHON_G_PICKED,     /* cards chosen before: they are chosen one at a time */
  ARCHON_G_OWN,
  ARCHON_G_OTHER = ARCHON_G_OWN + (int)ARCHON_SIDE_COLUMNS,
  ARCHON_GLOBALS = ARCHON_G_OTHER + (int)ARCHON_SIDE_COLUMNS
} archon_global;
#define ARCHON_OWN(column) ((int)ARCHON_G_OWN + (int)(column))
#define ARCHON_OTHER(column) ((int)ARCHON_G_OTHER + (int)(column))

/* Of a card. From ARCHON_C_ZONE on all is 0, or -1 where that is said, unless the player sees the card; from ARCHON_C_POWER to
 * ARCHON_C_BLANK unless it is in play. */
typedef enum archon_card_column {
  ARCHON_C_PRINTED,       /* definition of the card that has this row; -1: there is none, and all else is 0 */
  ARCHON_C_OWN,           /* 1: of the own deck */
  ARCHON_C_AMBER_ICONS,   /* bonus icons printed on it, of each kind */
  ARCHON_C_CAPTURE_ICONS, /* ... */
  ARCHON_C_DAMAGE_ICONS,  /* ... */
  ARCHON_C_DRAW_ICONS,    /* ... */
  ARCHON_C_DISCARD_ICONS, /* ... */
  ARCHON_C_POWER_ICONS,   /* ... */
  ARCHON_C_KNOWN,         /* 1: the player knows which card of the deck lies there */
  ARCHON_C_ZONE,          /* archon_zone */
  ARCHON_C_OWN_SIDE,      /* 1: it lies on the own side: in play the own side controls it */
  ARCHON_C_PLACE,         /* battleline from the left; discard pile, and what is known of decks, from the top; else -1 */
  ARCHON_C_HOST,          /* row of what it is attached to, or lies under; -1 */
  ARCHON_C_DEFINITION,    /* what it is now: a copy of another card, a token creature; -1 */
  ARCHON_C_HOUSES,        /* mask */
  ARCHON_C_BENEATH,       /* number of cards that lie under it */
  ARCHON_C_CHOSEN,        /* 1: chosen by the ability that asks for more cards */
  ARCHON_C_POWER,         /* now */
  ARCHON_C_ARMOR,         /* that is left this turn */
  ARCHON_C_DAMAGE,
  ARCHON_C_AEMBER,         /* on it */
  ARCHON_C_POWER_COUNTERS, /* +1 each */
  ARCHON_C_OTHER_COUNTERS, /* of all other kinds */
  ARCHON_C_EXHAUSTED,
  ARCHON_C_STUNNED,
  ARCHON_C_WARDED,
  ARCHON_C_ENRAGED,
  ARCHON_C_ELUSIVE_USED, /* this turn */
  ARCHON_C_KEYWORDS,     /* mask: 1 alpha, 2 assault, 4 deploy, 8 elusive, 16 entrench, 32 hazardous, 64 invulnerable,
                            128 omega, 256 poison, 512 skirmish, 1024 splash-attack, 2048 taunt, 4096 treachery,
                            8192 versatile */
  ARCHON_C_ASSAULT,
  ARCHON_C_HAZARDOUS,
  ARCHON_C_SPLASH_ATTACK,
  ARCHON_C_FACEDOWN, /* a token creature */
  ARCHON_C_BLANK,    /* its text is considered blank */
  ARCHON_COLUMNS
} archon_card_column;

#define ARCHON_ROWS 80
#define ARCHON_OBSERVATION ((int)ARCHON_GLOBALS + ARCHON_ROWS * (int)ARCHON_COLUMNS)

/* `count` observations of ARCHON_OBSERVATION numbers each: of games[i] by players[i], or, where `players` is null, by the
 * player who is to decide (by player 0 when the game is over). */
ARCHON_API archon_code archon_observe(archon_game *const *games, int32_t count, const int32_t *players, int32_t *observations);

/* ---- CARDS ----
 *
 * A definition is what a card does: a number below archon_definition_count(), the same in all games of a process; other builds
 * may have other numbers, and weights had better be kept by archon_definition_id ("dust-imp"). Its features are read off its
 * facts and its compiled ability: types, keywords, what it does to whom and when. So they say something of cards that nobody
 * has seen played. Features have names ("play.Steal.enemy") by which they are to be kept: later versions may have more.
 */
ARCHON_API int32_t archon_definition_count(void);
ARCHON_API const char *archon_definition_id(int32_t definition); /* null: there is none */
ARCHON_API int32_t archon_feature_count(void);
ARCHON_API const char *archon_feature_name(int32_t feature); /* null: there is none */
/* Writes archon_feature_count() numbers, from -3 to 3, most of them 0. */
ARCHON_API archon_code archon_definition_features(int32_t definition, float *features);

/* ---- AGENTS ---- */

/* The agent that a name or spec describes ("greedy", "standard", "mcts:iterations=40"; `archon agents` lists them), for one
 * player of one game. With the seed and number of the game it decides as in that game of `archon match --seed seed`. */
ARCHON_API archon_code archon_agent_make(const char *spec, uint64_t seed, uint64_t number, int32_t player,
                                         archon_agent **agent);
/* Its answer to the pending decision, which must be its player's. It is shown what that player may know. */
ARCHON_API archon_code archon_agent_choose(archon_agent *agent, const archon_game *game, int32_t *action);
ARCHON_API void archon_agent_free(archon_agent *agent);

#ifdef __cplusplus
}
#endif

#endif
