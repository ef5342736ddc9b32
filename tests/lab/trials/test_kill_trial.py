"""Killed databases, messengers and nodes lose no command; and the experiment sees when one does."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridwright.server.chat.messages import Message
from gridwright.server.operations.settings import DATABASE_FILE, KEY_FILE
from gridwright.server.storage.key_file import load_or_make_key
from gridwright.server.storage.opening import open_database
from gridwright.table.entries import LoggedEntry, Status
from gridwright.table.log_entries import Acted, GotReady, SatDown, to_entry
from gridwright_lab.trials.faults.sabotaged_server import Sabotage
from gridwright_lab.trials.kill.audit_counts import AuditCounts
from gridwright_lab.trials.kill.client_journal import ClientJournal, Sent
from gridwright_lab.trials.kill.cluster import Cluster
from gridwright_lab.trials.kill.kill import audit, main, play, run
from gridwright_lab.trials.kill.killable import NODE, POSTGRES, Killed
from gridwright_lab.trials.kill.log_audit import ChatAudit, LogAudit
from gridwright_lab.trials.kill.player_load import PlayerLoad
from gridwright_lab.trials.kill.recovery import Recoveries
from gridwright_lab.trials.kill.single_node import open_single_node
from gridwright_lab.trials.kill.stored_faults import CAUGHT_AS, StoredFault, spoil
from gridwright_lab.trials.kill.verdict import verdict_of

N_TABLES = 8
HELD = "tables that a killed node held"
"""One kill among few tables may find none; the long form of the experiment has many."""
RECOVERY = "p95 of ms until such a table continues"
"""Measured on an idle machine only, by the long form of the experiment."""


@pytest.mark.anyio
async def test_kills_lose_nothing() -> None:
    verdict = await run(dict.fromkeys(Cluster.kinds, 1), n_commands=300, n_tables=N_TABLES)
    assert set(verdict.missed()) <= {HELD, RECOVERY}, verdict.findings
    assert verdict.figures["tables_folded"] >= N_TABLES
    assert verdict.figures["reads"] > N_TABLES
    assert set(verdict.figures["until_next_command_ms"]) == set(Cluster.kinds)


# On a file, and with what is stored there changed afterwards


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def played(
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[tuple[Path, PlayerLoad]]:
    """A folder with the file of a node that was killed, and what its clients know."""
    folder = tmp_path_factory.mktemp("killed")
    async with open_single_node(folder) as node:
        yield folder, await play(node, {NODE: 2}, n_commands=900, n_tables=N_TABLES, seed=1)


@pytest.mark.anyio
async def test_a_killed_node_on_a_file_loses_nothing(played: tuple[Path, PlayerLoad]) -> None:
    folder, load = played
    async with await open_database(f"sqlite:///{folder / DATABASE_FILE}") as store:
        after = await audit(store, load, load_or_make_key(folder / KEY_FILE))
    verdict = verdict_of(load, after, N_TABLES)
    assert set(verdict.missed()) <= {RECOVERY}, verdict.findings
    assert load.recoveries.seconds


@pytest.mark.anyio
@pytest.mark.parametrize("fault", StoredFault)
async def test_one_stored_command_that_is_not_what_was_acknowledged_is_reported(
    fault: StoredFault, played: tuple[Path, PlayerLoad], tmp_path: Path
) -> None:
    folder, load = played
    for path in folder.glob(f"{DATABASE_FILE}*"):
        shutil.copy(path, tmp_path)
    async with await open_database(f"sqlite:///{tmp_path / DATABASE_FILE}") as store:
        await spoil(store, fault, load.journals)
        after = await audit(store, load, load_or_make_key(folder / KEY_FILE))
    found = {name: count for name, count in after.counts.faults().items() if count}
    assert found.pop(CAUGHT_AS[fault]) == 1, after.counts.findings
    # Clients that read the entry before the change have another one.
    assert set(found) <= {"reads that were no prefix"}, after.counts.findings
    assert verdict_of(load, after, N_TABLES, CAUGHT_AS[fault]).ok


# Sabotaged servers


@pytest.mark.slow
@pytest.mark.anyio
async def test_moves_acknowledged_before_they_are_on_disk_are_missed() -> None:
    kills = {POSTGRES: 5}
    verdict = await run(kills, n_commands=300, n_tables=N_TABLES, sabotage=Sabotage.ASYNC_COMMIT)
    assert verdict.missed() == [], verdict.findings
    assert verdict.figures["lost orders"] > 0
    assert verdict.figures["gaps"] == 0


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_log_without_keys_is_found_forked() -> None:
    verdict = await run({}, n_commands=400, n_tables=N_TABLES, sabotage=Sabotage.NO_KEY)
    assert verdict.missed() == [], verdict.findings
    assert verdict.figures["forked"] > 0
    assert verdict.figures["tables that do not fold"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "more",
    [
        [],
        ["--sqlite"],
        *[["--sabotage", each] for each in Sabotage],
        *[["--sqlite", "--sabotage", each] for each in StoredFault],
    ],
)
def test_the_command_fails_by_its_exit_code(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    size = ["--kills", "2", "--worker-kills", "1", "--commands", "3000", "--tables", "40"]
    assert main([*size, *more]) == 0
    assert "MISSED" not in capsys.readouterr().out


# The audit itself

LINE = "0 pass"


def logged(version: int, command_id: str, seat: int = 0, line: str = LINE) -> LoggedEntry:
    if command_id.startswith("server:"):
        entry = to_entry(GotReady(), command_id, 1)
    elif command_id.startswith("door:"):
        entry = to_entry(SatDown(f"Seat {seat}"), command_id, 1, seat)
    else:
        entry = to_entry(Acted(), command_id, 1, seat, (line, "chance x"))
    return LoggedEntry(version, entry, Status.RUNNING, None)


def told(*versions: int) -> ClientJournal:
    """Orders c1, c2 and so on, one after the other, acknowledged at these versions."""
    journal = ClientJournal("g")
    for number, version in enumerate(versions, start=1):
        asked = journal.ask(f"c{number}", 0, 1, Acted(), LINE)
        journal.acknowledge(asked, version, 0, f"c{number}")
    return journal


LOG = [logged(1, "server:open"), logged(2, "0:1:c1"), logged(3, "0:1:c2")]


def faults(journal: ClientJournal, version: int, log: list[LoggedEntry]) -> dict[str, int]:
    counts = AuditCounts()
    found = LogAudit(counts)
    found.compare(journal, version, log)
    assert found.n_entries == len(log)
    counted = {name: count for name, count in vars(counts).items() if isinstance(count, int)}
    counted["late_reads"] = found.late_reads
    return {name: count for name, count in counted.items() if count}


SHOWN = LOG[1].entry.lines


def test_a_sound_log_has_no_faults() -> None:
    assert faults(told(2, 3), 3, LOG) == {}


@pytest.mark.parametrize(
    ("journal", "version", "log", "expected"),
    [
        (told(2, 3, 4), 3, LOG, {"lost": 1}),
        (told(2, 3), 2, LOG[:2], {"lost": 1}),
        (told(2, 3), 0, [], {"lost": 2}),
        (told(2, 3), 3, [*LOG, logged(3, "0:1:c3")], {"forked": 1, "contradicted": 1}),
        (told(2, 3), 4, [*LOG, logged(4, "0:1:c1")], {"forked": 1}),
        (told(2, 3), 4, LOG, {"gaps": 1}),
        (told(2, 3), 2, LOG, {"gaps": 1}),
        (told(2, 2), 3, LOG, {"forked": 1, "lost": 1}),
        (told(3, 2), 3, [LOG[0], logged(2, "0:1:c2"), logged(3, "0:1:c1")], {"misordered": 1}),
        (told(2), 3, LOG, {"contradicted": 1}),
    ],
)
def test_each_fault_is_counted(
    journal: ClientJournal, version: int, log: list[LoggedEntry], expected: dict[str, int]
) -> None:
    assert faults(journal, version, log) == expected


def test_an_order_without_an_answer_or_with_two_is_counted() -> None:
    silent = told(2, 3)
    silent.ask("c3", 0, 1, Acted(), LINE)
    assert faults(silent, 3, LOG) == {"unresolved": 1}
    refused = told(2)
    refused.refuse(refused.ask("c2", 0, 1, Acted(), LINE))
    assert faults(refused, 3, LOG) == {"contradicted": 1}
    moved = told(2, 3)
    moved.acknowledge(moved.asked[0], 4, 1)
    assert faults(moved, 3, LOG) == {"forked": 1, "lost": 1}


@pytest.mark.parametrize(
    ("since", "version", "shown", "expected"),
    [
        (1, 3, [(2, "acted", 0, SHOWN), (3, "acted", 0, SHOWN)], {}),
        (3, 3, [], {}),
        (1, 3, [(3, "acted", 0, SHOWN)], {"broken_reads": 1}),
        (2, 3, [(3, "acted", 0, ("0 bid",))], {"broken_reads": 1}),
        (2, 3, [(3, "acted", 1, SHOWN)], {"broken_reads": 1}),
        (3, 4, [(4, "acted", 0, SHOWN)], {"broken_reads": 1}),
        (1, 2, [(2, "acted", 0, SHOWN)], {"late_reads": 1}),
    ],
)
def test_a_read_is_a_piece_of_the_log(
    since: int,
    version: int,
    shown: list[tuple[int, str, int | None, tuple[str, ...]]],
    expected: dict[str, int],
) -> None:
    journal = told(2, 3)
    journal.show(journal.read(since), version, shown)
    assert faults(journal, 3, LOG) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (logged(3, "0:1:c2", line="0 bid 4"), {"other_action": 1}),
        (logged(3, "0:1:c2", seat=1), {"other_seat": 1}),
        (logged(3, "1:1:c2"), {"other_seat": 1}),
        (LoggedEntry(3, to_entry(GotReady(), "0:1:c2", 1, 0), Status.RUNNING, None), None),
        (logged(3, "server:bot"), {"lost": 1}),
    ],
)
def test_seat_and_action_are_compared(entry: LoggedEntry, expected: dict[str, int] | None) -> None:
    assert faults(told(2, 3), 3, [*LOG[:2], entry]) == (expected or {"other_action": 1})


def test_an_answer_about_another_command_is_counted() -> None:
    journal = told(2)
    asked = journal.ask("c2", 0, 1, Acted(), LINE)
    journal.acknowledge(asked, 3, 0, "c1")
    assert faults(journal, 3, LOG) == {"contradicted": 1}


def test_the_server_moves_for_bots_alone() -> None:
    for_no_seat = LoggedEntry(4, to_entry(Acted(), "server:4", 1, 0, (LINE,)), Status.RUNNING, None)
    assert faults(told(2, 3), 4, [*LOG, for_no_seat]) == {"contradicted": 1}
    by_bot = LoggedEntry(4, to_entry(Acted("l0"), "server:4", 1, 0, (LINE,)), Status.RUNNING, None)
    assert faults(told(2, 3), 4, [*LOG, by_bot]) == {}


def test_sit_downs_are_compared() -> None:
    sat = [logged(1, "server:open"), logged(2, "door:a", seat=0), logged(3, "door:b", seat=1)]
    journal = ClientJournal("g")
    journal.seated(journal.sit_down(0, "Seat 0", ""), 0, 2, 0)
    journal.seated(journal.sit_down(1, "Seat 1", ""), 1, 3, 0)
    assert faults(journal, 3, sat) == {}
    assert faults(journal, 2, sat[:2]) == {"lost_sit_downs": 1}
    # One without an answer may be there, but once.
    unknown = journal.sit_down(2, "Seat 2", "")
    once, twice = logged(4, "door:c", seat=2), logged(5, "door:d", seat=2)
    assert faults(journal, 4, [*sat, once]) == {"contradicted": 1}
    unknown.n_unknown = 1
    assert faults(journal, 4, [*sat, once]) == {}
    assert faults(journal, 5, [*sat, once, twice]) == {"contradicted": 1}


def test_messages_are_compared() -> None:
    def chat_faults(*stored: Message) -> dict[str, int]:
        counts = AuditCounts()
        ChatAudit(counts).compare(journal, stored)
        return {name: count for name, count in counts.faults().items() if count}

    journal = ClientJournal("g")
    journal.say("seat:0:2", "Ada", "hello").number = 1
    hello = Message(1, 1, "seat:0:2", "Ada", "hello")
    assert chat_faults(hello) == {}
    assert chat_faults() == {"lost messages": 1}
    other = Message(1, 1, "seat:0:2", "Ada", "hullo")
    assert chat_faults(other) == {"lost messages": 1, "told otherwise than done": 1}
    again = Message(2, 1, "seat:0:2", "Ada", "hello")
    assert chat_faults(hello, again) == {"told otherwise than done": 1}


def test_the_time_runs_from_the_kill_until_the_table_continues() -> None:
    def answered(node: int, sent_at: float, answered_at: float, n_unknown: int = 0) -> Sent:
        sent = Sent("acted")
        vars(sent)["sent_at"] = sent_at
        sent.answered_at, sent.node, sent.n_unknown = answered_at, node, n_unknown
        return sent

    recoveries = Recoveries()
    recoveries.note_answer("held", answered(0, 1, 2))
    recoveries.note_answer("elsewhere", answered(1, 1, 2))
    recoveries.note_kills([Killed(NODE, 10.0, 0)])
    # The node answered before it died; the client was slow to read it.
    recoveries.note_answer("held", answered(0, 9, 10.5))
    recoveries.note_answer("elsewhere", answered(0, 11, 11.5))
    assert recoveries.seconds == []
    recoveries.note_answer("held", answered(1, 9, 13, n_unknown=1))
    recoveries.note_answer("held", answered(1, 13, 14))
    assert recoveries.seconds == [3.0]
