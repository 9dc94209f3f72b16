// What the page's modules hand to one another. What the server sends is in
// wire.d.ts, which is made from its description.

/** A cell of the keyboard grid, in board units. */
interface Cell {
  key: string;
  x: number;
  y: number;
  w: number;
  h: number;
  kind: string;
  // The board's own notes.
  row?: any;
  column?: any;
  element?: any;
  label?: string;
  legal?: boolean;
}

/** What a board shows: a match as it stands, or an earlier position of one. */
interface View {
  picture: Pick<Wire.Picture, "rows" | "columns" | "stands">;
  turn: string;
  moves?: { play: string; side: string }[];
  legal?: Wire.Choice[];
  score?: string[] | null;
  // Made of the rest when it is first shown.
  choices?: Map<string, string[]>;
  at?: Map<string, Record<string, Wire.Side | true>>;
  last?: { play: string; side: string } | null;
}

/** How a board is shown. */
interface Shown {
  showLegal: boolean;
  /** Whether the viewer may play now. */
  mine: boolean;
  animate: boolean;
  /** A play to point at. */
  hint: string | null;
  /** An estimate: from 1, the first side's, to -1 by place. */
  owners: Map<string, number> | null;
  initials?: Partial<Record<Wire.Side, string | undefined>>;
  /** What a click marks instead of playing. */
  markable: Set<string> | null;
  /** Keys or moves to look at. */
  places: string[];
}

/** The drawing module of a game; board.js says what each does. */
interface Drawing {
  id: string;
  sound: { pitch: number; length: number; loud: number; q?: number };
  swatch(side: Wire.Side): Element[];
  frame(picture: Wire.Picture): { width: number; height: number };
  cells(picture: Wire.Picture): Cell[][];
  pick(picture: Wire.Picture, x: number, y: number): any;
  playAt(view: any, key: string): any;
  cellOf(picture: Wire.Picture, play: string, view?: any): any;
  ground(picture: Wire.Picture, board: any): Element[];
  front?(picture: Wire.Picture, board: any): Element[];
  draw(board: any, view: any, was: any): void;
  preview(board: any, view: any, choice: { play: string; changes: string[] }, cell: Cell): void;
  name(cell: Cell): string;
  say(cell: Cell, view: any, t: (id: string, args?: object) => string, options: Shown): string;
}

/** What a screen gets from app.js. */
interface Context {
  go(address: string, how?: { replace?: boolean }): Promise<void> | void;
  say(text: string): void;
  setTitle(title: string): void;
  /** What the address names, such as a game or a match. */
  argument: string | null;
  /** What the same screen had chosen before it is shown anew. */
  kept: any;
}

/** What app.js shows. */
interface PageScreen {
  name: string;
  title: string;
  element: HTMLElement;
  leave?(): void;
  keep?(): unknown;
  entered?(): void;
  focus?(): void;
}

/** What a device keeps of a match. */
interface Kept {
  id: string;
  game?: string;
  at: number;
  over?: boolean;
  seats: Partial<Record<Wire.Side, string | null>>;
  links: Partial<Record<Wire.Side, string | null>>;
  [more: string]: any;
}
