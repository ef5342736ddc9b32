"""The check of documents finds long lines and paragraphs, and wraps prose without losing a word."""

from tools.check_documents import MAX_LINE, MAX_WORDS, problems, wrap

LONG = "word " * (MAX_WORDS + 1)


def test_a_long_line_is_found() -> None:
    fits = "a" * MAX_LINE
    assert list(problems(f"{fits}\n\n{fits}a\n")) == [(3, "101 characters, at most 100")]


def test_a_long_line_of_a_table_is_found() -> None:
    assert [line for line, _ in problems(f"| {'a' * MAX_LINE} |\n")] == [1]


def test_targets_of_links_and_code_are_not_counted() -> None:
    link = f"[page](https://example.org/{'a' * MAX_LINE})"
    assert list(problems(f"{link}\n\n```\n{'a' * 200}\n```\n\n    {'a' * 200}\n")) == []


def test_a_long_paragraph_is_found_at_its_first_line() -> None:
    assert list(problems("short\n\n" + wrap(LONG))) == [(3, "a paragraph of 81 words, at most 80")]


def test_items_are_counted_one_by_one() -> None:
    half = "word " * (MAX_WORDS // 2)
    assert list(problems(wrap(f"- {half}\n- {half}\n- {half}\n"))) == []


def test_wrapping_keeps_words_and_marks() -> None:
    text = f"# Head\n\n{LONG}\n\n- {LONG}\n\n```\n{LONG}\n```\n"
    wrapped = wrap(text)
    assert wrapped.split() == text.split()
    assert wrap(wrapped) == wrapped
    assert [line for line, problem in problems(wrapped) if "characters" in problem] == []
