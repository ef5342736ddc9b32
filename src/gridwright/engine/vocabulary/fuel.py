"""Fuel tokens: bought by seats, and refilled."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import (
    AMOUNT,
    AMOUNTS,
    FUEL,
    FUELS,
    SEAT,
    STORED,
    Field,
    Fields,
    Value,
)
from gridwright.engine.observation import Observation, add_to, take_from
from gridwright.engine.resources import Ladder
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Event, Offer
from gridwright.engine.vocabulary.topic import Topic


class BuyResources(Action):
    KIND: ClassVar[int] = 8
    WORD: ClassVar[str] = "buy"
    ABOUT: ClassVar[str] = "Buy tokens of one kind, the cheapest first."
    FIELDS: ClassVar[Fields] = (Field("resource", FUEL), Field("amount", AMOUNT))

    def __init__(self, seat: int, resource: int, amount: int) -> None:
        super().__init__(seat)
        self.resource: Final = resource
        self.amount: Final = amount

    def moves(self) -> int:
        return self.amount

    def can_be_taken_back(self) -> bool:
        return True


class ChangeMarket(Action):
    KIND: ClassVar[int] = 16
    WORD: ClassVar[str] = "change-market"
    ABOUT: ClassVar[str] = "Buy at the board's second fuel market in this turn."

    def can_be_taken_back(self) -> bool:
        return True


class FinishBuying(Action):
    KIND: ClassVar[int] = 9
    WORD: ClassVar[str] = "finish-buying"
    ABOUT: ClassVar[str] = "Finish buying."


class MayBuy(Offer):
    ACTION: ClassVar[type[Action]] = BuyResources
    ABOUT: ClassVar[str] = "Buy tokens of a kind; ``costs[n - 1]`` is what n of them cost together."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("resource", FUEL),
        Field("costs", AMOUNTS),
    )

    def __init__(self, seat: int, resource: int, most: int, ladder: Ladder, tokens: int) -> None:
        self.seat: Final = seat
        self.resource: Final = resource
        self.most: Final = most
        self.ladder: Final = ladder
        self.tokens: Final = tokens

    def costs(self) -> list[int]:
        """Return the total for 1, 2, … tokens."""
        return [self.ladder.cost(self.tokens, amount) for amount in range(1, self.most + 1)]

    def holds(self, action: Action) -> bool:
        return (
            isinstance(action, BuyResources)
            and action.seat == self.seat
            and action.resource == self.resource
            and 1 <= action.amount <= self.most
        )

    def actions(self) -> list[Action]:
        return [
            BuyResources(self.seat, self.resource, amount) for amount in range(1, self.most + 1)
        ]

    def sample(self, dice: Dice) -> Action:
        return BuyResources(self.seat, self.resource, 1 + dice.below(self.most))

    def values(self) -> list[Value]:
        return [self.seat, self.resource, self.costs()]


class ResourcesBought(Event):
    WORD: ClassVar[str] = "resources_bought"
    ABOUT: ClassVar[str] = (
        "``from_supply`` of the tokens came from the supply, the others from the market."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("resource", FUEL),
        Field("amount", AMOUNT),
        Field("from_supply", AMOUNT),
        Field("cost", AMOUNT),
        Field("stored", STORED),
    )

    def __init__(
        self,
        seat: int,
        resource: int,
        amount: int,
        from_supply: int,
        cost: int,
        stored: list[list[int]],
    ) -> None:
        self.seat: Final = seat
        self.resource: Final = resource
        self.amount: Final = amount
        self.from_supply: Final = from_supply
        self.cost: Final = cost
        self.stored: Final = stored

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, -self.cost)
        seen.tokens[self.resource] -= self.amount - self.from_supply
        seen.supply[self.resource] -= self.from_supply
        seen.stored[self.seat] = self.stored


class MarketRefilled(Event):
    WORD: ClassVar[str] = "market_refilled"
    FIELDS: ClassVar[Fields] = (Field("amounts", AMOUNTS),)

    def __init__(self, amounts: list[int]) -> None:
        self.amounts: Final = amounts

    def fold(self, rules: Rules, seen: Observation) -> None:
        add_to(seen.tokens, self.amounts)
        take_from(seen.supply, self.amounts)


class KindsClosed(Event):
    WORD: ClassVar[str] = "kinds_closed"
    ABOUT: ClassVar[str] = "Kinds that are never refilled again."
    FIELDS: ClassVar[Fields] = (Field("kinds", FUELS),)

    def __init__(self, kinds: int) -> None:
        self.kinds: Final = kinds

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.closed = self.kinds


TOPIC: Final[Topic] = Topic(
    actions=[BuyResources, ChangeMarket, FinishBuying],
    offers=[MayBuy],
    events=[ResourcesBought, MarketRefilled, KindsClosed],
    said=[FinishBuying, ChangeMarket],
)
