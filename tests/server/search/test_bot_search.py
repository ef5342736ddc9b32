"""Searches of bots run in a process of their own; other tables are not delayed."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec
import pytest

from gridwright.bots.bot_games import record_game
from gridwright.bots.registry import BOTS, find_bot
from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.table import TableSpec, default_spec
from gridwright.fair.transcript import Move, format_transcript
from gridwright.fair.verify import verify
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.search.process import ANSWER_TIMEOUT_S, COMMAND, SearchProcess
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, Stale, TableService
from gridwright.server.worker.service import LEASE_MS, Worker
from gridwright.table import commands, leaving
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.log_entries import Acted, log_entry_of
from gridwright.table.positions.searches import Chosen, Failed, Question, answer_line, question_of
from gridwright.table.terms import Terms
from tests.loaded_engine import IS_COMPILED
from tests.server.tables.lone_table import SEED, LoneTable

pytestmark = pytest.mark.anyio

KEY = b"k" * 32
CARDS = default_spec("card", seats=2)
TIMEOUT_S = 60.0
"""Time limit of a test for a result that must come."""
N_LAST = 14

ECHO = """
import json, os, sys, time
from pathlib import Path
n_begun = Path({folder!r}, "begun")
n_begun.write_text(str(int(n_begun.read_text() or 0) + 1) if n_begun.exists() else "1")
for line in sys.stdin:
    {deed}
    print(json.dumps({{"type": "chosen", "line": "nonsense"}}), flush=True)
