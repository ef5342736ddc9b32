"""Statistics of a board, compared with the shipped ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import mean, median

from gridwright.content.boards import BoardSheet
from gridwright.content.geography import Link
from gridwright.content.library import list_editions, load_library


@dataclass(frozen=True)
class BoardStatistics:
    """Costs and counts of a board's links."""

    n_regions: int
    n_cities: int
    n_links: int
    links_by_city: float
    mean_cost: float
    median_cost: float
    dearest: int
    spanning_tree: int
    """Cost of the cheapest links that join all cities."""
    tree_by_city: float
    region_means: dict[str, float]
    """The mean cost of the links within each region."""


@dataclass(frozen=True)
class Comparison:
    """A value of the board, with the minimum and maximum of the shipped ones."""

    name: str
    value: float
    least: float
    most: float

    @property
    def is_usual(self) -> bool:
        return self.least <= self.value <= self.most


def measure(sheet: BoardSheet) -> BoardStatistics:
    costs = [link.cost for link in sheet.links] or [0]
    tree = spanning_tree([city.id for city in sheet.cities], sheet.links)
    region_of = {city.id: city.region for city in sheet.cities}
    inside = {
        region.id: [
            link.cost
            for link in sheet.links
            if {region_of[end] for end in link.ends} == {region.id}
        ]
        for region in sheet.regions
    }
    n_cities = len(sheet.cities)
    return BoardStatistics(
        n_regions=len(sheet.regions),
        n_cities=n_cities,
        n_links=len(sheet.links),
        links_by_city=round(len(sheet.links) / n_cities, 2),
        mean_cost=round(mean(costs), 1),
        median_cost=median(costs),
        dearest=max(costs),
        spanning_tree=tree,
        tree_by_city=round(tree / n_cities, 1),
        region_means={
            region: round(mean(found), 1) if found else 0.0 for region, found in inside.items()
        },
    )


def spanning_tree(cities: Sequence[str], links: Sequence[Link]) -> int:
    """Return the cost of the cheapest links that join all cities that can be joined."""
    roots = {city: city for city in cities}

    def root_of(city: str) -> str:
        while roots[city] != city:
            city = roots[city]
        return city

    total = 0
    for link in sorted(links, key=lambda each: each.cost):
        one, other = (root_of(end) for end in link.ends)
        if one != other:
            roots[one] = other
            total += link.cost
    return total


@cache
def shipped_statistics() -> tuple[BoardStatistics, ...]:
    """Return a shipped board's statistics for each whose links have costs."""
    sheets = [
        sheet for edition in list_editions() for sheet in load_library(edition).boards.values()
    ]
    return tuple(measure(sheet) for sheet in sheets if any(link.cost for link in sheet.links))


NAMES = {
    "n_cities": "cities",
    "n_links": "links",
    "links_by_city": "links for each city",
    "mean_cost": "mean cost of a link",
    "median_cost": "median cost of a link",
    "dearest": "dearest link",
    "spanning_tree": "cheapest network of all cities",
    "tree_by_city": "the same for each city",
}


def compare(own: BoardStatistics) -> list[Comparison]:
    """Return each value with the range of shipped boards, then the cheapest and dearest region."""
    shipped = shipped_statistics()
    rows = [
        Comparison(
            told,
            getattr(own, field),
            min(getattr(each, field) for each in shipped),
            max(getattr(each, field) for each in shipped),
        )
        for field, told in NAMES.items()
    ]
    means = [value for each in shipped for value in each.region_means.values()]
    for told, value in (
        ("cheapest region, mean cost", min(own.region_means.values())),
        ("dearest region, mean cost", max(own.region_means.values())),
    ):
        rows.append(Comparison(told, value, min(means), max(means)))
    return rows
