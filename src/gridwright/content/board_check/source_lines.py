"""Line numbers in a TOML file, for error messages: the parser does not keep them."""

import re
from typing import Final


class SourceLines:
    """Line numbers of keys and items in the text of a file."""

    def __init__(self, text: str) -> None:
        self._text: Final = text

    def line_of(self, key: str, item: int | None = None) -> int:
        """Return the line of a key such as ``spaces.costs``, or of a list's item; 0 if unknown."""
        if item is not None:
            found = self._place_of_item(key, item)
            if found >= 0:
                return self._line_at(found)
        return self._line_of_key(key)

    def _line_at(self, place: int) -> int:
        return self._text.count("\n", 0, place) + 1

    def _line_of_key(self, key: str) -> int:
        table, _dot, last = key.rpartition(".")
        begin = 0
        if table:
            header = self._search(rf"^\s*\[+\s*{re.escape(table)}\s*\]+")
            if header is None:
                return self._line_of_key(table)
            begin = header.end()
        found = self._search(rf"^\s*{re.escape(last)}\s*=", begin)
        if found is None and not table:
            found = self._search(rf"^\s*\[+\s*{re.escape(last)}[\].]")
        if found is None:
            return self._line_at(begin) if begin else 0
        return self._line_at(found.end() - 1)

    def _search(self, pattern: str, begin: int = 0) -> re.Match[str] | None:
        return re.compile(pattern, re.MULTILINE).search(self._text, begin)

    def _place_of_item(self, key: str, item: int) -> int:
        headers = list(re.finditer(rf"^\s*\[\[\s*{re.escape(key)}\s*\]\]", self._text, re.M))
        if headers:
            return headers[item].end() - 1 if item < len(headers) else -1
        opening = self._search(rf"^\s*{re.escape(key)}\s*=\s*\[")
        if opening is None:
            return -1
        return self._place_in_list(opening.end(), item)

    def _place_in_list(self, begin: int, item: int) -> int:
        """Return the place of an item in the list whose bracket opens before ``begin``."""
        depth = 0
        number = -1
        is_between = True
        place = begin
        while place < len(self._text):
            letter = self._text[place]
            if letter == "#":
                place = self._text.find("\n", place)
                if place < 0:
                    return -1
                continue
            if depth == 0 and letter == "]":
                return -1
            if depth == 0 and letter == ",":
                is_between = True
            elif not letter.isspace():
                if is_between:
                    number += 1
                    is_between = False
                    if number == item:
                        return place
                if letter in "\"'":
                    place = self._text.find(letter, place + 1)
                    if place < 0:
                        return -1
                depth += (letter in "[{") - (letter in "]}")
            place += 1
        return -1
