"""A seat at a table, its turns and its orders."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from gridwright.client.connection import BROKEN, Connection, Refused


@dataclass(frozen=True)
class Turn:
    """A turn of this seat: the seat must act."""

    version: int
    """Version of the table that the choice is made for."""
    seat: int
    actions: list[str]
    """Legal actions. A range of amounts contributes its two ends; ``offers`` has the full range."""
    table: dict[str, Any] = field(repr=False)
    """The table as the seat sees it: ``observation``, ``offers``, ``seats`` and so on."""


@dataclass(frozen=True)
class PersonEvent:
    """An event at a table of the token's owner."""

    kind: Literal["began", "turn", "ended", "invited"]
    game_id: str
    seat: int = -1
    version: int = -1
    of: str = ""
    """The previous table, for an invitation to play again."""


STALE: Final = 409
OVER: Final = frozenset({"finished", "abandoned", "archived"})
MISSED: Final = frozenset({"not_your_turn", "held", "other_seat"})
"""Refusals of a choice that came too late or too early: the next turn has the present state."""


class Seat:
    """A seat held by this program.

    An order carries an idempotency key (``command_id``) and is sent until the server responds, so a
    broken connection never makes a second move. A reopened stream continues after the last version
    received.
    """

    def __init__(self, connection: Connection, game_id: str) -> None:
        self._connection: Final = connection
        self._path: Final = f"/api/tables/{game_id}"
        self.game_id: Final = game_id
        self.version = -1
        """Last version that the stream reported."""
        self.status = ""

    def table(self) -> dict[str, Any]:
        """Return the table as the seat sees it."""
        found: dict[str, Any] = self._connection.get(self._path)["table"]
        return found

    # Events

    def frames(self) -> Iterator[dict[str, Any]]:
        """Yield each later frame of the table once, until the game is over.

        Reopens the stream when it breaks. Raises Unreachable after ``retry_for_s``.
        """
        pauses = self._connection.pauses()
        while self.status not in OVER:
            try:
                for frame in self._connection.lines(f"{self._path}/stream?after={self.version}"):
                    pauses.over()
                    if frame["type"] == "refused":
                        if frame["code"] == "failed":
                            break
                        raise Refused(403, frame["code"], frame["problem"])
                    if frame["type"] == "happened" and frame["version"] <= self.version:
                        continue
                    self.version = frame["version"]
                    self.status = (frame["table"] or {}).get("status", self.status)
                    yield frame
                    if self.status in OVER:
                        return
                problem: object = "the stream ended"
            except BROKEN as error:
                problem = error
            pauses.wait(problem)

    def turns(self) -> Iterator[Turn]:
        """Yield each turn of this seat, until the game is over."""
        for frame in self.frames():
            now = frame["table"]
            if now is None or not now["offers"]:
                continue
            asked = self._connection.get(f"{self._path}/actions")
            table = self.table()
            # The table may have moved on; then its next frame follows.
            if asked["lines"] and asked["version"] == table["version"] >= self.version:
                yield Turn(asked["version"], asked["seat"], asked["lines"], table)

    # Orders

    def act(self, turn: Turn, *lines: str) -> bool:
        """Carry out all lines together, or none. Returns False on a version conflict.

        Raises Refused if the rules refuse a line.
        """
        order = {"type": "act", "lines": list(lines)}
        try:
            return self._send(order, turn.version)
        except Refused as refused:
            if refused.code in MISSED:
                return False
            raise

    def ready(self) -> None:
        """Report ready, with a random contribution to the seed. Idempotent."""
        try:
            self.order("ready", contribution=secrets.token_hex(16))
        except Refused as refused:
            if refused.code not in ("already_ready", "already_begun"):
                raise

    def leave(self) -> None:
        """Leave the seat: before the game it becomes free, during the game a bot continues."""
        status = self.table()["status"]
        if status not in OVER:
            self.order("stand_up" if status == "gathering" else "leave")

    def order(self, kind: str, **more: Any) -> None:
        """Send an order for the current version of the table; retries on a version conflict."""
        while not self._send({"type": kind, **more}, self.table()["version"]):
            pass

    def _send(self, order: dict[str, Any], version: int) -> bool:
        """Send an order, idempotent by its command id. Returns False on a version conflict."""
        full = {**order, "command_id": secrets.token_hex(12), "expected": version}
        answer = self._connection.post(f"{self._path}/orders", full, also=(STALE,))
        if answer["type"] == "refused":
            raise Refused(STALE, answer["code"], answer["problem"])
        return bool(answer["type"] == "done")
