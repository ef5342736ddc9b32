"""Engine that the tests run on, and sizes of long proofs: by engine, at every commit or nightly."""

import os
from collections.abc import Iterable

import pytest

from gridwright.engine import game

IS_COMPILED = not game.__file__.endswith(".py")


def sized(compiled: int, interpreted: int) -> int:
    """The size of a proof that CI runs on both engines."""
    return compiled if IS_COMPILED else interpreted


def by_night(nightly: int, every_commit: int) -> int:
    """Return the size of a proof in the nightly run, and at every commit."""
    return nightly if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else every_commit


def in_parts(n_parts: int, *, every_commit: int) -> Iterable[object]:
    """Return the parts of a proof as parameters; those after the first few run nightly."""
    nightly = range(every_commit, n_parts)
    return [*range(every_commit), *(pytest.param(each, marks=pytest.mark.slow) for each in nightly)]
