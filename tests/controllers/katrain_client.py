"""KaTrain's own engine client asks our analysis engine about games, as KaTrain
does: python katrain_client.py PROGRAM"""

import os
import sys
import tempfile
import threading
import time
import unittest

# No window, no arguments of its own, no settings in somebody's home.
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_FILELOG="1")
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="kivy-")

from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game_node import GameNode  # noqa: E402
from pysgf import Move  # noqa: E402

PROGRAM = sys.argv.pop(1)
PATIENCE = 300


class KaTrain:
    """What the engine wants of the program around it."""

    def __init__(self):
        self.said = []

    def log(self, message, level=0):
        self.said.append((level, str(message)))

    def __call__(self, *message):
        self.said.append((-1, str(message)))

    def errors(self):
        return [text for level, text in self.said if level == -1 or "error" in text.lower()]


def game(moves, size=9, rules="japanese", **properties):
    root = GameNode(properties={"SZ": [size], "KM": [6.5], "RU": [rules], **properties})
    node, player = root, "B" if "AB" not in properties else "W"
    for move in moves.split():
        node = node.play(Move.from_gtp(move, player=player))
        player = "W" if player == "B" else "B"
    return root, node


class Analysis(unittest.TestCase):
    def setUp(self):
        self.katrain = KaTrain()
        self.engine = self.start()

    def start(self, arguments=""):
        config = {
            "backend": "custom",
            "altcommand": f"exec {PROGRAM} analysis {arguments}",
            "max_visits": 200,
            "fast_visits": 40,
            "max_time": 100.0,
            "wide_root_noise": 0.04,
            "_enable_ownership": True,
            "allow_recovery": False,
        }
        return KataGoEngine(self.katrain, config)

    def tearDown(self):
        self.engine.shutdown(finish=False)

    def until(self, holds, what):
        end = time.time() + PATIENCE
        while not holds():
            self.assertLess(time.time(), end, f"{what}: {self.katrain.said[-5:]}")
            self.assertTrue(self.engine.check_alive(), self.katrain.said[-5:])
            time.sleep(0.02)

    def test_a_node_is_analysed_and_played_on(self):
        root, last = game("E5 C3 G3")
        nodes = last.nodes_from_root
        for node in nodes:
            node.analyze(self.engine)
        self.until(lambda: all(node.analysis_complete for node in nodes), "answers")
        self.assertEqual(self.katrain.errors(), [])
        self.assertIsNotNone(last.score)
        self.assertTrue(0 <= last.winrate <= 1)
        best = last.candidate_moves[0]
        self.assertEqual(best["order"], 0)
        self.assertEqual(best["pv"][0], best["move"])
        self.assertLess(abs(best["scoreLead"]), 81)
        self.assertGreater(last.root_visits, 0)
        self.assertEqual(len(last.ownership), 81)
        self.assertEqual(len(last.policy), 82)
        self.assertAlmostEqual(sum(p for p in last.policy if p >= 0), 1, places=3)
        self.assertEqual(last.policy[4 * 9 + 4], -1, "E5 is taken")
        self.assertIsNotNone(last.points_lost)

    def test_values_are_those_of_black(self):
        # White has one corner, Black the rest.
        black = [(x, y) for x in range(9) for y in range(1, 9) if (x + y) % 3 and x != 4]
        stones = [Move(point, player="B").sgf((9, 9)) for point in black]
        for rules in ("japanese", "chinese", "tromp-taylor", "new zealand"):
            root, _ = game("", rules=rules, AB=stones)
            root.analyze(self.engine)
            self.until(lambda: root.analysis_complete, rules)
            self.assertEqual(root.next_player, "W")
            self.assertGreater(root.score, 30, rules)
            self.assertGreater(root.winrate, 0.9, rules)
            self.assertGreater(sum(root.ownership), 40, rules)

    def test_a_region_keeps_the_search_in_it(self):
        _, node = game("E5 C3")
        node.analyze(self.engine, region_of_interest=[6, 8, 6, 8])
        self.until(lambda: self.engine.is_idle() and node.analysis["moves"], "an answer")
        for move in node.analysis["moves"]:
            if move == "pass":
                continue
            x, y = Move.from_gtp(move).coords
            self.assertTrue(6 <= x <= 8 and 6 <= y <= 8, move)

    def test_pondering_reports_and_stops(self):
        _, node = game("E5 C3")
        node.analyze(self.engine, ponder=True, time_limit=False)
        self.until(lambda: node.root_visits > 1000, "partial answers")
        self.assertFalse(node.analysis_complete)
        self.engine.stop_pondering()
        self.until(lambda: node.analysis_complete, "the last answer")

    def test_a_new_game_ends_what_was_asked(self):
        _, old = game("E5 C3 G3 C7", size=19)
        for _ in range(20):
            old.analyze(self.engine, visits=1_000_000)
        self.until(lambda: len(self.engine.queries) >= 20, "queries sent")
        self.engine.on_new_game()
        _, new = game("E5")
        new.analyze(self.engine, analyze_fast=True)
        self.until(lambda: new.analysis_complete, "the new game")
        self.assertFalse(old.analysis_complete)

    def test_the_urgent_come_first(self):
        order, begun, lock = [], threading.Event(), threading.Lock()
        _, slow = game("E5 C3", size=13)

        def note(name):
            def answered(_result, partial):
                if partial:
                    begun.set()
                else:
                    with lock:
                        order.append(name)

            return answered

        # One is being looked at while the others arrive.
        self.engine.request_analysis(
            slow, note("first"), visits=20_000, time_limit=False, report_every=0.05
        )
        self.until(begun.is_set, "the first report")
        for name, priority in (("low", -5), ("middle", 0), ("high", 9)):
            self.engine.request_analysis(slow, note(name), visits=10, priority=priority)
        self.until(lambda: len(order) == 4, "all answers")
        self.assertEqual(order, ["first", "high", "middle", "low"])

    def test_an_illegal_move_is_an_error_of_its_query(self):
        _, node = game("E5 C3")
        failed = []
        self.engine.request_analysis(
            node,
            lambda *_: failed.append("answered"),
            error_callback=lambda answer: failed.append(answer["error"]),
            next_move=Move.from_gtp("E5", player="B"),
        )
        self.until(lambda: failed, "an error")
        self.assertIn("Illegal move 3", failed[0])


if __name__ == "__main__":
    # Kivy takes standard error for itself.
    runner = unittest.TextTestRunner(stream=sys.stdout, verbosity=2)
    outcome = unittest.main(exit=False, testRunner=runner).result
    failed = len(outcome.failures) + len(outcome.errors)
    print(f"{outcome.testsRun - failed} passed, {failed} failed")
    sys.exit(failed > 0)
