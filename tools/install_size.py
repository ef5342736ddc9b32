"""Sizes of the wheel and of a plain install on disk, next to their limits.

    python -m tools.install_size          # builds the wheel, installs it with pip, measures
    python -m tools.install_size --json

Exit code 1 above a bar. Bytecode is counted: pip writes it, and it is there to stay.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tools.fresh_install import Failed, build_wheel, install, make_environment, packages_folder

MEGABYTE = 1_000_000
WHEEL_BAR = 3.1
"""A megabyte more than the page and the rules take: bots bring what they learned, and pictures of
tables their letters and maps."""
INSTALL_BAR = 106.0
"""A hundred, what draws pictures of tables, and the rule book of each board."""
N_HEAVIEST = 8


@dataclass(frozen=True)
class Size:
    """Megabytes beside the most that is allowed."""

    name: str
    megabytes: float
    bar: float

    @property
    def is_above(self) -> bool:
        return self.megabytes > self.bar

    def told(self) -> str:
        word = "ABOVE the bar" if self.is_above else "bar"
        return f"{self.name}: {self.megabytes:.2f} MB ({word} {self.bar:g} MB)"


def weigh(place: Path) -> float:
    """Megabytes of a file, or of everything below a folder."""
    files = [place] if place.is_file() else [file for file in place.rglob("*") if file.is_file()]
    return sum(file.stat().st_size for file in files) / MEGABYTE


def heaviest(packages: Path) -> dict[str, float]:
    """Return the largest installed packages."""
    weights = {each.name: round(weigh(each), 1) for each in packages.iterdir()}
    return dict(sorted(weights.items(), key=lambda row: (-row[1], row[0]))[:N_HEAVIEST])


def measure(wheel: Path, packages: Path) -> list[Size]:
    """The two figures of a plain install."""
    return [
        Size("wheel", round(weigh(wheel), 2), WHEEL_BAR),
        Size("plain install", round(weigh(packages), 2), INSTALL_BAR),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="gridwright-size-"))
    try:
        wheel = build_wheel(folder)
        install(make_environment(folder / "venv"), str(wheel))
        packages = packages_folder(folder / "venv")
        sizes, most = measure(wheel, packages), heaviest(packages)
    except Failed as failed:
        print(f"install_size: {failed}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder)
    is_above = any(size.is_above for size in sizes)
    if chosen.json:
        told = {"ok": not is_above, "sizes": [asdict(size) for size in sizes], "heaviest": most}
        print(json.dumps(told, indent=1))
    else:
        print("\n".join(size.told() for size in sizes))
        print("heaviest:", ", ".join(f"{name} {weight} MB" for name, weight in most.items()))
    return 1 if is_above else 0


if __name__ == "__main__":
    sys.exit(main())
