"""Golden games: whole recorded games, and the events that each must show.

Those listed here were recorded under the first rules version, and stay, because stored games must
replay. ``later_plan`` lists those of later versions.
"""

from typing import Final

from gridwright.content.table import (
    DRAFT,
    TableSpec,
    list_boards,
    list_presets,
    list_seats,
)
from gridwright_lab.conformance.golden.card_plan import CARD_GAMES
from gridwright_lab.conformance.golden.early_step_three import EarlyStepThree
from gridwright_lab.conformance.golden.later_plan import LATER_GAMES
from gridwright_lab.conformance.golden.third_plan import THIRD_GAMES
from gridwright_lab.conformance.golden.wanted import Wanted, random_chooser
from gridwright_lab.conformance.sampling import coverage
from gridwright_lab.conformance.sampling.random_players import (
    BUILDER,
    COLLECTOR,
    EVEN,
    IDLER,
    SAVER,
)
from gridwright_lab.conformance.sampling.tables import is_first_board

FIRST_RULES: Final = (
    "dry-stack-ends",
    "network-within-capacity",
    "no-building-in-round-1",
    "reference-income",
    "reference-refill",
    "scrapped-under-stack",
)
"""The classic house rules of the first rules version; ``later_plan`` has the others."""
DELUXE: Final = "deluxe"
"""Edition, and prefix of the names of its games."""
EARLY_STEP_THREE_SEATS: Final = {"europe": 4, "north-america": 5}
"""Number of seats with which ``EarlyStepThree`` reaches its goal, by board."""


def _every_board_and_seats() -> list[Wanted]:
    """Every preset, first board and number of seats, plain."""
    found: list[Wanted] = []
    for preset in list_presets():
        for board in [
            each for each in list_boards(preset=preset) if is_first_board("classic", each)
        ]:
            for seats in list_seats():
                player = (BUILDER, EVEN)[seats % 2]
                spec = TableSpec("classic", preset, board, seats)
                trust = ("trust-took-plant", "trust-scrapped", "trust-took-fuel", "trust-built")
                shows = trust if preset == "recharged" and seats == 2 else ()
                found.append(
                    Wanted(f"{preset}-{board}-{seats}", spec, random_chooser(player), shows)
                )
    return found


def _endings() -> list[Wanted]:
    """Each way in which a game ends and is won (c9)."""
    original = TableSpec("classic", "original", "usa", 3)
    recharged = TableSpec("classic", "recharged", "germany-recharged", 2)
    reference = TableSpec("classic", "reference", "usa", 2)
    by_cities = coverage.ENDED_BY_CITIES
    dry = coverage.ENDED_BY_DRY_STACK
    return [
        Wanted(
            "won-by-supply", original, random_chooser(BUILDER), (by_cities, coverage.WON_BY_SUPPLY)
        ),
        Wanted(
            "won-by-money", original, random_chooser(BUILDER), (by_cities, coverage.WON_BY_MONEY)
        ),
        Wanted(
            "won-by-money-from-the-trust",
            recharged,
            random_chooser(BUILDER),
            (coverage.WON_BY_MONEY,),
        ),
        Wanted(
            "ended-by-standstill",
            TableSpec(
                "classic", "original", "germany", 2, house_rules=("network-within-capacity",)
            ),
            random_chooser(EVEN),
            (coverage.ENDED_BY_STANDSTILL,),
        ),
        Wanted("won-by-cities", reference, random_chooser(IDLER), (dry, coverage.WON_BY_CITIES)),
        Wanted("shared-win", reference, random_chooser(IDLER), (dry, coverage.SHARED_WIN)),
        Wanted(
            "shared-win-of-some",
            TableSpec("classic", "reference", "germany", 3),
            random_chooser(IDLER),
            (dry, coverage.SHARED_WIN),
        ),
    ]


def _steps() -> list[Wanted]:
    """Each moment at which step 3 comes, before and after step 2 (c8)."""
    found: list[Wanted] = []
    boards = {"original": "germany", "recharged": "usa-recharged", "reference": "germany"}
    for preset, board in boards.items():
        for phase in ("auction", "building", "bureaucracy"):
            card = coverage.STEP_THREE + phase
            spec = TableSpec("classic", preset, board, 4)
            if preset != "reference":
                found.append(
                    Wanted(
                        f"{preset}-step-3-in-{phase}",
                        spec,
                        random_chooser(BUILDER),
                        ("step-2", card),
                    )
                )
            if phase != "building":
                name = f"{preset}-step-3-in-{phase}-before-step-2"
                skipped = (coverage.SKIPPED_STEP_TWO, card)
                found.append(Wanted(name, spec, random_chooser(COLLECTOR), skipped))
    spec = TableSpec("classic", "original", "usa", 3)
    skipped = (coverage.SKIPPED_STEP_TWO, coverage.STEP_THREE + "building")
    found.append(Wanted("original-step-3-in-building-before-step-2", spec, EarlyStepThree, skipped))
    return found


