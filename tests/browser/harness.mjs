// What every browser test needs: a server of its own on a free port with a
// data directory of its own, Debian's Chromium, and a page that fails the
// test when it logs an error.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

const PROGRAM = process.env.SOBREMESA ?? new URL("../../target/checked/sobremesa", import.meta.url).pathname;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}

/** A server that can be killed and started again on the same data. */
export class Server {
  /** `engines` are the outside engines it offers; `operator`: with a port for the operator. */
  static async start({ engines, operator } = {}) {
    const server = new Server();
    server.data = mkdtempSync(join(tmpdir(), "sobremesa-"));
    if (engines) writeFileSync(join(server.data, "engines.json"), JSON.stringify({ engines }));
    server.port = await freePort();
    server.base = `http://127.0.0.1:${server.port}`;
    server.more = [];
    if (operator) {
      const port = await freePort();
      server.operator = { base: `http://127.0.0.1:${port}` };
      server.more = ["--admin-listen", `127.0.0.1:${port}`];
    }
    await server.up();
    if (operator) server.operator.token = readFileSync(join(server.data, "admin-token"), "utf8").trim();
    return server;
  }

  async up() {
    this.log = "";
    const options = ["serve", "--listen", `127.0.0.1:${this.port}`, "--data", this.data, ...this.more];
    this.process = spawn(PROGRAM, options, {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.process.stdout, this.process.stderr])
      stream.on("data", (text) => (this.log += text));
    this.gone = once(this.process, "exit");
    for (let tries = 0; tries < 200; tries++) {
      assert.equal(this.process.exitCode, null, `the server ended: ${this.log}`);
      if (
        await fetch(`${this.base}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the server does not answer: ${this.log}`);
  }

  /** Ends it without any warning, as a power cut would. */
  async kill() {
    this.process.kill("SIGKILL");
    await this.gone;
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      this.process.kill("SIGTERM");
      const late = setTimeout(() => this.process.kill("SIGKILL"), 5000);
      await this.gone;
      clearTimeout(late);
    }
    rmSync(this.data, { recursive: true, force: true });
  }

  async get(path) {
    return (await fetch(this.base + path)).json();
  }

  async post(path, body, secret) {
    const headers = {
      "content-type": "application/json",
      ...(secret ? { authorization: `Bearer ${secret}` } : {}),
    };
    const answer = await fetch(this.base + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: answer.status, body: await answer.json() };
  }
}

/** A line between the pages and the server that can go bad in every way that
 *  lines do: it is silent, it is slow, it is cut, nobody answers. */
export class Line {
  static async to(server) {
    const line = new Line();
    line.pairs = new Set();
    line.delay = 0;
    line.silenced = false;
    line.refusing = false;
    line.accepted = 0;
    line.listener = createServer((near) => line.#join(near, server.port)).listen(0, "127.0.0.1");
    await once(line.listener, "listening");
    line.base = `http://127.0.0.1:${line.listener.address().port}`;
    return line;
  }

  #join(near, port) {
    if (this.refusing) return near.destroy();
    this.accepted++;
    const far = connect(port, "127.0.0.1");
    const pair = { near, far, dead: false };
    this.pairs.add(pair);
    const end = () => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    const pass = (from, to) => {
      from.on("data", (bytes) => {
        // A router that forgot a connection tells neither side.
        if (pair.dead || this.silenced) return;
        if (this.delay) setTimeout(() => to.writable && to.write(bytes), this.delay);
        else to.write(bytes);
      });
      from.on("error", end);
      from.on("close", () => !pair.dead && end());
    };
    pass(near, far);
    pass(far, near);
  }

  /** Forgets the connections there are: nothing passes any more, nobody is
   *  told. New ones work. */
  forget() {
    for (const pair of this.pairs) pair.dead = true;
  }

  /** Ends every connection at once. */
  cut() {
    for (const { near, far } of this.pairs) {
      near.destroy();
      far.destroy();
    }
    this.pairs.clear();
  }

  close() {
    this.cut();
    this.listener.close();
  }
}

export async function openBrowser() {
  return chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });
}

/** A server, a line to it that can go bad and a browser for a file's tests, and
 *  pages that are checked and closed after each of them. Call it at the top of
 *  the file. */
export function tableForTests(options) {
  const table = { server: null, line: null, browser: null, pages: [] };
  before(async () => {
    table.server = await Server.start(options);
    table.line = await Line.to(table.server);
    table.browser = await openBrowser();
  });
  after(async () => {
    await table.browser?.close();
    table.line?.close();
    await table.server?.stop();
  });
  afterEach(async () => {
    for (const page of table.pages.splice(0)) await closePage(page);
  });
  /** `line` is the way to the server, when it is not the straight one. */
  table.open = async (path, { line, ...how } = {}) => {
    const page = await openPage(table.browser, line ?? table.server, path, how);
    table.pages.push(page);
    return page;
  };
  return table;
}

