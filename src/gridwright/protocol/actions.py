"""Actions as records, for clients that do not write the notation: what an order may ask to do.

Names are the notation's: plants by number, cities and kinds by id, several joined by "+".
"""

from typing import Annotated, Any, Final, TypeAlias, get_args

import msgspec

Amount = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class ActionRecord(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Every action. The seat is the ticket's."""


class DoDraft(ActionRecord, frozen=True, tag="draft"):
    """Add a region to those in play."""

    region: str


class DoPlaceTrust(ActionRecord, frozen=True, tag="place-trust"):
    """Put one of the Trust's first houses into a city."""

    city: str


class DoOffer(ActionRecord, frozen=True, tag="offer"):
    """Put a plant up for auction with an opening bid."""

    plant: str
    bid: Amount


class DoPass(ActionRecord, frozen=True, tag="pass"):
    """Offer nothing and leave the auction phase."""


class DoBid(ActionRecord, frozen=True, tag="bid"):
    """Raise the standing bid."""

    amount: Amount


class DoDrop(ActionRecord, frozen=True, tag="drop"):
    """Leave the bidding for this plant."""


class DoScrap(ActionRecord, frozen=True, tag="scrap"):
    """Give up a plant, and tokens of the first hybrid kind with it where kinds compete."""

    plant: str
    lost: Amount


class DoBuy(ActionRecord, frozen=True, tag="buy"):
    """Buy tokens of one kind, the cheapest first."""

    resource: str
    amount: Amount


class DoFinishBuying(ActionRecord, frozen=True, tag="finish-buying"):
    """Buy no more."""


class DoConnect(ActionRecord, frozen=True, tag="connect"):
    """Build in one city."""

    city: str


class DoFinishBuilding(ActionRecord, frozen=True, tag="finish-building"):
    """Build no more."""


class DoRun(ActionRecord, frozen=True, tag="run"):
    """Run plants, burning so many of the first hybrid kind."""

    plants: str
    first: Amount


class DoBuyCard(ActionRecord, frozen=True, tag="buy-card"):
    """Take a fuel card from the column of a price."""

    card: str
    price: Amount


class DoProduce(ActionRecord, frozen=True, tag="produce"):
    """Run plants on fuel cards, and say which cards are turned."""

    plants: str
    first: Amount
    turns: str


class DoTakeBack(ActionRecord, frozen=True, tag="take-back"):
    """Undo the last action of the running turn."""


Do: TypeAlias = (
    DoDraft
    | DoPlaceTrust
    | DoOffer
    | DoPass
    | DoBid
    | DoDrop
    | DoScrap
    | DoBuy
    | DoFinishBuying
    | DoConnect
    | DoFinishBuilding
    | DoRun
    | DoBuyCard
    | DoProduce
    | DoTakeBack
)

DOS: Final[dict[str, Any]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Do)}
"""The types by their verb."""
