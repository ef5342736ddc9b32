"""The head of a board's file, and the values that are not lists."""

from collections.abc import Collection
from typing import Final

from gridwright.content.board_check.faults import Faults
from gridwright.content.board_figures import OWN_FIGURES
from gridwright.content.document import Tree, one_of, shown
from gridwright.content.errors import did_you_mean
from gridwright.content.own_board import PROGRAMS, is_shipped
from gridwright.content.provenance import CONFIDENCES, PROVENANCE
from gridwright.content.spec import NO_BOARD

NEEDED: Final = (
    *("id", "name", "presets", "regions", "adjacent", "cities", "links", "spaces", "layout"),
    *PROVENANCE,
)
OPTIONAL: Final = (
    *("note", "store_prices", "closing_plants", "settings", "house_rules", "passage"),
    *("landmasses", "flat_connection", "uncounted_plants", "blocked", *OWN_FIGURES),
    *("plants", "decks", "parts", "figures", "clauses", "second_market"),
)

LONGEST_ID: Final = 40
"""Maximum letters of an id: it is part of addresses and log lines, whose length is limited."""
SECOND_PRINTING: Final = "-recharged"
"""Mark in the ids of shipped second printings; clients name their regions as in the first."""
N_SPACES: Final = 3
"""Houses in a city, one per step: the drawing of a city has a place for each."""


def check_head(tree: Tree, presets: Collection[str], faults: Faults) -> None:
    _check_keys(tree, faults)
    _check_board_id(tree, faults)
    _check_text(tree, "name", faults)
    _check_provenance(tree, faults)
    _check_presets(tree, presets, faults)
    _check_spaces(tree, faults)


def is_id(value: object) -> bool:
    if not isinstance(value, str):
        return False
    letters = value.replace("-", "")
    return (
        len(value) <= LONGEST_ID
        and letters.isascii()
        and letters.isalnum()
        and letters == letters.lower()
    )


def _check_keys(tree: Tree, faults: Faults) -> None:
    for key in tree:
        if key == PROGRAMS:
            faults.add(
                "program",
                f"`{PROGRAMS}` names programs, which only shipped boards have; remove it",
                key,
            )
        elif key not in (*NEEDED, *OPTIONAL):
            near = did_you_mean(key, (*NEEDED, *OPTIONAL))
            faults.add(
                "unknown-key", f"`{key}` is not a key of a board{near or '; remove it'}", key
            )
    for key in NEEDED:
        if key not in tree:
            faults.add(
                "missing-key",
                f"`{key}` is missing; `gridwright board new` writes a file that has all of them",
            )


def _check_board_id(tree: Tree, faults: Faults) -> None:
    value = tree.get("id")
    if value is None:
        return
    if not is_id(value) or value == NO_BOARD:
        faults.add(
            "bad-id",
            f"the id {shown(value)} cannot be used; write small letters, digits and hyphens, "
            f'at most {LONGEST_ID}, as in "my-island"',
            "id",
        )
    elif is_shipped(value):
        faults.add(
            "taken-id",
            f'there is a shipped board with the id "{value}"; give yours another one',
            "id",
        )
    elif SECOND_PRINTING in value:
        faults.add(
            "bad-id",
            f"the id {shown(value)} cannot be used; {SECOND_PRINTING} marks second printings of "
            'shipped boards, so write another word, as in "my-island-two"',
            "id",
        )


def _check_text(tree: Tree, key: str, faults: Faults) -> None:
    value = tree.get(key)
    if value is not None and (not isinstance(value, str) or not value.strip()):
        faults.add("empty-name", f"`{key}` is {shown(value)}; write a name in quotation marks", key)
    elif isinstance(value, str) and not value.isprintable():
        faults.add(
            "hidden-letters",
            f"`{key}` is {value!a}, with letters that cannot be shown; take them away",
            key,
        )


def _check_provenance(tree: Tree, faults: Faults) -> None:
    value = tree.get("confidence")
    if value is not None and value not in CONFIDENCES:
        faults.add(
            "unknown-confidence",
            f"the confidence {shown(value)} is unknown; write {one_of(CONFIDENCES)}",
            "confidence",
        )


def _check_presets(tree: Tree, presets: Collection[str], faults: Faults) -> None:
    named = tree.get("presets")
    if named is None:
        return
    if not isinstance(named, list) or not named:
        faults.add(
            "no-preset",
            f"`presets` names no rules to play by; write some of {', '.join(presets)}, "
            'as in ["original"]',
            "presets",
        )
        return
    for each in named:
        if each not in presets:
            near = did_you_mean(str(each), presets) or f"; write {one_of(list(presets))}"
            faults.add(
                "unknown-preset", f"there are no rules called {shown(each)}{near}", "presets"
            )


def _check_spaces(tree: Tree, faults: Faults) -> None:
    spaces = tree.get("spaces")
    if spaces is None:
        return
    costs = spaces.get("costs") if isinstance(spaces, dict) else None
    is_list = isinstance(costs, list) and all(type(each) is int and each >= 0 for each in costs)
    if not is_list or not costs or costs != sorted(costs) or len(costs) != N_SPACES:
        faults.add(
            "bad-spaces",
            "`costs` of the spaces is not a list of three costs, cheapest first; "
            "write costs = [10, 15, 20]",
            "spaces.costs",
        )
