"""One-step changes of a definition, as lists of words: what scripts/mutate.py tries."""
import collections

# One step: a word becomes another of its kind.
GROUPS = [
    "friendly enemy",
    "a each",
    "most least",
    "destroy purge archive return discard",
    "gain lose steal draw",
    "draw archive discard",
    "gains loses",
    "captures steals",
    "capture steal gain",
    "stun exhaust ready ward enrage",
    "unstun ready",
    "heal deal",
    "use reap fight",
    "play use",
    "plays uses discards",
    "fights reaps",
    "enters leaves",
    "sacrifice purge",
    "abduct return",
    "add remove",
    "forbid allow",
    "limit forbid",
    "creature artifact card",
    "creatures artifacts cards",
    "damaged undamaged",
    "stunned exhausted ready",
    "hand deck discard archives",
    "top bottom",
    "you opponent",
    "your opponent",
    "brobnar dis logos mars sanctum shadows untamed",
    "human knight mars robot beast scientist horseman niffle agent specter",
    "elusive skirmish taunt versatile poison",
    "assault hazardous",
    "power armor damage amber",
    "keys chains count amber",
    "half third",
    "destroyed damaged purged",
    "controller owner opponent",
    "< <= > >= = !=",
    "+ -",
    "* +",
    "and or",
    "this-turn opponent-next-turn your-next-turn until-next-turn next-turn",
    "opponent-last-turn this-turn",
    "until-this-leaves while-controlled this-turn",
    "this-fight -> this-turn",
    "before after replace",
    "while unless",
    "play fight reap destroyed",
    "action omni play",
    "omni action",
    "owned controlled",
    "owner controller",
    "owner your opponent",
    "this it",
    "host this",
    "foe this",
    "min max",
    "start end",
    "left right",
    "chosen active",
    "first next",
]
# One step: a word that narrows, turns round or adds is left out.
OPTIONAL = set("""friendly enemy may another other different random non-flank flank damaged undamaged stunned exhausted ready not each
    opponent your once first next elusive as-if-yours facedown human knight mars robot beast scientist horseman niffle agent specter
    again repeat half""".split())
HEADS = {"play", "fight", "reap", "action", "omni", "destroyed"}
NOUNS = {"creature", "creatures", "artifact", "artifacts", "card", "cards"}
SUBJECT_VERBS = {"gain", "lose", "steal", "draw", "discard", "archive"}
CLOSING = {"(": ")", "{": "}"}
BOUNDS = {":", ";", "{", "}", "|", "then", "else"}


class Alternatives:
    """What one word may become, by word."""

    def __init__(self, groups):
        self.by_word = collections.defaultdict(list)
        for group in groups:
            words = group.replace("->", "").split()
            for word in words[:1] if "->" in group else words:
                for other in words:
                    if other != word and other not in self.by_word[word]:
                        self.by_word[word].append(other)

    def of(self, word):
        return self.by_word.get(word, [])


ALTERNATIVES = Alternatives(GROUPS)
HOUSES = "brobnar dis logos mars sanctum shadows untamed".split()


def other_words(word):
    """Every house and every adjective may become another; one other house says as much as six."""
    if word in HOUSES:
        return [HOUSES[(HOUSES.index(word) + 1) % len(HOUSES)]]
    if word.startswith("non-"):
        return [word[4:]] + ["non-" + other for other in other_words(word[4:])[:1]]
    return ALTERNATIVES.of(word)


def end_of_part(tokens, at, stops):
    """Where the phrase that begins at `at` ends: before a stop word, or where the bracket around it closes."""
    depth = 0
    for i in range(at, len(tokens)):
        if depth == 0 and (tokens[i] in stops or tokens[i] in CLOSING.values()):
            return i
        depth += (tokens[i] in CLOSING) - (tokens[i] in CLOSING.values())
    return len(tokens)


