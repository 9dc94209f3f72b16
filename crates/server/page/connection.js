// @ts-check
// One websocket per game on the screen. It reconnects by itself, says hello
// again, and sends an unacknowledged move again with the same `seq`: the
// server plays it once however often it arrives.

import { readMatch } from "./api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
// A connection that ends sooner than this has not held: the next wait is longer.
const HELD = 5_000;
// A page cannot see the server's pings. When nothing was heard for QUIET it
// asks by itself, and when nothing comes for DOUBT more, the network is gone
// although the socket looks open.
const QUIET = 5_000;
const DOUBT = 4_000;
// A connection may take this long to be made.
const OPENING = 8_000;
// How long a state may be on its way when the match is asked for beside it.
const SETTLE = 1_500;

export class Connection {
  #id;
  #secrets;
  #on;
  /** @type {WebSocket | null} */
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #watchdog = 0; // one timer: quiet, then in doubt, then lost
  #welcomed = 0; // when the server said welcome
  /** @type {{ type: "play", play: string, seq: number } | null} */
  #pending = null; // the move sent and not yet acknowledged
  /** @type {Wire.ClientMessage[]} */
  #early = []; // what else was said before the server said welcome
  /** @type {number | null} */
  #seq = null; // of the last state heard
  #closed = false;
  #again = () => this.#hurry();

  /** `on`: welcome(sides), state(match), refused(message), looking(message), waiting(message),
   *  hint(message), estimate(message), review(message), status("connecting" | "open" | "lost"), bye(reason). */
  constructor(id, secrets, on) {
    this.#id = id;
    this.#secrets = secrets;
    this.#on = on;
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
    this.#open();
  }

  get waiting() {
    return this.#pending !== null;
  }

  /** Sends a move; `seq` is that of the state it answers to.
   *  @param {string} play
   *  @param {number} seq */
  play(play, seq) {
    if (this.#pending) return false;
    this.#pending = { type: "play", play, seq };
    this.#send(this.#pending);
    return true;
  }

  /** Sends anything else, as soon as a connection that is being made is there;
   *  `false` when there is none.
   *  @param {Wire.ClientMessage} message */
  say(message) {
    if (this.#send(message)) return true;
    const coming = this.#socket && !this.ready && this.#socket.readyState <= WebSocket.OPEN;
    if (coming) this.#early.push(message);
    return Boolean(coming);
  }

  close() {
    this.#closed = true;
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
    clearTimeout(this.#timer);
    clearTimeout(this.#watchdog);
    this.#socket?.close(1000);
  }

  /** @param {Wire.ClientMessage} message */
  #send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN || !this.ready) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Something was heard: be quiet for a while, then ask whether anybody is there. */
  #listen() {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#ask(), QUIET);
  }

  #ask() {
    if (!this.ready || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: "ping" }));
    this.#expect(DOUBT);
  }

  #expect(time) {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#drop(), time);
  }

  #open() {
    const address = new URL(`/api/matches/${encodeURIComponent(this.#id)}/ws`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.ready = false;
    this.#on.status("connecting");
    this.#welcomed = 0;
    this.#expect(OPENING);
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", secrets: this.#secrets }));
    socket.onmessage = (event) => socket === this.#socket && this.#hear(JSON.parse(event.data));
    socket.onclose = () => socket === this.#socket && this.#lost();
  }

  /** @param {Wire.ServerMessage} message */
  #hear(message) {
    this.#listen();
    switch (message.type) {
      case "welcome":
        this.#welcomed = performance.now();
        this.ready = true;
        this.#on.status("open");
        this.#on.welcome(message.sides);
        if (this.#pending) this.#send(this.#pending);
        this.#early.splice(0).forEach((early) => this.#send(early));
        break;
      case "state":
        this.#seq = message.match.seq;
        // The match has gone beyond what the move answered to: it was played,
        // or it is refused. Its acknowledgement may come later than this.
        if (this.#pending && this.#pending.seq < message.match.seq) this.#pending = null;
        this.#on.state(message.match);
        break;
      case "ack":
        if (this.#pending?.seq === message.seq) this.#pending = null;
        break;
      case "refused":
        // Without `to` the server could not read it: sent again it would not either.
        if (message.to === "play" || !message.to) this.#pending = null;
        this.#on.refused(message);
        break;
      case "looking":
        this.#on.looking(message);
        break;
      case "waiting":
        this.#on.waiting(message);
        break;
      case "hint":
        this.#on.hint(message);
        break;
      case "estimate":
        this.#on.estimate(message);
        break;
      case "review":
        this.#on.review(message);
        break;
      case "bye":
        // A server that stops takes the move when it is back; any other
        // farewell may be about what is pending, so it is not said again.
        if (message.reason.id !== "server-stopping") this.#pending = null;
        this.#on.bye(message.reason);
        break;
    }
  }

  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.#lost();
  }

  #lost() {
    this.#socket = null;
    this.ready = false;
    this.#early = []; // the person is told, and may ask again
    clearTimeout(this.#watchdog);
    if (this.#closed) return;
    if (this.#welcomed && performance.now() - this.#welcomed > HELD) this.#wait = FIRST_WAIT;
    this.#on.status("lost");
    this.#timer = setTimeout(() => this.#open(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  /** The network or the lid came back: do not sit out the wait, and do not
   *  trust a socket that may have died in its sleep. */
  #hurry() {
    if (this.#closed || document.visibilityState !== "visible") return;
    if (this.#socket) {
      this.#ask();
      return this.#doubt(this.#socket);
    }
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  }

  /** Asks by another way whether the match has moved on without us. */
  async #doubt(socket) {
    const missed = async () => (await readMatch(this.#id)).seq !== this.#seq;
    try {
      if (!(await missed())) return;
      await new Promise((resolve) => setTimeout(resolve, SETTLE));
      if (socket === this.#socket && (await missed())) this.#drop();
    } catch {
      // No answer at all: the socket will notice by itself.
    }
  }
}
