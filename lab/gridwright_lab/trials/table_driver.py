"""Drives a table over HTTP: takes the seats, plays legal actions, waits for bots."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.table import TableSpec
from gridwright.engine.dice import Dice
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.turn import TakeBack
from gridwright.server.worker.service import Worker
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.conformance.sampling.random_players import BUILDER, RandomPlayer
from gridwright_lab.trials.live_server import LiveServer, bearer

TIMEOUT_S: Final = 30.0
"""Seconds in which bots must have played on."""
NAP: Final = 0.01


class StuckError(Exception):
    """A table does not become idle, or refuses a legal action; the experiment proves nothing."""


@dataclass(frozen=True)
class Accepted:
    """An order that was carried out, to be sent again."""

    ticket: str
    body: bytes
    answer: bytes


class TableDriver:
    """One table. It rests while a person must act; experiments send bad orders at that moment."""

    def __init__(
        self, server: LiveServer, game_id: str, spec: TableSpec, bots: Sequence[str]
    ) -> None:
        self._server: Final = server
        self.game_id: Final = game_id
        self.spec: Final = spec
        self.bots: Final = bots
        """``bots[seat]``: who plays there, empty for a person."""
        self.path: Final = f"/api/tables/{game_id}"
        self.tickets: Final[dict[int, str]] = {}
        """Tickets of the people, by seat."""
        self.expired: Final[list[str]] = []
        """Tickets of people who stood up again."""
        self.accepted: Final[list[Accepted]] = []

    async def table(self) -> Table:
        """The table as the log has it."""
        return await self._server.auditor.load(self.game_id)

    async def fill(self) -> None:
        """Sit down, people and bots. One person gets up again first, and keeps the ticket."""
        for seat, bot in enumerate(self.bots):
            if bot:
                await self._server.sit(self.game_id, seat, f"Bot {seat}", bot)
                continue
            if not self.expired:
                left = await self._server.sit(self.game_id, seat, "Early")
                await self.send(left, {"type": "stand_up"})
                self.expired.append(left)
            self.tickets[seat] = await self._server.sit(self.game_id, seat, f"Person {seat}")

    async def get_ready(self) -> None:
        """Send the ready order of each person, and wait for the deal."""
        for seat, ticket in self.tickets.items():
            await self.send(ticket, {"type": "ready", "contribution": f"{seat:02x}" * 16})
        await self.rest()

    async def rest(self) -> Table:
        """Run the bots' turns until the table waits for a person or is over.

        Sweeps in addition to the server's own worker, which naps when nothing is due.
        """
        async with asyncio.timeout(TIMEOUT_S):
            while True:
                table = await self.table()
                if is_at_rest(table):
                    return table
                if not await self._server.node[Worker].sweep():
                    await asyncio.sleep(NAP)

    async def send(self, ticket: str, order: dict[str, Any]) -> None:
        """Send an order that is legal; StuckError if it is refused."""
        version = (await self.table()).version
        full = {"command_id": f"c{version}", "expected": version, **order}
        body = json.dumps(full).encode()
        answer = await self._server.client.post(
            f"{self.path}/orders", content=body, headers=bearer(ticket)
        )
        if answer.status_code != 200:
            raise StuckError(f"{body!r}: {answer.status_code} {answer.text}")
        self.accepted.append(Accepted(ticket, body, answer.content))

    async def play(self, n_actions: int, dice: Dice, player: RandomPlayer = BUILDER) -> None:
        """Play `n_turns` turns of people, with bots' turns in between."""
        for _action in range(n_actions):
            table = await self.rest()
            seat = table.actor()
            if seat is None:
                return
            if seat not in self.tickets:
                raise StuckError(f"seat {seat} has lost its bot")
            action = choose(table, dice, player)
            line = table.notation.text(action).split(" ", 1)[1]
            await self.send(self.tickets[seat], {"type": "act", "line": line})
        await self.rest()


def choose(table: Table, dice: Dice, player: RandomPlayer = BUILDER) -> Action:
    """A legal action of the actor, now and then a take-back."""
    state = table.state
    if state.takebacks and dice.below(8) == 0:
        return TakeBack(state.actor)
    return player.choose(table.game.offers(state), dice)


def is_at_rest(table: Table) -> bool:
    """Return whether a table waits for a person, or is over."""
    if table.status is Status.RUNNING:
        actor = table.actor()
        return actor is not None and not table.seats[actor].bot
    return not table.can_begin()
