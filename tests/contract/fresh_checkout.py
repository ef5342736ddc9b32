"""The inputs of a build of the product, copied from this checkout as a clone would have it."""

import shutil
from pathlib import Path

from tools.build_hook import NEEDED, PAGE

ROOT = Path(__file__).resolve().parents[2]
FILES = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "Makefile", "tools/build_hook.py")
FOLDERS = ("src", "docs/rules")


def copy_checkout(folder: Path) -> Path:
    """Copy the checkout into a folder, except the built page, which is not in git."""
    aside = shutil.ignore_patterns("__pycache__", PAGE.name)
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=aside)
    for name in FILES:
        (folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


def add_page(folder: Path) -> None:
    """A page that stands for the built one."""
    (folder / PAGE / "assets").mkdir(parents=True)
    for name in (*NEEDED, "assets/index-0.js"):
        (folder / PAGE / name).write_text(f"{name}\n", "utf-8")
