"""The view of a seat or a spectator, field by field. An unlisted field is not visible."""

from typing import ClassVar, Final

from gridwright.engine.fields import (
    AMOUNT,
    AMOUNTS,
    BACK,
    CARD,
    FUELS,
    LAYERS,
    NAMED_ROWS,
    NUMBER,
    NUMBERS,
    ORDER,
    PLANT,
    REGIONS,
    SEAT,
    SEATS,
    TRUTH,
    Kind,
    list_of,
    rows_of,
    set_of,
)
from gridwright.engine.ids import NONE, TRUST
from gridwright.engine.parts import Parts
from gridwright.engine.stack import Stack

HIDDEN: Final = -1
"""Amount of money that the viewer may not see."""


class Seen:
    """One field: its path in the observation, and in the record if they differ.

    A dot leads into an object, or into a nested record.
    """

    def __init__(self, path: str, kind: Kind, told: str = "") -> None:
        steps = path.split(".")
        self.attribute: Final = steps[0]
        self.inner: Final = steps[1] if len(steps) > 1 else ""
        self.kind: Final = kind
        names = (told or path).split(".")
        self.name: Final = names[-1]
        self.group: Final = names[0] if len(names) > 1 else ""
        """Name of the nested record, or empty."""


class Observation:
    """The view of one viewer. ``FIELDS`` lists the fields that are sent, in this order."""

    FIELDS: ClassVar[tuple[Seen, ...]] = (
        Seen("viewer", SEAT),
        Seen("phase", NUMBER),
        Seen("round", NUMBER),
        Seen("step", NUMBER),
        Seen("actor", SEAT),
        Seen("takebacks", AMOUNT),
        Seen("order", ORDER),
        Seen("money", AMOUNTS),
        Seen("plants", rows_of(PLANT)),
        Seen("stored", Kind("amount", LAYERS)),
        Seen("n_cities", AMOUNTS),
        Seen("market", list_of(CARD)),
        Seen("market_size", AMOUNT),
        Seen("current_size", AMOUNT),
        Seen("discount", CARD),
        Seen("gone", set_of(CARD)),
        Seen("contractor", NUMBER),
        Seen("is_dry", Kind("flag", TRUTH)),
        Seen("stack.pools", list_of(set_of(CARD))),
        Seen("stack.counts", AMOUNTS),
        Seen("stack.n_mixed", AMOUNT),
        Seen("stack.top_back", BACK),
        Seen("lot", PLANT, "auction.lot"),
        Seen("bid", AMOUNT, "auction.bid"),
        Seen("leader", SEAT, "auction.leader"),
        Seen("contenders", SEATS, "auction.contenders"),
        Seen("out", SEATS, "auction.out"),
        Seen("scrapper", SEAT, "auction.scrapper"),
        Seen("tokens", AMOUNTS),
        Seen("supply", AMOUNTS),
        Seen("closed", FUELS),
        Seen("regions", REGIONS),
        Seen("spaces", NUMBERS),
        Seen("trust_plants", list_of(PLANT), "trust.plants"),
        Seen("trust_fuel", AMOUNTS, "trust.fuel"),
        Seen("trust_houses", AMOUNT, "trust.houses"),
        Seen("scores", AMOUNTS),
        Seen("ranking", NUMBERS),
        Seen("parts", Kind("number", NAMED_ROWS)),
    )

    viewer: int
    phase: int
    round: int
    step: int
    actor: int
    takebacks: int
    order: list[int]
    money: list[int]
    """``money[seat]``, HIDDEN where the viewer may not see it (c11.3)."""
    plants: list[list[int]]
    stored: list[list[list[int]]]
    """``stored[seat][place][kind]``: fuel on the seat's plants, in one possible arrangement."""
    n_cities: list[int]
    market: list[int]
    market_size: int
    current_size: int
    discount: int
    gone: int
    contractor: int
    is_dry: bool
    stack: Stack
    """Public knowledge of the stack: possible cards, counts and the visible back."""
    lot: int
    bid: int
    leader: int
    contenders: int
    out: int
    scrapper: int
    tokens: list[int]
    supply: list[int]
    closed: int
    regions: int
    spaces: list[int]
    trust_plants: list[int]
    trust_fuel: list[int]
    trust_houses: int
    scores: list[int]
    ranking: list[int]
    parts: Parts

    def pay(self, seat: int, amount: int) -> None:
        """Add money to a seat; hidden money stays unknown."""
        if self.money[seat] != HIDDEN:
            self.money[seat] += amount

    def lift(self, card: int) -> None:
        """Remove a card from the plant market."""
        self.market = [each for each in self.market if each != card]

    def clear_space(self, space: int) -> None:
        """Remove a house from a space."""
        owner = self.spaces[space]
        self.spaces[space] = NONE
        if owner == TRUST:
            self.trust_houses += 1
        else:
            self.n_cities[owner] -= 1


def add_to(counts: list[int], amounts: list[int]) -> None:
    """Add to each count its amount, in place."""
    for place in range(len(amounts)):
        counts[place] += amounts[place]


def take_from(counts: list[int], amounts: list[int]) -> None:
    """Subtract from each count its amount, in place."""
    for place in range(len(amounts)):
        counts[place] -= amounts[place]
