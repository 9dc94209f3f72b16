// Seats: who has one keeps it, nobody takes another's, and what a device
// cannot remember it says.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  answerButton,
  count,
  playCell,
  Server,
  tableForTests,
  untilCount,
  untilNotice,
  untilPlayed,
  untilQuestion,
} from "./harness.mjs";

const table = tableForTests();
const { open } = table;
const EXPECTED = /404|WebSocket connection|ERR_|Failed to load resource/;

const create = async (body) => (await table.server.post("/api/matches", body)).body;
const HERE = { kind: "here" };
const LINK = { kind: "link" };

/** Ana makes a game by link on the page; her page and the link. */
async function invite(game = "connect4", seats = [1]) {
  const ana = await open(`/new/${game}`);
  for (const i of seats)
    await ana.locator(".seat-choice").nth(i).locator("label", { hasText: "Por enlace" }).click();
  await ana.getByRole("button", { name: "Empezar" }).click();
  await ana.waitForSelector(".invite input");
  return { ana, links: await ana.locator(".invite input").evaluateAll((all) => all.map((one) => one.value)) };
}

const stored = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("sobremesa.matches") ?? "[]"));

test("a host who opens the own invitation gets the link again, never the guest's seat", async () => {
  const { ana, links } = await invite();
  await ana.goto("about:blank");
  await ana.goto(links[0]);
  await untilNotice(ana, /para tu rival/);
  const [entry] = await stored(ana);
  assert.deepEqual(Object.keys(entry.seats), ["first"]);
  assert.equal(await ana.locator(".invite input").inputValue(), links[0]);
  assert.ok(!ana.url().includes("#"));
  // The guest's seat is still free, and the guest's alone.
  const bea = await open(links[0]);
  await untilNotice(ana, /Es tu turno/);
  await playCell(ana, "6-1");
  await untilNotice(bea, /Es tu turno/);
  await playCell(bea, "6-2");
  await untilPlayed(ana, 2);
});

test("with both seats by link the maker is asked, and the game is on Home", async () => {
  const { ana, links } = await invite("connect4", [0, 1]);
  assert.equal(links.length, 2);
  await ana.goto(table.server.base);
  await ana.getByText("esperando a los dos jugadores").waitFor();
  await ana.goto(links[1]);
  await untilQuestion(ana, /sentarte ahí/);
  assert.deepEqual((await stored(ana))[0].seats, {});
  await ana.getByRole("button", { name: "Sentarme aquí" }).click();
  await ana.locator(".seat-near .seat-what", { hasText: "Rojas" }).waitFor();
  assert.deepEqual(Object.keys((await stored(ana))[0].seats), ["second"]);
  const bea = await open(links[0]);
  await untilNotice(bea, /Es tu turno/);
  await playCell(bea, "6-1");
  await untilNotice(ana, /Es tu turno/);
});

test("games that are not over outlive any number of later ones; finished ones make room", async () => {
  // Not on Home, which asks the server about every kept game, also about
  // those that only this test knows.
  const page = await open("/new/go");
  const first = await create({ game: "connect4", seats: [HERE, LINK] });
  await page.evaluate(
    async ([id, secret]) => {
      const { keepMatch } = await import("/page/prefs.js");
      keepMatch(id, { game: "connect4", seats: { first: secret } });
      for (let i = 0; i < 60; i++) keepMatch(`open-${i}`, { game: "go", seats: { first: "s" } });
      for (let i = 0; i < 60; i++) keepMatch(`over-${i}`, { game: "go", seats: { first: "s" }, over: true });
    },
    [first.id, first.secrets.first],
  );
  const all = await stored(page);
  assert.ok(all.some(({ id, seats }) => id === first.id && seats.first === first.secrets.first));
  assert.equal(all.filter(({ over }) => !over).length, 61);
  assert.ok(all.filter(({ over }) => over).length <= 41);
});

