#!/usr/bin/env python3
"""Runs every `cargo run` line of README.md and README.es.md as it is written.

A line whose comment names an address is a server, which has to answer there;
any other is a game in the terminal, which has to draw its board, take `quit`
and end well.
"""
import os
import re
import socket
import sys
import tempfile
import time
import urllib.parse
import urllib.request

from terminal import CTRL_C, Terminal, Unexpected, run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
READMES = ["README.md", "README.es.md"]
# A cold build of everything comes first.
PATIENCE = 1800
# The first bytes of what is served at the address, whoever asks.
PAGE = b"<!doctype html>"


def command_lines(name):
    """The `cargo run` lines within the fences of a document."""
    text = open(os.path.join(ROOT, name), encoding="utf-8").read()
    for fence in re.findall(r"^```sh[^\n]*\n(.*?)^```", text, re.M | re.S):
        for line in fence.splitlines():
            if line.strip().startswith("cargo run"):
                yield line.strip()


def free(host, port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            return True
        except OSError:
            return False


def in_a_terminal(line, home):
    environment = dict(os.environ, XDG_DATA_HOME=home, XDG_STATE_HOME=home, TERM="xterm")
    return Terminal(["bash", "-c", line], patience=PATIENCE, environment=environment,
                    directory=ROOT)


def serves(name, line):
    address = re.search(r"#.*?(http://\S+)", line).group(1)
    at = urllib.parse.urlsplit(address)
    until = time.monotonic() + 120
    while not free(at.hostname, at.port):
        if time.monotonic() > until:
            raise Unexpected(f"port {at.port} is in use: stop what listens there")
        time.sleep(1)
    with tempfile.TemporaryDirectory() as home, in_a_terminal(line, home) as program:
        program.expect(address)
        with urllib.request.urlopen(address, timeout=30) as answer:
            page = answer.read().lower()
            if answer.status != 200 or not page.startswith(PAGE):
                raise Unexpected(f"{address} answers {answer.status} with {page[:80]}")
        program.type(CTRL_C)
        program.ends(0)


def plays(name, line):
    with tempfile.TemporaryDirectory() as home, in_a_terminal(line, home) as program:
        program.expect("> ")
        program.line("quit")
        program.ends(0)


if __name__ == "__main__":
    tests = []
    for name in READMES:
        lines = list(command_lines(name))
        if not lines:
            sys.exit(f"{name} has no `cargo run` line")
        tests += [(serves if "http://" in line else plays, name, line) for line in lines]
    run(tests)
