#!/usr/bin/env python3
"""Every door where a person types, in a terminal of 80 by 24: `ask`, `play`,
`othello play`, the course's two programs and `gtp`, in both languages, on a
terminal that can move its cursor and on one that cannot.

    doors.py DIRECTORY-OF-THE-PROGRAMS [WORD-OF-A-TEST…]
"""
import os
import re
import sys
import tempfile

from terminal import CTRL_C, CTRL_D, ENTER, UP, Terminal, Unexpected, run

HERE = os.path.dirname(os.path.abspath(__file__))
CATALOGUE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "crates", "text", "catalogue")
PROGRAMS = os.path.abspath(sys.argv[1])
BOARD = "XXXXXXXX\n" * 3 + "XXXBNXXX\nXXXNBXXX\n" + "XXXXXXXX\n" * 3 + "N\n"


def catalogue(lang):
    """The messages of one line, from id to pattern."""
    found = {}
    for name in os.listdir(os.path.join(CATALOGUE, lang)):
        for line in open(os.path.join(CATALOGUE, lang, name), encoding="utf-8"):
            message = re.match(r"([a-z0-9_-]+) = (.*)", line)
            if message:
                found[message.group(1)] = message.group(2)
    return found


WORDS = {lang: catalogue(lang) for lang in ("es", "en")}


class Door(Terminal):
    """A program at its door; what it says is told by the ids of messages."""

    def __init__(self, lang, term, program, *arguments, home=None, columns=80):
        self.lang, self.term = lang, term
        self.directory = home or tempfile.mkdtemp(prefix="sobremesa-door-")
        # A person's surroundings, and nothing of this machine's.
        environment = {"HOME": self.directory, "TERM": term, "LANG": "C.UTF-8", "PATH": "/bin"}
        command = [os.path.join(PROGRAMS, program), *arguments, "--lang", lang]
        super().__init__(command, columns=columns, environment=environment,
                         directory=self.directory)

    def hears(self, id, **arguments):
        """Waits for a message, up to its first argument that is not given."""
        words = WORDS[self.lang][id]
        for name, value in arguments.items():
            words = words.replace("{ $%s }" % name, value)
        self.expect_words(words.split("{ $")[0].rstrip())

    def __exit__(self, kind, *_):
        self.close()
        if kind:
            return
        if "panicked" in self.said:
            raise Unexpected(self.said)
        if self.term == "dumb" and "\x1b" in self.raw:
            raise Unexpected(f"an escape on a terminal that knows none: {self.raw!r}")


def edits(term):
    """Whether lines are edited: then a line before comes back with the arrow."""
    return term != "dumb"


def again(door, line):
    """The line before once more, by the arrow where there is one."""
    if edits(door.term):
        door.type(UP)
        door.expect(line)
        door.type(ENTER)
    else:
        door.line(line)


def ask(lang, term):
    home = tempfile.mkdtemp(prefix="sobremesa-door-")
    with Door(lang, term, "sobremesa", "ask", home=home) as door:
        door.hears("prolog-prompt-help")
        door.expect("?- ")
        door.line("member(X,[one,two,three]).")
        door.expect("X = one ")
        door.type(";")
        door.expect(";\nX = two ")
        door.type(ENTER)
        door.expect(".\n")
        # Over two lines; half a goal is forgotten with Ctrl-C.
        door.expect("?- ")
        door.line("X = f(a,")
        door.expect("|    ")
        door.line("b).")
        door.expect("X = f(a,b).")
        door.expect("?- ")
        door.type("member(Y,")
        door.type(CTRL_C)
        if edits(term):
            door.expect("?- ")
        door.line("length([a,b],Z).")
        door.expect("Z = 2.\n")
        door.expect("?- ")
        again(door, "length([a,b],Z).")
        door.expect("Z = 2.\n")
        # A search without end is stopped, and the next goal answered.
        door.expect("?- ")
        door.line("between(1,1000000000,N), member(N,[1]).")
        door.expect("N = 1 ")
        door.type(";")
        door.expect(";\n")
        door.type(CTRL_C)
        door.expect("?- ")
        door.line("foo(.")
        door.hears("prolog-error")
        door.expect("?- ")
        door.line("predicates.")
        door.expect("columnaDisp")
        door.expect("?- ")
        door.line("fail.")
        door.hears("prolog-answer-false")
        door.expect("?- ")
        door.type(CTRL_D)
        door.ends(0)
    if not edits(term):
        return
    with Door(lang, term, "sobremesa", "ask", home=home) as door:
        door.expect("?- ")
        door.type(UP)
        door.expect("fail.")
        door.type(CTRL_C)
        door.expect("?- ")
        door.type(CTRL_D)
        door.ends(0)


