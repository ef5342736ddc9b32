"""Contents and free room of a storage."""

from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.fuel import FuelRules
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules


def held_by(rules: Rules, seen: Observation, seat: int) -> list[int]:
    """Return a seat's fuel by kind, from its plants or from its storage."""
    if isinstance(seen.parts, Depot):
        return rules.cards.units(seen.parts.stored[seat])
    held = [0] * rules.fuel.n_kinds
    for stored in seen.stored[seat]:
        for kind in range(len(held)):
            held[kind] += stored[kind]
    return held


def capacity_of(rules: Rules, seen: Observation, plants: list[int], held: list[int]) -> list[int]:
    """Return the capacity of plants, as by ``FuelRules.capacity``, with room for all stored fuel.

    In the last round of a card game there is room for one run (k5.13), but no fuel has to go.
    """
    fuel = rules.fuel
    capacity = fuel.capacity(plants)
    parts = seen.parts
    if not isinstance(parts, Depot) or parts.last_round != seen.round:
        return capacity
    capacity = [*fuel.needs(plants), fuel.burned_mask(capacity)]
    surplus = fuel.overflow(capacity, held)
    pair = surplus.pop()
    for kind in (fuel.first, fuel.second):
        moved = min(pair, max(0, held[kind] - capacity[kind]))
        surplus[kind] += moved
        pair -= moved
    return [
        *[capacity[kind] + surplus[kind] for kind in range(fuel.n_kinds)],
        *capacity[fuel.n_kinds :],
    ]


def kept_by(fuel: FuelRules, plants: list[int], held: list[int]) -> list[int]:
    """Return the fuel that fits on plants, hybrids' room going to the first kind first (k3.12)."""
    return fuel.kept(fuel.capacity(plants), held)


def rooms(fuel: FuelRules, capacity: list[int], held: list[int]) -> list[int]:
    """Return the units of each kind that still fit, each kind alone: hybrids' room counts twice."""
    free = [0] * fuel.n_kinds
    for kind in range(fuel.n_kinds):
        if capacity[-1] >> kind & 1:
            free[kind] = max(0, fuel.room(capacity, held, kind))
    return free


def fits_too(fuel: FuelRules, capacity: list[int], held: list[int], bought: list[int]) -> bool:
    """Return True if a whole purchase fits next to the fuel that is stored."""
    return fuel.fits(capacity, [held[kind] + bought[kind] for kind in range(fuel.n_kinds)])
