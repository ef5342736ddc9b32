"""The orders of one person: each is sent until it is answered, under the same name."""

import asyncio
from random import Random
from typing import Any, Final

from gridwright_lab.trials.simulation.audit import Audit
from gridwright_lab.trials.simulation.loop import Trace
from gridwright_lab.trials.simulation.network import Answered, Network, NoAnswer
from gridwright_lab.trials.simulation.node_process import NodeProcess

DONE: Final = 200
STALE: Final = 409
AWAY: Final = 503
BROKEN: Final = 500
KINDS: Final = {
    "act": "acted",
    "ready": "got_ready",
    "undo": "undone",
    "hand_over": "handed_over",
    "leave": "seat_left",
    "resign": "resigned",
    "abandon": "end_agreed",
}
"""Kind of entry that an order makes, by type of order; coming back makes one of two."""


class Asker:
    """A client that retries nodes until one answers."""

    def __init__(
        self,
        name: str,
        nodes: list[NodeProcess],
        network: Network,
        audit: Audit,
        trace: Trace,
        dice: Random,
    ) -> None:
        self.name: Final = name
        self.nodes: Final = nodes
        self.network: Final = network
        self.audit: Final = audit
        self.trace: Final = trace
        self.dice: Final = dice
        self.n_open = 0
        """Requests without an answer yet."""

    async def ask_once(
        self, method: str, path: str, body: Any = None, ticket: str = ""
    ) -> Answered | None:
        """Return the answer of some node; None if the outcome is unknown."""
        node = self.dice.choice(self.nodes)
        try:
            answer = await self.network.ask(node, method, path, body, ticket)
        except NoAnswer as error:
            self.trace.note(self.name, method, path, error)
            return None
        code = answer.values().get("code", "")
        self.trace.note(self.name, method, path, node.number, answer.status, code)
        if answer.status == AWAY:
            return None
        if answer.status >= BROKEN:
            self.audit.find("broken", f"{method} {path} {body}: {answer.status}")
        return answer

    async def ask(self, method: str, path: str, body: Any = None, ticket: str = "") -> Answered:
        """Retry until a node answers. Some clients send the request twice in parallel."""
        self.n_open += 1
        try:
            while True:
                n_copies = 1 + (self.dice.random() < 0.06)
                copies = [self.ask_once(method, path, body, ticket) for _copy in range(n_copies)]
                for answer in await asyncio.gather(*copies):
                    if answer is not None:
                        return answer
                self.audit.counts["retries"] += 1
                await asyncio.sleep(self.dice.uniform(0.1, 1.0))
        finally:
            self.n_open -= 1


class SeatJournal:
    """Orders of a seat, compared with the log."""

    def __init__(self, asker: Asker, game_id: str, seat: int, since: int, ticket: str) -> None:
        self._asker: Final = asker
        self._game_id: Final = game_id
        self._seat: Final = seat
        self._since: Final = since
        self._ticket: Final = ticket
        self._n_orders = 0
        self._refused: Final[list[str]] = []

    async def order(self, order: dict[str, Any], expected: int) -> Answered:
        """Send an order until it is answered, and see that the answer is true."""
        self._n_orders += 1
        name = f"c{self._n_orders}"
        full = {"command_id": name, "expected": expected, **order}
        path = f"/api/tables/{self._game_id}/orders"
        answer = await self._asker.ask("POST", path, full, self._ticket)
        command_id = f"{self._seat}:{self._since}:{name}"
        audit = self._asker.audit
        if answer.status == DONE:
            version = answer.values()["version"]
            kind = KINDS.get(order["type"], "")
            lines = [f"{self._seat} {order['line']}"] if "line" in order else []
            if order["type"] == "come_back":
                # It ends a pause, or a bot's turn: the log says which.
                known = audit.games[self._game_id].log[version - 1 : version]
                kind = known[0].entry.kind if known else ""
            audit.acknowledged(self._game_id, version, command_id, self._seat, kind, lines)
        else:
            self._refused.append(command_id)
            audit.refused(self._game_id, command_id)
        return answer

    def compare(self) -> None:
        """Check that refused orders are not in the log."""
        for command_id in self._refused:
            self._asker.audit.refused(self._game_id, command_id)
