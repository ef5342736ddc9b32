"""The rules documents by clause."""

import re
from pathlib import Path

import pytest

from gridwright.content import clauses
from gridwright.content.clauses import load_clauses, parse_clauses
from gridwright.content.errors import ContentError
from gridwright.content.library import load_library
from gridwright.engine.errors import REFUSALS
from tests.content.files import EDITIONS

DOCUMENT = """# Rules

- **c1.1** One line.
- **c1.2** Two
  lines, with `code` and a mention of **c1.1**.
  - A remark
    of two lines.
- **c1.3** A table:

  | a | b |
  | --- | --- |
  | 1 | 2 |

  - A remark.

A paragraph of the section:

- **c1.10** Last of the section.

## 2. Next

- A bullet without a number.
- **x2.1** Another letter.
"""


def test_parser() -> None:
    found = parse_clauses(DOCUMENT, "made-up.md")
    assert list(found) == ["c1.1", "c1.2", "c1.3", "c1.10", "x2.1"]
    assert found["c1.1"] == "- **c1.1** One line."
    assert found["c1.2"].endswith("  - A remark\n    of two lines.")
    assert "| 1 | 2 |\n\n  - A remark." in found["c1.3"]
    assert found["c1.3"].endswith("- A remark.")
    assert found["c1.10"] == "- **c1.10** Last of the section."
    assert found["x2.1"] == "- **x2.1** Another letter."


def test_a_number_is_used_once() -> None:
    with pytest.raises(ContentError, match=r"^made-up\.md: c1\.1: expected each number once"):
        parse_clauses("- **c1.1** One.\n- **c1.1** Two.\n", "made-up.md")


def test_unknown_document() -> None:
    with pytest.raises(ContentError, match=r"^draughts\.md: expected a rules document in "):
        load_clauses("draughts")


def test_an_installed_copy_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("installed", "checkout"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "made-up.md").write_text(f"- **c1.1** {folder}\n", encoding="utf-8")
    monkeypatch.setattr(clauses, "FOLDERS", (tmp_path / "installed", tmp_path / "checkout"))
    assert load_clauses("made-up") == {"c1.1": "- **c1.1** installed"}


@pytest.mark.parametrize(("edition", "letter"), [("classic", "c"), ("deluxe", "d"), ("card", "k")])
def test_every_number_of_the_document_is_found(edition: str, letter: str) -> None:
    file = f"{edition}.md"
    path = next(folder for folder in clauses.FOLDERS if (folder / file).is_file())
    text = (path / file).read_text(encoding="utf-8")
    numbers = re.findall(rf"(?m)^- \*\*({letter}\d+\.\d+)\*\*", text)
    shared = [number for number in load_clauses(edition) if not number.startswith("b-")]
    assert shared == numbers
    assert len(numbers) > 90


def test_clauses_carry_their_tables() -> None:
    assert "| end, `recharged` | 18 | 17 | 17 | 15 | 14 |" in load_clauses("classic")["c1.11"]
    assert "| | 6 | 5 4 5 3 | 8 4 3 2 | 5 7 6 4 |" in load_clauses("deluxe")["d7.5"]


@pytest.mark.parametrize("code", REFUSALS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_refusal_has_an_existing_clause(edition: str, code: str) -> None:
    assert load_library(edition).edition.clauses[code] in load_clauses(edition)
