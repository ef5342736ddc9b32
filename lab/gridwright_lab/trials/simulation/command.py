"""Simulate the server with faults: ``gridwright-lab simulate --seeds 0..200``.

Each seed is a run of its own: nodes, a database, tables, people and what goes wrong, in simulated
time. ``--seed 17 --trace`` shows one of them; a failing one is reduced until nothing
can be left out. ``--plant`` injects a fault into the server, which must be found.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

import structlog

from gridwright_lab.trials.command import run_by_processes, share, trial_parser
from gridwright_lab.trials.simulation.plan import Kind, Plan, minimise, plan_of
from gridwright_lab.trials.simulation.plants import Plant
from gridwright_lab.trials.simulation.run import Report, simulate
from gridwright_lab.trials.thresholds import Threshold, Verdict

WRONG: Final = {
    "lost": "acknowledged and lost",
    "forked": "histories forked",
    "contradicted": "refused and carried out",
    "stale": "answers from an old table",
    "stuck": "tables or pages stuck",
    "fired early": "deadlines that acted early",
    "told a secret": "secrets in frames",
    "broken": "failures of the server",
}
ENOUGH: Final = 100
"""Number of seeds from which on every kind of fault must hit a request."""
SHOWN: Final = ("entries", "frames", "frames searched", "reads", "sockets", "retries", "time-outs")


def run_seeds(first: int, end: int, plant: Plant = Plant.NONE) -> Verdict:
    """Run the seeds; a run of a faulty variant ends with the first failure."""
    quiet()
    counts: Counter[str] = Counter()
    findings: list[str] = []
    failed: list[int] = []
    n_runs, began = 0, time.process_time()
    for seed in range(first, end):
        report = simulate(plan_of(seed), plant)
        counts.update(report.counts)
        n_runs += 1
        if report.findings:
            failed.append(seed)
            findings.append(f"seed {seed}: {report.findings[0]}")
            if plant is not Plant.NONE:
                break
    thresholds = [
        Threshold("seeds", n_runs, max(1, end - first)),
        Threshold("seeds that failed", len(failed)),
        *[Threshold(name, counts[kind]) for kind, name in WRONG.items()],
        Threshold("commands acknowledged", counts["acknowledged"], max(1, n_runs)),
    ]
    if end - first >= ENOUGH:
        thresholds += [Threshold(f"faults: {kind}", counts[kind], 1) for kind in Kind]
    figures = {name: counts[name] for name in SHOWN}
    figures["CPU seconds"] = round(time.process_time() - began)
    return Verdict(thresholds, figures, findings)


def quiet() -> None:
    """Silence the server's logs about faults, which are expected here."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


def judge_plant(first: int, end: int, plant: Plant) -> Verdict:
    """Return the verdict on a faulty variant: found, and by which seed."""
    found = run_seeds(first, end, plant)
    n_runs = int(found.thresholds[0].figure)
    is_found = bool(found.findings)
    thresholds = [
        Threshold(f"{plant} found", int(is_found), 1),
        Threshold("seeds", n_runs, most=end - first),
    ]
    return Verdict(thresholds, {"first finding": found.findings[0] if is_found else ""}, [])


def judge_one(plan: Plan, plant: Plant, shows_trace: bool) -> Verdict:
    """One seed, twice; if it fails, with the shortest plan that fails in the same way."""
    quiet()
    report = simulate(plan, plant, shows_trace)
    again = simulate(plan, plant)
    if shows_trace:
        print("\n".join(report.trace), file=sys.stderr)
    thresholds = [
        Threshold("findings", len(report.findings)),
        Threshold("replays with the same digest", int(again.digest == report.digest), 1),
    ]
    figures: dict[str, object] = {
        "digest": report.digest,
        "parts": plan.parts(),
        "steps": report.n_steps,
        "simulated seconds": round(report.seconds, 3),
    }
    if report.findings:
        kind = kind_of(report)
        smallest = minimise(
            plan, lambda smaller: kind in map(_kind, simulate(smaller, plant).findings)
        )
        figures["shortest"] = smallest.parts()
    return Verdict(thresholds, figures, report.findings)


def kind_of(report: Report) -> str:
    """Return the first failure."""
    return _kind(report.findings[0])


def _kind(finding: str) -> str:
    return finding.partition(":")[0]


def _seeds(text: str) -> tuple[int, int]:
    first, _dots, end = text.partition("..")
    if not (first.isdigit() and end.isdigit() and int(first) < int(end)):
        raise argparse.ArgumentTypeError(f"expected A..B, got {text!r}")
    return int(first), int(end)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = trial_parser(__doc__)
    parser.add_argument("--seeds", type=_seeds, default=(0, 200), help="A..B, without B")
    parser.add_argument("--seed", type=int, help="one seed, twice, and minimised if it fails")
    parser.add_argument("--trace", action="store_true", help="what happened, to the error output")
    parser.add_argument("--plant", type=Plant, choices=list(Plant), default=Plant.NONE)
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    chosen = parser.parse_args(arguments)
    first, end = chosen.seeds
    if chosen.seed is not None:
        verdict = judge_one(plan_of(chosen.seed), chosen.plant, chosen.trace)
    elif chosen.plant is not Plant.NONE:
        verdict = judge_plant(first, end, chosen.plant)
    elif chosen.jobs > 1:
        ends = [first]
        for job in range(chosen.jobs):
            ends.append(ends[-1] + share(end - first, chosen.jobs, job))
        verdict = run_by_processes(chosen.jobs, run_seeds, lambda job: (ends[job], ends[job + 1]))
    else:
        verdict = run_seeds(first, end)
    return verdict.print(chosen.json)


if __name__ == "__main__":
    sys.exit(main())
