// @ts-check
// A game on the screen. The server's state is the only truth: this module
// shows the last one it got, sends what the player wants, and reports what
// changed to those who do not see the board.
//
//   state → `update` → board, seats, moves, notice, words said aloud
//   click, key or typed move → `wish` → the connection, with the state's seq

import { h } from "../dom.js";
import { number, t } from "../text.js";
import { create, earlier, games, readMatch, Refused } from "../api.js";
import { Earlier } from "../earlier.js";
import { Connection } from "../connection.js";
import { findMatch, forgetMatch, inheritSeats, isKept, keepMatch, prefs, remember } from "../prefs.js";
import { placeSecrets, seatAddress, secretsInAddress } from "../router.js";
import { playEnd, playPlaced } from "../sound.js";
import { Board } from "../boards/board.js";
import { DRAWINGS } from "../boards/all.js";
import {
  OFFERS,
  SIDES,
  initial,
  isMachine,
  moveWord,
  other,
  sameRules,
  seatName,
  sideName,
  wantedSeat,
} from "./words.js";
import { SeatPanel } from "./seat.js";
import { MovesPanel } from "./moves.js";
import { ActionsPanel, copy } from "./actions.js";
import { InvitePanel } from "./invite.js";
import { Notice } from "./notice.js";
import { QuestionPanel } from "./question.js";
import { hintWords } from "./hint.js";
import { ReviewPanel } from "./review.js";
import { inLine, questions, tell } from "./tell.js";
import { changeSaid, summary } from "./result.js";

/** How long a refusal stays when nothing else happens. */
const REFUSAL_SHOWN = 7000;

export async function play(context) {
  const id = context.argument;
  const [list, first] = await Promise.all([games(), readMatch(id)]);
  const game = list.find((entry) => entry.id === first.game);
  if (!game || !DRAWINGS[game.id]) throw new Refused(null, 404);
  const before = new Earlier(id);
  let match = first;
  while (!before.complete(match)) if (!(await before.fetch(match))) match = await readMatch(id);
  return new Table(context, game, match, before).screen();
}

