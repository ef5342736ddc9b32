"""The action mask: which first choices a seat's offers allow."""

from functools import lru_cache
from typing import Final

from gridwright.engine.editions.card.vocabulary import MayBuyCard
from gridwright.engine.vocabulary.auction import MayBid, MayOffer, MayScrap
from gridwright.engine.vocabulary.base import MayDo, Offer, OneOf
from gridwright.engine.vocabulary.fuel import MayBuy
from gridwright.engine.vocabulary.production import MayRun
from gridwright.envs.action_lookup import ActionLookup
from gridwright.envs.families import (
    AMOUNT,
    MORE,
    N_AMOUNTS,
    OFFER,
    RUN,
    SCRAP,
)

ONES: Final = [bytearray([1]) * length for length in range(N_AMOUNTS + 1)]
"""``ONES[length]``: that number of ones. A bytearray, because other types are copied first."""


def mark_offers(
    lookup: ActionLookup, offers: list[Offer], owned: list[int], row: bytearray, at: int
) -> None:
    """Write 1 for each first choice into a zeroed row, whose choices begin at ``at``."""
    for offer in offers:
        if isinstance(offer, MayDo):
            row[at + lookup.say_choices[type(offer.action)]] = 1
        elif isinstance(offer, MayBid):
            mark_amounts(lookup, offer.low, offer.high, 0, row, at)
        elif isinstance(offer, OneOf):
            _mark_each(offer.choices(), row, at + lookup.offered_first[type(offer)])
        elif isinstance(offer, MayBuy):
            mark_range(row, at + lookup.buy_starts[offer.resource], 1, offer.most)
        elif isinstance(offer, MayBuyCard):
            for place, card in enumerate(offer.cards):
                row[at + lookup.card_choices[card][offer.prices[place]]] = 1
        elif isinstance(offer, MayRun):
            start = at + lookup.starts[RUN]
            slots = slots_of(tuple(owned))
            for run in offer.runs:
                row[start + slots[run.plants]] = 1
        elif isinstance(offer, MayOffer):
            _mark_each(offer.plants, row, at + lookup.starts[OFFER])
        else:
            assert isinstance(offer, MayScrap)
            _mark_each(offer.plants, row, at + lookup.starts[SCRAP])


def _mark_each(values: list[int], row: bytearray, start: int) -> None:
    for value in values:
        row[start + value] = 1


def mark_range(row: bytearray, start: int, low: int, high: int) -> None:
    """Write 1 from ``start + low`` to ``start + high``."""
    row[start + low : start + high + 1] = ONES[high + 1 - low]


def mark_amounts(
    lookup: ActionLookup, low: int, high: int, base: int, row: bytearray, at: int
) -> None:
    """Write 1 for each amount of money that can be named now that ``base`` is added to it."""
    start = at + lookup.starts[AMOUNT]
    if lookup.least:
        row[start] = 1
        return
    least = low - base if low > base else 0
    if least < N_AMOUNTS:
        most = high - base if high - base < N_AMOUNTS else N_AMOUNTS - 1
        mark_range(row, start, least, most)
    if high - base >= N_AMOUNTS:
        row[at + lookup.starts[MORE]] = 1


@lru_cache(maxsize=20_000)
def slots_of(owned: tuple[int, ...]) -> dict[int, int]:
    """Return the mask of places for each set of the owned plants."""
    found = {0: 0}
    for slot, plant in enumerate(owned):
        found |= {plants | 1 << plant: slots | 1 << slot for plants, slots in found.items()}
    return found
