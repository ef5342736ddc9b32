"""Houses and connections."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import AMOUNT, AMOUNTS, CITY, NUMBER, SEAT, Field, Fields, list_of
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Event, OneOf
from gridwright.engine.vocabulary.topic import Topic


class ConnectCity(Action):
    KIND: ClassVar[int] = 10
    WORD: ClassVar[str] = "connect"
    ABOUT: ClassVar[str] = "Build in one city."
    FIELDS: ClassVar[Fields] = (Field("city", CITY),)

    def __init__(self, seat: int, city: int) -> None:
        super().__init__(seat)
        self.city: Final = city

    def can_be_taken_back(self) -> bool:
        return True


def build_connections(seat: int, n_cities: int) -> list[Action]:
    """Return a seat's action for each city."""
    return [ConnectCity(seat, city) for city in range(n_cities)]


class ExtendNetwork(Action):
    KIND: ClassVar[int] = 18
    WORD: ClassVar[str] = "extend"
    ABOUT: ClassVar[str] = "Build in a start city by its path and keep the second beginning."
    FIELDS: ClassVar[Fields] = (Field("city", CITY),)

    def __init__(self, seat: int, city: int) -> None:
        super().__init__(seat)
        self.city: Final = city

    def can_be_taken_back(self) -> bool:
        return True


CONNECTING: Final = (ConnectCity, ExtendNetwork)
"""Actions that build in a city."""


class FinishBuilding(Action):
    KIND: ClassVar[int] = 11
    WORD: ClassVar[str] = "finish-building"
    ABOUT: ClassVar[str] = "Finish building."


class MayConnect(OneOf):
    ACTION: ClassVar[type[Action]] = ConnectCity
    ABOUT: ClassVar[str] = (
        "Build in one of the cities; the cost has the house and the connection in it."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("cities", list_of(CITY)),
        Field("costs", AMOUNTS),
    )

    def __init__(
        self,
        seat: int,
        cities: list[int],
        costs: list[int],
        connections: list[Action] | None = None,
    ) -> None:
        self.seat: Final = seat
        self.cities: Final = cities
        self.costs: Final = costs
        self.connections: Final = connections
        """Actions by city, if built before: actions never change, so offers may share them."""

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, ConnectCity)
            and action.seat == self.seat
            and action.city in self.cities
        )

    def actions(self) -> list[Action]:
        connections = self.connections
        if connections is None:
            return [ConnectCity(self.seat, city) for city in self.cities]
        return [connections[city] for city in self.cities]

    def sample(self, dice: Dice) -> Action:
        return ConnectCity(self.seat, self.cities[dice.below(len(self.cities))])

    def choices(self) -> list[int]:
        return self.cities


class MayExtend(OneOf):
    ACTION: ClassVar[type[Action]] = ExtendNetwork
    ABOUT: ClassVar[str] = (
        "Pay the path to one of the start cities although a network may begin there; the cost has "
        "the house and the path in it."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("cities", list_of(CITY)),
        Field("costs", AMOUNTS),
    )

    def __init__(self, seat: int, cities: list[int], costs: list[int]) -> None:
        self.seat: Final = seat
        self.cities: Final = cities
        self.costs: Final = costs

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, ExtendNetwork)
            and action.seat == self.seat
            and action.city in self.cities
        )

    def actions(self) -> list[Action]:
        return [ExtendNetwork(self.seat, city) for city in self.cities]

    def sample(self, dice: Dice) -> Action:
        return ExtendNetwork(self.seat, self.cities[dice.below(len(self.cities))])

    def choices(self) -> list[int]:
        return self.cities


class CityConnected(Event):
    WORD: ClassVar[str] = "city_connected"
    ABOUT: ClassVar[str] = (
        "A house was built; ``path`` lists the cities along the connection that was paid."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("city", CITY),
        Field("space", NUMBER),
        Field("house", AMOUNT),
        Field("connection", AMOUNT),
        Field("path", list_of(CITY)),
    )

    def __init__(
        self, seat: int, city: int, space: int, house: int, connection: int, path: list[int]
    ) -> None:
        self.seat: Final = seat
        self.city: Final = city
        self.space: Final = space
        self.house: Final = house
        self.connection: Final = connection
        self.path: Final = path

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, -self.house - self.connection)
        seen.spaces[self.city * rules.board.n_spaces + self.space] = self.seat
        seen.n_cities[self.seat] += 1


TOPIC: Final[Topic] = Topic(
    actions=[ConnectCity, FinishBuilding, ExtendNetwork],
    offers=[MayConnect, MayExtend],
    events=[CityConnected],
    said=[FinishBuilding],
)
