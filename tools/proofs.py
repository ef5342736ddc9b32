"""Digests of what a check depends on, and stamps of the checks that passed under them.

A check names its inputs: files by pattern, tools by name. Their digest, with the settings of the
run and the installed packages, is the name of a stamp in a cache folder; where the stamp is, the
same check has passed on the same inputs. For tests the inputs are read from the import graph,
packages of the product as a whole, and from `READS`.
"""

import ast
import hashlib
import importlib.metadata
import os
import platform
import re
import shlex
import shutil
import stat
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import translate
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "GRIDWRIGHT_PROOFS"
"""Environment variable: the folder of the stamps."""
FRESH = "FRESH"
"""Environment variable: if set, stamps are ignored and written again."""
MAX_AGE_S = 30 * 24 * 3600
"""Stamps that were not used for longer are removed."""

ALWAYS = ("Makefile", ".ci/run", "tools/proofs.py", "tools/run_steps.py")
"""Inputs of every check: how checks are run."""
CONFIGURATION = ("pytest.ini", ".pytest.ini", "tox.ini", "setup.cfg", ".coveragerc", "mypy.ini")
"""Files that would replace settings of pyproject.toml: inputs of every check once they exist."""
VARIABLES = (
    *("T", "E2E", "FUZZ_GAMES", "CARD_GAMES", "COMPILE"),
    *("HYPOTHESIS_PROFILE", "PYTEST_ADDOPTS", "PYTEST_PLUGINS"),
    *("PYTHONHASHSEED", "PYTHONOPTIMIZE", "PYTHONWARNINGS"),
    *("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS", "NODE_OPTIONS", "LANG", "LC_ALL", "TZ"),
)
"""Environment variables that change what a check runs; those of the product are added."""
OWN_PREFIX = "GRIDWRIGHT_"
MAKE_FLAGS = frozenset("einqt")
"""Flags of make that change what a recipe runs or which failures count."""
MAKE_VARIABLES = frozenset({"PYVERSION", "PYTHON", "VENV", "ROOM", "GROUP", "WORKERS", FRESH})
"""Variables of make that do not change what is proved: the interpreter's version is an input."""
TEST_ALWAYS = (
    *ALWAYS,
    "pyproject.toml",
    "lab/pyproject.toml",
    "requirements/*.txt",
    "tools/proved_tests.py",
    "tools/build_compiled.py",
    "tests/conftest.py",
    "tests/__init__.py",
    "tests/loaded_engine.py",
)
"""Inputs of every test file."""
PRODUCT = ("src/*", "docs/rules/*", "web/src/map/data/*", "web/index.html")
PROGRAM = (*PRODUCT, "lab/*")
"""Inputs of a test that starts programs: the whole product and its laboratory."""
WHOLE = ("*",)
READS: Mapping[str, Sequence[str]] = {
    "tests/boards/test_made_up.py": ("tests/boards/*",),
    "tests/boards/test_shipped.py": ("tests/*",),
    "tests/bots/": ("tests/bots/*",),
    "tests/cli/hosting/": ("web/*",),
    "tests/content/test_statements.py": ("tests/*",),
    "tests/content/test_translation.py": ("tests/*",),
    "tests/contract/test_build_hook.py": ("tests/*", "tools/*", "docs/rules/*"),
    "tests/contract/test_docs_doors.py": ("docs/start/*", "docs/site.toml", "README.md"),
    "tests/contract/test_docs_links.py": WHOLE,
    "tests/contract/test_docs_quotes.py": ("docs/help/*", "src/*", "tools/*", "web/src/words/en/*"),
    "tests/contract/test_engine_kind.py": ("tests/boards/*",),
    "tests/contract/test_mentions.py": WHOLE,
    "tests/contract/test_no_hosts.py": WHOLE,
    "tests/contract/test_proofs.py": WHOLE,
    "tests/contract/test_run_steps.py": WHOLE,
    "tests/contract/test_weight.py": WHOLE,
    "tests/contract/test_word_lint.py": WHOLE,
    "tests/local/": ("tests/table/*",),
    "tests/rules/test_clause_coverage.py": ("tests/*",),
    "tests/server/page/": ("web/*",),
    "tests/server/share/": ("web/*",),
}
"""Further inputs of the test files whose paths begin so."""
UNIT_READS: Mapping[str, Sequence[str]] = {
    "src/gridwright/bots/": ("lab/gridwright_frozen/*",),
    "src/gridwright/content/": ("docs/rules/*",),
    "src/gridwright/server/": PRODUCT,
    "lab/gridwright_lab/conformance/": ("tests/golden/*", "tests/recorded/*"),
    "lab/gridwright_lab/trials/": ("tests/corpus/*",),
    "tests/boards/made_up.py": ("tests/boards/*",),
}
"""Files that a package or module reads without naming them: `find_bot` loads frozen bots by name.

The server starts processes.
"""
POSTGRES = "postgresql://postgres@127.0.0.1:5432/test"
REDIS = "redis://127.0.0.1:6379"
"""Addresses of the services for tests if no variable names other ones."""
STARTERS = frozenset({"subprocess", "multiprocessing", "concurrent.futures", "pty"})
"""Modules by which a test starts programs."""

