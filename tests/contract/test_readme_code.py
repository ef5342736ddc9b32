"""The README's code runs on the engine alone."""

import subprocess
import sys

import pytest

from tools.readme_code import blocks, sessions


def test_there_is_a_session() -> None:
    (session,) = sessions()
    assert session.count(">>> ") == 5
    assert len(blocks()) == 1


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
