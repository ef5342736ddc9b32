"""Named series of deals. A deal fixes all chance outcomes and the random streams of the bots."""

import hashlib
import re
from functools import lru_cache
from typing import Final

from gridwright.arena.cells import Cell
from gridwright.fair.derive import Keys, derive_keys

DEVELOPMENT: Final = "development"
SCREENING: Final = "screening"
RESERVED: Final = "reserved"
SERIES: Final = (DEVELOPMENT, SCREENING, RESERVED)
"""Series for daily work, for choosing among candidates, and for the measurement of a release."""

_NAME: Final = re.compile(rf"(?:{'|'.join(SERIES)})(?:/[a-z0-9-]{{1,40}})?")


class SeriesError(ValueError):
    """No series has this name."""


def verify_series(name: str) -> None:
    """Raise SeriesError unless the name is a known series, optionally with a word after a slash."""
    if not _NAME.fullmatch(name):
        raise SeriesError(f"expected {', '.join(SERIES)}, or one of them with /word, got {name!r}")


def deal_id(number: int) -> str:
    """Return the game id under which a deal is dealt."""
    return f"deal-{number}"


def deal_seed(cell: Cell, series: str, number: int) -> bytes:
    """Return the seed of a deal; it differs by cell, series and number."""
    return hashlib.sha256(f"gridwright arena {series} {cell} {number}".encode("ascii")).digest()


@lru_cache(maxsize=16)
def deal_keys(cell: Cell, series: str, number: int) -> Keys:
    """Return the keys of a deal, which all its games share: same cards, same random streams."""
    return derive_keys(deal_seed(cell, series, number), deal_id(number), {})
