"""Setup before the first round: the order of the seats, and the regions in play."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import (
    AMOUNT,
    CITY,
    ORDER,
    REGION,
    REGIONS,
    SEAT,
    Field,
    Fields,
    Value,
    list_of,
)
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, ChanceAction, Event, Offer, OneOf
from gridwright.engine.vocabulary.topic import Topic


class DraftRegion(Action):
    KIND: ClassVar[int] = 1
    WORD: ClassVar[str] = "draft"
    ABOUT: ClassVar[str] = "Add a region to those in play."
    FIELDS: ClassVar[Fields] = (Field("region", REGION),)

    def __init__(self, seat: int, region: int) -> None:
        super().__init__(seat)
        self.region: Final = region


class DrawOrder(ChanceAction):
    """The player order of the first round."""

    KIND: ClassVar[int] = 20
    WORD: ClassVar[str] = "order"
    FIELDS: ClassVar[Fields] = (Field("order", ORDER),)

    def __init__(self, order: list[int]) -> None:
        super().__init__()
        self.order: Final = order


class DrawRegions(ChanceAction):
    """The regions in play, as a bit mask."""

    KIND: ClassVar[int] = 21
    WORD: ClassVar[str] = "regions"
    FIELDS: ClassVar[Fields] = (Field("regions", REGIONS),)

    def __init__(self, regions: int) -> None:
        super().__init__()
        self.regions: Final = regions


class DrawTrustRegion(ChanceAction):
    """The region in which the Trust begins."""

    KIND: ClassVar[int] = 24
    WORD: ClassVar[str] = "trust-region"
    FIELDS: ClassVar[Fields] = (Field("region", REGION),)

    def __init__(self, region: int) -> None:
        super().__init__()
        self.region: Final = region


class DrawTrustCity(ChanceAction):
    """A city whose next space a house of the Trust blocks."""

    KIND: ClassVar[int] = 25
    WORD: ClassVar[str] = "trust-city"
    FIELDS: ClassVar[Fields] = (Field("city", CITY),)

    def __init__(self, city: int) -> None:
        super().__init__()
        self.city: Final = city


class MayDraft(OneOf):
    ACTION: ClassVar[type[Action]] = DraftRegion
    ABOUT: ClassVar[str] = "Add one of the regions to those in play."
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT), Field("regions", list_of(REGION)))

    def __init__(self, seat: int, regions: list[int]) -> None:
        self.seat: Final = seat
        self.regions: Final = regions

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, DraftRegion)
            and action.seat == self.seat
            and action.region in self.regions
        )

    def actions(self) -> list[Action]:
        return [DraftRegion(self.seat, region) for region in self.regions]

    def sample(self, dice: Dice) -> Action:
        return DraftRegion(self.seat, self.regions[dice.below(len(self.regions))])

    def choices(self) -> list[int]:
        return self.regions


class MayOrder(Offer):
    """Chance: any order of the seats."""

    ACTION: ClassVar[type[Action]] = DrawOrder
    FIELDS: ClassVar[Fields] = (Field("seats", AMOUNT),)

    def __init__(self, n_seats: int) -> None:
        self.n_seats: Final = n_seats

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawOrder) and sorted(action.order) == list(range(self.n_seats))

    def actions(self) -> list[Action]:
        orders: list[list[int]] = [[]]
        for place in range(self.n_seats):
            orders = [
                [*order, seat]
                for order in orders
                for seat in range(self.n_seats)
                if seat not in order and len(order) == place
            ]
        return [DrawOrder(order) for order in orders]

    def sample(self, dice: Dice) -> Action:
        left = list(range(self.n_seats))
        order: list[int] = []
        while left:
            order.append(left.pop(dice.below(len(left))))
        return DrawOrder(order)

    def values(self) -> list[Value]:
        return [self.n_seats]


class MayChooseRegions(Offer):
    """Chance: any of the choices of regions."""

    ACTION: ClassVar[type[Action]] = DrawRegions
    FIELDS: ClassVar[Fields] = (Field("choices", list_of(REGIONS)),)

    def __init__(self, choices: list[int]) -> None:
        self.choices: Final = choices

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawRegions) and action.regions in self.choices

    def actions(self) -> list[Action]:
        return [DrawRegions(regions) for regions in self.choices]

    def sample(self, dice: Dice) -> Action:
        return DrawRegions(self.choices[dice.below(len(self.choices))])


class MayDrawTrustRegion(Offer):
    """Chance: any of these regions."""

    ACTION: ClassVar[type[Action]] = DrawTrustRegion
    FIELDS: ClassVar[Fields] = (Field("regions", list_of(REGION)),)

    def __init__(self, regions: list[int]) -> None:
        self.regions: Final = regions

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawTrustRegion) and action.region in self.regions

    def actions(self) -> list[Action]:
        return [DrawTrustRegion(region) for region in self.regions]

    def sample(self, dice: Dice) -> Action:
        return DrawTrustRegion(self.regions[dice.below(len(self.regions))])


class MayDrawTrustCity(Offer):
    """Chance: any of these cities."""

    ACTION: ClassVar[type[Action]] = DrawTrustCity
    FIELDS: ClassVar[Fields] = (Field("cities", list_of(CITY)),)

    def __init__(self, cities: list[int]) -> None:
        self.cities: Final = cities

    def holds(self, action: Action) -> bool:
        return isinstance(action, DrawTrustCity) and action.city in self.cities

    def actions(self) -> list[Action]:
        return [DrawTrustCity(city) for city in self.cities]

    def sample(self, dice: Dice) -> Action:
        return DrawTrustCity(self.cities[dice.below(len(self.cities))])


class OrderSet(Event):
    WORD: ClassVar[str] = "order_set"
    FIELDS: ClassVar[Fields] = (Field("order", ORDER),)

    def __init__(self, order: list[int]) -> None:
        self.order: Final = order

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.order = self.order[:]


class RegionsChosen(Event):
    WORD: ClassVar[str] = "regions_chosen"
    ABOUT: ClassVar[str] = "The regions in play so far; ``seat`` drafted the last one, or NONE."
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT), Field("regions", REGIONS))

    def __init__(self, seat: int, regions: int) -> None:
        self.seat: Final = seat
        self.regions: Final = regions

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.regions = self.regions


TOPIC: Final[Topic] = Topic(
    actions=[DraftRegion, DrawOrder, DrawRegions, DrawTrustRegion, DrawTrustCity],
    offers=[MayDraft, MayOrder, MayChooseRegions, MayDrawTrustRegion, MayDrawTrustCity],
    events=[OrderSet, RegionsChosen],
    said=[],
)
