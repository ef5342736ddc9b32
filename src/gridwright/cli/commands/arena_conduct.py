"""Runs of the arena's commands: the plan with its command, and its execution."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from gridwright.arena.execution import execute_plan
from gridwright.arena.fixtures import Fixture
from gridwright.arena.plan import Plan
from gridwright.arena.runners import open_runner
from gridwright.arena.sprt import read_hypotheses
from gridwright.arena.tally import Tally
from gridwright.cli.commands.arena_options import RUNS, RunnerName, usable_cores
from gridwright.cli.drawing.arena import tell_share
from gridwright.cli.errors import INTERRUPTED, fail
from gridwright.cli.progress import ProgressDisplay
from gridwright.cli.terminal import open_notes


def build_plan(
    words: list[str],
    cells: Sequence[str],
    fixtures: Sequence[Fixture],
    deals: Sequence[int],
    series: str,
    sprt: str | None,
    checked: bool = False,
) -> Plan:
    """The plan with the command that asks for it; what does not change the games is left out."""
    asked = ["gridwright", "arena", *words]
    for text in cells:
        asked += ["--cell", text]
    if words[0] != "soak":
        asked += ["--deals", str(deals[-1])]
    asked += ["--series", series]
    if sprt is not None:
        asked += ["--sprt", sprt]
    hypotheses = None if sprt is None else read_hypotheses(sprt)
    return Plan(shlex.join(asked), series, tuple(fixtures), tuple(deals), hypotheses, checked)


def conduct(
    kind: str, plan: Plan, out: Path | None, runner: RunnerName, workers: int | None
) -> tuple[Path, list[Tally]]:
    """Play a plan to its end, with its progress shown: the folder of the run, and its counts."""
    folder = out or RUNS / f"{kind}-{plan.digest()}"
    progress = ProgressDisplay("games", plan.n_games)

    def on_progress(tally: Tally, n_games: int) -> None:
        progress.add(n_games, tell_share(tally))

    try:
        with open_runner(runner, workers or usable_cores()) as engine, progress:
            tallies = execute_plan(plan, folder, engine, on_progress)
    except KeyboardInterrupt:
        fail(
            f"stopped after {progress.n_done} of {plan.n_games} games; run it again to continue",
            INTERRUPTED,
        )
    open_notes().print(f"The games are in {folder}.", style="dim", soft_wrap=True)
    return folder, tallies
