"""The lint of words reads names of the wire as one word."""

from tools.check_words import WIRE_NAMES, find_words


def test_a_name_of_the_wire_is_found_in_prose_only() -> None:
    for name in WIRE_NAMES:
        assert list(find_words("a.py", f'{{"{name}": page.{name}}}')) == []
        words = name.replace("_", " ")
        assert [hit.text for hit in find_words("a.py", f"{name}, {words} x")] == [words]
