"""The player order of the next round, computed from public information."""

from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules


def projected_order(
    rules: Rules, seen: Observation, n_cities: list[int], plants: list[list[int]]
) -> list[int]:
    """Return the seats from first to last, given networks and plants (c2.1)."""
    if isinstance(seen.parts, Depot):
        return projected_by_income(rules, seen, seen.parts.incomes, plants)
    ranks = [
        (-n_cities[seat], -plants[seat][-1] if plants[seat] else 1, seat)
        for seat in range(rules.n_seats)
    ]
    return [rank[2] for rank in sorted(ranks)]


def projected_place(rules: Rules, seen: Observation, seat: int, n_cities: int) -> int:
    """Return the place of a seat in that order on a board, with this number of cities."""
    plants = seen.plants
    largest = plants[seat][-1] if plants[seat] else -1
    place = 0
    for other in range(rules.n_seats):
        if other == seat:
            continue
        theirs = seen.n_cities[other]
        if theirs == n_cities:
            theirs_largest = plants[other][-1] if plants[other] else -1
            if theirs_largest > largest or (theirs_largest == largest and other < seat):
                place += 1
        elif theirs > n_cities:
            place += 1
    return place


def projected_by_income(
    rules: Rules, seen: Observation, incomes: list[int], plants: list[list[int]]
) -> list[int]:
    """Return the order by these incomes; ties reverse the current order (k2.4)."""
    numbers = rules.deck.numbers
    n_seats = rules.n_seats
    ranks: list[tuple[int, int, int, int]] = []
    for place, seat in enumerate(seen.order):
        largest = max([numbers[plant] for plant in plants[seat]], default=0)
        ranks.append((-incomes[seat], -largest, n_seats - place, seat))
    return [rank[3] for rank in sorted(ranks)]


def cities_for_place(
    rules: Rules, seen: Observation, seat: int, place: int, most: int
) -> int | None:
    """Return the most cities, up to ``most``, with which a seat still gets ``place`` or later."""
    for count in range(most, -1, -1):
        cities = seen.n_cities[:]
        cities[seat] = count
        if projected_order(rules, seen, cities, seen.plants).index(seat) >= place:
            return count
    return None
