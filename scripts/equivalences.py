"""Changes of definitions that no game can tell from the original, whatever the card. Each rule is given the words, the place of the
change, what stands there and what would, and the statement before and from that place."""
import functools
import pathlib
import re

from mutations import BOUNDS, CLOSING, NOUNS, end_of_part

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVENT_WORDS = {"after", "before", "replace", "forbid", "require", "limit", "tax"}


def in_event(tokens, at):
    """Whether the word stands in the description of an event: what is asked of the card is asked of one."""
    for i in range(at - 1, -1, -1):
        if tokens[i] in EVENT_WORDS:
            return True
        if tokens[i] == "(" and i and tokens[i - 1] == "times":
            return "," not in tokens[i:at]
        if tokens[i] in BOUNDS:
            return False
    return False


def statement(tokens, at):
    """The words of the statement around a place, as text before and from it."""
    first = max((i + 1 for i in range(at) if tokens[i] in BOUNDS), default=0)
    return " ".join(tokens[first:at]), " ".join(tokens[at:end_of_part(tokens, at, BOUNDS)])


def closing(tokens, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i] in CLOSING) - (tokens[i] in CLOSING.values())
        if depth == 0:
            return i
    return len(tokens)


def block(tokens, at):
    """The block in braces that follows."""
    open_at = tokens.index("{", at) if "{" in tokens[at:] else len(tokens)
    return " ".join(tokens[open_at + 1:closing(tokens, open_at)]) if open_at < len(tokens) else ""


def same_event_quantifier(tokens, start, old, new, before, after):
    return old in ("a", "an", "each") and new in ("a", "each", "2", "up to 1") and in_event(tokens, start)


def same_random(tokens, start, old, new, before, after):
    return old == "a" and new == "up to 1" and after.startswith("a random")


def same_first_found(tokens, start, old, new, before, after):
    return old in ("a", "each") and new in ("a", "each", "2", "up to 1") and before.endswith("until")


def same_constant_quantifier(tokens, start, old, new, before, after):
    return old == "each" and new == "a" and (
        before == "" and re.search(r" (gets|gains|loses)( |$)", after) or before.startswith("redirect damage on"))


def same_owner(tokens, start, old, new, before, after):
    if old != "nothing" or new not in ("friendly", "enemy"):
        return False
    if "owner of" in before or "they puts" in before:  # the hand of either player
        return False
    theirs = before.startswith("opponent") or re.match(r"\S+ (\S+ ){0,2}in opponent ", after)
    zone = re.match(r"(\S+ ){1,3}in (opponent )?(hand|discard)( |$)", after) and not re.match(r"\S+ in (any|one) ", after)
    pile = re.search(r"(discard from deck until|search deck or discard for) ", before)
    looked = re.match(r"card among \$x", after) and "look at top 3 of deck as $x" in " ".join(tokens)
    revealed = before.startswith("if it is a") and re.search(r"(reveal|discard) top 1 of deck", " ".join(tokens[:start]))
    return bool(zone or pile or looked or revealed) and (new == "enemy") == bool(theirs)


def same_player(tokens, start, old, new, before, after):
    """`you play a creature`: what one plays, discards and uses is one's own."""
    if old != "nothing" or new not in ("friendly", "enemy"):
        return False
    who = re.search(r"(you|opponent) (play|discard|use)s? (a |an |another )?(\S+ )?$", before + " ")
    by_you = new == "friendly" and re.match(r"(creature|artifact)( or artifact)? played by you", after)
    if not in_event(tokens, start) or "artifact" in after and "use" in before:  # artifacts of the other side can be used too
        return bool(by_you)
    noun = re.match(r"(creature|artifact)", after) or re.search(r"(discard|use)s? ", before) or \
        not before.startswith("forbid") and before.split()[-1] in ("a", "another")
    return bool(by_you or who and noun and (who[1] == "you") == (new == "friendly"))


def same_at_zero(tokens, start, old, new, before, after):
    zero = re.match(r"\S+ 0( |$)", after)
    return bool(zero and (old, new) in ((">", "!="), ("=", "<="), ("!=", ">")))


def same_in_fights(tokens, start, old, new, before, after):
    fights = re.search(r"(destroyed fighting this|destroyed by assault| by fight | fights$| fights | reaps)", after) or "against a different" in before or \
        re.search(r"attacking \( (enemy )?(flank )?$", before + " ") or before.startswith("forbid this fights")
    if old == "friendly" and (tokens[0] == "after" or tokens[0] == "constant" and before.startswith("forbid")):
        return False  # it holds in the turns of both players
    among = "fight with a" in before and after.split()[1:2] + after.split()[2:3] == ["among", "$scouts"] or "among $scouts" in after
    sides = {("enemy", "nothing"), ("creature", "card"), ("friendly", "nothing")}
    if "attacking" in before or before.startswith("forbid this fights"):
        sides.add(("nothing", "enemy"))
    if (old, new) == ("enemy", "nothing") and re.search("fights|reaps", after) and re.search(r"(after|before|forbid) an? $", before + " "):
        return "opponent-next-turn" in tokens
    return bool(fights) and (old, new) in sides or bool(among) and (old, new) in {("creature", "card"), ("nothing", "friendly")}


