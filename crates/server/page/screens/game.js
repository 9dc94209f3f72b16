// A game on the screen. The server's state is the only truth: this module
// shows the last one it got, sends what the player wants, and reports what
// changed to those who do not see the board.
//
//   state → `update` → board, seats, moves, notice, words said aloud
//   click, key or typed move → `wish` → the connection, with the state's seq

import { h } from "../dom.js";
import { number, t } from "../text.js";
import { create, earlier, games, readMatch, Refused } from "../api.js";
import { Connection } from "../connection.js";
import { findMatch, keepMatch, prefs, remember } from "../prefs.js";
import { playEnd, playPlaced } from "../sound.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import { SIDES, moveWord, other, seatName, sideName, wantedSeat } from "./words.js";
import { SeatPanel } from "./seat.js";
import { MovesPanel } from "./moves.js";
import { ActionsPanel } from "./actions.js";
import { InvitePanel } from "./invite.js";
import { Notice } from "./notice.js";
import { changeSaid, resultWords } from "./result.js";

/** How long a refusal stays when nothing else happens. */
const REFUSAL_SHOWN = 7000;

export async function play(context) {
  const id = context.argument;
  const [list, match] = await Promise.all([games(), readMatch(id)]);
  const game = list.find((entry) => entry.id === match.game);
  if (!game || !DRAWINGS[game.id]) throw new Refused(null, 404);
  return new Table(context, game, match).screen();
}

class Table {
  constructor(context, game, match) {
    this.context = context;
    this.game = game;
    this.match = match;
    this.ply = null; // the move looked back at; null: the present
    this.past = new Map(); // earlier positions by ply, while the game only grows
    this.hint = null;
    this.estimate = null; // who is likely to own what, while it is shown
    this.asked = null; // a question waiting for its answer in the notice line
    this.status = "connecting";
    this.entry = findMatch(match.id);
    this.arrived = this.#arrivingSecret();
    this.sides = SIDES.filter((side) => this.entry?.seats[side]); // the seats this device holds

    const drawing = DRAWINGS[game.id];
    this.board = new Board(drawing, {
      t,
      label: t("page-board", { game: t(`game-${game.id}`) }),
      onPlay: (play) => this.wish(play),
      onAim: (play) => this.notice.flash(t("page-tap-again", { move: moveWord(game.id, play) })),
    });
    this.notice = new Notice(context.say);
    this.seats = { far: new SeatPanel(this), near: new SeatPanel(this) };
    this.moves = new MovesPanel(this);
    this.actions = new ActionsPanel(this);
    this.invite = new InvitePanel(this);
    this.element = h(
      "main",
      { class: `game game-${game.id}` },
      h("h1", { class: "unseen" }, t(`game-${game.id}`)),
      this.notice.element,
      this.seats.far.element,
      h("div", { class: "board-place" }, this.board.element),
      this.seats.near.element,
      this.invite.element,
      this.moves.element,
      this.actions.element,
    );
    this.#paint();
    this.connection = new Connection(match.id, this.#secrets(), {
      welcome: (sides) => this.#welcome(sides),
      state: (state) => this.#update(state),
      refused: (message) => this.#refused(message),
      hint: (message) => this.#hinted(message),
      estimate: (message) => this.#estimated(message),
      status: (status) => this.#connected(status),
      bye: () => {},
    });
    this.ticking = setInterval(() => this.#tick(), 200);
  }

  screen() {
    return {
      name: "game",
      title: this.#title(),
      element: this.element,
      entered: () => this.moves.show(), // now that there is a size to scroll in
      focus: () => this.board.focus(),
      leave: () => {
        this.connection.close();
        clearInterval(this.ticking);
        this.moves.leave();
      },
    };
  }

  // ---- What the player wants -----------------------------------------------

  /** A move by click, key or typed text. Whether it is allowed is the
   *  server's to say; the page only knows whose turn it is. */
  wish(play) {
    const { match } = this;
    if (this.ply !== null) {
      this.look(null);
      return;
    }
    if (match.outcome) return this.notice.flash(t("page-over-already"));
    if (!this.sides.length) return this.notice.flash(t("page-watching-only"));
    if (this.settling) return this.#settle("mark", { at: play });
    if (!this.sides.includes(match.turn))
      return this.notice.flash(t("page-not-yet", { side: this.nameOf(match.turn) }));
    if (!this.connection.play(play, match.seq)) return;
    this.hint = null;
    if (this.status !== "open") this.notice.flash(t("page-will-send"));
  }

