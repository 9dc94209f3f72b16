"""Compares Sobremesa's rules with OpenSpiel's on random games.

OpenSpiel plays uniformly random games and writes down, at every ply, who moves
and what is legal. The move lists go through `sobremesa replay GAME`, which says
the same from its own rules. Everything must agree: the side to move, the set of
legal moves, the end and the result.

Known differences, handled here and not copied:
- OpenSpiel's Go lets a board position be repeated and then ends the game as a
  draw; ours (positional superko) refuses the move. A move that only OpenSpiel
  lists must end its game that way, and is not played.
- OpenSpiel's Go stops at 2n² plies unless told otherwise: it is told otherwise.
- Its Othello does not check passes; only moves it lists are played.
- Row 0 is the bottom in Go.
"""

import argparse
import random
import subprocess
import sys
import time

import pyspiel

GO_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
SIDES = ["first", "second"]
BATCH = 100


class Kind:
    """One game at one size: how the two programs name the same things."""

    def __init__(self, ours, rules, theirs, games, texts):
        self.ours = ours
        self.rules = rules
        self.game = pyspiel.load_game(theirs)
        self.games = games
        # Action number of OpenSpiel → our move text, and back.
        self.texts = texts(self.game)
        self.actions = {text: action for action, text in self.texts.items()}
        self.superko = ours == "go"

    def __str__(self):
        return f"{self.ours} {self.rules}".strip()


def connect4_texts(game):
    return {column: str(column + 1) for column in range(game.num_distinct_actions())}


def othello_texts(_):
    squares = {8 * row + column: f"{'abcdefgh'[column]}{row + 1}" for row in range(8) for column in range(8)}
    return squares | {64: "pass"}


def dots_texts(game):
    state = game.new_initial_state()
    texts = {}
    for action in state.legal_actions():
        direction, row, column = state.action_to_string(action)[3:-1].split(",")
        texts[action] = f"{int(row) + 1}-{int(column) + 1}-{direction}"
    return texts


def go_texts(game):
    size = game.get_parameters()["board_size"]
    points = {
        size * row + column: f"{GO_LETTERS[column]}{row + 1}" for row in range(size) for column in range(size)
    }
    return points | {size * size: "pass"}


def go(size, komi, games):
    return Kind(
        "go",
        f"size={size} ko=positional komi={komi:g}",
        f"go(board_size={size},komi={float(komi)},max_game_length=100000)",
        games,
        go_texts,
    )


def dots(rows, columns, games):
    return Kind(
        "dots",
        f"size={rows}x{columns}",
        f"dots_and_boxes(num_rows={rows},num_cols={columns})",
        games,
        dots_texts,
    )


def kinds(times):
    return [
        Kind("connect4", "size=6x7", "connect_four", 2000 * times, connect4_texts),
        Kind("connect4", "size=5x6", "connect_four(rows=5,columns=6)", 500 * times, connect4_texts),
        Kind("othello", "", "othello", 2000 * times, othello_texts),
        dots(5, 5, 2000 * times),
        dots(3, 3, 500 * times),
        dots(2, 4, 500 * times),
        go(5, 0.5, 2000 * times),
        go(9, 7, 2000 * times),
        go(13, 7.5, 200 * times),
        go(19, 7.5, 60 * times),
    ]


class Played:
    """A random game as OpenSpiel saw it."""

    def __init__(self, kind, rng):
        self.moves = []
        self.legal = []
        self.sides = []
        self.repeats = []
        state = kind.game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            self.legal.append(legal)
            self.sides.append(SIDES[state.current_player()])
            repeats = set()
            while True:
                action = rng.choice(legal)
                if not kind.superko:
                    break
                after = state.child(action)
                if not repeated(kind, state, action, after):
                    break
                repeats.add(action)
            self.repeats.append(repeats)
            self.moves.append(action)
            state.apply_action(action)
        self.result = state.returns()[0]
        self.kind = kind

    def line(self):
        return " ".join(self.kind.texts[action] for action in self.moves)


def repeated(kind, state, action, after):
    """Whether OpenSpiel ended the game because the board was repeated.

    Only a second pass may end a game of Go otherwise."""
    last = state.history()[-1] if state.history() else None
    passing = kind.game.num_distinct_actions() - 1
    return after.is_terminal() and not (action == passing and last == passing)


def compare(game, lines):
    """Why our referee disagrees about a game, or None."""
    kind = game.kind
    state = None
    for ply, (side, legal) in enumerate(zip(game.sides, game.legal)):
        words = next(lines).split()
        if words[0] != side:
            return f"ply {ply}: {words[0]} moves, OpenSpiel says {side}"
        ours = {kind.actions[word] for word in words[1:]}
        if ours == set(legal):
            if game.repeats[ply]:
                return f"ply {ply}: we allow a repetition: {game.repeats[ply]}"
        else:
            extra = ours - set(legal)
            if extra or not kind.superko:
                return f"ply {ply}: only we list {extra}, only they list {set(legal) - ours}"
            state = kind.game.new_initial_state()
            for action in game.moves[:ply]:
                state.apply_action(action)
            for action in set(legal) - ours:
                if not repeated(kind, state, action, state.child(action)):
                    return f"ply {ply}: we refuse {kind.texts[action]}, which repeats nothing"
            if game.repeats[ply] - (set(legal) - ours):
                return f"ply {ply}: we allow a repetition"
    words = next(lines).split()
    expected = "draw" if game.result == 0 else SIDES[0 if game.result > 0 else 1]
    if words[:2] != ["over", expected]:
        return f"the end: {' '.join(words)}, OpenSpiel says {expected}"
    if next(lines).strip():
        return "the game goes on after the end"
    return None


def referee(kind, program, rng):
    """Plays every game of a kind. Returns (plies, first disagreement or None)."""
    plies = 0
    for begin in range(0, kind.games, BATCH):
        games = [Played(kind, rng) for _ in range(min(BATCH, kind.games - begin))]
        answer = subprocess.run(
            [program, "replay", kind.ours, "--rules", kind.rules, "--lang", "en"],
            input="".join(game.line() + "\n" for game in games),
            capture_output=True,
            text=True,
            check=True,
        )
        lines = iter(answer.stdout.splitlines())
        for game in games:
            plies += len(game.moves)
            try:
                wrong = compare(game, lines)
            except (StopIteration, KeyError, IndexError) as error:
                wrong = f"unexpected answer: {error!r}"
            if wrong:
                return plies, f"{wrong}\n  moves: {game.line()}"
    return plies, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the sobremesa binary")
    parser.add_argument("--times", type=int, default=1, help="multiply the number of games")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    failed = 0
    all_kinds = kinds(arguments.times)
    for kind in all_kinds:
        begun = time.process_time()
        plies, wrong = referee(kind, arguments.program, random.Random(arguments.seed))
        spent = time.process_time() - begun
        if wrong:
            failed += 1
            print(f"FAILED {kind}: {wrong}", flush=True)
        else:
            print(f"ok {kind}: {kind.games} games, {plies} plies agree ({spent:.0f} s)", flush=True)
    print(f"{len(all_kinds) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
