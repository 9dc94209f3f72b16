// Pages written against the courses' protocols, in a real browser, on both
// servers: ours, and SWI-Prolog with the pack. On ours the Go page runs twice,
// with our Pengines client and with SWI-Prolog's own (jQuery and all), and then
// from a repository as a student hands it in, with its port written into it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const HERE = dirname(fileURLToPath(import.meta.url));
const PROGRAM = process.env.SOBREMESA;
const FOREIGN = process.env.SOBREMESA_FOREIGN;
const SWI_WEB = `${process.env.SWI_HOME}/library/http/web/js`;
const PORT = Number(process.env.SOBREMESA_PORT || 9745);
// The one that the course's Go pages have written into them.
const GO_PORT = Number(process.env.SOBREMESA_GO_PORT || 3030);

let browser;
let work;
const servers = [];
// What our servers said when they started.
const said = {};

function start(command, args, port, ready) {
  const server = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.on("exit", (code) => reject(new Error(`${command} ended with ${code}`)));
    const deadline = Date.now() + 30000;
    const look = () =>
      fetch(`http://127.0.0.1:${port}${ready}`).then(() => resolve(`http://127.0.0.1:${port}`), () =>
        Date.now() > deadline ? reject(new Error(`${command} does not answer`)) : setTimeout(look, 100));
    look();
    said[port] = "";
    server.stdout.setEncoding("utf8").on("data", (text) => { said[port] += text; });
  });
}

// A directory as a course would have it: our pages, jQuery, and if wanted the
// Pengines client that comes with SWI-Prolog.
function pages(name, withClient) {
  const folder = join(work, name);
  cpSync(join(HERE, "pages"), folder, { recursive: true });
  mkdirSync(join(folder, "vendor/jquery"), { recursive: true });
  cpSync(join(SWI_WEB, "jquery-1.11.3.min.js"),
    join(folder, "vendor/jquery/jquery.min.js"), { dereference: true });
  if (withClient) {
    mkdirSync(join(folder, "pengine"));
    cpSync(join(SWI_WEB, "pengines.js"), join(folder, "pengine/pengines.js"), { dereference: true });
  }
  return folder;
}

const ours = (name, port, withClient) =>
  start(PROGRAM, ["serve", "--listen", `127.0.0.1:${port}`, "--data", join(work, `${name}-data`),
    "--course-pages", pages(name, withClient)], port, "/healthz");

// A student's repository: everything a directory down, the pages in `www`, the
// libraries in another place, the port of the server in the script.
function repository() {
  const folder = join(work, "repository");
  const www = join(folder, "grupo-07/www");
  cpSync(join(HERE, "pages/apps/proylcc"), join(www, "proylcc"), { recursive: true });
  const script = join(www, "proylcc/go.js");
  const asking = readFileSync(script, "utf8")
    .replace('server: "/pengine"', `server: "http://localhost:${GO_PORT}/pengine"`);
  assert.match(asking, /http:\/\/localhost:/);
  writeFileSync(script, asking);
  mkdirSync(join(folder, "grupo-07/entrega/vendor/jquery"), { recursive: true });
  cpSync(join(SWI_WEB, "jquery-1.11.3.min.js"),
    join(folder, "grupo-07/entrega/vendor/jquery/jquery.min.js"), { dereference: true });
  mkdirSync(join(www, "pengine"));
  cpSync(join(SWI_WEB, "pengines.js"), join(www, "pengine/pengines.js"), { dereference: true });
  return folder;
}

before(async () => {
  assert.ok(PROGRAM && existsSync(PROGRAM), "SOBREMESA names the program");
  work = mkdtempSync(join(tmpdir(), "sobremesa-course-"));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
});

after(async () => {
  await browser?.close();
  for (const server of servers) server.kill();
  rmSync(work, { recursive: true, force: true });
});

const bases = {};
async function base(name) {
  bases[name] ??= {
    ours: () => ours("ours", PORT, false),
    "ours with SWI-Prolog's client": () => ours("client", PORT + 1, true),
    "SWI-Prolog with the pack": () =>
      start("swipl", ["-p", `foreign=${FOREIGN}`, "-p", `library=${join(HERE, "../../pack/prolog")}`,
        join(HERE, "server.pl"), String(PORT + 2), pages("swipl", true)], PORT + 2, "/apps/proylcc/go.html"),
  }[name]();
  return bases[name];
}

async function open(address) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(address);
  return { page, problems };
}

for (const server of ["ours", "ours with SWI-Prolog's client", "SWI-Prolog with the pack"]) {
  test(`Go over Pengines: ${server}`, async () => {
    await (await playGo(`${await base(server)}/apps/proylcc/go.html`)).close();
  });
}

async function playGo(address) {
  const { page, problems } = await open(address);
  const text = (id) => page.locator(`#${id}`).textContent();
  let answers = 1;
  const answered = () => page.waitForFunction(
    (n) => Number(document.body.dataset.answers || 0) >= n, answers);
  const click = async (id) => { answers += 1; await page.click(`#${id}`); await answered(); };

  await answered();
  assert.equal(await page.locator("td").count(), 361);
  assert.equal(await text("turn"), "Negro");
  await click("p-0-1");
  assert.equal(await text("p-0-1"), "b");
  assert.equal(await text("turn"), "Blanco");
  await click("p-0-0");
  await click("p-1-0");
  assert.equal(await text("p-0-0"), "", "the stone in the corner is captured");
  await click("p-0-0");
  assert.equal(await text("notice"), "Jugada inválida", "suicide is refused");
  assert.equal(await text("p-0-0"), "");
  assert.equal(await text("turn"), "Blanco");
  await click("p-0-1");
  assert.equal(await text("notice"), "Jugada inválida", "an occupied point is refused");
  await click("p-18-18");
  assert.equal(await text("notice"), "");
  await page.click("#pass");
  answers += 1;
  await page.click("#pass");
  await answered();
  assert.equal(await text("result"), "GANADOR Negro: Negro = 3, Blanco = 1");
  assert.equal(await text("p-1-0"), "", "a fresh board");
  assert.equal(await text("turn"), "Negro");
  assert.deepEqual(problems, []);
  return page;
}