MENTIONERS = ("tests/", "tools/")
"""Folders whose files name in strings what they read: inputs of the tests that import them."""
STARTER_FOLDERS = ("tests/", "tools/", "lab/gridwright_lab/trials/", "lab/gridwright_lab/load/")


def printed_by(command: Sequence[str]) -> str:
    """Return the output of a program, its errors if it printed nothing, or `absent`."""
    program = shutil.which(command[0])
    if program is None:
        return "absent"
    known = {**os.environ, "PGCONNECT_TIMEOUT": "5"}
    done = subprocess.run(
        [program, *command[1:]], capture_output=True, text=True, check=False, env=known
    )
    return done.stdout.strip() or f"exit code {done.returncode}: {done.stderr.strip()}"


def version_of(name: str) -> str:
    """Return the version of a program or a service."""
    if name == "postgres":
        place = os.environ.get(f"{OWN_PREFIX}TEST_POSTGRES", POSTGRES)
        return printed_by(("psql", "-qAt", place, "-c", "show server_version"))
    if name == "redis":
        place = os.environ.get(f"{OWN_PREFIX}TEST_REDIS", REDIS)
        told = printed_by(("redis-cli", "-u", place, "info", "server"))
        return "".join(line for line in told.split() if line.startswith("redis_version"))
    if name == "chromium":
        return printed_by((os.environ.get("CHROMIUM") or name, "--version"))
    versions = ""
    if name.startswith("python3."):
        # The newest of pyenv is used before the one on the path; see tools/replay_matrix.py.
        pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
        installed = pyenv.glob(f"{name.removeprefix('python')}.*")
        versions = "".join(f"{path.name} " for path in sorted(installed))
    return versions + printed_by((name, "--version"))


def installed_packages() -> str:
    """Return the names and versions of all packages that this interpreter finds."""
    found = importlib.metadata.distributions()
    return " ".join(sorted({f"{each.name}={each.version}" for each in found}))


@cache
def tool_versions(names: tuple[str, ...]) -> str:
    """Return the versions of the interpreter, its packages, the system and the named programs."""
    known = {
        "python": sys.version,
        "packages": installed_packages(),
        "system": " ".join((platform.system(), platform.machine())),
    }
    return "\n".join(f"{name} {known.get(name) or version_of(name)}" for name in (*known, *names))


