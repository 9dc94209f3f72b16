// What crosses the wire, made from the description of the interface by
// `UPDATE=1 cargo test -p sobremesa-server --test types`.

declare namespace Wire {
  type Addresses = {
    lan: Array<string>;
    loopback_only: boolean;
    port: number;
  };
  type Answer = {
    offer: Offer;
  };
  type Argument = string | {
    args: Record<string, string>;
    id: string;
  };
  type AskHint = {
    level: number;
  };
  type Choice = {
    changes?: Array<string>;
    play: string;
  };
  type ClientMessage = {
    secrets?: Array<string>;
    type: "hello";
  } | {
    play: string;
    seq: number;
    type: "play";
  } | {
    at: string;
    seq: number;
    type: "mark";
  } | {
    seq: number;
    type: "agree";
  } | {
    seq: number;
    type: "resume";
  } | {
    seq?: number | null;
    type: "undo";
  } | {
    type: "draw";
  } | {
    type: "rematch";
  } | {
    type: "again";
  } | {
    type: "resign";
  } | {
    offer: Offer;
    type: "accept";
  } | {
    offer: Offer;
    type: "decline";
  } | {
    level: number;
    type: "hint";
  } | {
    type: "estimate";
  } | {
    type: "review";
  } | {
    ply?: number | null;
    type: "values";
  } | {
    type: "cancel";
  } | {
    paused: boolean;
    type: "pause";
  } | {
    delay: number;
    type: "speed";
  } | {
    name: string;
    type: "name";
  } | {
    type: "delete";
  } | {
    type: "ping";
  };
  type Clocks = {
    increment: number;
    left: Array<number>;
    main: number;
    running?: Side | null;
  };
  type Create = {
    clock?: TimeControl | null;
    game: string;
    hints?: boolean | null;
    listed?: boolean;
    position?: string | null;
    rules?: string;
    seats: [SeatRequest, SeatRequest];
  };
  type Created = {
    id: string;
    match: State;
    notes?: Array<Reason>;
    secrets: Secrets;
  };
  type Earlier = {
    last?: Move | null;
    picture: Picture;
    ply: number;
    score?: Array<string> | null;
    turn: Side;
  };
  type Ending = "play" | "resignation" | "time" | "agreement" | "fault" | "record";
  type Estimate = {
    chance: number;
    dead: Array<string>;
    lead: number;
    owners: Array<Owned>;
    seq: number;
  };
  type Facts = {
    capitals: boolean;
    formats: Array<string>;
    pass: Pass;
    quick_preset?: string | null;
    score_during_play: boolean;
    settles: boolean;
    worth: Worth;
  };
  type Format = "sgf" | "json" | "text";
  type Game = {
    engines: Array<string>;
    facts: Facts;
    id: string;
    levels: Array<Level>;
    options: Array<RuleOption>;
    presets: Array<Preset>;
  };
  type Hint = {
    level: number;
    lines: Array<Line>;
    seq: number;
    why: Array<Why>;
  };
  type Judgement = {
    ahead: number;
    best: MoveValue;
    better: Array<Line>;
    chances?: Array<number> | null;
    class?: string | null;
    final: boolean;
    loss?: number | null;
    mark: string;
    number: number;
    play: string;
    reasons: Array<Why>;
    refutation: Array<string>;
    side: Side;
    value: MoveValue;
  };
  type Level = {
    about: string;
    name: string;
    number: number;
  };
  type Line = {
    play: string;
    pv: Array<string>;
    value: MoveValue;
  };
  type Listed = {
    created: number;
    game: string;
    id: string;
    over: boolean;
    rules: string;
  };
  type Looking = {
    depth: number;
    elapsed: number;
    most?: number | null;
    play: string;
  };
  type MarkDead = {
    at: string;
    seq: number;
  };
  type Move = {
    play: string;
    side: Side;
  };
  type MoveValue = {
    kind: ValueKind;
    number?: number | null;
    text: string;
  };
  type Moves = {
    count: number;
    from: number;
    line: number;
    moves: Array<Move>;
  };
  type Nothing = object;
  type Offer = "undo" | "draw" | "rematch" | "again" | "delete";
  type Offers = {
    again?: Side | null;
    delete?: Side | null;
    draw?: Side | null;
    rematch?: Side | null;
    undo?: Side | null;
  };
  type Outcome = {
    reason: Ending;
    winner?: Side | null;
  };
  type Owned = {
    at: string;
    share: number;
  };
  type Pass = "never" | "forced" | "free";
  type Picture = {
    columns: number;
    counts: Record<string, Array<number>>;
    rows: number;
    stands: Array<Stand>;
  };
  type Play = {
    play: string;
    seq: number;
  };
  type Preset = {
    id: string;
    rules: string;
  };
  type Problem = {
    detail: string;
    reason: Reason;
  };
  type Reason = {
    args: Record<string, Argument>;
    id: string;
  };
  type RuleOption = {
    choices: Array<string>;
    default: string;
    free?: string | null;
    key: string;
  };
  type Seat = {
    kind: SeatKind;
    level?: number | null;
    name?: string | null;
    present: boolean;
  };
  type SeatKind = "here" | "link" | "machine" | "engine";
  type SeatRequest = {
    kind: "here";
    name?: string | null;
  } | {
    kind: "link";
    name?: string | null;
  } | {
    kind: "machine";
    level: number;
  } | {
    kind: "engine";
    name: string;
  };
  type Secrets = {
    first?: string | null;
    second?: string | null;
  };
  type ServerMessage = {
    sides: Array<Side>;
    type: "welcome";
  } | {
    match: State;
    type: "state";
  } | {
    seq?: number | null;
    to: string;
    type: "ack";
  } | {
    detail: string;
    reason: Reason;
    seq?: number | null;
    to: string;
    type: "refused";
  } | Looking & {
    type: "looking";
  } | Waiting & {
    type: "waiting";
  } | Hint & {
    type: "hint";
  } | Estimate & {
    type: "estimate";
  } | {
    done: boolean;
    judgements: Array<Judgement>;
    line: number;
    moves: number;
    type: "review";
  } | {
    lines: Array<Line>;
    ply: number;
    side: Side;
    type: "values";
  } | {
    type: "pong";
  } | {
    reason: Reason;
    type: "bye";
  };
  type Settle = {
    seq: number;
  };
  type Settlement = {
    agreed: Array<Side>;
    dead: Array<string>;
    ready: boolean;
  };
  type Show = {
    delay: number;
    paused: boolean;
  };
  type Side = "first" | "second";
  type Stand = {
    at: string;
    mark: string;
    side?: Side | null;
  };
  type Start = {
    picture: Picture;
    rules: string;
    turn: Side;
  };
  type State = {
    again: boolean;
    agreed: string;
    agreement?: Settlement | null;
    clock?: Clocks | null;
    earlier: number;
    game: string;
    hints: boolean;
    id: string;
    legal: Array<Choice>;
    line: number;
    listed: boolean;
    looking?: Looking | null;
    moves: Array<Move>;
    next?: string | null;
    offers: Offers;
    outcome?: Outcome | null;
    picture: Picture;
    position?: string | null;
    recorded?: string | null;
    rules: string;
    score?: Array<string> | null;
    seats: Array<Seat>;
    seq: number;
    show?: Show | null;
    thinking?: Side | null;
    turn: Side;
    waiting?: Waiting | null;
  };
  type TimeControl = {
    increment?: number;
    main: number;
  };
  type Undo = {
    seq?: number | null;
  };
  type ValueKind = "exact" | "at-least" | "at-most" | "estimate" | "chance" | "unknown";
  type Waiting = {
    place: number;
    wait: number;
  };
  type Why = {
    kind: string;
    places: Array<string>;
    says: Reason;
  };
  type Worth = "end" | "rest" | "speed";
}
