"""Convert rows to records; rows of both drivers are indexed by position."""

from collections.abc import Sequence
from typing import Any, TypeAlias

from gridwright.server.storage.games import Claim, GameRecord, NewGame
from gridwright.table.entries import Entry, LoggedEntry, Status

Row: TypeAlias = Sequence[Any]


def game_row(game: NewGame) -> tuple[object, ...]:
    """Return the parameters of CREATE without the box."""
    return (
        game.game_id,
        game.rules,
        game.spec,
        game.status.value,
        game.listed,
        game.created_at,
        game.deadline_at,
        game.label.edition,
        game.label.preset,
        game.label.board,
        game.label.seats,
        game.label.clock,
    )


def entry_row(entry: Entry, status: Status, deadline_at: int | None) -> tuple[object, ...]:
    """Return the parameters of APPEND after game and version."""
    return (
        status.value,
        deadline_at,
        entry.command_id,
        entry.seat,
        entry.kind,
        "\n".join(entry.lines),
        entry.data,
        entry.at,
    )


def game_of(row: Row) -> GameRecord:
    game_id, version, rules, spec, status, listed, created_at, deadline_at, wake_at = row
    return GameRecord(
        game_id,
        version,
        rules,
        spec,
        Status(status),
        bool(listed),
        created_at,
        deadline_at,
        wake_at,
    )


def logged_of(row: Row) -> LoggedEntry:
    version, command_id, seat, kind, lines, data, at, status, deadline_at = row
    entry = Entry(
        command_id=command_id,
        seat=seat,
        kind=kind,
        lines=tuple(lines.split("\n")) if lines else (),
        data=data,
        at=at,
    )
    return LoggedEntry(version, entry, Status(status), deadline_at)


def claims_of(rows: Sequence[Row], until: int) -> list[Claim]:
    """Return the claims, the most overdue first: an UPDATE returns rows in any order."""
    claims = [Claim(game_id, version, deadline, until) for game_id, version, deadline in rows]
    return sorted(claims, key=lambda claim: (claim.deadline_at, claim.game_id))
