"""Examples that run in the reader's browser: their engine, and a check of what they print.

A page has one as a ``div`` of class ``cell`` with a block of Python and, in a ``div`` of class
``out``, what it prints as code. The engine is CPython compiled to WebAssembly (Pyodide) with the
packages behind `import gridwright`; it is loaded on the first Run.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools import web
from tools.play import MOMENT, NOT_PLAYED, PYODIDE, python_notices

FOLDER: Final = "cell"
SCRIPTS: Final = Path("tools/docs/theme/cell")
RUNNER: Final = "tools/docs/run_cells.mjs"
PACKAGES: Final = ("engine", "content", "fair", "bots", "aids", "insight", "study")
"""What `import gridwright` needs to open tables and let bots play."""
WASM: Final = "pyodide.asm.wasm"
_CELL = re.compile(
    r'<div class="cell" markdown>\n.*?^```python\n(?P<code>.*?)^```$'
    r'.*?<div class="out" markdown>\n\n(?:`(?P<line>[^`\n]+)`|```text\n(?P<lines>.*?)\n```)',
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Cell:
    """An example and what the page says that it prints."""

    page: str
    code: str
    printed: str


def cells_of(page: str, text: str) -> list[Cell]:
    """Return the examples of a page; ValueError if one shows nothing that it prints."""
    found = [
        Cell(page, each["code"], each["line"] or each["lines"]) for each in _CELL.finditer(text)
    ]
    if len(found) != text.count('<div class="cell"'):
        raise ValueError(f"{page}: expected a block of Python and its output in each cell")
    return found


def write_engine(root: Path, pages: Path) -> None:
    """Write the scripts, Pyodide and the engine, with the sizes of what is loaded."""
    web.install(web.search_path())
    folder = pages / FOLDER
    shutil.copytree(root / SCRIPTS, folder)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip"):
        shutil.copyfile(PYODIDE / name, folder / name)
    # No Markdown: that would be a page of the site.
    (folder / "NOTICES.txt").write_text(f"This folder holds:\n\n{python_notices()}\n", "utf-8")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), "utf-8")
    packed = gzip.compress((PYODIDE / WASM).read_bytes(), 9, mtime=0)
    (folder / f"{WASM}.packed").write_bytes(packed)
    _write_archive(root / "src" / "gridwright", folder / "gridwright.zip")
    counted = [
        {"name": name, "bytes": (folder / sent).stat().st_size, "isPacked": sent != name}
        for name, sent in (
            (WASM, f"{WASM}.packed"),
            ("python_stdlib.zip", "python_stdlib.zip"),
            ("gridwright.zip", "gridwright.zip"),
        )
    ]
    (folder / "files.json").write_text(json.dumps(counted), "utf-8")


def _write_archive(package: Path, path: Path) -> None:
    found = [package / "__init__.py"]
    for name in PACKAGES:
        found += [each for each in (package / name).rglob("*") if each.is_file()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for source in sorted(found):
            if not NOT_PLAYED & set(source.parts) and source.suffix != ".so":
                entry = zipfile.ZipInfo(source.relative_to(package.parent).as_posix(), MOMENT)
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, source.read_bytes())


def check_cells(cells: Sequence[Cell], pages: Path) -> list[str]:
    """Run the examples on the engine of the site; returns a complaint for each that differs."""
    done = subprocess.run(
        ["node", RUNNER, str(pages / FOLDER)],
        input=json.dumps([cell.code for cell in cells]),
        cwd=web.ROOT,
        env={**os.environ, "PATH": web.search_path()},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return [f"the examples did not run: {done.stderr.strip()[-800:]}"]
    printed = json.loads(done.stdout)
    return [
        f"{cell.page}: an example prints {text!r}, the page says {cell.printed!r}"
        for cell, text in zip(cells, printed, strict=True)
        if text != cell.printed
    ]
