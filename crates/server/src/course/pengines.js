// A Pengines client with the interface of SWI-Prolog's pengines.js, written
// for this server: no jQuery, one file, works as a plain <script>.
//
//   const pengine = new Pengine({
//     server: "/pengine", application: "proylcc",
//     oncreate() { this.pengine.ask("emptyBoard(Board)"); },
//     onsuccess() { show(this.data[0].Board); if (this.more) this.pengine.next(); },
//     onfailure() { … }, onerror() { console.error(this.data); },
//   });
//
// In every callback `this` is the event (`event`, `id`, `data`, `more` …) with
// `pengine` added; it is also the only argument. After `onsuccess`, unless it
// answers false, `ondata` is called with each answer and the next ones are
// asked for. `Pengine.options` are defaults of every pengine, `Pengine.alive`
// are those that live; one that does not has `died` set.
(function (global) {
  "use strict";

  function Pengine(options) {
    if (!(this instanceof Pengine)) return new Pengine(options);
    this.options = Object.assign({}, Pengine.options, options);
    this.id = null;
    if (this.options.id) {
      // One that lives already: what it has to say is fetched.
      this.id = this.options.id;
      Pengine.alive.push(this);
      this.pull_response();
      return;
    }
    const sources = this.script_sources(this.options.src ? [this.options.src] : []);
    const wish = { src_text: sources.join("\n") };
    for (const key of ["format", "application", "ask", "template", "chunk", "destroy"]) {
      if (this.options[key] !== undefined) wish[key] = this.options[key];
    }
    this.post("create", JSON.stringify(wish), "application/json; charset=utf-8");
  }

  Pengine.alive = [];
  Pengine.options = { format: "json", server: "/pengine" };

  Pengine.prototype.ask = function (query, options) {
    const list = Object.entries(options || {}).map(([name, value]) => `${name}(${value})`);
    this.send(`ask((${query}), [${list.join(",")}])`);
  };

  Pengine.prototype.next = function (count) {
    this.send(count === undefined ? "next" : `next(${count})`);
  };

  Pengine.prototype.stop = function () { this.send("stop"); };

  Pengine.prototype.respond = function (input) { this.send(`input((${input}))`); };

  // The question that is being asked is answered with the event `abort`.
  Pengine.prototype.abort = function () { this.get("abort", () => {}); };

  // This server keeps pengines anyway; the page only stops destroying it.
  Pengine.prototype.detach = function () {
    this.ping(0);
    this.process_response({ event: "detached", id: this.id });
  };

  // Once, or every so many milliseconds; 0 ends that.
  Pengine.prototype.ping = function (interval) {
    if (interval === undefined) {
      if (this.id) this.get("ping");
      return;
    }
    clearInterval(this.pingid);
    delete this.pingid;
    if (interval > 0) this.pingid = setInterval(() => this.ping(), interval);
  };

  Pengine.prototype.destroy = function () {
    if (this.died) return;
    this.died = true;
    this.send("destroy");
  };

  // A pengine whose last answer was final may be asked this: no error.
  Pengine.prototype.pull_response = function () {
    this.get("pull_response", (event) => {
      if (event.event !== "died") this.process_response(event);
    });
  };

  // Programs in the page, which the protocol sends along; this server refuses
  // them, other servers run them.
  Pengine.prototype.script_sources = function (sources) {
    const found = sources || [];
    if (typeof document === "undefined") return found;
    for (const script of document.querySelectorAll("script[type='text/x-prolog']")) {
      found.push(script.textContent);
    }
    return found;
  };

  Pengine.prototype.send = function (event) {
    const where = `send?format=${encodeURIComponent(this.options.format)}&id=${encodeURIComponent(this.id)}`;
    this.post(where, event + " .\n", "application/x-prolog; charset=UTF-8");
  };

  Pengine.prototype.post = function (where, body, type) {
    this.request(where, { method: "POST", body, headers: { "Content-Type": type } });
  };

  Pengine.prototype.get = function (what, heard) {
    const id = encodeURIComponent(this.id);
    this.request(`${what}?id=${id}&format=${encodeURIComponent(this.options.format)}`, undefined, heard);
  };

  Pengine.prototype.request = function (where, how, heard) {
    fetch(`${this.options.server}/${where}`, how)
      .then((response) => response.json())
      .then(heard || ((event) => this.process_response(event)), (reason) => this.error(reason));
  };

  // Without an answer one cannot know whether it still lives.
  Pengine.prototype.error = function (reason) {
    forget(this);
    this.process_response({ event: "error", id: this.id, code: "network_error", data: `Server error: ${reason}` });
  };

  Pengine.prototype.report = function (level, data) {
    if (typeof console !== "undefined") console[level](data);
  };

  Pengine.prototype.callback = function (name, event) {
    const callback = this.options[name];
    return callback ? callback.call(event, event) : "not implemented";
  };

  Pengine.prototype.process_response = function (response) {
    const event = typeof response === "string" ? JSON.parse(response) : response;
    event.pengine = this;
    const respond = Pengine.onresponse[event.event];
    if (respond) respond.call(this, event);
  };

  // What is done about each event, with the pengine as `this`.
  Pengine.onresponse = {
    create(event) {
      this.id = event.id;
      Pengine.alive.push(this);
      if (Pengine.alive.length > event.slave_limit) {
        this.destroy();
        event.code = "too_many_pengines";
        event.data = `Attempt to create too many pengines. The limit is: ${event.slave_limit}`;
        if (!this.callback("onerror", event)) this.report("error", event.data);
        return;
      }
      this.callback("oncreate", event);
      if (event.answer) this.process_response(event.answer);
    },
    success(event) {
      if (this.callback("onsuccess", event) === false || !this.options.ondata) return;
      for (const answer of event.data) this.options.ondata.call(event, answer);
      if (event.more) this.next();
    },
    failure(event) { this.callback("onfailure", event); },
    stop(event) { this.callback("onstop", event); },
    prompt(event) { this.callback("onprompt", event); },
    ping(event) { this.callback("onping", event); },
    output(event) {
      if (!this.id) this.id = event.id;
      this.callback("onoutput", event);
      this.pull_response();
    },
    debug(event) {
      if (this.callback("ondebug", event) === "not implemented") this.report("log", event.data);
      this.pull_response();
    },
    error(event) {
      if (event.code === "existence_error" && event.arg1 === "pengine" && event.arg2 === this.id) forget(this);
      if (this.callback("onerror", event) === "not implemented") this.report("error", event.data);
    },
    abort(event) {
      this.aborted = true;
      this.callback("onabort", event);
    },
    detached(event) {
      this.detached = true;
      forget(this);
      this.callback("ondetach", event);
    },
    destroy(event) {
      forget(this);
      if (event.data) this.process_response(event.data);
      this.callback("ondestroy", event);
    },
    died(event) {
      forget(this);
      if (this.aborted) return;
      event.data = "Pengine has died";
      event.code = "died";
      if (!this.callback("onerror", event)) this.report("error", event.data);
    },
  };

  function forget(pengine) {
    clearInterval(pengine.pingid);
    delete pengine.pingid;
    Pengine.alive = Pengine.alive.filter((other) => other !== pengine);
    pengine.died = true;
  }

  // A value as Prolog text: strings are strings (or atoms with
  // {string: "atom"}), arrays lists, {functor, args} compounds.
  Pengine.stringify = function (value, options) {
    const atoms = options && options.string === "atom";
    const quote = (text, mark) =>
      mark + text.replace(/[\\"'`\n\r\t]/g, (c) =>
        ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" }[c] ||
          (c === mark || c === "\\" ? "\\" + c : c))) + mark;
    const write = (item) => {
      if (item === null) return "null";
      switch (typeof item) {
        case "number":
        case "bigint":
          return String(item).replace(/^(-?\d+)e/, "$1.0e");
        case "boolean":
        case "undefined":
          return String(item);
        case "string":
          return quote(item, atoms ? "'" : '"');
        case "object":
          if (Array.isArray(item)) return `[${item.map(write).join(",")}]`;
          if (typeof item.functor === "string" && Array.isArray(item.args)) {
            return `${quote(item.functor, "'")}(${item.args.map(write).join(",")})`;
          }
          return `js{${Object.keys(item).map((key) => `${quote(key, "'")}:${write(item[key])}`).join(",")}}`;
        default:
          throw new TypeError(`cannot write ${typeof item} as Prolog`);
      }
    };
    return write(value);
  };

  // All that live; called when the page goes.
  Pengine.destroy_all = function (wait) {
    const servers = new Map();
    for (const pengine of Pengine.alive) {
      const ids = servers.get(pengine.options.server) || [];
      servers.set(pengine.options.server, ids.concat(pengine.id));
    }
    Pengine.alive = [];
    for (const [server, ids] of servers) {
      fetch(`${server}/destroy_all?ids=${ids.join(",")}`, { keepalive: !wait }).catch(() => {});
    }
  };

  if (typeof window !== "undefined") {
    window.addEventListener("pagehide", () => Pengine.destroy_all());
  }
  global.Pengine = Pengine;
  if (typeof module !== "undefined" && module.exports) module.exports = Pengine;
})(typeof globalThis !== "undefined" ? globalThis : this);
