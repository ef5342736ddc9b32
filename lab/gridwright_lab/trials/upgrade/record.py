"""Record running games for later versions to finish: ``gridwright-lab upgrade-corpus``.

It makes tables of every edition and preset on a real server, plays each of them a part of the way,
and writes the database with the moves that are left. Run it with the program of the commit that it
names: what it writes is what that program stores.
"""

import argparse
import asyncio
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from gridwright.bots.bot_games import play_game
from gridwright.bots.registry import find_bot
from gridwright.content.spec import FIRST_VERSION
from gridwright.content.table import TableSpec
from gridwright.engine.digest import digest
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.vocabulary.base import Action
from gridwright.server.auth.tickets import Ticket
from gridwright.server.node import open_node
from gridwright.server.tables.service import TableService
from gridwright.table import commands
from gridwright.table.bid_limits import Beyond, BidLimit
from gridwright.table.clock_pauses import Night
from gridwright.table.commands import Decide
from gridwright.table.entries import Status
from gridwright.table.table import Table
from gridwright.table.terms import BankClock, NoClock, Terms, TurnClock
from gridwright_lab.conformance.sampling.tables import list_tables, table_name
from gridwright_lab.trials.live_server import KEY, LiveServer, bearer, open_live_server
from gridwright_lab.trials.table_driver import StuckError
from gridwright_lab.trials.upgrade.continuation import begin, carry_out, play_on, settle
from gridwright_lab.trials.upgrade.corpus import (
    DATABASE,
    FOLDER,
    KEY_FILE,
    Corpus,
    Person,
    RunningGame,
    write_corpus,
)

N_RUNNING: Final = 64
N_GATHERING: Final = 3
"""Tables that a later version begins as well."""
N_CLAIMED: Final = 6
"""Tables at which the person with an account sits."""
CLOCKS: Final = (
    NoClock(),
    BankClock(3_600_000, 5_000),
    TurnClock(86_400_000, most_sleep=8 * 3_600_000, vacation_days=7),
)
HOLDS: Final = (0, 700, None)
FEW_SEATS: Final = 4
MANY_SEATS: Final = 6
MANY_EVERY: Final = 5
"""Many seats make long games; one in this many tables may have them."""
LEVELS: Final = ("l1", "l1", "l1", "l1", "l0")
"""Bots that choose the moves; the plainest one plays long and odd games."""
N_LEFT: Final = (6, 12, 18, 24, 30, 45, 60)
"""Moves that are left, in turn."""
LONG_EVERY: Final = 16
"""One in this many games has just begun."""
EARLY_EVERY: Final = 9
"""One in this many tables plays by the first version of its edition's rules."""
NIGHT: Final = Night(23 * 60, 6 * 60, 60)


def choose_tables(n_tables: int) -> list[TableSpec]:
    """Every preset and board in turn, each time with other seats and options."""
    groups: dict[tuple[str, str, str], list[TableSpec]] = {}
    for spec in list_tables():
        groups.setdefault((spec.edition, spec.preset, spec.board), []).append(spec)
    left = list(groups.values())
    chosen: list[TableSpec] = []
    for number in range(n_tables):
        turn, place = divmod(number, len(left))
        most_seats = MANY_SEATS if number % MANY_EVERY == 0 else FEW_SEATS
        group = [spec for spec in left[place] if spec.seats <= most_seats]
        spec = group[(turn * 7 + place * 5) % len(group)]
        is_early = number % EARLY_EVERY == EARLY_EVERY - 1
        chosen.append(replace(spec, version=FIRST_VERSION) if is_early else spec)
    return chosen


