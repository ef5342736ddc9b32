"""Labels of tables, by which the lobby searches."""

from typing import Final

import msgspec

from gridwright.server.storage.errors import Malformed
from gridwright.server.storage.limits import verify_range

MAX_WORD_LENGTH: Final = 64
MAX_SEATS: Final = 99


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """Label of a table, fixed when it is created; as a query, "" or 0 matches anything.

    Values that change while seats are taken are not part of it: an append updates a game in one
    statement, and the log contains the seats.
    """

    edition: str = ""
    preset: str = ""
    board: str = ""
    seats: int = 0
    clock: str = ""
    """The kind of its clock."""

    def criteria(self) -> dict[str, str | int]:
        """Return the columns to compare, with their values."""
        named: dict[str, str | int] = msgspec.structs.asdict(self)
        return {name: value for name, value in named.items() if value}


ANYTHING: Final = Label()


def verify_label(label: Label) -> None:
    """Raise Malformed unless it can be stored and compared on both databases."""
    for name in ("edition", "preset", "board", "clock"):
        word: str = getattr(label, name)
        if len(word) > MAX_WORD_LENGTH or not (word == "" or word.isprintable()):
            raise Malformed(name, f"expected at most {MAX_WORD_LENGTH} printable characters")
    verify_range("seats", label.seats, 0, MAX_SEATS)
