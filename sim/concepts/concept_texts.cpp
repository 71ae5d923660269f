// The texts themselves. For players, who know the game but no statistics: what it is, then what it is good for here.
#include "sim/concepts/concepts.h"

namespace archon {

std::span<const Concept> concepts() {
  static constexpr Concept kConcepts[] = {
      {"adaptive", "adaptive best of three",
       "A match of three games: with one's own deck, with the other's, and with the deck that won both.",
       "If each player won one of the first two, they bid chains for the deck that won them. The format is one of events; no "
       "rulebook has it.",
       "tournament adaptive, tournament adaptive-one"},
      {"aerc", "", "What the cards of a deck do, in points, as the site Decks of KeyForge estimates it.",
       "The letters stand for aember control, expected aember, artifact control and creature control. It is shown where the "
       "file "
       "has it, beside the results; no figure of this program depends on it.",
       "deck list, deck show"},
      {"agent", "player, pilot",
       "Who plays: a program that answers every decision of a player and knows no more than that player may know.",
       "A win rate is a statement about the decks and about the agent that plays them, so every result names its agent. "
       "Commands "
       "play by `standard` unless told otherwise; how strong the agents are stands in results/agents.md.",
       "agents, arena"},
      {"chain", "handicap",
       "A handicap: a player with chains draws fewer cards, and sheds a chain each time that this happens.",
       "1 to 6 chains are one card fewer, 7 to 12 two, 13 to 18 three, 19 to 24 four. `archon chains` finds how many make two "
       "decks even; near an even match a chain is worth about 4 points of win rate (results/chains.md). Positive numbers are "
       "chains on the first deck, negative ones on the second.",
       "chains, bid, matrix"},
      {"closing bid", "bidding, chain bidding",
       "Where the bidding ends: the most chains that are worth starting with for the choice of the deck.",
       "The players bid chains in turn, each more than the last, until one refuses. The closing bid is the last one between "
       "players "
       "who both know the win rates at every number of chains: one more, and it would be better to let the other have the "
       "deck.",
       "bid, tournament adaptive"},
      {"cycle", "rock paper scissors", "Three decks of which each beats the next, so that no order of the three is right.",
       "Among many decks some cycles come by chance alone; a cycle is called significant when chance would hardly make one "
       "such "
       "among all that were looked at.",
       "matrix"},
      {"elo", "elo point", "A scale of strength: 100 points more win 64 % of the games, 200 points 76 %, 400 points 91 %.",
       "Only differences mean something, and the zero is what the table says: the mean of the decks that played (matrix), of a "
       "field (gauntlet), or a mean deck of the set (rate).",
       "matrix, gauntlet, rate, arena"},
      {"fall-back", "fallback", "A decision that an agent could not take in its own way, and took in a simpler one.",
       "Results count them. A game with fall-backs is a legal game like any other.", "match, arena"},
      {"fault", "", "A game that exceeded a bound of the program and was given up.",
       "Results count them and never hide them; `--strict` makes the command fail when there is one.", "soak, match, matrix"},
      {"field", "", "The decks that mine are measured against, and that do not play each other.",
       "`--field` names them: files, folders, or `builtin`, the decks that come with the program.",
       "gauntlet, deck report, tournament"},
      {"forfeit", "", "A game lost because the agent gave an answer that was not legal, or failed.",
       "Forfeits are counted apart as well, and make an agent's result one about its faults. Causes: illegal (not one of the "
       "legal actions), exception, and of programs that play (exec:) late, crash, babble (no JSON, or a line too long) and "
       "silent.",
       "match, arena, agents"},
      {"house", "",
       "One of the factions of the game; a deck has three, each with twelve cards, and its player names one each turn.",
       "Only cards of the named house are played and used in that turn, but for those that say otherwise. Where decks are "
       "chosen by "
       "name, a house will do as well: `--only untamed`.",
       "deck list, usage, values"},
      {"interval", "confidence interval, 95 %, margin",
       "Where the true value lies, as far as chance goes: in 95 of 100 such intervals it does.",
       "Four times the games make it half as wide. Those of counted win rates are Wilson's. It tells the luck of so many "
       "games, and "
       "not "
       "how well the agent plays: better players may win more or less often with a deck, by more than the interval. All at "
       "once "
       "means so wide that, 95 times of 100, every interval of the table holds its true value.",
       "match, matrix, rate"},
      {"ledger", "", "A file that keeps the games of a run, so that it can be ended and gone on with.",
       "It is an SQLite database (`--ledger FILE`, or `--out DIR` of a matrix). A kill loses about a second; the same command "
       "goes on, "
       "and results are derived from it again without playing (`--from`).",
       "matrix, merge, tournament"},
      {"logit", "log odds", "A win rate p as ln(p / (1 - p)): 0 is even, 1 is 73 %, 2 is 88 %.",
       "Strengths add up on this scale, win rates do not. One logit is 174 Elo points.", "chains, rate"},
      {"match-up", "matchup, pair", "Two decks against each other, each going first in half of the games.",
       "One that the ratings do not explain is one in which the decks suit each other well or badly; z says by how many "
       "standard "
       "errors the games differ from what the ratings predict.",
       "match, matrix"},
      {"maverick", "", "A card that was printed in a house that is not its own.",
       "In deck files it stands in the house that it was printed in.", "deck show"},
      {"mean deck", "average deck", "A deck as strong as the mean of generated decks of its set.",
       "Sets differ, so it is another one in each; `archon rate` has one rating for all sets beside the win rate against it.",
       "rate"},
      {"nash", "nash weight, mixture",
       "How often to bring each deck when the opponent picks one as well and both know the matrix.",
       "Nobody gains anything against a player who brings decks in these shares. One deck with 100 % beats or ties with all "
       "others.",
       "matrix, tournament triad"},
      {"percentile", "better than",
       "The share of other decks, such as generated ones of its set, that are weaker than this one.",
       "50 is in the middle, 99 one of the best of a hundred.", "rate, deck report"},
      {"pod", "", "The twelve cards of one house in a deck.",
       "Players speak of pods; tables of this program call them by their house.", "deck show, values"},
      {"pooled set", "pooled, reprint set",
       "A set of reprints for which no games are played: its cards are worth what they are worth in other sets.",
       "Vault Masters 2023 is one: a deck of it has the rating that the same cards have in a mixed deck, and a percentile "
       "among "
       "generated decks of that set.",
       "rate, cards --sets"},
      {"precision", "", "A goal for a run: play until every interval is at most so many points to either side.",
       "`--precision 2` needs about 2,400 games a pair, `--precision 5` about 400, where decks are about even.",
       "match, matrix, gauntlet"},
      {"preset", "fast, standard, solid, strong, best",
       "A name for an agent with its parameters: `fast`, `standard`, `solid`, `strong` or `best`.",
       "`standard` is what commands play by; `fast` is for a first look, `solid` and `strong` for few match-ups that matter, "
       "`best` for single positions. `archon agents` says how fast each is.",
       "agents"},
      {"rating", "bradley-terry",
       "One number for the strength of a deck, in Elo points, such that differences of ratings tell win rates.",
       "In a matrix it is fitted to the games (Bradley-Terry); by `archon rate` it is a sum of values of cards and houses, "
       "without a "
       "game, and 1,500 is a mean deck. It cannot tell that a deck does well against one opponent and badly against another.",
       "matrix, rate"},
      {"reversal", "", "A match in which each player plays the other's deck.",
       "So players bring decks that lose. The format is one of players; no rulebook has it.", "tournament reversal"},
      {"rulebook", "rule", "The edition of the rules that is played: 18.4, the newest, unless `--rules` says 1.3, 1.2 or 1.0.",
       "The older ones know only the decks of their time.", "match, matrix"},
      {"sas", "",
       "The rating that the site Decks of KeyForge gives a deck: AERC, and how much its cards help or hinder each other.",
       "It is shown where the file has it, so that it can be compared; no figure of this program depends on it.",
       "deck list, rate"},
      {"sealed", "pool", "Tournaments in which one plays a deck that was opened there.",
       "Of a pool of decks, `archon tournament sealed` says which to play, by single games.", "tournament sealed"},
      {"seed", "", "The number from which all shuffles and random choices come: the same seed gives the same bytes.",
       "That holds on any number of threads, for the same version and command. Another seed is another sample of games, which "
       "tells "
       "how much of a result is luck.",
       "match, matrix"},
      {"shard", "", "A part of a long run that one of several machines plays: `--shard 2/8` is the second of eight.",
       "`archon merge` makes one ledger of all the parts and says what is missing; the command without `--shard` shows what it "
       "says.",
       "arena, best, build, gauntlet, matrix, merge, regret, train evaluation, turns, usage, values"},
      {"signature", "", "A number that changes when the games do: two versions with the same one play the same games.",
       "For those who change the program: a commit that means to change nothing leaves it as it was.", "bench"},
      {"sprt", "sequential test",
       "A test that plays until it is clear which of two statements about two agents holds, and no longer.",
       "`--sprt 0,10` asks whether the first agent is stronger by 10 points rather than by 0, in normalised Elo.", "arena"},
      {"survival", "",
       "A match of teams of decks: who loses a game is out with that deck and goes on with another one, until a player has "
       "none.",
       "The format is one of players; no rulebook has it. The first decks are chosen at the same time, so that the best choice "
       "may "
       "be a mixture.",
       "tournament survival"},
      {"time called", "time, minutes, pace, turns, who leads, events",
       "The end of a game that has taken too long, as at events: whoever leads wins.",
       "With `--turns N` time is called in turn N, those of both players counted. That turn is played to its end, and where it "
       "was one of the player who went first the other one has one more. Then each may forge a key as in the forge step of a "
       "next turn, the player who went first before the other one. Who has more keys wins; then who has more aember; then who "
       "has more potential aember, which is a point for each creature of one house and each aember icon of its cards in hand, "
       "of the best house. Where all that is equal the game is undecided. The rulebook says nothing of time and the rules of "
       "events were not at hand: the order is theirs as players tell it, and the rest our reading, which every result names. "
       "`--minutes M` calls time after so much play by a model: 20 seconds a turn and `--pace` seconds a decision, 8 unless "
       "given, so "
       "that a mean game of Call of the Archons by `standard` lasts 30 minutes. That is an assumption; no measurement was "
       "found.",
       "match, matrix, gauntlet, chains, bid, build, arena"},
      {"triad", "",
       "A match in which each player brings three decks, bans one of the other's, and has to win with both of the others.",
       "The format is one of events; no rulebook has it. The best bans are a mixture, since both choose at the same time.",
       "tournament triad"},
      {"undecided", "",
       "A game without a winner: it reached the limit of decisions, or nothing separates the players when time is called.",
       "Such games are counted and left out of the win rate; `--strict` makes the command fail when there is one of the first "
       "kind.",
       "match, matrix"},
      {"win rate", "winrate, win %, decided games",
       "The share of its decided games that a deck wins, going first in half of them.",
       "In files it is from 0 to 1, on the screen in percent. A mean over opponents counts each the same. "
       "In a matrix or a gauntlet it is what the games of all decks, and their ratings before any game, make likely of a pair; "
       "what the pair's own games say stands beside it as counted_win_rate. Trust the order more "
       "than the sizes: among real players differences are about half as large (results/truth.md).",
       "match, matrix, gauntlet"},
  };
  return kConcepts;
}

}  // namespace archon
