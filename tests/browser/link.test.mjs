// Two browsers play each other by link while one reloads and the server is
// killed; a third watches; a stranger tries to move for somebody.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerButton,
  cell,
  clickCell,
  playCell,
  played,
  seat,
  tableForTests,
  untilNotice,
  untilPlayed,
  untilQuestion,
} from "./harness.mjs";

const table = tableForTests();
const { open } = table;

// While the server is down the browser itself logs refused connections.
const NETWORK = /WebSocket connection|ERR_CONNECTION|Failed to load resource/;

/** Ana makes a game by link in the set-up screen; gives her page and the link. */
async function invite(game) {
  const ana = await open(`/new/${game}`, { expects: NETWORK });
  await ana.locator(".seat-choice").nth(0).locator("input[type=text]").fill("Ana");
  await ana.locator(".seat-choice").nth(1).locator("label", { hasText: "Por enlace" }).click();
  await ana.getByRole("button", { name: "Empezar" }).click();
  await untilNotice(ana, /Esperando a tu rival/);
  assert.ok(await ana.locator(".board-grid").isVisible(), "the board is already there");
  return { ana, link: await ana.locator(".invite input").inputValue() };
}

/** What a page shows as standing on a board, by key. */
const standing = (page) =>
  page
    .locator(".board-grid [role=gridcell]")
    .evaluateAll((cells) =>
      cells.map((one) => one.getAttribute("aria-label").replace(/, (última jugada|posible.*)$/, "")),
    );

test("a whole game by link through a reload and a killed server, watched, and safe from strangers", async () => {
  const { ana, link } = await invite("connect4");
  const [address, secret] = link.split("#");
  const id = address.split("/").pop();
  assert.ok(secret.length >= 22, "at least 128 bits");
  assert.ok(!(await ana.evaluate(() => location.href)).includes("#"), "her own address gives nothing away");

  const bea = await open(link, { expects: NETWORK });
  await untilNotice(ana, /Es tu turno/);
  await untilNotice(bea, /Turno/);
  assert.ok(!bea.url().includes("#"), "the secret leaves the address once it is kept");
  const eva = await open(`/play/${id}`, { expects: NETWORK });
  await eva.waitForSelector(".board-grid");

  await playCell(ana, "1-1");
  await untilPlayed(bea, 1);
  await clickCell(ana, "1-1");
  await untilNotice(ana, /Todavía no/);
  await playCell(bea, "1-2");
  await untilPlayed(eva, 2);

  // A watcher cannot move, nor can a stranger, by any way in.
  await clickCell(eva, "1-3");
  await untilNotice(eva, /Estás mirando/);
  const none = await table.server.post(`/api/matches/${id}/moves`, { play: "3", seq: 2 });
  assert.equal(none.status, 401);
  const forged = await table.server.post(
    `/api/matches/${id}/moves`,
    { play: "3", seq: 2 },
    "A".repeat(secret.length),
  );
  assert.equal(forged.status, 403);
  const answer = await eva.evaluate(
    ([path, wrong]) =>
      new Promise((resolve) => {
        const socket = new WebSocket(path.replace("http", "ws"));
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", secrets: [wrong] }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "welcome") socket.send(JSON.stringify({ type: "play", play: "3", seq: 2 }));
          if (message.type === "refused" || message.type === "ack") {
            socket.close();
            resolve(message);
          }
        };
      }),
    [`${table.server.base}/api/matches/${id}/ws`, `${secret.slice(0, -2)}AA`],
  );
  assert.equal(answer.type, "refused");
  const state = await table.server.get(`/api/matches/${id}`);
  assert.equal(state.moves.length, 2);
  assert.ok(!JSON.stringify(state).includes(secret), "no state shows a secret");

  // Bea reloads in the middle and is still Bea.
  await playCell(ana, "1-1");
  await untilPlayed(bea, 3);
  await bea.reload();
  await untilPlayed(bea, 3);
  await untilNotice(bea, /Es tu turno/);
  await playCell(bea, "1-2");
  await untilPlayed(ana, 4);

  // A power cut. Ana moves while there is no server; her move arrives once.
  await table.server.kill();
  await untilNotice(ana, /Sin conexión/);
  await untilNotice(bea, /Sin conexión/);
  await clickCell(ana, "1-1");
  await untilNotice(ana, /se enviará/);
  await table.server.up();
  for (const page of [ana, bea, eva]) await untilPlayed(page, 5);
  await playCell(bea, "1-2");
  await untilPlayed(ana, 6);
  await playCell(ana, "1-1");
  await untilNotice(ana, /Ganaste con cuatro en línea/);
  for (const page of [bea, eva]) await untilNotice(page, /Ganó Ana con cuatro en línea/);
  assert.deepEqual(await standing(ana), await standing(bea));
  assert.deepEqual(await standing(ana), await standing(eva));
  assert.deepEqual(
    (await table.server.get(`/api/matches/${id}`)).moves.map(({ play }) => play),
    ["1", "2", "1", "2", "1", "2", "1"],
  );

  // The rematch needs both, and swaps the sides.
  await ana.locator(".notice").getByRole("button", { name: "Revancha" }).click();
  await untilQuestion(bea, /Ana pide la revancha/);
  await answerButton(bea, "Aceptar").click();
  await ana.waitForURL((url) => !url.pathname.endsWith(id));
  await bea.waitForURL((url) => !url.pathname.endsWith(id));
  await untilNotice(bea, /Es tu turno/);
  await playCell(bea, "1-4");
  await untilPlayed(ana, 1);
});

