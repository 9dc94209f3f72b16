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
// `pengine` added; it is also the only argument.
(function (global) {
  "use strict";

  const alive = new Set();

  function Pengine(options) {
    if (!(this instanceof Pengine)) return new Pengine(options);
    this.options = Object.assign(
      { server: "/pengine", format: "json", destroy: true, chunk: 1 }, options);
    this.id = null;
    this.alive = true;
    const wish = { src_text: this.script_sources(), format: this.options.format };
    for (const key of ["application", "destroy", "chunk", "ask", "template"]) {
      if (this.options[key] !== undefined && !(key === "chunk" && this.options[key] === 1)) {
        wish[key] = this.options[key];
      }
    }
    if (this.options.src) wish.src_text += this.options.src;
    this.post("create", JSON.stringify(wish), "application/json; charset=UTF-8");
  }

  Pengine.prototype.ask = function (query, options) {
    const list = [];
    const given = options || {};
    for (const name of ["template", "chunk"]) {
      if (given[name] !== undefined) list.push(`${name}(${given[name]})`);
    }
    this.send(`ask((${query}), [${list.join(",")}])`);
  };

  Pengine.prototype.next = function (count) {
    this.send(count === undefined ? "next" : `next(${count})`);
  };

  Pengine.prototype.stop = function () { this.send("stop"); };

  Pengine.prototype.destroy = function () {
    if (this.alive) this.send("destroy");
  };

  Pengine.prototype.respond = function (input) { this.send(`input((${input}))`); };

  Pengine.prototype.abort = function () { this.get("abort"); };

  Pengine.prototype.ping = function () { this.get("ping"); };

  Pengine.prototype.pull_response = function () { this.get("pull_response"); };

  Pengine.prototype.died = function () {
    this.alive = false;
    alive.delete(this);
  };

  // Programs in the page, which the protocol would send along; this server
  // refuses them, other servers run them.
  Pengine.prototype.script_sources = function () {
    if (this.options.src !== undefined || typeof document === "undefined") return "";
    return Array.from(document.querySelectorAll("script[type='text/x-prolog']"))
      .map((script) => script.textContent).join("\n");
  };

  Pengine.prototype.send = function (event) {
    const where = `send?format=${encodeURIComponent(this.options.format)}&id=${encodeURIComponent(this.id)}`;
    this.post(where, event + " .\n", "application/x-prolog; charset=UTF-8");
  };

  Pengine.prototype.post = function (where, body, type) {
    this.request(where, { method: "POST", body, headers: { "Content-Type": type } });
  };

  Pengine.prototype.get = function (what) {
    this.request(`${what}?format=${encodeURIComponent(this.options.format)}&id=${encodeURIComponent(this.id)}`);
  };

  Pengine.prototype.request = function (where, how) {
    fetch(`${this.options.server}/${where}`, how)
      .then((response) => response.json())
      .then((event) => this.process(event), (reason) => {
        this.call("onerror", { event: "error", id: this.id, code: "network_error", data: String(reason) });
      });
  };

  Pengine.prototype.call = function (name, event) {
    event.pengine = this;
    const callback = this.options[name];
    if (typeof callback === "function") callback.call(event, event);
    else if (name === "onerror" && typeof console !== "undefined") console.error(event.data);
  };

  Pengine.prototype.process = function (event) {
    switch (event.event) {
      case "create":
        this.id = event.id;
        this.slave_limit = event.slave_limit;
        alive.add(this);
        this.call("oncreate", event);
        if (event.answer) this.process(event.answer);
        break;
      case "destroy":
        if (event.data) this.process(event.data);
        this.died();
        this.call("ondestroy", event);
        break;
      case "died":
        this.died();
        this.call("ondied", event);
        break;
      case "error":
        if (event.code === "existence_error" && event.arg1 === "pengine") this.died();
        this.call("onerror", event);
        break;
      default:
        this.call("on" + event.event, event);
    }
  };

  // A value as Prolog text: strings are strings (or atoms with
  // {string: "atom"}), arrays lists, {functor, args} compounds.
  Pengine.stringify = function (value, options) {
    const atoms = options && options.string === "atom";
    const quote = (text, mark) =>
      mark + text.replace(/[\\"'`\n\r\t]/g, (c) =>
        ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" }[c] ||
          (c === mark || c === "\\" ? "\\" + c : c))) + mark;
    const write = (item) => {
      if (item === null || item === undefined) return "null";
      switch (typeof item) {
        case "number":
        case "bigint":
          return String(item).replace(/^(-?\d+)e/, "$1.0e");
        case "boolean":
          return String(item);
        case "string":
          return quote(item, atoms ? "'" : '"');
        case "object":
          if (Array.isArray(item)) return `[${item.map(write).join(",")}]`;
          if (typeof item.functor === "string" && Array.isArray(item.args)) {
            return `${quote(item.functor, "'")}(${item.args.map(write).join(",")})`;
          }
          return `_{${Object.keys(item).map((key) => `${quote(key, "'")}:${write(item[key])}`).join(",")}}`;
        default:
          throw new TypeError(`cannot write ${typeof item} as Prolog`);
      }
    };
    return write(value);
  };

  Pengine.destroy_all = function (wait) {
    if (alive.size === 0) return;
    const servers = new Map();
    for (const pengine of alive) {
      const ids = servers.get(pengine.options.server) || [];
      servers.set(pengine.options.server, ids.concat(pengine.id));
      pengine.alive = false;
    }
    alive.clear();
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
