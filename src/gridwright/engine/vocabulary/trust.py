"""The Trust of a game for two."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import AMOUNTS, CITY, NUMBER, PLANT, SEAT, Field, Fields, list_of
from gridwright.engine.ids import NONE, TRUST
from gridwright.engine.observation import Observation, add_to, take_from
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Event, OneOf
from gridwright.engine.vocabulary.topic import Topic


class PlaceTrustHouse(Action):
    KIND: ClassVar[int] = 2
    WORD: ClassVar[str] = "place-trust"
    ABOUT: ClassVar[str] = "Put one of the Trust's first houses into a city."
    FIELDS: ClassVar[Fields] = (Field("city", CITY),)

    def __init__(self, seat: int, city: int) -> None:
        super().__init__(seat)
        self.city: Final = city

    def can_be_taken_back(self) -> bool:
        return True


class MayPlaceTrust(OneOf):
    ACTION: ClassVar[type[Action]] = PlaceTrustHouse
    ABOUT: ClassVar[str] = "Put one of the Trust's first houses into one of the cities."
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT), Field("cities", list_of(CITY)))

    def __init__(self, seat: int, cities: list[int]) -> None:
        self.seat: Final = seat
        self.cities: Final = cities

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, PlaceTrustHouse)
            and action.seat == self.seat
            and action.city in self.cities
        )

    def actions(self) -> list[Action]:
        return [PlaceTrustHouse(self.seat, city) for city in self.cities]

    def sample(self, dice: Dice) -> Action:
        return PlaceTrustHouse(self.seat, self.cities[dice.below(len(self.cities))])

    def choices(self) -> list[int]:
        return self.cities


class TrustTookPlant(Event):
    WORD: ClassVar[str] = "trust_took_plant"
    ABOUT: ClassVar[str] = (
        "The Trust took a plant; ``scrapped`` left the game for it, or NONE; ``plants`` is its row."
    )
    FIELDS: ClassVar[Fields] = (
        Field("plant", PLANT),
        Field("scrapped", PLANT),
        Field("plants", list_of(PLANT)),
    )

    def __init__(self, plant: int, scrapped: int, plants: list[int]) -> None:
        self.plant: Final = plant
        self.scrapped: Final = scrapped
        self.plants: Final = plants

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.lift(self.plant)
        seen.trust_plants = self.plants[:]
        if self.scrapped != NONE:
            seen.gone |= 1 << self.scrapped


class TrustTookFuel(Event):
    WORD: ClassVar[str] = "trust_took_fuel"
    FIELDS: ClassVar[Fields] = (Field("amounts", AMOUNTS),)

    def __init__(self, amounts: list[int]) -> None:
        self.amounts: Final = amounts

    def fold(self, rules: Rules, seen: Observation) -> None:
        take_from(seen.tokens, self.amounts)
        add_to(seen.trust_fuel, self.amounts)


class TrustBurnedFuel(Event):
    WORD: ClassVar[str] = "trust_burned_fuel"
    FIELDS: ClassVar[Fields] = (Field("amounts", AMOUNTS),)

    def __init__(self, amounts: list[int]) -> None:
        self.amounts: Final = amounts

    def fold(self, rules: Rules, seen: Observation) -> None:
        take_from(seen.trust_fuel, self.amounts)
        add_to(seen.supply, self.amounts)


class TrustBuilt(Event):
    WORD: ClassVar[str] = "trust_built"
    ABOUT: ClassVar[str] = "A house of the Trust; ``seat`` placed or caused it."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("city", CITY),
        Field("space", NUMBER),
    )

    def __init__(self, seat: int, city: int, space: int) -> None:
        self.seat: Final = seat
        self.city: Final = city
        self.space: Final = space

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.spaces[self.city * rules.board.n_spaces + self.space] = TRUST
        seen.trust_houses -= 1


TOPIC: Final[Topic] = Topic(
    actions=[PlaceTrustHouse],
    offers=[MayPlaceTrust],
    events=[TrustTookPlant, TrustTookFuel, TrustBurnedFuel, TrustBuilt],
    said=[],
)
