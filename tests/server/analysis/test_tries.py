"""Playing on from a position of a finished game, with hidden cards shuffled again."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.protocol.refusals import Refused
from gridwright.server.analysis.service import try_game
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.tables.tries import Tries
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.commands import RefusedCommand
from gridwright.table.room import verified_spec
from gridwright.table.table import Table
from tests.server.analysis.finished_tables import begun_table, play_to_the_end, told

pytestmark = pytest.mark.anyio

KEY = b"k" * 32


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[ShardedStore, TableService, Worker]]:
    async with await open_store(f"sqlite:///{folder / 'games.db'}", upgrade=True) as store:
        service = TableService(store, SeedVault(store, KEY), LocalBus(), clock)
        yield store, service, Worker(store, service, clock)


def decision_near(table: Table, share: float) -> int:
    """A decision of a seat that comes after such a share of the lines."""
    move = int(len(table.lines) * share)
    while table.lines[move].startswith("chance"):
        move += 1
    return move


def outcomes(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("chance")]


@pytest.mark.parametrize("edition", ["card", "classic"])
async def test_a_game_continues_from_a_position_and_verifies(tmp_path: Path, edition: str) -> None:
    async with opened(tmp_path) as (store, service, worker):
        first_id = await begun_table(service, edition=edition)
        await play_to_the_end(service, worker, first_id)
        first = await service.load(first_id)
        move = decision_near(first, 0.5)
        made = await try_game(Tries(service), first, move)
        assert str(made.seat) == first.lines[move].split()[0]
        for seat in range(2):
            sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l1")
            await told(service, made.game_id, f"s{seat}", sit)
        await play_to_the_end(service, worker, made.game_id)

        table = await service.load(made.game_id)
        assert table.lines[:move] == first.lines[:move]
        # Other cards come: the order behind the position is that of another seed.
        assert outcomes(table.lines[move:]) != outcomes(first.lines[move:])
        # Another node folds the same table from the log, and so does one without the seed.
        other = TableService(store, SeedVault(store, KEY), LocalBus(), clock)
        assert (await other.load(made.game_id)).lines == table.lines
        again = Table(await store.load(made.game_id), None)
        for logged in await store.entries(made.game_id):
            again.fold(logged)
        assert again.lines == table.lines

        transcript = await service.transcript(table)
        report = verify(format_transcript(transcript))
        assert report.ok, str(report)
        for begins in (transcript.table.begins[:-1], ()):
            spec = replace(transcript.table, begins=begins)
            assert not verify(replace(transcript, table=spec)).ok
        # The first game is what it was, and its transcript too.
        assert verify(format_transcript(await service.transcript(first))).ok


async def test_a_game_that_continues_from_its_last_rounds_verifies(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_store, service, worker):
        first_id = await begun_table(service, seats=4)
        await play_to_the_end(service, worker, first_id)
        first = await service.load(first_id)
        made = await try_game(Tries(service), first, decision_near(first, 0.95))
        for seat in range(4):
            sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot="l1")
            await told(service, made.game_id, f"s{seat}", sit)
        await play_to_the_end(service, worker, made.game_id)
        text = format_transcript(await service.transcript(await service.load(made.game_id)))
    # With four seats the line of the table, which has every earlier move, is always that long.
    assert max(map(len, text.splitlines())) > 4000
    report = verify(text)
    assert report.ok, str(report)


async def test_only_a_decision_of_a_finished_game_can_be_tried(tmp_path: Path) -> None:
    async with opened(tmp_path) as (_store, service, worker):
        game_id = await begun_table(service)
        running = await service.load(game_id)
        with pytest.raises(RefusedCommand, match="not over"):
            await try_game(Tries(service), running, 1)
        await play_to_the_end(service, worker, game_id)
        table = await service.load(game_id)
        card = next(at for at, line in enumerate(table.lines) if at and line.startswith("chance"))
        for move in (0, card, len(table.lines)):
            with pytest.raises(Refused):
                await try_game(Tries(service), table, move)


def test_positions_cannot_be_forged() -> None:
    spec = {"edition": "card", "preset": "standard", "board": "none", "seats": 2}
    with pytest.raises(RefusedCommand, match="begins"):
        verified_spec({**spec, "begins": ["chance order 0+1"]})
