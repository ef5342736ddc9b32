"""Command line and worker processes of experiments."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final

from gridwright_lab.trials.thresholds import Verdict, added_up


def trial_parser(
    about: str | None, *, seeded: bool = False, on_database: bool = False
) -> argparse.ArgumentParser:
    """Return a parser with the shared options, described by the first line of `about`."""
    parser = argparse.ArgumentParser(description=(about or "").splitlines()[0])
    if seeded:
        parser.add_argument("--seed", type=int, default=0)
    if on_database:
        help_ = "an address; a new file by default"
        parser.add_argument("--database", default="", help=help_)
    parser.add_argument("--json", action="store_true", help="figures and bars as JSON")
    return parser


SEEDS_APART: Final = 1_000


def share(n: int, n_jobs: int, job: int) -> int:
    """Return this process's share of `n` items."""
    return n // n_jobs + (job < n % n_jobs)


def seed_of(seed: int, job: int) -> int:
    return seed + SEEDS_APART * job


def run_by_processes(
    n_jobs: int, work: Callable[..., Verdict], arguments: Callable[[int], Sequence[Any]]
) -> Verdict:
    """Run `work` in each process with `arguments(number)`; return the combined verdict."""
    with ProcessPoolExecutor(n_jobs, get_context("spawn")) as pool:
        jobs = [pool.submit(work, *arguments(job)) for job in range(n_jobs)]
        return added_up([job.result() for job in jobs])


def pool_map(
    n_jobs: int, work: Callable[..., Any], tasks: Sequence[Sequence[Any]]
) -> Iterator[Any]:
    """Yield the results of `work` for each task's arguments, in order, from some processes."""
    if n_jobs <= 1:
        for task in tasks:
            yield work(*task)
        return
    with ProcessPoolExecutor(n_jobs, get_context("spawn")) as pool:
        yield from pool.map(work, *zip(*tasks, strict=True))
