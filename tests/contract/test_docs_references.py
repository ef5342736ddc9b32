"""The generated references name every command, option, route and public name."""

import json
import os
import subprocess
import sys
from functools import cache

from typer.main import get_command

from gridwright.cli.app import app
from gridwright.server.app import OPERATIONS
from tools.docs.command_line_reference import PROGRAM, parameters_of, walk
from tools.docs.http_reference import FOLDER as HTTP
from tools.docs.http_reference import file_of
from tools.docs.links import ROOT
from tools.docs.markdown import anchors_of
from tools.docs.python_reference import MODULES, public_names
from tools.docs.references import FOLDER, INDEX, PAGES

WRITE = """
import json, sys
from tools.docs.references import generate_references
json.dump(generate_references(), sys.stdout)
"""


@cache
def pages() -> dict[str, str]:
    """Generate the references from the sources: compiled classes have no docstrings."""
    sources = os.pathsep.join((str(ROOT / "src"), str(ROOT / "lab")))
    done = subprocess.run(
        [sys.executable, "-c", WRITE],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": sources},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def page(name: str) -> str:
    return pages()[f"{FOLDER}/{name}"]


def test_every_command_and_option_is_listed() -> None:
    text = page("command-line.md")
    commands = list(walk(get_command(app), PROGRAM, None))
    assert len(commands) > 20
    for words, command, context in commands:
        section = text.partition(f"\n## {words}\n")[2].partition("\n## ")[0]
        assert section, words
        for parameter in parameters_of(command, context):
            if parameter.param_type_name == "option":
                assert all(f"`{name}`" in section for name in parameter.opts), words


def test_every_route_is_listed() -> None:
    index = page("http.md")
    for operation in OPERATIONS:
        assert f"`{operation.method} {operation.path}`" in index
        text = page(f"{HTTP}/{file_of(operation.tag.value)}")
        assert f"## {operation.method} `{operation.path}`\n" in text


def test_every_public_name_is_listed() -> None:
    text = page("python.md")
    for name in public_names():
        assert f"\n### gridwright.{name}\n" in text
    for module in MODULES:
        assert f"\n## {module}\n" in text


def test_the_index_has_a_heading_for_each_page() -> None:
    assert anchors_of((ROOT / INDEX).read_text("utf-8")) == {"reference", *PAGES}


def test_only_the_index_is_in_the_repository() -> None:
    assert [path.name for path in (ROOT / FOLDER).iterdir()] == ["README.md"]
