"""Sources of the course's positions: game, moment and options.

The first option of each step is the one that the lesson teaches.
"""

from collections.abc import Mapping

from tools.position_record import Recipe

_FINISH_BUYING = "finish-buying"
_FINISH_BUILDING = "finish-building"


def _germany(name: str, at: int, *options: tuple[str, ...], seed: int = 11) -> Recipe:
    return Recipe(name, "lesson", "classic", "germany", 3, seed, at, options)


def _cards(name: str, at: int, *options: tuple[str, ...], seed: int = 5) -> Recipe:
    return Recipe(name, "lesson", "card", None, 3, seed, at, options)


def _buy(*purchases: str) -> tuple[str, ...]:
    return (*[f"buy {each}" for each in purchases], _FINISH_BUYING)


def _build(*cities: str) -> tuple[str, ...]:
    return (*[f"connect {each}" for each in cities], _FINISH_BUILDING)


def _take(*cards: str) -> tuple[str, ...]:
    return (*[f"buy-card {each}" for each in cards], _FINISH_BUYING)


LESSONS: Mapping[str, tuple[Recipe, ...]] = {
    "first-plant": (
        _germany("first-plant-1", 5, ("drop",), ("win bid 7",), ("win bid 11",)),
        _germany("first-plant-2", 33, ("offer 7 7",), ("offer 9 9",), ("offer 6 6",), ("pass",)),
    ),
    "first-fuel": (
        _germany("first-fuel-1", 20, _buy("coal 3"), _buy()),
        _germany("first-fuel-2", 56, _buy("coal 1"), _buy()),
    ),
    "first-cities": (
        _germany("first-cities-1", 27, _build("halle"), _build()),
        _germany("first-cities-2", 25, _build("essen", "dusseldorf"), _build("essen"), _build()),
    ),
    "bidding": (
        _germany("bidding-1", 48, ("drop",), ("win bid 21",), ("win bid 25",)),
        _germany("bidding-2", 109, ("win bid 27",), ("win bid 37",), ("drop",)),
        _germany("bidding-3", 89, ("drop",), ("win bid 23",), ("win bid 27",)),
    ),
    "stocks": (
        _germany("stocks-1", 142, _buy(), _buy("oil 2"), _buy("coal 3")),
        _germany("stocks-2", 264, _buy("oil 2"), _buy()),
    ),
    "spending": (
        _germany("spending-1", 147, _build("erfurt"), _build()),
        _germany("spending-2", 149, _build(), _build("kassel")),
    ),
    "growing": (
        _germany(
            "growing-1",
            239,
            _build("augsburg", "munchen", "regensburg"),
            _build("augsburg", "munchen"),
            _build("augsburg"),
            _build(),
        ),
        _germany("growing-2", 347, _build("osnabruck"), _build("osnabruck", "dresden"), _build()),
    ),
    "last-round": (
        _germany(
            "last-round-1",
            351,
            _buy("oil 2", "garbage 3"),
            _buy("garbage 3"),
            _buy("oil 2"),
            _buy(),
            seed=17,
        ),
        _germany(
            "last-round-2",
            362,
            _build("essen", "dortmund", "munster"),
            _build("essen", "dortmund"),
            _build("essen"),
            _build(),
            seed=17,
        ),
    ),
    "cards": (
        _cards("cards-1", 47, ("offer 8a 8",), ("offer 8b 8",), ("offer 7a 7",), ("pass",)),
        _cards("cards-2", 91, ("win bid 2",), ("win bid 12",), ("drop",)),
        _cards("cards-3", 103, ("drop",), ("win bid 14",)),
    ),
}
