"""Settings that every test shares."""

import os
import random
import secrets
import time
from typing import Final

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import settings

import gridwright.engine
from gridwright.content.table import build_game
from gridwright.fair.commit import SEED_BYTES

# A busy machine is not a failure, so no example has a time limit of its own.
settings.register_profile(
    "default-without-deadline",
    settings.get_profile(settings.get_current_profile_name()),
    deadline=None,
)
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default-without-deadline"))

# Seeds of games depend on a test's name, so a commit is always checked on the same deals. The
# nightly run sets TEST_DEALS to its date: other deals each night, and a failure can be repeated.
_DEALS: Final = os.environ.get("TEST_DEALS", "")
_SEEDED: Final = random.Random()
_FROM_SYSTEM: Final = secrets.token_bytes


def _token_bytes(nbytes: int | None = None) -> bytes:
    return _SEEDED.randbytes(nbytes) if nbytes == SEED_BYTES else _FROM_SYSTEM(nbytes)


secrets.token_bytes = _token_bytes


def pytest_runtest_setup(item: pytest.Item) -> None:
    _SEEDED.seed(_DEALS + item.nodeid)


def pytest_report_header() -> str:
    return f"engine: {gridwright.engine.__file__}, deals: {_DEALS or 'of every commit'}"


def pytest_collection_finish() -> None:
    """Every worker collects every test: games are built inside tests, never for their list."""
    asked = build_game.cache_info()
    if asked.hits or asked.misses:
        raise pytest.UsageError(
            f"expected no game built while tests are collected, got {asked.misses}: "
            "build it in a cached function or a fixture, and parametrise by names"
        )


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Tell how long all checks took, if these tests are the last of them."""
    began = os.environ.get("CHECKS_BEGAN")
    if began is not None:
        terminalreporter.section("all checks")
        terminalreporter.line(f"{time.time() - float(began):.0f} s from the first step to here")
