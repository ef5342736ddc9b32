"""Fuel that a seat can hold, burn and lose. Pure functions of plants and cards."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from gridwright_lab.trials.card_reading.figures import KINDS, Plant, is_single, kind_of, units_of

Face = tuple[str, int]
"""A stored card and the units that it shows."""

HYBRID: Final = "hybrid"


def units(store: Sequence[Face]) -> dict[str, int]:
    """Return the units of each kind in a store."""
    return {kind: sum(shown for card, shown in store if kind_of(card) == kind) for kind in KINDS}


def needs(owned: Sequence[Plant]) -> dict[str, int]:
    """Return what one run of all plants burns, by kind and for the hybrids."""
    total = dict.fromkeys((*KINDS, HYBRID), 0)
    for plant in owned:
        if plant.kinds:
            total[plant.kinds[0] if len(plant.kinds) == 1 else HYBRID] += plant.need
    return total


def burnable(owned: Sequence[Plant]) -> set[str]:
    return {kind for plant in owned for kind in plant.kinds}


def limits_room(held: dict[str, int], owned: Sequence[Plant], kind: str) -> int:
    """Return how many more units of a kind fit (k5.3)."""
    need = needs(owned)
    if kind in ("coal", "uranium"):
        return 2 * need[kind] - held[kind]
    alone = 2 * (need[kind] + need[HYBRID]) - held[kind]
    both = 2 * (need["gas"] + need["oil"] + need[HYBRID]) - held["gas"] - held["oil"]
    return min(alone, both)


def summed_room(held: dict[str, int], owned: Sequence[Plant], kind: str) -> int:
    """Return how many more units of a kind fit (k13.8)."""
    if kind not in burnable(owned):
        return 0
    return 2 * sum(needs(owned).values()) - sum(held.values())


def last_room(held: dict[str, int], owned: Sequence[Plant], kind: str) -> int:
    """Return how many units one run of all plants still lacks (k5.12)."""
    need = needs(owned)
    if kind in ("coal", "uranium"):
        return need[kind] - held[kind]
    other = "oil" if kind == "gas" else "gas"
    surplus = max(0, held[other] - need[other])
    return need[kind] + max(0, need[HYBRID] - surplus) - held[kind]


def has_surplus(held: dict[str, int], owned: Sequence[Plant]) -> bool:
    """Return whether one run of all plants leaves some unit over (k13.9)."""
    need = needs(owned)
    if any(held[kind] > need[kind] for kind in ("coal", "uranium")):
        return True
    over = [max(0, held[kind] - need[kind]) for kind in ("gas", "oil")]
    return sum(over) > need[HYBRID]


def runs(store: Sequence[Face], owned: Sequence[Plant]) -> Iterator[tuple[list[Plant], int, int]]:
    """Yield each set of plants that can run, with the least and the most gas in its hybrids."""
    held = units(store)
    for size in range(len(owned) + 1):
        for chosen in combinations(owned, size):
            need = needs(chosen)
            if any(held[kind] < need[kind] for kind in KINDS):
                continue
            low = max(0, need[HYBRID] - (held["oil"] - need["oil"]))
            high = min(need[HYBRID], held["gas"] - need["gas"])
            if low <= high:
                yield list(chosen), low, high


def burned(chosen: Sequence[Plant], gas: int) -> dict[str, int]:
    """Return the units that a run burns with so much gas in its hybrids."""
    need = needs(chosen)
    spent = {kind: need[kind] for kind in KINDS}
    spent["gas"] += gas
    spent["oil"] += need[HYBRID] - gas
    return spent


def best_income(store: Sequence[Face], owned: Sequence[Plant]) -> int:
    return max(sum(plant.income for plant in chosen) for chosen, _low, _high in runs(store, owned))


def spend_fewest(store: list[Face], spent: dict[str, int]) -> list[str]:
    """Take units off the cards that show the fewest (k6.6); return the cards that reach 0."""
    emptied = []
    for kind in KINDS:
        left = spent[kind]
        mine = [face for face in store if kind_of(face[0]) == kind]
        mine.sort(key=lambda face: (face[1], is_single(face[0]), units_of(face[0])))
        for card, shown in mine:
            if not left:
                break
            used = min(left, shown)
            left -= used
            store.remove((card, shown))
            if used < shown:
                store.append((card, shown - used))
            else:
                emptied.append(card)
        assert not left, f"expected {spent[kind]} {kind} in {store}"
    return emptied


def spend_turns(store: list[Face], spent: dict[str, int], turns: str) -> list[str]:
    """Turn the named cards (``gas-3:3>1+oil-2:2>0``); return the cards that reach 0."""
    emptied = []
    added: list[Face] = []
    found = dict.fromkeys(KINDS, 0)
    for turn in turns.split("+"):
        card, change = turn.split(":")
        before, after = (int(part) for part in change.split(">"))
        store.remove((card, before))
        found[kind_of(card)] += before - after
        if after:
            added.append((card, after))
        else:
            emptied.append(card)
    assert found == spent, f"expected turns of {spent}, got {turns}"
    store.extend(added)
    return emptied


def losses(
    held: dict[str, int], left: Sequence[Plant], gone: Plant, *, summed: bool
) -> list[dict[str, int]]:
    """Return what may be lost with a plant: k3.12 and k3.24, or k13.8 if ``summed``."""
    least = _least_summed(held, left, gone) if summed else _least_limited(held, left)
    found: list[dict[str, int]] = []
    for lost in least:
        # More of its kinds, as much as could be stored for it (k3.24).
        for extra in ({}, *_extras(held, lost, gone)):
            grown = {kind: lost[kind] + extra.get(kind, 0) for kind in KINDS}
            if grown not in found:
                found.append(grown)
    return found


def _extras(held: dict[str, int], lost: dict[str, int], gone: Plant) -> Iterator[dict[str, int]]:
    # Gas lost in place of its oil, or the other way round, is part of what it could hold.
    most = 2 * gone.need - sum(lost.values())
    kinds = gone.kinds
    if most <= 0 or not kinds:
        return
    for first in range(min(most, held[kinds[0]] - lost[kinds[0]]) + 1):
        if len(kinds) == 1:
            yield {kinds[0]: first}
            continue
        for second in range(min(most - first, held[kinds[1]] - lost[kinds[1]]) + 1):
            yield {kinds[0]: first, kinds[1]: second}


def _least_limited(held: dict[str, int], left: Sequence[Plant]) -> list[dict[str, int]]:
    need = needs(left)
    found = []
    fixed = {kind: max(0, held[kind] - 2 * need[kind]) for kind in ("coal", "uranium")}
    for gas in range(held["gas"] + 1):
        for oil in range(held["oil"] + 1):
            kept = {**held, "gas": held["gas"] - gas, "oil": held["oil"] - oil}
            rooms = {kind: limits_room(kept, left, kind) for kind in ("gas", "oil")}
            if min(rooms.values()) < 0:
                continue
            # Nothing that still fits is lost.
            if (gas and rooms["gas"] > 0) or (oil and rooms["oil"] > 0):
                continue
            found.append(
                {"coal": fixed["coal"], "gas": gas, "oil": oil, "uranium": fixed["uranium"]}
            )
    return found


def _least_summed(held: dict[str, int], left: Sequence[Plant], gone: Plant) -> list[dict[str, int]]:
    alive = burnable(left)
    lost = {kind: 0 if kind in alive else held[kind] for kind in KINDS}
    kept = {kind: held[kind] - lost[kind] for kind in KINDS}
    excess = max(0, sum(kept.values()) - 2 * sum(needs(left).values()))
    for kind in (*gone.kinds, *KINDS):
        taken = min(excess, kept[kind])
        kept[kind] -= taken
        lost[kind] += taken
        excess -= taken
    # The owner chooses between gas and oil that go; what no plant burns goes anyway.
    if not {"gas", "oil"} <= alive:
        return [lost]
    both = lost["gas"] + lost["oil"]
    return [
        {**lost, "gas": gas, "oil": both - gas}
        for gas in range(both + 1)
        if gas <= held["gas"] and both - gas <= held["oil"]
    ]
