"""Every way to lay a hybrid's two kinds on plants, one by one: the oracle for c3.14 and c5.5."""

from itertools import product

from gridwright.engine.fuel import Plant
from gridwright.engine.rules import Rules


def plant_called(rules: Rules, number: int) -> Plant:
    return rules.deck.plants[rules.plant_called(number)]


def loads(rules: Rules, plant: Plant) -> set[tuple[int, int]]:
    """Return how much of each kind can be on one plant, up to twice what it burns (c5.3)."""
    most = 2 * plant.need
    return {
        (first, second)
        for first in range(most + 1 if rules.fuel.first in plant.kinds else 1)
        for second in range(most + 1 if rules.fuel.second in plant.kinds else 1)
        if first + second <= most
    }


def holdings(rules: Rules, plants: list[Plant]) -> set[tuple[int, int]]:
    """Return how much of each kind several plants can hold together."""
    ways = product(*[loads(rules, plant) for plant in plants])
    return {(sum(first for first, _ in way), sum(second for _, second in way)) for way in ways}
