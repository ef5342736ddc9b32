"""Production: plants that run, and their income."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import (
    AMOUNT,
    AMOUNTS,
    PLANTS,
    RUN_LIST,
    SEAT,
    STORED,
    Field,
    Fields,
    Value,
)
from gridwright.engine.fuel import Run, best_run
from gridwright.engine.masks import count
from gridwright.engine.observation import Observation, add_to
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Event, Offer
from gridwright.engine.vocabulary.topic import Topic


class RunPlants(Action):
    KIND: ClassVar[int] = 12
    WORD: ClassVar[str] = "run"
    ABOUT: ClassVar[str] = "Run plants, burning ``first`` tokens of the first hybrid kind."
    FIELDS: ClassVar[Fields] = (
        Field("plants", PLANTS),
        Field("first", AMOUNT, optional=True),
    )

    def __init__(self, seat: int, plants: int, first: int) -> None:
        super().__init__(seat)
        self.plants: Final = plants
        self.first: Final = first

    def moves(self) -> int:
        return max(1, count(self.plants))


class DeclineSale(Action):
    KIND: ClassVar[int] = 17
    WORD: ClassVar[str] = "decline-sale"
    ABOUT: ClassVar[str] = "Sell nothing of the own mines in this round."

    def can_be_taken_back(self) -> bool:
        return True


class MayRun(Offer):
    """Sets of plants that can run; the empty set comes first (c7.1)."""

    ACTION: ClassVar[type[Action]] = RunPlants
    ABOUT: ClassVar[str] = "Run plants; ``best`` is the mask of those that earn most."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("runs", RUN_LIST),
        Field("incomes", AMOUNTS),
        Field("best", PLANTS),
    )

    def __init__(self, seat: int, runs: list[Run], n_cities: int, payments: list[int]) -> None:
        self.seat: Final = seat
        self.runs: Final = runs
        self.n_cities: Final = n_cities
        self.payments: Final = payments

    def incomes(self) -> list[int]:
        """Return the income of each set."""
        last = len(self.payments) - 1
        return [self.payments[min(run.output, self.n_cities, last)] for run in self.runs]

    def best(self) -> Run:
        """Return the suggested run: it supplies most and burns least."""
        return best_run(self.runs, self.n_cities)

    def suggestion(self) -> Action:
        """Return the best run as an action."""
        best = self.best()
        return RunPlants(self.seat, best.plants, best.low)

    def run_of(self, plants: int, first: int) -> Run | None:
        """Return the offered run of these plants if hybrids may burn ``first``, else None."""
        for run in self.runs:
            if run.plants == plants:
                return run if run.low <= first <= run.high else None
        return None

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, RunPlants)
            and action.seat == self.seat
            and self.run_of(action.plants, action.first) is not None
        )

    def actions(self) -> list[Action]:
        found: list[Action] = []
        for run in self.runs:
            for first in range(run.low, run.high + 1):
                found.append(RunPlants(self.seat, run.plants, first))
        return found

    def sample(self, dice: Dice) -> Action:
        run = self.runs[dice.below(len(self.runs))]
        return RunPlants(self.seat, run.plants, run.low + dice.below(run.high - run.low + 1))

    def values(self) -> list[Value]:
        runs = [[run.plants, run.low, run.high, run.output] for run in self.runs]
        return [self.seat, runs, self.incomes(), self.best().plants]


class CitiesSupplied(Event):
    WORD: ClassVar[str] = "cities_supplied"
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("plants", PLANTS),
        Field("burned", AMOUNTS),
        Field("n_cities", AMOUNT),
        Field("income", AMOUNT),
        Field("stored", STORED),
    )

    def __init__(
        self,
        seat: int,
        plants: int,
        burned: list[int],
        n_cities: int,
        income: int,
        stored: list[list[int]],
    ) -> None:
        self.seat: Final = seat
        self.plants: Final = plants
        self.burned: Final = burned
        self.n_cities: Final = n_cities
        self.income: Final = income
        self.stored: Final = stored

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, self.income)
        add_to(seen.supply, self.burned)
        seen.stored[self.seat] = self.stored


class SaleDeclined(Event):
    WORD: ClassVar[str] = "sale_declined"
    ABOUT: ClassVar[str] = "The mines of a seat sell nothing in this round."
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT),)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


TOPIC: Final[Topic] = Topic(
    actions=[RunPlants, DeclineSale],
    offers=[MayRun],
    events=[CitiesSupplied, SaleDeclined],
    said=[DeclineSale],
)
