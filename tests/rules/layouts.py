"""Every way to lay coal and oil on plants, tried one by one: the oracle for c3.14 and c5.5."""

from itertools import product

from gridwright.engine.plants import Plant
from gridwright.engine.rules import Rules

COAL, OIL = 0, 1


def plant_called(rules: Rules, number: int) -> Plant:
    return rules.deck.plants[rules.plant_called(number)]


def loads(plant: Plant) -> set[tuple[int, int]]:
    """How much coal and oil can lie on one plant, up to twice what it burns (c5.3)."""
    most = 2 * plant.need
    return {
        (coal, oil)
        for coal in range(most + 1 if COAL in plant.kinds else 1)
        for oil in range(most + 1 if OIL in plant.kinds else 1)
        if coal + oil <= most
    }


def holdings(plants: list[Plant]) -> set[tuple[int, int]]:
    """How much coal and oil several plants can hold together."""
    ways = product(*[loads(plant) for plant in plants])
    return {(sum(coal for coal, _ in way), sum(oil for _, oil in way)) for way in ways}
