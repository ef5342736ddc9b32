"""The site's plan: short lists, short start pages, one place for each page; examples that run."""

import re
from pathlib import Path

import pytest

from tools.docs.cells import Cell, cells_of
from tools.docs.doors import LONGEST_LIST, Door, Plan, PlanError, address, read_plan

ROOT = Path(__file__).resolve().parents[2]
PLAN = ROOT / "docs" / "site.toml"
MAX_START_WORDS = 600
MAX_README_WORDS = 500
HEAD = '<div class="cell" markdown>\n\n**Try it here**\n\n```python\nprint(1)\n```\n\n'
OUT = '<div class="out" markdown>\n\n{}\n\n</div>\n</div>\n'
_TARGET = re.compile(r"\]\([^)]*\)")


def words_of(path: Path) -> int:
    """Words that are read: no targets of links, no marks."""
    text = _TARGET.sub("]", path.read_text("utf-8"))
    return len(re.findall(r"[^\s|#*`>\-]\S*", text))


def plan_of(**door: tuple[str, ...]) -> Plan:
    pages = tuple((page, page) for page in door.get("pages", ()))
    made = Door("play", "Play", pages, also=door.get("also", ()))
    return Plan({}, {"page": "index.md", "template": "home.html"}, (made,))


def test_there_are_six_doors_with_short_lists() -> None:
    doors = read_plan(PLAN).doors
    assert [door.title for door in doors] == [
        "Play",
        "Host",
        "Research",
        "Write a bot",
        "Make a board",
        "Contribute",
    ]
    assert all(1 < len(door.pages) <= LONGEST_LIST for door in doors)


@pytest.mark.parametrize("door", read_plan(PLAN).doors, ids=lambda door: door.name)
def test_a_door_begins_with_its_start_page(door: Door) -> None:
    assert door.pages[0] == ("Start here", f"start/{door.name}.md")
    assert words_of(ROOT / "docs" / "start" / f"{door.name}.md") <= MAX_START_WORDS


def test_the_readme_is_short_and_shows_the_product_first() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert words_of(ROOT / "README.md") <= MAX_README_WORDS
    assert text.index("![") < text.index("```")


def test_the_readme_leads_to_every_door() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for door in read_plan(PLAN).doors:
        assert f"docs/{door.pages[0][1]})" in text


def test_a_page_gets_its_door_and_its_number() -> None:
    plan = plan_of(pages=("start.md", "a.md"), also=("more/*.md",))
    assert plan.place(["index.md", "start.md", "a.md", "more/b.md"]) == {
        "index.md": {"template": "home.html"},
        "start.md": {"door": "play", "number": 1},
        "a.md": {"door": "play", "number": 2},
        "more/b.md": {"door": "play", "number": 0},
    }


def test_the_navigation_has_every_page_once() -> None:
    plan = plan_of(pages=("start.md",), also=("*.md",))
    given = plan.place(["index.md", "start.md", "b.md", "a.md"])
    assert plan.navigation(given) == [
        "index.md",
        {"Play": [{"start.md": "start.md"}, "a.md", "b.md"]},
    ]


def test_a_page_without_a_door_is_refused() -> None:
    with pytest.raises(PlanError, match=r"a door .* for rules/a\.md"):
        plan_of(also=("*.md",)).place(["index.md", "rules/a.md"])


def test_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(PlanError, match=r"found no gone\.md"):
        plan_of(pages=("gone.md",)).place(["index.md"])


def test_a_page_in_two_places_is_refused() -> None:
    with pytest.raises(PlanError, match=r"a\.md in one place"):
        plan_of(pages=("a.md", "a.md")).place(["index.md", "a.md"])


def test_a_long_list_is_refused(tmp_path: Path) -> None:
    pages = ", ".join(f'["{number}", "{number}.md"]' for number in range(LONGEST_LIST + 1))
    text = f'settings = {{}}\nhome = {{}}\n[[door]]\nname = "a"\ntitle = "A"\npages = [{pages}]\n'
    (tmp_path / "site.toml").write_text(text)
    with pytest.raises(PlanError, match="at most 9 pages in the list of A, found 10"):
        read_plan(tmp_path / "site.toml")


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("index.md", ""),
        ("guide/serving.md", "guide/serving/"),
        ("strength/index.md", "strength/"),
        ("guide/serving.md#settings", "guide/serving/#settings"),
    ],
)
def test_an_address_is_a_folder_of_the_site(page: str, found: str) -> None:
    assert address(page) == found


@pytest.mark.parametrize("out", ["`1`", "```text\n1\n```"])
def test_an_example_has_its_code_and_its_output(out: str) -> None:
    assert cells_of("a.md", HEAD + OUT.format(out)) == [Cell("a.md", "print(1)\n", "1")]


def test_a_page_may_have_several() -> None:
    text = (HEAD + OUT.format("`1`")) * 2
    assert len(cells_of("a.md", text)) == 2


def test_an_example_without_output_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a\.md: expected a block of Python and its output"):
        cells_of("a.md", HEAD + "</div>\n")
