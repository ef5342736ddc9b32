"""From offers to marks: which first choices a seat has."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from gridwright.engine.offers import (
    MayBid,
    MayBuy,
    MayBuyCard,
    MayConnect,
    MayDo,
    MayDraft,
    MayOffer,
    MayPlaceTrust,
    MayProduce,
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

MaskRow: TypeAlias = "bytearray | memoryview[int]"
"""One byte for each choice, of one game or of several in a row."""

ONES: Final = [bytes([1]) * length for length in range(N_AMOUNTS + 1)]
"""``ONES[length]``: so many marks in a row."""


def mark_offers(
    numbers: Numbers, offers: list[Offer], owned: list[int], row: MaskRow, at: int
) -> None:
    """Write 1 for each first choice. The row is zero before; ``at`` is where its choices begin."""
    for offer in offers:
        MARKS[type(offer)](numbers, offer, owned, row, at)


def mark_range(row: MaskRow, start: int, low: int, high: int) -> None:
    """Write 1 from ``start + low`` to ``start + high``."""
    row[start + low : start + high + 1] = ONES[high + 1 - low]


def mark_amounts(numbers: Numbers, low: int, high: int, base: int, row: MaskRow, at: int) -> None:
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


def _mark_said(numbers: Numbers, offer: MayDo, _owned: list[int], row: MaskRow, at: int) -> None:
    row[at + numbers.say_numbers[type(offer.action)]] = 1


def _mark_draft(
    numbers: Numbers, offer: MayDraft, _owned: list[int], row: MaskRow, at: int
) -> None:
    start = at + numbers.starts[DRAFT]
    for region in offer.regions:
        row[start + region] = 1


def _mark_trust(
    numbers: Numbers, offer: MayPlaceTrust, _owned: list[int], row: MaskRow, at: int
) -> None:
    start = at + numbers.starts[PLACE_TRUST]
    for city in offer.cities:
        row[start + city] = 1


def _mark_offer(
    numbers: Numbers, offer: MayOffer, _owned: list[int], row: MaskRow, at: int
) -> None:
    start = at + numbers.starts[OFFER]
    for plant in offer.plants:
        row[start + plant] = 1


def _mark_scrap(
    numbers: Numbers, offer: MayScrap, _owned: list[int], row: MaskRow, at: int
) -> None:
    start = at + numbers.starts[SCRAP]
    for plant in offer.plants:
        row[start + plant] = 1


def _mark_bid(numbers: Numbers, offer: MayBid, _owned: list[int], row: MaskRow, at: int) -> None:
    mark_amounts(numbers, offer.low, offer.high, 0, row, at)


def _mark_buy(numbers: Numbers, offer: MayBuy, _owned: list[int], row: MaskRow, at: int) -> None:
    mark_range(row, at + numbers.buy_starts[offer.resource], 1, offer.most)


def _mark_buy_card(
    numbers: Numbers, offer: MayBuyCard, _owned: list[int], row: MaskRow, at: int
) -> None:
    for pair in zip(offer.cards, offer.prices, strict=True):
        row[at + numbers.card_numbers[pair]] = 1


def _mark_connect(
    numbers: Numbers, offer: MayConnect, _owned: list[int], row: MaskRow, at: int
) -> None:
    start = at + numbers.starts[CONNECT]
    for city in offer.cities:
        row[start + city] = 1


def _mark_run(numbers: Numbers, offer: MayRun, owned: list[int], row: MaskRow, at: int) -> None:
    start = at + numbers.starts[RUN]
    slots = slots_of(tuple(owned))
    for run in offer.runs:
        row[start + slots[run.plants]] = 1


MARKS: Final[Mapping[type[Offer], Callable[[Numbers, Any, list[int], MaskRow, int], None]]] = {
    MayDo: _mark_said,
    MayDraft: _mark_draft,
    MayPlaceTrust: _mark_trust,
    MayOffer: _mark_offer,
    MayScrap: _mark_scrap,
    MayBid: _mark_bid,
    MayBuy: _mark_buy,
    MayBuyCard: _mark_buy_card,
    MayConnect: _mark_connect,
    MayRun: _mark_run,
    MayProduce: _mark_run,
}
"""How each kind of offer is marked."""
