"""Dead links and anchors are found, in Markdown and on the built site."""

from pathlib import Path

import pytest

from tools.docs.links import check_markdown, check_site, main, markdown_files
from tools.docs.markdown import anchors_of, change_links, links_of


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_the_documents_have_no_dead_link() -> None:
    found = check_markdown(markdown_files())
    assert found.complaints == []
    assert found.n_links > 50


@pytest.mark.parametrize(
    "link", ["b.md", "b.md#two-words", "b.md#two-words-1", "#here", "b.md#an-id"]
)
def test_a_link_to_what_is_there_is_good(tmp_path: Path, link: str) -> None:
    write(tmp_path, "b.md", '# Two words\n## Two *words*\n<span id="an-id"></span>\n')
    page = write(tmp_path, "a.md", f"# Here\n[x]({link})\n")
    assert check_markdown([page], tmp_path).complaints == []


@pytest.mark.parametrize("link", ["c.md", "b.md#three", "#there", "../b.md"])
def test_a_link_to_what_is_not_there_is_dead(tmp_path: Path, link: str) -> None:
    write(tmp_path, "b.md", "# Two words\n```\n# three\n```\n")
    page = write(tmp_path, "a.md", f"# Here\n\n[x]({link})\n")
    (complaint,) = check_markdown([page], tmp_path).complaints
    assert complaint.startswith("a.md:3: no ")


def test_links_in_code_and_to_other_sites_are_left_alone() -> None:
    text = "`[x](a.md)`\n```\n[x](a.md)\n```\n[x](https://example.org) [x](mailto:a@b)\n"
    assert links_of(text) == []


def test_a_reference_definition_is_a_link_and_a_footnote_is_none() -> None:
    text = "See [it], [^1].\n\n[it]: there.md#part\n[^1]: here.md\n[other]: https://example.org\n"
    assert [link.target for link in links_of(text)] == ["there.md#part"]
    assert change_links(text, str.upper) == text.replace("there.md#part", "THERE.MD#PART")


def test_a_heading_in_code_is_no_anchor() -> None:
    assert anchors_of("# `new` and more\n```\n# no\n```\n") == {"new-and-more"}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('<a href="b/">', "no file"),
        ('<a href="a/#no">', "no anchor"),
        ('<img src="a.png">', "no file"),
        ('<a href="../outside">', "no file"),
        ('<script src="https://cdn.example/x.js"></script>', "from elsewhere"),
        ('<link rel="stylesheet" href="//fonts.example/x.css">', "from elsewhere"),
        ('<pre class="mermaid">', "from elsewhere"),
    ],
)
def test_a_fault_of_a_page_is_found(tmp_path: Path, body: str, told: str) -> None:
    write(tmp_path, "a/index.html", '<h1 id="yes">')
    write(tmp_path, "index.html", body)
    (complaint,) = check_site(tmp_path).complaints
    assert told in complaint


def test_a_good_page_has_no_complaint(tmp_path: Path) -> None:
    write(tmp_path, "a/index.html", '<h1 id="yes"><a href="../index.html">')
    links = '<a href="a/#yes"><a href="https://example.org"><link rel="canonical" href="https://x">'
    write(tmp_path, "index.html", links)
    assert check_site(tmp_path).complaints == []


def test_a_site_without_links_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A check that found no links must not pass."""
    assert main([str(tmp_path)]) == 1
    assert "expected some links" in capsys.readouterr().err
