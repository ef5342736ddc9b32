"""The pages of the site: every document, links that hold there, and a place for each."""

from pathlib import Path

import pytest

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


def test_a_page_begins_with_what_its_template_is_given(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n")
    stage = Stage(tmp_path, tmp_path / "pages")
    stage.lay_out()
    stage.describe({"a.md": {"door": "play", "number": 2}})
    text = (tmp_path / "pages" / "a.md").read_text("utf-8")
    assert text == '---\ndoor: "play"\nnumber: 2\n---\n\n# A\n'
