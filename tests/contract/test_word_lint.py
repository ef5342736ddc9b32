"""The lint of words: each entry is found, in prose and identifiers, and docstrings open well."""

import pytest

from tools.check_words import WIRE_NAMES, WORDS, docstrings, find_words, opens_badly


def test_the_list_has_at_least_40_entries() -> None:
    assert len({pattern for pattern, _better in WORDS}) >= 40


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("a.py", "class WhoeverAsks:"),
        ("a.py", "MOST_SEATS = 6"),
        ("a.py", "# The lease is given\n# back."),
        ("a.svelte", "const comesTo = 3;"),
        ("a.md", "Stop at\nonce."),
    ],
)
def test_a_word_to_leave_is_found(file: str, text: str) -> None:
    assert len(list(find_words(file, text))) == 1


def test_a_word_within_another_is_not_found() -> None:
    assert list(find_words("a.py", "twinkle, Almost 6, wishbone")) == []


def test_a_name_of_the_wire_is_found_in_prose_only() -> None:
    for name in WIRE_NAMES:
        assert list(find_words("a.py", f'{{"{name}": page.{name}}}')) == []
        words = name.replace("_", " ").replace("-", " ")
        found = [hit.text for hit in find_words("a.py", f"{name}, {words} x")]
        assert len(found) == 1
        assert found[0] in words


def test_docstrings_that_open_with_a_question_are_found() -> None:
    python = 'def f():\n    """What it is."""\n\n\nx = 1\n"""The limit."""\n'
    found = [text for _line, text in docstrings("a.py", python)]
    assert [text for text in found if opens_badly(text)] == ["What it is."]
    assert found == ["The limit.", "What it is."]
    browser = "/** How it goes. */\n/** Return it. */"
    found = [text for _line, text in docstrings("a.ts", browser)]
    assert [text for text in found if opens_badly(text)] == ["How it goes."]
