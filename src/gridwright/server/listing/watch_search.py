"""Search criteria for finished games."""

import msgspec

from gridwright.server.accounts.names import folded_name
from gridwright.server.storage.limits import MAX_MOMENT

MAX_WORDS = 4
"""Maximum number of words in one search."""
LAST: tuple[int, str] = (MAX_MOMENT, "~")
"""Cursor after every game: the first page."""


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """An empty criterion matches anything."""

    edition: str = ""
    board: str = ""
    seats: int = 0
    close: bool = False
    """Games in which the first two were at most one apart."""
    since: int = 0
    name: str = ""
    """Words of the names at the table; all must occur."""

    def columns(self) -> dict[str, object]:
        """Return the columns to compare, with their values."""
        criteria = {"edition": self.edition, "board": self.board, "seats": self.seats}
        found: dict[str, object] = {name: value for name, value in criteria.items() if value}
        return {**found, "is_close": True} if self.close else found

    def words(self) -> list[str]:
        return words_of(self.name)[:MAX_WORDS]

    def without(self) -> dict[str, "Search"]:
        """Return the same search without each of its criteria, by the removed one."""
        nothing = Search()
        asked = [name for name in self.__struct_fields__ if getattr(self, name)]
        return {
            name: msgspec.structs.replace(self, **{name: getattr(nothing, name)}) for name in asked
        }


def words_of(name: str) -> list[str]:
    """Return the words by which a name is found, each once."""
    return list(dict.fromkeys(folded_name(name).split()))
