"""Build a copy of the package whose engine is compiled by mypyc.

With it are compiled the bots that play, the frozen bots of the laboratory among them, and a few
modules which a batch of games runs through at every step.

The copy is in ``build/compiled-X.Y``. A process started with ``PYTHONPATH`` on that folder
imports it even where the project is installed in editable mode, because ``PYTHONPATH`` is
searched before the paths that an editable install adds.
"""

import argparse
import hashlib
import importlib.machinery
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.proofs import Stamps, named_in, version_of

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ROOT = Path(__file__).resolve().parent.parent
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
STAMP = "STAMP"
# The first builds in two thirds of the time of the last and ran no slower when measured.
LAYOUTS = ["one", "multi", "separate"]
QUICK_LAYOUT = "multi"
"""Layout for tests: gcc compiles the files on all cores, with `QUICK_LEVEL`."""
FULL_LEVEL = "3"
QUICK_LEVEL = "1"
LAYOUT_HELP = "one C file, one C file per module, or one library per module"
# Modules, or folders with all modules but their own ``__init__``. None of them may import NumPy:
# where games are only replayed it is not installed. The contract of bots and our bots themselves
# stay plain Python, as bots of others extend them; brains and the modules they call are compiled.
BESIDE_ENGINE = [
    "bots/bot_games.py",
    "bots/greedy",
    "bots/orders.py",
    "bots/planner",
    "bots/profiles/outlook.py",
    "bots/profiles/weights.py",
    "bots/rollout",
    "bots/seat_view.py",
    "bots/seated_bot.py",
    "bots/search/bidding.py",
    "bots/search/brain.py",
    "bots/search/contract.py",
    "bots/search/halving.py",
    "bots/search/lines.py",
    "bots/search/line_trial.py",
    "bots/search/worlds.py",
    "bots/skills.py",
    "bots/solvers",
    "bots/value",
    "envs/action_builder.py",
    "envs/action_lookup.py",
    "envs/action_mask.py",
    "envs/batch_features.py",
    "envs/batch_games.py",
    "envs/card_turns.py",
    "envs/chance.py",
]
DEBUG_LEVEL = "0"
GCC_OPTIONS = [
    # What mypyc writes is indented further and further: gcc would look at that for four minutes.
    "-Wno-misleading-indentation",
    # No other library replaces our functions, so that calls among them can be direct.
    "-fno-semantic-interposition",
]
LIBRARIES = tuple(importlib.machinery.EXTENSION_SUFFIXES)
"""File name endings of compiled modules on this system."""


COMPILER_VARIABLES = ("CC", "CFLAGS", "CPPFLAGS", "LDFLAGS")
MAX_KEPT = 6
"""Builds in the cache."""
NO_BOARDS = ("sources.json", "thumbnails.json")
"""Files beside the drawings that are none."""


class BuildError(Exception):
    """The compiled tree could not be made, or is not what Python imports."""