"""


def child(folder: Path, deed: str) -> tuple[str, ...]:
    """The command of a process that does something else than to think, and counts its starts."""
    return (sys.executable, "-c", ECHO.format(folder=str(folder), deed=deed))


def n_begun(folder: Path) -> int:
    return int((folder / "begun").read_text())


class Server:
    """A service with its worker, on a file."""

    def __init__(self, store: ShardedStore, search_process: SearchProcess) -> None:
        self.store = store
        self.search_process = search_process
        self.service = TableService(store, SeedVault(store, KEY), LocalBus(), clock)
        self.worker = Worker(store, self.service, clock, search_process=search_process)
        self.stop = asyncio.Event()

    async def seat(self, bots: list[str], spec: TableSpec = CARDS) -> str:
        """A table of bots that begins at the next sweep."""
        game_id = await self.service.create(replace(spec, seats=len(bots)), Terms())
        for seat, bot in enumerate(bots):
            sit = partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot=bot)
            assert isinstance(
                await self.service.run_command(
                    game_id, f"s{seat}", expected_version=1 + seat, decide=sit
                ),
                Done,
            )
        return game_id

    async def until_over(self, game_id: str, timeout_s: float = TIMEOUT_S) -> None:
        async with asyncio.timeout(timeout_s):
            while (await self.store.load(game_id)).status is not Status.FINISHED:
                await asyncio.sleep(0.02)

    async def deeds(self, game_id: str) -> list[str]:
        """Return the bot of each move, in the order of the log."""
        found = [log_entry_of(each.entry) for each in await self.store.entries(game_id, 0)]
        return [each.by_bot for each in found if isinstance(each, Acted)]

    async def until_thought_due(self, game_id: str) -> tuple[int, Question]:
        """Play a table up to the turn of a bot that searches."""
        while True:
            version = (await self.service.load(game_id)).version
            done = await self.service.wake(game_id, version)
            if isinstance(done, Question):
                return version, done


@asynccontextmanager
async def serving(
    folder: Path, search_process: SearchProcess | None = None
) -> AsyncIterator[Server]:
    async with await open_store(f"sqlite:///{folder}/tables.db", upgrade=True) as store:
        server = Server(store, search_process or SearchProcess())
        try:
            yield server
        finally:
            await server.search_process.close()


@asynccontextmanager
async def working(server: Server) -> AsyncIterator[None]:
    """The worker does what is due meanwhile."""
    work = asyncio.create_task(server.worker.run(server.stop))
    try:
        yield
    finally:
        server.stop.set()
        await work


def nearly_over() -> TableSpec:
    """The last turns of a game, as a table to begin with."""
    played = record_game(CARDS, "nearly-over", SEED, {}, [find_bot("l1")] * CARDS.seats)
    lines = [each.text for each in played.body if isinstance(each, Move)]
    return replace(CARDS, begins=tuple(lines[:-N_LAST]))


@pytest.mark.parametrize("is_whole", [True, False] if IS_COMPILED else [False])
async def test_a_game_with_an_expert_is_played_to_its_end(tmp_path: Path, is_whole: bool) -> None:
    """The game begins at its start where the search is compiled, else with its last turns."""
    async with serving(tmp_path) as server, working(server):
        game_id = await server.seat(["expert", "l1"], CARDS if is_whole else nearly_over())
        await server.until_over(game_id)
        table = await server.service.load(game_id)
        report = verify(format_transcript(export(table)))
        assert report.ok, str(report)
        assert set(await server.deeds(game_id)) == {"expert", "l1"}


async def test_a_running_search_does_not_delay_other_tables(tmp_path: Path) -> None:
    slow = SearchProcess(child(tmp_path, "time.sleep(600)"))
    async with serving(tmp_path, slow) as server, working(server):
        thinking = await server.seat(["expert", "l1"])
        others = [await server.seat(["l1", "l1"]) for _table in range(2)]
        async with asyncio.timeout(TIMEOUT_S):
            for game_id in others:
                while (await server.store.load(game_id)).status is not Status.FINISHED:
                    await asyncio.sleep(0.01)
        assert "expert" not in await server.deeds(thinking)
        assert n_begun(tmp_path) == 1
    # The stopped worker has released its claim, so another one may claim the table.
    async with serving(tmp_path) as server:
        claims = await server.store.claim_due(clock(), 10, LEASE_MS)
        assert [claim.game_id for claim in claims] == [thinking]


async def test_the_loop_answers_while_a_real_search_runs(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        game_id = await server.seat(["expert", "expert"])
        _version, question = await server.until_thought_due(game_id)
        search = asyncio.create_task(server.search_process.ask(question))
        asked_at, n_answers = time.perf_counter(), 0
        longest = 0.0
        while not search.done():
            began = time.perf_counter()
            await asyncio.sleep(0.01)
            longest = max(longest, time.perf_counter() - began)
            n_answers += 1
        assert isinstance(await search, Chosen)
        # Inside the loop the search would be one long step. A busy machine makes all steps longer.
        assert n_answers > 5
        assert longest < (time.perf_counter() - asked_at) / 2


@pytest.mark.parametrize(
    "deed", ["sys.exit(3)", "time.sleep(600)", "print('what?', flush=True)", "pass"]
)
async def test_without_a_choice_another_bot_takes_the_turn(tmp_path: Path, deed: str) -> None:
    async with serving(tmp_path, SearchProcess(child(tmp_path, deed), longest=1.0)) as server:
        game_id = await server.seat(["expert", "expert"])
        version, question = await server.until_thought_due(game_id)
        answer = await server.search_process.ask(question)
        assert isinstance(answer, Chosen if deed == "pass" else Failed)
        assert n_begun(tmp_path) == (2 if deed.startswith(("sys", "print")) else 1)
        assert isinstance(await server.service.wake(game_id, version, answer), Done)
        assert await server.deeds(game_id) == ["hard"]


async def test_a_dead_search_process_is_replaced_and_the_search_repeated(tmp_path: Path) -> None:
    dies_once = f"open({str(tmp_path / 'begun')!r}).read() == '1' and sys.exit(1)"
    async with serving(tmp_path, SearchProcess(child(tmp_path, dies_once))) as server:
        game_id = await server.seat(["expert", "expert"])
        _version, question = await server.until_thought_due(game_id)
        assert await server.search_process.ask(question) == Chosen("nonsense")
        assert n_begun(tmp_path) == 2


async def test_an_answer_for_a_table_that_moved_on_is_stale(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        game_id = await server.seat(["expert", "expert"])
        version, _question = await server.until_thought_due(game_id)
        assert isinstance(await server.service.wake(game_id, version, Failed("first")), Done)
        late = partial(commands.act_for_bot, instead="l0")
        assert isinstance(
            await server.service.run_command(
                game_id, "late", expected_version=version, decide=late
            ),
            Stale,
        )


async def test_a_turn_is_thought_about_once(tmp_path: Path) -> None:
    """A lease that ran out brings the same turn again."""
    slow = SearchProcess(child(tmp_path, "time.sleep(600)"), longest=2.0)
    async with serving(tmp_path, slow) as server:
        game_id = await server.seat(["expert", "expert"])
        await server.until_thought_due(game_id)
        n_claimed = 0
        hurried = Worker(
            server.store,
            server.service,
            lambda: clock() + (LEASE_MS + 1) * n_claimed,
            search_process=slow,
        )
        async with asyncio.timeout(TIMEOUT_S):
            while not await server.deeds(game_id):
                n_claimed += await hurried.sweep()
                await asyncio.sleep(0.05)
        assert n_claimed > 2
        assert n_begun(tmp_path) == 1
        assert (await server.deeds(game_id))[0] == "hard"


def test_thinking_ends_before_the_lease() -> None:
    assert ANSWER_TIMEOUT_S * 1_000 < LEASE_MS


def begun_table(bots: tuple[str, ...] = ("expert", "l1")) -> LoneTable:
    lone = LoneTable(replace(CARDS, order=(0, 1)))
    for seat, bot in enumerate(bots):
        lone.do(partial(commands.sit_down, seat=seat, name=f"Bot {seat}", bot=bot))
    lone.do(commands.begin)
    return lone


def test_the_other_process_chooses_as_this_one_would() -> None:
    table = begun_table().table
    question = question_of(table, 0)
    stream = commands.bot_stream(table, 0, table.version)
    here = SeatedBot(BOTS["expert"], table.game, 0, stream).act(table.state)
    answer = answer_line(msgspec.json.encode(question))
    assert answer == Chosen(table.notation.text(here))


def test_a_question_holds_no_secret() -> None:
    """A search request contains no seed, no keys of cards and no unseen card."""
    table = begun_table().table
    question = question_of(table, 0)
    text = msgspec.json.encode(question).decode()
    keys = table.keys()
    secrets = [SEED, keys.key("deck"), keys.key("bot/1"), keys.key(f"bot/1/{table.version}")]
    assert question.key not in secrets
    assert all(secret.hex() not in text for secret in secrets)
    assert question.lines == table.lines


def test_a_question_that_is_none_is_answered() -> None:
    for line in (b"what?\n", msgspec.json.encode(Question({}, "", [], 0, "expert", b""))):
        assert isinstance(answer_line(line), Failed)


def test_the_strongest_invited_bot_substitutes() -> None:
    assert leaving.strength(begun_table(("hard", "expert")).table) == "expert"
    assert leaving.strength(begun_table(("hard", "l1")).table) == "hard"


def test_the_command_runs_the_module() -> None:
    assert COMMAND[1:] == ("-m", "gridwright.server.search.child")
