// A small game of cards: each player holds five of a deck of 52, and in turn plays one and draws one. Hands are secret.
const CARDS = 52;
const HELD = 5;

const Cards = {
  name: "cards",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()]);
    const hands = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) hands[seat] = deck.splice(0, HELD);
    return { deck, hands, pile: [] };
  },
  playerView: ({ G, playerID }) => ({
    pile: G.pile.slice(-4),
    left: G.deck.length,
    hands: { [playerID]: G.hands[playerID] ?? [] },
  }),
  moves: {
    play: {
      client: false, // only the server knows what is drawn
      move: ({ G, playerID }, place) => {
        const [card] = G.hands[playerID].splice(place, 1);
        G.pile.push(card);
        if (G.deck.length === 0) G.deck = G.pile.splice(0, G.pile.length - 1); // so that a match never ends
        G.hands[playerID].push(G.deck.shift());
      },
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

module.exports = { Cards, HELD };
