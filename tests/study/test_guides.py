"""The code of the guides runs."""

import re
from pathlib import Path

import pytest

GUIDES = Path(__file__).resolve().parents[2] / "docs" / "guide"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("name", ["python", "bots-of-your-own"])
def test_its_code_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = BLOCK.findall((GUIDES / f"{name}.md").read_text("utf-8"))
    assert blocks
    for block in blocks:
        exec(compile(block, f"docs/guide/{name}.md", "exec"), {"__name__": "example"})
        assert capsys.readouterr().out


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
