"""The server in simulated time: seeds pass, injected faults are found, runs repeat."""

import asyncio
import contextvars
import json
import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from gridwright_lab.trials.simulation.command import ENOUGH, WRONG, judge_plant, main, quiet
from gridwright_lab.trials.simulation.command import run_seeds as run
from gridwright_lab.trials.simulation.loop import InCircles, Process, SimulatedLoop
from gridwright_lab.trials.simulation.plan import EDITIONS, Fault, Kind, Plan, minimise, plan_of
from gridwright_lab.trials.simulation.plants import Plant
from gridwright_lab.trials.simulation.run import simulate
from tests.loaded_engine import in_parts

PART = 50
"""Seeds of one part: several processes can share the parts, and the later ones run nightly."""
MAX_SEEDS = 200
MAX_SEEDS_TO_FIND = 300
"""A fault shows only where its moment comes; the rarest one does in one of some hundred seeds."""


@pytest.mark.parametrize("part", in_parts(MAX_SEEDS // PART, every_commit=2))
def test_no_fault_loses_forks_blocks_or_reveals_anything(part: int) -> None:
    verdict = run(part * PART, (part + 1) * PART)
    assert verdict.missed() == [], verdict.findings
    assert verdict.thresholds[0].figure == PART
    assert verdict.figures["entries"] > 15 * PART
    assert verdict.figures["frames searched"] > 15 * PART
    assert verdict.figures["time-outs"] > 0


@pytest.mark.meta
@pytest.mark.parametrize("plant", [plant for plant in Plant if plant is not Plant.NONE])
def test_an_injected_fault_is_found_within_three_hundred_seeds(plant: Plant) -> None:
    verdict = judge_plant(0, MAX_SEEDS_TO_FIND, plant)
    assert verdict.missed() == [], verdict.figures


def test_the_first_hundred_seeds_hold_every_edition_database_and_kind_of_fault() -> None:
    plans = [plan_of(seed) for seed in range(ENOUGH)]
    assert {table.edition for plan in plans for table in plan.tables} == set(EDITIONS)
    assert {plan.nodes for plan in plans} == {0, 2, 3}
    assert {fault.kind for plan in plans for fault in plan.faults} == set(Kind)
    clocks = {table.terms["clock"]["type"] for plan in plans for table in plan.tables}
    assert clocks == {"none", "bank", "turns"}


@pytest.mark.meta
@pytest.mark.parametrize("seed", [1, 8])
def test_a_seed_replays_exactly_also_in_another_process(seed: int) -> None:
    """The memory of one process and the hashes of texts decide nothing."""
    quiet()
    once, again = simulate(plan_of(seed), keeps_trace=True), simulate(plan_of(seed))
    assert once.digest == again.digest
    assert once.n_steps == again.n_steps > 1_000
    script = (
        "from gridwright_lab.trials.simulation.command import quiet; quiet()\n"
        "from gridwright_lab.trials.simulation.plan import plan_of\n"
        "from gridwright_lab.trials.simulation.run import simulate\n"
        f"print(simulate(plan_of({seed})).digest)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "4242"}
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == once.digest


def test_another_seed_is_another_run() -> None:
    quiet()
    assert simulate(plan_of(1)).digest != simulate(plan_of(2)).digest


@pytest.mark.meta
def test_a_failing_seed_fails_again_in_the_same_way_and_is_minimised(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A node that goes by the wall clock needs one step of a clock, and nothing else."""
    quiet()
    seed = next(
        seed for seed in range(MAX_SEEDS) if simulate(plan_of(seed), Plant.CLOCK_STEP).findings
    )
    code = main(["--seed", str(seed), "--plant", "clock-step", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert code == 1
    assert told["bars"][1]["met"], "expected the same digest twice"
    shortest = told["figures"]["shortest"]
    assert len(shortest) < len(told["figures"]["parts"])
    assert [part for part in shortest if part.startswith("wall step")]


def test_minimising_leaves_what_is_needed() -> None:
    step = Fault(Kind.WALL_STEP, 3.0, 1.0, 0, 5)
    plan = replace(plan_of(3), faults=(*plan_of(3).faults, step))

    def fails(smaller: Plan) -> bool:
        return step in smaller.faults

    found = minimise(plan, fails)
    assert found.faults == (step,)
    assert len(found.tables) == 1
    assert found.tables[0].people == 1


def test_the_command_fails_without_seeds_and_shows_each_threshold(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--seeds", "5..5"])
    assert main(["--seeds", "5..7", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {threshold["name"] for threshold in told["bars"]} >= set(WRONG.values())


# The loop


def test_a_killed_process_runs_nothing_more_and_cleans_nothing_up() -> None:
    process = Process("node")
    done: list[str] = []

    async def work() -> None:
        try:
            done.append("began")
            await asyncio.sleep(1)
            done.append("continued")
        finally:
            done.append("cleaned up")

    async def main_() -> list[str]:
        loop = asyncio.get_running_loop()
        task = loop.create_task(work(), context=process.context)
        await asyncio.sleep(0.5)
        process.kill()
        await asyncio.sleep(5)
        assert loop.time() == 5.5
        assert not task.done()
        return done[:]

    assert SimulatedLoop(Random(1)).run(main_()) == ["began"]


def test_a_process_may_die_between_any_two_steps() -> None:
    """A killed process takes no further step after any number of steps."""
    reached = set()
    for steps in range(6):
        process = Process("node")
        process.steps_left = steps
        reached.add(SimulatedLoop(Random(1)).run(_count_steps(process)))
    assert reached == {0, 1, 2, 3, 4, 5}


async def _count_steps(process: Process) -> int:
    done: list[int] = []

    async def work() -> None:
        for number in range(10):
            done.append(number)
            await asyncio.sleep(0)

    task = asyncio.get_running_loop().create_task(work(), context=process.context)
    await asyncio.sleep(1)
    assert not task.done()
    return len(done)


def test_the_seed_chooses_the_order_and_no_time_passes() -> None:
    def order(seed: int) -> list[int]:
        done: list[int] = []

        async def main_() -> None:
            loop = asyncio.get_running_loop()
            for number in range(8):
                loop.call_soon(done.append, number, context=contextvars.Context())
            await asyncio.sleep(3_600)

        SimulatedLoop(Random(seed)).run(main_())
        return done

    assert order(1) == order(1)
    assert sorted(order(1)) == list(range(8))
    assert len({tuple(order(seed)) for seed in range(5)}) == 5


def test_a_loop_in_which_all_tasks_wait_ends() -> None:
    async def wait() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(InCircles):
        SimulatedLoop(Random(1)).run(wait())