test("another server at the same address loses no seat; only its owner forgets one", async () => {
  const page = await open("/", { expects: EXPECTED });
  const made = await create({ game: "othello", seats: [HERE, LINK] });
  const keep = [{ id: made.id, game: "othello", seats: { first: made.secrets.first }, links: {}, at: 1 }];
  await page.evaluate((list) => localStorage.setItem("sobremesa.matches", JSON.stringify(list)), keep);
  // The same port with another directory of data.
  const { data } = table.server;
  const other = await Server.start();
  await other.kill();
  await table.server.kill();
  table.server.data = other.data;
  await table.server.up();
  await page.reload();
  await page.getByText("no está en este servidor").waitFor();
  assert.equal((await stored(page)).length, 1);
  await table.server.kill();
  table.server.data = data;
  await table.server.up();
  await other.stop();
  await page.reload();
  await page.locator(".going a").click();
  await untilNotice(page, /turno|Esperando/);
  await page.locator(".seat-near .seat-what", { hasText: "Negras" }).waitFor();
  // Asked for, it is forgotten.
  await page.evaluate(() => {
    const gone = { id: "AAAAAAAAAAAA", game: "go", seats: { first: "s" }, links: {}, at: 2 };
    localStorage.setItem("sobremesa.matches", JSON.stringify([gone]));
  });
  await page.goto(table.server.base);
  await page.getByRole("button", { name: "Olvidar esta partida de Go" }).click();
  assert.deepEqual(await stored(page), []);
});

/** Makes a page's storage full or forbidden before anything runs in it. */
const badStorage = {
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  blocked: () => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("blocked", "SecurityError");
      },
    });
  },
};

