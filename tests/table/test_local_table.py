"""Whole games without a server, and the same logs on a server."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from gridwright.content.table import default_spec
from gridwright.engine.digest import digest
from gridwright.fair.transcript import format_transcript
from gridwright.fair.verify import verify
from gridwright.server.live.bus import LocalBus
from gridwright.server.storage.append import Appended
from gridwright.server.storage.games import NewGame
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.table import commands
from gridwright.table.bid_limits import BidLimit
from gridwright.table.commands import RefusedCommand
from gridwright.table.due_work import SearchRequired, decide_due
from gridwright.table.entries import Status
from gridwright.table.export import export
from gridwright.table.local_table import LocalTable
from gridwright.table.log_entries import Acted, LimitLeft, LimitSpent, log_entry_of
from gridwright.table.sealing import BrokenNote, StandardSeal
from gridwright.table.table import Table
from gridwright.table.terms import BankClock, Terms
from tests.loaded_engine import in_parts
from tests.table.local_games import PlayedGame

FOLDER = Path(__file__).parent
GAMES_PER_PART = 5
KEY = b"k" * 32
KINDS = {"acted", "dealt", "limit_left", "revealed", "seat_left", "undone"}
"""Kinds of entries that are in each part."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def run_standalone(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(FOLDER / "standalone.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.anyio
@pytest.mark.parametrize("part", in_parts(20, every_commit=2))
async def test_a_server_folds_the_log_of_a_game_played_without_it(
    part: int, tmp_path: Path
) -> None:
    first = part * GAMES_PER_PART
    numbers = (str(first), str(first + GAMES_PER_PART))
    played = run_standalone(str(FOLDER / "local_games.py"), *numbers)
    assert played.returncode == 0, played.stderr
    games = [msgspec.json.decode(line, type=PlayedGame) for line in played.stdout.splitlines()]
    assert len(games) == GAMES_PER_PART
    assert {kind for game in games for kind in game.counts} >= KINDS
    async with await open_store(f"sqlite:///{tmp_path}/tables.db", upgrade=True) as store:
        vault = SeedVault(store, KEY)
        service = TableService(store, vault, LocalBus(), lambda: games[0].log[-1].entry.at)
        for game in games:
            game_id, seed = game.header.game_id, bytes.fromhex(game.seed)
            new = NewGame(
                game_id=game_id,
                rules=game.header.rules,
                spec=game.header.spec,
                created_at=0,
                box=vault.seal(game_id, seed),
            )
            await store.create(new)
            for logged in game.log:
                appended = await store.append(
                    game_id,
                    logged.version - 1,
                    logged.entry,
                    status=logged.status,
                    deadline_at=logged.deadline_at,
                )
                assert isinstance(appended, Appended)
            table = await service.load(game_id)
            found = (table.chain.hex(), digest(table.state), table.status)
            assert found == (game.chain, game.state, game.status)
            report = verify(format_transcript(await service.transcript(table)))
            assert report.ok, str(report)


@pytest.mark.parametrize("module", ["asyncio", "starlette", "gridwright.server.tables.service"])
def test_the_blocked_imports_fail(module: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"import {module}", "utf-8")
    ended = run_standalone(str(program))
    assert ended.returncode == 1
    assert "a table needs no" in ended.stderr


def begun() -> LocalTable:
    """Return a game of a person with a bot, in which the person is to act."""
    local = LocalTable(default_spec("card", seats=2), Terms(clock=BankClock(60_000)))
    local.run(commands.sit_down, 0, "Ada")
    local.run(commands.sit_down, 1, "Bot", bot="l1")
    local.run(commands.get_ready, 0)
    local.advance()
    assert local.table.actor() == 0
    return local


def test_a_game_without_a_seed_is_dealt_by_a_random_one() -> None:
    assert begun().table.chain != begun().table.chain


def test_a_clock_that_runs_out_hands_the_seat_to_a_bot_until_the_end() -> None:
    local = begun()
    local.advance(59_999)
    bots = [local.table.seats[0].bot]
    local.advance(1)
    bots.append(local.table.seats[0].bot)
    assert bots == ["", "l1"]
    assert local.table.status is Status.FINISHED
    report = verify(format_transcript(export(local.table)))
    assert report.ok, str(report)


def test_a_refused_command_leaves_table_and_log() -> None:
    local = begun()
    table, n = local.table, len(local.log)
    with pytest.raises(RefusedCommand):
        local.run(commands.sit_down, 0, "Eve")
    assert (local.table, len(local.log)) == (table, n)


def test_a_command_that_fails_half_way_leaves_the_log_and_folds_the_table_again() -> None:
    local = begun()
    chain, state = local.table.chain, digest(local.table.state)

    def fail(table: Table) -> commands.Decision:
        commands.act_for_bot(table)
        raise RuntimeError

    local.run(commands.hand_over, 0, "l1")
    chain, state = local.table.chain, digest(local.table.state)
    with pytest.raises(RuntimeError):
        local.run(fail)
    assert (local.table.chain, digest(local.table.state)) == (chain, state)


def test_due_work_may_require_a_search_which_a_local_table_runs_in_its_process() -> None:
    local = begun()
    local.run(commands.hand_over, 0, "expert")
    assert decide_due(local.table, local.now, StandardSeal(KEY)) == SearchRequired(0)
    local.run(local._decide_due)
    acted = log_entry_of(local.log[-1].entry)
    assert acted == Acted(by_bot="expert")


def test_a_limit_is_sealed_in_the_log_and_opened_for_the_turn() -> None:
    local = begun()
    local.leave_limit(0, BidLimit("", 0))
    left = log_entry_of(local.log[-1].entry)
    assert isinstance(left, LimitLeft)
    assert b"up_to" not in bytes.fromhex(left.box)
    assert local.table.left_bids.boxes == {0: bytes.fromhex(left.box)}
    # No one may pass in the first round, so that the limit decides nothing.
    local.advance()
    assert log_entry_of(local.log[-1].entry) == LimitSpent()
    assert local.folded().chain == local.table.chain


def test_a_note_opens_for_its_game_under_its_name_with_its_key() -> None:
    seal = StandardSeal(KEY)
    text = b"up to 40, and more than one block of the stream"
    box = seal.seal_note("g1", "limit/0", text)
    assert text not in box
    assert seal.seal_note("g1", "limit/0", text) != box
    assert StandardSeal(KEY).open_note("g1", "limit/0", box) == text
    assert seal.open_note("g1", "n", seal.seal_note("g1", "n", b"")) == b""
    for other, game_id, name, damaged in (
        (seal, "g2", "limit/0", box),
        (seal, "g1", "limit/1", box),
        (StandardSeal(), "g1", "limit/0", box),
        (seal, "g1", "limit/0", box[:-1] + bytes([box[-1] ^ 1])),
        (seal, "g1", "limit/0", bytes([box[0] ^ 1]) + box[1:]),
        (seal, "g1", "limit/0", box[:40]),
    ):
        with pytest.raises(BrokenNote):
            other.open_note(game_id, name, damaged)
