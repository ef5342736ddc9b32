"""A second fuel market on a board: a seat buys at one of the two per turn."""

from typing import ClassVar, Final

from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.resources import Ladder, PricePolicy

UNDECIDED: Final = 0
AT_FIRST: Final = 1
AT_SECOND: Final = 2
"""Number of the market at which a seat buys in its turn, as stored in the part of the sides."""


class SecondMarket:
    """Prices and refills of a second fuel market. Its tokens and the sides are board parts."""

    DERIVED: ClassVar = ("sold",)

    def __init__(
        self, part: int, sides: int, ladders: list[Ladder], refills: list[list[int]]
    ) -> None:
        self.part: Final = part
        """Index of the part with its tokens by kind."""
        self.sides: Final = sides
        """Index of the part with the market at which each seat buys."""
        self.ladders: Final = ladders
        """Ladders by kind; a kind without spaces is not sold here."""
        self.refills: Final = refills
        """``refills[step - 1][kind]``."""
        self.sold: Final = [kind for kind in range(len(ladders)) if ladders[kind].n_spaces > 0]

    def tokens(self, parts: Parts) -> list[int]:
        """Return the tokens on this market, by kind."""
        return parts.rows()[self.part]

    def side(self, parts: Parts, seat: int) -> int:
        """Return the market at which a seat buys in its turn: AT_FIRST, AT_SECOND or UNDECIDED."""
        return parts.rows()[self.sides][seat]


class TwoMarketPrices(PricePolicy):
    """Prices of the market that a seat chose, by default of the first."""

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
        """Ladders of the second market; a kind that is not sold there keeps its first ladder."""

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        if self.second.side(parts, seat) == AT_SECOND:
            return self._second_ladders[kind]
        return self.ladders[kind]

    def stock(self, seat: int, tokens: list[int], parts: Parts) -> list[int]:
        if self.second.side(parts, seat) == AT_SECOND:
            return self.second.tokens(parts)
        return tokens
