"""Actions that are one choice, made from its place in its family. Nothing is checked here."""

from gridwright.engine.actions import (
    Action,
    Bid,
    BuyCard,
    BuyResources,
    ConnectCity,
    DraftRegion,
    PlaceTrustHouse,
)
from gridwright.envs.families import AMOUNT, BUY, BUY_CARD, CONNECT, DRAFT, PLACE_TRUST, SAY
from gridwright.envs.numbers import Numbers


def whole_action(numbers: Numbers, seat: int, family: int, value: int) -> Action | None:
    """None where a choice only begins an action, or goes on with one. The frequent come first."""
    if family == SAY:
        return numbers.said[seat][value]
    if family == AMOUNT:
        return Bid(seat, value)
    if family == CONNECT:
        return ConnectCity(seat, value)
    if family == BUY:
        return BuyResources(seat, numbers.bought_kind[value], numbers.bought_amount[value])
    if family == BUY_CARD:
        return BuyCard(seat, numbers.card_bought[value], numbers.price_paid[value])
    if family == DRAFT:
        return DraftRegion(seat, value)
    if family == PLACE_TRUST:
        return PlaceTrustHouse(seat, value)
    return None
