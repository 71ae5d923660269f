// A practice opponent for a game server: Archon's agents play the second deck, and the rules are Archon's.
//   node practice_server.mjs [PORT]
//   POST /games      {"decks": [TEXT, TEXT], "agent": "standard", "seed": 7}   a new game; the visitor plays the first deck
//   POST /games/1    {"id": 3}                                                 the visitor's answer to the decision
//   GET  /games/1                                                              once more what is asked
// Answers: {"game": 1, "happened": [what the visitor sees happen], "decision": the visitor's, or "over", "view": what the visitor
// may know}; {"error": ...} where something is wrong.
import {createServer} from "node:http";
import {loadSessions} from "archon-keyforge";

const VISITOR = 0, MOST_BYTES = 1 << 20, MOST_GAMES = 100;
const open = await loadSessions(), games = new Map();
let began = 0;

function ask(session, request) {
  const answer = session(request);
  if (answer.error) throw new Error(`${answer.at}: ${answer.error}`);
  return answer;
}

// Plays the opponent's decisions, up to the next one of the visitor.
function goOn(game, happened = []) {
  let decision = ask(game.session, {do: "decision"});
  while (decision.kind !== "over" && decision.player !== VISITOR) {
    const {id} = ask(game.session, {do: "play", agent: game.agent, seed: ++game.decisions});
    decision = told(game, id, happened);
  }
  return {game: game.number, happened, decision, view: ask(game.session, {do: "view", player: VISITOR})};
}

function told(game, id, happened) {
  const answer = ask(game.session, {do: "apply", id, log: VISITOR, then: "decision"});
  for (const {text} of answer.happened) happened.push(...text);
  return answer.decision;
}

async function begin({decks = [], agent = "standard", seed = 1}) {
  const game = {number: ++began, session: await open(), agent, decisions: 0};
  ask(game.session, {do: "new", decks: decks.map((text) => ({text})), seed});
  games.set(game.number, game);
  games.delete(began - MOST_GAMES);  // the oldest
  return goOn(game);
}

async function answer(request) {
  let text = "";
  for await (const part of request.setEncoding("utf8")) if ((text += part).length > MOST_BYTES) throw new Error("more than 1 MB");
  const body = text ? JSON.parse(text) : {}, happened = [];
  if (request.url === "/games" && request.method === "POST") return begin(body);
  const game = games.get(Number(/^\/games\/(\d+)$/.exec(request.url)?.[1]));
  if (!game) throw new Error(`there is no ${request.url}`);
  if (request.method === "POST") told(game, body.id, happened);
  return goOn(game, happened);
}

const server = createServer(async (request, response) => {
  const [status, said] = await answer(request).then((said) => [200, said], (error) => [400, {error: error.message}]);
  response.writeHead(status, {"Content-Type": "application/json"}).end(JSON.stringify(said));
});
server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/games`));
