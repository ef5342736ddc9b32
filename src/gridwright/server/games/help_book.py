"""Which seats were helped, and how often: by the log alone."""

from typing import Final

from gridwright.server.games.log_entries import Guided, Hinted


class HelpBook:
    """Help stays marked, also when the order that followed it was taken back."""

    def __init__(self) -> None:
        self._asked: Final[dict[int, set[str]]] = {}
        self._guided: Final[set[int]] = set()

    def note(self, seat: int, help_: Hinted | Guided) -> None:
        """A seat was helped."""
        if isinstance(help_, Guided):
            self._guided.add(seat)
        else:
            self._asked.setdefault(seat, set()).add(help_.position)

    def knows(self, seat: int, help_: Hinted | Guided) -> bool:
        """Whether this help is marked already."""
        if isinstance(help_, Guided):
            return seat in self._guided
        return help_.position in self._asked.get(seat, ())

    def n_hints(self, seat: int) -> int:
        """The questions that a seat has asked."""
        return len(self._asked.get(seat, ()))

    def is_guided(self, seat: int) -> bool:
        """Whether the guide leads a seat through this game."""
        return seat in self._guided
