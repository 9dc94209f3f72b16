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

test("what a controller sends besides moves is understood and keeps the board", async () => {
  const controller = engine("--level", "1");
  await say(controller, "boardsize", 5);
  await say(controller, "set_position", "b", "A1", "w", "B2", "b", "C3");
  const board = async () => [await say(controller, "list_stones", "b"), await say(controller, "list_stones", "w")];
  const stones = ["A1 C3", "B2"];
  assert.deepEqual(await board(), stones);
  const written = await say(controller, "printsgf");
  for (const part of ["SZ[5]", "AB[cc][ae]", "AW[bd]"]) assert.ok(written.includes(part), written);
  assert.ok(Number(await say(controller, "cputime")) >= 0);
  // Rules and komi in the middle of a game, time, and talk.
  for (const [name, ...args] of [
    ["clear_cache"], ["komi", 6.5], ["kata-set-rules", "japanese"], ["kata-set-rule", "ko", "SIMPLE"],
    ["kgs-rules", "chinese"], ["kata-set-param", "maxVisits", 50], ["kata-time_settings", "absolute", 60],
    ["kata-time_settings", "byoyomi", 60, 10, 3], ["kgs-time_settings", "canadian", 60, 30, 5],
    ["kgs-time_settings", "byoyomi", 60, 10, 3], ["time_left", "b", 9, 2], ["kata-time_settings", "none"],
    ["gogui-interrupt"], ["kgs-chat", "game", "Ana", "hola"], ["kgs-game_over"],
  ]) {
    await say(controller, name, ...args);
    assert.deepEqual(await board(), stones, name);
  }
  assert.equal(await say(controller, "kata-get-param", "maxVisits"), "50");
  assert.equal(JSON.parse(await say(controller, "kata-get-rules")).scoring, "AREA");
  await say(controller, "kata-set-rules", "japanese");
  assert.equal(JSON.parse(await say(controller, "kata-get-rules")).scoring, "TERRITORY");
  await say(controller, "clear_board");
  await say(controller, "gogui-setup", "b", "E1", "w", "E2");
  await say(controller, "gogui-play_sequence", "b", "A5", "w", "B5");
  assert.deepEqual(await board(), ["E1 A5", "E2 B5"]);
  // One colour twice in a row is still that colour after all of it.
  await say(controller, "clear_board");
  await say(controller, "play", "b", "B2");
  await say(controller, "play", "b", "C3");
  for (const [name, ...args] of [["komi", 0.5], ["kgs-rules", "japanese"], ["kata-set-rules", "chinese"]]) {
    await say(controller, name, ...args);
    assert.deepEqual(await board(), ["B2 C3", ""], name);
  }
});

test("what is asked of an analysis is kept to", async () => {
  const controller = engine("--level", "3", "--threads", "2");
  await say(controller, "boardsize", 9);
  /** The first report in which enough was looked at. */
  const report = async (name, ...args) => {
    let enough;
    const seen = new Promise((resolve) => (enough = resolve));
    const analysis = controller.sendCommand({ name, args: args.map(String) }, ({ line }) => {
      const found = line.startsWith("info ") && variations(line.split(/\s(?:rootInfo|ownership)\s/)[0]);
      if (found && found.reduce((sum, one) => sum + Number(one.visits), 0) > 300) enough({ line, found });
    });
    const first = await seen;
    await Promise.all([analysis, say(controller, "name")]);
    return first;
  };
  const near = ["D4", "E5", "C3"];
  const allowed = await report("kata-analyze", "b", 10, "allow", "b", near.join(","), 1, "maxmoves", 2,
    "minmoves", 2, "rootInfo", "true", "ownership", "true", "movesOwnership", "true");
  assert.equal(allowed.found.length, 2, allowed.line);
  for (const { move } of allowed.found) assert.ok(near.includes(move), allowed.line);
  assert.match(allowed.line, /\srootInfo\s/);
  const [, owners] = allowed.line.split(/\sownership\s/);
  assert.equal(owners.trim().split(/\s+/).filter((one) => Math.abs(Number(one)) <= 1).length, 81, allowed.line);
  const avoided = await report("lz-analyze", "b", 10, "avoid", "b", "E5,D4,F6", 1);
  for (const { move } of avoided.found) assert.ok(!["E5", "D4", "F6"].includes(move), avoided.line);
  // Lizzie names what is no point too.
  const kept = await report("lz-analyze", "b", 10, "avoid", "b", "E5,pass,resign", 1);
  for (const { move } of kept.found) assert.ok(!["E5", "pass"].includes(move), kept.line);
});

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
