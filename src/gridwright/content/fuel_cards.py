"""Cards with fuel printed on them, and the columns in which they lie for sale."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.document import Node, distinct
from gridwright.content.figures import read_seat_counts
from gridwright.content.provenance import (
    PROVENANCE,
    REMARKS,
    Provenance,
    read_provenance,
    read_remarks,
)

PILES: Final = ("cards", "first_pile", "second_pile")
"""The lists of cards: those of the opening stack, and those that join the discard pile later."""


@dataclass(frozen=True)
class FuelCard:
    """One card as printed."""

    id: str
    kind: str
    units: int
    seats: int
    """The least number of seats at which it plays; 0 for a card that always does."""


@dataclass(frozen=True)
class FuelCardSheet:
    """Every fuel card by id, and the market they are bought from."""

    cards: tuple[FuelCard, ...]
    first_pile: tuple[FuelCard, ...]
    """The opening discard pile."""
    second_pile: tuple[FuelCard, ...]
    """The discard pile after the first reshuffle."""
    prices: tuple[int, ...]
    """The price of each column. The first is for single units, the others for cards."""
    n_slots: Mapping[int, int]
    """Number of cards in a column, by seats."""
    other_slots: Mapping[str, Mapping[int, int]]
    """The same under other names, for the presets that name one."""
    singles_note: str
    provenance: Provenance

    def slots(self, name: str) -> Mapping[int, int]:
        """Return the number of cards in a column, by seats, under a name if one is given."""
        return self.other_slots[name] if name else self.n_slots

    def opening(self, n_seats: int) -> list[FuelCard]:
        """The cards of the opening stack, market included."""
        return [card for card in self.cards if card.seats <= n_seats]


def read_fuel_cards(document: Node, kinds: Sequence[str], seats: Sequence[int]) -> FuelCardSheet:
    nodes = document.table([*PILES, "counts", "columns", "singles", *PROVENANCE])
    cards = [_read_card(item, kinds, seats) for item in nodes["cards"].items()]
    first, second = (
        [_read_card(item, kinds) for item in nodes[pile].items()] for pile in PILES[1:]
    )
    items = [item for pile in PILES for item in nodes[pile].items()]
    distinct(items, [card.id for card in (*cards, *first, *second)], "fuel card")
    _verify_counts(nodes["counts"], [cards, first, second], kinds)
    columns = nodes["columns"].table(["prices", "n_slots", *PROVENANCE], ["others"])
    read_provenance(columns)
    prices = [item.integer(1) for item in columns["prices"].items()]
    if len(prices) < 2 or prices != sorted(set(prices)):
        columns["prices"].fail(f"expected at least two prices, cheapest first; came {prices}")
    singles = nodes["singles"].table(["n_printed", "note", *PROVENANCE])
    read_provenance(singles)
    for node in singles["n_printed"].table(kinds).values():
        node.integer(0)
    sheet = FuelCardSheet(
        cards=_by_id(cards),
        first_pile=_by_id(first),
        second_pile=_by_id(second),
        prices=tuple(prices),
        n_slots=read_seat_counts(columns["n_slots"], seats),
        other_slots=_read_others(columns, seats),
        singles_note=singles["note"].text(),
        provenance=read_provenance(nodes),
    )
    _verify_slots(columns["n_slots"], sheet, sheet.n_slots)
    for name, n_slots in sheet.other_slots.items():
        _verify_slots(columns["others"].entries()[name], sheet, n_slots)
    return sheet


def _read_others(columns: Mapping[str, Node], seats: Sequence[int]) -> dict[str, Mapping[int, int]]:
    """Return other sizes of the columns by name."""
    found: dict[str, Mapping[int, int]] = {}
    if "others" in columns:
        for name, node in columns["others"].entries().items():
            nodes = node.table(["n_slots", *PROVENANCE])
            read_provenance(nodes)
            found[name] = read_seat_counts(nodes["n_slots"], seats)
    return found


def _by_id(cards: Sequence[FuelCard]) -> tuple[FuelCard, ...]:
    return tuple(sorted(cards, key=lambda card: card.id))


def _read_card(item: Node, kinds: Sequence[str], seats: Sequence[int] = ()) -> FuelCard:
    """One card, which names its number of seats where there is a choice of them."""
    nodes = item.table(["id", "kind", "units", *(["seats"] if seats else [])], REMARKS)
    read_remarks(nodes)
    return FuelCard(
        id=nodes["id"].name(),
        kind=nodes["kind"].choice(kinds, "kind"),
        units=nodes["units"].integer(1),
        seats=nodes["seats"].integer(seats[0], seats[-1]) if seats else 0,
    )


def _verify_counts(node: Node, piles: Sequence[Sequence[FuelCard]], kinds: Sequence[str]) -> None:
    """Raise unless each list has as many cards of each kind as are known to be printed."""
    counts = node.table([*PILES, *PROVENANCE])
    read_provenance(counts)
    for pile, cards in zip(PILES, piles, strict=True):
        for kind, count in counts[pile].table(kinds).items():
            n_cards = sum(card.kind == kind for card in cards)
            if count.integer(0) != n_cards:
                count.fail(f"wrong card total: expected {count.value} in {pile}; came {n_cards}")


def _verify_slots(node: Node, sheet: FuelCardSheet, by_seats: Mapping[int, int]) -> None:
    """Raise unless the opening market can be filled."""
    for n_seats, n_slots in by_seats.items():
        n_cards = len(sheet.opening(n_seats))
        most = n_cards // (len(sheet.prices) - 1)
        if not 1 <= n_slots <= most:
            node.fail(
                f"expected 1 to {most} cards in a column with {n_seats} seats, "
                f"since {n_cards} open the game; came {n_slots}"
            )
