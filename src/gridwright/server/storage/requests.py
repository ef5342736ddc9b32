"""Requests to a store, validated before a database is queried."""

from gridwright.server.storage.errors import Malformed, UnknownGame
from gridwright.server.storage.games import Bookmark
from gridwright.server.storage.limits import (
    MAX_ENTRIES,
    MAX_GAMES,
    MAX_MOMENT,
    verify_game_id,
    verify_moment,
    verify_range,
    verify_version,
)
from gridwright.table.entries import Status


def verify_known_id(game_id: str) -> None:
    """Raise UnknownGame for an invalid game id."""
    try:
        verify_game_id(game_id)
    except Malformed as error:
        raise UnknownGame(game_id) from error


def verify_append(expected: int, status: Status, deadline_at: int | None) -> None:
    verify_version(expected)
    verify_moment("deadline_at", deadline_at)
    if status is Status.ARCHIVED:
        raise Malformed("status", "expected another than archived, which only archiving sets")


def verify_since(since: int, limit: int) -> None:
    verify_version(since)
    verify_range("limit", limit, 1, MAX_ENTRIES)


def verify_claim(now: int, limit: int, lease: int) -> None:
    verify_range("now", now, 0, MAX_MOMENT)
    verify_range("limit", limit, 1, MAX_GAMES)
    # Without a lease two workers would get the same game one after the other.
    verify_range("lease", lease, 1, MAX_MOMENT)


def verify_page(limit: int) -> None:
    verify_range("limit", limit, 1, MAX_GAMES)


def verify_walk(limit: int, after: str) -> None:
    verify_page(limit)
    if after:
        verify_game_id(after)


def page_start(after: Bookmark | None) -> tuple[int, str]:
    """Return the creation time and id below which a page of the lobby begins."""
    if after is None:
        return MAX_MOMENT + 1, ""
    verify_range("created_at", after.created_at, 0, MAX_MOMENT)
    verify_game_id(after.game_id)
    return after.created_at, after.game_id