for (const [how, spoil] of Object.entries(badStorage)) {
  test(`with storage ${how} the seat stays in the address, and the person is told and can copy it`, async () => {
    const ana = await open("about:blank", { permissions: ["clipboard-read", "clipboard-write"] });
    await ana.addInitScript(spoil);
    await ana.goto(`${table.server.base}/new/connect4`);
    await ana.locator(".seat-choice").nth(1).locator("label", { hasText: "Por enlace" }).click();
    await ana.getByRole("button", { name: "Empezar" }).click();
    await untilQuestion(ana, /no puede guardar tu lugar/);
    assert.match(ana.url(), /\/play\/[\w-]{12}#[\w-]{32}$/);
    await ana.getByRole("button", { name: "Copiar mi enlace" }).click();
    await untilNotice(ana, /Enlace copiado/);
    assert.equal(await ana.evaluate(() => navigator.clipboard.readText()), ana.url());
    const link = await ana.locator(".invite input").inputValue();
    const bea = await open("about:blank");
    await bea.addInitScript(spoil);
    await bea.goto(link);
    await untilQuestion(bea, /no puede guardar tu lugar/);
    assert.equal(bea.url(), link, "the guest's secret stays where it was");
    await ana.reload();
    await untilQuestion(ana, /no puede guardar tu lugar/);
    await ana.getByRole("button", { name: "Seguir jugando" }).click();
    await playCell(ana, "6-1");
    await untilPlayed(bea, 1);
  });
}

test("where the browser has no clipboard of its own the link is copied all the same, or shown", async () => {
  const { ana, links } = await invite();
  await ana.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await ana.locator(".invite").getByRole("button", { name: "Copiar enlace" }).click();
  await untilNotice(ana, /Enlace copiado/);
  await ana.locator(".typed input").evaluate((input) => input.removeAttribute("maxlength"));
  await ana.locator(".typed input").focus();
  await ana.keyboard.press("Control+V");
  assert.equal(await ana.locator(".typed input").inputValue(), links[0]);
  await ana.evaluate(() => (document.execCommand = () => false));
  await ana.locator(".invite").getByRole("button", { name: "Copiar enlace" }).click();
  await untilNotice(ana, new RegExp(`No se pudo copiar.*${links[0].split("#")[1]}`));
});

test("two tabs keep each other's choices", async () => {
  const one = await open("/");
  const two = await one.context().newPage();
  await two.goto(table.server.base);
  const remember = (page, changes) =>
    page.evaluate(async (all) => (await import("/page/prefs.js")).remember(all), changes);
  // A browser tells the other tab a moment later.
  const sees = (page, text) =>
    page.waitForFunction((part) => localStorage.getItem("sobremesa.prefs")?.includes(part), text);
  await remember(one, { theme: "dark", rules: { go: "size=9" } });
  await sees(two, "dark");
  await remember(two, { sound: true, rules: { dots: "size=3x3" } });
  await sees(one, "3x3");
  await remember(one, { levels: { go: 3 } });
  assert.deepEqual(await one.evaluate(() => JSON.parse(localStorage.getItem("sobremesa.prefs"))), {
    theme: "dark",
    sound: true,
    rules: { go: "size=9", dots: "size=3x3" },
    levels: { go: 3 },
  });
});

test("switching the language keeps what the set-up says", async () => {
  const page = await open("/new/go");
  const [first, second] = [0, 1].map((i) => page.locator(".seat-choice").nth(i));
  await first.locator("input[type=text]").fill("Ana");
  await second.locator("label", { hasText: "Por enlace" }).click();
  await page.locator(".more summary").click();
  await page.getByLabel("Reloj").selectOption({ index: 2 });
  await page.getByLabel("Que cualquiera pueda mirarla").check();
  await page.locator(".presets label").nth(2).click();
  await page.getByLabel("Permitir pistas a los dos").check();
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Start" }).waitFor();
  assert.equal(await first.locator("input[type=text]").inputValue(), "Ana");
  assert.ok(await second.getByLabel("By link").isChecked());
  assert.ok(await page.locator(".presets input").nth(2).isChecked());
  assert.equal(await page.getByLabel("Clock").evaluate((select) => select.selectedIndex), 2);
  assert.ok(await page.locator(".more-fields .check input").isChecked());
  assert.ok(await page.getByLabel("Allow hints to both").isChecked());
});

test("initials are whole letters, whatever they are made of", async () => {
  const page = await open("/");
  const made = await create({
    game: "dots",
    rules: "size=1x1",
    seats: [
      { ...HERE, name: "👩‍👧 Ana" },
      { ...HERE, name: "e\u0301lise" },
    ],
  });
  await page.goto(`${table.server.base}/play/${made.id}#${made.secrets.first}.${made.secrets.second}`);
  for (const key of ["1-1-h", "2-1-h", "1-1-v", "1-2-v"]) await playCell(page, key);
  await page.locator(".board text", { hasText: "E\u0301" }).waitFor();
});

test("a link that was cut short or has a stray sign says so, and one can watch", async () => {
  const made = await create({ game: "connect4", seats: [HERE, LINK] });
  for (const end of ["100%", made.secrets.second.slice(0, 20), "a"]) {
    const page = await open(`/play/${made.id}#${end}`);
    await untilNotice(page, /El enlace está incompleto/);
    assert.equal(await count(page.locator(".board-grid")), 1, end);
  }
});

test("a guest who never came is awaited, and one who left has lost the connection", async () => {
  const { ana, links } = await invite();
  const state = (words) => ana.locator(".seat-far .seat-state", { hasText: words }).waitFor();
  await state("aún no llega");
  await playCell(ana, "6-1");
  await state("aún no llega");
  const bea = await open(links[0]);
  await untilNotice(bea, /Es tu turno/);
  await state("le toca");
  await bea.goto("about:blank");
  await state("sin conexión");
  await ana.reload();
  await state("sin conexión");
});

test("the guest is told that the host has left, and when they are back", async () => {
  const { ana, links } = await invite();
  const bea = await open(links[0]);
  await untilNotice(ana, /Es tu turno/);
  await ana.goto("about:blank");
  await bea.locator(".seat-far .seat-state", { hasText: "sin conexión" }).waitFor();
  await ana.goBack();
  await bea.locator(".seat-far .seat-state", { hasText: "le toca" }).waitFor();
});

test("who was away finds on Home what is asked of them, and the game that began meanwhile", async () => {
  const { ana, links } = await invite();
  const bea = await open(links[0]);
  await untilNotice(ana, /Es tu turno/);
  await playCell(ana, "6-1");
  await untilPlayed(bea, 1);
  const going = ana.locator("section[aria-labelledby=going] > ul > li");
  await ana.goto(table.server.base);
  await going.filter({ hasText: "Turno: Rojas" }).waitFor();
  await bea.locator(".seat-far .seat-state", { hasText: "sin conexión" }).waitFor();
  await playCell(bea, "6-2");
  // Home says how it stands when it is seen again, without being loaded anew.
  await ana.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await going.filter({ hasText: "Es tu turno" }).waitFor();
  await bea.locator(".actions").getByRole("button", { name: "Tablas" }).click();
  await answerButton(bea, "Ofrecer").click();
  await untilQuestion(bea, /^Ofreciste tablas; tu rival lo verá al volver\.$/);
  await ana.reload();
  await going.filter({ hasText: "Rival ofrece tablas" }).locator("a").click();
  await answerButton(ana, "Aceptar").click();
  await untilNotice(bea, /Empate/);
  await ana.locator(".actions").getByRole("button", { name: "Revancha" }).click();
  await untilQuestion(bea, /Rival pide la revancha/);
  await ana.goto(table.server.base);
  await untilCount(going, 0);
  const old = bea.url();
  await answerButton(bea, "Aceptar").click();
  await bea.waitForURL((url) => url.href !== old);
  await ana.reload();
  await untilCount(going, 1);
  assert.equal(await going.locator("a").getAttribute("href"), new URL(bea.url()).pathname);
  await going.locator("a").click();
  await ana.locator(".seat-near .seat-what", { hasText: "Rojas" }).waitFor();
  await playCell(bea, "6-1");
  await untilPlayed(ana, 1);
});
