"""Fuel laid token by token on single plants: the slow and obvious answer to every fuel question."""

from collections.abc import Iterator
from itertools import product

from gridwright.engine.fuel import Plant

Layout = tuple[tuple[int, ...], ...]
"""``layout[place][kind]``: tokens of a kind on the plant at a place."""


def layouts(plants: list[Plant], held: tuple[int, ...]) -> Iterator[Layout]:
    """Every way to lay the holding on the plants, each once (c5.3, c5.4, c5.5)."""
    if not plants:
        if not any(held):
            yield ()
        return
    for pile in piles(plants[0], held):
        left = tuple(each - laid for each, laid in zip(held, pile, strict=True))
        for rest in layouts(plants[1:], left):
            yield (pile, *rest)


def piles(plant: Plant, held: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Everything of a holding that one plant can hold."""
    choices = [range(amount + 1 if kind in plant.kinds else 1) for kind, amount in enumerate(held)]
    for pile in product(*choices):
        if sum(pile) <= plant.storage:
            yield pile


def can_hold(plants: list[Plant], held: tuple[int, ...]) -> bool:
    return next(layouts(plants, held), None) is not None


def first_burned(running: list[Plant], layout: Layout, first: int) -> set[int]:
    """Tokens of the first kind that running hybrids can burn in all; empty if one cannot run.

    ``layout`` lists only the running plants.
    """
    totals = {0}
    for plant, pile in zip(running, layout, strict=True):
        if len(plant.kinds) < 2:
            if plant.kinds and pile[plant.kinds[0]] < plant.need:
                return set()
            continue
        second = next(kind for kind in plant.kinds if kind != first)
        burns = [
            amount
            for amount in range(plant.need + 1)
            if amount <= pile[first] and plant.need - amount <= pile[second]
        ]
        totals = {total + amount for total in totals for amount in burns}
    return totals