class Table {
  constructor(context, game, match, before) {
    this.context = context;
    this.before = before; // moves that a state of a long game leaves out
    this.gone = false; // deleted while it was looked at
    this.game = game;
    this.match = match;
    this.ply = null; // the move looked back at; null: the present
    this.past = new Map(); // earlier positions by ply, while the game only grows
    this.hint = null;
    this.estimate = null; // who is likely to own what, while it is shown
    this.asked = null; // what is to be confirmed before it is done
    this.withdrawn = new Set(); // offers of one's own that were taken back
    this.status = "connecting";
    this.stamp = 0; // when the state on show was heard
    this.entry = findMatch(match.id);
    // A secret in the address opens a seat, unless this device made it for
    // somebody else: an invitation is never taken by who wrote it.
    const { secrets, cut } = secretsInAddress();
    const written = Object.values(this.entry?.links ?? {});
    this.invitation = secrets.find((secret) => written.includes(secret)) ?? null;
    this.arrived = secrets.filter((secret) => !written.includes(secret));
    this.cut = cut;
    this.sides = SIDES.filter((side) => this.entry?.seats[side]); // the seats this device holds

    const drawing = DRAWINGS[game.id];
    this.board = new Board(drawing, {
      t,
      label: t("page-board", { game: t(`game-${game.id}`) }),
      onPlay: (play) => this.wish(play),
      onAim: (play) => this.notice.flash(t("page-tap-again", { move: moveWord(game.id, play) })),
    });
    this.notice = new Notice(context.say);
    this.questions = new QuestionPanel(() => this.board.focus());
    this.seats = { far: new SeatPanel(this), near: new SeatPanel(this) };
    this.moves = new MovesPanel(this);
    this.review = new ReviewPanel(this);
    this.actions = new ActionsPanel(this);
    this.invite = new InvitePanel(this);
    this.element = h(
      "main",
      { class: `game game-${game.id}` },
      h("h1", { class: "unseen" }, t(`game-${game.id}`)),
      this.notice.element,
      h("div", { class: "board-place" }, this.board.element),
      h(
        "div",
        { class: "side" },
        this.seats.far.element,
        this.seats.near.element,
        this.invite.element,
        this.review.element,
        this.moves.element,
        h("div", { class: "foot" }, this.questions.element, this.actions.element),
      ),
    );
    this.came = new Set(SIDES.filter((side) => this.entry?.came?.[side])); // invited, and came once
    this.keys = (event) => this.#key(event);
    document.addEventListener("keydown", this.keys);
    this.#noteCame();
    this.#paint();
    this.board.shape(this.element);
    this.connection = new Connection(match.id, this.#secrets(), {
      welcome: (sides) => this.#welcome(sides),
      state: (state) => this.#heard(state),
      refused: (message) => this.#refused(message),
      looking: ({ play }) => {
        if (this.hintAsked) Object.assign(this.hintAsked, { play, waiting: null });
      },
      waiting: (place) => {
        if (this.hintAsked) this.hintAsked.waiting = place;
      },
      hint: (message) => this.#hinted(message),
      estimate: (message) => this.#estimated(message),
      review: (message) => this.review.hear(message),
      status: (status) => this.#connected(status),
      bye: (reason) => reason.id === "server-match-deleted" && this.#deleted(),
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
        document.removeEventListener("keydown", this.keys);
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
    if (this.settling) return this.settle("mark", { at: play });
    if (!this.sides.includes(match.turn))
      return this.notice.flash(t("page-not-yet", { side: this.nameOf(match.turn) }));
    if (!this.connection.play(play, match.seq)) return;
    this.hint = null;
    if (this.status !== "open") this.notice.flash(t("page-will-send"));
  }

  /** A step of the agreement on dead stones; it names what it answers to. */
  settle(type, more = {}) {
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

  /** Asks before doing something that cannot be undone. */
  confirm(words, yes, act, no = "page-no") {
    this.asked = { words, yes, act, no };
    this.#tell();
    this.context.say(words);
    this.questions.focus("sure");
  }

  /** Asks whether the match is to be deleted: at once where nobody else has
   *  played in it, and otherwise the other side is asked too. */
  askDelete() {
    const { match } = this;
    const others = (move) => !this.sides.includes(move.side) && !isMachine(match.seats[SIDES.indexOf(move.side)]);
    const words = match.moves.some(others) ? "page-delete-both" : "page-delete-sure";
    this.confirm(t(words), t("page-delete-yes"), () => this.ask({ type: "delete" }), "page-delete-no");
  }

  /** What was to be confirmed is done, or left. */
  answer(act) {
    this.asked = null;
    this.#tell();
    act?.();
  }

  /** Takes back what this device's player has offered. */
  withdraw(offer) {
    this.withdrawn.add(offer);
    this.ask({ type: "decline", offer });
  }

  askHint(level) {
    if (this.ply !== null) this.look(null);
    const { seq } = this.match;
    if (this.hintAsked?.seq === seq) return; // it is on its way
    if (this.lastHint?.seq === seq && this.lastHint.asked === level) return this.#showHint();
    this.hintAsked = { seq, level, at: performance.now() };
    this.notice.flash(t("page-hint-thinking"), 60_000);
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

  /** Another game with the rules that were agreed, seats as they were: at once
   *  when nobody else has a say, and otherwise as an offer to them. */
  async anew() {
    const { match, entry } = this;
    if (!this.alone) return this.ask({ type: "again" });
    if (this.making) return;
    this.making = true;
    const setup = {
      game: match.game,
      rules: match.agreed,
      seats: match.seats.map(wantedSeat),
      hints: match.hints,
      ...(match.clock ? { clock: { main: match.clock.main, increment: match.clock.increment } } : {}),
    };
    try {
      const made = await create(setup);
      const seats = Object.fromEntries(
        this.sides.filter((side) => made.secrets[side]).map((side) => [side, made.secrets[side]]),
      );
      keepMatch(made.id, { game: match.game, seats });
      if (entry && match.outcome) keepMatch(match.id, { over: true });
      await this.context.go(`/play/${made.id}`);
    } catch (problem) {
      this.making = false;
      this.notice.flash(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
    }
  }

  /** Shows the position after `ply` moves; null is the present. */
  async look(ply) {
    const count = this.match.moves.length;
    this.review.leaveLine();
    this.ply = ply === null || ply >= count ? null : Math.max(0, ply);
    const wanted = this.ply;
    if (wanted !== null && !this.past.has(wanted)) {
      try {
        const { line } = this.match;
        const seen = await earlier(this.match.id, wanted);
        // Moves were taken back while it was fetched: it may be of either line.
        if (this.match.line !== line) return this.ply === wanted ? this.look(wanted) : undefined;
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
    return seatName(this.game, this.match, side, this.mine(side), !this.sides.length);
  }

  /** Whether nobody but this device's player has a say here. */
  get alone() {
    return SIDES.every((side, i) => this.sides.includes(side) || isMachine(this.match.seats[i]));
  }

  /** Whether the rules are those of the Go course, which prescribes words. */
  get course() {
    const preset = this.game.presets.find(({ id }) => id === "go-course");
    return Boolean(preset) && sameRules(this.game, preset.rules, this.match.agreed);
  }

  /** How long the machine has thought, in milliseconds. */
  thought() {
    const { looking } = this.match;
    const now = performance.now();
    return looking ? looking.elapsed + now - this.stamp : now - (this.thinkingSince ?? now);
  }

  /** Whether play has stopped and the players agree on what is dead. */
  get settling() {
    return Boolean(this.match.agreement) && !this.match.outcome;
  }

  get myTurn() {
    return !this.match.outcome && !this.settling && this.sides.includes(this.match.turn);
  }

  /** Something about the review has changed. */
  reviewed() {
    this.#paint();
  }

  toggleLegal(on) {
    remember({ showLegal: on });
    this.#paint();
  }

  // ---- What the server says ------------------------------------------------

  #secrets() {
    return [...new Set([...this.#held(), ...this.arrived])];
  }

  #held() {
    return SIDES.map((side) => this.entry?.seats[side]).filter(Boolean);
  }

  #welcome(sides) {
    // What was on its way is not coming any more.
    if (this.review.lost) this.review.ask();
    this.review.lost = false;
    this.sides = SIDES.filter((side) => sides.includes(side));
    if (this.settled) return;
    this.settled = true;
    const fresh = this.sides.filter((side) => !this.entry?.seats[side]);
    // More than one are in the order of the sides: this page wrote them.
    if (fresh.length && fresh.length === this.arrived.length) {
      const seats = { ...this.entry?.seats };
      fresh.forEach((side, i) => (seats[side] = this.arrived[i]));
      this.entry = keepMatch(this.match.id, { game: this.game.id, seats });
      // A guest who already goes by a name sits down with it.
      if (fresh.length === 1 && prefs.name) this.ask({ type: "name", name: prefs.name });
    } else if (this.arrived.length && !this.sides.length) this.cut = true;
    this.#settleAddress();
  }

  /** Once a seat is kept its secret leaves the address, so that what people
   *  copy from there is the watchers' link. A seat that cannot be kept stays
   *  in the address, and the person is told. */
  #settleAddress() {
    const held = this.#held();
    if (this.entry && isKept(this.match.id)) placeSecrets([]);
    else if (held.length) {
      placeSecrets(held);
      const mine = location.origin + seatAddress(held);
      this.confirm(t("page-not-kept"), t("page-copy-mine"), () => copy(mine, this));
    }
    if (this.cut) this.notice.flash(t("page-link-cut"), 20_000);
    if (this.invitation && held.length) this.notice.flash(t("page-own-link"), 20_000);
    else if (this.invitation)
      this.confirm(t("page-own-link-sit"), t("page-sit-here"), () => this.#sit(this.invitation));
  }

  /** Takes a seat that was to be somebody else's, because nobody here has one. */
  #sit(secret) {
    const links = this.entry?.links ?? {};
    const side = SIDES.find((one) => links[one] === secret);
    if (!side) return;
    const { [side]: _, ...others } = links;
    keepMatch(this.match.id, { seats: { [side]: secret }, links: others });
    this.context.go(location.pathname, { replace: true });
  }

  #connected(status) {
    this.status = status;
    this.estimateAsked &&= status === "open";
    if (status !== "open") this.hintAsked = null;
    if (status === "lost") this.notice.line(t("page-lost"));
    if (status === "open") this.notice.line("");
    if (status === "lost") this.review.lost = true;
    this.element.classList.toggle("offline", status === "lost");
  }

  /** A state with all its moves is shown at once; of a long game the others are
   *  fetched first, and a later state may come meanwhile. */
  async #heard(match) {
    this.latest = match;
    try {
      while (!this.before.complete(match))
        if (!(await this.before.fetch(match)) || this.latest !== match) return;
    } catch (problem) {
      return this.notice.flash(t(problem.reason?.id ?? "page-trouble", problem.reason?.args));
    }
    this.#update(match);
  }

  /** The match is kept no more, here and on the server. */
  #deleted() {
    this.connection.close();
    forgetMatch(this.match.id);
    this.entry = null;
    this.gone = true;
    this.ply = null;
    this.sides = [];
    this.asked = null;
    this.notice.clearFlash();
    this.notice.line("");
    this.#paint();
    this.context.say(t("server-match-deleted"));
    this.notice.buttons.querySelector("button")?.focus();
  }

  #update(match) {
    const was = this.match;
    this.match = match;
    this.#noteCame();
    this.review.update();
    this.stamp = performance.now();
    if (match.moves.length < was.moves.length || match.seq !== was.seq) this.hint = this.estimate = null;
    // Another line: what was kept of the moves behind it may be of other moves.
    if (match.line !== was.line) {
      this.past.clear();
      if (this.ply !== null) this.look(this.ply);
    }
    const moved = match.seq !== was.seq;
    const began = match.thinking !== was.thinking || (was.waiting && !match.waiting);
    if (moved || began) this.thinkingSince = this.stamp;
    if (moved) {
      this.hintAsked = null;
      this.asked = null;
      this.notice.clearFlash();
      if (this.ply !== null && this.sides.length) this.ply = null;
      if (match.moves.length > was.moves.length) playPlaced(match.game);
    }
    const ended = match.outcome && !was.outcome;
    if (ended) {
      this.asked = null;
      playEnd();
      if (this.entry) this.entry = keepMatch(match.id, { over: true, last: summary(match) });
    }
    this.#paint();
    if (was.agreement && !match.agreement)
      this.notice.flash(t(match.rules === was.rules ? "page-settle-on" : "page-settle-out"), REFUSAL_SHOWN);
    const said = changeSaid(this, was, match);
    if (said) this.context.say(said);
    if (moved && this.estimating) this.#askEstimate();
    this.#tellDeclined(was, match);
    if (ended) this.#offerNext();
    if (match.next && !was.next && this.sides.length) this.#follow(match.next);
  }

  /** Remembers which of the invited have come: whoever is not here then has
   *  lost the connection, and the others are still awaited. */
  #noteCame() {
    const { match } = this;
    const fresh = SIDES.filter(
      (side, i) =>
        !this.came.has(side) &&
        match.seats[i].kind === "link" &&
        (match.seats[i].present || match.moves.some((move) => move.side === side)),
    );
    if (!fresh.length) return;
    fresh.forEach((side) => this.came.add(side));
    if (!this.entry) return;
    const came = Object.fromEntries([...this.came].map((side) => [side, true]));
    this.entry = keepMatch(match.id, { came });
  }

