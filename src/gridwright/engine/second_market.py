"""A second fuel market on a board: a seat buys at one of the two in a turn."""

from typing import ClassVar, Final

from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.resources import Ladder, PricePolicy

UNDECIDED: Final = 0
AT_FIRST: Final = 1
AT_SECOND: Final = 2
"""The market at which a seat buys in its turn, as in the part of the sides."""


class SecondMarket:
    """Prices and refills of a second fuel market; its tokens and the sides are board parts."""

    DERIVED: ClassVar = ("sold",)

    def __init__(
        self, part: int, sides: int, ladders: list[Ladder], refills: list[list[int]]
    ) -> None:
        self.part: Final = part
        """The place of the part with its tokens by kind."""
        self.sides: Final = sides
        """The place of the part that says for each seat where it buys."""
        self.ladders: Final = ladders
        """Ladders by kind; a kind without spaces is not sold here."""
        self.refills: Final = refills
        """``refills[step - 1][kind]``."""
        self.sold: Final = [kind for kind in range(len(ladders)) if ladders[kind].n_spaces > 0]

    def tokens(self, parts: Parts) -> list[int]:
        """The tokens that lie here, by kind."""
        return parts.rows()[self.part]

    def side(self, parts: Parts, seat: int) -> int:
        """Return the market at which a seat buys in its turn: AT_FIRST, AT_SECOND or UNDECIDED."""
        return parts.rows()[self.sides][seat]


class TwoMarketPrices(PricePolicy):
    """The prices of the market that a seat chose; of the first while it did not choose."""

    def __init__(
        self,
        ladders: list[Ladder],
        board: Board,
        figures: dict[str, list[int]],
        second: SecondMarket,
    ) -> None:
        super().__init__(ladders, board, figures)
        self.second: Final = second
        self._second_ladders: Final = [
            second.ladders[kind] if kind in second.sold else ladders[kind]
            for kind in range(len(ladders))
        ]
        """A kind that is not sold there has no tokens there, even if it has prices."""

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        if self.second.side(parts, seat) == AT_SECOND:
            return self._second_ladders[kind]
        return self.ladders[kind]

    def stock(self, seat: int, tokens: list[int], parts: Parts) -> list[int]:
        if self.second.side(parts, seat) == AT_SECOND:
            return self.second.tokens(parts)
        return tokens
