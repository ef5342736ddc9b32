"""The process that makes an analysis, as it is started: one line in, the record out."""

import subprocess
import sys

import msgspec
import pytest

from gridwright.bots.bot_games import record_game
from gridwright.bots.registry import find_bot
from gridwright.content.table import TableSpec, default_spec, rules_identity
from gridwright.server.analysis.maker import COMMAND
from gridwright.table.positions.analyses import AnalysisTask, Impossible, Made, Progress, Report
from tests.loaded_engine import IS_COMPILED

NAMES = ["Ada", "Grace"]


def reports(spec: TableSpec, lines: list[str]) -> list[Report]:
    """Return the output of the process, one record for each line."""
    task = AnalysisTask(spec.to_json(), rules_identity(spec), lines, NAMES, worlds=2)
    with subprocess.Popen(
        [sys.executable, *COMMAND[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(msgspec.json.encode(task) + b"\n")
        child.stdin.flush()
        told = [msgspec.json.decode(line, type=Report) for line in child.stdout]
        child.stdin.close()
    return told


@pytest.mark.skipif(not IS_COMPILED, reason="it takes a minute interpreted")
def test_a_whole_game_is_analysed() -> None:
    spec = default_spec("card", seats=2)
    bots = [find_bot("l1")] * 2
    lines = record_game(spec, "g1", bytes(32), {}, bots).moves
    *progress, made = reports(spec, lines)
    assert isinstance(made, Made)
    record = made.record
    assert all(isinstance(each, Progress) for each in progress)
    assert [seat.name for seat in record.seats] == NAMES
    assert record.course[-1].move == len(lines)
    for account in record.account:
        parts = (account.start, account.luck, account.own, account.others)
        assert abs(sum(parts) - account.result) < 1e-5
    moves = {point.move for point in record.course}
    assert {finding.move for finding in record.findings} <= moves


def test_a_game_that_is_not_over_is_refused() -> None:
    spec = default_spec("card", seats=2)
    (told,) = reports(spec, [])
    assert isinstance(told, Impossible)
    assert "UnfinishedGameError" in told.problem
