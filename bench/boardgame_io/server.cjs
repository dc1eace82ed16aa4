// node server.cjs FOLDER: boardgame.io's server on a free port; with a folder it keeps matches there, else in memory.
const { FlatFile, Server } = require("boardgame.io/server");
const { Cards } = require("./game.cjs");

const [folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [Cards], origins: ["http://127.0.0.1"], ...(db && { db }) });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(`PORT ${appServer.address().port}`);
});
