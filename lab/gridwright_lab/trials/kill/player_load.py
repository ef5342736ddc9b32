"""Clients that play at many tables, and a task that kills servers at the same time."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Mapping
from typing import Final

from gridwright.content.table import default_spec
from gridwright.engine.dice import Dice
from gridwright_lab.trials.kill.client_journal import ClientJournal, Sent
from gridwright_lab.trials.kill.killable import ANY_NODE, KillableServers, Killed
from gridwright_lab.trials.kill.recovery import Recoveries
from gridwright_lab.trials.kill.retrying_client import GivenUp
from gridwright_lab.trials.kill.retrying_table import Closed, RetryingTable
from gridwright_lab.trials.kill.seated_people import SetUpFailed
from gridwright_lab.trials.services.http_client import HttpClient

EDITIONS: Final = ("classic", "deluxe", "card")
PEOPLE: Final = ("", "", "")
BOTS_AMONG_PEOPLE: Final = ("", "l0", "")
BOT_TABLE: Final = 4
"""One of this number of tables has a bot, so that the worker has work."""
LONELY_TABLE: Final = 5
"""One of this number of tables has a lone player who waits; no client reads its log afterwards."""
LONGEST_PAUSE: Final = 0.5
"""Maximum seconds before a killed process is restarted."""
NAP: Final = 0.02
TIMEOUT_S: Final = 120.0
"""Seconds within which a command must be acknowledged."""


class StandstillError(Exception):
    """No command is acknowledged, although every process was restarted."""


class PlayerLoad:
    """Tables, journals of their clients, kills, and measurements."""

    def __init__(
        self, servers: KillableServers, n_commands: int, kills: Mapping[str, int], seed: int
    ) -> None:
        """``kills[kind]``: number of kills of each kind."""
        self._servers: Final = servers
        self.n_commands: Final = n_commands
        self.planned: Final = kills
        self._random: Final = random.Random(seed)  # Times of kills need no secrecy.
        self._seed: Final = seed
        self._n_tables = 0
        self.done: Final[list[Sent]] = []
        """All acknowledged commands, in order of acknowledgement."""
        self.journals: Final[list[ClientJournal]] = []
        self.kills: Final[Counter[str]] = Counter()
        self.until_next: Final[dict[str, list[float]]] = {kind: [] for kind in kills}
        """Seconds from each kill until the next acknowledged command, by kind of kill."""
        self.recoveries: Final = Recoveries()
        self.standstills: Final[list[str]] = []
        self.given_up: Final[Counter[str]] = Counter()
        self.lost_answers: Final[Counter[str]] = Counter()
        """Tables that were given up, because a response that cannot be repeated was lost."""
        self.n_unknown_tables = 0
        """Number of tables that may have been created without a response."""
        self.waits: Final[list[float]] = []
        """Seconds that clients waited for bots."""
        self._over: Final = asyncio.Event()
        self.seconds = 0.0

    async def run(self, n_tables: int) -> None:
        """Play and kill until there is enough of both."""
        started = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for _table in range(n_tables):
                group.create_task(self._keep_playing())
            group.create_task(self._kill_now_and_then())
        self.seconds = time.monotonic() - started

    async def _keep_playing(self) -> None:
        """Play one table after the other in the same slot."""
        while not self._over.is_set():
            table = self._new_table()
            is_lonely = self._n_tables % LONELY_TABLE == 0
            try:
                if is_lonely:
                    await table.wait_alone()
                    continue
                await table.sit_down()
                while not self._over.is_set() and not table.is_over:
                    await table.move()
            except Closed:
                return
            except SetUpFailed as failed:
                self.lost_answers[str(failed)] += 1
                self.n_unknown_tables += not table.journal.game_id
                await asyncio.sleep(NAP)
            except GivenUp as given_up:
                self.given_up[str(given_up)] += 1
                await asyncio.sleep(NAP)
            finally:
                if table.journal.game_id:
                    self.journals.append(table.journal)
                    self.recoveries.forget(table.journal.game_id)
                self.waits.extend(table.waits)
                await table.close()

    def _new_table(self) -> RetryingTable:
        self._n_tables += 1
        number = self._n_tables
        spec = default_spec(EDITIONS[number % len(EDITIONS)], seats=len(PEOPLE))
        bots = BOTS_AMONG_PEOPLE if number % BOT_TABLE == 0 else PEOPLE
        lines = [HttpClient(address) for address in self._servers.addresses]
        dice = Dice(self._seed + number)
        return RetryingTable(lines, spec, bots, dice, self._note, self._over)

    def _note(self, game_id: str, sent: Sent) -> None:
        self.done.append(sent)
        self.recoveries.note_kills(self._servers.killed)
        self.recoveries.note_answer(game_id, sent)

    async def _kill_now_and_then(self) -> None:
        """Kill everything as often as planned, in a random order, spread over the commands."""
        plan = [kind for kind, n_kills in self.planned.items() for _kill in range(n_kills)]
        self._random.shuffle(plan)
        try:
            for place, kind in enumerate(plan):
                share = (place + self._random.random()) / (len(plan) + 1)
                await self._wait_for(1 + int(share * self.n_commands))
                await asyncio.sleep(self._random.random() * LONGEST_PAUSE)
                pause = self._random.random() * LONGEST_PAUSE
                n_before = len(self.done)
                killed = await self._servers.kill(kind, pause)
                self.kills[kind] += 1
                self.until_next[kind].append(await self._next_after(killed, n_before))
            await self._wait_for(self.n_commands)
        except StandstillError as error:
            self.standstills.append(str(error))
        finally:
            self._over.set()

    async def _next_after(self, killed: Killed, place: int) -> float:
        """Return seconds from a kill until a command sent after it was acknowledged.

        After the kill of a node, that node itself must have responded: the other one never stopped.
        ``place`` is the index of the first command that may be it.
        """
        while True:
            await self._wait_for(place + 1)
            sent = self.done[place]
            place += 1
            if sent.sent_at > killed.at and killed.node in (ANY_NODE, sent.node):
                return sent.answered_at - killed.at

    async def _wait_for(self, n_done: int) -> None:
        n_before, since = len(self.done), time.monotonic()
        while len(self.done) < n_done:
            await asyncio.sleep(NAP)
            if len(self.done) > n_before:
                n_before, since = len(self.done), time.monotonic()
            elif time.monotonic() - since > TIMEOUT_S:
                raise StandstillError(f"nothing after {n_before}, given up: {dict(self.given_up)}")
