"""Which prices a seat pays for fuel."""

from typing import Final

from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.resources import Ladder


class PricePolicy:
    """The ladder of a seat. Here: all pay the printed prices (c5.2).

    It asks for nothing that is not public, so bots and drawings ask it as the rules do.
    """

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        self.ladders: Final = ladders
        """As printed, by kind."""
        self.board: Final = board
        self.figures: Final = figures
        """The board's own numbers, by name."""

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        """What a seat with these cities pays for a kind; as many spaces as its stock needs."""
        return self.ladders[kind]

    def stock(self, seat: int, tokens: list[int], parts: Parts) -> list[int]:
        """The tokens of the market that a seat buys at, given those of the printed one."""
        return tokens

    def behind(self, supply: list[int], parts: Parts) -> list[int]:
        """The tokens that are sold at the store price, where a ladder has one (c13.2)."""
        return supply
