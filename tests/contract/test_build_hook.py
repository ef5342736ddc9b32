"""No build leaves the browser client out without a word; a compiled wheel is compiled."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.contract.fresh_checkout import ROOT, add_page, copy_checkout
from tools import fresh_install
from tools.build_compiled import BESIDE_ENGINE
from tools.build_hook import COMPILED, COMPILER, BadSwitch, wants_compiled
from tools.fresh_install import Failed, build_wheel, install, make_environment

BUILD = ("-m", "build", "--no-isolation")
PIP_WHEEL = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", "dist")
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
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
    assert {"tools/build_hook.py", "NOTICE", "LICENSE", "Makefile"} <= inside
    (wheel,) = checkout.glob("dist/*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    page = "gridwright/server/page/built"
    assert {
        f"{page}/{name}" for name in ("index.html", "licences.md", "assets/index-0.js")
    } <= names
    notices = {name.rpartition("/")[2] for name in names if ".dist-info/licenses/" in name}
    assert notices == {"LICENSE", "NOTICE"}


def dry_run_make(
    checkout: Path, *words: str, path: str = os.environ["PATH"]
) -> "subprocess.CompletedProcess[str]":
    """Return the commands of a target; make must not pass its own settings on."""
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
    """The page is built before anything is installed, as in the first lines of the README."""
    python, *rest = dry_run_make(checkout, "web").stdout.split()
    assert rest == ["tools/web.py", "build"]
    told = "import sys; print(sys.version_info >= (3, 11))"
    found = subprocess.run([python, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout == "True\n"


def test_without_a_python_the_page_says_so(checkout: Path) -> None:
    done = dry_run_make(checkout, "web", "PYTHON=no-such-python", path="/missing")
    assert done.returncode != 0
    assert "expected Python 3.11 or newer on the path, found none" in done.stderr


def test_what_is_shipped_is_built_with_the_client(checkout: Path) -> None:
    first, *rest = dry_run_make(checkout, "dist").stdout.splitlines()
    assert first.endswith("tools/web.py build")
    assert all("-m build" in line for line in rest)


def beside_file(name: str) -> str:
    """A module that stands for what is named: itself, or one of a folder."""
    return name if name.endswith(".py") else f"{name}/step.py"


def add_tiny_engine(checkout: Path) -> None:
    """Replace the engine, slow to compile, and the files next to it with tiny ones."""
    package = checkout / "src" / "gridwright"
    shutil.rmtree(package / "engine")
    (package / "engine").mkdir()
    (package / "engine" / "__init__.py").touch()
    (package / "engine" / "game.py").write_text("def twice(n: int) -> int:\n    return 2 * n\n")
    for name in BESIDE_ENGINE:
        if (package / name).is_dir():
            shutil.rmtree(package / name)
            (package / name).mkdir()
            (package / name / "__init__.py").touch()
        module = package / beside_file(name)
        module.write_text("STEP: int = 1\n")
        # The package's own names would be looked for in what no longer has them.
        (module.parent / "__init__.py").write_text("")
    # Without the public names the compiler need not read everything that they lead to.
    (package / "__init__.py").write_text('__version__ = "0.1.0"\n')


def copy_compiler(checkout: Path) -> None:
    for name in ("build_compiled.py", "proofs.py"):
        shutil.copy(ROOT / "tools" / name, checkout / "tools")


@pytest.fixture(scope="module")
def compiled_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    checkout = copy_checkout(tmp_path_factory.mktemp("compiled"))
    copy_compiler(checkout)
    add_page(checkout)
    add_tiny_engine(checkout)
    shutil.copytree(ROOT / "lab", checkout / "lab")
    return build_wheel(checkout / "dist", checkout, compiled=True)


@pytest.mark.meta
def test_a_compiled_wheel_is_for_one_python_and_one_system(compiled_wheel: Path) -> None:
    version = f"{sys.version_info.major}{sys.version_info.minor}"
    assert f"-cp{version}-cp{version}-" in compiled_wheel.name
    with zipfile.ZipFile(compiled_wheel) as archive:
        names = archive.namelist()
        (record,) = (name for name in names if name.endswith(".dist-info/WHEEL"))
        assert "Root-Is-Purelib: false" in archive.read(record).decode()
    assert "gridwright/engine/game.py" in names, "the sources stay, for readers"
    libraries = {name for name in names if name.endswith(SUFFIX)}
    sources = [*map(beside_file, BESIDE_ENGINE), "engine/game.py"]
    compiled = {f"gridwright/{source[:-3]}{SUFFIX}" for source in sources}
    assert compiled <= libraries
    assert not any("/boards/" in name for name in libraries), "boards that only tests have"
    assert not any("frozen" in name for name in names), "bots of the laboratory"


@pytest.mark.meta
def test_an_installed_compiled_wheel_runs_compiled_by_default(
    compiled_wheel: Path, tmp_path: Path
) -> None:
    python = make_environment(tmp_path / "venv")
    install(python, "--no-deps", str(compiled_wheel))
    code = (
        "from gridwright.cli.version import version_line\n"
        "from gridwright.engine.game import twice\n"
        "print(twice(21), version_line())\n"
    )
    told = fresh_install.run([str(python), "-I", "-c", code])
    assert re.fullmatch(r"42 gridwright \S+ \(compiled engine\)\n", told)


def test_a_switch_that_says_neither_yes_nor_no_is_refused() -> None:
    assert [wants_compiled(each) for each in ({}, {COMPILED: ""}, {COMPILED: "0"})] == [False] * 3
    assert wants_compiled({COMPILED: "1"})
    with pytest.raises(BadSwitch, match="expected 1 or 0, got 'yes'"):
        wants_compiled({COMPILED: "yes"})


@pytest.mark.meta
def test_an_engine_that_cannot_be_compiled_gives_no_wheel(checkout: Path) -> None:
    copy_compiler(checkout)
    add_page(checkout)
    add_tiny_engine(checkout)
    (checkout / "src/gridwright/engine/game.py").write_text("LIMIT: int = 'three'\n")
    with pytest.raises(Failed, match="ended with 1") as failed:
        build_wheel(checkout / "dist", checkout, compiled=True)
    assert "ModuleNotFoundError" not in str(failed.value)
    assert not list(checkout.glob("dist/*.whl"))


def test_only_a_compiled_wheel_needs_the_compiler(checkout: Path) -> None:
    code = "import hatchling.build as build; print(build.get_requires_for_build_{}())"
    asked = [("wheel", "0"), ("wheel", "1"), ("sdist", "1")]
    told = [
        subprocess.run(
            [sys.executable, "-c", code.format(target)],
            cwd=checkout,
            env={**os.environ, COMPILED: switch},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for target, switch in asked
    ]
    assert told == ["[]", str(COMPILER), "[]"]
