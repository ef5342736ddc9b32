"""Settings that every test shares."""

import os

from _pytest.terminal import TerminalReporter
from hypothesis import settings

import gridwright.engine

# A busy machine is not a failure, so no example has a time limit of its own.
settings.register_profile(
    "default-without-deadline",
    settings.get_profile(settings.get_current_profile_name()),
    deadline=None,
)
settings.register_profile("nightly", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default-without-deadline"))


def pytest_report_header() -> str:
    return f"engine: {gridwright.engine.__file__}"


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Tell why a test needed another try: it passed, and is still to be looked at."""
    tries = terminalreporter.getreports("rerun")
    if tries:
        terminalreporter.section("tries that failed")
    for tried in tries:
        terminalreporter.line(f"{tried.nodeid}\n{tried.longreprtext[-2000:]}")
