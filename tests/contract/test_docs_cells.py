"""Examples that run in the browser are found with what they print; others are refused."""

import pytest

from tools.docs.cells import Cell, cells_of

HEAD = '<div class="cell" markdown>\n\n**Try it here**\n\n```python\nprint(1)\n```\n\n'
OUT = '<div class="out" markdown>\n\n{}\n\n</div>\n</div>\n'


@pytest.mark.parametrize("out", ["`1`", "```text\n1\n```"])
def test_an_example_has_its_code_and_its_output(out: str) -> None:
    assert cells_of("a.md", HEAD + OUT.format(out)) == [Cell("a.md", "print(1)\n", "1")]


def test_a_page_may_have_several() -> None:
    text = (HEAD + OUT.format("`1`")) * 2
    assert len(cells_of("a.md", text)) == 2


def test_an_example_without_output_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a\.md: expected a block of Python and its output"):
        cells_of("a.md", HEAD + "</div>\n")
