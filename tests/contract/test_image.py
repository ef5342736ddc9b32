"""The image's context holds what its Dockerfile copies, and the wheel can be built of that."""

import os
import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.fresh_checkout import ROOT, add_page
from tools.build_hook import COMPILER
from tools.fresh_install import build_wheel
from tools.web import BOARD_WORDS, sources

DOCKERFILE = ROOT / "deploy" / "Dockerfile"
IGNORE = ROOT / "deploy" / "Dockerfile.dockerignore"


def as_expression(pattern: str) -> "re.Pattern[str]":
    """A pattern of Docker: ``*`` stays within a name, ``**`` does not; all below matches too."""
    parts = re.split(r"(\*\*/?|\*)", pattern)
    translated = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    return re.compile("".join(translated.get(part, re.escape(part)) for part in parts) + "(/.*)?")


def is_in_context(path: str, patterns: list[str]) -> bool:
    """The last pattern that matches decides, as Docker has it."""
    kept = True
    for pattern in patterns:
        if as_expression(pattern.removeprefix("!")).fullmatch(path):
            kept = pattern.startswith("!")
    return kept


def files_of(place: str) -> Iterator[str]:
    """The files at or below a path, without walking into what npm installed."""
    if (ROOT / place).is_file():
        yield place
    for folder, folders, names in os.walk(ROOT / place):
        folders[:] = [name for name in folders if name not in {"node_modules", ".git"}]
        for name in names:
            yield (Path(folder) / name).relative_to(ROOT).as_posix()


def stages() -> list[list[tuple[list[str], str]]]:
    """The files that each stage copies from the context, and their destinations."""
    found: list[list[tuple[list[str], str]]] = []
    for line in DOCKERFILE.read_text("utf-8").splitlines():
        word, *rest = line.split() or [""]
        if word == "FROM":
            found.append([])
        elif word == "COPY" and not rest[0].startswith("--from"):
            found[-1].append((rest[:-1], rest[-1]))
    return found


@pytest.fixture
def built_stages(tmp_path: Path) -> list[Path]:
    """The folders that the stages copy into, as Docker would fill them."""
    patterns = IGNORE.read_text("utf-8").split()
    roots = []
    for number, copies in enumerate(stages()):
        root = tmp_path / str(number)
        roots.append(root)
        for names, target in copies:
            for source in names:
                files = [file for file in files_of(source) if is_in_context(file, patterns)]
                assert files, f"COPY {source}: not in the context"
                for file in files:
                    below = Path(file).relative_to(source).as_posix()
                    into = Path(source).name if (ROOT / source).is_file() else ""
                    place = root / target.lstrip("/") / into / below
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(ROOT / file, place)
    return roots


def test_the_client_has_everything_that_it_is_built_from(built_stages: list[Path]) -> None:
    client = built_stages[0] / "build"
    made_of = [file.relative_to(ROOT) for file in sources() if file.is_file()]
    assert [file for file in made_of if not (client / file).is_file()] == []
    assert (client / "src/gridwright/content/classic/boards/usa").is_dir()
    # What gathers the words of boards looks where the image has them.
    gathering = (client / "web/tools/words.ts").read_text("utf-8")
    folder, _boards, file = BOARD_WORDS.split("/*/")
    assert f"../../{folder}'" in gathering
    assert file == "words.*.json"
    assert "`words.${language}.json`" in gathering


def test_the_client_imports_nothing_outside_of_its_sources() -> None:
    """Types are read by its checks alone, and the gallery of maps is not built."""
    web = ROOT / "web"
    known = set(sources())
    outside = re.compile(r"^import (?!type\b)[^;]*?'((?:\.\./)+src/[^']+)'", re.MULTILINE)
    found = {
        (file.parent / name).resolve()
        for file in [*web.glob("src/**/*.ts"), *web.glob("src/**/*.svelte")]
        for name in outside.findall(file.read_text("utf-8"))
    }
    assert ROOT / "src/gridwright/bots/characters.json" in found
    assert found <= known


def test_the_program_is_installed_from_what_is_copied(
    built_stages: list[Path], tmp_path: Path
) -> None:
    program = built_stages[1] / "build"
    assert not (program / "src/gridwright/server/page/built").exists()
    add_page(program)
    assert build_wheel(tmp_path, program).name.endswith("-py3-none-any.whl")
    assert {"build_hook.py", "build_compiled.py", "proofs.py"} == {
        file.name for file in (program / "tools").glob("*.py")
    }
    for file in (program / "tools").glob("*.py"):
        for module in re.findall(
            r"^from tools\.(\w+) import", file.read_text("utf-8"), re.MULTILINE
        ):
            assert (program / "tools" / f"{module}.py").is_file(), f"{file.name} needs {module}"


def pinned(name: str) -> dict[str, str]:
    """The versions of a hashed file."""
    text = (ROOT / "requirements" / name).read_text("utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def test_the_image_installs_what_many_processes_need_by_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *project["optional-dependencies"]["scale"]]
    names = {re.split(r"[^\w.-]", line, maxsplit=1)[0] for line in lines}
    installed = pinned("serve.txt")
    assert names <= set(installed)
    assert installed.items() <= pinned("dev.txt").items(), "tested versions; run make requirements"
    text = DOCKERFILE.read_text("utf-8")
    assert re.findall(r"--require-hashes -r /build/requirements/(\w+)\.txt", text) == [
        "wheel",
        "serve",
    ]


def test_the_image_runs_the_compiled_engine() -> None:
    wanted = {re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in (*COMPILER, "hatchling")}
    assert wanted <= set(pinned("wheel.txt"))
    assert "GRIDWRIGHT_COMPILED=1 /builder/bin/pip wheel" in DOCKERFILE.read_text("utf-8")


@pytest.mark.parametrize(
    ("path", "is_in"),
    [
        ("web/src/main.ts", True),
        ("web/.npmrc", True),
        ("web/node_modules/svelte/package.json", False),
        ("docs/rules/classic.md", True),
        ("docs/guide/web.md", False),
        ("tools/build_hook.py", True),
        ("tools/web.py", False),
        ("requirements/serve.txt", True),
        ("requirements/dev.txt", False),
        ("src/gridwright/cli/__pycache__/app.pyc", False),
        ("src/gridwright/server/page/built/index.html", False),
        (".venv/bin/python", False),
    ],
)
def test_the_context_is_what_it_should_be(path: str, is_in: bool) -> None:
    assert is_in_context(path, IGNORE.read_text("utf-8").split()) is is_in
