"""Refuse addresses of package registries in the project's files.

Which registry or mirror a machine uses is that machine's setting. A file that names one breaks
every machine that uses another.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MADE = {"build", "built", "dist", "node_modules", "__pycache__", ".hypothesis", ".pytest_cache"}
"""Folders that git ignores."""

# Kept in pieces so that this file passes its own check.
DOMAINS = tuple(
    ".".join(pieces)
    for pieces in (
        ("pypi", "org"),
        ("pypi", "python", "org"),
        ("pythonhosted", "org"),
        ("anaconda", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("ftp", "debian", "org"),
        ("snapshot", "debian", "org"),
        ("crates", "io"),
        ("rubygems", "org"),
        ("maven", "org"),
        ("proxy", "golang", "org"),
        ("docker", "io"),
        ("ghcr", "io"),
        ("quay", "io"),
    )
)
HOST = re.compile(
    r"(?<![\w.-])(?:[\w-]+\.)*(?:" + "|".join(map(re.escape, DOMAINS)) + r")(?![\w-]|\.\w)",
    re.IGNORECASE,
)
# A mirror may have any name; these settings always hold one.
SETTING = re.compile(
    r"""
    ^\s*(?:-i|--index-url|--extra-index-url|--find-links|-f|--trusted-host)[=\s]+\S   # pip, uv
    | ^\s*(?:index-url|extra-index-url|find-links|trusted-host)\s*=\s*\S              # pip.conf
    | ^\s*(?:@[\w-]+:)?registry\s*=\s*\S                                              # .npmrc
    | "resolved"\s*:\s*"https?:                                                       # npm lock
    """,
    re.VERBOSE,
)


def find_addresses(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the offending text of each address."""
    for number, line in enumerate(text.splitlines(), start=1):
        found = HOST.search(line) or SETTING.search(line)
        if found is not None:
            yield number, found.group().strip()


def project_files() -> list[Path]:
    """List the files that are tracked or would be added; in an unpacked sdist, all."""
    if not (ROOT / ".git").exists():
        return sorted(_files_below(ROOT))
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted({ROOT / name for name in listed.stdout.split("\0") if name})


def _files_below(folder: Path) -> Iterator[Path]:
    """Every file but what was built, cached or installed."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in MADE and not path.name.startswith(".venv"):
            yield from _files_below(path)
        elif path.is_file():
            yield path


def check(paths: Iterable[Path]) -> list[str]:
    """Describe every address in the given files; what is not text is passed over."""
    complaints = []
    for path in paths:
        if not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, address in find_addresses(text):
            complaints.append(f"{path}:{number}: expected no registry address, found {address!r}")
    return complaints


def main(arguments: list[str]) -> int:
    complaints = check([Path(name) for name in arguments] or project_files())
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
