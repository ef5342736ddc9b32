"""Checks that the map is connected, and each region too."""

from collections.abc import Mapping
from typing import Final

from gridwright.content.board_check.draft import Draft, pair_of
from gridwright.content.board_check.faults import Faults

MAX_REGIONS: Final = 7
"""Number of tints of a map."""
MAX_CITIES: Final = 12
"""Maximum number of cities in a region: more do not fit on a drawing."""
UNEVEN: Final = 1.5
"""Largest ratio of region sizes; one shipped board exceeds it, with 8 cities to 5."""
SHOWN: Final = 4
"""Names in a sentence, before it counts the rest."""


def check_network(draft: Draft, faults: Faults) -> None:
    """Check cities by links, and regions by borders. Skips lists that could not be read."""
    if draft.cities and draft.links:
        _check_links(draft, faults)
    # A misspelled region would make others look empty and isolated.
    if faults.has_kind("unknown-region", "region-twice"):
        return
    if draft.regions:
        _check_regions(draft, faults)
    if draft.links and len(draft.regions) > 1:
        _check_borders(draft, faults)


def named(names: list[str]) -> str:
    """Return some names as part of a sentence."""
    quoted = [f'"{name}"' for name in names[:SHOWN]]
    if len(names) > SHOWN:
        return f"{', '.join(quoted)} and {len(names) - SHOWN} more"
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _check_links(draft: Draft, faults: Faults) -> None:
    neighbours: dict[str, list[str]] = {city: [] for city in draft.cities}
    for one, other in draft.links:
        neighbours[one].append(other)
        neighbours[other].append(one)
    if not draft.hangs_together:
        return
    for city, near in neighbours.items():
        if not near:
            faults.add(
                "no-link",
                f'no link leads to the city "{city}"; add one to a city beside it',
                "cities",
                draft.cities[city].place,
            )
    parts = _parts({city: near for city, near in neighbours.items() if near})
    for part in parts[1:]:
        faults.add(
            "not-connected",
            f"no link leads from {named(sorted(part))} to the other cities; add one",
            "cities",
            draft.cities[min(part, key=lambda city: draft.cities[city].place)].place,
        )


def _parts(neighbours: Mapping[str, list[str]]) -> list[set[str]]:
    """Return the connected parts, the largest first."""
    left = dict.fromkeys(neighbours)
    parts: list[set[str]] = []
    while left:
        frontier = [next(iter(left))]
        part = set(frontier)
        while frontier:
            for near in neighbours[frontier.pop()]:
                if near not in part:
                    part.add(near)
                    frontier.append(near)
        for city in part:
            del left[city]
        parts.append(part)
    return sorted(parts, key=len, reverse=True)


def _check_regions(draft: Draft, faults: Faults) -> None:
    if len(draft.regions) > MAX_REGIONS:
        faults.add(
            "too-many-regions",
            f"there are {len(draft.regions)} regions and the map has {MAX_REGIONS} tints; "
            "join some",
            "regions",
        )
    sizes = {
        region: sum(city.region == region for city in draft.cities.values())
        for region in draft.regions
    }
    for region, size in sizes.items():
        if size == 0:
            faults.add(
                "empty-region",
                f'no city is in the region "{region}"; add one, or remove the region',
                "regions",
                draft.regions[region],
            )
        elif size > MAX_CITIES:
            faults.add(
                "crowded-region",
                f'the region "{region}" has {size} cities and the map has room for '
                f"{MAX_CITIES}; move some to another region",
                "regions",
                draft.regions[region],
            )
    least, most = min(sizes.values()), max(sizes.values())
    if least and most > UNEVEN * least:
        small = next(region for region in sizes if sizes[region] == least)
        large = next(region for region in sizes if sizes[region] == most)
        faults.add(
            "uneven-regions",
            f'the region "{large}" has {most} cities and "{small}" only {least}; the lot decides '
            "which are in play, so make them more alike",
            "regions",
            draft.regions[large],
        )


def _check_borders(draft: Draft, faults: Faults) -> None:
    crossed: dict[tuple[str, str], int] = {}
    for (one, other), link in draft.links.items():
        pair = pair_of(draft.cities[one].region, draft.cities[other].region)
        if pair[0] != pair[1] and all(region in draft.regions for region in pair):
            crossed.setdefault(pair, link.place)
    for pair, place in crossed.items():
        if pair not in draft.adjacent:
            faults.add(
                "missing-border",
                f"this link leads from {pair[0]} to {pair[1]}, which `adjacent` lacks; "
                f'add ["{pair[0]}", "{pair[1]}"] there',
                "links",
                place,
            )
    for pair, place in draft.adjacent.items():
        if pair not in crossed:
            faults.add(
                "border-without-link",
                f"no link leads from {pair[0]} to {pair[1]}, so they do not touch; "
                "add a link or take the pair away",
                "adjacent",
                place,
            )
    for region, place in draft.regions.items():
        if not any(region in pair for pair in (*crossed, *draft.adjacent)):
            faults.add(
                "lonely-region",
                f'the region "{region}" touches no other; add a link to a city of another region',
                "regions",
                place,
            )
