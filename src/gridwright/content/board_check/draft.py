"""A lenient reader of a board's file: well-formed parts are kept, the rest is a fault."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from gridwright.content.board_check.faults import Faults
from gridwright.content.board_check.head import LONGEST_ID, is_id
from gridwright.content.document import Tree, one_of, shown
from gridwright.content.errors import did_you_mean

LONGEST_NAME: Final = 24
"""Maximum letters of a name, by the room on the map; the shipped boards stay within it."""
MAX_COST: Final = 60
"""Twice the cost of the most expensive link of a shipped board."""


@dataclass(frozen=True)
class DraftCity:
    """The readable part of a city; ``place`` is its index in the file."""

    place: int
    id: str
    name: str
    region: str
    at: tuple[float, float] | None


@dataclass(frozen=True)
class DraftLink:
    """A link between two existing cities."""

    place: int
    ends: tuple[str, str]


@dataclass
class Draft:
    """The readable part of a board."""

    regions: dict[str, int] = field(default_factory=dict)
    """Indexes in the file by id."""
    cities: dict[str, DraftCity] = field(default_factory=dict)
    links: dict[tuple[str, str], DraftLink] = field(default_factory=dict)
    adjacent: dict[tuple[str, str], int] = field(default_factory=dict)
    hangs_together: bool = True
    """True if every city must be reached by links."""


def read_draft(tree: Tree, faults: Faults) -> Draft:
    """Read the lists of a file; each mistake in an item is added to the faults."""
    draft = Draft()
    draft.hangs_together = "landmasses" not in tree and "flat_connection" not in tree
    _read_regions(tree, draft, faults)
    _read_cities(tree, draft, faults)
    _read_links(tree, draft, faults)
    _read_adjacent(tree, draft, faults)
    return draft


def _tables(tree: Tree, key: str, faults: Faults) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the items of a list of tables, with their indexes; anything else is a fault."""
    value = tree.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        faults.add("not-a-list", f"`{key}` is {shown(value)}; write a list, {key} = [ … ]", key)
        return []
    found: list[tuple[int, Mapping[str, Any]]] = []
    for place, item in enumerate(value):
        if isinstance(item, dict):
            found.append((place, item))
        else:
            faults.add(
                "not-a-table",
                f"an item of `{key}` is {shown(item)}; write it in braces, as the others",
                key,
                place,
            )
    return found


def _check_item_keys(
    what: str,
    key: str,
    place: int,
    item: Mapping[str, Any],
    needed: Collection[str],
    optional: Collection[str],
    faults: Faults,
) -> None:
    known = [*needed, *optional]
    for each in item:
        if each not in known:
            near = did_you_mean(each, known) or f"; it may have {', '.join(known)}"
            faults.add("unknown-item-key", f"{what} has the key `{each}`{near}", key, place)
    for each in needed:
        if each not in item:
            kind = "no-position" if each in ("x", "y") else "missing-item-key"
            told = "; say where it is on the drawing" if kind == "no-position" else ""
            faults.add(kind, f"{what} lacks `{each}`{told or '; add it'}", key, place)


def _read_regions(tree: Tree, draft: Draft, faults: Faults) -> None:
    for place, item in _tables(tree, "regions", faults):
        region = item.get("id")
        what = f"the region {shown(region)}" if "id" in item else f"region number {place + 1}"
        _check_item_keys(what, "regions", place, item, ("id", "label"), (), faults)
        if not is_id(region):
            if "id" in item:
                _bad_id(what, region, "regions", place, faults)
        elif region in draft.regions:
            faults.add(
                "region-twice",
                f"{what} is named twice; take one away or give it another id",
                "regions",
                place,
            )
        else:
            draft.regions[str(region)] = place
        _check_name(what, item.get("label"), "regions", place, faults)


def _bad_id(what: str, value: object, key: str, place: int, faults: Faults) -> None:
    faults.add(
        "bad-item-id",
        f"{what} has the id {shown(value)}; write small letters, digits and hyphens only, "
        f"at most {LONGEST_ID}",
        key,
        place,
    )


def _check_name(what: str, name: object, key: str, place: int, faults: Faults) -> None:
    if name is None:
        return
    if not isinstance(name, str) or not name.strip():
        faults.add("empty-name", f"{what} has no name to show; write one", key, place)
    elif not name.isprintable():
        faults.add(
            "hidden-letters",
            f"the name {name!a} has letters that cannot be shown; take them away",
            key,
            place,
        )
    elif len(name) > LONGEST_NAME:
        faults.add(
            "long-name",
            f'the name "{name}" has {len(name)} letters and the map has room for {LONGEST_NAME}; '
            "shorten it",
            key,
            place,
        )


