"""Whole games in the fragment of a link: made, and opened as tables that are not stored."""

import base64
import hashlib
import re
from typing import Final

import msgspec

from gridwright.engine.codec import canonical
from gridwright.fair.packed_game import PackError, Sitter, UnknownPack, pack_game, unpack_game
from gridwright.table.export import export
from gridwright.table.importing import imported_log
from gridwright.table.local_table import LocalHeader, LocalTable
from gridwright.table.log_entries import unknown_name
from gridwright.table.state import BrokenLog

MAX_CHARACTERS: Final = 8_192
"""Longest fragment that is made; a longer game is saved as a file."""
PREFIX: Final = "g"
"""First letter of ids of games from links."""
_ID_BYTES: Final = 16
_PLAIN: Final = re.compile(r"[A-Za-z0-9_-]*")


class MadeLink(msgspec.Struct, frozen=True):
    """The fragment of a link, without its name; or why there is none."""

    fragment: str = ""
    problem: str = ""
    """``open``: the game is not over. ``long``: it is too long for a link."""


class OpenedLink(msgspec.Struct, frozen=True):
    """The table of a link; or why there is none."""

    game_id: str = ""
    version: int = 0
    """Version after the first deal, at which a replay begins."""
    n_decisions: int = 0
    damaged_from: int = 0
    """Number of the first decision that may be damaged; 0 without damage."""
    problem: str = ""
    """``damaged``: nothing can be shown. ``unknown``: made by another version of the program."""


def make_link(local: LocalTable, with_names: bool) -> MadeLink:
    """Return the link of a finished game; without names people are called by their seats."""
    table = local.table
    sitters = tuple(
        [
            Sitter(
                holder.name if with_names or not holder.is_person else unknown_name(seat),
                "" if holder.is_person else holder.bot,
            )
            for seat, holder in enumerate(table.seats)
        ]
    )
    try:
        packed = pack_game(export(table), sitters)
    except PackError:
        return MadeLink(problem="open")
    fragment = fragment_of(packed)
    if len(fragment) > MAX_CHARACTERS:
        return MadeLink(problem="long")
    return MadeLink(fragment)


def fragment_of(packed: bytes) -> str:
    """Return bytes as the characters that every address may have."""
    return base64.urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")


def open_link(fragment: str, now: int) -> tuple[OpenedLink, LocalTable | None]:
    """Return the table of a fragment, played again.

    What follows the first character that belongs to no link is left out, as damaged.
    """
    plain = _PLAIN.match(fragment)
    text = plain[0] if plain else ""
    packed = base64.urlsafe_b64decode(text[: len(text) - (len(text) % 4 == 1)] + "===")
    try:
        found = unpack_game(packed)
        digest = hashlib.sha256(packed).digest()[:_ID_BYTES]
        game_id = PREFIX + fragment_of(digest)
        spec = found.transcript.table
        header = LocalHeader(game_id, found.transcript.rules, canonical(spec.to_json()))
        sitters = [(each.name, each.bot) for each in found.sitters]
        log = list(imported_log(found.transcript, header, found.seed, now, sitters))
        local = LocalTable(
            spec, game_id=game_id, rules=header.rules, seed=found.seed, now=now, log=log
        )
    except UnknownPack:
        return OpenedLink(problem="unknown"), None
    except (PackError, BrokenLog):
        return OpenedLink(problem="damaged"), None
    first = next(logged.version for logged in log if logged.entry.kind == "began")
    opened = OpenedLink(game_id, first, found.n_decisions, found.damaged_from)
    return opened, local
