"""The fuel phase, with the Trust's share."""

from copy import deepcopy
from typing import Any

from gridwright_lab.trials.card_reading.figures import (
    KINDS,
    card_rank,
    is_single,
    kind_of,
    units_of,
)
from gridwright_lab.trials.card_reading.position import Position, Steps, Wait
from gridwright_lab.trials.card_reading.storage import (
    HYBRID,
    has_surplus,
    last_room,
    limits_room,
    needs,
    summed_room,
    units,
)


def buy_fuel(now: Position) -> Steps:
    """Play the phase from the last in the order to the first."""
    now.phase = "resources"
    for seat in reversed(now.order):
        yield from _turn(now, seat)
        if now.n_seats == 2 and seat == now.order[-1]:
            trust_takes(now)


def room(now: Position, seat: int, kind: str) -> int:
    """Return how many units of a kind the seat can take."""
    held, owned = units(now.stores[seat]), now.plants[seat]
    if now.round != now.last_round:
        return (summed_room if "summed-storage" in now.on else limits_room)(held, owned, kind)
    if "surplus-bars-buying" in now.on and has_surplus(held, owned):
        return 0
    room_of_run = last_room(held, owned, kind)
    if "summed-storage" in now.on:
        return min(room_of_run, summed_room(held, owned, kind))
    return room_of_run


def _lines(now: Position, seat: int) -> set[str]:
    found = set()
    for price, cards in now.columns.items():
        if price <= now.money[seat]:
            for card in cards:
                if room(now, seat, kind_of(card)) > 0:
                    found.add(f"buy-card {card} {price}")
    return found


def _turn(now: Position, seat: int) -> Steps:
    before: list[Any] = []
    while True:
        cards = _lines(now, seat)
        if not cards and not before:
            break
        words = yield Wait(seat, {*cards, "finish-buying"})
        if words[1] == "finish-buying":
            break
        if words[1] == "take-back":
            now.money[seat], now.stores[seat], now.columns = before.pop()
        else:
            before.append(deepcopy((now.money[seat], now.stores[seat], now.columns)))
            card, price = words[2], int(words[3])
            now.money[seat] -= price
            kept = min(units_of(card), room(now, seat, kind_of(card)))
            take(now, now.stores[seat], card, price, kept)
        now.takebacks = len(before)
    now.takebacks = 0


def take(now: Position, store: list[tuple[str, int]], card: str, price: int, kept: int) -> None:
    """Move a card into a store; what is not kept becomes singles in column 1 (k5.8)."""
    now.columns[price].remove(card)
    store.append((card, kept))
    spilled = units_of(card) - kept
    if spilled:
        now.happened("spill")
    now.columns[1] += [f"{kind_of(card)}-single"] * spilled
    now.sort_columns()


def trust_takes(now: Position) -> None:
    """Take one run of fuel for the Trust (k10.8 to k10.12)."""
    need = needs(now.trust_plants)
    store = now.trust_store
    for kind in KINDS:
        while units(store)[kind] < need[kind] and _cheapest(now, [kind]):
            _trust_takes_one(now, _cheapest(now, [kind]), need)
    while _hybrid_lack(now, need) > 0 and _cheapest(now, ["gas", "oil"]):
        _trust_takes_one(now, _cheapest(now, ["gas", "oil"]), need)


def _hybrid_lack(now: Position, need: dict[str, int]) -> int:
    held = units(now.trust_store)
    over = sum(max(0, held[kind] - need[kind]) for kind in ("gas", "oil"))
    return need[HYBRID] - over


def _cheapest(now: Position, kinds: list[str]) -> tuple[int, str] | None:
    """Return price and card of the cheapest column, there gas before oil and fewest units."""
    for price in sorted(now.columns):
        cards = [card for card in now.columns[price] if kind_of(card) in kinds]
        if cards:
            return price, min(cards, key=card_rank)
    return None


def _trust_takes_one(now: Position, found: tuple[int, str] | None, need: dict[str, int]) -> None:
    assert found is not None
    price, card = found
    kind = kind_of(card)
    lack = max(0, need[kind] - units(now.trust_store)[kind])
    if kind in ("gas", "oil"):
        lack += max(0, _hybrid_lack(now, need))
    now.happened("card of the Trust")
    if is_single(card):
        now.happened("single of the Trust")
    take(now, now.trust_store, card, price, min(units_of(card), lack))
