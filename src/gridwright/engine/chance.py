"""What is drawn by lot, as actions of the dealer. The engine never draws; it checks and records."""

from typing import ClassVar, Final

from gridwright.engine.actions import Action
from gridwright.engine.ids import CHANCE


class ChanceAction(Action):
    """An outcome of chance, drawn outside the engine."""

    def moves(self) -> int:
        return 0


class DrawOrder(ChanceAction):
    """The player order of the first round."""

    KIND: ClassVar[int] = 20
    WORD: ClassVar[str] = "order"

    def __init__(self, order: list[int]) -> None:
        super().__init__(CHANCE)
        self.order: Final = order

    def arguments(self) -> list[int]:
        return self.order


class DrawRegions(ChanceAction):
    """The regions in play, as a bit mask."""

    KIND: ClassVar[int] = 21
    WORD: ClassVar[str] = "regions"

    def __init__(self, regions: int) -> None:
        super().__init__(CHANCE)
        self.regions: Final = regions

    def arguments(self) -> list[int]:
        return [self.regions]


class DrawTrustRegion(ChanceAction):
    """The region in which the Trust begins."""

    KIND: ClassVar[int] = 24
    WORD: ClassVar[str] = "trust-region"

    def __init__(self, region: int) -> None:
        super().__init__(CHANCE)
        self.region: Final = region

    def arguments(self) -> list[int]:
        return [self.region]


class RevealCard(ChanceAction):
    """The top card of the stack, and the back that is now visible (NONE on an empty stack)."""

    KIND: ClassVar[int] = 22
    WORD: ClassVar[str] = "reveal"

    def __init__(self, card: int, next_back: int) -> None:
        super().__init__(CHANCE)
        self.card: Final = card
        self.next_back: Final = next_back

    def arguments(self) -> list[int]:
        return [self.card, self.next_back]


class ShuffleStack(ChanceAction):
    """The stack was shuffled; ``next_back`` is the back that is now visible."""

    KIND: ClassVar[int] = 23
    WORD: ClassVar[str] = "shuffle"

    def __init__(self, next_back: int) -> None:
        super().__init__(CHANCE)
        self.next_back: Final = next_back

    def arguments(self) -> list[int]:
        return [self.next_back]


class DealFuel(ChanceAction):
    """The top card of the stack of fuel cards. All its backs look alike."""

    KIND: ClassVar[int] = 26
    WORD: ClassVar[str] = "fuel"

    def __init__(self, card: int) -> None:
        super().__init__(CHANCE)
        self.card: Final = card

    def arguments(self) -> list[int]:
        return [self.card]
