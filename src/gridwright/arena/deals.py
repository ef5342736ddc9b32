"""Named series of deals. A deal is everything that chance decides, and the streams of the bots."""

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
    """A name that no series has."""


def verify_series(name: str) -> None:
    """Raise SeriesError unless the name is a known one, alone or with a word after a slash."""
    if not _NAME.fullmatch(name):
        raise SeriesError(f"expected {', '.join(SERIES)}, or one of them with /word, got {name!r}")


def deal_id(number: int) -> str:
    """The name of the game under which a deal is dealt."""
    return f"deal-{number}"


def deal_seed(cell: Cell, series: str, number: int) -> bytes:
    """The seed of a deal: another one in each cell, series and number."""
    return hashlib.sha256(f"gridwright arena {series} {cell} {number}".encode("ascii")).digest()


@lru_cache(maxsize=16)
def deal_keys(cell: Cell, series: str, number: int) -> Keys:
    """The same for every game of a deal, so that all share the luck of cards and streams."""
    return derive_keys(deal_seed(cell, series, number), deal_id(number), {})