def word_changes(tokens):
    for i, word in enumerate(tokens):
        if word.isdigit():
            yield i, i + 1, [str(int(word) + 1)]
            if word != "0":
                yield i, i + 1, [str(int(word) - 1)]
        for other in other_words(word):
            yield i, i + 1, [other]
        if word in OPTIONAL or word in HOUSES or word.startswith("non-"):
            yield i, i + 1, []
        before = tokens[i - 1] if i else ""
        if word in NOUNS and before not in ("friendly", "enemy", "named"):
            yield i, i, ["friendly"]
            yield i, i, ["enemy"]
        if before in BOUNDS - {"then"} and word not in BOUNDS | {"may", "if"}:
            yield i, i, ["may"]
        if word in SUBJECT_VERBS and (before in (":", ";", "{", "then", "else", "|", "may")):
            yield i, i, ["opponent"]


def quantifier_changes(tokens):
    for i, word in enumerate(tokens):
        following = tokens[i + 1] if i + 1 < len(tokens) else ""
        if word == "up" and following == "to":
            yield i, i + 2, []
            yield i, i + 3, ["any", "number", "of"]
            if i + 2 < len(tokens):
                yield i, i + 3, ["each"]
        if word == "any" and following == "number":
            yield i, i + 3, ["a"]
            yield i, i + 3, ["each"]
        if word.isdigit() and following in NOUNS | {"friendly", "enemy", "different", "damaged"}:
            yield i, i + 1, ["each"]
        if word == "the" and following in ("most", "least"):
            yield i, i + 3, ["a"]
        if word == "a" and i and tokens[i - 1] != "is":
            yield i, i + 1, ["2"]
            yield i, i + 1, ["up", "to", "1"]
        if word == "each" and following == "player":
            yield i, i + 2, ["you"]
            yield i, i + 2, ["opponent"]


QUALIFIERS = set("where except splash ignoring named in of by from on fighting under until-this-leaves".split())
ENDS_OF_QUALIFIERS = {";", "|", ":", ",", "and", "then", "else", "to", "where", "except", "gets", "gains", "enters"}


def phrase_changes(tokens):
    """What qualifies a noun or a constant is left out, of two alternatives one, of two heads one."""
    for i, word in enumerate(tokens):
        following = tokens[i + 1] if i + 1 < len(tokens) else ""
        if word == "or" and following in NOUNS | {"discard", "flank"}:
            yield i, i + 2, []
            yield i - 1, i + 1, []
        if word in QUALIFIERS:
            yield i, end_of_part(tokens, i + 1, ENDS_OF_QUALIFIERS), []
        if word in ("while", "unless"):
            yield i, end_of_part(tokens, i + 1, {";"}), []
        if word in HEADS and (following == "/" or (i and tokens[i - 1] == "/")):
            yield (i, i + 2, []) if following == "/" else (i - 1, i + 1, [])
        if word in ("also", "too"):
            yield i, i + 1, []


def condition_changes(tokens):
    """Conditions are turned round or left out, so is what happens otherwise."""
    for i, word in enumerate(tokens):
        if word == "if":
            then = end_of_part(tokens, i + 1, {"then", ":", ";"})
            yield i + 1, then, ["not", "(", *tokens[i + 1:then], ")"]
            yield i, then + 1 if tokens[then:then + 1] == ["then"] else then, []
        if word == "else":
            end = end_of_part(tokens, i + 1, {";", "|"})
            yield i, end, []
            then = max(k for k in range(i) if tokens[k] == "then")
            yield then + 1, end, [*tokens[i + 1:end], "else", *tokens[then + 1:i]]


def statement_changes(tokens):
    """Each statement of a list is left out."""
    starts = [i + 1 for i, word in enumerate(tokens) if word in (":", ";", "{", "then", "|")]
    for start in starts:
        end = end_of_part(tokens, start, {";", "|", "else"})
        if start >= end or end - start == len(tokens):
            continue
        if end < len(tokens) and tokens[end] in (";", "|"):
            yield start, end + 1, []
        elif tokens[start - 1] in (";", "|"):
            yield start - 1, end, []


def changes(tokens):
    seen = set()
    for kind in (word_changes, quantifier_changes, phrase_changes, condition_changes, statement_changes):
        for start, end, new in kind(tokens):
            key = (*tokens[:start], *new, *tokens[end:])
            if key in seen or list(key) == tokens:
                continue
            seen.add(key)
            yield start, end, new