test("taking back, a draw and resignation between people need the other's word", async () => {
  const { ana, link } = await invite("othello");
  const bea = await open(link);
  await untilNotice(ana, /Es tu turno/);
  await bea.locator(".action-more summary").click();
  await bea.getByLabel("Nombre").fill("Bea <b>");
  await bea.getByLabel("Nombre").press("Tab");
  await ana.locator(".seat-far .seat-name", { hasText: "Bea <b>" }).waitFor();
  await bea.keyboard.press("Escape");
  await playCell(ana, "d3");
  await untilPlayed(bea, 1);
  await ana.getByRole("button", { name: "Deshacer" }).click();
  await untilQuestion(bea, /Ana pide deshacer/);
  await answerButton(bea, "No").click();
  await untilNotice(ana, /prefiere no deshacer/);
  await untilNotice(bea, /Es tu turno/);
  assert.equal(await played(bea), 1);
  await ana.getByRole("button", { name: "Deshacer" }).click();
  await answerButton(bea, "Aceptar").click();
  await untilPlayed(ana, 0);
  await untilPlayed(bea, 0);
  await playCell(ana, "c4");
  await untilPlayed(bea, 1);
  await bea.getByRole("button", { name: "Tablas" }).click();
  await bea.getByRole("button", { name: "Ofrecer" }).click();
  await untilQuestion(ana, /ofrece tablas/);
  await answerButton(ana, "Aceptar").click();
  for (const page of [ana, bea]) await untilNotice(page, /Empate de común acuerdo/);
});

test("two machines can be watched, paused and hurried", async () => {
  const page = await open("/new/connect4");
  for (const i of [0, 1])
    await page.locator(".seat-choice").nth(i).locator("label", { hasText: "Máquina" }).click();
  await page.getByRole("button", { name: "Empezar" }).click();
  await page.getByRole("button", { name: "Pausa" }).click();
  await page.getByRole("button", { name: "Seguir" }).waitFor();
  await untilNotice(page, /En pausa/);
  await page.locator(".speed input").press("End");
  await page.getByRole("button", { name: "Seguir" }).click();
  await untilNotice(page, /Ganaron|Empate/);
  assert.ok((await played(page)) >= 7);
});

test("a clock runs for the side to move and decides the game", async () => {
  const made = (
    await table.server.post("/api/matches", {
      game: "connect4",
      seats: [{ kind: "here" }, { kind: "here" }],
      clock: { main: 2, increment: 0 },
    })
  ).body;
  const page = await open(`/play/${made.id}#${made.secrets.first}`);
  await cell(page, "1-1").waitFor({ state: "attached" });
  await untilNotice(page, /Es tu turno/);
  await playCell(page, "1-1");
  await untilNotice(page, /Ganaste por tiempo/);
  assert.equal(await page.locator(".seat-far .seat-clock").innerText(), "0.0");
});

test("an address without a game says so calmly", async () => {
  const page = await open("/play/nothing-here", { expects: NETWORK });
  await page.getByRole("link", { name: "Volver a la mesa" }).click();
  await page.waitForSelector(".tables");
});

test("a watcher who missed states looks at the moves that stand, in the list and on the board", async () => {
  const ana = await open("/");
  const { id } = await seat(ana, table.server, {
    game: "connect4",
    rules: "",
    seats: [
      { kind: "here", name: "Ana" },
      { kind: "here", name: "Bea" },
    ],
  });
  const eva = await open("/");
  let deaf = false;
  let missed = 0;
  await eva.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (deaf && JSON.parse(message).type === "state") missed++;
      else socket.send(message);
    });
  });
  await eva.goto(`${table.server.base}/play/${id}`);
  for (const [i, column] of [4, 4, 5].entries()) {
    await playCell(ana, `1-${column}`);
    await untilPlayed(eva, i + 1);
  }
  const listed = () => eva.locator(".move-list li button").allInnerTexts();
  const before = await listed();
  await eva.locator(".move-list li button").nth(1).click();
  await untilLooking(eva, "6-4", "5-4");

  // 4, 4, 5 become 4, 1, 5 while Eva hears nothing but the last of it.
  deaf = true;
  for (const left of [2, 1]) {
    await ana.locator(".actions").getByRole("button", { name: "Deshacer" }).click();
    await untilPlayed(ana, left);
  }
  await playCell(ana, "1-1");
  await untilPlayed(ana, 2);
  while (missed < 3) await eva.waitForTimeout(20);
  deaf = false;
  await playCell(ana, "1-5");
  await untilPlayed(ana, 3);

  await eva.waitForFunction(
    (was) => document.querySelectorAll(".move-list li button")[1].innerText !== was,
    before[1],
  );
  const after = await listed();
  assert.deepEqual([after.length, after[0], after[2]], [3, before[0], before[2]]);
  await untilLooking(eva, "6-4", "6-1");
});

/** Waits until a page shows a board on which exactly these cells are taken. */
async function untilLooking(page, ...keys) {
  await page.waitForFunction(
    (wanted) => {
      const taken = [...document.querySelectorAll(".board-grid [role=gridcell]")]
        .filter((one) => !/vac/i.test(one.getAttribute("aria-label")))
        .map((one) => one.dataset.key);
      return taken.length === wanted.length && wanted.every((key) => taken.includes(key));
    },
    keys,
  );
}