def _read_cities(tree: Tree, draft: Draft, faults: Faults) -> None:
    named: dict[str, str] = {}
    for place, item in _tables(tree, "cities", faults):
        city = item.get("id")
        what = f"the city {shown(city)}" if "id" in item else f"city number {place + 1}"
        needed = ("id", "name", "region", "x", "y")
        _check_item_keys(what, "cities", place, item, needed, ("lat", "lon", "enter"), faults)
        name = item.get("name")
        _check_name(what, name, "cities", place, faults)
        region = item.get("region")
        if region is not None and not _is_among(region, draft.regions):
            near = did_you_mean(str(region), draft.regions)
            told = near or f"; write {one_of(list(draft.regions))}"
            faults.add(
                "unknown-region",
                f"{what} is in the region {shown(region)}, which the list of regions lacks{told}",
                "cities",
                place,
            )
        at = _read_position(what, item, place, faults)
        if "id" not in item:
            continue
        if not is_id(city):
            _bad_id(what, city, "cities", place, faults)
            continue
        if city in draft.cities:
            faults.add(
                "city-twice",
                f"{what} is named twice; take one away or give it another id",
                "cities",
                place,
            )
            continue
        if isinstance(name, str) and name in named:
            faults.add(
                "same-name",
                f'the cities "{named[name]}" and "{city}" are both shown as "{name}"; '
                "players could not tell them apart, so rename one",
                "cities",
                place,
            )
        named.setdefault(str(name), str(city))
        draft.cities[str(city)] = DraftCity(place, str(city), str(name), str(region), at)


def _is_among(value: object, names: Collection[str]) -> bool:
    """Return whether a value is one of the names; a list or a table is none."""
    return isinstance(value, str) and value in names


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _as_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return inf if number > 0 else -inf


def _read_position(
    what: str, item: Mapping[str, Any], place: int, faults: Faults
) -> tuple[float, float] | None:
    for key in ("x", "y"):
        if key in item and not _is_number(item[key]):
            faults.add(
                "bad-position",
                f"{what} has {shown(item[key])} for `{key}`; write a number without quotes",
                "cities",
                place,
            )
    if not (_is_number(item.get("x")) and _is_number(item.get("y"))):
        return None
    return _as_float(item["x"]), _as_float(item["y"])


def pair_of(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _read_links(tree: Tree, draft: Draft, faults: Faults) -> None:
    for place, item in _tables(tree, "links", faults):
        ends = (item.get("from"), item.get("to"))
        what = f"the link from {shown(ends[0])} to {shown(ends[1])}"
        needed = ("from", "to", "cost")
        _check_item_keys(what, "links", place, item, needed, ("note", "confidence"), faults)
        for end in ends:
            if end is not None and not _is_among(end, draft.cities):
                near = did_you_mean(str(end), draft.cities) or "; add the city or mend its name"
                faults.add(
                    "unknown-city",
                    f"{what} leads to {shown(end)}, which the list of cities lacks{near}",
                    "links",
                    place,
                )
        _check_cost(what, item, place, faults)
        if not all(_is_among(end, draft.cities) for end in ends):
            continue
        pair = pair_of(str(ends[0]), str(ends[1]))
        if pair[0] == pair[1]:
            faults.add(
                "link-to-itself",
                f"{what} begins and ends in the same city; name another one, or remove it",
                "links",
                place,
            )
        elif pair in draft.links:
            first = faults.lines.line_of("links", draft.links[pair].place)
            faults.add(
                "link-twice",
                f"{what} is in line {first} already; a link counts both ways, so take one away",
                "links",
                place,
            )
        else:
            draft.links[pair] = DraftLink(place, pair)


def _check_cost(what: str, item: Mapping[str, Any], place: int, faults: Faults) -> None:
    if "cost" not in item:
        return
    cost = item["cost"]
    if not isinstance(cost, int) or isinstance(cost, bool) or cost < 0:
        faults.add(
            "bad-cost",
            f"{what} costs {shown(cost)}; write a whole number from 0 up",
            "links",
            place,
        )
    elif cost > MAX_COST:
        faults.add(
            "absurd-cost",
            f"{what} costs {cost}, more than twice the dearest link of any shipped board; "
            f"write at most {MAX_COST}",
            "links",
            place,
        )


def _read_adjacent(tree: Tree, draft: Draft, faults: Faults) -> None:
    value = tree.get("adjacent")
    if value is None:
        return
    if not isinstance(value, list):
        faults.add("not-a-list", f"`adjacent` is {shown(value)}; write a list of pairs", "adjacent")
        return
    for place, item in enumerate(value):
        if not isinstance(item, list) or len(item) != 2 or item[0] == item[1]:
            faults.add(
                "not-a-pair",
                'an item of `adjacent` is not a pair; write two regions, as in ["north", "south"]',
                "adjacent",
                place,
            )
            continue
        unknown = [each for each in item if not _is_among(each, draft.regions)]
        for each in unknown:
            near = did_you_mean(str(each), draft.regions)
            told = near or f"; write {one_of(list(draft.regions))}"
            faults.add(
                "unknown-region",
                f"`adjacent` names the region {shown(each)}, which the list of regions lacks{told}",
                "adjacent",
                place,
            )
        if unknown:
            continue
        pair = pair_of(item[0], item[1])
        if pair in draft.adjacent:
            faults.add(
                "pair-twice",
                f"the regions {pair[0]} and {pair[1]} are called adjacent twice; take one away",
                "adjacent",
                place,
            )
        draft.adjacent.setdefault(pair, place)
