"""Golden games under the third rules version."""

from dataclasses import replace
from typing import Final

from gridwright.content.spec import TableSpec
from gridwright.content.table import default_spec, list_house_rules, list_seats
from gridwright_lab.conformance.golden.wanted import Wanted, random_chooser
from gridwright_lab.conformance.sampling import coverage
from gridwright_lab.conformance.sampling.random_players import BUILDER, EVEN

CARD: Final = "card"
DELUXE: Final = "deluxe"
VERSION: Final = 3
"""Version number, given explicitly so that these games stay when there is a fourth."""


def _card(seats: int, preset: str = "standard", rules: tuple[str, ...] = ()) -> TableSpec:
    return replace(default_spec(CARD, preset, seats=seats), version=VERSION, house_rules=rules)


def _references() -> list[Wanted]:
    """The card game by its summary (k13); in one game the end card waits in the market."""
    waiting = (coverage.END_CARD + coverage.FOR_AUCTION,)
    return [
        Wanted(
            f"third-{CARD}-reference-{seats}",
            _card(seats, "reference"),
            random_chooser((BUILDER, EVEN)[seats % 2]),
            waiting if seats == 4 else (),
        )
        for seats in list_seats(CARD)
    ]


def _house_rules() -> list[Wanted]:
    """All house rules of an edition together; each alone is among the recorded games."""
    tables = [
        _card(3, rules=tuple(list_house_rules(CARD))),
        replace(
            default_spec(DELUXE, "europe", "europe", 2),
            version=VERSION,
            house_rules=tuple(list_house_rules(DELUXE)),
        ),
    ]
    return [
        Wanted(f"third-house-rule-{table.edition}-all", table, random_chooser(EVEN), ())
        for table in tables
    ]


def _boards() -> list[Wanted]:
    """Declined sales of mines, and paths that were paid to keep a beginning."""
    shown = {"australia": coverage.SALE_DECLINED, "japan": coverage.NETWORK_EXTENDED}
    return [
        Wanted(
            f"third-{board}",
            replace(default_spec("classic", "original", board, 3), version=VERSION),
            random_chooser(BUILDER),
            (event,),
        )
        for board, event in shown.items()
    ]


THIRD_GAMES: Final = (*_references(), *_house_rules(), *_boards())