test("a student's repository as it is, with port 3030 written into its page", async () => {
  const port = PORT + 3;
  const folder = repository();
  let ours;
  for (const [lang, guide] of [["en", "courses.md"], ["es", "cursos.md"]]) {
    if (ours) {
      const before = servers.pop();
      before.removeAllListeners("exit");
      before.kill();
      await once(before, "exit");
    }
    ours = await start(PROGRAM, ["serve", "--lang", lang, "--listen", `127.0.0.1:${port}`,
      "--data", join(work, "repository-data"), "--course-pages", folder], port, "/healthz");
    while (!said[port].includes("Ctrl-C")) await new Promise((done) => setTimeout(done, 20));
    // The guide shows what is said.
    const text = readFileSync(join(HERE, "../../docs", guide), "utf8");
    const [, shown] = /```text run-by=tests\/course\/pages.test.mjs\n(.*?)```/s.exec(text);
    assert.ok(said[port].includes(shown.replaceAll("3030", GO_PORT)), said[port]);
  }
  const told = /La página del curso: (\S+) \((\S+), espera el puerto (\d+)\)/.exec(said[port]);
  assert.ok(told, said[port]);
  const [, address, file, expected] = told;
  assert.equal(address, `http://localhost:${GO_PORT}/apps/proylcc/go.html`);
  assert.equal(file, "grupo-07/www/proylcc/go.html");
  assert.equal(Number(expected), GO_PORT);
  // What our page keeps, the secrets of the seats, is out of the course's
  // reach on either port, and the page plays on both.
  const kept = (page) => page.evaluate(() => {
    try { return localStorage.getItem("secret"); } catch (problem) { return problem.name; }
  });
  const { page: own } = await open(`${ours}/new`);
  await own.evaluate(() => localStorage.setItem("secret", "a seat"));
  assert.equal(await kept(own), "a seat");
  const alone = await playGo(address);
  assert.equal(await kept(alone), null, "an origin of its own");
  assert.equal((await alone.goto(`http://localhost:${GO_PORT}/new`)).status(), 404);
  const beside = await playGo(`${ours}/apps/proylcc/go.html`);
  assert.equal(await kept(beside), "SecurityError");
  for (const page of [own, alone, beside]) await page.close();
});

test("the address of the server alone leads to the page of the ceritos", async () => {
  const { page, problems } = await open(`${await base("ours")}/`);
  assert.equal(new URL(page.url()).pathname, "/static/ceritolog.html");
  await page.waitForSelector("#l-1-1-h");
  assert.deepEqual(problems, []);
  await page.close();
});

for (const server of ["ours", "SWI-Prolog with the pack"]) {
  for (const [j1, j2] of [["humano", "maquina"], ["maquina", "humano"], ["maquina", "maquina"]]) {
    test(`ceritos over /json, ${j1} against ${j2}: ${server}`, async () => {
      const address = `${await base(server)}/static/ceritolog.html?n=3&j1=${j1}&j2=${j2}&nivel=3`;
      const { page, problems } = await open(address);
      const human = { humano: "1" }[j1] ?? "2";
      const result = page.locator("#result");
      for (let clicks = 0; clicks < 12 && (j1 !== j2); clicks += 1) {
        await page.waitForFunction(
          (human) => document.getElementById("result").textContent || document.body.dataset.turn === human,
          human);
        if (await result.textContent()) break;
        const drawn = await page.locator("button[data-drawn]").count();
        await page.locator("button:not([data-drawn])").first().click();
        await page.waitForFunction((n) => document.querySelectorAll("button[data-drawn]").length > n, drawn);
        await page.waitForTimeout(50);
      }
      await page.waitForFunction(() => document.getElementById("result").textContent, null, { timeout: 60000 });
      const [first, second, ...words] = (await result.textContent()).split(" ");
      assert.equal(Number(first) + Number(second), 4);
      const expected = first === second ? '"Empate"' : `"Gana el jugador ${first > second ? 1 : 2}"`;
      assert.equal(words.join(" "), expected);
      assert.equal(await page.locator("#boxes").textContent(), `${first} ${second}`);
      assert.equal(await page.locator("button:not([data-drawn])").count(), 0);
      assert.equal(await page.locator("#notice").textContent(), "");
      assert.deepEqual(problems, []);
      await page.close();
    });
  }
}

test("a line that is drawn already is refused", async () => {
  const { page } = await open(`${await base("ours")}/static/ceritolog.html?j1=humano&j2=humano`);
  await page.click("#l-1-1-h");
  await page.waitForSelector("#l-1-1-h[data-drawn]");
  await page.click("#l-1-1-h");
  await page.waitForFunction(() => document.getElementById("notice").textContent === "Jugada inválida");
  await page.close();
});