  /** Says that the other side answered no. */
  #tellDeclined(was, match) {
    for (const offer of OFFERS) {
      const by = was.offers[offer];
      if (!by || match.offers[offer] || !this.sides.includes(by) || this.sides.includes(other(by))) continue;
      const answered = match.seq !== was.seq || match.next || Boolean(match.outcome) !== Boolean(was.outcome);
      if (!this.withdrawn.delete(offer) && !answered)
        this.notice.flash(t(`page-declined-${offer}`, { side: this.nameOf(other(by)) }));
    }
  }

  /** The game is over: the focus goes to what comes next, unless the player is
   *  busy with something else. */
  #offerNext() {
    const at = document.activeElement;
    const playing = !at || at === document.body || at.closest(".board, .seat, .questions, .typed, .actions");
    if (!this.sides.length || !playing || this.actions.more.open) return;
    const steps = [this.notice.buttons.querySelector("button"), this.actions.next];
    steps.find((button) => button?.isConnected && button.offsetParent)?.focus({ preventScroll: true });
  }

  /** On to the game that follows: the same secrets open its seats, which a
   *  rematch has swapped. */
  #follow(next) {
    keepMatch(next, { game: this.game.id, ...inheritSeats(this.entry ?? {}, this.match) });
    this.context.go(`/play/${next}`);
  }

  goToNext() {
    if (this.sides.length) this.#follow(this.match.next);
    else this.context.go(`/play/${this.match.next}`);
  }

  #refused(message) {
    if (message.to === "estimate") this.estimateAsked = false;
    if (message.to === "hint") this.hintAsked = null;
    if (message.to === "review") this.review.close(false);
    const words = t(message.reason.id, message.reason.args);
    this.notice.flash(words, REFUSAL_SHOWN, true);
    this.#tell();
  }

  #hinted(hint) {
    const asked = this.hintAsked?.level;
    this.hintAsked = null;
    if (hint.seq !== this.match.seq || !hint.lines.length) return this.notice.clearFlash();
    const places = hint.why.flatMap((why) => why.places);
    this.lastHint = { ...hint, asked, places };
    this.#showHint();
  }

  #showHint() {
    this.hint = this.lastHint.lines[0].play;
    this.#paint();
    this.notice.flash(hintWords(this.game, this.match, this.lastHint), 30_000);
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
    const past = this.review.view ?? (this.ply === null ? null : this.past.get(this.ply));
    const view = past ?? match;
    this.board.show(view, {
      showLegal: prefs.showLegal !== false,
      mine: !past && this.myTurn,
      hint: this.review.hint ?? (past ? null : this.hint),
      owners: past ? null : this.estimate,
      initials: this.#initials(),
      markable: past ? null : this.#markable(),
      places: this.review.open ? this.review.places : !past && this.hint ? this.lastHint.places : [],
    });
    this.seats.far.show(other(this.near), view, !past);
    this.seats.near.show(this.near, view, !past);
    this.moves.show();
    this.review.show();
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

  #tell() {
    tell(this);
    this.questions.show(questions(this));
  }

  /** The places a click marks as dead or alive; null while there are none. */
  #markable() {
    const { match } = this;
    if (!this.settling || !match.agreement.ready || !this.sides.length) return null;
    return new Set(match.picture.stands.filter(({ mark }) => mark === "piece").map(({ at }) => at));
  }

  /** Letters for the boxes: the names' initials when they tell players apart. */
  #initials() {
    const letters = SIDES.map((_, i) => initial(this.match.seats[i].name));
    const distinct = letters[0] && letters[1] && letters[0] !== letters[1];
    return distinct ? { first: letters[0], second: letters[1] } : { first: "1", second: "2" };
  }

  /** The arrows step through the moves, and in Connect 4 a number drops a
   *  piece, wherever neither means something else. */
  #key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, .move-list")) return;
    const now = this.ply ?? this.match.moves.length;
    const along = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (along && !event.shiftKey && this.review.arrow(along)) return event.preventDefault();
    if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !event.shiftKey) {
      const to = now + (event.key === "ArrowLeft" ? -1 : 1);
      if (to < 0 || to > this.match.moves.length || (this.ply === null && to > now)) return;
      event.preventDefault();
      this.look(to);
    } else if (this.game.facts.formats.includes("columns") && /^[1-9]$/.test(event.key) && !event.repeat) {
      if (Number(event.key) > this.match.picture.columns) return;
      event.preventDefault();
      this.wish(event.key);
    }
  }

  #tick() {
    const now = performance.now();
    if (this.hintAsked) {
      const { at, play, waiting } = this.hintAsked;
      const seconds = Math.floor((now - at) / 1000);
      let words = t("page-hint-seconds", { seconds });
      if (waiting) words = inLine(waiting);
      else if (play) words = t("page-hint-looks", { seconds, move: moveWord(this.game.id, play) });
      if (seconds) this.notice.restate(words);
    }
    if (this.match.thinking) tell(this);
    const { clock } = this.match;
    if (!clock) return;
    const since = this.stamp && clock.running ? now - this.stamp : 0;
    SIDES.forEach((side, i) => {
      const left = Math.max(0, clock.left[i] - (clock.running === side ? since : 0));
      (side === this.near ? this.seats.near : this.seats.far).setClock(left, clock.running === side);
    });
  }
}