def run_settings(environment: Mapping[str, str]) -> str:
    """Return the variables and flags of make that change what a check runs, a line each.

    A run with `T=path` or `make -i` has stamps of its own: it proves less than one without.
    """
    found = [f"{name}={environment[name]}" for name in VARIABLES if environment.get(name)]
    aside = {FOLDER, f"{OWN_PREFIX}TEST_POSTGRES", f"{OWN_PREFIX}TEST_REDIS"}
    found += [
        f"{name}={value}"
        for name, value in environment.items()
        if name.startswith(OWN_PREFIX) and name not in aside
    ]
    for index, word in enumerate(shlex.split(environment.get("MAKEFLAGS", ""))):
        name, equals, _value = word.partition("=")
        if word.startswith("--"):
            found += [word] if word.startswith("--eval") else []
        elif equals:
            found += [] if name in MAKE_VARIABLES else [f"make {word}"]
        elif index == 0:
            found += [f"make -{flag}" for flag in sorted(MAKE_FLAGS & set(word))]
    return "\n".join(sorted(found))


def digest_of(file: Path) -> str | None:
    """Return the digest of a file, marked if it can be executed; None if it is no file."""
    if not file.is_file():
        return None
    mark = " x" if file.stat().st_mode & stat.S_IXUSR else ""
    return hashlib.sha256(file.read_bytes()).hexdigest() + mark


@dataclass
class Tree:
    """The files of a checkout that git tracks or would track, by their digests."""

    digests: dict[str, str]
    root: Path = ROOT
    _selected: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, root: Path = ROOT) -> "Tree":
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=root, capture_output=True, check=True).stdout
        digests: dict[str, str] = {}
        for name in sorted(set(listed.decode().split("\0")) - {""}):
            found = digest_of(root / name)
            if found is not None:
                digests[name] = found
        return cls(digests, root)

    def are_unchanged(self, paths: Iterable[str]) -> bool:
        """Return whether the files are still as they were read."""
        return all(digest_of(self.root / path) == self.digests[path] for path in paths)

    def is_committed(self) -> bool:
        """Return whether HEAD has exactly these files."""
        command = ["git", "status", "--porcelain"]
        return not subprocess.run(command, cwd=self.root, capture_output=True, check=True).stdout

    def select(self, patterns: Sequence[str]) -> frozenset[str]:
        """Return the files that match; `*` also matches `/`, and `!` removes earlier matches."""
        found: frozenset[str] = frozenset()
        for pattern in patterns:
            matching = self._matching(pattern.removeprefix("!"))
            found = found - matching if pattern.startswith("!") else found | matching
        return found

    def _matching(self, pattern: str) -> frozenset[str]:
        if pattern not in self._selected:
            head = pattern.rstrip("*")
            names: Iterable[str]
            if set("*?[") & set(head):
                match = re.compile(translate(pattern)).match
                names = [path for path in self.digests if match(path)]
            elif head != pattern:
                names = [path for path in self.digests if path.startswith(head)]
            else:
                names = {pattern} & self.digests.keys()
            self._selected[pattern] = frozenset(names)
        return self._selected[pattern]

    def test_files(self) -> list[str]:
        """Return the paths of all files with tests."""
        return sorted(self.select(("tests/test_*.py", "tests/*/test_*.py")))

    def digest(self, paths: Iterable[str], tools: Sequence[str] = (), settings: str = "") -> str:
        """Hash files and their names, the versions of tools, and settings."""
        context = (settings, run_settings(os.environ), tool_versions(tuple(tools)))
        whole = hashlib.sha256("".join(f"{each}\n\n" for each in context).encode())
        lines = [f"{path}\0{self.digests[path]}\n" for path in sorted(set(paths))]
        whole.update("".join(lines).encode())
        return whole.hexdigest()

    @cached_property
    def test_data(self) -> list[str]:
        """The files in the folders of the tests that are no modules."""
        return [each for each in self.select(("tests/*",)) if not each.endswith(".py")]

    @cached_property
    def imports(self) -> "Imports":
        return Imports.read(self)


