#!/usr/bin/env python3
"""Plays matches of every kind over HTTP and writes what the server then says of
them: how the fixtures of version 1 of the stored form were made.

    play.py URL play OUT.json     plays and keeps ids and secrets in OUT.json
    play.py URL states OUT.json   reads the states of these matches again

Between the two the server is stopped and started, so that the states are those
of matches that were loaded."""
import json, sys, time, urllib.request, urllib.error

URL, WHAT, OUT = sys.argv[1:4]


def call(method, path, body=None, secret=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{method} {path} {body}: {error.read().decode()}")


def state(id):
    return call("GET", f"/api/matches/{id}")


class Match:
    def __init__(self, kept, name, game, seats, rules="", **more):
        made = call("POST", "/api/matches", dict(game=game, rules=rules, seats=seats, **more))
        self.id, self.secrets = made["id"], made["secrets"]
        kept[name] = {"id": self.id, "secrets": self.secrets}

    def secret(self, side):
        return self.secrets.get(side)

    def act(self, what, side="first", **body):
        return call("POST", f"/api/matches/{self.id}/{what}", body, self.secret(side))

    def settle(self, what, side="first", **body):
        return self.act(what, side, seq=state(self.id)["seq"], **body)

    def plays(self, *plays):
        for play in plays:
            now = state(self.id)
            self.act("moves", now["turn"], play=play, seq=now["seq"])

    def wait(self, done):
        for _ in range(600):
            now = state(self.id)
            if done(now):
                return now
            time.sleep(0.05)
        raise SystemExit(f"{self.id}: it did not happen")


here, link = {"kind": "here"}, {"kind": "link"}
machine = {"kind": "machine", "level": 0}


def play_all():
    kept = {}
    m = Match(kept, "won", "connect4", [here, link], listed=True)
    m.plays("4", "3", "4", "3", "4", "3", "4")
    m.act("rematch", "first"); m.act("rematch", "second")
    m = Match(kept, "taken-back", "connect4", [here, here])
    m.plays("1", "2", "3"); m.act("undo"); m.act("undo"); m.plays("7")
    m = Match(kept, "offers", "dots", [here, link], "size=3x3")
    m.plays("1-1-h", "1-2-h"); m.act("undo", "first"); m.act("accept", "second", offer="undo")
    m.plays("2-2-v"); m.act("draw", "second"); m.act("decline", "first", offer="draw"); m.act("draw", "first")
    m = Match(kept, "draw", "dots", [here, link], "size=2x2")
    m.plays("1-1-h"); m.act("draw", "first"); m.act("draw", "second"); m.act("rematch", "second")
    m = Match(kept, "resigned", "othello", [here, machine], clock={"main": 300, "increment": 5})
    m.plays("d3"); m.wait(lambda now: now["turn"] == "first" and len(now["moves"]) == 2)
    m.act("undo"); m.plays("c4"); m.wait(lambda now: len(now["moves"]) == 2); m.act("resign")
    m = Match(kept, "time", "othello", [here, link], "start=white", clock={"main": 1, "increment": 0})
    m.plays(state(m.id)["legal"][0]["play"])
    m.wait(lambda now: now["outcome"])
    m = Match(kept, "clock", "go", [here, link], "size=9", clock={"main": 600, "increment": 10})
    m.plays("D4", "E5"); m.act("undo", "second"); m.act("accept", "first", offer="undo"); m.plays("C3", "pass", "pass")
    go = "size=5 count=agreed"
    stones = ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "E3", "A3"]
    m = Match(kept, "settling", "go", [here, link], go)
    m.plays(*stones, "pass", "pass"); m.wait(lambda now: (now["agreement"] or {}).get("ready"))
    m.settle("mark", "second", at="E3"); m.settle("agree", "first")
    m = Match(kept, "settled", "go", [here, link], go)
    m.plays(*stones, "pass", "pass"); m.wait(lambda now: (now["agreement"] or {}).get("ready"))
    m.settle("agree", "second"); m.settle("agree", "first")
    m = Match(kept, "resumed", "go", [here, link], go)
    m.plays(*stones, "pass", "pass"); m.wait(lambda now: (now["agreement"] or {}).get("ready"))
    m.settle("resume", "second"); m.plays("E2")
    m = Match(kept, "disputed", "go", [here, machine], "size=2 count=agreed")
    m.plays("A1"); m.wait(lambda now: now["turn"] == "first" or now["outcome"] or now["agreement"])
    m = Match(kept, "handicap", "go", [here, here], "size=9 handicap=3 komi=0.5")
    m.plays("E5", "D6", "pass")
    m = Match(kept, "show", "connect4", [machine, machine], listed=True)
    m = Match(kept, "diagram", "connect4", [here, here], position="-------\n-------\n-------\n-------\n---b---\n---a---\n"); m.plays("1")
    m = Match(kept, "named", "go", [dict(here, name="José 👍"), dict(link, name="日本")], "size=13")
    m.plays("D4")
    return kept


if WHAT == "play":
    kept = play_all()
else:
    kept = json.load(open(OUT))
    for match in kept.values():
        match["state"] = state(match["id"])
        ply = len(match["state"]["moves"]) // 2
        match["earlier"] = call("GET", f"/api/matches/{match['id']}/at/{ply}")
json.dump(kept, open(OUT, "w"), indent=1, sort_keys=True, ensure_ascii=False)
