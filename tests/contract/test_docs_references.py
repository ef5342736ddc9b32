"""The references name everything that there is; `make docs` looks for stale ones, as here."""

from pathlib import Path

import pytest
from typer.main import get_command

from gridwright.cli.app import app
from gridwright.server.app import OPERATIONS
from tools.docs import references
from tools.docs.command_line_reference import PROGRAM, parameters_of, walk
from tools.docs.python_reference import MODULES, public_names
from tools.docs.references import FOLDER, StaleReference, update_references


def page(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


def test_every_command_and_option_is_there() -> None:
    text = page("command-line.md")
    commands = list(walk(get_command(app), PROGRAM, None))
    assert len(commands) > 20
    for words, command, context in commands:
        section = text.partition(f"\n## {words}\n")[2].partition("\n## ")[0]
        assert section, words
        for parameter in parameters_of(command, context):
            if parameter.param_type_name == "option":
                assert all(f"`{name}`" in section for name in parameter.opts), words


def test_every_route_is_there() -> None:
    text = page("http.md")
    for operation in OPERATIONS:
        assert f"### {operation.method} `{operation.path}`\n" in text


def test_every_public_name_is_there() -> None:
    text = page("python.md")
    for name in public_names():
        assert f"\n### gridwright.{name}\n" in text
    for module in MODULES:
        assert f"\n## {module}\n" in text


def test_a_stale_one_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "WRITERS", {"a.md": lambda: "new\n"})
    (tmp_path / "a.md").write_text("old\n")
    with pytest.raises(StaleReference, match="make docs-write"):
        update_references(write=False, folder=tmp_path)
    update_references(write=True, folder=tmp_path)
    assert (tmp_path / "a.md").read_text() == "new\n"
