"""The README's code runs on the engine alone."""

import subprocess
import sys

import pytest

from tools.readme_code import blocks, sessions


def test_there_is_some() -> None:
    assert len(blocks()) == 2


def test_the_first_session_has_ten_lines() -> None:
    (session,) = sessions()
    assert session.count(">>> ") == 10


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.splitlines()[0].split()[1])
def test_readme_code_runs_without_any_other_package(block: str) -> None:
    """``-S`` hides everything that was installed; PYTHONPATH has the product."""
    code = f"{block}\nimport sys\nassert not {{'typer', 'msgspec', 'numpy'}} & set(sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
