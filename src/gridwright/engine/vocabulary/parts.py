"""Events of the public parts of boards, the same for all boards."""

from typing import ClassVar, Final

from gridwright.engine.fields import AMOUNT, AMOUNTS, NUMBER, SEAT, Field, Fields
from gridwright.engine.ids import NONE
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.topic import Topic


class PartChanged(Event):
    WORD: ClassVar[str] = "part_changed"
    ABOUT: ClassVar[str] = (
        "A public part of the board has new numbers, by which ``seat`` gained money, or NONE did. "
        "``place`` is its place among the parts of the rules; ``to_supply`` has what of each kind "
        "went from the part to the supply, below zero what came from there."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("gained", AMOUNT),
        Field("place", NUMBER),
        Field("row", AMOUNTS),
        Field("to_supply", AMOUNTS),
    )

    def __init__(
        self, seat: int, gained: int, place: int, row: list[int], to_supply: list[int]
    ) -> None:
        self.seat: Final = seat
        self.gained: Final = gained
        self.place: Final = place
        self.row: Final = row
        self.to_supply: Final = to_supply

    def fold(self, rules: Rules, seen: Observation) -> None:
        if self.seat != NONE:
            seen.pay(self.seat, self.gained)
        seen.parts.put(self.place, self.row)
        for kind in range(len(self.to_supply)):
            seen.supply[kind] += self.to_supply[kind]


TOPIC: Final[Topic] = Topic(actions=[], offers=[], events=[PartChanged], said=[])
