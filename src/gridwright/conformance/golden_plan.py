"""Which whole games are kept as examples, and what each of them must show."""

from typing import Final

from gridwright.conformance import marks
from gridwright.conformance.golden_card_plan import CARD_GAMES
from gridwright.conformance.golden_wanted import Wanted, tempered
from gridwright.conformance.matrix import list_tables
from gridwright.conformance.schemer import Schemer
from gridwright.conformance.temperament import BUILDER, COLLECTOR, EVEN, IDLER, SAVER
from gridwright.content.table import (
    DRAFT,
    TableSpec,
    list_boards,
    list_house_rules,
    list_presets,
    list_seats,
)

DELUXE: Final = "deluxe"
"""The edition that begins the names of its games."""
SCHEMERS: Final = {"europe": 4, "north-america": 5}
"""With how many seats the schemer's plan works out on each board."""


def _every_board_and_seats() -> list[Wanted]:
    """Every preset, board and number of seats, plain."""
    found: list[Wanted] = []
    for preset in list_presets():
        for board in list_boards(preset=preset):
            for seats in list_seats():
                temperament = (BUILDER, EVEN)[seats % 2]
                spec = TableSpec("classic", preset, board, seats)
                trust = ("trust-took-plant", "trust-scrapped", "trust-took-fuel", "trust-built")
                shows = trust if preset == "recharged" and seats == 2 else ()
                found.append(
                    Wanted(f"{preset}-{board}-{seats}", spec, tempered(temperament), shows)
                )
    return found


def _endings() -> list[Wanted]:
    """Each way in which a game ends and is won (c9)."""
    original = TableSpec("classic", "original", "usa", 3)
    recharged = TableSpec("classic", "recharged", "germany-recharged", 2)
    reference = TableSpec("classic", "reference", "usa", 2)
    by_cities = marks.ENDED_BY_CITIES
    dry = marks.ENDED_BY_DRY_STACK
    return [
        Wanted("won-by-supply", original, tempered(BUILDER), (by_cities, marks.WON_BY_SUPPLY)),
        Wanted("won-by-money", original, tempered(BUILDER), (by_cities, marks.WON_BY_MONEY)),
        Wanted("won-by-money-from-the-trust", recharged, tempered(BUILDER), (marks.WON_BY_MONEY,)),
        Wanted(
            "ended-by-standstill",
            TableSpec(
                "classic", "original", "germany", 2, house_rules=("network-within-capacity",)
            ),
            tempered(EVEN),
            (marks.ENDED_BY_STANDSTILL,),
        ),
        Wanted("won-by-cities", reference, tempered(IDLER), (dry, marks.WON_BY_CITIES)),
        Wanted("shared-win", reference, tempered(IDLER), (dry, marks.SHARED_WIN)),
        Wanted(
            "shared-win-of-some",
            TableSpec("classic", "reference", "germany", 3),
            tempered(IDLER),
            (dry, marks.SHARED_WIN),
        ),
    ]


def _steps() -> list[Wanted]:
    """Each moment at which step 3 comes, before and after step 2 (c8)."""
    found: list[Wanted] = []
    boards = {"original": "germany", "recharged": "usa-recharged", "reference": "germany"}
    for preset, board in boards.items():
        for phase in ("auction", "building", "bureaucracy"):
            card = marks.STEP_THREE + phase
            spec = TableSpec("classic", preset, board, 4)
            if preset != "reference":
                found.append(
                    Wanted(f"{preset}-step-3-in-{phase}", spec, tempered(BUILDER), ("step-2", card))
                )
            if phase != "building":
                name = f"{preset}-step-3-in-{phase}-before-step-2"
                skipped = (marks.SKIPPED_STEP_TWO, card)
                found.append(Wanted(name, spec, tempered(COLLECTOR), skipped))
    spec = TableSpec("classic", "original", "usa", 3)
    skipped = (marks.SKIPPED_STEP_TWO, marks.STEP_THREE + "building")
    found.append(Wanted("original-step-3-in-building-before-step-2", spec, Schemer, skipped))
    return found


