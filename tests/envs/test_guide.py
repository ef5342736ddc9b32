"""The guide: its examples run, and its tables are those of the code."""

import re
from pathlib import Path

import pytest

from gridwright.content.table import list_editions
from gridwright.envs.guide_tables import family_table, layout_table, start_table

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "guide" / "environments.md").read_text(
    "utf-8"
)
EXAMPLES = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


def name_of(example: str) -> str:
    found = re.search(r"gridwright\.envs(?:\.(\w+))?", example)
    assert found is not None
    return found.group(1) or "envs"


def test_there_is_an_example_of_each_environment() -> None:
    wanted = ["turn_env", "pettingzoo", "envs", "open_spiel", "batch"]
    assert [name_of(example) for example in EXAMPLES] == wanted


@pytest.mark.parametrize("example", EXAMPLES, ids=name_of)
def test_examples_run_in_ten_lines(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert len([line for line in example.splitlines() if line]) <= 10
    exec(compile(example, "docs/guide/environments.md", "exec"), {"__name__": "example"})
    assert capsys.readouterr().out


@pytest.mark.parametrize("edition", list_editions())
def test_tables_are_those_of_the_code(edition: str) -> None:
    for table in (family_table(edition), start_table(edition), layout_table(edition)):
        assert "\n".join(table) in GUIDE
