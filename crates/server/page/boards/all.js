// @ts-check
// The drawing module of each game: a new game is one line here.

import * as connect4 from "./connect4.js";
import * as dots from "./dots.js";
import * as go from "./go.js";
import * as othello from "./othello.js";

/** @type {Record<string, Drawing>} */
export const DRAWINGS = { go, connect4, dots, othello };
