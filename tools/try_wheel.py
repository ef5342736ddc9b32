"""Import the product from its wheel in empty environments, without extras, with each and with all.

A module that imports what its extra does not declare fails here, and so does a wheel that carries
more than the product. Versions are those of ``requirements/dev.txt``.
"""

import argparse
import json
import re
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from email.parser import HeaderParser
from pathlib import Path

from tools.fresh_install import ROOT, Failed, build_wheel, install, make_environment, run

REQUIREMENTS = ROOT / "requirements" / "dev.txt"
PINNED = re.compile(r"^([A-Za-z0-9._-]+==[^\s;\\]+(?:\s*;[^\\]+)?)", re.MULTILINE)
PRODUCT = "gridwright"

NEEDS: Mapping[str, frozenset[str]] = {
    "gridwright": frozenset(),
    "gridwright.arena.report": frozenset({"arena"}),
    "gridwright.envs": frozenset({"envs"}),
    "gridwright.envs.open_spiel": frozenset({"openspiel"}),
    "gridwright.envs.pettingzoo": frozenset({"pettingzoo"}),
    "gridwright.server.live.redis_bus": frozenset({"scale"}),
    "gridwright.server.live.redis_counts": frozenset({"scale"}),
    "gridwright.server.operations.otlp": frozenset({"traces"}),
    "gridwright.server.storage.kept_connections": frozenset({"scale"}),
    "gridwright.server.storage.postgres": frozenset({"scale"}),
    "gridwright.server.storage.migrations.postgres_revision": frozenset({"scale"}),
}
"""The extras that a package needs, with all below it that is not named itself."""

LOADED_BY_OTHERS = ("gridwright.server.storage.migrations.env",)
"""Alembic runs it with a context of its own."""

IMPORT_ALL = """
import importlib, json, sys
failed = {}
for name in json.load(sys.stdin):
    try:
        importlib.import_module(name)
    except Exception as error:
        failed[name] = f"{type(error).__name__}: {error}"
print(json.dumps(failed))
"""


def strangers(names: Iterable[str]) -> list[str]:
    """Files of a wheel that belong neither to the product nor to the wheel's own record."""
    own = re.compile(rf"^{PRODUCT}(/|-[^/]+\.dist-info/)")
    return sorted(name for name in names if not own.match(name))


def modules_of(names: Iterable[str]) -> list[str]:
    """The modules that a user or a program may import."""
    found = set()
    for name in names:
        path = Path(name)
        if path.suffix == ".py" and path.parts[0] == PRODUCT and path.name != "__main__.py":
            parts = path.with_suffix("").parts
            found.add(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return sorted(found - set(LOADED_BY_OTHERS))


def needs_of(module: str) -> frozenset[str]:
    """The extras of the closest package that is named."""
    while module not in NEEDS:
        module = module.rpartition(".")[0]
    return NEEDS[module]


def extras_of(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        head = HeaderParser().parsestr(archive.read(name).decode())
    return head.get_all("Provides-Extra") or []


def evaluate(extras: Iterable[str], modules: Iterable[str], failed: Mapping[str, str]) -> list[str]:
    """Return the modules that these extras should have made importable and did not."""
    there = set(extras)
    return [
        f"{module}: {failed[module]}"
        for module in modules
        if module in failed and needs_of(module) <= there
    ]


def try_extras(wheel: Path, extras: Sequence[str], modules: list[str], folder: Path) -> list[str]:
    """Install the wheel with only these extras, and import all; return complaints."""
    python = make_environment(folder / "venv")
    constraints = folder / "constraints.txt"
    pins = PINNED.findall(REQUIREMENTS.read_text("utf-8"))
    constraints.write_text("".join(f"{pin.strip()}\n" for pin in pins), "utf-8")
    wanted = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
    install(python, "-c", str(constraints), wanted)
    done = run([str(python), "-I", "-W", "error", "-c", IMPORT_ALL], json.dumps(modules))
    failed: dict[str, str] = json.loads(done.splitlines()[-1])
    return evaluate(extras, modules, failed)


def try_wheel(folder: Path, chosen: Sequence[str]) -> list[str]:
    """Try every set of extras, or those that were chosen; returns complaints."""
    wheel = build_wheel(folder)
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    complaints = [f"the wheel carries {name}" for name in strangers(names)]
    modules, extras = modules_of(names), extras_of(wheel)
    unknown = frozenset().union(*NEEDS.values(), chosen) - set(extras)
    if unknown:
        raise Failed(f"expected extras among {extras}, got {sorted(unknown)}")
    for each in [[name] for name in chosen] or [[], *([name] for name in extras), extras]:
        begin = time.monotonic()
        found = try_extras(wheel, each, modules, folder)
        n_wanted = sum(needs_of(module) <= set(each) for module in modules)
        seconds = time.monotonic() - begin
        label = ",".join(each) or "no extra"
        print(f"{label}: {n_wanted - len(found)} of {n_wanted} modules ({seconds:.0f} s)")
        complaints += [f"[{label}] {complaint}" for complaint in found]
    return complaints


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--extra", nargs="+", default=[], help="these alone, one after the other")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="gridwright-wheel-"))
    try:
        complaints = try_wheel(folder, chosen.extra)
    except Failed as failed:
        complaints = [str(failed)]
    finally:
        shutil.rmtree(folder)
    for complaint in complaints:
        print(f"try_wheel: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