def _options() -> list[Wanted]:
    """Every choice of a host at work (c11), every house rule, and taking back (c12.1)."""
    contractor = "contractor-paid"
    found = [
        Wanted(
            "contractor-original",
            TableSpec("classic", "original", "usa", 3, contractor=True),
            tempered(SAVER),
            (contractor,),
        ),
        Wanted(
            "contractor-trust",
            TableSpec("classic", "recharged", "usa-recharged", 2, contractor=True),
            tempered(EVEN),
            (contractor,),
        ),
        Wanted(
            "contractor-reference",
            TableSpec("classic", "reference", "germany", 4, contractor=True),
            tempered(EVEN),
            (contractor,),
        ),
        Wanted(
            "hidden-money",
            TableSpec("classic", "original", "germany", 4, hidden_money=True),
            tempered(BUILDER),
            ("hidden-money",),
        ),
        Wanted(
            "regions-drafted",
            TableSpec("classic", "original", "germany", 3, regions=DRAFT),
            tempered(BUILDER),
            ("regions-drafted",),
        ),
        Wanted(
            "take-backs",
            TableSpec("classic", "original", "usa", 4),
            tempered(BUILDER, takes_back=True),
            ("take-back",),
        ),
        Wanted(
            "take-backs-trust",
            TableSpec("classic", "recharged", "germany-recharged", 2),
            tempered(BUILDER, takes_back=True),
            ("take-back",),
        ),
        Wanted(
            "fuel-from-supply",
            TableSpec("classic", "recharged", "usa-recharged", 6),
            tempered(EVEN),
            ("fuel-from-supply",),
        ),
        Wanted(
            "uranium-closed",
            TableSpec("classic", "recharged", "germany-recharged", 5),
            tempered(EVEN),
            ("kind-closed",),
        ),
    ]
    given = [table for table in list_tables("classic") if not isinstance(table.regions, str)]
    found.append(Wanted("regions-and-order-given", given[2], tempered(BUILDER), ("regions-given",)))
    rules = list_house_rules()
    for place, chosen in enumerate([*[(rule,) for rule in rules], tuple(rules)]):
        board = list_boards(preset="original")[place % 2]
        spec = TableSpec("classic", "original", board, 2 + place % 5, house_rules=chosen)
        name = chosen[0] if len(chosen) == 1 else "all"
        found.append(Wanted(f"house-rule-{name}", spec, tempered(BUILDER), ()))
    return found


def _deluxe_boards() -> list[Wanted]:
    """Both boards with every number of seats; two play against the Trust (d10)."""
    trust = ("trust-took-plant", "trust-scrapped", "trust-took-fuel", "trust-built")
    found: list[Wanted] = []
    for board in list_boards(DELUXE):
        for seats in list_seats(DELUXE):
            temperament = (BUILDER, EVEN)[seats % 2]
            spec = TableSpec(DELUXE, board, board, seats)
            shows = trust if seats == 2 else ()
            found.append(Wanted(f"{DELUXE}-{board}-{seats}", spec, tempered(temperament), shows))
    return found


def _deluxe_steps() -> list[Wanted]:
    """Each moment at which step 3 comes, before and after step 2 (d8)."""
    found: list[Wanted] = []
    for board in list_boards(DELUXE):
        for phase in ("auction", "building", "bureaucracy"):
            card = marks.STEP_THREE + phase
            name = f"{DELUXE}-{board}-step-3-in-{phase}"
            skipped = (marks.SKIPPED_STEP_TWO, card)
            rare = phase == "building"
            n_candidates = 2 if rare else 8
            late = TableSpec(DELUXE, board, board, 3 if rare else 4)
            found.append(Wanted(name, late, tempered(BUILDER), ("step-2", card), n_candidates))
            early = TableSpec(DELUXE, board, board, SCHEMERS[board] if rare else 4)
            chooser = Schemer if rare else tempered(COLLECTOR)
            found.append(Wanted(f"{name}-before-step-2", early, chooser, skipped, n_candidates))
    return found


def _deluxe_options() -> list[Wanted]:
    """What one board alone has, and the choices of a host (d3.19, d10.9, d11, d13.2)."""
    europe, america = list_boards(DELUXE)
    plain = ("plain-two-players",)
    return [
        Wanted(
            f"{DELUXE}-discount-undercut",
            TableSpec(DELUXE, america, america, 4),
            tempered(EVEN),
            ("discount-undercut", "discount-set-aside"),
        ),
        Wanted(
            f"{DELUXE}-metropolis-twice",
            TableSpec(DELUXE, america, america, 3),
            tempered(BUILDER),
            (marks.METROPOLIS_TWICE,),
        ),
        *[
            Wanted(
                f"{DELUXE}-{board}-plain-two-players",
                TableSpec(DELUXE, board, board, 2, house_rules=plain),
                tempered(BUILDER),
                (),
            )
            for board in (europe, america)
        ],
        *[
            Wanted(
                f"{DELUXE}-{board}-contractor",
                TableSpec(DELUXE, board, board, seats, contractor=True),
                tempered(EVEN),
                ("contractor-paid",),
            )
            for board, seats in ((europe, 2), (america, 3))
        ],
        Wanted(
            f"{DELUXE}-take-backs",
            TableSpec(DELUXE, europe, europe, 5, hidden_money=True, regions=DRAFT),
            tempered(BUILDER, takes_back=True),
            ("take-back", "hidden-money", "regions-drafted"),
        ),
    ]


GOLDEN: Final = (
    *_every_board_and_seats(),
    *_endings(),
    *_steps(),
    *_options(),
    *_deluxe_boards(),
    *_deluxe_steps(),
    *_deluxe_options(),
    *CARD_GAMES,
)
