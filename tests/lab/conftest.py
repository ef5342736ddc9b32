"""The laboratory's program as a person calls it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from gridwright_lab.cli.app import app
from tests.cli.conftest import ENVIRONMENT, Outcome, Run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)

    def call(*words: str) -> Outcome:
        return Outcome(CliRunner().invoke(app, list(words)))

    return call
