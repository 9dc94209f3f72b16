// Our Pengines client beside the published one (the file that SWI-Prolog
// brings): the same events from a server, the same requests and the same
// callbacks in the same order.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const HERE = dirname(fileURLToPath(import.meta.url));
const FILES = {
  ours: join(HERE, "../../crates/server/src/course/pengines.js"),
  published: `${process.env.SWI_HOME}/library/http/web/js/pengines.js`,
};

// A page with one of the clients, whose server answers from a script: pairs of
// what the request must contain and the events it is answered with.
function page(file, script) {
  const seen = [];
  const answer = (url, body) => {
    const [wanted, event] = script.shift() || ["nothing", null];
    const asked = `${url.replace(/&?(format|id)=[^&]*/g, "")} ${body || ""}`.trim();
    seen.push(`> ${asked}`);
    assert.ok(asked.includes(wanted), `${asked} instead of ${wanted}`);
    return structuredClone(event);
  };
  const soon = (then) => Promise.resolve().then(then);
  const jquery = () => ({ on() {} });
  jquery.ajax = (one, two) => {
    const how = two ? { url: one, ...two } : one;
    const event = answer(how.url, how.data);
    soon(() => how.success && how.success(event));
  };
  jquery.get = (url, then) => {
    const event = answer(url);
    soon(() => then(event));
    return { fail() {} };
  };
  const context = vm.createContext({
    window: { addEventListener() {} }, $: jquery, setInterval, clearInterval,
    console: { error: (text) => seen.push(`! ${text}`), log: (text) => seen.push(`log ${text}`) },
    fetch: (url, how) => {
      const event = answer(url, how && how.body);
      return Promise.resolve({ json: () => Promise.resolve(event) });
    },
  });
  context.globalThis = context;
  vm.runInContext(readFileSync(file, "utf8"), context);
  return { Pengine: context.Pengine, seen };
}

const NAMES = ["create", "success", "data", "failure", "error", "prompt", "output", "debug", "ping", "abort",
  "detach", "destroy", "stop", "died"];

// Options that note every callback; `results` are what some of them answer.
function noting(seen, options, results = {}) {
  const noted = { ...options };
  for (const name of NAMES) {
    if (options.without?.includes(name)) continue;
    noted[`on${name}`] = function (event) {
      const told = name === "data" ? JSON.stringify(event) : `${event.code || ""} ${JSON.stringify(event.data?.event ?? event.data ?? null)}`;
      seen.push(`on${name} ${told} ${this.pengine instanceof Object}`);
      return name in results ? results[name] : true;
    };
  }
  delete noted.without;
  return noted;
}

const ID = "0a0b0c0d-0000-4000-8000-000000000000";
const created = (answer) => ({ event: "create", id: ID, slave_limit: 3, ...(answer && { answer }) });
const success = (data, more) => ({ event: "success", id: ID, data, more });