def same_allowed(tokens, start, old, new, before, after):
    if before.startswith("forbid") and after == "friendly creature is used except fight":
        return (old, new) == ("friendly", "nothing")
    return before.startswith("allow") and "spend" not in before and ((old, new) in (("friendly", "nothing"), ("nothing", "friendly")) or
                                           "fight with" in before and (old, new) == ("creature", "card"))


CREATURE_WORDS = set("human knight robot scientist horseman niffle beast specter agent elusive flank left-flank right-flank giant demon thief odd dinosaur mutant center cat sin pilot ironyx token".split())


def same_on_artifacts(tokens, start, old, new, before, after):
    if (old, new) not in (("creature", "card"), ("creatures", "cards")):
        return False
    words = before.split()
    entering = re.search(r"enters play (if .* )?: deal", " ".join(tokens)) or "is damaged" in after
    adjective = words[-1:] and words[-2:-1] != ["or"] and (words[-1] in CREATURE_WORDS or "damaged" in words[-2:])
    powerful = re.match(r"creatures? where power (=|>|>=) [0-9]", after)
    if adjective or powerful or entering:
        return True
    every = "each" in words[-4:]
    return every and (words[0] in ("deal", "heal", "stun", "unstun", "ward") or bool(re.search(r"creature (gets|gains|loses) (?!traits)", after)))


ACTIVE_ONLY = re.compile(r"allow |after you play|next .*played by you|each creature played by you|forbid you play|replace you gain "
                         r"amber by reap|after a friendly creature (fights|reaps)")
OPPONENT_ONLY = re.compile(r"require opponent|forbid (opponent|an enemy creature)|after opponent forges|opponent skips")


@functools.cache
def card_types():
    rows = [line.split("\t") for line in (ROOT / "engine/facts/facts.tsv").read_text().splitlines()]
    return {row[0]: row[2] for row in rows}


def same_named(tokens, start, old, new, before, after):
    named = re.match(r'\S+ named "([^"]*)"', after)
    return bool(named) and old in NOUNS and (new in ("card", "cards") or new.rstrip("s") == card_types()[named[1]])


def same_counting(tokens, start, old, new, before, after):
    return (old, new) == ("next", "first") and "this-turn" in tokens[:start]


def same_turn(tokens, start, old, new, before, after):
    return old == "by you" and before.split(" ")[0] in ("next", "first", "each") or \
        (old, new) == ("nothing", "friendly") and after == "creature reaps" and "this-turn" in tokens[:start]


def same_clock(tokens, start, old, new, before, after):
    inside = block(tokens, start)
    return (old, new) == ("this-turn", "until-next-turn") and bool(ACTIVE_ONLY.match(inside)) or \
        (old, new) == ("opponent-next-turn", "until-next-turn") and bool(OPPONENT_ONLY.match(inside)) and \
        tokens[:2] != ["after", "opponent"]  # that may be the opponent's turn


def same_gone_artifact(tokens, start, old, new, before, after):
    return (old, new) == ("destroy", "discard") and bool(
                after == "destroy this" and tokens[0] in ("omni", "action") or after == "destroy it" and "artifact" in tokens or
        re.match(r"destroy ((each|each friendly|an|a friendly|an enemy) artifact|source)$", after))


def same_archives(tokens, start, old, new, before, after):
    return (old, new) == ("nothing", "opponent") and bool(re.match(r"archive (it|this|a friendly|each friendly)", after))


def same_line(tokens, start, old, new, before, after):
    return (old, new) in (("creature", "card"), ("creatures", "cards"), ("nothing", "friendly")) and \
        bool(re.match(r"creatures? (left|right)-of ", after))


RULES = [
    (same_event_quantifier, "an event happens to one card: its quantifier decides nothing"),
    (same_first_found, "discarding stops at the first card found: its quantifier decides nothing"),
    (same_random, "what chance takes nobody may decline"),
    (same_gone_artifact, "no card of the set tells an artifact or upgrade that is destroyed from one that is discarded"),
    (same_constant_quantifier, "a constant ability is about all cards that fit: its quantifier decides nothing"),
    (same_owner, "the cards of a hand, deck or discard pile are its owner's"),
    (same_player, "what a player plays, discards and uses is that player's"),
    (same_at_zero, "counts are never below 0"),
    (same_in_fights, "only creatures fight and reap, those of the active player, and they fight enemies"),
    (same_allowed, "a player plays cards of the own hand and uses friendly ones, and only creatures fight"),
    (same_on_artifacts, "only creatures have damage, power, stun, keywords, flanks and these traits"),
    (same_named, "a name belongs to one card, which has its type"),
    (same_counting, "in a lasting effect `first` and `next` count from its beginning"),
    (same_turn, "in a player's turn only that player plays and reaps"),
    (same_clock, "in the rest of the time nobody can do it"),
    (same_line, "what stands left or right of a creature are creatures of its battleline"),
    (same_archives, "cards go to their owner's archives, whoever archives them"),
]


def rule_for(tokens, start, end, new):
    """Why a change makes no difference to any game, or None."""
    old, word = " ".join(tokens[start:end]) or "nothing", " ".join(new) or "nothing"
    before, after = statement(tokens, start)
    for rule, reason in RULES:
        if rule(tokens, start, old, word, before, after):
            return reason
    return None
