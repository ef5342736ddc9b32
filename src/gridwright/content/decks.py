"""Decks: an opening market and a stack from plant cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gridwright.content.cards import PlantCards, PlantName, read_plant_name
from gridwright.content.document import Node, distinct
from gridwright.content.figures import read_seat_counts, read_seat_rows
from gridwright.content.groups import STEP_CARD, read_groups
from gridwright.content.provenance import PROVENANCE, Provenance, read_provenance

N_STEPS: Final = 3
STEP_3: Final = "step-3"
"""Name of the card that ends the stack, unless a deck sets another."""


@dataclass(frozen=True)
class Layer:
    """A part of the stack: the cards it may hold and how many of each back, by seats."""

    cards: frozenset[PlantName]
    counts: Mapping[str, Mapping[int, int]]
    ascending: bool = False
    """True if the cards lie sorted, the smallest on top, and everyone knows it."""

    def n_cards(self, n_seats: int, back: str) -> int:
        return self.counts[back][n_seats] if back in self.counts else 0


@dataclass(frozen=True)
class Deck:
    """A set-up of the plant cards. Layers lie top first."""

    backs: tuple[str, ...]
    back_of: Mapping[PlantName, str]
    step_card_name: str
    """Name of the card that ends the stack."""
    opening_market: frozenset[PlantName]
    n_opening_drawn: Mapping[int, int]
    """Number of cards drawn for the opening market, by seats, as the sizes are."""
    layers: tuple[Layer, ...]
    n_mixed: int
    """Number of layers mixed together on top; 0: each lies alone."""
    removed: Mapping[str, Mapping[int, int]]
    kept: frozenset[PlantName]
    """Cards that are never among the removed."""
    market_sizes: Mapping[int, tuple[int, ...]]
    current_sizes: Mapping[int, tuple[int, ...]]
    provenance: Provenance


def read_decks(document: Node, plants: PlantCards, seats: Sequence[int]) -> dict[str, Deck]:
    return read_named_decks(document.table(["decks"])["decks"], plants, seats)


def read_named_decks(node: Node, plants: PlantCards, seats: Sequence[int]) -> dict[str, Deck]:
    return {name: _read_deck(each, plants, seats) for name, each in node.entries().items()}


def _read_deck(deck: Node, plants: PlantCards, seats: Sequence[int]) -> Deck:
    nodes = deck.table(
        [
            *("backs", "plant_backs", "step_card_back", "groups", "layers", "removed"),
            *("opening_market", "n_opening_drawn", "market_sizes", "current_sizes"),
            *PROVENANCE,
        ],
        ["step_card_name", "kept", "own_backs", "n_mixed"],
    )
    items = nodes["backs"].items()
    backs = [item.name() for item in items]
    distinct(items, backs, "back")
    printed = nodes["plant_backs"].table(sorted({card.back for card in plants.cards}))
    back_of = {card.name: printed[card.back].choice(backs, "back") for card in plants.cards}
    if "own_backs" in nodes:
        for item in nodes["own_backs"].items():
            own = item.table(["plant", "back"])
            plant = read_plant_name(own["plant"], plants.names())
            back_of[plant] = own["back"].choice(backs, "back")
    back_of[STEP_CARD] = nodes["step_card_back"].choice(backs, "back")
    groups = read_groups(nodes["groups"], plants)
    opening = _joined(nodes["opening_market"], groups)
    removed = _read_counts(nodes["removed"], backs, seats)
    layers = [_read_layer(item, backs, back_of, groups, seats) for item in nodes["layers"].items()]
    for item, layer in zip(nodes["layers"].items(), layers, strict=True):
        for card in sorted(layer.cards & opening):
            item.fail(f"card {card} is already in the opening market")
    no_limits = dict.fromkeys(seats, (None,) * N_STEPS)
    sizes = _read_sizes(nodes["market_sizes"], seats, no_limits)
    n_drawn = read_seat_counts(nodes["n_opening_drawn"], seats)
    for n_seats in seats:
        if len(opening) + n_drawn[n_seats] != sizes[n_seats][0]:
            nodes["n_opening_drawn"].fail(
                f"expected an opening market of {sizes[n_seats][0]}; "
                f"came {len(opening)} laid and {n_drawn[n_seats]} drawn"
            )
    found = Deck(
        backs=tuple(backs),
        back_of=back_of,
        step_card_name=nodes["step_card_name"].name() if "step_card_name" in nodes else STEP_3,
        opening_market=opening,
        n_opening_drawn=n_drawn,
        layers=tuple(layers),
        n_mixed=nodes["n_mixed"].integer(2, len(layers)) if "n_mixed" in nodes else 0,
        removed=removed,
        kept=_joined(nodes["kept"], groups) if "kept" in nodes else frozenset(),
        market_sizes=sizes,
        current_sizes=_read_sizes(nodes["current_sizes"], seats, sizes),
        provenance=read_provenance(nodes),
    )
    _verify_totals(deck, found, seats)
    if found.kept:
        _verify_kept(nodes["kept"], found, seats)
    return found


def _read_sizes(
    node: Node, seats: Sequence[int], most: Mapping[int, Sequence[int | None]]
) -> dict[int, tuple[int, ...]]:
    """Sizes by step, the same for any number of seats or a row for each."""
    by_seats = isinstance(node.value, dict)
    rows = read_seat_rows(node, seats) if by_seats else dict.fromkeys(seats, node)
    return {
        n_seats: tuple(
            item.integer(1, limit)
            for item, limit in zip(row.items(N_STEPS), most[n_seats], strict=True)
        )
        for n_seats, row in rows.items()
    }


def _read_layer(
    item: Node,
    backs: Sequence[str],
    back_of: Mapping[PlantName, str],
    groups: Mapping[str, frozenset[PlantName]],
    seats: Sequence[int],
) -> Layer:
    nodes = item.table(["groups", "counts"], ["ascending"])
    cards = _joined(nodes["groups"], groups)
    counts = _read_counts(nodes["counts"], backs, seats)
    for back, by_seats in counts.items():
        pool = sum(back_of[card] == back for card in cards)
        for n_seats, count in by_seats.items():
            if count > pool:
                nodes["counts"].fail(
                    f'expected at most {pool} cards of back "{back}", the pool of the layer; '
                    f"came {count} with {n_seats} seats"
                )
    ascending = nodes["ascending"].flag() if "ascending" in nodes else False
    if ascending:
        for n_seats in seats:
            total = sum(by_seats[n_seats] for by_seats in counts.values())
            if total not in (0, len(cards)):
                nodes["counts"].fail(
                    f"expected all {len(cards)} cards or none, since they lie ascending; "
                    f"came {total} with {n_seats} seats"
                )
    return Layer(cards, counts, ascending)


def _joined(node: Node, groups: Mapping[str, frozenset[PlantName]]) -> frozenset[PlantName]:
    return frozenset().union(*(groups[item.choice(groups, "group")] for item in node.items()))


def _read_counts(
    node: Node, backs: Sequence[str], seats: Sequence[int]
) -> dict[str, dict[int, int]]:
    return {back: read_seat_counts(count, seats) for back, count in node.table([], backs).items()}


def _verify_kept(node: Node, deck: Deck, seats: Sequence[int]) -> None:
    """Raise unless every kept card has a place in the layers that may hold it."""
    for n_seats in seats:
        for back in deck.backs:
            held: dict[frozenset[PlantName], int] = {}
            for layer in deck.layers:
                pool = frozenset(card for card in layer.cards if deck.back_of[card] == back)
                held[pool] = held.get(pool, 0) + layer.n_cards(n_seats, back)
            for pool, n_cards in held.items():
                if n_cards < len(pool & deck.kept):
                    node.fail(
                        f'expected at most {n_cards} kept cards of back "{back}" with {n_seats} '
                        f"seats; came {len(pool & deck.kept)}"
                    )


def _verify_totals(node: Node, deck: Deck, seats: Sequence[int]) -> None:
    """Raise unless every card is in exactly one place for any number of seats."""
    for n_seats in seats:
        for back in deck.backs:
            total = sum(each == back for each in deck.back_of.values())
            laid = sum(deck.back_of[card] == back for card in deck.opening_market)
            stacked = sum(layer.n_cards(n_seats, back) for layer in deck.layers)
            removed = deck.removed[back][n_seats] if back in deck.removed else 0
            if laid + stacked + removed != total:
                node.fail(
                    f'wrong card total: expected {total} of back "{back}" with {n_seats} seats; '
                    f"came {laid} laid, {stacked} stacked, {removed} removed"
                )
