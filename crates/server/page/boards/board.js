// @ts-check
// A board on the screen: the drawing, the pointer, the keyboard and the words
// a screen reader says. It knows no game; each game brings a drawing module:
//
//   id                        the game's id
//   frame(picture)            { width, height } in board units; 1 unit = 1 cell
//   cells(picture)            rows of { key, x, y, w, h, kind }: the keyboard grid
//   pick(picture, x, y)       the key of the cell under a point, or null
//   playAt(view, key)         the move that playing on that cell means (text)
//   cellOf(picture, play)     the cell a move of `view.legal` or `moves` lands on
//   ground(picture, ids)      SVG that never changes while the size stays
//   front(picture, ids)       SVG above the pieces (optional: Connect 4's grid)
//   draw(board, view, was)    pieces and marks; `was` is the view shown before
//   preview(board, view, choice, cell)   what the pointer promises
//   name(cell)                the coordinates as they are said
//   say(cell, view, t, options)   what is on the cell, in words
//   sound                     the knock of a piece put down
//   swatch(side)              SVG of a side's piece, on 24 × 24
//
// Nothing here decides whether a move is allowed: `view.legal` says so, and a
// move that is not in it is sent all the same, because the server's refusal
// carries the reason.

import { h, s, moving } from "../dom.js";

/** Pixels below which a cell is too small to hit at the first try. */
const FINGER = 20;

/** A second click so soon and so near belongs to the first: one gesture is one
 *  move, also when the first one has led to this board. */
const ONE_GESTURE = { time: 350, reach: 30 };

/** @type {Shown} */
const USUAL = {
  showLegal: true,
  mine: false,
  animate: true,
  hint: null,
  owners: null,
  markable: null,
  places: [],
};

let boards = 0;

