// node clients.cjs PORT MATCHES PLAYERS SECONDS: plays as fast as it goes and prints what was seen, as JSON.
// A move counts when all players of its match have seen it.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Cards, HELD } = require("./game.cjs");

const [port, matches, players, seconds] = process.argv.slice(2).map(Number);
const address = `http://127.0.0.1:${port}`;
const SETTLE = 1000; // milliseconds before anything is counted
const found = { latencies: [], counting: false };

async function asked(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${address}/games/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function opened() {
  const { matchID } = await asked("cards/create", { numPlayers: players });
  const match = { sent: 0, version: -1, seen: 0 };
  for (let seat = 0; seat < players; seat++) {
    const joining = { playerID: String(seat), playerName: `p${seat}` };
    const { playerCredentials } = await asked(`cards/${matchID}/join`, joining);
    const game = { game: Cards, multiplayer: SocketIO({ server: address }), numPlayers: players, debug: false };
    const client = Client({ ...game, matchID, playerID: String(seat), credentials: playerCredentials });
    client.subscribe((state) => state && heard(match, client, String(seat), state));
    client.start();
  }
}

function heard(match, client, seat, state) {
  if (state._stateID > match.version) [match.version, match.seen] = [state._stateID, new Set()];
  if (state._stateID < match.version || match.seen.has(seat)) return;
  match.seen.add(seat);
  if (match.seen.size === players) {
    if (match.sent && found.counting) found.latencies.push(performance.now() - match.sent);
    match.sent = 0;
    setImmediate(() => match.move?.());
  }
  if (state.ctx.currentPlayer === seat) {
    match.move = () => {
      match.sent = performance.now();
      client.moves.play(Math.floor(Math.random() * HELD));
    };
  }
}

async function main() {
  for (let number = 0; number < matches; number++) await opened();
  await new Promise((done) => setTimeout(done, SETTLE));
  console.log("READY");
  found.counting = true;
  const begun = performance.now();
  await new Promise((done) => setTimeout(done, 1000 * seconds));
  found.counting = false;
  const took = (performance.now() - begun) / 1000;
  const sorted = found.latencies.sort((a, b) => a - b);
  const quantile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
  console.log(JSON.stringify({ moves: sorted.length, seconds: took, median: quantile(0.5), p99: quantile(0.99) }));
  process.exit(0);
}

main();
