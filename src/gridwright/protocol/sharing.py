"""Sharing: imported transcripts and codes that link a game."""

from typing import Annotated, Final

import msgspec

MAX_CHARACTERS: Final = 400_000


class ImportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A transcript, as written by a server or the command line."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_CHARACTERS)]


class ImportedTable(msgspec.Struct, frozen=True):
    """The table of an imported game. Idempotent: the same transcript gives the same table."""

    game_id: str
    path: str


class LinkCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An address and its QR code, and the spoken code of the table."""

    address: str
    size: int
    """Modules on each side, without the border; a camera needs four light ones around it."""
    path: str
    """Dark modules as an SVG path, one unit each."""
    room_code: str
    """Spoken code of a table that gathers, such as `bokatemi`; empty for others."""


class FoundRoom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a spoken code."""

    game_id: str
    path: str