class Recorder:
    """Makes the tables of a corpus on one server, each played up to somewhere."""

    def __init__(self, server: LiveServer) -> None:
        self._server: Final = server
        self._service: Final[TableService] = server.node.service
        self.left: Final[dict[str, list[str]]] = {}
        """The moves that are left, by game; those of a table that gathers are not known yet."""

    async def run(self, spec: TableSpec, number: int) -> None:
        """A table at which a game runs."""
        game_id = await self._open(spec, number)
        await begin(self._service, game_id)
        lines = future(await settle(self._service, game_id), number)
        n_left = len(lines) if number % LONG_EVERY == 0 else N_LEFT[number % len(N_LEFT)]
        n_played = max(0, len(lines) - n_left)
        half = n_played // 2
        await play_on(self._service, game_id, lines[:half])
        if half:
            half += await self._interrupt(game_id, number, lines[half])
        await play_on(self._service, game_id, lines[half:n_played])
        self.left[game_id] = lines[n_played:]

    async def gather(self, spec: TableSpec, number: int) -> None:
        """A table at which one seat is free."""
        self.left[await self._open(spec, number, n_free=1)] = []

    async def _open(self, spec: TableSpec, number: int, n_free: int = 0) -> str:
        terms = Terms(CLOCKS[number % len(CLOCKS)], hold=HOLDS[number // 3 % len(HOLDS)])
        game_id = await self._service.create(spec, terms, listed=number % 2 == 0)
        for seat in range(spec.seats - n_free):
            bot = ("l0", "l1")[number % 2] if seat and (number + seat) % 3 == 0 else ""
            sit = partial(commands.sit_down, seat=seat, name=f"Seat {seat}", bot=bot)
            await carry_out(self._service, await self._service.load(game_id), sit)
        return game_id

    async def _interrupt(self, game_id: str, number: int, line: str) -> int:
        """Something beside the moves, for the log; how many moves it has played."""
        table = await settle(self._service, game_id)
        seat = table.actor()
        if seat is None or table.seats[seat].bot:
            return 0
        if number % 4 == 0:
            await self._do(game_id, partial(commands.hand_over, seat=seat, bot="l1"))
            await self._do(game_id, partial(commands.come_back, seat=seat))
        elif number % 4 == 1:
            if table.game.phases[table.state.phase].NAME == AuctionPhase.NAME:
                limit = BidLimit("", 0, Beyond.DROP)
                await self._do(game_id, self._service.sealed_limit(game_id, seat, limit))
        elif number % 4 == 2:
            if isinstance(table.terms.clock, TurnClock):
                await self._do(game_id, partial(commands.set_night, seat=seat, night=NIGHT))
        else:
            action = table.notation.parse(line)
            await self._do(game_id, partial(commands.act, seat=seat, action=action))
            if (await self._service.load(game_id)).undo.last_of(seat) is None:
                return 1
            await self._do(game_id, partial(commands.undo, seat=seat))
        return 0

    async def _do(self, game_id: str, decide: Decide) -> None:
        await carry_out(self._service, await self._service.load(game_id), decide)

    async def register(self) -> Person:
        """Make a person with an account, who claims seats at some of the tables."""
        person = Person("Corinna", "seven sleepy otters", [])
        body = {"name": person.name, "password": person.password, "bearer": True}
        made = await self._server.client.post("/api/people", json=body)
        token = made.raise_for_status().json()["token"]
        for game_id in self.left:
            table = await self._service.load(game_id)
            seats = [seat for seat, holder in enumerate(table.seats) if holder.is_person]
            if len(person.tables) == N_CLAIMED:
                break
            since = table.seats[seats[0]].since
            ticket = self._server.node.tickets.write(Ticket(game_id, seats[0], since))
            path = f"/api/tables/{game_id}/claim"
            claimed = await self._server.client.post(
                path, json={"ticket": ticket}, headers=bearer(token)
            )
            claimed.raise_for_status()
            person.tables.append(game_id)
        return person


def future(table: Table, number: int) -> list[str]:
    """Every move of the seats in a game that has just begun."""
    bot = find_bot(LEVELS[number % len(LEVELS)])
    log: list[Action] = []
    play_game(table.game, table.keys(), [bot] * table.spec.seats, log=log)
    return [table.notation.text(action) for action in log]


async def finish(service: TableService, left: dict[str, list[str]]) -> list[RunningGame]:
    """Play each game to its end and return its states; add the moves of those not begun."""
    games: list[RunningGame] = []
    for number, (game_id, lines) in enumerate(left.items()):
        table = await service.load(game_id)
        stands = (table.rules, table.status.value, table.version)
        if table.status is Status.GATHERING:
            await begin(service, game_id)
            lines.extend(future(await settle(service, game_id), number))
        name = table_name(table.spec)
        table = await play_on(service, game_id, lines)
        if table.status is not Status.FINISHED:
            raise StuckError(f"{game_id} does not end")
        games.append(RunningGame(game_id, name, *stands, digest(table.state), len(lines)))
    return games


async def record(folder: Path, commit: str, n_running: int, n_gathering: int) -> int:
    """Write a corpus; how many bytes it has."""
    with tempfile.TemporaryDirectory(prefix="gridwright-corpus-") as scratch:
        place = Path(scratch)
        (place / KEY_FILE).write_text(KEY.hex() + "\n", encoding="ascii")
        database = place / DATABASE
        async with open_live_server(f"sqlite:///{database}", with_worker=False) as server:
            recorder = Recorder(server)
            for number, spec in enumerate(choose_tables(n_running + n_gathering)):
                make = recorder.run if number < n_running else recorder.gather
                await make(spec, number)
            person = await recorder.register()
        pack(database)
        again = place / "again.db"
        shutil.copy(database, again)
        async with open_node(f"sqlite:///{again}", KEY) as node:
            games = await finish(node.service, recorder.left)
        return write_corpus(Corpus(folder, commit, person, games), place, recorder.left)


def pack(database: Path) -> None:
    """Leave nothing in the log of the database, and no gaps in its file."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("VACUUM")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--commit", required=True, help="whose program records")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where corpora lie")
    parser.add_argument("--games", type=int, default=N_RUNNING, help="running games")
    chosen = parser.parse_args(arguments)
    folder = chosen.folder / chosen.commit
    n_bytes = asyncio.run(record(folder, chosen.commit, chosen.games, N_GATHERING))
    print(f"{folder}: {chosen.games} running games, {n_bytes:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
