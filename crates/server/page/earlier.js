// @ts-check
// The moves that a state leaves out: of a long game the server tells the last
// ones alone. They are fetched once, and stay true while the line is the same.

import { movesFrom } from "./api.js";

export class Earlier {
  #id;
  /** @type {number | null} */
  #line = null;
  /** @type {Wire.Move[]} */
  #moves = [];

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
  }

  /** Puts all the moves into a state; `false` when some are not known yet.
   *  @param {Wire.State} match */
  complete(match) {
    if (match.line !== this.#line) {
      this.#line = match.line;
      this.#moves = [];
    }
    if (this.#moves.length < match.earlier) return false;
    match.moves = [...this.#moves.slice(0, match.earlier), ...match.moves];
    match.earlier = 0;
    this.#moves = match.moves;
    return true;
  }

  /** Fetches what a state leaves out; `false` when moves were taken back
   *  meanwhile: a later state is on its way then.
   *  @param {Wire.State} match */
  async fetch(match) {
    while (this.#moves.length < match.earlier) {
      const from = this.#moves.length;
      const { line, moves } = await movesFrom(this.#id, from);
      if (line !== match.line || line !== this.#line || !moves.length) return false;
      // Two states may have asked at the same time.
      if (from === this.#moves.length) this.#moves = [...this.#moves, ...moves];
    }
    return true;
  }
}