def module_of(path: str) -> str:
    """Return the name under which a Python file is imported."""
    for prefix in ("src/", "lab/"):
        path = path.removeprefix(prefix)
    name = path.removesuffix(".py").replace("/", ".")
    return name.removesuffix(".__init__")


def unit_of(path: str) -> str:
    """Return the folder that is an input as a whole, or nothing for a file that is one alone.

    These are the packages of the product and of the laboratory: inside of them modules may be
    imported by names that no import statement shows.
    """
    parts = path.split("/")
    if parts[0] in ("src", "lab") and len(parts) > 3:
        return "/".join(parts[:3]) + "/"
    return ""


@dataclass
class Imports:
    """The import graph of a tree: by file, the files it imports."""

    direct: dict[str, set[str]]
    starters: set[str]
    """Files that import a module by which programs are started."""
    mentions: dict[str, frozenset[str]]
    """Files and folders of the tree that a file's strings name, by file of `MENTIONERS`."""
    tree: Tree
    _closures: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, tree: Tree) -> "Imports":
        files = [path for path in tree.digests if path.endswith(".py")]
        by_module = {module_of(path): path for path in files}
        below: dict[str, set[str]] = defaultdict(set)
        for module, path in by_module.items():
            parts = module.split(".")
            for end in range(1, len(parts)):
                below[".".join(parts[:end]) + "."].add(path)
        folders = {
            "/".join(path.split("/")[:end])
            for path in tree.digests
            for end in range(1, path.count("/") + 1)
        }
        by_name: dict[str, list[str]] = defaultdict(list)
        for path in tree.digests:
            by_name[path.rpartition("/")[2]].append(path)

        def ends(named: set[str]) -> frozenset[str]:
            """Return the files whose paths end with a name that looks like a file's."""
            return frozenset(
                path
                for each in named
                if "." in each
                for path in by_name.get(each.rpartition("/")[2], ())
                if path.endswith(f"/{each}") and not path.endswith("__init__.py")
            )

        direct: dict[str, set[str]] = {}
        starters: set[str] = set()
        mentions: dict[str, frozenset[str]] = {}
        for path in files:
            names, strings = named_in((tree.root / path).read_text("utf-8"))
            if path.startswith(MENTIONERS):
                named = {each.removesuffix("*").strip("/") for each in strings}
                mentions[path] = frozenset(named & (folders | tree.digests.keys())) | ends(named)
            if names & STARTERS:
                starters.add(path)
            found: set[str] = set()
            for name in names:
                found |= below[name] if name.endswith(".") else _files_of(name, by_module)
            direct[path] = found - {path}
        return cls(direct, starters, mentions, tree)

    def closure(self, path: str) -> frozenset[str]:
        """Return the files that a file imports, directly or not, with itself; units as a whole."""
        if path not in self._closures:
            self._closures[path] = frozenset(self._reached(path))
        return self._closures[path]

    def _reached(self, path: str) -> set[str]:
        seen: set[str] = set()
        waiting = [self._node_of(path)]
        while waiting:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                waiting += self._nodes[each] - seen
        return {file for each in seen for file in self._units.get(each, (each,))}

    def _node_of(self, path: str) -> str:
        return unit_of(path) or path

    @cached_property
    def _nodes(self) -> Mapping[str, set[str]]:
        """The import graph between units, and files that belong to none."""
        nodes: dict[str, set[str]] = defaultdict(set)
        for path, imported in self.direct.items():
            nodes[self._node_of(path)].update(map(self._node_of, imported))
        return nodes

    @cached_property
    def _units(self) -> Mapping[str, list[str]]:
        units: dict[str, list[str]] = defaultdict(list)
        for path in self.tree.digests:
            if unit := unit_of(path):
                units[unit].append(path)
        return units


