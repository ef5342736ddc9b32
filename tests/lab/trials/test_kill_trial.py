"""Killed databases, messengers and nodes lose no move; and the trial sees when one does."""

import pytest

from gridwright.server.storage.entries import Entry, LoggedEntry
from gridwright.server.storage.games import Status
from gridwright_lab.trials.faults.sabotaged_server import Sabotage
from gridwright_lab.trials.kill.client_journal import ClientJournal
from gridwright_lab.trials.kill.cluster import KINDS, POSTGRES
from gridwright_lab.trials.kill.log_audit import LogAudit
from gridwright_lab.trials.kill.trial import main, run

N_TABLES = 8


@pytest.mark.anyio
async def test_kills_lose_nothing() -> None:
    verdict = await run(dict.fromkeys(KINDS, 1), n_moves=300, n_tables=N_TABLES)
    assert verdict.missed() == [], verdict.findings
    assert verdict.ok
    assert verdict.figures["tables_folded"] >= N_TABLES
    assert verdict.figures["reads"] > N_TABLES
    assert set(verdict.figures["recovery_ms"]) == set(KINDS)


# Sabotaged twins


@pytest.mark.anyio
async def test_moves_acknowledged_before_they_are_on_disk_are_missed() -> None:
    kills = {POSTGRES: 5}
    verdict = await run(kills, n_moves=200, n_tables=N_TABLES, sabotage=Sabotage.ASYNC_COMMIT)
    assert verdict.missed() == [], verdict.findings
    assert verdict.figures["lost"] > 0
    assert verdict.figures["gaps"] == 0


@pytest.mark.anyio
async def test_a_log_without_keys_is_found_forked() -> None:
    verdict = await run({}, n_moves=200, n_tables=N_TABLES, sabotage=Sabotage.NO_KEY)
    assert verdict.missed() == [], verdict.findings
    assert verdict.figures["forked"] > 0
    assert verdict.figures["tables that do not fold"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("sabotage", ["", *Sabotage])
def test_the_command_tells_by_its_exit_code(
    sabotage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    size = ["--kills", "2", "--worker-kills", "1", "--moves", "3000", "--tables", "40"]
    assert main([*size, "--sabotage", sabotage] if sabotage else size) == 0
    assert "MISSED" not in capsys.readouterr().out


# The audit itself


def logged(version: int, command_id: str) -> LoggedEntry:
    entry = Entry(command_id=command_id, kind="acted", at=1, seat=0, lines=("x",), data="{}")
    return LoggedEntry(version, entry, Status.RUNNING, None)


def told(*versions: int) -> ClientJournal:
    """Orders c1, c2 and so on, one after the other, acknowledged at these versions."""
    journal = ClientJournal("g")
    for number, version in enumerate(versions, start=1):
        journal.acknowledge(journal.ask(f"c{number}", is_move=True), version, 0)
    return journal


LOG = [logged(1, "server:open"), logged(2, "0:1:c1"), logged(3, "0:1:c2")]


def faults(journal: ClientJournal, version: int, log: list[LoggedEntry]) -> dict[str, int]:
    audit = LogAudit()
    audit.compare(journal, version, log)
    assert audit.entries == len(log)
    counts = {name: count for name, count in vars(audit).items() if isinstance(count, int)}
    return {name: count for name, count in counts.items() if count and name != "entries"}


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
        (told(2, 2), 3, LOG, {"forked": 1, "lost": 1, "misordered": 1}),
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
    silent.ask("c3", is_move=True)
    assert faults(silent, 3, LOG) == {"unresolved": 1}
    refused = told(2)
    refused.refuse(refused.ask("c2", is_move=True))
    assert faults(refused, 3, LOG) == {"contradicted": 1}
    moved = told(2, 3)
    moved.acknowledge(moved.asked[0], 4, 1)
    assert faults(moved, 3, LOG) == {"forked": 1, "lost": 1}


@pytest.mark.parametrize(
    ("since", "version", "shown", "expected"),
    [
        (1, 3, [(2, "acted", ("x",)), (3, "acted", ("x",))], {}),
        (3, 3, [], {}),
        (1, 3, [(3, "acted", ("x",))], {"broken_reads": 1}),
        (2, 3, [(3, "acted", ("y",))], {"broken_reads": 1}),
        (3, 4, [(4, "acted", ("x",))], {"broken_reads": 1}),
        (1, 2, [(2, "acted", ("x",))], {"late_reads": 1}),
    ],
)
def test_a_read_is_a_piece_of_the_log(
    since: int,
    version: int,
    shown: list[tuple[int, str, tuple[str, ...]]],
    expected: dict[str, int],
) -> None:
    journal = told(2, 3)
    journal.show(journal.read(since), version, shown)
    assert faults(journal, 3, LOG) == expected
