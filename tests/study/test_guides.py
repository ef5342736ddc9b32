"""The code of the guides runs."""

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDES = DOCS / "guide"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


PAGES = ("guide/python", "guide/bots-of-your-own", "start/research", "start/bots")


@pytest.mark.parametrize("name", PAGES)
def test_its_code_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = BLOCK.findall((DOCS / f"{name}.md").read_text("utf-8"))
    assert blocks
    for block in blocks:
        exec(compile(block, f"docs/{name}.md", "exec"), {"__name__": "example"})
        assert capsys.readouterr().out


def test_the_first_page_shows_what_its_code_gives() -> None:
    text = (DOCS / "index.md").read_text("utf-8")
    (block,) = BLOCK.findall(text)
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(block, "docs/index.md", "exec"), names)
    table = names["table"]
    assert f"`{table.scores}` cities powered" in text
    assert f"Over in round {table.round}." in text
    order = sorted(range(4), key=lambda seat: table.ranking[seat])
    rows = [f"| {table.ranking[seat]} | seat {seat} | {table.scores[seat]} |" for seat in order]
    assert "\n".join(rows) in text


def test_the_guide_has_every_public_name() -> None:
    import gridwright

    guide = (GUIDES / "python.md").read_text("utf-8")
    named = {name for name in vars(gridwright.Table) if not name.startswith("_")}
    fields = set(vars(gridwright.new("card", seats=2, seed=1)))
    named |= {name for name in fields if not name.startswith("_")}
    missing = [
        name
        for name in [*gridwright.__all__, *sorted(named - {"deal"})]
        if not re.search(rf"`{name}\b", guide)
    ]
    assert missing == []