def play(lang, term):
    undo, resign, hint, quit = {
        "es": ("deshacer", "rendirse", "pista", "salir"),
        "en": ("undo", "resign", "hint", "quit"),
    }[lang]
    red = WORDS[lang]["connect4-first"]
    with Door(lang, term, "sobremesa", "play", "connect4", "--level", "0", "--seed", "1") as door:
        door.hears("cli-try-help")
        door.expect(f"{red}> ")
        door.line("4")
        door.hears("cli-machine-plays", side=WORDS[lang]["connect4-second"])
        door.expect(f"{red}> ")
        again(door, "4")
        door.expect(f"{red}> ")
        door.line("99")
        door.expect("99")
        door.expect(f"{red}> ")
        door.line(hint)
        door.expect({"es": "Prueba ", "en": "Try "}[lang])
        door.expect(f"{red}> ")
        door.line(undo)
        door.expect(f"{red}> ")
        door.line(resign)
        door.hears("cli-resigned", wins=WORDS[lang]["connect4-wins-second"])
        door.hears("cli-next-game")
        door.expect("> ")
        door.line(quit)
        door.ends(0)
        side_of_the_board = [line for line in door.said.splitlines() if line.startswith("|")]
        pieces = {"●", "○"} if edits(term) else {"a", "b"}
        if not all(any(piece in line for line in side_of_the_board) for piece in pieces):
            raise Unexpected(f"the sides do not differ by {pieces}:\n{door.said}")


def leaving_a_game(lang, term):
    for key, dumb in ((CTRL_D, 0), (CTRL_C, -2)):
        with Door(lang, term, "sobremesa", "play", "go", "--two") as door:
            black = WORDS[lang]["go-first"]
            door.expect(f"{black}> ")
            screen = door.said.splitlines()
            # The largest usual board and the prompt fit in the window.
            board = screen[max(i for i, line in enumerate(screen) if not line):]
            if len(board) > 24 or max(map(len, board)) > 80:
                raise Unexpected(f"{len(board)} lines do not fit:\n{door.said}")
            door.type(key)
            door.ends(0 if edits(term) else dumb)


def hurrying_the_machine(lang, term):
    with Door(lang, term, "sobremesa", "play", "go", "--size", "21", "--level", "14",
              "--time", "600", "--first", "machine") as door:
        door.hears("cli-thinking-so-far")
        door.type(CTRL_C)
        door.expect(WORDS[lang]["go-second"] + "> ")
        door.type(CTRL_D)
        door.ends(0)


def othello(lang, term, program, *arguments):
    with tempfile.TemporaryDirectory() as home:
        board = os.path.join(home, "board")
        with open(board, "w", encoding="utf-8") as file:
            file.write(BOARD)
        endings = [(CTRL_D, 1), (CTRL_C, 130 if edits(term) else -2)]
        for last, code in [({"es": "salir", "en": "quit"}[lang] + ENTER, 0), *endings]:
            with Door(lang, term, program, *arguments, board, "N", "0", home=home) as door:
                black = WORDS[lang]["othello-first"]
                door.hears("othello-ask", side=black)
                door.line("a1")
                door.hears("othello-no-flip", square="A1")
                door.hears("othello-ask", side=black)
                if code == 0:
                    door.line("d3")
                    door.hears("othello-machine-plays", side=WORDS[lang]["othello-second"])
                    door.hears("othello-ask", side=black)
                    again(door, "d3")
                    door.hears("othello-occupied", square="D3")
                    door.hears("othello-ask", side=black)
                door.type(last)
                door.ends(code)