def named_in(source: str) -> tuple[set[str], set[str]]:
    """Return the names in a source that may be modules, and its strings.

    Names that end with a dot are prefixes of modules.
    """
    names: set[str] = set()
    strings: set[str] = set()
    parts: set[ast.expr] = set()
    for node in _walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and node not in parts:
            # ROOT / "docs" / "rules": one path, not two names.
            steps: list[str] = []
            while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                parts.update((node, node.right))
                if isinstance(node.right, ast.Constant) and isinstance(node.right.value, str):
                    steps.insert(0, node.right.value)
                else:
                    steps.clear()
                node = node.left
            strings.add("/".join(steps))
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            strings.add(node.value)
            if _MODULE.fullmatch(node.value):
                names.add(node.value.partition(":")[0])
            elif _PREFIX.fullmatch(node.value):
                names.add(node.value)
    return names, strings


_MODULE = re.compile(r"\w+(\.\w+)+(:\w+)?")
_PREFIX = re.compile(r"\w+(\.\w+)*\.")


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a syntax tree, each before its parts, without names and their contexts.

    These are two thirds of the nodes, and `ast.walk` looks at them three times longer.
    """
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name in node._fields:
            value = getattr(node, name, None)
            found = value if isinstance(value, list) else (value,)
            waiting += [
                each
                for each in found
                if isinstance(each, ast.AST) and not isinstance(each, ast.Name | ast.expr_context)
            ]


def _files_of(name: str, by_module: Mapping[str, str]) -> set[str]:
    """Return the files that importing a name runs: the module and the packages above it."""
    parts = name.split(".")
    above = (".".join(parts[:end]) for end in range(1, len(parts) + 1))
    return {by_module[each] for each in above if each in by_module}


def inputs_of_test(path: str, tree: Tree) -> frozenset[str]:
    """Return the files that a test file depends on."""
    closure = tree.imports.closure(path)
    for parent in Path(path).parents:
        for shared in (f"{parent}/__init__.py", f"{parent}/conftest.py"):
            if shared in tree.digests:
                closure |= tree.imports.closure(shared)
    patterns = [*TEST_ALWAYS, *CONFIGURATION]
    named = {each for file in closure for each in tree.imports.mentions.get(file, ())}
    patterns += sorted({*named, *(f"{each}/*" for each in named)})
    for prefix, reads in READS.items():
        if path.startswith(prefix):
            patterns += reads
    for unit, reads in UNIT_READS.items():
        if any(each.startswith(unit) for each in closure):
            patterns += reads
    if any(each.startswith(STARTER_FOLDERS) for each in closure & tree.imports.starters):
        patterns += PROGRAM
    folders = {each.rpartition("/")[0] + "/" for each in closure if each.startswith("tests/")} - {
        "tests/"
    }
    data = {each for each in tree.test_data if each.startswith(tuple(folders))}
    return closure | data | set(tree.select(patterns))


class Stamps:
    """A folder with a file for each check that passed, named by the digest of its inputs."""

    def __init__(self, folder: Path | None = None) -> None:
        default = (
            Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
            / "gridwright"
            / "proofs"
        )
        self.folder = folder or Path(os.environ.get(FOLDER) or default)
        self.fresh = bool(os.environ.get(FRESH))

    def _file(self, name: str, digest: str) -> Path:
        return self.folder / re.sub(r"[^\w.-]", "-", name) / digest

    def passed_on(self, name: str, digest: str) -> str | None:
        """Return when the check passed on these inputs; None if it did not, or all shall run."""
        file = self._file(name, digest)
        if self.fresh or not file.is_file():
            return None
        os.utime(file)
        return file.read_text("utf-8")

    def record(self, name: str, digest: str) -> None:
        file = self._file(name, digest)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(time.strftime("%Y-%m-%d %H:%M"), "utf-8")

    def remove_old(self) -> None:
        for file in self.folder.glob("*/*"):
            if file.is_file() and time.time() - file.stat().st_mtime > MAX_AGE_S:
                file.unlink(missing_ok=True)
