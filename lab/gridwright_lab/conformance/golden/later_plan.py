"""Golden games under the second rules version."""

from dataclasses import replace
from typing import Final

from gridwright.content.spec import TableSpec
from gridwright.content.table import default_spec, list_boards, list_house_rules, list_seats
from gridwright_lab.conformance.golden.wanted import Wanted, random_chooser
from gridwright_lab.conformance.sampling import coverage
from gridwright_lab.conformance.sampling.random_players import BUILDER, COLLECTOR, EVEN

DELUXE: Final = "deluxe"
VERSION: Final = 2
"""Version number, given explicitly so that these games stay when there is a third."""


DELUXE_RULES: Final = ("coal-to-8", "light-from-20", "plain-two-players", "step-three-at-once")
"""House rules of the deluxe edition under that version."""


def _table(edition: str, preset: str, board: str, seats: int) -> TableSpec:
    return replace(default_spec(edition, preset, board, seats), version=VERSION)


def _references() -> list[Wanted]:
    """The presets that follow a text exactly (c3.22, d1.13, d1.14, d8.8)."""
    found = [
        Wanted(
            f"second-reference-{board}-{seats}",
            _table("classic", "reference", board, seats),
            random_chooser(EVEN),
            (),
        )
        for board, seats in (("usa", 3), ("germany", 4), ("usa", 2))
    ]
    for board in list_boards(DELUXE, "reference"):
        for seats in list_seats(DELUXE):
            spec = _table(DELUXE, "reference", board, seats)
            player = (BUILDER, EVEN)[seats % 2]
            found.append(
                Wanted(f"{DELUXE}-reference-{board}-{seats}", spec, random_chooser(player), ())
            )
        four = _table(DELUXE, "reference", board, 4)
        name = f"{DELUXE}-reference-{board}-step-3-in-auction"
        card = coverage.STEP_THREE + "auction"
        skipped = (coverage.SKIPPED_STEP_TWO, card)
        found.append(Wanted(name, four, random_chooser(BUILDER), ("step-2", card)))
        found.append(Wanted(f"{name}-before-step-2", four, random_chooser(COLLECTOR), skipped))
    return found


def _house_rules() -> list[Wanted]:
    """Return each house rule of the second version, and all of them together (c11.8)."""
    alone = [
        ("classic", "original", "usa", 4, ("opens-at-minimum",)),
        (DELUXE, "europe", "europe", 3, ("coal-to-8",)),
        (DELUXE, "north-america", "north-america", 4, ("light-from-20",)),
        (DELUXE, "north-america", "north-america", 5, ("step-three-at-once",)),
    ]
    together = [
        ("classic", "original", "germany", 3, tuple(list_house_rules("classic"))),
        (DELUXE, "europe", "europe", 2, DELUXE_RULES),
    ]
    found: list[Wanted] = []
    for edition, preset, board, seats, rules in [*alone, *together]:
        name = rules[0] if len(rules) == 1 else f"{edition}-all"
        spec = replace(_table(edition, preset, board, seats), house_rules=rules)
        found.append(Wanted(f"second-house-rule-{name}", spec, random_chooser(BUILDER), ()))
    return found


def _fuel_given_up() -> list[Wanted]:
    """Fuel that goes with its plant although it would fit (c3.23, d3.21, k3.24)."""
    tables = [
        _table("classic", "original", "usa", 3),
        _table(DELUXE, "europe", "europe", 3),
        _table("card", "standard", "none", 4),
    ]
    return [
        Wanted(
            f"second-fuel-given-up-{table.edition}",
            table,
            random_chooser(EVEN),
            (coverage.FUEL_GIVEN_UP,),
        )
        for table in tables
    ]


LATER_GAMES: Final = (*_references(), *_house_rules(), *_fuel_given_up())
