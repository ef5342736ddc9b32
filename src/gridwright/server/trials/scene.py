"""The scene of a bad request: a table at rest, and what a cheat may have collected there."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from gridwright.engine.actions import Action
from gridwright.engine.errors import IllegalAction
from gridwright.engine.notation import NotationError
from gridwright.engine.offers import Dice
from gridwright.protocol.orders import ActOrder, read_order
from gridwright.server.store.games import Status
from gridwright.server.tables.table import Table
from gridwright.server.trials.played import PlayedTable, choose

CLIENT_ERRORS: Final = frozenset(range(400, 500))
"""How a bad request is answered unless it says otherwise."""
FORBIDDEN: Final = frozenset({403})
UNKNOWN: Final = frozenset({401})
MALFORMED: Final = frozenset({400})
STALE: Final = frozenset({409})
LEGAL_STATUS: Final = frozenset({200})
"""For a repeat: the first answer comes again, and nothing else happens."""


@dataclass(frozen=True)
class Attempt:
    """One bad request."""

    kind: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "POST"
    wanted: frozenset[int] = CLIENT_ERRORS
    """The statuses with which it may be answered."""
    answer: bytes = b""
    """The only body that may come back, if there is one."""


@dataclass(frozen=True)
class Tokens:
    """Tokens of people who do not sit at the table."""

    ended: tuple[str, ...] = ()
    """Of sessions that somebody ended, or that nobody used for too long."""
    stranger: str = ""
    """Of somebody who is signed in."""


NO_TOKENS: Final = Tokens()


class Scene:
    """A table at rest, and everything that a cheat may have collected."""

    def __init__(
        self,
        played: PlayedTable,
        table: Table,
        others: list[PlayedTable],
        dice: Dice,
        tokens: Tokens = NO_TOKENS,
    ) -> None:
        self.played: Final = played
        self.table: Final = table
        self.others: Final = others
        self.dice: Final = dice
        self.tokens: Final = tokens
        self.orders: Final = f"{played.path}/orders"
        self._n_ids = 0

    def pick(self, things: list[Any] | tuple[Any, ...]) -> Any:
        return things[self.dice.below(len(things))]

    def fresh_id(self) -> str:
        self._n_ids += 1
        return f"t{self.table.version}.{self._n_ids}.{self.dice.below(1_000_000)}"

    def seat(self) -> int:
        """The person who must act, or the first one if none must."""
        actor = self.table.actor()
        people = self.played.tickets
        return actor if actor is not None and actor in people else min(people)

    def ticket(self) -> str:
        """Of that seat."""
        return self.played.tickets[self.seat()]

    def act(self, action: Action, as_line: bool, **more: Any) -> bytes:
        """An order to act, as a line or as a record."""
        notation = self.table.notation
        order: dict[str, Any] = {
            "type": "act",
            "command_id": self.fresh_id(),
            "expected": self.table.version,
        }
        if as_line:
            order["line"] = notation.text(action).split(" ", 1)[1]
        else:
            order["do"] = notation.to_values(action)
        return json.dumps(order | more).encode()

    def legal(self, **more: Any) -> bytes:
        """An order that would be carried out if its other parts were right."""
        if self.table.actor() is None:
            return json.dumps(
                {"type": "act", "command_id": self.fresh_id(), "expected": self.table.version}
                | {"line": "pass"}
                | more
            ).encode()
        action = choose(self.table, self.dice)
        return self.act(action, self.dice.below(2) == 0, **more)

    def is_legal(self, seat: int, body: bytes) -> bool:
        """Whether the server would be right to carry an order of a seat out."""
        try:
            order = read_order(body)
        except msgspec.DecodeError:
            return False
        if order.expected != self.table.version:
            return False
        if not isinstance(order, ActOrder):
            return True
        if self.table.status is not Status.RUNNING or (order.line and order.do):
            return False
        try:
            notation = self.table.notation
            if order.line:
                action = notation.parse(f"{seat} {order.line}")
            else:
                action = notation.from_values({**order.do, "seat": seat})
            self.table.game.verify(self.table.state, action)
        except (NotationError, IllegalAction):
            return False
        return True