def _options() -> list[Wanted]:
    """Every choice of a host at work (c11), every house rule, and taking back (c12.1)."""
    contractor = "contractor-paid"
    found = [
        Wanted(
            "contractor-original",
            TableSpec("classic", "original", "usa", 3, contractor=True),
            random_chooser(SAVER),
            (contractor,),
        ),
        Wanted(
            "contractor-trust",
            TableSpec("classic", "recharged", "usa-recharged", 2, contractor=True),
            random_chooser(EVEN),
            (contractor,),
        ),
        Wanted(
            "contractor-reference",
            TableSpec("classic", "reference", "germany", 4, contractor=True),
            random_chooser(EVEN),
            (contractor,),
        ),
        Wanted(
            "hidden-money",
            TableSpec("classic", "original", "germany", 4, hidden_money=True),
            random_chooser(BUILDER),
            ("hidden-money",),
        ),
        Wanted(
            "regions-drafted",
            TableSpec("classic", "original", "germany", 3, regions=DRAFT),
            random_chooser(BUILDER),
            ("regions-drafted",),
        ),
        Wanted(
            "take-backs",
            TableSpec("classic", "original", "usa", 4),
            random_chooser(BUILDER, takes_back=True),
            ("take-back",),
        ),
        Wanted(
            "take-backs-trust",
            TableSpec("classic", "recharged", "germany-recharged", 2),
            random_chooser(BUILDER, takes_back=True),
            ("take-back",),
        ),
        Wanted(
            "fuel-from-supply",
            TableSpec("classic", "recharged", "usa-recharged", 6),
            random_chooser(EVEN),
            ("fuel-from-supply",),
        ),
        Wanted(
            "uranium-closed",
            TableSpec("classic", "recharged", "germany-recharged", 5),
            random_chooser(EVEN),
            ("kind-closed",),
        ),
    ]
    regions = ("brown", "green", "red", "yellow")
    given = TableSpec("classic", "original", "usa", 4, regions=regions, order=(3, 2, 1, 0))
    found.append(
        Wanted("regions-and-order-given", given, random_chooser(BUILDER), ("regions-given",))
    )
    for place, chosen in enumerate([*[(rule,) for rule in FIRST_RULES], FIRST_RULES]):
        board = list_boards(preset="original")[place % 2]
        spec = TableSpec("classic", "original", board, 2 + place % 5, house_rules=chosen)
        name = chosen[0] if len(chosen) == 1 else "all"
        found.append(Wanted(f"house-rule-{name}", spec, random_chooser(BUILDER), ()))
    return found


def _deluxe_boards() -> list[Wanted]:
    """Both boards with every number of seats; two play against the Trust (d10)."""
    trust = ("trust-took-plant", "trust-scrapped", "trust-took-fuel", "trust-built")
    found: list[Wanted] = []
    for board in list_boards(DELUXE):
        for seats in list_seats(DELUXE):
            player = (BUILDER, EVEN)[seats % 2]
            spec = TableSpec(DELUXE, board, board, seats)
            shows = trust if seats == 2 else ()
            found.append(Wanted(f"{DELUXE}-{board}-{seats}", spec, random_chooser(player), shows))
    return found


def _deluxe_steps() -> list[Wanted]:
    """Each moment at which step 3 comes, before and after step 2 (d8)."""
    found: list[Wanted] = []
    for board in list_boards(DELUXE):
        for phase in ("auction", "building", "bureaucracy"):
            card = coverage.STEP_THREE + phase
            name = f"{DELUXE}-{board}-step-3-in-{phase}"
            skipped = (coverage.SKIPPED_STEP_TWO, card)
            rare = phase == "building"
            n_candidates = 2 if rare else 8
            late = TableSpec(DELUXE, board, board, 3 if rare else 4)
            found.append(
                Wanted(name, late, random_chooser(BUILDER), ("step-2", card), n_candidates)
            )
            early = TableSpec(DELUXE, board, board, EARLY_STEP_THREE_SEATS[board] if rare else 4)
            chooser = EarlyStepThree if rare else random_chooser(COLLECTOR)
            found.append(Wanted(f"{name}-before-step-2", early, chooser, skipped, n_candidates))
    return found


def _deluxe_options() -> list[Wanted]:
    """Rules of a single board, and the choices of a host (d3.19, d10.9, d11, d13.2)."""
    europe, america = list_boards(DELUXE)
    plain = ("plain-two-players",)
    return [
        Wanted(
            f"{DELUXE}-discount-undercut",
            TableSpec(DELUXE, america, america, 4),
            random_chooser(EVEN),
            ("discount-undercut", "discount-set-aside"),
        ),
        Wanted(
            f"{DELUXE}-metropolis-twice",
            TableSpec(DELUXE, america, america, 3),
            random_chooser(BUILDER),
            (coverage.METROPOLIS_TWICE,),
        ),
        *[
            Wanted(
                f"{DELUXE}-{board}-plain-two-players",
                TableSpec(DELUXE, board, board, 2, house_rules=plain),
                random_chooser(BUILDER),
                (),
            )
            for board in (europe, america)
        ],
        *[
            Wanted(
                f"{DELUXE}-{board}-contractor",
                TableSpec(DELUXE, board, board, seats, contractor=True),
                random_chooser(EVEN),
                ("contractor-paid",),
            )
            for board, seats in ((europe, 2), (america, 3))
        ],
        Wanted(
            f"{DELUXE}-take-backs",
            TableSpec(DELUXE, europe, europe, 5, hidden_money=True, regions=DRAFT),
            random_chooser(BUILDER, takes_back=True),
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
    *LATER_GAMES,
    *THIRD_GAMES,
)
