// What the page says: the set-up's refusals, the invitation, the end of a
// game, hints, Home and help, the keys, the language.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clickCell,
  count,
  noticeText,
  playCell,
  played,
  seat,
  tableForTests,
  untilCount,
  untilNotice,
  untilPlayed,
} from "./harness.mjs";

const table = tableForTests();
const { open } = table;
const HERE = { kind: "here" };
const both = (page, game, rules = "") => seat(page, table.server, { game, rules, seats: [HERE, HERE] });
const rect = (page, selector) =>
  page.locator(selector).evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return { top, bottom };
  });

/** Chooses a size of one's own in the set-up of a game. */
async function chooseSize(page, size) {
  await page.locator(".more summary").click();
  await page.locator(".explained select").first().selectOption("\u0000");
  await page.locator(".field-trouble", { hasText: "Puede ser" }).waitFor();
  await page.locator(".explained input").first().fill(size);
}

test("a refused size is said beside its field, in view, and is not remembered", async () => {
  const page = await open("/new/go", { expects: /422/, viewport: { width: 1440, height: 900 } });
  await chooseSize(page, "30");
  const trouble = page.locator(".field-trouble.wrong");
  await trouble.waitFor();
  assert.match(await trouble.innerText(), /«30».*25/, "it says what may be typed");
  const input = page.locator(".explained input").first();
  assert.equal(await input.getAttribute("aria-invalid"), "true");
  await page.getByRole("button", { name: "Empezar" }).click();
  await page.waitForFunction(() => document.activeElement.matches(".explained input"));
  const { top, bottom } = await rect(page, ".field-trouble.wrong");
  assert.ok(top >= 0 && bottom <= 900, `in view: ${top} to ${bottom}`);
  assert.match(page.url(), /\/new\/go$/);
  // One click on the board at home still starts a game.
  await page.goto(table.server.base);
  await page.locator('.table-start[aria-label*=" Go "]').click();
  await page.waitForURL(/\/play\//);
});

test("rules that were kept and are refused today do not stop a quick start", async () => {
  const page = await open("/", { expects: /422/ });
  await page.evaluate(() => localStorage.setItem("sobremesa.prefs", '{"rules":{"go":"size=30"}}'));
  await page.reload();
  await page.locator('.table-start[aria-label*=" Go "]').click();
  await page.waitForURL(/\/play\//);
});

test("the board of the set-up has the size that is chosen", async () => {
  const page = await open("/new/connect4", { expects: /422/ });
  const ratio = () =>
    page.locator(".across-board .board-pieces").evaluate((svg) => svg.viewBox.baseVal.width / svg.viewBox.baseVal.height);
  const usual = await ratio();
  await chooseSize(page, "5x9");
  await page.waitForFunction((was) => {
    const { width, height } = document.querySelector(".across-board .board-pieces").viewBox.baseVal;
    return width / height > was + 0.3;
  }, usual);
  await page.getByRole("button", { name: "Empezar" }).click();
  await page.waitForURL(/\/play\//);
  await untilCount(page.locator(".board-grid [role=row]").first().locator("[role=gridcell]"), 9);
  assert.equal(await count(page.locator(".board-grid [role=row]")), 5);
});

test("an invitation from this machine's own address says so and shows no code that cannot work", async () => {
  const page = await open("/");
  await seat(page, table.server, { game: "othello", rules: "", seats: [{ kind: "link" }, { kind: "link" }] });
  await page.locator(".invite-card").first().waitFor();
  assert.equal(await count(page.locator(".qr")), 0);
  const cards = await page.locator(".invite-card").allInnerTexts();
  assert.equal(cards.length, 2);
  assert.match(cards[0], /Invita a quien juega con Negras[\s\S]*solo en esta máquina/);
  assert.match(cards[1], /Invita a quien juega con Blancas/);
  assert.match(cards[0], /sobremesa( --listen 127\.0\.0\.1:\d+)? --lan/);
});

test("a server that the network reaches is invited to by an address that works, with a code for a phone", async () => {
  const page = await open("/");
  const lan = "http://192.168.1.20:9999";
  await page.route("**/api/addresses", (route) =>
    route.fulfill({ json: { loopback_only: false, port: 9999, lan: [lan] } }),
  );
  await seat(page, table.server, { game: "othello", seats: [HERE, { kind: "link" }] });
  await page.locator(".qr").waitFor();
  const link = await page.locator(".invite input").inputValue();
  assert.match(link, /^http:\/\/192\.168\.1\.20:9999\/play\/[\w-]{12}#[\w-]{32}$/);
  assert.doesNotMatch(await page.locator(".invite").innerText(), /solo en esta máquina/);
});

test("Home says of a game that has stopped that the dead stones are to be agreed on", async () => {
  const page = await open("/");
  await both(page, "go", "size=5 count=agreed");
  for (const moves of [1, 2]) {
    await page.locator(".seat-near .pass").click();
    await untilPlayed(page, moves);
  }
  await page.goto(table.server.base);
  await page.locator(".going a", { hasText: "Falta acordar las piedras muertas" }).waitFor();
});

test("between two people at one table, and for whoever watches, everybody has a name", async () => {
  const page = await open("/");
  const { id } = await seat(page, table.server, {
    game: "othello",
    rules: "",
    seats: [HERE, { kind: "link" }],
  });
  const watcher = await open(`/play/${id}`);
  await watcher.waitForSelector(".board-grid");
  assert.deepEqual(await watcher.locator(".seat-name").allInnerTexts(), [
    "Persona (Blancas)",
    "Persona (Negras)",
  ]);
  await page.goto(`${table.server.base}/new/othello`);
  await page.locator(".seat-choice").nth(1).locator("label", { hasText: "Aquí" }).click();
  assert.ok(await page.getByLabel("Permitir pistas a los dos").isVisible());
  await page.getByRole("button", { name: "Empezar" }).click();
  await page.waitForSelector(".board-grid");
  assert.equal(await count(page.locator(".actions").getByRole("button", { name: "Pista" })), 0);
});

test("two people at one device are told apart by what they play with", async () => {
  const page = await open("/");
  await both(page, "connect4");
  const seats = () => page.locator(".seat-who").allInnerTexts();
  assert.deepEqual(
    (await seats()).map((words) => words.split(/\s+/).filter(Boolean)),
    [["Rojas"], ["Amarillas", "turno"]],
  );
  for (const column of [1, 2, 1, 2, 1, 2, 1]) await playCell(page, `1-${column}`);
  await untilNotice(page, /Ganaron las amarillas/);
  assert.match((await seats())[1], /^Amarillas\s+victoria\s*$/);
});

test("the end is told as people tell it, with the next step under the Enter key", async () => {
  const page = await open("/");
  await both(page, "dots", "size=1x1");
  for (const line of ["1-1-h", "2-1-h", "1-1-v", "1-2-v"]) await playCell(page, line);
  await untilNotice(page, /^Ganó el jugador 2, 1–0$/);
  await page.waitForFunction(() => document.activeElement.textContent === "Partida nueva");
  const old = page.url();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== old);
  await untilPlayed(page, 0);
});

test("the Go course keeps its prescribed words, and a fresh board is one key away", async () => {
  const page = await open("/");
  const { presets } = (await table.server.get("/api/games")).find(({ id }) => id === "go");
  await both(page, "go", presets.find(({ id }) => id === "go-course").rules);
  await playCell(page, "D4");
  for (const count of [2, 3]) {
    await page.locator(".seat .pass:not([hidden])").click();
    await untilPlayed(page, count);
  }
  await untilNotice(page, /GANADOR Negro Negro = 361 · Blanco = 0/);
  await page.waitForFunction(() => document.activeElement.textContent === "Partida nueva");
});

test("looking back in a finished game of Go shows no score of half a game", async () => {
  const page = await open("/");
  await both(page, "go", "size=5 komi=0");
  await playCell(page, "C3");
  for (const count of [2, 3]) {
    await page.locator(".seat .pass:not([hidden])").click();
    await untilPlayed(page, count);
  }
  await untilNotice(page, /Ganó Negro, 25–0/);
  assert.equal(await count(page.locator(".seat-score:visible")), 2);
  await page.locator("h1").click({ force: true, position: { x: 0, y: 0 } }).catch(() => {});
  await page.keyboard.press("ArrowLeft");
  await untilNotice(page, /Jugada 2 de 3/);
  assert.equal(await count(page.locator(".seat-score:visible")), 0);
});

test("hints say what they mean, exactly where it is known, and asking twice is no error", async () => {
  const page = await open("/");
  await both(page, "connect4");
  for (const column of [1, 2, 1, 2, 1]) await playCell(page, `1-${column}`);
  const hint = page.locator(".actions").getByRole("button", { name: "Pista" });
  await hint.click();
  await hint.click();
  await untilNotice(
    page,
    /^Prueba 1: ganas en 19 jugadas, haga lo que haga tu rival\. Tapa el triunfo del rival en la columna 1\.$/,
  );
  await hint.click();
  await untilNotice(page, /^Prueba 1: /);
  assert.ok(!/ocupadas/.test(await page.locator("#said").textContent()));
  assert.equal(await count(page.locator(".hint-mark")), 1);
  await playCell(page, "1-3");
  await hint.click();
  await untilNotice(page, /^Prueba 1: ganas con esta jugada\.$/);

  await both(page, "dots", "size=1x2");
  for (const line of ["1-1-h", "2-1-h", "1-2-h", "2-2-h"]) await playCell(page, line);
  await hint.click();
  await untilNotice(
    page,
    /^Prueba .*: si nadie se equivoca, pierdes por 2; no hay nada mejor\. Algo hay que entregar, .* 2 casilleros\.$/,
  );
});

test("numbers drop pieces, arrows step through the moves, and the board keeps its own", async () => {
  const page = await open("/");
  await both(page, "connect4");
  await page.keyboard.press("4");
  await untilPlayed(page, 1);
  await page.keyboard.press("3");
  await untilPlayed(page, 2);
  await page.keyboard.press("9");
  await page.keyboard.press("ArrowLeft");
  await untilNotice(page, /Jugada 1 de 2/);
  await page.keyboard.press("ArrowLeft");
  await untilNotice(page, /Posición inicial/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await untilNotice(page, /Turno/);
  assert.equal(await played(page), 2);
  // After a click on the board too; with the Tab key the arrows walk over it.
  await clickCell(page, "1-1");
  await untilPlayed(page, 3);
  await page.keyboard.press("ArrowLeft");
  await untilNotice(page, /Jugada 2 de 3/);
  await page.keyboard.press("ArrowRight");
  await page.locator(".typed input").focus();
  await page.keyboard.type("7");
  assert.equal(await played(page), 3, "in the text field a number is text");
});

test("a pass can be typed in the words that the page shows", async () => {
  const page = await open("/");
  await both(page, "go", "size=5");
  assert.match(await page.locator("#typed-help").innerText(), /^Por ejemplo D4, o pasar$/);
  await page.locator(".typed input").fill("pasar");
  await page.keyboard.press("Enter");
  await untilPlayed(page, 1);
});

test("Home leads to the rules, to help, and to one's games, finished ones too", async () => {
  const page = await open("/");
  await both(page, "connect4");
  for (const column of [1, 2, 1, 2, 1, 2, 1]) await playCell(page, `1-${column}`);
  await untilNotice(page, /Ganaron/);
  await both(page, "othello");
  await playCell(page, "d3");
  await page.goto(table.server.base);
  await page.locator(".going > ul a", { hasText: /Othello|Otelo/ }).filter({ hasText: "1 jugada" }).waitFor();
  await page.locator(".going-over summary").click();
  const over = page.locator(".going-over a");
  assert.match(await over.innerText(), /Conecta 4[\s\S]*7 jugadas · Ganaron las amarillas con cuatro en línea/);
  await over.click();
  await untilNotice(page, /Ganaron las amarillas/);
  await page.goto(table.server.base);
  await page.locator('.table-rules[href="/help/dots"]').click();
  await page.getByRole("heading", { name: /Cómo se juega a Ceritos/ }).waitFor();
  await page.getByText("Quien marca el cuarto lado").waitFor();
  await page.getByRole("link", { name: "Ayuda" }).click();
  assert.equal(await count(page.locator(".help-game")), 4);
});

test("whoever opens a long game sees its last move in the list", async () => {
  const { server } = table;
  const seats = [HERE, HERE];
  const made = (await server.post("/api/matches", { game: "go", rules: "size=19", seats })).body;
  let { match } = made;
  for (let i = 0; i < 90; i++) {
    const { play } = match.legal[(i * 37) % (match.legal.length - 1)];
    const answer = await server.post(`/api/matches/${made.id}/moves`, { play, seq: match.seq }, made.secrets[match.turn]);
    match = answer.body;
  }
  for (const viewport of [
    { width: 1280, height: 700 },
    { width: 375, height: 667 },
  ]) {
    const page = await open(`/play/${made.id}`, { viewport });
    await untilPlayed(page, 90);
    if (viewport.width === 375) await page.locator(".moves summary").click();
    await page.waitForFunction(() => {
      const [list, move] = [".move-scroll", ".move[aria-current]"].map((one) =>
        document.querySelector(one).getBoundingClientRect(),
      );
      return move.height > 0 && move.top >= list.top - 1 && move.bottom <= list.bottom + 1;
    });
  }
});

test("games to watch say who plays, and there may be many", async () => {
  for (let i = 0; i < 10; i++)
    await table.server.post("/api/matches", {
      game: "go",
      rules: "size=5",
      listed: true,
      seats: [{ ...HERE, name: `Ana ${i}` }, { kind: "machine", level: 1 }],
    });
  const page = await open("/");
  const watch = page.locator('[aria-labelledby="watch"]');
  await watch.getByText("Ana 9 – Máquina").waitFor();
  assert.equal(await count(watch.locator("li:visible")), 8);
  await watch.getByRole("button", { name: "Ver todas" }).click();
  assert.equal(await count(watch.locator("li:visible")), 10);
});

test("an unknown address is a page, and the interface is described on a page that can be read", async () => {
  const page = await open("/nowhere/at/all", { expects: /404/ });
  await page.getByRole("link", { name: "Volver a la mesa" }).waitFor();
  const answer = await fetch(`${table.server.base}/nowhere`);
  assert.equal(answer.status, 404);
  assert.match(answer.headers.get("content-type"), /json/, "programs still get the reason");
  await page.goto(`${table.server.base}/api`);
  const width = await page.locator("main").evaluate((main) => main.getBoundingClientRect().width);
  assert.ok(width < 1000, "the text has a width that can be read");
});

test("who speaks neither language gets English", async () => {
  for (const [locale, lang] of [
    ["fr-FR", "en"],
    ["pt-BR", "en"],
    ["es-AR", "es"],
    ["en-GB", "en"],
  ]) {
    const page = await open("/", { locale });
    await page.waitForSelector(".tables");
    assert.equal(await page.evaluate(() => document.documentElement.lang), lang, locale);
  }
});

test("a hint that takes long says how long and what it looks at", async () => {
  const page = await open("/");
  // The dearest level is asked, whichever the page would choose, on a board
  // that the network does not know (there it is quicker than the eye), and its
  // answer takes a while to arrive, however fast it was found.
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message.replace(/("type":"hint","level":)\d+/, (_, head) => `${head}14`)));
    server.onMessage((message) => {
      const wait = JSON.parse(message).type === "hint" ? 3000 : 0;
      setTimeout(() => socket.send(message), wait);
    });
  });
  await seat(page, table.server, { game: "go", rules: "size=25", seats: [HERE, { kind: "machine", level: 0 }] });
  await untilNotice(page, /Es tu turno/);
  await page.getByRole("button", { name: "Pista" }).click();
  await untilNotice(page, /Buscando una buena jugada… \d+ s · ahora mira [A-Z]\d+/);
  await untilNotice(page, /Prueba/);
});

