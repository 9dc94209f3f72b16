#!/usr/bin/env python3
"""Goals as an attacker sends them: the dearest there are, in crowds, by clients
that leave. Afterwards the server is at rest again: no thread, no descriptor,
no work and little memory is left of them.

    attacks.py PROGRAM PORT

Waits have generous ends and nothing is asserted of how long things take.
"""
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

DEAREST = "tablero(6,T), between(1,99,_), jugada_maquina(T,1,9,F,C,D,T2,U,Cs), fail."
# Steps that cost nothing but steps: what ends it is their number or the time.
STEPS = "between(1,inf,X), X < 0."
# The longest that anything here may take before it counts as never.
AT_LAST = 90
MEGABYTE = 1 << 20


def until(what, holds):
    deadline = time.monotonic() + AT_LAST
    while not holds():
        assert time.monotonic() < deadline, f"never: {what}"
        time.sleep(0.1)


class Server:
    def __init__(self, program, port):
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.data = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{port}", "--data", self.data.name],
            stdout=subprocess.DEVNULL, env=dict(os.environ, RUST_LOG="off"))
        until("it listens", self.is_well)

    def is_well(self):
        try:
            return urllib.request.urlopen(f"{self.base}/healthz", timeout=AT_LAST).status == 200
        except OSError:
            return False

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self):
        status = open(f"/proc/{self.process.pid}/status", encoding="utf-8").read()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) << 10

    def ticks(self):
        """Processor time that it has used, in hundredths of a second."""
        fields = open(f"/proc/{self.process.pid}/stat", encoding="utf-8").read().rsplit(") ", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def rests(self):
        """Whether it does nothing for a while."""
        before = self.ticks()
        time.sleep(0.5)
        return self.ticks() - before < 10

    def connect(self, source="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", self.port), timeout=AT_LAST,
                                        source_address=(source, 0))

    def request(self, path, body, headers=""):
        return (f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n{headers}"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()

    def goal(self, goal):
        return self.request("/json", json.dumps({"query": goal}), "Content-Type: application/json\r\n")

    def ask(self, goal, source="127.0.0.1"):
        """What /json says of a goal: status and answer."""
        with self.connect(source) as line:
            line.sendall(self.goal(goal))
            said = b""
            while piece := line.recv(1 << 16):
                said += piece
        head, _, body = said.partition(b"\r\n\r\n")
        return int(head.split()[1]), json.loads(body)


def leave_at_once(server, requests):
    """Sends requests and hangs up without reading."""
    for request in requests:
        with contextlib.suppress(OSError), server.connect() as line:
            line.sendall(request)
            time.sleep(0.02)


def a_crowd_that_leaves(server):
    leave_at_once(server, [server.goal(DEAREST)] * 200)
    assert server.is_well()


def pengines_that_are_left(server):
    ask = json.dumps({"application": "ceritolog", "format": "json", "ask": DEAREST[:-1]})
    leave_at_once(server, [server.request("/pengine/create", ask, "Content-Type: application/json\r\n")] * 60)
    assert server.is_well()


def long_answers_that_are_kept(server):
    ask = json.dumps({"format": "prolog", "ask": "length(L,50000),between(1,1000,X)", "template": "L",
                      "chunk": 1000, "destroy": False})
    for _ in range(40):
        with server.connect() as line:
            line.sendall(server.request("/pengine/create", ask, "Content-Type: application/json\r\n"))
            said = 0
            while piece := line.recv(1 << 20):
                said += len(piece)
        assert said < 8 * MEGABYTE, said


def long_questions(server):
    """Bodies of the longest kind, many at a time: read where goals run."""
    goal = "X = [" + "f(a)," * 380_000 + "a]."
    lines = [server.connect() for _ in range(40)]
    for line in lines:
        with contextlib.suppress(OSError):
            line.sendall(server.request("/pengine/create", json.dumps({"ask": goal, "format": "json"}),
                                        "Content-Type: application/json\r\n"))
    assert server.is_well()
    for line in lines:
        line.close()


def everybody_has_a_turn(server):
    """One visitor fills the line; another is answered all the same."""
    lines = [server.connect() for _ in range(80)]
    for line in lines:
        line.sendall(server.goal(DEAREST))
    status, said = server.ask("tableroInicial(T).", source="127.0.0.2")
    assert status == 200 and said["success"] is True, (status, said)
    # Of so many of one visitor some are told at once that there is no place.
    refused = 0
    for line in lines:
        line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            refused += b" 503 " in line.recv(200)
        line.close()
    assert refused > 0


def the_deadline_binds(server):
    for goal in [DEAREST, STEPS]:
        status, said = server.ask(goal)
        assert status == 200 and "resource_error(" in said["error"], said


def asked_from(server, origin):
    with server.connect() as line:
        line.sendall(server.request("/json", '{"query":"true."}',
                                    f"Content-Type: text/plain\r\nOrigin: {origin}\r\n"))
        return line.recv(4096).decode()


def pages_of_other_places_are_turned_away(server):
    for far in ["http://evil.example", "null"]:
        said = asked_from(server, far)
        assert " 403 " in said, (far, said)
    near = asked_from(server, "http://localhost:3030")
    assert " 200 " in near and "access-control-allow-origin: http://localhost:3030" in near, near


def eight_at_once(server):
    """Eight machines at the same time on the course's board, at each level."""
    for level in range(7):
        lines = [server.connect(f"127.0.0.{n + 1}") for n in range(8)]
        for line in lines:
            line.sendall(server.goal(f"tablero(6,T), jugada_maquina(T,1,{level},F,C,D,T2,U,Cs)."))
        for line in lines:
            said = b""
            while piece := line.recv(1 << 16):
                said += piece
            assert b'"success":true' in said, (level, said[:200])
            line.close()


ATTACKS = [a_crowd_that_leaves, pengines_that_are_left, long_answers_that_are_kept, long_questions,
           everybody_has_a_turn, the_deadline_binds, pages_of_other_places_are_turned_away, eight_at_once]


def main():
    program, port = sys.argv[1], int(sys.argv[2])
    passed = failed = 0
    server = Server(program, port)
    try:
        # A machine has played: its tables are part of the rest.
        server.ask("tablero(6,T), jugada_maquina(T,1,4,F,C,D,T2,U,Cs).")
        until("it rests at the start", server.rests)
        threads, descriptors, memory = server.threads(), server.descriptors(), server.memory()
        for attack in ATTACKS:
            try:
                attack(server)
                until("it rests", server.rests)
                until("the threads are back", lambda: server.threads() <= threads + 16)
                until("the descriptors are back", lambda: server.descriptors() <= descriptors + 8)
                grown = (server.memory() - memory) // MEGABYTE
                assert grown < 400, f"{grown} MB more than before"
                print(f"  {attack.__name__}: {server.threads() - threads:+} threads,"
                      f" {server.descriptors() - descriptors:+} descriptors, {grown:+} MB")
                passed += 1
            except (AssertionError, OSError, ValueError) as error:
                failed += 1
                print(f"{attack.__name__}: {error!r}")
        print(f"attacks: {passed} passed, {failed} failed")
        return failed == 0
    finally:
        server.process.terminate()
        server.process.wait()


sys.exit(0 if main() else 1)
