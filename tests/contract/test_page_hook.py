"""No build leaves the browser client out without a word, and each build carries it."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.contract.fresh_checkout import add_page, copy_checkout

BUILD = ("-m", "build", "--no-isolation")
PIP_WHEEL = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "dist")
EDITABLE = "import hatchling.build as build; build.build_editable('dist')"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return copy_checkout(tmp_path / "checkout")


def run(checkout: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "build",
    [(*BUILD, "--wheel"), (*BUILD, "--sdist"), (*PIP_WHEEL, ".")],
    ids=["wheel", "sdist", "pip"],
)
def test_a_build_without_the_client_fails_and_says_what_to_do(
    checkout: Path, build: tuple[str, ...]
) -> None:
    done = run(checkout, *build)
    assert done.returncode != 0
    told = done.stdout + done.stderr
    assert "the browser client is not built" in told
    assert "Run `make web` first" in told
    assert not list(checkout.glob("dist/gridwright*"))


def test_a_client_without_its_licences_is_not_whole(checkout: Path) -> None:
    add_page(checkout)
    (checkout / "src/gridwright/server/page/built/licences.md").unlink()
    done = run(checkout, *BUILD, "--wheel")
    assert done.returncode != 0
    assert "has no licences.md" in done.stdout + done.stderr


def test_an_editable_install_needs_no_client(checkout: Path) -> None:
    (checkout / "dist").mkdir()
    done = run(checkout, "-c", EDITABLE)
    assert done.returncode == 0, done.stderr
    assert list(checkout.glob("dist/gridwright-*.whl"))


def test_the_sdist_carries_what_the_wheel_is_built_from(checkout: Path) -> None:
    add_page(checkout)
    done = run(checkout, *BUILD)  # The wheel is built from the sdist, as installers do.
    assert done.returncode == 0, done.stderr
    (sdist,) = checkout.glob("dist/*.tar.gz")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"tools/page_hook.py", "NOTICE", "LICENSE", "Makefile"} <= inside
    (wheel,) = checkout.glob("dist/*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    page = "gridwright/server/page/built"
    assert {
        f"{page}/{name}" for name in ("index.html", "licences.md", "assets/index-0.js")
    } <= names
    notices = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    assert notices == {"LICENSE", "NOTICE"}


def told_by_make(
    checkout: Path, *words: str, path: str = os.environ["PATH"]
) -> "subprocess.CompletedProcess[str]":
    """What a target would run; a make that runs the tests must not pass its own settings on."""
    kept = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["/usr/bin/make", "--dry-run", *words]
    return subprocess.run(
        command,
        cwd=checkout,
        env={**kept, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_page_is_built_without_a_virtual_environment(checkout: Path) -> None:
    """Before anything is installed; see the first lines of the README."""
    python, *rest = told_by_make(checkout, "web").stdout.split()
    assert rest == ["tools/web.py", "build"]
    told = "import sys; print(sys.version_info >= (3, 11))"
    found = subprocess.run([python, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout == "True\n"


def test_without_a_python_the_page_says_so(checkout: Path) -> None:
    done = told_by_make(checkout, "web", "PYTHON=no-such-python", path="/nowhere")
    assert done.returncode != 0
    assert "expected Python 3.11 or newer on the path, found none" in done.stderr


def test_what_is_shipped_is_built_with_the_client(checkout: Path) -> None:
    first, *rest = told_by_make(checkout, "dist").stdout.splitlines()
    assert first.endswith("tools/web.py build")
    assert all("-m build" in line for line in rest)
