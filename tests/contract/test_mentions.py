"""Docstrings, comments and documents mention only modules, names and files that exist."""

import pytest

from tools.check_mentions import Project, check, main

project = Project()


def mentioned(span: str, file: str = "src/gridwright/server/app.py") -> bool:
    """Return whether a mention in a docstring or in a document is accepted."""
    text = f"`{span}`\n" if file.endswith(".md") else f'"""Like ``{span}``."""\n'
    return check(file, text, project) == []


def test_all_mentions_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    "span",
    [
        "engine.phases.building",
        "building.BuildingPhase",
        "gridwright.engine.state.State",
        "State.copy",
        "state.takebacks",
        "phases/building.py",
        "building.py",
        "web/src/main.ts",
        "asyncio.wait_for",
    ],
)
@pytest.mark.parametrize("file", ["src/gridwright/server/app.py", "docs/architecture.md"])
def test_a_name_that_exists_is_accepted(span: str, file: str) -> None:
    assert mentioned(span, file)


@pytest.mark.parametrize(
    "span",
    [
        "engine.gone",
        "gridwright.gone",
        "building.GonePhase",
        "State.vanished",
        "phases/gone.py",
        "docs/gone.md",
        "gone.py",
    ],
)
@pytest.mark.parametrize("file", ["src/gridwright/server/app.py", "docs/architecture.md"])
def test_a_name_that_is_gone_is_refused(span: str, file: str) -> None:
    assert not mentioned(span, file)


def test_a_package_that_is_gone_is_refused_in_docstrings_and_comments() -> None:
    """A document may explain variables of an example; a docstring names what its file uses."""
    for text in ('"""See ``tables.gone_commands``."""\n', "x = 1  # See `tables.gone_commands`.\n"):
        (mention,) = check("src/gridwright/server/app.py", text, project)
        assert (mention.line, mention.text) == (1, "tables.gone_commands")


def test_an_attribute_that_the_file_uses_is_accepted() -> None:
    text = '"""Changes `walker.steps`."""\ndef go(walker): return walker.steps\n'
    assert check("src/gridwright/server/app.py", text, project) == []
    assert check(
        "src/gridwright/server/app.py", text.replace("return walker.steps", "pass"), project
    )


@pytest.mark.parametrize("span", ["c3.4", "games.db", "0.5", "NAME.seed", "/etc/gridwright/x.env"])
def test_other_code_is_not_read(span: str) -> None:
    assert mentioned(span)


def test_blocks_of_code_in_documents_are_not_read() -> None:
    assert check("docs/architecture.md", "```\n`engine.gone`\n```\n", project) == []
    (mention,) = check("docs/architecture.md", "```\nx\n```\n`engine.gone`\n", project)
    assert mention.line == 4