export class Board {
  /** `live: false` draws a picture without pointer or keyboard. */
  constructor(/** @type {Drawing} */ drawing, { t, live = true, label = "", onPlay = (_play, _key) => {}, onAim = (_play) => {} }) {
    this.drawing = drawing;
    this.t = t;
    this.live = live;
    this.onPlay = onPlay;
    this.onAim = onAim;
    this.prefix = `b${++boards}`;
    this.ids = (name) => `${this.prefix}-${name}`;
    this.ref = (name) => `url(#${this.prefix}-${name})`;
    /** @type {any} */
    this.view = null;
    /** @type {Map<string, { node: any, seen?: boolean }>} */
    this.kept = new Map();
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Shown} */
    this.options = USUAL;
    /** @type {Set<Cell>} */
    this.pointedAt = new Set();
    this.width = 0;
    this.height = 0;
    /** @type {any} */
    this.current = undefined;
    /** @type {Cell[][]} */
    this.rows = [];
    this.played = null; // where the last gesture was, while it may go on
    this.groundSvg = s("svg", { class: "board-ground", "aria-hidden": "true" });
    this.svg = s("svg", { class: "board-pieces", "aria-hidden": "true" });
    this.layers = {};
    for (const name of ["under", "pieces", "front", "marks", "places", "ghost"]) {
      this.layers[name] = s("g", { class: `layer-${name}` });
      this.svg.append(this.layers[name]);
    }
    this.element = h("div", { class: `board board-${drawing.id}` }, this.groundSvg, this.svg);
    /** @type {any} */
    this.grid = undefined;
    if (live) {
      this.grid = h("div", {
        class: "board-grid",
        role: "grid",
        "aria-label": label,
        onkeydown: (event) => this.#key(event),
        onclick: (event) => this.#click(event),
        onpointermove: (event) => this.#point(event),
        onpointerleave: () => this.#hover(null),
        onfocusin: (event) => this.#focused(event),
        onpointerdown: () => (this.pointed = true),
        onfocusout: (event) => {
          this.#hover(null);
          if (!this.grid.contains(event.relatedTarget)) this.pointed = false;
        },
      });
      this.element.append(this.grid);
    }
  }

  setLabel(label) {
    this.grid?.setAttribute("aria-label", label);
  }

  /** Shows a view. `options`: showLegal, mine (the viewer may play now),
   *  animate, hint (a play to point at), owners (an estimate:
   *  from 1, the first side's, to -1 by place), initials, markable (the places that
   *  a click marks instead of playing; null while the game is played), places
   *  (keys or moves to look at).
   *  @param {View} view
   *  @param {Partial<Shown>} options */
  show(view, options = {}) {
    const was = this.view;
    this.options = { ...USUAL, ...options };
    const { rows, columns } = view.picture;
    const size = `${rows}x${columns}`;
    this.view = view;
    view.choices ??= new Map((view.legal ?? []).map((choice) => [choice.play, choice.changes ?? []]));
    view.at ??= index(view.picture.stands);
    view.last ??= view.moves?.length ? view.moves[view.moves.length - 1] : null;
    if (size !== this.size) {
      this.size = size;
      this.#lay(view.picture);
    }
    this.drawing.draw(this, view, was && this.sameSize ? was : null);
    this.sameSize = true;
    if (this.live) this.#pointAt(this.options.places);
    if (this.live) this.#label();
    this.#hover(this.under ?? null, true);
  }

  /** Rings around what somebody speaks of. */
  #pointAt(places) {
    const { drawing, view } = this;
    const cellOf = (place) =>
      this.cells.get(place) ?? this.cells.get(drawing.cellOf(view.picture, place, view));
    this.pointedAt = new Set(places.map(cellOf).filter(Boolean));
    this.layers.places.replaceChildren(
      ...[...this.pointedAt].flatMap(({ x, y, w, h: high }) => {
        const inset = Math.min(w, high) * 0.07;
        const box = { x: x + inset, y: y + inset, width: w - 2 * inset, height: high - 2 * inset };
        return ["place-edge", "place-mark"].map((kind) => s("rect", { class: kind, rx: 0.18, ...box }));
      }),
    );
  }

  /** Keeps one SVG node per key on a layer: `make` builds it the first time,
   *  `update` runs every time; keys not kept again by `sweep` go away. */
  keep(layer, key, make, update) {
    const id = `${layer}/${key}`;
    let entry = this.kept.get(id);
    const fresh = !entry;
    if (!entry) {
      const node = make();
      this.layers[layer].append(node);
      entry = { node };
      this.kept.set(id, entry);
    }
    entry.seen = true;
    update?.(entry.node, fresh);
    return entry.node;
  }

  /** Removes what the last `draw` did not keep. */
  sweep(leave) {
    for (const [id, entry] of this.kept) {
      if (entry.seen) {
        entry.seen = false;
        continue;
      }
      this.kept.delete(id);
      if (leave && this.moves()) leave(entry.node, id).finished.finally(() => entry.node.remove());
      else entry.node.remove();
    }
  }

  /** Whether changes should be animated now. */
  moves() {
    return this.options.animate && moving() && document.visibilityState === "visible";
  }

  focus() {
    this.current?.element.focus({ preventScroll: true });
  }

  /** Tells the styles of an element around the board what shape it has. */
  shape(element) {
    element.style.setProperty("--board-w", this.width);
    element.style.setProperty("--board-h", this.height);
  }

  #lay(picture) {
    const { width, height } = this.drawing.frame(picture);
    this.width = width;
    this.height = height;
    for (const svg of [this.groundSvg, this.svg]) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.shape(this.element);
    this.kept.clear();
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.groundSvg.replaceChildren(...this.drawing.ground(picture, this));
    this.layers.front.replaceChildren(...(this.drawing.front?.(picture, this) ?? []));
    this.sameSize = false;
    if (!this.live) return;
    if (!this.rows.length) this.#begin({ x: null, y: null });
    const held = this.current?.key;
    this.rows = this.drawing.cells(picture);
    this.cells = new Map();
    this.grid.replaceChildren(
      ...this.rows.map((row, r) =>
        h(
          "div",
          { role: "row", "aria-rowindex": r + 1 },
          row.map((cell, c) => {
            cell.row = r;
            cell.column = c;
            cell.element = h("div", {
              role: "gridcell",
              tabIndex: -1,
              class: `cell cell-${cell.kind}`,
              data: { key: cell.key },
            });
            const { style } = cell.element;
            style.left = `${(100 * cell.x) / width}%`;
            style.top = `${(100 * cell.y) / height}%`;
            style.width = `${(100 * cell.w) / width}%`;
            style.height = `${(100 * cell.h) / height}%`;
            this.cells.set(cell.key, cell);
            return cell.element;
          }),
        ),
      ),
    );
    const middle = this.rows[Math.floor(this.rows.length / 2)];
    this.#rove(this.cells.get(held) ?? middle[Math.floor(middle.length / 2)]);
  }

  #rove(/** @type {Cell} */ cell) {
    if (this.current) this.current.element.tabIndex = -1;
    this.current = cell;
    cell.element.tabIndex = 0;
  }

  #label() {
    const { view, t, drawing } = this;
    const lastCell = view.last ? drawing.cellOf(view.picture, view.last.play, view) : null;
    for (const cell of this.cells.values()) {
      const words = [drawing.name(cell), drawing.say(cell, view, t, this.options)];
      if (cell.key === lastCell) words.push(t("page-cell-last"));
      if (this.options.hint && drawing.cellOf(view.picture, this.options.hint, view) === cell.key)
        words.push(t("page-cell-hint"));
      if (this.pointedAt.has(cell)) words.push(t("page-cell-place"));
      const label = words.filter(Boolean).join(", ");
      if (cell.label !== label) {
        cell.label = label;
        cell.element.setAttribute("aria-label", label);
      }
      const { mine, markable } = this.options;
      const legal = markable?.has(cell.key) || (mine && view.choices.has(drawing.playAt(view, cell.key)));
      if (cell.legal !== legal) {
        cell.legal = legal;
        cell.element.classList.toggle("can-play", legal);
      }
    }
  }

  #place(event) {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width;
    const y = ((event.clientY - box.top) / box.height) * this.height;
    return this.cells.get(this.drawing.pick(this.view.picture, x, y)) ?? null;
  }

  #click(event) {
    if (!this.view) return;
    // A screen reader's click may carry no place; the cell it hit is the answer then.
    const spoken = event.detail === 0 && event.target.dataset?.key;
    const cell = spoken ? this.cells.get(spoken) : this.#place(event);
    if (!cell || (this.aim !== cell.key && this.#goesOn(event))) return;
    if (event.pointerType === "touch" && !spoken && this.#mustAim(cell)) return;
    this.#begin({ x: event.clientX, y: event.clientY });
    this.#play(cell);
  }

  /** Whether a click is the rest of the gesture that has just played, or that
   *  opened this screen. */
  #goesOn(event) {
    if (event.detail > 1) return true;
    const from = this.played;
    if (!from || event.detail === 0) return false; // a key or a voice clicks once
    return from.x === null || Math.hypot(event.clientX - from.x, event.clientY - from.y) < ONE_GESTURE.reach;
  }

  /** From now on, for a moment, clicks near `from` are part of what was done. */
  #begin(from) {
    this.played = from;
    this.grid.classList.add("just-played");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.played = null;
      this.grid.classList.remove("just-played");
    }, ONE_GESTURE.time);
  }

  /** Under a finger a cell smaller than it is easily missed: the first tap
   *  aims and shows the piece, a second one on the same cell plays. */
  #mustAim(cell) {
    const small = (this.element.clientWidth / this.width) * Math.min(cell.w, cell.h) < FINGER;
    if (!small || !cell.legal || this.aim === cell.key) {
      this.aim = null;
      return false;
    }
    this.aim = cell.key;
    this.#rove(cell);
    this.#hover(cell);
    this.onAim(this.drawing.playAt(this.view, cell.key));
    return true;
  }

  #play(cell) {
    this.#rove(cell);
    const play = this.drawing.playAt(this.view, cell.key);
    if (play) this.onPlay(play, cell.key);
  }

  #point(event) {
    if (!this.view || event.pointerType === "touch") return;
    this.#hover(this.#place(event));
  }

  #focused(event) {
    const cell = this.cells.get(event.target.dataset.key);
    if (!cell) return;
    this.#rove(cell);
    if (cell.element.matches(":focus-visible")) this.#hover(cell);
  }

  #hover(cell, redraw = false) {
    if (!redraw && cell === this.under) return;
    this.under = cell;
    this.layers.ghost.replaceChildren();
    this.grid?.classList.remove("over-legal");
    for (const node of this.svg.querySelectorAll(".will-change")) node.classList.remove("will-change");
    if (!cell || !this.options.mine || !this.view) return;
    const play = this.drawing.playAt(this.view, cell.key);
    const changes = this.view.choices.get(play);
    if (!changes) return;
    this.grid.classList.add("over-legal");
    for (const key of changes) this.kept.get(`pieces/${key}`)?.node.classList.add("will-change");
    this.drawing.preview(this, this.view, { play, changes }, cell);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.current) return;
    // Who clicks on the board and then presses an arrow wants to step through
    // the moves; who came by keyboard, or turns to it, walks over the board.
    if (this.pointed && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return;
    this.pointed = false;
    const { row, column } = this.current;
    const target = {
      ArrowLeft: () => this.#step(0, -1),
      ArrowRight: () => this.#step(0, 1),
      ArrowUp: () => this.#step(-1, 0),
      ArrowDown: () => this.#step(1, 0),
      Home: () => this.rows[row][0],
      End: () => this.rows[row].at(-1),
      PageUp: () => nearest(this.rows[0], this.current),
      PageDown: () => nearest(this.rows.at(-1), this.current),
    }[event.key];
    if (target) {
      event.preventDefault();
      const cell = target();
      if (cell) {
        this.#rove(cell);
        cell.element.focus();
      }
    } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      this.#play(this.rows[row][column]);
    }
  }

  /** The next cell in a direction: along the row by order, across rows by place. */
  #step(down, right) {
    const { row, column } = this.current;
    if (right) return this.rows[row][column + right];
    const centre = (cell) => cell.x + cell.w / 2;
    for (let r = row + down; this.rows[r]; r += down) {
      const found = this.rows[r].find((cell) => Math.abs(centre(cell) - centre(this.current)) < 0.01);
      if (found) return found;
    }
    return null;
  }
}

