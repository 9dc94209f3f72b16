// A game is deleted by those who play it; and one with more moves than a state
// tells is shown whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerButton,
  cell,
  count,
  playCell,
  seat,
  tableForTests,
  untilCount,
  untilNotice,
  untilQuestion,
} from "./harness.mjs";

const table = tableForTests();

const openMenu = (page) => page.locator(".action-more summary").click();
const remove = (page) => page.getByRole("button", { name: "Borrar esta partida" });

const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("sobremesa.matches") ?? "[]").length);

test("who plays a machine deletes the game at once, and may think again", async () => {
  const page = await table.open("/", { expects: /404/ });
  const seats = [{ kind: "here" }, { kind: "machine", level: 0 }];
  const made = await seat(page, table.server, { game: "connect4", seats });
  await playCell(page, "6-4");
  await openMenu(page);
  await remove(page).click();
  await untilQuestion(page, /No quedará nada/);
  await answerButton(page, "Conservarla").click();
  await untilCount(page.locator(".question"), 0);
  await openMenu(page);
  // By the keyboard: the answer has the focus.
  await remove(page).focus();
  await page.keyboard.press("Enter");
  await untilQuestion(page, /No quedará nada/);
  await page.keyboard.press("Enter");
  await untilNotice(page, /se borró/);
  assert.equal(await kept(page), 0, "this device forgets it too");
  assert.match(await page.locator("#said").innerText(), /se borró/);
  assert.equal((await fetch(`${table.server.base}/api/matches/${made.id}`)).status, 404);
  await page.keyboard.press("Enter");
  await page.locator(".home").waitFor();
});

test("two people delete together what both have played, and a watcher is told", async () => {
  const seats = [{ kind: "here" }, { kind: "link" }];
  const ana = await table.open("/");
  const made = await seat(ana, table.server, { game: "connect4", seats });
  const bruno = await table.open(`/play/${made.id}#${made.secrets.second}`, { locale: "en" });
  const watcher = await table.open(`/play/${made.id}`, { locale: "en" });
  await cell(watcher, "6-4").waitFor();
  await playCell(ana, "6-4");
  await bruno.locator(".cell.can-play").first().waitFor({ state: "attached" });
  await playCell(bruno, "5-4");
  await openMenu(ana);
  await remove(ana).click();
  await untilQuestion(ana, /También se le pregunta/);
  await answerButton(ana, "Borrar").click();
  await untilQuestion(ana, /esperando respuesta/);
  await untilQuestion(bruno, /asks to delete/);
  await answerButton(bruno, "No").click();
  await untilNotice(ana, /prefiere conservar/);
  await openMenu(ana);
  await remove(ana).click();
  await answerButton(ana, "Borrar").click();
  await untilQuestion(bruno, /asks to delete/);
  await answerButton(bruno, "Accept").click();
  await untilNotice(ana, /se borró/);
  await untilNotice(bruno, /was deleted/);
  await untilNotice(watcher, /was deleted/);
  assert.deepEqual([await kept(ana), await kept(bruno)], [0, 0]);
  await watcher.locator(".notice-actions button").click();
  await watcher.locator(".home").waitFor();
});

test("a game with more moves than a state tells is shown whole", async () => {
  const place = (n) => String.fromCharCode(97 + (n % 19), 97 + Math.floor(n / 19));
  const moves = Array.from({ length: 300 }, (_, n) => `;B[${place(n)}];W[]`).join("");
  const answer = await fetch(`${table.server.base}/api/records`, {
    method: "POST",
    headers: { "content-type": "application/x-go-sgf" },
    body: `(;GM[1]FF[4]SZ[19]${moves})`,
  });
  const made = await answer.json();
  assert.equal(made.match.earlier, 88);
  const page = await table.open(`/play/${made.id}#${made.secrets.first}.${made.secrets.second}`);
  await untilCount(page.locator(".move-list li"), 600);
  // What is played then is added to all of them.
  await playCell(page, "T1");
  assert.equal(await count(page.locator(".move-list li")), 601);
  await page.locator(".actions button", { hasText: "Deshacer" }).click();
  await untilCount(page.locator(".move-list li"), 600);
  assert.match(await page.locator(".move-list li").first().innerText(), /A19/);
});