/** The person plays d3 against a machine; the first state that the page hears
 *  after it is as `pretend` changes the match, and nothing comes after it but
 *  what `then` sends. */
async function afterMyMove(page, pretend, then = () => {}) {
  let held = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (held) return;
      const heard = JSON.parse(message);
      held = heard.type === "state" && heard.match.moves.length > 0;
      if (held) Object.assign(heard.match, { thinking: "second", turn: "second" }, pretend);
      socket.send(JSON.stringify(heard));
      if (held) then(socket, heard);
    });
  });
  await seat(page, table.server, { game: "othello", rules: "", seats: [HERE, { kind: "machine", level: 0 }] });
  await untilNotice(page, /Es tu turno/);
  await clickCell(page, "d3");
}

test("a machine that stands in line says where and for how long", async () => {
  const page = await open("/");
  await afterMyMove(page, { waiting: { place: 3, wait: 4200 } }, (socket, heard) => {
    // It is called, and thinks from then on.
    heard.match.waiting = null;
    setTimeout(() => socket.send(JSON.stringify(heard)), 2500);
  });
  await untilNotice(page, /la tuya es la número 3 de la fila, unos 5 s/);
  await untilNotice(page, /La máquina piensa… [12] s/);
});

test("a machine that thinks for long says how long and what it looks at", async () => {
  const page = await open("/");
  await afterMyMove(page, { looking: { play: "c5", depth: 9, elapsed: 3200, most: 10_000 } });
  await untilNotice(page, /La máquina piensa… [34] s · ahora mira C5/);
  assert.ok(await page.locator(".notice-progress").isVisible());
  await untilNotice(page, /piensa… [5-9] s/);
});
