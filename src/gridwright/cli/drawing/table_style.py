"""Differences between games on a board and games of cards in the terminal.

Each has a `TableStyle` with its words and pictures, so drawing and hotseat need no case for either.
Markets and seats are drawn elsewhere (`market`, `seats`).
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence

from gridwright.content.spec import TableSpec

Line = tuple[str, str]
"""The words to type, and their meaning."""


class TableStyle(ABC):
    """Words and pictures of one table; each method has an answer for boards and for cards."""

    shows_board: bool
    """True if there is a picture of a board."""
    build_lines: Sequence[Line]
    """Lines of the guide about building."""
    look_lines: Sequence[Line]
    """Lines of the guide about what can be looked at beyond the table and the log."""
    guide_words: dict[str, str]
    """Words that fill the lines of the guide."""

    @abstractmethod
    def title(self, spec: TableSpec) -> str:
        """Return the name of the board, or of the edition without one."""

    @abstractmethod
    def round_words(self, step: int) -> list[str]:
        """Return words to add to the number of a round."""

    @abstractmethod
    def output_words(self, output: int) -> str:
        """Return a plant's output in words."""

    @abstractmethod
    def run_words(self, output: int, n_cities: int) -> list[str]:
        """Return words about a run to print before its income."""


class BoardStyle(TableStyle):
    """A game on a board."""

    shows_board = True
    build_lines = (("connect {city}", "build in a city"),)
    look_lines = (
        ("links {city}", "the links of a city"),
        ("quote {city}", "its price; `quote` alone for all prices, also of fuel and plants"),
        ("plan {city}, {other}", "several cities: the cheapest order, money left, income"),
        ("outlook", "the next seats, fuel prices after the refill, what each seat supplies"),
    )

    def __init__(self, cities: Sequence[str]) -> None:
        # The shortest name is the easiest to type, and leaves most room.
        city = min(cities, key=len).casefold()
        self.guide_words = {
            "city": city,
            "other": sorted(cities, key=len)[1].casefold(),
            "tried": f"connect {city}",
            "undone": "purchase or connection",
            "shown": "table, map, log",
            "pictures": "the table, the board",
        }

    def title(self, spec: TableSpec) -> str:
        return spec.board

    def round_words(self, step: int) -> list[str]:
        return [f"step {step}"]

    def output_words(self, output: int) -> str:
        return _cities(output)

    def run_words(self, output: int, n_cities: int) -> list[str]:
        return [_cities(min(output, n_cities))]


class CardStyle(TableStyle):
    """A game of cards: no board, no steps, and plants earn by their output."""

    shows_board = False
    build_lines = ()
    look_lines = (
        ("quote", "what fuel and plants would earn; `quote fuel` or `quote 13` for one of them"),
        ("outlook", "the next seats"),
    )

    def __init__(self) -> None:
        self.guide_words = {
            "tried": "offer 13",
            "undone": "purchase",
            "shown": "table, log",
            "pictures": "the table",
        }

    def title(self, spec: TableSpec) -> str:
        return spec.edition

    def round_words(self, step: int) -> list[str]:
        return []

    def output_words(self, output: int) -> str:
        return f"earns {output}"

    def run_words(self, output: int, n_cities: int) -> list[str]:
        return []


def style_of(cities: Sequence[str]) -> TableStyle:
    """Return the style of a table with these cities."""
    return BoardStyle(cities) if cities else CardStyle()


def _cities(number: int) -> str:
    return f"{number} {'city' if number == 1 else 'cities'}"
