"""Build the documentation site with its generated references, and check it.

    python -m tools.docs.site    # fails on a warning or a dead link

The site is written to build/docs/site. Zensical builds it, in its own environment (.venv-docs).
"""

import argparse
import fnmatch
import json
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tools.docs.links import ROOT, check_markdown, check_site, markdown_files, report
from tools.docs.references import generate_references
from tools.docs.stage import Stage, StageError
from tools.install import InstallError, make_environment

BUILD = ROOT / "build" / "docs"
PLAN = ROOT / "docs" / "site.toml"
ENVIRONMENT = ROOT / ".venv-docs"
REQUIREMENTS = ROOT / "requirements" / "docs.txt"


class SiteError(Exception):
    """The site could not be built."""


def choose_pages(sections: Sequence[dict[str, Any]], pages: Sequence[str]) -> list[Any]:
    """The navigation: each page once, named ones before those that a pattern stands for."""
    named = {name for section in sections for name in section["pages"] if "*" not in name}
    if missing := sorted(named - set(pages)):
        raise SiteError(f"expected pages that docs/site.toml names, found no {', '.join(missing)}")
    left = [page for page in pages if page not in named]
    navigation: list[Any] = []
    for section in sections:
        chosen: list[str] = []
        for name in section["pages"]:
            found = [page for page in left if fits(page, name)] if "*" in name else [name]
            left = [page for page in left if page not in found]
            chosen += found
        navigation += [{section["title"]: chosen}] if "title" in section else chosen
    if left:
        raise SiteError(f"expected a section of docs/site.toml for {', '.join(left)}")
    return navigation


def fits(page: str, pattern: str) -> bool:
    """A pattern that begins with a star means pages at the top alone."""
    return fnmatch.fnmatchcase(page, pattern) and ("/" in pattern or "/" not in page)


def lay_out() -> int:
    """Write the pages and the settings for Zensical; returns how many pages there are."""
    plan = tomllib.loads(PLAN.read_text("utf-8"))
    pages = Stage(ROOT, BUILD / "pages", generate_references()).lay_out()
    settings: dict[str, Any] = dict(plan["settings"])
    settings["markdown_extensions"] = [
        {name: options} for name, options in settings["markdown_extensions"].items()
    ]
    settings["plugins"] = [{name: options} for name, options in settings["plugins"].items()]
    places = {"docs_dir": "pages", "site_dir": "site"}
    settings |= {**places, "nav": choose_pages(plan["section"], pages)}
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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.parse_args(arguments)
    began = time.monotonic()
    try:
        is_good = report("documents", check_markdown(markdown_files()))
        n_pages = lay_out()
        build()
    except (InstallError, SiteError, StageError) as error:
        print(f"docs: {error}", file=sys.stderr)
        return 1
    is_good &= report("site", check_site(BUILD / "site"))
    seconds = time.monotonic() - began
    print(f"docs: {n_pages} pages in {seconds:.0f} s: {(BUILD / 'site').relative_to(ROOT)}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
