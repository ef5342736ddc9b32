"""Laying corrections over a shipped document."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gridwright.content.document import Tree, one_of


@dataclass(frozen=True)
class Naming:
    """The keys whose values name one thing of a list."""

    keys: tuple[str, ...]
    letter: str = ""
    """A key that a thing has only if others have the same name without it."""


KEYS: Final[Mapping[str, Naming]] = {
    "plants": Naming(("number",), "twin"),
    "regions": Naming(("id",)),
    "cities": Naming(("id",)),
    "links": Naming(("from", "to")),
    "store_prices": Naming(("kind",)),
    "closing_plants": Naming(("plant",)),
    "parts": Naming(("name",)),
    "cards": Naming(("id",)),
    "first_pile": Naming(("id",)),
    "second_pile": Naming(("id",)),
}
"""The lists of things, at the top of a file, and what names one of their things."""


REPLACES: Final = "replaces"
"""The key of a correction that names its lists of things that take the place of the shipped."""


@dataclass(frozen=True)
class Merged:
    """A document with corrections, and where in them each corrected value stands."""

    tree: Tree
    origins: Mapping[str, str]
    """Paths in the corrections by paths in the tree."""


def merge(shipped: Tree, changes: Tree) -> Merged:
    """Tables merge key by key, lists of things thing by thing; any other value is replaced.

    A list of things that the changes name under ``replaces`` is replaced as a whole.
    """
    origins: dict[str, str] = {}
    replaced = changes.get(REPLACES, [])
    kept = {key: value for key, value in shipped.items() if key not in replaced}
    told = {key: value for key, value in changes.items() if key != REPLACES}
    return Merged(_merge_tables(kept, told, "", "", origins), origins)


def fault_of_replaces(shipped: Tree, changes: Tree) -> str:
    """Return what is wrong with the key ``replaces`` of a correction; empty if nothing is."""
    able = [key for key in KEYS if isinstance(shipped.get(key), list)]
    named = changes.get(REPLACES, [])
    if isinstance(named, list) and all(each in able and each in changes for each in named):
        return ""
    return f"expected lists of this file that are shipped too, {one_of(able)}; came {named}"


def thing_of(item: object, naming: Naming) -> tuple[str, ...]:
    """Return the name of an item, in either direction for a link; empty if it has none."""
    if not isinstance(item, dict) or any(key not in item for key in naming.keys):
        return ()
    letter = str(item.get(naming.letter, ""))
    return tuple(sorted(f"{item[key]}{letter}" for key in naming.keys))


def canonical(tree: Tree) -> str:
    """The same text for documents that differ in comments or order alone."""
    plain = dict(tree)
    for key, naming in KEYS.items():
        if isinstance(plain.get(key), list):
            items = [_canonical_item(item, naming) for item in plain[key]]
            plain[key] = sorted(items, key=_json)
    return _json(plain)


def _canonical_item(item: object, naming: Naming) -> object:
    if len(naming.keys) < 2 or not isinstance(item, dict) or not thing_of(item, naming):
        return item
    return item | dict(zip(naming.keys, thing_of(item, naming), strict=True))


def _json(value: object) -> str:
    # A date has no place in JSON, and the loader refuses it.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)


def _merge_tables(
    shipped: Tree, changes: Tree, path: str, origin: str, origins: dict[str, str]
) -> Tree:
    merged = dict(shipped)
    for key, value in changes.items():
        here = f"{path}.{key}" if path else key
        there = f"{origin}.{key}" if origin else key
        before = shipped.get(key)
        if not path and key in KEYS and isinstance(before, list) and isinstance(value, list):
            merged[key] = _merge_things(before, value, key, origins)
            continue
        origins[here] = there
        if isinstance(before, dict) and isinstance(value, dict):
            merged[key] = _merge_tables(before, value, here, there, origins)
        else:
            merged[key] = value
    return merged


def _merge_things(
    shipped: list[Any], changes: list[Any], key: str, origins: dict[str, str]
) -> list[Any]:
    merged = list(shipped)
    known = {thing_of(item, KEYS[key]): item for item in shipped}
    places = {thing: place for place, thing in enumerate(known)}
    for number, item in enumerate(changes):
        thing = thing_of(item, KEYS[key])
        # A thing is corrected once: named again it joins the list, where it is a duplicate.
        place = places.pop(thing, len(merged))
        here, there = f"{key}[{place}]", f"{key}[{number}]"
        origins[here] = there
        if thing in known:
            item = _merge_tables(known[thing], item, here, there, origins)
        merged[place : place + 1] = [item]
    return merged
