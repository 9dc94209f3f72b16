// Sabaki's own GTP controller plays, walks through and analyses games with our
// program, as Sabaki does: node sabaki.mjs PROGRAM
import assert from "node:assert/strict";
import { test, after } from "node:test";
import gtp from "@sabaki/gtp";

const program = process.env.SOBREMESA;
const { Controller, ControllerStateTracker } = gtp;

const engines = [];
function engine(...args) {
  const controller = new Controller(program, ["gtp", "go", "--seed", "1", ...args]);
  controller.start();
  engines.push(controller);
  return controller;
}
after(() => Promise.all(engines.map((controller) => controller.stop())));

async function say(controller, name, ...args) {
  const response = await controller.sendCommand({ name, args: args.map(String) });
  assert.equal(response.error, false, `${name} ${args.join(" ")}: ${response.content}`);
  return response.content;
}

// What Sabaki makes of a line of analysis.
function variations(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((text) => {
      const pv = text.match(/\spv((\s+(pass|[A-Za-z]\d+))+)/);
      const tokens = text.slice(0, pv.index).trim().split(/\s+/);
      const found = { pv: pv[1].trim().split(/\s+/) };
      for (let i = 0; i < tokens.length; i += 2) found[tokens[i]] = tokens[i + 1];
      return found;
    });
}

test("the commands that Sabaki looks for are there", async () => {
  const commands = (await say(engine("--level", "1"), "list_commands")).split("\n");
  for (const name of [
    "analyze", "genmove_analyze", "lz-analyze", "kata-analyze", "lz-genmove_analyze", "kata-genmove_analyze",
    "rectangular_boardsize", "set_free_handicap", "undo", "loadsgf", "final_score", "kata-set-rules",
  ]) assert.ok(commands.includes(name), name);
});

test("a state is brought about, changed and gone back to", async () => {
  const controller = engine("--level", "1");
  const tracker = new ControllerStateTracker(controller);
  const move = (color, vertex) => ({ name: "play", args: [color, vertex] });
  const state = {
    komi: 6.5,
    boardsize: [9, 9],
    timeSettings: { mainTime: 600, byoyomiTime: 30, byoyomiStones: 5 },
    history: [move("B", "D4"), move("W", "C3"), move("B", "G7"), move("B", "C7")],
  };
  await tracker.sync(state);
  assert.equal(await say(controller, "list_stones", "b"), "D4 C7 G7");
  // Another komi in the middle of a game changes no stone.
  await tracker.sync({ ...state, komi: 0.5 });
  assert.equal(await say(controller, "list_stones", "b"), "D4 C7 G7");
  assert.equal(await say(controller, "list_stones", "w"), "C3");
  await tracker.sync({ ...state, komi: 0.5, history: state.history.slice(0, 3) });
  assert.equal(await say(controller, "list_stones", "b"), "D4 G7");
  await tracker.sync({ ...state, boardsize: [7, 5], history: [move("W", "G5")] });
  assert.equal(await say(controller, "query_boardsize"), "7 5");
  await tracker.sync({
    ...state,
    boardsize: [13, 13],
    history: [{ name: "set_free_handicap", args: ["D4", "K10"] }, move("W", "G7")],
  });
  assert.equal(await say(controller, "list_stones", "b"), "D4 K10");
  // After a handicap game a small board.
  await tracker.sync({ ...state, boardsize: [5, 5], history: [move("B", "C3")] });
  assert.equal(await say(controller, "list_stones", "b"), "C3");
});

for (const name of ["analyze", "lz-analyze", "kata-analyze"]) {
  test(`${name} goes on until the next command`, async () => {
    // Level 2 looks at 40 games for a move of its own.
    const controller = engine("--level", "2");
    await say(controller, "boardsize", 9);
    let reports = 0;
    let best;
    let visits = 0;
    let enough;
    const seen = new Promise((resolve) => (enough = resolve));
    const analysis = controller.sendCommand({ name, args: ["b", "5"] }, ({ line }) => {
      if (!line.startsWith("info ")) return;
      reports += 1;
      const found = variations(line);
      best = found[0];
      visits = found.reduce((sum, one) => sum + Number(one.visits), 0);
      if (reports >= 3 && visits > 1000) enough();
    });
    await seen;
    const answers = Promise.all([analysis, say(controller, "name")]);
    assert.equal((await answers)[1], "Sobremesa");
    const winrate = Number(best.winrate) / (name === "lz-analyze" ? 10_000 : 1);
    assert.ok(winrate >= 0 && winrate <= 1 && best.pv[0] === best.move, JSON.stringify(best));
    if (name !== "lz-analyze") assert.ok(Math.abs(Number(best.scoreLead)) < 81);
    assert.equal(await say(controller, "list_stones", "b"), "");
  });
}

test("a move is generated with its analysis and tracked", async () => {
  const controller = engine("--nodes", "3000", "--level", "6");
  const tracker = new ControllerStateTracker(controller);
  await tracker.sync({ komi: 7, boardsize: [9, 9], history: [] });
  let reports = 0;
  let played;
  await controller.sendCommand({ name: "genmove_analyze", args: ["B", "5"] }, ({ line }) => {
    if (line.startsWith("info ")) reports += 1;
    const match = line.match(/^play\s+(.*)$/);
    if (match) played = match[1];
  });
  assert.ok(reports > 1, `${reports} reports`);
  assert.match(played, /^[A-J][1-9]$/);
  assert.equal(await say(controller, "list_stones", "b"), played);
  assert.deepEqual(tracker.state.history, [{ name: "play", args: ["B", played] }]);
});

test("two engines play each other to the end", async () => {
  const black = engine("--level", "2");
  const white = engine("--level", "1");
  const history = [];
  const trackers = [black, white].map((controller) => new ControllerStateTracker(controller));
  let passes = 0;
  let ended = false;
  for (let ply = 0; ply < 200 && passes < 2; ply++) {
    const at = ply % 2;
    await trackers[at].sync({ komi: 7, boardsize: [5, 5], history });
    const colour = "BW"[at];
    const vertex = await say([black, white][at], "genmove", colour);
    ended = vertex === "resign";
    if (ended) break;
    passes = vertex === "pass" ? passes + 1 : 0;
    history.push({ name: "play", args: [colour, vertex.toUpperCase()] });
  }
  assert.ok(ended || passes === 2);
  assert.match(await say(black, "final_score"), /^([BW]\+[\d.]+|0)$/);
});
