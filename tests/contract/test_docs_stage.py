"""The pages of the site: every document, links that hold there, and a place for each."""

from pathlib import Path
from typing import Any

import pytest

from tools.docs.site import SiteError, choose_pages
from tools.docs.stage import Stage, StageError


def lay_out(tmp_path: Path, **documents: str) -> dict[str, str]:
    """Write documents and lay them out; returns the pages."""
    root = tmp_path / "repository"
    for name, text in documents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    pages = Stage(root, tmp_path / "pages").lay_out()
    return {page: (tmp_path / "pages" / page).read_text("utf-8") for page in pages}


def test_a_file_that_is_linked_goes_along(tmp_path: Path) -> None:
    pages = lay_out(
        tmp_path,
        **{"docs/guide/a.md": "[unit](../../deploy/x.service)", "deploy/x.service": "[Unit]"},
    )
    assert pages == {"guide/a.md": "[unit](../files/deploy/x.service)\n"}
    assert (tmp_path / "pages/files/deploy/x.service").read_text() == "[Unit]"


def test_links_follow_documents_to_their_places(tmp_path: Path) -> None:
    pages = lay_out(
        tmp_path,
        **{
            "CONTRIBUTING.md": "[a](docs/guide/a.md#top) [s](docs/strength)",
            "docs/guide/a.md": "[c](../../CONTRIBUTING.md) [r](../../README.md)",
            "docs/strength/README.md": "figures",
            "README.md": "",
        },
    )
    assert pages["project/contributing.md"] == "[a](../guide/a.md#top) [s](../strength/index.md)\n"
    assert pages["guide/a.md"] == "[c](../project/contributing.md) [r](../index.md)\n"


def test_code_stays_as_it_is(tmp_path: Path) -> None:
    text = "```\n[x](../gone.md)\n  - item\n```\n`[x](../gone.md)`\n"
    assert lay_out(tmp_path, **{"docs/a.md": text}) == {"a.md": text}


def test_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StageError, match=r"docs/a\.md: expected a file at b\.md"):
        lay_out(tmp_path, **{"docs/a.md": "[b](b.md)"})


def test_clauses_have_anchors_and_inner_lists_are_kept(tmp_path: Path) -> None:
    pages = lay_out(tmp_path, **{"docs/rules/x.md": "- **c1.2** Fifty.\n  - Text A.\n"})
    assert pages["rules/x.md"] == '- <span id="c1.2"></span>**c1.2** Fifty.\n    - Text A.\n'


def test_a_pattern_takes_what_no_line_names() -> None:
    sections: list[dict[str, Any]] = [
        {"pages": ["index.md"]},
        {"title": "How to", "pages": ["guide/b.md", "guide/*.md"]},
        {"title": "More", "pages": ["*.md"]},
    ]
    pages = ["glossary.md", "guide/a.md", "guide/b.md", "index.md"]
    assert choose_pages(sections, pages) == [
        "index.md",
        {"How to": ["guide/b.md", "guide/a.md"]},
        {"More": ["glossary.md"]},
    ]


def test_a_page_without_a_section_is_refused() -> None:
    with pytest.raises(SiteError, match=r"a section .* for rules/a\.md"):
        choose_pages([{"title": "More", "pages": ["*.md"]}], ["b.md", "rules/a.md"])


def test_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(SiteError, match=r"found no gone\.md"):
        choose_pages([{"title": "More", "pages": ["gone.md", "*.md"]}], ["b.md"])


def test_links_to_headings_of_the_index_open_the_generated_pages(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    (root / "docs" / "reference").mkdir(parents=True)
    (root / "docs" / "a.md").write_text("[h](reference/README.md#http) [r](reference/README.md)")
    (root / "docs" / "reference" / "README.md").write_text("[p](#python) [o](#other)")
    generated = {
        "docs/reference/http.md": "[a](../a.md)",
        "docs/reference/python.md": "[h](http.md#top)",
    }
    pages = Stage(root, tmp_path / "pages", generated).lay_out()
    assert pages == ["a.md", "reference/http.md", "reference/index.md", "reference/python.md"]
    texts = {page: (tmp_path / "pages" / page).read_text("utf-8") for page in pages}
    assert texts["a.md"] == "[h](reference/http.md) [r](reference/index.md)\n"
    assert texts["reference/index.md"] == "[p](python.md) [o](#other)\n"
    assert texts["reference/http.md"] == "[a](../a.md)\n"
    assert texts["reference/python.md"] == "[h](http.md#top)\n"
