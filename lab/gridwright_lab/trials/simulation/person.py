"""A person with a seat: watches by a socket, acts when it is their turn, leaves and returns."""

import asyncio
import json
from random import Random
from typing import Any, Final

from gridwright.engine.dice import Dice
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright_lab.conformance.sampling.random_players import RANDOM_PLAYERS
from gridwright_lab.trials.simulation.audit import GameAudit
from gridwright_lab.trials.simulation.frame_secrets import FrameSecrets
from gridwright_lab.trials.simulation.journal import STALE, Asker, SeatJournal
from gridwright_lab.trials.simulation.network import Socket
from gridwright_lab.trials.table_driver import choose

BAD_TICKET: Final = "bad_ticket"


class Person:
    """One seat. The frames that it receives must be the log, in order and nothing else."""

    def __init__(
        self,
        asker: Asker,
        secrets: FrameSecrets,
        game_id: str,
        seat: int,
        since: int,
        ticket: str,
        dice: Random,
    ) -> None:
        self.game_id: Final = game_id
        self.seat: Final = seat
        self.asker: Final = asker
        self._secrets: Final = secrets
        self._ticket: Final = ticket
        self._dice: Final = dice
        self._choices: Final = Dice(dice.randrange(1 << 30))
        self._player: Final = dice.choice(RANDOM_PLAYERS)
        self.journal: Final = SeatJournal(asker, game_id, seat, since, ticket)
        self._path: Final = f"/api/tables/{game_id}"
        self.version = -1
        self._socket: Socket | None = None
        self._news: Final = asyncio.Event()
        self.is_quiet = False
        """The person only wants the seat back, and the current position."""
        self.gives_up = False
        """The person wants to end the game."""

    @property
    def _known(self) -> GameAudit:
        return self.asker.audit.games[self.game_id]

    @property
    def is_watching(self) -> bool:
        return self._socket is not None and self._socket.is_open

    # Watching

    async def watch(self) -> None:
        """Maintain an open socket, on any node."""
        while True:
            node = self._dice.choice(self.asker.nodes)
            if node.is_up:
                greeting = {"ticket": self._ticket, "since": self.version}
                place = f"{self._path}/socket"
                self._socket = self.asker.network.watch(node, place, greeting, self._hear)
                self.asker.audit.counts["sockets"] += 1
                while self._socket.is_open:
                    await self._news.wait()
                    self._news.clear()
            await asyncio.sleep(self._dice.uniform(0.1, 1.0))

    def _hear(self, text: str | None) -> None:
        self._news.set()
        if text is None:
            return
        frame = json.loads(text)
        audit = self.asker.audit
        self._secrets.look(self.game_id, self.seat, text, frame)
        version = frame["version"]
        self.asker.trace.note(self.asker.name, "heard", frame["type"], version)
        if frame["type"] == "table":
            audit.read(self.game_id, version, self.version)
        else:
            audit.shown(self.game_id, frame)
            if version != self.version + 1:
                audit.find("forked", f"{self.game_id}: {version} was sent after {self.version}")
        self.version = version

    # Acting

    async def play(self) -> None:
        """Act now and then, for as long as there is a table."""
        dice = self._dice
        while True:
            is_slow = dice.random() < 0.06 and not self.is_quiet
            await asyncio.sleep(dice.uniform(9, 13) if is_slow else dice.uniform(0.05, 0.9))
            if dice.random() < 0.04:
                await self._read()
            order = self._next_order()
            if order is not None:
                await self._send(order)

    async def _send(self, order: dict[str, Any]) -> None:
        expected = self.version
        if self._dice.random() < 0.05 and expected > 1:
            expected -= 1  # A page that has not heard the last entry yet.
        answer = await self.journal.order(order, expected)
        values = answer.values()
        if answer.status == STALE and values["type"] == "stale":
            self.asker.audit.read(self.game_id, values["version"], 0)
            for missing in values["missing"]:
                self.asker.audit.shown(self.game_id, missing)

    async def _read(self) -> None:
        """Request the log from some node; it contains at least the known entries."""
        known = self.version
        path = f"{self._path}/entries?since={max(0, known)}"
        answer = await self.asker.ask_once("GET", path, None, self._ticket)
        if answer is not None and answer.status == 200:
            values = answer.values()
            self.asker.audit.read(self.game_id, values["version"], known)
            for shown in values["missing"]:
                self.asker.audit.shown(self.game_id, shown)

    def _next_order(self) -> dict[str, Any] | None:
        """Return the next request of this person, None without one."""
        table = self._known.table()
        if table.version != self.version or table.version < 2:
            return None  # The page is behind, and shows no offers.
        holder = table.seats[self.seat]
        if table.status is Status.PAUSED or (holder.bot and table.status is Status.RUNNING):
            return {"type": "come_back"}
        if self.gives_up and table.status is Status.RUNNING:
            return None if self.seat in table.absences.agreed else {"type": "abandon"}
        if self.is_quiet:
            return None
        if table.status is Status.GATHERING:
            contribution = self._dice.randbytes(16).hex()
            return None if holder.is_ready else {"type": "ready", "contribution": contribution}
        return self._move(table) if table.status is Status.RUNNING else None

    def _move(self, table: Table) -> dict[str, Any] | None:
        chance = self._dice.random()
        if chance < 0.02:
            return {"type": "leave"}
        if chance < 0.05:
            return {"type": "hand_over", "bot": "l0"}
        if chance < 0.10 and table.undo.last_of(self.seat) is not None:
            return {"type": "undo"}
        if table.actor() != self.seat:
            return None
        action = choose(table, self._choices, self._player)
        return {"type": "act", "line": table.notation.text(action).split(" ", 1)[1]}
