"""From offers to marks: which first choices a seat has."""

from functools import lru_cache
from typing import Final

from gridwright.engine.offers import (
    MayBid,
    MayBuy,
    MayBuyCard,
    MayConnect,
    MayDo,
    MayDraft,
    MayOffer,
    MayPlaceTrust,
    MayRun,
    MayScrap,
    Offer,
)
from gridwright.envs.families import (
    AMOUNT,
    CONNECT,
    DRAFT,
    MORE,
    N_AMOUNTS,
    OFFER,
    PLACE_TRUST,
    RUN,
    SCRAP,
)
from gridwright.envs.numbers import Numbers

ONES: Final = [bytearray([1]) * length for length in range(N_AMOUNTS + 1)]
"""``ONES[length]``: so many marks in a row, of the type of a row: others are copied first."""


def mark_offers(
    numbers: Numbers, offers: list[Offer], owned: list[int], row: bytearray, at: int
) -> None:
    """Write 1 for each first choice. The row is zero before; ``at`` is where its choices begin."""
    for offer in offers:
        if isinstance(offer, MayDo):
            row[at + numbers.say_numbers[type(offer.action)]] = 1
        elif isinstance(offer, MayBid):
            mark_amounts(numbers, offer.low, offer.high, 0, row, at)
        elif isinstance(offer, MayConnect):
            _mark_each(offer.cities, row, at + numbers.starts[CONNECT])
        elif isinstance(offer, MayBuy):
            mark_range(row, at + numbers.buy_starts[offer.resource], 1, offer.most)
        elif isinstance(offer, MayBuyCard):
            for place, card in enumerate(offer.cards):
                row[at + numbers.card_numbers[card][offer.prices[place]]] = 1
        elif isinstance(offer, MayRun):
            start = at + numbers.starts[RUN]
            slots = slots_of(tuple(owned))
            for run in offer.runs:
                row[start + slots[run.plants]] = 1
        elif isinstance(offer, MayOffer):
            _mark_each(offer.plants, row, at + numbers.starts[OFFER])
        elif isinstance(offer, MayScrap):
            _mark_each(offer.plants, row, at + numbers.starts[SCRAP])
        elif isinstance(offer, MayDraft):
            _mark_each(offer.regions, row, at + numbers.starts[DRAFT])
        else:
            assert isinstance(offer, MayPlaceTrust)
            _mark_each(offer.cities, row, at + numbers.starts[PLACE_TRUST])


def _mark_each(values: list[int], row: bytearray, start: int) -> None:
    for value in values:
        row[start + value] = 1


def mark_range(row: bytearray, start: int, low: int, high: int) -> None:
    """Write 1 from ``start + low`` to ``start + high``."""
    row[start + low : start + high + 1] = ONES[high + 1 - low]


def mark_amounts(numbers: Numbers, low: int, high: int, base: int, row: bytearray, at: int) -> None:
    """Amounts of money that can be named now that ``base`` is added to each."""
    start = at + numbers.starts[AMOUNT]
    least = low - base if low > base else 0
    if least < N_AMOUNTS:
        most = high - base if high - base < N_AMOUNTS else N_AMOUNTS - 1
        mark_range(row, start, least, most)
    if high - base >= N_AMOUNTS:
        row[at + numbers.starts[MORE]] = 1


@lru_cache(maxsize=20_000)
def slots_of(owned: tuple[int, ...]) -> dict[int, int]:
    """For each set of the owned plants: which of them it holds, as a mask of their places."""
    found = {0: 0}
    for slot, plant in enumerate(owned):
        found |= {plants | 1 << plant: slots | 1 << slot for plants, slots in found.items()}
    return found
