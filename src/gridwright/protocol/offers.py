"""What the seat that must act may do, with ranges and costs: a client never computes a rule.

Cards, cities, kinds and regions are indexes; a mask has one bit for each. Lists beside each other
belong together place by place.
"""

from typing import Any, Final, TypeAlias, get_args

import msgspec


class OfferRecord(msgspec.Struct, frozen=True, tag_field="offer"):
    """A kind of action that is legal now."""

    seat: int


class MayPass(OfferRecord, frozen=True, tag="pass"):
    """Offer nothing and leave the auction phase."""


class MayDrop(OfferRecord, frozen=True, tag="drop"):
    """Leave the bidding for this plant."""


class MayFinishBuying(OfferRecord, frozen=True, tag="finish-buying"):
    """Buy no more."""


class MayFinishBuilding(OfferRecord, frozen=True, tag="finish-building"):
    """Build no more."""


class MayOffer(OfferRecord, frozen=True, tag="offer"):
    """Put one of the plants up, with an opening bid from its low to its high."""

    plants: list[int]
    lows: list[int]
    highs: list[int]


class MayBid(OfferRecord, frozen=True, tag="bid"):
    """Raise the standing bid."""

    low: int
    high: int


class MayScrap(OfferRecord, frozen=True, tag="scrap"):
    """Give up one of the plants, and with it from low to high tokens of the first hybrid kind."""

    plants: list[int]
    lows: list[int]
    highs: list[int]


class MayBuy(OfferRecord, frozen=True, tag="buy"):
    """Buy tokens of a kind; ``costs[n - 1]`` is what n of them cost together."""

    resource: int
    costs: list[int]


class MayConnect(OfferRecord, frozen=True, tag="connect"):
    """Build in one of the cities; the cost has the house and the connection in it."""

    cities: list[int]
    costs: list[int]


class MayBuyCard(OfferRecord, frozen=True, tag="buy-card"):
    """Take one of the fuel cards; so many of its units can be kept."""

    cards: list[int]
    prices: list[int]
    kept: list[int]


PlantRun: TypeAlias = tuple[int, int, int, int]
"""The plants as a mask, the least and the most of the first hybrid kind, and what they supply."""


class MayRun(OfferRecord, frozen=True, tag="run"):
    """Run plants; ``best`` is the mask of those that earn most."""

    runs: list[PlantRun]
    incomes: list[int]
    best: int


class MayProduce(OfferRecord, frozen=True, tag="produce"):
    """Run plants on fuel cards; ``best`` is the mask of those that earn most."""

    runs: list[PlantRun]
    incomes: list[int]
    best: int


class MayDraft(OfferRecord, frozen=True, tag="draft"):
    """Add one of the regions to those in play."""

    regions: list[int]


class MayPlaceTrust(OfferRecord, frozen=True, tag="place-trust"):
    """Put one of the Trust's first houses into one of the cities."""

    cities: list[int]


Offer: TypeAlias = (
    MayPass
    | MayDrop
    | MayFinishBuying
    | MayFinishBuilding
    | MayOffer
    | MayBid
    | MayScrap
    | MayBuy
    | MayConnect
    | MayBuyCard
    | MayRun
    | MayProduce
    | MayDraft
    | MayPlaceTrust
)

OFFERS: Final[dict[str, Any]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Offer)}
"""The types by the verb of the action."""
