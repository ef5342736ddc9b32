"""Orders that may be undone, derived from the stored log only.

The server keeps a book of orders as it goes; this asks the whole log again each time, in other
words: no other person has acted and nothing hidden was shown since, whether or not that counts.
"""

import json
from typing import Any, Final

from gridwright.engine.digest import digest
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.table.entries import LoggedEntry

_OF_LIMITS: Final = "limit_spent"


class ReadEntry:
    """An entry as every viewer can read it."""

    def __init__(self, logged: LoggedEntry) -> None:
        entry = logged.entry
        data: dict[str, Any] = json.loads(entry.data)
        self.version: Final = logged.version
        self.seat: Final = entry.seat
        self.lines: Final = entry.lines
        is_limits = bool(data.get("by_limit"))
        self.is_order: Final = entry.kind == "acted" and not data["by_bot"] and not is_limits
        """True if a person chose it."""
        shows_card = any(line.startswith("chance ") for line in entry.lines)
        self.shows: Final = shows_card or is_limits or entry.kind == _OF_LIMITS
        """True if it reveals hidden information."""
        self.undone_since: Final[int | None] = data["since"] if entry.kind == "undone" else None


class UndoLaw:
    """The log of one table, read from its beginning."""

    def __init__(self) -> None:
        self._log: Final[list[ReadEntry]] = []

    @property
    def version(self) -> int:
        return len(self._log)

    def read(self, logged: LoggedEntry) -> None:
        assert logged.version == self.version + 1, logged
        self._log.append(ReadEntry(logged))

    def counting(self) -> list[ReadEntry]:
        """The entries that were not taken back."""
        found: list[ReadEntry] = []
        for entry in self._log:
            if entry.undone_since is not None:
                while found and found[-1].version >= entry.undone_since:
                    found.pop()
            found.append(entry)
        return found

    def lines(self) -> list[str]:
        """The game that counts."""
        return [line for entry in self.counting() for line in entry.lines]

    def last_order(self, seat: int) -> ReadEntry | None:
        """The last order of a seat that counts."""
        own = [each for each in self.counting() if each.is_order and each.seat == seat]
        return own[-1] if own else None

    def undoable(self, seat: int) -> int | None:
        """The version of the order that a seat may take back; None if it may not."""
        order = self.last_order(seat)
        if order is None:
            return None
        for entry in self._log[order.version - 1 :]:
            if entry.shows or (entry.is_order and entry.seat != seat):
                return None
        return order.version

    def digest(self, game: Game) -> str:
        """The position to which the lines that count lead."""
        history = History(game)
        notation = Notation(game.rules)
        for line in self.lines():
            history.play(notation.parse(line))
        return digest(history.state)
