"""A program in a pseudo-terminal, driven as a person would."""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

# What moves the cursor, clears or colours: CSI, OSC and two-letter sequences.
ESCAPES = re.compile(r"\x1b\[[0-9;?>=]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>78]")

CTRL_C, CTRL_D, UP, ENTER = "\x03", "\x04", "\x1b[A", "\r"


class Unexpected(AssertionError):
    """The program did not say or do what was expected of it."""


class Terminal:
    """`raw` is everything the program wrote, `said` the same as plain text."""

    def __init__(self, command, columns=80, rows=24, patience=60, environment=None, directory=None):
        self.patience = patience
        self.raw = ""
        self.at = 0
        self.code = None
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

        def take_the_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            # A shell starts background jobs deaf to Ctrl-C; a terminal does not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)

        self.child = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower,
                                      env=environment, cwd=directory, preexec_fn=take_the_terminal)
        os.close(follower)
        self.leader = leader
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @property
    def said(self):
        return ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    @property
    def news(self):
        """What was said since the last expectation was met."""
        return self.said[self.at:]

    def type(self, text):
        os.write(self.leader, text.encode())

    def line(self, text):
        """A line as the keyboard sends it."""
        self.type(text + ENTER)

    def expect(self, words):
        """Waits until the words are said, and goes on after them."""
        found = self._wait(lambda: (self.said.find(words, self.at) + 1) or None)
        if found is None:
            raise Unexpected(f"{words!r} was not said; since the last expectation:\n{self.news}")
        self.at = found - 1 + len(words)

    def expect_words(self, words):
        """The same where lines may end between any two words."""
        pattern = re.compile(r"\s+".join(map(re.escape, words.split())))
        found = self._wait(lambda: pattern.search(self.said, self.at))
        if found is None:
            raise Unexpected(f"{words!r} was not said; since the last expectation:\n{self.news}")
        self.at = found.end()

    def ends(self, code):
        """Waits for the end, and wants this exit code (a signal is negative)."""
        if self._wait(lambda: self.child.poll() is not None or None) is None:
            raise Unexpected(f"it did not end; since the last expectation:\n{self.news}")
        self._read(0.2)
        if self.child.returncode != code:
            raise Unexpected(f"exit {self.child.returncode}, expected {code}:\n{self.said}")

    def close(self):
        """Ends what is left of the program, with everything that it started."""
        if self.child.poll() is None:
            for end in (signal.SIGTERM, signal.SIGKILL):
                os.killpg(self.child.pid, end)
                try:
                    self.child.wait(10)
                    break
                except subprocess.TimeoutExpired:
                    pass
        os.close(self.leader)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _wait(self, done):
        until = time.monotonic() + self.patience
        while True:
            found = done()
            if found is not None or time.monotonic() > until:
                return found
            if not self._read(0.1) and self.child.poll() is not None:
                return done()

    def _read(self, seconds):
        """Reads what is there; whether there was anything."""
        ready, _, _ = select.select([self.leader], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.leader, 65536)
        except OSError:  # Nobody has the other side open any more.
            time.sleep(seconds)
            return False
        self.raw += self.decoder.decode(data)
        return bool(data)


def run(tests):
    """Runs functions by their names, prints the counts and ends."""
    failed = 0
    for test, *arguments in tests:
        named = " ".join([test.__name__.replace("_", " "), *map(str, arguments)])
        try:
            test(*arguments)
            print(f"ok: {named}", flush=True)
        except Exception as error:
            failed += 1
            print(f"FAILED: {named}: {error}", flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(failed > 0)
