"""The target of bad requests: a table at rest, and the credentials that an attacker may have."""

import json
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from gridwright.engine.dice import Dice
from gridwright.engine.errors import IllegalAction
from gridwright.engine.notation import NotationError
from gridwright.engine.vocabulary.base import Action
from gridwright.protocol.orders import ActOrder, read_order
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.trials.table_driver import TableDriver, choose

CLIENT_ERRORS: Final = frozenset(range(400, 500))
"""Expected statuses of a bad request unless it names others."""
FORBIDDEN: Final = frozenset({403})
UNKNOWN: Final = frozenset({401})
MALFORMED: Final = frozenset({400})
STALE: Final = frozenset({409})
LEGAL_STATUS: Final = frozenset({200})
"""Status of a repeated request: the first response again, without a further effect."""


@dataclass(frozen=True)
class BadRequest:
    """One bad request."""

    kind: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "POST"
    wanted: frozenset[int] = CLIENT_ERRORS
    """Allowed statuses of the response."""
    answer: bytes = b""
    """The only allowed body of the response, if there is one."""


@dataclass(frozen=True)
class Tokens:
    """Session tokens of users without a seat at the table."""

    ended: tuple[str, ...] = ()
    """Cookies of ended or expired sessions."""
    stranger: str = ""
    """Cookie of a user who is signed in but has no seat here."""


NO_TOKENS: Final = Tokens()


class Target:
    """A table at rest, and the credentials that an attacker may have."""

    def __init__(
        self,
        driver: TableDriver,
        table: Table,
        others: list[TableDriver],
        dice: Dice,
        tokens: Tokens = NO_TOKENS,
    ) -> None:
        self.driver: Final = driver
        self.table: Final = table
        self.others: Final = others
        self.dice: Final = dice
        self.tokens: Final = tokens
        self.orders: Final = f"{driver.path}/orders"
        self._n_ids = 0

    def pick(self, things: list[Any] | tuple[Any, ...]) -> Any:
        return things[self.dice.below(len(things))]

    def fresh_id(self) -> str:
        self._n_ids += 1
        return f"t{self.table.version}.{self._n_ids}.{self.dice.below(1_000_000)}"

    def seat(self) -> int:
        """Seat of the person who must act, or of the first one if none must."""
        actor = self.table.actor()
        people = self.driver.tickets
        return actor if actor is not None and actor in people else min(people)

    def ticket(self) -> str:
        """Ticket of the seat."""
        return self.driver.tickets[self.seat()]

    def act(self, action: Action, as_line: bool, **more: Any) -> bytes:
        """Return an order to act, as a line or as a record."""
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
        """Return an order that would be carried out if its other parts were correct."""
        if self.table.actor() is None:
            return json.dumps(
                {"type": "act", "command_id": self.fresh_id(), "expected": self.table.version}
                | {"line": "pass"}
                | more
            ).encode()
        action = choose(self.table, self.dice)
        return self.act(action, self.dice.below(2) == 0, **more)

    def is_legal(self, seat: int, body: bytes) -> bool:
        """Return whether the server may accept this order of a seat."""
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
