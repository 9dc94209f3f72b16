"""Compares our SGF reader and writer with sgfmill's on random files.

For each file: sgfmill reads the original and what we write back (`convert
--to sgf-tree`), and the two trees must be equal, raw value for raw value; the
moves of the main line must be those sgfmill finds; and a file sgfmill cannot
read must be refused by us too, with a message and exit code 1.
"""

import random
import subprocess
import sys

from sgfmill import sgf, sgf_grammar

TEXTS = ["plain", "a\\]b", "back\\\\slash", "two\nlines", "soft\\\nbreak", "ñandú 囲碁", "colon\\:", " "]
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def letter(n):
    return chr(ord("a") + n)


def point(rng, size):
    return letter(rng.randrange(size)) + letter(rng.randrange(size))


def node(rng, size, root):
    """One node: a move, or set-up and marks, and noise between."""
    blank = rng.choice(["", "", " ", "\n", "\r\n", "\t"])
    out = ";" + blank
    if root:
        out += f"FF[4]GM[1]SZ[{size}]CA[UTF-8]KM[{rng.choice(['0', '6.5', '7'])}]"
        if rng.random() < 0.3:
            out += f"AB[{point(rng, size)}]{blank}[{point(rng, size)}]"
    elif rng.random() < 0.9:
        out += rng.choice("BW") + f"[{point(rng, size) if rng.random() < 0.95 else ''}]"
    if rng.random() < 0.3:
        out += f"C{blank}[{rng.choice(TEXTS)}]"
    if rng.random() < 0.2:
        out += f"LB[{point(rng, size)}:{rng.choice('ABC')}]"
    if rng.random() < 0.1:
        out += f"TR[{letter(0)}{letter(0)}:{letter(1)}{letter(1)}]"
    if rng.random() < 0.2:
        out += f"XYZ[{rng.choice(TEXTS)}][{rng.choice(TEXTS)}]"
    return out


def sequence(rng, size, depth, root=False):
    out = "".join(node(rng, size, root and i == 0) for i in range(rng.randrange(1, 8)))
    if depth > 0 and rng.random() < 0.6:
        for _ in range(rng.randrange(1, 4)):
            out += "(" + sequence(rng, size, depth - 1) + ")" + rng.choice(["", "\n"])
    return out


def tree(text):
    """The tree as nested data: (sequence of nodes, children)."""
    def plain(coarse):
        return ([sorted(n.items()) for n in coarse.sequence], [plain(c) for c in coarse.children])
    return plain(joined(sgf_grammar.parse_sgf_game(text)))


def joined(coarse):
    """A sequence with one child is one longer sequence: the same tree."""
    while len(coarse.children) == 1:
        child = coarse.children[0]
        coarse.sequence = list(coarse.sequence) + list(child.sequence)
        coarse.children = child.children
    for child in coarse.children:
        joined(child)
    return coarse


def moves(data, size):
    game = sgf.Sgf_game.from_bytes(data)
    found = []
    for each in game.get_main_sequence():
        colour, move = each.get_move()
        if colour is not None:
            found.append("pass" if move is None else f"{COLUMNS[move[1]]}{move[0] + 1}")
    return found


def run(binary, data, *options):
    return subprocess.run([binary, "convert", "-", "--lang", "en", *options], input=data, capture_output=True)


def main(binary, count):
    rng = random.Random(20)
    passed = failed = 0

    def check(holds, what):
        nonlocal passed, failed
        if holds:
            passed += 1
        else:
            failed += 1
            print("FAILED:", what)

    for number in range(count):
        size = rng.choice([5, 9, 13, 19])
        data = ("(" + sequence(rng, size, 3, root=True) + ")").encode()
        ours = run(binary, data, "--to", "sgf-tree")
        check(ours.returncode == 0 and tree(ours.stdout) == tree(data), f"file {number}: {data!r}\n{ours}")
        listed = run(binary, data, "--to", "moves")
        if listed.returncode == 0:
            check(listed.stdout.decode().split() == moves(data, size), f"moves of file {number}: {data!r}")
        else:
            # Random moves may be illegal; then we say which one.
            check(b"sobremesa: " in listed.stderr, f"file {number} refused without a word")
        broken = data[: rng.randrange(1, len(data))]
        try:
            sgf_grammar.parse_sgf_game(broken)
            readable = True
        except ValueError:
            readable = False
        if not readable:
            answer = run(binary, broken, "--to", "sgf-tree")
            check(answer.returncode == 1 and answer.stderr, f"cut file {number} accepted: {broken!r}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main(sys.argv[1], int(sys.argv[2]))
