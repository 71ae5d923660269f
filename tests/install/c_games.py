#!/usr/bin/env python3
"""c_games.py LIBRARY A.deck B.deck AGENT GAMES SEED: the games of `archon match`, all at once through the C interface, with what
the last player to decide saw at the end. An example of a client in Python: nothing but ctypes is needed."""
import ctypes
import pathlib
import sys

NO_ACTION, GLOBALS, ROWS, COLUMNS, OWN = -1, 40, 80, 34, 14  # of archon.h, version 1
AEMBER, KEYS_LEFT = OWN + 0, OWN + 2


class Status(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("player", "winner", "result", "first", "active", "turn", "decisions")]


def load(path):
    library = ctypes.CDLL(path)
    library.archon_last_error.restype = library.archon_decks_name.restype = ctypes.c_char_p
    if library.archon_api_version() != 1:
        sys.exit(f"{path} is of another version")
    return library


def main(path, deck_a, deck_b, spec, count, seed):
    library, count, seed = load(path), int(count), int(seed)

    def call(function, *arguments):
        if getattr(library, function)(*arguments) != 0:
            sys.exit(library.archon_last_error().decode())

    def make(function, *arguments):
        handle = ctypes.c_void_p()
        call(function, *arguments, ctypes.byref(handle))
        return handle

    texts = [pathlib.Path(deck).read_bytes() for deck in (deck_a, deck_b)]
    decks = [make("archon_decks_read", text, ctypes.c_size_t(len(text)), None) for text in texts]
    matchup = make("archon_matchup_make", decks[0], 0, decks[1], 0, 0, 0)
    numbers = [(ctypes.c_uint64(seed), ctypes.c_uint64(number)) for number in range(count)]
    games = [make("archon_game_make", matchup, *each, i % 2) for i, each in enumerate(numbers)]
    agents = [[make("archon_agent_make", spec.encode(), *each, player) for player in (0, 1)] for each in numbers]

    batch, statuses = (ctypes.c_void_p * count)(*(game.value for game in games)), (Status * count)()
    actions = (ctypes.c_int32 * count)(*[NO_ACTION] * count)
    call("archon_step", batch, count, actions, statuses)  # nobody acts: the statuses as they are
    while any(status.player >= 0 for status in statuses):
        for i, status in enumerate(statuses):
            action = ctypes.c_int32(NO_ACTION)
            if status.player >= 0:
                call("archon_agent_choose", agents[i][status.player], games[i], ctypes.byref(action))
            actions[i] = action
        call("archon_step", batch, count, actions, statuses)

    seen = (ctypes.c_int32 * (count * (GLOBALS + ROWS * COLUMNS)))()
    call("archon_observe", batch, count, None, seen)  # by player 0, as the games are over
    for i, status in enumerate(statuses):
        mine = seen[i * (GLOBALS + ROWS * COLUMNS):]
        print(i, status.winner, status.first, status.turn, status.decisions, mine[AEMBER], mine[KEYS_LEFT])
    print(*(sum(status.winner == player for status in statuses) for player in (0, 1)))


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
