// Writes the home screen's living pictures, crates/server/page/samples.js:
// four real games, played through the server's interface and kept as one
// picture a move, because the page holds no rules to replay them with.
//
//   node samples.mjs http://127.0.0.1:9999

import { writeFileSync } from "node:fs";

const base = process.argv[2] ?? "http://127.0.0.1:9999";

// A quiet Go game on 9×9, a Connect 4 game that red wins, the whole of a small
// Dots and Boxes board, and an Othello game up to its last dozen squares.
const GAMES = {
  go: {
    rules: "size=9",
    rest: 24,
    moves: "E5 E7 G6 C4 C6 D6 C5 D5 D4 E4 D3 F5 E6 F6 D7 F7 C7 G5 E8 F8 D8 G4 B4 F3 E3 F2 E2 F1 H7 G7",
  },
  connect4: { rules: "", rest: 15, moves: "4 4 4 3 5 2 3 3 5 5 4 2 2 3 5 5 2 6 4 4 6 6 6" },
  dots: {
    rules: "size=4x4",
    rest: 27,
    moves:
      "2-2-h 3-3-v 1-4-h 4-1-h 2-5-v 5-2-h 1-1-v 4-4-v 3-1-v 2-4-h 3-4-h 1-2-v 4-2-v 5-4-h 2-2-v 3-2-v 1-1-h 2-1-h 1-3-v 1-2-h 2-3-v 3-2-h 4-2-h 2-3-h 1-3-h 1-4-v 1-5-v 2-1-v 3-1-h 2-4-v 3-3-h 4-1-v 5-1-h 4-3-v 3-4-v 4-3-h 5-3-h 3-5-v 4-4-h 4-5-v",
  },
  othello: {
    rules: "",
    rest: 20,
    moves:
      "e6 f6 c4 d6 f5 c3 d3 f4 g6 h6 f3 e3 f2 f1 g5 h4 h5 c6 h3 c5 c7 c8 e2 e1 b6 a6 d7 e8 c2 c1 d8 g3 f8 f7 a5 a4 b3 a3 b4 g4 d1 d2 e7 b5 b8 h2",
  },
};

const ask = async (path, body) => {
  const answer = await fetch(
    base + path,
    body && {
      method: "POST",
      headers: { "content-type": "application/json", ...body.headers },
      body: JSON.stringify(body.json),
    },
  );
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(json)}`);
  return json;
};

const out = {};
for (const [game, { rules, rest, moves }] of Object.entries(GAMES)) {
  const made = await ask("/api/matches", {
    json: { game, rules, seats: [{ kind: "here" }, { kind: "here" }] },
  });
  let match = made.match;
  // Each frame says only what changed: what was put on the board (or turned
  // into something else) and what was taken from it.
  const frames = [];
  let before = new Map();
  const keep = (last) => {
    const now = new Map(
      match.picture.stands.map(({ at, mark, side }) => [`${at} ${mark}`, [at, mark, side]]),
    );
    const put = [...now]
      .filter(([key, stand]) => before.get(key)?.[2] !== stand[2])
      .map(([, stand]) => stand);
    const taken = [...before.keys()].filter((key) => !now.has(key));
    frames.push({ last, put, taken });
    before = now;
  };
  keep(null);
  for (const play of moves.split(" ")) {
    if (match.outcome) break;
    const headers = { authorization: `Bearer ${made.secrets[match.turn]}` };
    match = await ask(`/api/matches/${made.id}/moves`, { headers, json: { play, seq: match.seq } });
    keep(match.moves.at(-1).play);
  }
  out[game] = {
    rows: match.picture.rows,
    columns: match.picture.columns,
    rest: Math.min(rest, frames.length - 1),
    frames,
  };
}

const file = new URL("../../crates/server/page/samples.js", import.meta.url);
writeFileSync(
  file,
  `// Written by tests/browser/samples.mjs: four real games as pictures.\nexport const samples = ${JSON.stringify(out)};\n`,
);