  /** A step of the agreement on dead stones; it names what it answers to. */
  #settle(type, more = {}) {
    if (this.match.agreement.ready) this.ask({ type, ...more, seq: this.match.seq });
  }

  ask(message) {
    if (!this.connection.say(message)) this.notice.flash(t("page-lost"));
  }

  /** What this device's player wants to be called, here and from now on. */
  setName(name) {
    remember({ name });
    this.ask({ type: "name", name });
  }

  /** Asks in the notice line before doing something that cannot be undone. */
  confirm(words, yes, act) {
    this.asked = { words, yes, act };
    this.#tell();
    this.context.say(words);
    this.notice.element.querySelector("button")?.focus();
  }

  askHint(level) {
    if (this.ply !== null) this.look(null);
    this.notice.flash(t("page-hint-thinking"), 20_000);
    this.ask({ type: "hint", level });
  }

  /** Shows who is likely to own what from now on, or hides it again. */
  showEstimate(on) {
    this.estimating = on;
    this.estimate = null;
    this.notice.clearFlash();
    if (on) this.#askEstimate();
    this.#paint();
  }

  /** One at a time; what has become stale is asked for again. */
  #askEstimate() {
    if (this.estimateAsked || this.match.outcome) return;
    this.estimateAsked = this.connection.say({ type: "estimate" });
    if (this.estimateAsked) this.notice.flash(t("page-estimating"), 20_000);
  }

  /** Asks for a rematch, or agrees to the other side's. */
  askRematch() {
    const offer = this.match.offers.rematch;
    const theirs = offer && !this.sides.includes(offer);
    this.ask(theirs ? { type: "accept", offer: "rematch" } : { type: "rematch" });
  }

  /** The same game again on a fresh board, seats as they were. */
  async anew() {
    const { match, entry } = this;
    const setup = {
      game: match.game,
      rules: match.rules,
      seats: match.seats.map(wantedSeat),
      ...(match.clock ? { clock: { main: match.clock.main, increment: match.clock.increment } } : {}),
    };
    try {
      const made = await create(setup);
      const held = (kind) =>
        Object.fromEntries(
          SIDES.filter((_, i) => match.seats[i].kind === kind && made.secrets[SIDES[i]]).map((side) => [
            side,
            made.secrets[side],
          ]),
        );
      keepMatch(made.id, { game: match.game, seats: held("here"), links: held("link") });
      if (entry && match.outcome) keepMatch(match.id, { over: true });
      this.context.go(`/play/${made.id}`);
    } catch (problem) {
      this.notice.flash(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
    }
  }

  /** Shows the position after `ply` moves; null is the present. */
  async look(ply) {
    const count = this.match.moves.length;
    this.ply = ply === null || ply >= count ? null : Math.max(0, ply);
    const wanted = this.ply;
    if (wanted !== null && !this.past.has(wanted)) {
      try {
        const seen = await earlier(this.match.id, wanted);
        this.past.set(wanted, { ...seen, moves: this.match.moves.slice(0, wanted), legal: [] });
      } catch (problem) {
        this.ply = null;
        this.notice.flash(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
      }
      if (this.ply !== wanted) return;
    }
    this.hint = null;
    this.#paint();
    const last = wanted === null ? null : this.match.moves[wanted - 1];
    this.context.say(
      wanted === null
        ? t("page-present")
        : last
          ? t("page-looking-at", {
              number: wanted,
              move: `${sideName(this.game.id, last.side)} ${moveWord(this.game.id, last.play)}`,
            })
          : t("page-looking-start"),
    );
  }

  // ---- What others need to know of it --------------------------------------

  /** The side drawn at the bottom: one's own, or the first. */
  get near() {
    return this.sides.length === 1 ? this.sides[0] : "first";
  }

  mine(side) {
    return this.sides.includes(side) ? (this.sides.length === 1 ? "only" : "both") : null;
  }

  nameOf(side) {
    return seatName(this.game, this.match, side, this.mine(side));
  }

  /** Whether play has stopped and the players agree on what is dead. */
  get settling() {
    return Boolean(this.match.agreement) && !this.match.outcome;
  }

  get myTurn() {
    return !this.match.outcome && !this.settling && this.sides.includes(this.match.turn);
  }

  toggleLegal(on) {
    remember({ showLegal: on });
    this.#paint();
  }

  // ---- What the server says ------------------------------------------------

  #secrets() {
    return [...new Set([...SIDES.map((side) => this.entry?.seats[side]), this.arrived].filter(Boolean))];
  }

  /** The secret of a player's link, in the part of the address that no server
   *  sees. Once it is kept it leaves the address, so that what people copy
   *  from there is the watchers' link. */
  #arrivingSecret() {
    const secret = decodeURIComponent(location.hash.slice(1));
    return /^[\w-]{16,}$/.test(secret) ? secret : null;
  }

  #welcome(sides) {
    if (this.arrived) {
      const fresh = sides.filter((side) => !this.entry?.seats[side]);
      if (fresh.length === 1) {
        const seats = { ...this.entry?.seats, [fresh[0]]: this.arrived };
        this.entry = keepMatch(this.match.id, { game: this.game.id, seats });
      }
      if (findMatch(this.match.id)) history.replaceState(null, "", location.pathname);
      this.arrived = null;
      // A guest who already goes by a name sits down with it.
      if (fresh.length === 1 && prefs.name) this.ask({ type: "name", name: prefs.name });
    }
    this.sides = SIDES.filter((side) => sides.includes(side));
  }

  #connected(status) {
    this.status = status;
    this.estimateAsked &&= status === "open";
    if (status === "lost") this.notice.line(t("page-lost"), true);
    if (status === "open") this.notice.line("");
    this.element.classList.toggle("offline", status === "lost");
  }

  #update(match) {
    const was = this.match;
    this.match = match;
    this.stamp = performance.now();
    if (match.moves.length < was.moves.length || match.seq !== was.seq) this.hint = this.estimate = null;
    if (match.moves.length < was.moves.length) this.past.clear();
    const moved = match.seq !== was.seq;
    if (moved) {
      this.asked = null;
      this.notice.clearFlash();
      if (this.ply !== null && this.sides.length) this.ply = null;
      if (match.moves.length > was.moves.length) playPlaced(match.game);
    }
    const ended = match.outcome && !was.outcome;
    if (ended) {
      this.asked = null;
      playEnd();
      if (this.entry) this.entry = keepMatch(match.id, { over: true });
    }
    this.#paint();
    if (was.agreement && !match.agreement)
      this.notice.flash(t(match.rules === was.rules ? "page-settle-on" : "page-settle-out"), REFUSAL_SHOWN);
    const said = changeSaid(this, was, match);
    if (said) this.context.say(said);
    if (moved && this.estimating) this.#askEstimate();
    if (match.next && !was.next && this.sides.length) this.#follow(match.next);
  }

  /** On to the rematch: the same secrets open the swapped seats. */
  #follow(next) {
    const swap = (of = {}) =>
      Object.fromEntries(Object.entries(of).map(([side, secret]) => [other(side), secret]));
    keepMatch(next, { game: this.game.id, seats: swap(this.entry?.seats), links: swap(this.entry?.links) });
    this.context.go(`/play/${next}`);
  }

  goToNext() {
    if (this.sides.length) this.#follow(this.match.next);
    else this.context.go(`/play/${this.match.next}`);
  }

  #refused(message) {
    if (message.to === "estimate") this.estimateAsked = false;
    const words = t(message.reason.id, message.reason.args);
    this.notice.flash(words, REFUSAL_SHOWN, true);
    this.#tell();
  }

  #hinted({ lines, level, seq }) {
    if (seq !== this.match.seq || !lines.length) return this.notice.clearFlash();
    this.hint = lines[0].play;
    this.#paint();
    const words = t("page-hint-is", {
      level: t(this.game.levels[level].name),
      move: moveWord(this.game.id, this.hint),
      value: lines[0].value.text,
    });
    this.notice.flash(words, 30_000);
  }

  #estimated({ seq, lead, chance, owners }) {
    this.estimateAsked = false;
    if (!this.estimating) return;
    if (seq !== this.match.seq) return this.#askEstimate();
    this.estimate = new Map(owners.map(({ at, share }) => [at, share]));
    this.#paint();
    const ahead = lead >= 0;
    const words = t("page-estimate-is", {
      side: sideName(this.game.id, ahead ? "first" : "second"),
      lead: number(Math.round(Math.abs(lead) * 2) / 2),
      chance: number(Math.round(100 * (ahead ? chance : 1 - chance))),
    });
    this.notice.flash(words, 30_000);
  }

  // ---- Showing it ----------------------------------------------------------

  #paint() {
    const { match } = this;
    const past = this.ply === null ? null : this.past.get(this.ply);
    const view = past ?? match;
    this.board.show(view, {
      showLegal: prefs.showLegal !== false,
      mine: !past && this.myTurn,
      hint: past ? null : this.hint,
      owners: past ? null : this.estimate,
      initials: this.#initials(),
      markable: past ? null : this.#markable(),
    });
    this.seats.far.show(other(this.near), view, !past);
    this.seats.near.show(this.near, view, !past);
    this.moves.show();
    this.actions.show();
    this.invite.show();
    this.#tell();
    this.context.setTitle(this.#title());
    this.#tick();
  }

  #title() {
    const name = t(`game-${this.game.id}`);
    return this.myTurn && this.sides.length === 1 ? `${t("page-your-turn")} · ${name}` : name;
  }

  /** What the notice line says when nothing special has happened. */
  #tell() {
    const { match, notice } = this;
    if (this.asked) {
      const { words, yes, act } = this.asked;
      const done = (run) => () => {
        this.asked = null;
        this.#tell();
        if (run) act();
      };
      return notice.base(words, [
        [yes, done(true), "main"],
        [t("page-no"), done(false)],
      ]);
    }
    if (this.ply !== null)
      return notice.base(
        this.ply
          ? t("page-looking-back", { number: this.ply, count: match.moves.length })
          : t("page-looking-start"),
        [[t("page-to-present"), () => this.look(null)]],
      );
    if (match.outcome) {
      const actions = match.next ? [[t("page-to-rematch"), () => this.goToNext(), "main"]] : [];
      const offer = match.offers.rematch;
      if (!match.next && this.sides.length) {
        if (offer && this.sides.includes(offer)) actions.push([t("page-rematch-asked"), null]);
        else
          actions.push([t(offer ? "page-rematch-accept" : "page-rematch"), () => this.askRematch(), "main"]);
      }
      actions.push([t("page-new-same"), () => this.anew()]);
      return notice.base(resultWords(this.game.id, match), actions, "result");
    }
    for (const offer of ["undo", "draw"]) {
      const by = match.offers[offer];
      if (!by) continue;
      if (this.sides.includes(other(by)) && !this.sides.includes(by)) {
        return notice.base(t(`page-offer-${offer}`, { side: this.nameOf(by) }), [
          [t("page-accept"), () => this.ask({ type: "accept", offer }), "main"],
          [t("page-decline"), () => this.ask({ type: "decline", offer })],
        ]);
      }
      if (this.sides.includes(by)) return notice.base(t(`page-offered-${offer}`), []);
    }
    if (this.settling) return this.#tellSettling();
    if (this.invite.waiting) return notice.base(t("page-waiting-friend"), this.invite.shortcuts());
    // A side whose only move is to pass is told so, with the pass at hand.
    if (this.myTurn && match.legal.length === 1 && /^pass$/i.test(match.legal[0].play)) {
      return notice.base(t("page-must-pass", { side: sideName(this.game.id, match.turn) }), [
        [t("page-pass"), () => this.wish(match.legal[0].play), "main"],
      ]);
    }
    if (match.thinking)
      return notice.base(t("page-thinking", { side: sideName(this.game.id, match.thinking) }));
    if (this.myTurn && this.sides.length === 1)
      return notice.base(`${t("page-your-turn")} · ${sideName(this.game.id, match.turn)}`);
    return notice.base(t("page-turn", { side: sideName(this.game.id, match.turn) }));
  }

  /** The places a click marks as dead or alive; null while there are none. */
  #markable() {
    const { match } = this;
    if (!this.settling || !match.agreement.ready || !this.sides.length) return null;
    return new Set(match.picture.stands.filter(({ mark }) => mark === "piece").map(({ at }) => at));
  }

  /** The agreement on dead stones in the notice line. */
  #tellSettling() {
    const { match, notice, sides } = this;
    const { ready, agreed } = match.agreement;
    if (!ready) return notice.base(t("page-settle-judging"));
    if (!sides.length) return notice.base(t("page-settle-watch"));
    const resume = [t("page-settle-resume"), () => this.#settle("resume")];
    if (sides.every((side) => agreed.includes(side))) {
      const away = SIDES.some((side, i) => !agreed.includes(side) && match.seats[i].kind === "link" && !match.seats[i].present);
      return notice.base(t(away ? "page-settle-away" : "page-settle-yours"), [resume]);
    }
    const [by] = agreed;
    return notice.base(by ? t("page-settle-theirs", { side: this.nameOf(by) }) : t("page-settle"), [
      [t("page-settle-agree"), () => this.#settle("agree"), "main"],
      resume,
    ]);
  }

  /** Letters for the boxes: the names' initials when they tell players apart. */
  #initials() {
    const letters = SIDES.map((_, i) => this.match.seats[i].name?.trim()[0]?.toUpperCase());
    const distinct = letters[0] && letters[1] && letters[0] !== letters[1];
    return distinct ? { first: letters[0], second: letters[1] } : { first: "1", second: "2" };
  }

  #tick() {
    const { clock } = this.match;
    if (!clock) return;
    const since = this.stamp && clock.running ? performance.now() - this.stamp : 0;
    SIDES.forEach((side, i) => {
      const left = Math.max(0, clock.left[i] - (clock.running === side ? since : 0));
      (side === this.near ? this.seats.near : this.seats.far).setClock(left, clock.running === side);
    });
  }
}