@dataclass(frozen=True)
class Plan:
    """The modules to compile and the folder of the result."""

    package: Path
    compiled: str
    rules: Path | None
    out: Path
    layout: str = LAYOUTS[0]
    level: str = FULL_LEVEL
    """The optimization level of gcc."""
    beside: Sequence[str] = ()
    """Modules outside the subpackage, or folders of them, as paths below the package."""
    drawings: Path | None = None
    """A folder of drawings of boards."""
    boards: Path | None = None
    """A folder of boards for tests: a compiled class can only be extended by a compiled one."""
    frozen: Path | None = None
    """A package of frozen bots outside the product: the modules in its folders are compiled."""
    cache: Path | None = None
    """A folder with the compiled modules of earlier builds, by digest."""

    @property
    def tree(self) -> Path:
        return self.out / f"compiled-{VERSION}"

    @property
    def scratch(self) -> Path:
        return self.out / f"mypyc-{VERSION}"

    def sources(self) -> list[Path]:
        """List the modules to compile, as paths relative to the parent of the package."""
        folder = self.package / self.compiled
        found = sorted(folder.rglob("*.py"))
        if not found:
            raise BuildError(f"expected Python modules under {folder}, found none")
        modules = [path.relative_to(self.package.parent) for path in found]
        return [*modules, *self.sources_beside(), *self.sources_frozen(), *self.made_up()]

    def sources_beside(self) -> list[Path]:
        """List those of them that lie outside the subpackage."""
        found: list[Path] = []
        for name in self.beside:
            path = self.package / name
            modules = [path] if path.is_file() else modules_in(path)
            if not modules:
                raise BuildError(f"expected the module {path}, found none")
            found += modules
        return [path.relative_to(self.package.parent) for path in found]

    def sources_frozen(self) -> list[Path]:
        """List the modules of the frozen bots to compile; a folder's own ``__init__`` is none."""
        if self.frozen is None:
            return []
        folders = sorted(path for path in self.frozen.iterdir() if path.is_dir())
        found = [path for folder in folders for path in modules_in(folder)]
        if not found:
            raise BuildError(f"expected folders of modules under {self.frozen}, found none")
        return [path.relative_to(self.frozen.parent) for path in found]

    def made_up(self) -> dict[Path, Path]:
        """The modules of boards that only tests have, by their place in the tree."""
        if self.boards is None:
            return {}
        place = Path(self.package.name, self.compiled, "boards")
        return {
            place / path.name: path
            for path in sorted(self.boards.glob("*/*.py"))
            if path.stem == path.parent.name
        }

    def from_elsewhere(self) -> dict[Path, Path]:
        """The files of the tree that the package does not have, by their place in the tree."""
        frozen = {} if self.frozen is None else package_files(self.frozen)
        return {**self.made_up(), **frozen}

    def imported(self) -> list[Path]:
        """List the other modules of the packages that these import: mypyc reads their types."""
        packages = [self.package] if self.frozen is None else [self.package, self.frozen]
        tops = {package.name: package.parent for package in packages}
        elsewhere = self.from_elsewhere()
        waiting = [elsewhere.get(source, self.package.parent / source) for source in self.sources()]
        known = set(waiting)
        found: list[Path] = []
        while waiting:
            names, _strings = named_in(waiting.pop().read_text("utf-8"))
            for name in names:
                parts = name.rstrip(".").split(".")
                top = tops.get(parts[0])
                if top is None:
                    continue
                for end in range(1, len(parts) + 1):
                    stem = top.joinpath(*parts[:end])
                    for file in (stem.with_name(f"{stem.name}.py"), stem / "__init__.py"):
                        if file not in known and file.is_file():
                            known.add(file)
                            waiting.append(file)
                            found.append(file.relative_to(top))
        return sorted(found)

    def digest(self) -> str:
        """Hash everything that the compiled modules depend on."""
        settings = [
            sys.version,
            str(sysconfig.get_config_var("EXT_SUFFIX")),
            importlib.metadata.version("mypy"),
            importlib.metadata.version("setuptools"),
            self.layout,
            self.level,
            version_of("gcc"),
            *(f"{name}={os.environ.get(name)}" for name in COMPILER_VARIABLES),
        ]
        digest = hashlib.sha256(json.dumps(settings).encode())
        digest.update(Path(__file__).read_bytes())
        elsewhere = self.from_elsewhere()
        for source in [*self.sources(), *self.imported()]:
            content = elsewhere.get(source, self.package.parent / source).read_bytes()
            digest.update(f"{source.as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()


def modules_in(folder: Path) -> list[Path]:
    """List all modules in a folder but its own ``__init__``."""
    return sorted({*folder.rglob("*.py")} - {folder / "__init__.py"})


def package_files(package: Path) -> dict[Path, Path]:
    """Map the place in the tree of each file of a package to the file."""
    return {
        path.relative_to(package.parent): path
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith(LIBRARIES)
    }


def module_name(source: Path) -> str:
    parts = source.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def wanted_files(plan: Plan) -> dict[Path, Path]:
    """Map each file of the tree to the file it is copied from."""
    wanted = {**plan.from_elsewhere(), **package_files(plan.package)}
    if plan.rules is not None and plan.rules.is_dir():
        # The wheel puts the rules documents at the same place.
        target = Path(plan.package.name, "content", "rules")
        for path in plan.rules.rglob("*"):
            if path.is_file():
                wanted[target / path.relative_to(plan.rules)] = path
    if plan.drawings is not None and plan.drawings.is_dir():
        # So it does with the drawings of boards, which the browser reads as well.
        target = Path(plan.package.name, "server", "share", "drawings")
        for path in plan.drawings.glob("*.json"):
            if path.name not in NO_BOARDS:
                wanted[target / path.name] = path
    return wanted


def copy_sources(plan: Plan, tree: Path) -> None:
    """Make the tree hold today's files, and no other files than these and what was compiled."""
    wanted = wanted_files(plan)
    for relative, source in wanted.items():
        target = tree / relative
        content = source.read_bytes()
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    kept = (*LIBRARIES, ".pyc")
    for package in sorted({place.parts[0] for place in wanted}):
        for path in sorted((tree / package).rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif not path.name.endswith(kept) and path.relative_to(tree) not in wanted:
                path.unlink()


def compile_in_parallel(
    compiler: Any,
    sources: Sequence[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Any = None,
    debug: bool = False,
    extra_preargs: Any = None,
    extra_postargs: Any = None,
    depends: Any = None,
) -> list[str]:
    """Replace `CCompiler.compile`, which compiles the files of an extension one after another."""
    macros, objects, extra_postargs, options, build = compiler._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = compiler._get_cc_args(options, debug, extra_preargs)

    by_mypyc = [source for source in sources if Path(source).name.startswith("__native_")]
    included: list[str] = []
    if len(by_mypyc) > 1:
        # Each of these files includes the same 9,000 lines: gcc reads them once.
        (header,) = Path(by_mypyc[0]).parent.glob("__native_internal*.h")
        place = f"{header}.gch"
        compiler._compile(place, str(header), ".h", arguments, extra_postargs, options)
        included = ["-include", str(header)]

    def compile_one(target: str) -> None:
        source, ending = build[target]
        given = [*extra_postargs, *(included if source in by_mypyc else ())]
        compiler._compile(target, source, ending, arguments, given, options)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, build))
    return list(objects)


def compile_here(sources: list[str], scratch: str, layout: str, level: str) -> None:
    """Compile the given modules of the working directory and put the results next to them."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools._distutils import ccompiler

    options = [
        # The project's own settings point mypy at the source tree, not at this copy.
        "--config-file=",
        "--cache-dir=" + os.path.join(scratch, "cache"),
        # What is not compiled only gives types; `make types` checks it.
        "--follow-imports=silent",
    ]
    extensions = mypycify(
        [*options, *sources],
        opt_level=level,
        debug_level=DEBUG_LEVEL,
        multi_file=layout == "multi",
        separate=layout == "separate",
        target_dir=scratch,
    )
    if sys.platform != "win32":
        for extension in extensions:
            extension.extra_compile_args += GCC_OPTIONS
        vars(ccompiler)["CCompiler"].compile = compile_in_parallel
    distribution = Distribution({"name": "compiled", "ext_modules": extensions})
    command = distribution.get_command_obj("build_ext")
    command.build_lib = "."
    command.build_temp = scratch
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


def run_compiler(plan: Plan, tree: Path) -> None:
    """Compile inside the tree; the compiler's output is shown only when it fails."""
    shutil.rmtree(plan.scratch, ignore_errors=True)
    plan.scratch.mkdir(parents=True)
    order = {
        "sources": [str(source) for source in plan.sources()],
        "scratch": str(plan.scratch),
        "layout": plan.layout,
        "level": plan.level,
    }
    done = subprocess.run(
        [sys.executable, str(Path(__file__).resolve()), "--compile-here"],
        cwd=tree,
        input=json.dumps(order),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(f"mypyc failed with exit code {done.returncode}:\n{done.stdout}")


IMPORT_CHECK = """
import importlib, json, sys
names = json.load(sys.stdin)
print(json.dumps({name: importlib.import_module(name).__file__ for name in names}))
"""


def check_imports(plan: Plan, tree: Path) -> None:
    """Import every module as a user would and insist that the compiled one was taken."""
    names = [module_name(source) for source in plan.sources()]
    done = subprocess.run(
        # Without -P the working directory would come before PYTHONPATH.
        [sys.executable, "-P", "-c", IMPORT_CHECK],
        env={**os.environ, "PYTHONPATH": str(tree)},
        input=json.dumps(names),
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        raise BuildError(f"the compiled modules cannot be imported:\n{done.stderr}")
    origins: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    for name, origin in origins.items():
        if not origin.endswith(LIBRARIES) or not Path(origin).is_relative_to(tree):
            ending = LIBRARIES[-1]
            raise BuildError(f"expected {name} from a {ending} file under {tree}, got {origin}")


def take(lock: IO[str]) -> None:
    """Wait until no other process has the file; the system gives it back when it is closed."""
    if sys.platform == "win32":
        # Windows gives up after ten tries, one a second.
        while True:
            try:
                msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
            except OSError:
                continue
            return
    else:
        fcntl.flock(lock, fcntl.LOCK_EX)


@contextmanager
def locked(plan: Plan) -> Iterator[None]:
    """Lock the build of this Python version: one at a time."""
    plan.out.mkdir(parents=True, exist_ok=True)
    with (plan.out / f"compiled-{VERSION}.lock").open("w") as lock:
        take(lock)
        yield


def build(plan: Plan, *, force: bool = False) -> bool:
    """Bring the tree up to date; true if anything was compiled."""
    with locked(plan):
        digest = plan.digest()
        stamp = plan.tree / STAMP
        if not force and stamp.is_file() and stamp.read_text() == digest:
            copy_sources(plan, plan.tree)
            check_imports(plan, plan.tree)
            return False
        # A process that still runs from the old tree keeps its open files after the exchange.
        fresh = plan.out / f"compiling-{VERSION}"
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        copy_sources(plan, fresh)
        compiled = not restore(plan, digest, fresh)
        if compiled:
            run_compiler(plan, fresh)
        check_imports(plan, fresh)
        (fresh / STAMP).write_text(digest)
        shutil.rmtree(plan.tree, ignore_errors=True)
        fresh.rename(plan.tree)
        if compiled:
            keep(plan, digest)
        return compiled


def libraries(tree: Path) -> list[Path]:
    """List the compiled modules below a folder, as relative paths."""
    return sorted(
        path.relative_to(tree) for path in tree.rglob("*") if path.name.endswith(LIBRARIES)
    )


def restore(plan: Plan, digest: str, tree: Path) -> bool:
    """Copy the compiled modules of an earlier build of the same sources; false if none is kept."""
    kept = plan.cache / digest if plan.cache is not None else None
    if kept is None or not kept.is_dir():
        return False
    shutil.copytree(kept, tree, dirs_exist_ok=True)
    os.utime(kept)
    return True


def keep(plan: Plan, digest: str) -> None:
    """Put the compiled modules into the cache, and remove all but the newest `MAX_KEPT` builds."""
    if plan.cache is None:
        return
    plan.cache.mkdir(parents=True, exist_ok=True)
    fresh = plan.cache / f"{digest}.{os.getpid()}"
    for library in libraries(plan.tree):
        (fresh / library).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(plan.tree / library, fresh / library)
    shutil.rmtree(plan.cache / digest, ignore_errors=True)
    fresh.rename(plan.cache / digest)
    for old in sorted(plan.cache.iterdir(), key=lambda path: -path.stat().st_mtime)[MAX_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--package", type=Path, default=ROOT / "src" / "gridwright")
    parser.add_argument("--compiled", default="engine", help="subpackage to compile")
    parser.add_argument(
        "--beside", nargs="*", default=BESIDE_ENGINE, metavar="PATH", help="further modules"
    )
    parser.add_argument("--rules", type=Path, default=ROOT / "docs" / "rules")
    parser.add_argument("--drawings", type=Path, default=ROOT / "web" / "src" / "map" / "data")
    parser.add_argument("--boards", type=Path, default=ROOT / "tests" / "boards")
    parser.add_argument(
        "--no-boards", dest="boards", action="store_const", const=None, help="none of tests' boards"
    )
    parser.add_argument("--frozen", type=Path, default=ROOT / "lab" / "gridwright_frozen")
    parser.add_argument(
        "--no-frozen", dest="frozen", action="store_const", const=None, help="no frozen bots"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "build")
    parser.add_argument("--layout", choices=LAYOUTS, default=LAYOUTS[0], help=LAYOUT_HELP)
    parser.add_argument(
        "--quick", action="store_true", help="for tests: built in half of the time, runs slower"
    )
    parser.add_argument(
        "--cached", action="store_true", help="copy what was compiled before from the same sources"
    )
    parser.add_argument("--force", action="store_true", help="compile even if nothing changed")
    parser.add_argument("--compile-here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()

    if arguments.compile_here:
        compile_here(**json.load(sys.stdin))
        return 0

    stamps = Stamps()
    plan = Plan(
        package=arguments.package.resolve(),
        compiled=arguments.compiled,
        rules=arguments.rules,
        out=arguments.out.resolve(),
        layout=QUICK_LAYOUT if arguments.quick else arguments.layout,
        level=QUICK_LEVEL if arguments.quick else FULL_LEVEL,
        cache=stamps.folder / "compiled" if arguments.cached and not stamps.fresh else None,
        beside=arguments.beside,
        drawings=arguments.drawings,
        boards=arguments.boards,
        frozen=arguments.frozen,
    )
    begin = time.monotonic()
    try:
        compiled = build(plan, force=arguments.force)
    except BuildError as error:
        print(f"build_compiled: {error}", file=sys.stderr)
        return 1
    n_beside = len(plan.sources_beside()) + len(plan.sources_frozen())
    n_modules = len(plan.sources()) - n_beside
    what = f"{n_modules} modules of {plan.package.name}.{plan.compiled}"
    if n_beside:
        what += f" and {n_beside} beside it"
    done = "compiled" if compiled else "already compiled, other files refreshed"
    print(f"Python {VERSION}: {what} {done} ({time.monotonic() - begin:.1f} s) {plan.tree}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
