"""A game on a device, played through the bridge as a page plays it.

    python device.py EDITION PRESET BOARD SEATS

Prints one JSON object: what was stored, and the answers to reads at some versions.
"""

import json
import sys
from typing import Any

import msgspec

from gridwright.local.bridge import Bridge
from gridwright.local.jobs import do_job

START = 1_790_000_000_000
EVERY = 50
"""Versions between two checkpoints."""
VIEWED = ("", "/entries?since=0", "/sheet", "/quotes", "/auction", "/outlook", "/rules")
"""Paths of a table that everyone may read."""
OWN = ("/fuel", "/plan?cities=0,1", "/plan?cities=1,0&order=chosen")


class Checkpoint(msgspec.Struct):
    """The answers at a version, by path: to the person, and to a spectator."""

    version: int
    own: dict[str, str]
    viewed: dict[str, str]


class Played(msgspec.Struct):
    """A finished game on a device."""

    row: str
    entries: list[str]
    since: int
    """Version at which the person at seat 0 sat down."""
    transcript: str
    checkpoints: list[Checkpoint]
    frames: list[str]
    """What a watcher without a version is shown at the end."""


class Device:
    """A bridge, what it had written, and a clock that the caller turns."""

    def __init__(self) -> None:
        self.now = START
        self.bridge = Bridge(lambda: self.now)
        self.row = ""
        self.entries: list[str] = []
        self.ticket = ""
        self.jobs: list[dict[str, Any]] = []
        """Jobs for another worker that were begun and not cancelled."""
        self.analyses: dict[str, str] = {}
        """Stored analyses by game."""

    def note(self, found: dict[str, Any]) -> None:
        """Store what an answer or due work has written, and remember its jobs."""
        self.store(found["writes"])
        self.jobs = [each for each in self.jobs if each["job_id"] not in found["cancelled"]]
        self.jobs += found["jobs"]
        for each in found.get("analyses", ()):
            self.analyses[each["game_id"]] = each["text"]

    def store(self, writes: list[dict[str, Any]]) -> None:
        for each in writes:
            if each["version"] == 0:
                self.row, self.entries = each["text"], []
            else:
                self.entries.append(each["text"])
                assert each["version"] == len(self.entries)

    def send(self, method: str, path: str, ticket: str = "", body: Any = None) -> tuple[int, str]:
        """Send a request as the client does; return status and body."""
        text = "" if body is None else json.dumps(body)
        answered = json.loads(self.bridge.answer(method, path, ticket, text))
        lacking = answered["lacking_analysis"]
        if lacking:
            self.bridge.restore_analysis(lacking, self.analyses.get(lacking, ""))
            answered = json.loads(self.bridge.answer(method, path, ticket, text))
        self.note(answered)
        return answered["status"], answered["body"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the record of a request that must succeed."""
        status, text = self.send(method, path, self.ticket, body)
        assert status in (200, 201), text
        return json.loads(text)

    def open_table(self, spec: dict[str, Any], bot: str) -> str:
        """Open a table of a person among bots that begins; return its id."""
        game_id: str = self.ask("POST", "/api/tables", {"spec": spec})["game_id"]
        path = f"/api/tables/{game_id}"
        self.ticket = self.ask("POST", f"{path}/seats/0", {"name": "Ada"})["ticket"]
        for seat in range(1, spec["seats"]):
            self.ask("POST", f"{path}/seats/{seat}", {"name": f"Bot {seat}", "bot": bot})
        self.order(game_id, type="ready", contribution="5a" * 16)
        return game_id

    def order(self, game_id: str, **order: Any) -> None:
        version = len(self.entries)
        body = {"command_id": f"c{version}", "expected": version, **order}
        self.ask("POST", f"/api/tables/{game_id}/orders", body)

    def wake(self, game_id: str) -> bool:
        """Wait for the next due work and do it; return False if the person must act."""
        woken = json.loads(self.bridge.wake(game_id))
        self.note(woken)
        due_at = woken["due_at"]
        if due_at is None or due_at > self.now + 60_000:
            return bool(woken["writes"])
        self.now = max(self.now, due_at)
        return True

    def do_job(self) -> None:
        """Do the first job as another worker does it."""
        job = self.jobs.pop(0)
        last = do_job(job["kind"], job["task"], lambda text: self.report(job["job_id"], text))
        self.report(job["job_id"], last)

    def report(self, job_id: str, text: str) -> None:
        self.note(json.loads(self.bridge.report(job_id, text)))

    def play_on(self, game_id: str) -> bool:
        """Do the next thing, the person's by a hint; return False after the end."""
        if self.wake(game_id):
            return True
        if self.jobs:
            self.do_job()
            return True
        view = self.ask("GET", f"/api/tables/{game_id}")["table"]
        if view["status"] == "finished":
            return False
        self.act_by_hint(game_id)
        return True

    def act_by_hint(self, game_id: str) -> None:
        hint = self.ask("POST", f"/api/tables/{game_id}/hint", {"guide": True})
        self.order(game_id, type="act", do_all=hint["actions"])

    def checkpoint(self, game_id: str) -> Checkpoint:
        path = f"/api/tables/{game_id}"
        own, viewed = {}, {}
        for each in (*VIEWED, *OWN):
            own[each] = self.send("GET", path + each, self.ticket)[1]
            viewed[each] = self.send("GET", path + each)[1]
        return Checkpoint(len(self.entries), own, viewed)


def play(spec: dict[str, Any]) -> Played:
    """Play a whole game and return what the device knows of it."""
    device = Device()
    game_id = device.open_table(spec, "l1")
    checkpoints = [device.checkpoint(game_id)]
    while device.play_on(game_id):
        if len(device.entries) >= checkpoints[-1].version + EVERY:
            checkpoints.append(device.checkpoint(game_id))
    checkpoints.append(device.checkpoint(game_id))
    return Played(
        device.row,
        device.entries,
        int(device.ticket.rsplit(".", 1)[1]),
        device.send("GET", f"/api/tables/{game_id}/transcript")[1],
        checkpoints,
        json.loads(device.bridge.show(game_id, device.ticket, -1))["frames"],
    )


if __name__ == "__main__":
    _edition, _preset, _board, _seats = sys.argv[1:]
    _spec = {"edition": _edition, "preset": _preset, "board": _board, "seats": int(_seats)}
    print(msgspec.json.encode(play(_spec)).decode())
