"""The server's time runs steadily when the machine's clock is set."""

from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from gridwright.server.operations.clock_file import ClockFile
from gridwright.server.operations.prometheus import PrometheusMetrics
from gridwright.server.operations.steady_clock import KEEP_EVERY, SLOWNESS, MachineTime, SteadyClock
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine
from tests.server.operations.test_metrics import count

HOUR = 3_600_000


def steps_in(logs: list[Any]) -> list[int]:
    return [line["by_ms"] for line in logs if line["event"] == "the machine's clock was set"]


def test_the_clock_begins_with_the_machines_time_and_counts_what_passes() -> None:
    machine = SimulatedMachine()
    clock = SteadyClock(machine)
    began = machine.wall()
    assert clock() == began
    for _second in range(100):
        machine.pass_time(1_001)
        assert clock() == machine.wall()


@pytest.mark.parametrize("by", [HOUR, -HOUR, 5_000, -5_000])
def test_a_clock_that_is_set_is_noticed_once_and_moves_nothing(by: int) -> None:
    machine = SimulatedMachine()
    metrics = PrometheusMetrics()
    clock = SteadyClock(machine, metrics)
    began = clock()
    with capture_logs() as logs:
        machine.pass_time(10_000)
        machine.set_wall(by)
        for _look in range(20):
            machine.pass_time(1_000)
            clock()
    assert clock() == began + 30_000
    assert steps_in(logs) == [by]
    assert count(metrics, "clock_steps_total") == 1
    assert count(metrics, "clock_apart_seconds") == by / 1_000


def test_a_clock_that_is_set_back_to_where_it_was_leaves_nothing() -> None:
    machine = SimulatedMachine()
    metrics = PrometheusMetrics()
    clock = SteadyClock(machine, metrics)
    for by in (HOUR, -HOUR):
        machine.set_wall(by)
        machine.pass_time(2_000)
        clock()
    assert clock() == machine.wall()
    assert count(metrics, "clock_steps_total") == 2
    assert count(metrics, "clock_apart_seconds") == 0


@pytest.mark.parametrize("by", [900, -900])
def test_small_differences_are_followed_slowly_and_never_backwards(by: int) -> None:
    machine = SimulatedMachine()
    clock = SteadyClock(machine)
    machine.pass_time(1_000)
    clock()
    machine.set_wall(by)
    before = clock()
    with capture_logs() as logs:
        for _step in range(2 * SLOWNESS):
            machine.pass_time(500)
            now = clock()
            assert 0 < now - before <= 501
            before = now
    assert steps_in(logs) == []
    assert abs(clock() - machine.wall()) <= 1


def test_a_machine_that_sleeps_between_two_calls_has_not_been_set() -> None:
    machine = SimulatedMachine()
    clock = SteadyClock(machine)
    with capture_logs() as logs:
        machine.pass_time(8 * HOUR)
        assert clock() == machine.wall()
    assert steps_in(logs) == []


def test_a_process_that_is_held_up_between_two_readings_looks_again() -> None:
    class HeldUp(SimulatedMachine):
        holds = 0

        def wall(self) -> int:
            found = super().wall()
            if self.holds:
                self.holds -= 1
                self.pass_time(30_000)
            return found

    machine = HeldUp()
    clock = SteadyClock(machine)
    machine.pass_time(2_000)
    machine.holds = 1
    with capture_logs() as logs:
        clock()
        machine.pass_time(2_000)
        assert clock() == machine.wall()
    assert steps_in(logs) == []


# Over a restart


def test_a_restart_continues_with_the_same_time(tmp_path: Path) -> None:
    machine = SimulatedMachine()
    file = ClockFile(tmp_path / "clock.json")
    clock = SteadyClock(machine, file=file)
    began = clock()
    for by in (HOUR, HOUR, -30 * HOUR):
        machine.set_wall(by)
        machine.pass_time(60_000)
        clock()
    # Set also while the server is down.
    machine.set_wall(-HOUR)
    machine.pass_time(60_000)
    with capture_logs() as logs:
        again = SteadyClock(machine, file=file)
    assert again() == clock() == began + 240_000
    assert [line["event"] for line in logs] == ["keeps its own time"]
    assert (tmp_path / "clock.json").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["clock.json"]


def test_two_processes_of_a_machine_have_one_time(tmp_path: Path) -> None:
    machine = SimulatedMachine()
    file = ClockFile(tmp_path / "clock.json")
    one = SteadyClock(machine, file=file)
    machine.pass_time(5_000)
    machine.set_wall(HOUR)
    other = SteadyClock(machine, file=file)
    assert one() == other()


def test_after_a_reboot_the_machines_time_counts(tmp_path: Path) -> None:
    class Rebooted(SimulatedMachine):
        def boot(self) -> str:
            return "another run"

        def elapsed(self) -> int:
            return self.passed

    file = ClockFile(tmp_path / "clock.json")
    before = SimulatedMachine()
    SteadyClock(before, file=file)
    machine = Rebooted()
    machine.set_wall(HOUR)
    assert SteadyClock(machine, file=file)() == machine.wall()


@pytest.mark.parametrize("text", ["", "nonsense", '{"boot": 3}', "[]"])
def test_an_unreadable_clock_file_is_replaced(tmp_path: Path, text: str) -> None:
    path = tmp_path / "clock.json"
    path.write_text(text)
    machine = SimulatedMachine()
    clock = SteadyClock(machine, file=ClockFile(path))
    assert clock() == machine.wall()
    assert ClockFile(path).load(machine.boot()) is not None


def test_a_folder_that_cannot_be_written_stops_no_clock(tmp_path: Path) -> None:
    machine = SimulatedMachine()
    with capture_logs() as logs:
        clock = SteadyClock(machine, file=ClockFile(tmp_path / "missing" / "clock.json"))
        machine.pass_time(2 * KEEP_EVERY)
        assert clock() == machine.wall()
    assert {line["event"] for line in logs} == {"cannot write the file of the clock"}


def test_a_machine_without_a_name_for_its_run_keeps_no_file(tmp_path: Path) -> None:
    class Nameless(SimulatedMachine):
        def boot(self) -> str:
            return ""

    machine = Nameless()
    file = ClockFile(tmp_path / "clock.json")
    SteadyClock(machine, file=file)
    assert not (tmp_path / "clock.json").exists()
    machine.set_wall(HOUR)
    assert SteadyClock(machine, file=file)() == machine.wall()


def test_this_machine_has_a_time() -> None:
    machine = MachineTime()
    before = machine.elapsed()
    clock = SteadyClock()
    assert abs(clock() - machine.wall()) < 1_000
    assert machine.elapsed() >= before
    assert machine.boot() == machine.boot()
