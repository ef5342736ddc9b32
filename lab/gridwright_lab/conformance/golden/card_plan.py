"""Golden games of the card game."""

from dataclasses import replace
from typing import Final

from gridwright.content.table import NO_BOARD, TableSpec, list_seats
from gridwright_lab.conformance.golden.wanted import ChooserMaker, Wanted, random_chooser
from gridwright_lab.conformance.sampling import coverage
from gridwright_lab.conformance.sampling.random_players import (
    BUILDER,
    BUYER,
    COLLECTOR,
    EVEN,
    IDLER,
    SAVER,
)

CARD: Final = "card"
"""Edition, and prefix of the names of its games."""
TRUST: Final = ("trust-took-plant", "trust-scrapped", "trust-took-cards")


def _table(seats: int) -> TableSpec:
    return TableSpec(CARD, "standard", NO_BOARD, seats)


def _every_number_of_seats() -> list[Wanted]:
    """Two play against the Trust (k10)."""
    found: list[Wanted] = []
    for seats in list_seats(CARD):
        shows = TRUST if seats == 2 else ("plant-scrapped",)
        chooser = random_chooser((BUILDER, EVEN)[seats % 2])
        found.append(Wanted(f"{CARD}-{seats}", _table(seats), chooser, shows))
    return found


def _end_cards() -> list[Wanted]:
    """The three moments at which the last round is announced, with and without the Trust (k8)."""
    found: list[Wanted] = []
    for moment in (coverage.FOR_AUCTION, coverage.FOR_RESHUFFLE, coverage.FOR_UPKEEP):
        for seats in (2, 4, 6):
            name = f"{CARD}-{seats}-end-card-in-{moment}"
            found.append(
                Wanted(
                    name, _table(seats), random_chooser(BUILDER), (coverage.END_CARD + moment,), 2
                )
            )
    return found


def _reshuffles() -> list[Wanted]:
    """Fuel cards shuffled again never, once, twice and so on (k7.5 to k7.8)."""
    choosers: list[tuple[int, int, ChooserMaker]] = [
        (0, 4, random_chooser(COLLECTOR)),
        (1, 4, random_chooser(EVEN)),
        (2, 4, random_chooser(BUILDER)),
        (3, 4, random_chooser(BUILDER)),
        (4, 6, random_chooser(BUILDER)),
    ]
    return [
        Wanted(f"{CARD}-reshuffles-{n}", _table(seats), chooser, (f"{coverage.RESHUFFLES}{n}",), 2)
        for n, seats, chooser in choosers
    ]


def _endings() -> list[Wanted]:
    """Each way to win (k9.4, k9.5), and the stack of plants empty (k4.3)."""
    wins = (
        coverage.WON_BY_SUPPLY,
        coverage.WON_BY_MONEY,
        coverage.WON_BY_PLANT,
        coverage.SHARED_WIN,
    )
    found = [Wanted(f"{CARD}-{win}", _table(3), random_chooser(IDLER), (win,), 1) for win in wins]
    dry = ("stack-ran-dry",)
    found.append(Wanted(f"{CARD}-stack-ran-dry", _table(6), random_chooser(BUYER), dry, 1))
    return found


def _options() -> list[Wanted]:
    """Choices of a host (k11), taking back (k12.1), and the token undercut (k3.19)."""
    contractor = "contractor-paid"
    return [
        Wanted(
            f"{CARD}-contractor",
            replace(_table(4), contractor=True),
            random_chooser(EVEN),
            (contractor, "fuel-lost"),
        ),
        Wanted(
            f"{CARD}-contractor-trust",
            replace(_table(2), contractor=True, hidden_money=True),
            random_chooser(SAVER),
            (contractor, "hidden-money", *TRUST),
        ),
        Wanted(
            f"{CARD}-take-backs",
            replace(_table(5), order=(4, 2, 0, 1, 3)),
            random_chooser(EVEN, takes_back=True),
            ("take-back", "order-given", "cards-chosen", "fuel-spilled", "single-bought"),
        ),
        Wanted(
            f"{CARD}-discount-undercut",
            _table(3),
            random_chooser(EVEN),
            ("discount-undercut", "discount-set-aside"),
        ),
    ]


CARD_GAMES: Final = (
    *_every_number_of_seats(),
    *_end_cards(),
    *_reshuffles(),
    *_endings(),
    *_options(),
)