const SCENES = {
  "ondata is called for each answer, and the next ones are asked for": {
    script: [["create", created(success([{ X: 1 }, { X: 2 }], true))], ["next", success([{ X: 3 }], false)]],
    run: (Pengine, seen) => new Pengine(noting(seen, { application: "proylcc", ask: "between(1,3,X)", chunk: 2 })),
  },
  "onsuccess that answers false keeps the answers": {
    script: [["create", created(success([{ X: 1 }], true))]],
    run: (Pengine, seen) => new Pengine(noting(seen, { ask: "between(1,3,X)" }, { success: false })),
  },
  "without ondata nothing goes on by itself": {
    script: [["create", created(success([{ X: 1 }], true))]],
    run: (Pengine, seen) => new Pengine(noting(seen, { ask: "p", without: ["data"] })),
  },
  "the last answer comes with the end": {
    script: [["create", created({ event: "destroy", id: ID, data: success([{ X: 1 }], false) })]],
    run: (Pengine, seen) => new Pengine(noting(seen, { ask: "p" })),
  },
  "destroy is sent once": {
    script: [["create", created()], ["destroy", { event: "destroy", id: ID }]],
    async run(Pengine, seen) {
      const pengine = new Pengine(noting(seen, { destroy: false }));
      await settled();
      pengine.destroy();
      pengine.destroy();
      await settled();
      return pengine;
    },
  },
  "a dead pengine reaches onerror": {
    script: [["create", created()], ["ping", { event: "died", id: ID }]],
    async run(Pengine, seen) {
      const pengine = new Pengine(noting(seen, {}));
      await settled();
      pengine.ping();
      await settled();
      return pengine;
    },
  },
  "an error about the pengine ends it": {
    script: [["create", created()],
      ["ask", { event: "error", id: ID, code: "existence_error", arg1: "pengine", arg2: ID, data: "gone" }]],
    async run(Pengine, seen) {
      const pengine = new Pengine(noting(seen, {}));
      await settled();
      pengine.ask("p(X)", { template: "X", chunk: 5 });
      await settled();
      return pengine;
    },
  },
  "another error does not, and without onerror it is reported": {
    script: [["create", created()], ["next(4)", { event: "error", id: ID, code: "type_error", data: "no" }]],
    async run(Pengine, seen) {
      const pengine = new Pengine(noting(seen, { without: ["error"] }));
      await settled();
      pengine.next(4);
      await settled();
      return pengine;
    },
  },
  "output is shown and what follows is fetched": {
    script: [["create", created({ event: "output", id: ID, data: "hola" })],
      ["pull_response", success([{}], false)]],
    run: (Pengine, seen) => new Pengine(noting(seen, { ask: "write(hola)" })),
  },
  "an id attaches to a living pengine": {
    script: [["pull_response", success([{ X: 7 }], false)]],
    run: (Pengine, seen) => new Pengine(noting(seen, { id: ID })),
  },
  "an aborted pengine dies in silence": {
    script: [["create", created({ event: "abort", id: ID })], ["ping", { event: "died", id: ID }]],
    async run(Pengine, seen) {
      const pengine = new Pengine(noting(seen, { ask: "p" }));
      await settled();
      pengine.ping();
      await settled();
      return pengine;
    },
  },
  "stop and failure": {
    script: [["create", created({ event: "failure", id: ID })], ["stop", { event: "stop", id: ID }]],
    async run(Pengine, seen) {
      const pengine = new Pengine(noting(seen, { ask: "fail" }));
      await settled();
      pengine.stop();
      await settled();
      return pengine;
    },
  },
  "defaults come from Pengine.options": {
    script: [["\"chunk\":1000", created()]],
    run(Pengine, seen) {
      Pengine.options.chunk = 1000;
      return new Pengine(noting(seen, {}));
    },
  },
  "no more than the server's limit": {
    script: [["create", { ...created(), slave_limit: 0 }], ["destroy", { event: "destroy", id: ID }]],
    run: (Pengine, seen) => new Pengine(noting(seen, {})),
  },
};

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

for (const [name, scene] of Object.entries(SCENES)) {
  test(`point 12: ${name}`, async () => {
    const told = {};
    for (const [client, file] of Object.entries(FILES)) {
      const script = structuredClone(scene.script);
      const { Pengine, seen } = page(file, script);
      const pengine = await scene.run(Pengine, seen);
      await settled();
      assert.equal(script.length, 0, `${client} asked less`);
      const { died = false, aborted = false, id } = pengine;
      told[client] = { seen, died, aborted, id, alive: Pengine.alive.length };
    }
    assert.deepEqual(told.ours, told.published);
  });
}

test("point 12: values as Prolog text", () => {
  const values = [1, -2.5, "a\"b\\c\n", true, null, [1, ["x"]], { a: 1 }];
  const texts = Object.values(FILES).map((file) => {
    const { Pengine } = page(file, []);
    return values.flatMap((value) => [Pengine.stringify(value), Pengine.stringify(value, { string: "atom" })]);
  });
  assert.deepEqual(texts[0], texts[1]);
});