function nearest(row, to) {
  const gap = (cell) => Math.abs(cell.x + cell.w / 2 - to.x - to.w / 2);
  return row.reduce((best, cell) => (gap(cell) < gap(best) ? cell : best));
}

/** Stands by place: `at.get("D4")` is `{ piece: "first", winning: … }`. */
function index(stands) {
  const at = new Map();
  for (const { at: key, mark, side } of stands) {
    if (!at.has(key)) at.set(key, {});
    at.get(key)[mark] = side ?? true;
  }
  return at;
}

/** The stands with one mark. */
export function marked(view, mark) {
  return view.picture.stands.filter((stand) => stand.mark === mark);
}

/** Light from the upper left on a round piece; `stops` are [offset, class]. */
export function shade(board, name, stops) {
  return s(
    "radialGradient",
    { id: board.ids(name), cx: "0.37", cy: "0.31", r: "0.74" },
    stops.map(([offset, kind]) => s("stop", { offset, class: kind })),
  );
}

/** The diamond that shows where a hint points. */
export function hintMark(x, y, r) {
  return s("path", { class: "hint-mark", d: `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z` });
}

/** A number in [0, 1) that depends only on `text`: for strokes that wobble
 *  the same way every time they are drawn. */
export function chance(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** `fixed(0.123456)` is `0.123`: short numbers in SVG. */
export function fixed(number) {
  return Math.round(number * 1000) / 1000;
}
