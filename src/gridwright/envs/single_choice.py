"""Actions that a single choice completes. The caller has checked the choice."""

from gridwright.engine.editions.card.vocabulary import BuyCard
from gridwright.engine.vocabulary.auction import Bid
from gridwright.engine.vocabulary.base import Action, build_action
from gridwright.engine.vocabulary.fuel import BuyResources
from gridwright.envs.action_lookup import ActionLookup
from gridwright.envs.families import AMOUNT, BUY, BUY_CARD, SAY


def single_choice_action(lookup: ActionLookup, seat: int, family: int, value: int) -> Action | None:
    """The action; None if the choice only begins or continues one. Frequent families come first."""
    if family == SAY:
        return lookup.said[seat][value]
    if family == AMOUNT:
        return None if lookup.least else Bid(seat, value)
    kind = lookup.kind_of[family]
    if kind is not None:
        return build_action(kind, seat, [value] if kind.FIELDS else [])
    if family == BUY:
        return BuyResources(seat, lookup.bought_kind[value], lookup.bought_amount[value])
    if family == BUY_CARD:
        return BuyCard(seat, lookup.card_bought[value], lookup.price_paid[value])
    return None
