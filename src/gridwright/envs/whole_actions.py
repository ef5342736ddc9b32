"""Actions that are one choice, made from its place in its family. Nothing is checked here."""

from collections.abc import Callable
from typing import Final

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyCard,
    BuyResources,
    ConnectCity,
    DraftRegion,
    PlaceTrustHouse,
)
from gridwright.envs import families
from gridwright.envs.numbers import Numbers


def _say(numbers: Numbers, seat: int, value: int) -> Action:
    return numbers.said[seat][value]


def _draft(_numbers: Numbers, seat: int, value: int) -> Action:
    return DraftRegion(seat, value)


def _place_trust(_numbers: Numbers, seat: int, value: int) -> Action:
    return PlaceTrustHouse(seat, value)


def _bid(_numbers: Numbers, seat: int, value: int) -> Action:
    return Bid(seat, value)


def _buy(numbers: Numbers, seat: int, value: int) -> Action:
    kind, amount = numbers.bought[value]
    return BuyResources(seat, kind, amount)


def _buy_card(numbers: Numbers, seat: int, value: int) -> Action:
    card, price = numbers.cards_bought[value]
    return BuyCard(seat, card, price)


def _connect(_numbers: Numbers, seat: int, value: int) -> Action:
    return ConnectCity(seat, value)


_MAKERS: Final = {
    families.SAY: _say,
    families.DRAFT: _draft,
    families.PLACE_TRUST: _place_trust,
    families.AMOUNT: _bid,
    families.BUY: _buy,
    families.BUY_CARD: _buy_card,
    families.CONNECT: _connect,
}

WHOLE: Final[list[Callable[[Numbers, int, int], Action] | None]] = [
    _MAKERS.get(family) for family in range(families.TURN + 1)
]
"""By family; None where a choice only begins an action, or goes on with one."""