def referee(lang, term):
    with Door(lang, term, "othello-arbitro", "-", "-") as door:
        for line in ["Ana,B", "Leo,N", "N", "D3"]:
            door.line(line)
        door.type(CTRL_D)
        door.expect("XXXNNXXX")
        door.ends(0)


def gtp(lang, term):
    for last, code in (("quit" + ENTER, 0), (CTRL_D, 0), (CTRL_C, -2)):
        with Door(lang, term, "sobremesa", "gtp", "go", "--level", "0", "--size", "9") as door:
            door.line("1 name")
            door.expect("=1 ")
            door.line("genmove b")
            door.expect("\n= ")
            door.line("nonsense")
            door.expect("? ")
            door.type(last)
            door.ends(code)


def lines_end_between_words(lang, term):
    """No sentence is cut by the edge of a window, whatever its width, and no
    word of it is lost."""
    commands = [("predicates", "conecta4"), ("play", "dots", "--size", "2x2"),
                ("games", "connect4"), ("play", "go", "--size", "x")]
    for columns in (80, 47):
        for command in commands:
            with Door(lang, term, "sobremesa", *command, columns=columns) as door:
                if command[1] == "dots":
                    door.hears("cli-try-help")
                    door.expect("> ")
                    door.line({"es": "ayuda", "en": "help"}[lang])
                    door.hears("cli-help-dots")
                    door.expect("> ")
                    door.line({"es": "salir", "en": "quit"}[lang])
                    door.ends(0)
                elif command[0] == "games":
                    door.hears("cli-games-levels")
                    door.hears("level-perfect")
                    door.ends(0)
                elif command[0] == "predicates":
                    door.hears("prolog-conecta4")
                    door.hears("prolog-conecta4-contenido-3")
                    door.ends(0)
                else:
                    door.ends(1)
                # What a predicate is called is no sentence.
                sentences = [line for line in door.said.splitlines() if not line.startswith("  conecta4")]
                wide = [line for line in sentences if len(line) > columns]
                if wide:
                    raise Unexpected(f"wider than {columns}: {wide}")


def solving_in_words(lang, term):
    """A terminal is told in words what a pipe gets in columns."""
    with Door(lang, term, "sobremesa", "solve", "connect4", "--size", "4x4", "1",
              "--columns", "--line") as door:
        door.hears("cli-connect4-draw", position="1", side=WORDS[lang]["connect4-second"])
        door.hears("cli-connect4-columns")
        door.expect("   1   2   3   4\n")
        door.hears("cli-connect4-line")
        door.ends(0)
    with Door(lang, term, "sobremesa", "solve", "dots", "1x2", "--moves", "1-1-h 2-1-h 1-1-v",
              "--lines") as door:
        door.hears("cli-dots-wins", side=WORDS[lang]["dots-second"], own="2", rival="0")
        door.hears("cli-dots-best-line", line="1-2-v")
        door.hears("cli-dots-every-line")
        door.expect("    1-2-v +2\n")
        door.ends(0)


DOORS = (ask, play, leaving_a_game, referee, gtp, lines_end_between_words, solving_in_words)

if __name__ == "__main__":
    tests = []
    for lang in ("es", "en"):
        for term in ("xterm", "dumb"):
            tests += [(door, lang, term) for door in DOORS]
            if edits(term):
                # Elsewhere nothing says that the machine thinks.
                tests.append((hurrying_the_machine, lang, term))
            tests.append((othello, lang, term, "sobremesa", "othello", "play"))
            tests.append((othello, lang, term, "othello-jugar"))
    wanted = sys.argv[2:]
    named = lambda test: " ".join([test[0].__name__, *test[1:]])
    run([test for test in tests if all(word in named(test) for word in wanted)])
