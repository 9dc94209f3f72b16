// Two browsers play each other by link while one reloads and the server is
// killed; a third watches; a stranger tries to move for somebody.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cell, clickCell, playCell, played, tableForTests, untilNotice, untilPlayed } from "./harness.mjs";

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
  assert.ok(await ana.locator(".qr").isVisible());
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
  for (const page of [ana, bea, eva]) await untilNotice(page, /GANADOR Amarillas/);
  assert.deepEqual(await standing(ana), await standing(bea));
  assert.deepEqual(await standing(ana), await standing(eva));
  assert.deepEqual(
    (await table.server.get(`/api/matches/${id}`)).moves.map(({ play }) => play),
    ["1", "2", "1", "2", "1", "2", "1"],
  );

  // The rematch needs both, and swaps the sides.
  await ana.locator(".notice").getByRole("button", { name: "Revancha" }).click();
  await bea.locator(".notice").getByRole("button", { name: "Aceptar la revancha" }).click();
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
  await untilNotice(bea, /Ana pide deshacer/);
  await bea.getByRole("button", { name: "No", exact: true }).click();
  await untilNotice(bea, /Es tu turno/);
  assert.equal(await played(bea), 1);
  await ana.getByRole("button", { name: "Deshacer" }).click();
  await bea.getByRole("button", { name: "Aceptar" }).click();
  await untilPlayed(ana, 0);
  await untilPlayed(bea, 0);
  await playCell(ana, "c4");
  await untilPlayed(bea, 1);
  await bea.getByRole("button", { name: "Tablas" }).click();
  await bea.getByRole("button", { name: "Ofrecer" }).click();
  await untilNotice(ana, /ofrece tablas/);
  await ana.getByRole("button", { name: "Aceptar" }).click();
  for (const page of [ana, bea]) await untilNotice(page, /EMPATE de común acuerdo/);
});

test("two machines can be watched, paused and hurried", async () => {
  const page = await open("/new/connect4");
  for (const i of [0, 1])
    await page.locator(".seat-choice").nth(i).locator("label", { hasText: "Máquina" }).click();
  await page.getByRole("button", { name: "Empezar" }).click();
  await page.getByRole("button", { name: "Pausa" }).click();
  await page.getByRole("button", { name: "Seguir" }).waitFor();
  await page.locator(".speed input").press("End");
  await page.getByRole("button", { name: "Seguir" }).click();
  await untilNotice(page, /GANADOR|EMPATE/);
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
  await untilNotice(page, /GANADOR Amarillas por tiempo/);
  assert.equal(await page.locator(".seat-far .seat-clock").innerText(), "0.0");
});

test("an address without a game says so calmly", async () => {
  const page = await open("/play/nothing-here", { expects: NETWORK });
  await page.getByRole("link", { name: "Volver a la mesa" }).click();
  await page.waitForSelector(".tables");
});