/** A page in a context of its own. Anything it logs as an error fails the
 *  test, unless `expects` says otherwise. */
export async function openPage(browser, server, path = "/", { expects = null, ...options } = {}) {
  const context = await browser.newContext({
    locale: "es",
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 860 },
    ...options,
  });
  // Long, because the machine may be busy with other tests; no test waits for it to pass.
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(`${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !expects?.test(message.text())) page.troubles.push(message.text());
  });
  await page.goto(new URL(path, server.base).href);
  return page;
}

/** Closes a page's context after checking that nothing went wrong in it. */
export async function closePage(page) {
  const troubles = page.troubles;
  await page.context().close();
  assert.deepEqual(troubles, [], "errors in the page");
}

/** Gives the window another size and waits until what follows it is drawn. */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Creates a match by the interface and lets `page` hold the seats played here. */
export async function seat(page, server, setup) {
  const made = (await server.post("/api/matches", setup)).body;
  assert.ok(made.id, JSON.stringify(made));
  const pick = (kind) =>
    Object.fromEntries(
      ["first", "second"]
        .filter((side, i) => setup.seats[i].kind === kind)
        .map((side) => [side, made.secrets[side]]),
    );
  const entry = { id: made.id, game: setup.game, seats: pick("here"), links: pick("link"), at: Date.now() };
  await page.evaluate((match) => {
    const key = "sobremesa.matches";
    localStorage.setItem(key, JSON.stringify([match, ...JSON.parse(localStorage.getItem(key) ?? "[]")]));
  }, entry);
  await page.goto(`${server.base}/play/${made.id}`);
  await page.waitForSelector(".board-grid [role=gridcell]");
  return made;
}

export const cell = (page, key) => page.locator(`.board-grid [data-key="${key}"]`);

/** How many elements a locator finds. Playwright's own `count` looks once and
 *  answers 0 also when the look itself failed, so that a page in the middle of
 *  something is taken for an empty one; this throws instead. */
export const count = (locator) => locator.evaluateAll((found) => found.length);

/** Waits until a locator finds exactly so many elements. */
export async function untilCount(locator, wanted) {
  if (wanted) await locator.nth(wanted - 1).waitFor({ state: "attached" });
  const seen = new Set();
  for (let tries = 0; tries < 600; tries++) {
    const found = await count(locator);
    if (found === wanted) return;
    seen.add(found);
    await locator.page().waitForTimeout(50);
  }
  assert.fail(`${locator}: never ${wanted}, but ${[...seen].join(", ")}`);
}

/** How many moves the page shows. */
export const played = (page) => count(page.locator(".move-list li"));

/** Waits until the page shows exactly `count` moves. */
export async function untilPlayed(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll(".move-list li").length === wanted, count);
}

/** Waits until a click is a gesture of its own and not the rest of the last one. */
export const untilAtRest = (page) => page.waitForSelector(".board-grid:not(.just-played)");

/** A real click of the mouse on the middle of a cell. */
export async function clickCell(page, key) {
  await untilAtRest(page);
  const box = await cell(page, key).boundingBox();
  assert.ok(box, `no cell ${key}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Clicks a cell and waits for the move to be shown. */
export async function playCell(page, key) {
  const before = await played(page);
  await clickCell(page, key);
  await page.waitForFunction((count) => document.querySelectorAll(".move-list li").length > count, before);
}

export const noticeText = (page) => page.locator(".notice-text").innerText();

/** Waits until the notice line matches. */
export async function untilNotice(page, pattern) {
  await page.waitForFunction(
    ([source, flags]) =>
      new RegExp(source, flags).test(document.querySelector(".notice-text")?.textContent ?? ""),
    [pattern.source, `${pattern.flags}s`],
  );
}

/** Waits until a question with these words waits for an answer; gives its row. */
export async function untilQuestion(page, pattern) {
  const row = page.locator(".question").filter({ has: page.locator(".question-words", { hasText: pattern }) });
  await row.waitFor();
  return row;
}

/** The button of a question. */
export const answerButton = (page, name) => page.locator(".questions").getByRole("button", { name, exact: true });

/** The keys of the cells that may be played now. */
export const playable = (page) =>
  page.locator(".cell.can-play").evaluateAll((cells) => cells.map((one) => one.dataset.key));

/** Whether the result is shown. */
export const over = (page) => count(page.locator('.notice[data-tone="result"]'));
