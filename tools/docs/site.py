"""Build the documentation site with its generated references, and check it.

    python -m tools.docs.site    # fails on a warning or a dead link

The site is written to build/docs/site. Zensical builds it, in its own environment (.venv-docs).
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.docs.cells import Cell, cells_of, check_cells, write_engine
from tools.docs.doors import PlanError, read_plan
from tools.docs.face import FaceError, copy_face
from tools.docs.links import ROOT, check_markdown, check_site, markdown_files, report
from tools.docs.references import generate_references
from tools.docs.stage import Stage, StageError
from tools.install import InstallError, make_environment

BUILD = ROOT / "build" / "docs"
PLAN = ROOT / "docs" / "site.toml"
ENVIRONMENT = ROOT / ".venv-docs"
REQUIREMENTS = ROOT / "requirements" / "docs.txt"
SAY_SO = "start/contribute/#say-that-something-is-wrong"
"""Where a reader is sent who found a mistake on a page."""


class SiteError(Exception):
    """The site could not be built."""


def lay_out() -> int:
    """Write the pages and the settings for Zensical; returns how many pages there are."""
    plan = read_plan(PLAN)
    stage = Stage(ROOT, BUILD / "pages", generate_references())
    pages = stage.lay_out()
    given = plan.place(pages)
    stage.describe(given)
    styles, scripts = copy_face(ROOT, BUILD / "pages", BUILD / "theme")
    write_engine(ROOT, BUILD / "pages")
    settings: dict[str, Any] = dict(plan.settings)
    settings["theme"] = {**settings["theme"], "custom_dir": "theme"}
    settings["markdown_extensions"] = [
        {name: options} for name, options in settings["markdown_extensions"].items()
    ]
    settings["plugins"] = [{name: options} for name, options in settings["plugins"].items()]
    settings |= {"docs_dir": "pages", "site_dir": "site", "nav": plan.navigation(given)}
    settings |= {"extra_css": styles, "extra_javascript": scripts}
    settings["extra"] = {"doors": [door.described() for door in plan.doors], "say_so": SAY_SO}
    # JSON is YAML: what reads an mkdocs.yml reads this.
    (BUILD / "mkdocs.yml").write_text(json.dumps(settings, indent=1), "utf-8")
    return len(pages)


def build() -> None:
    """Build the pages with Zensical; a warning is an error."""
    uv = Path(sys.executable).parent / "uv"
    make_environment(ENVIRONMENT, sys.executable, REQUIREMENTS, uv)
    command: list[str | Path] = [ENVIRONMENT / "bin" / "zensical", "build", "--clean", "--strict"]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run(
        command,
        cwd=BUILD,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    # Not every warning ends a strict build with an error.
    if done.returncode or "warning" in done.stdout.lower():
        raise SiteError(f"Zensical ended with {done.returncode}:\n{done.stdout}")


def read_cells() -> list[Cell]:
    """Return the examples of all pages that run in the reader's browser."""
    return [
        cell
        for path in sorted((ROOT / "docs").rglob("*.md"))
        for cell in cells_of(str(path.relative_to(ROOT)), path.read_text("utf-8"))
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.parse_args(arguments)
    began = time.monotonic()
    try:
        is_good = report("documents", check_markdown(markdown_files()))
        n_pages = lay_out()
        build()
    except (FaceError, InstallError, PlanError, SiteError, StageError) as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    is_good &= report("site", check_site(BUILD / "site"))
    cells = read_cells()
    differing = check_cells(cells, BUILD / "site")
    for complaint in differing:
        print(complaint, file=sys.stderr)
    print(f"examples: {len(cells)} in the browser's Python, {len(differing)} differ (limit: 0)")
    is_good &= bool(cells) and not differing
    seconds = time.monotonic() - began
    print(f"docs: {n_pages} pages in {seconds:.0f} s: {(BUILD / 'site').relative_to(ROOT)}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
