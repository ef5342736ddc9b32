"""What somebody looks for among the games that are over."""

import msgspec

from gridwright.server.accounts.names import folded_name
from gridwright.server.storage.limits import MAX_MOMENT

MAX_WORDS = 4
"""Words of names that are looked for together."""
LAST: tuple[int, str] = (MAX_MOMENT, "~")
"""After every game."""


class Search(msgspec.Struct, frozen=True, kw_only=True):
    """Each wish that is left out may be anything."""

    edition: str = ""
    board: str = ""
    seats: int = 0
    close: bool = False
    """Games in which the first two were at most one apart."""
    since: int = 0
    name: str = ""
    """Words of the names at the table, all of which are there."""

    def columns(self) -> dict[str, object]:
        """The columns that are compared, with their values."""
        wishes = {"edition": self.edition, "board": self.board, "seats": self.seats}
        found: dict[str, object] = {name: wish for name, wish in wishes.items() if wish}
        return {**found, "is_close": True} if self.close else found

    def words(self) -> list[str]:
        return words_of(self.name)[:MAX_WORDS]

    def without(self) -> dict[str, "Search"]:
        """The same search without each of its wishes, by what is left out."""
        nothing = Search()
        asked = [name for name in self.__struct_fields__ if getattr(self, name)]
        return {
            name: msgspec.structs.replace(self, **{name: getattr(nothing, name)}) for name in asked
        }


def words_of(name: str) -> list[str]:
    """The words by which a name is found, each once."""
    return list(dict.fromkeys(folded_name(name).split()))
