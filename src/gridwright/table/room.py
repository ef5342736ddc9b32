"""Commands before a game begins, its host (the player who joined first), and rematches."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from gridwright.bots.registry import BOTS
from gridwright.content.errors import ContentError
from gridwright.content.own_board import OFFERED
from gridwright.content.table import TableSpec, build_game, newest, rules_identity
from gridwright.fair.commit import commitment
from gridwright.table.clock_pauses import MS_PER_DAY, MS_PER_MINUTE
from gridwright.table.commands import (
    Decide,
    Decision,
    RefusedCommand,
    keep_seat,
    plain,
    require,
    sit_down,
    verify_seat,
)
from gridwright.table.entries import Status
from gridwright.table.log_entries import StoodUp, TableChanged
from gridwright.table.table import Table
from gridwright.table.terms import Terms, TurnClock

KEPT_MS: Final = 15 * MS_PER_MINUTE
"""Time for which a seat is reserved at a live table; in turn-based play, one turn."""
MAX_KEPT_MS: Final = 3 * MS_PER_DAY
"""Maximum of that time in turn-based play."""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table: the game and the terms."""

    spec: dict[str, Any]
    terms: Terms = Terms()
    listed: bool = False


def host_of(table: Table) -> int:
    """Return the seat that decides about the table before the game; -1 if no person is seated.

    No account is needed, so the host is the person who joined first and is still there.
    """
    people = [(each.since, seat) for seat, each in enumerate(table.seats) if each.is_person]
    return min(people, default=(0, -1))[1]


def verified_spec(values: dict[str, Any]) -> TableSpec:
    """Return the validated game of a request, or raise RefusedCommand.

    A board of the host's own is named like any other; the server adds its content.
    """
    try:
        spec = TableSpec.from_json(values)
        own = OFFERED.find(spec.board)
        is_own = own is not None and spec.content in ("", own.content)
        if own is not None and is_own:
            spec = replace(spec, content=own.content)
        if "version" not in values:
            spec = newest(spec)
        build_game(spec)
    except ContentError as error:
        raise RefusedCommand("bad_table", str(error)) from error
    if spec.begins:
        # Positions come only from games that were played.
        raise RefusedCommand("bad_table", "begins: a new game begins at the beginning")
    if spec.content and not is_own:
        problem = "content: a server plays the figures it was started with"
        raise RefusedCommand("bad_table", problem)
    return spec


def verify_terms(terms: Terms) -> None:
    """Raise RefusedCommand unless the terms name an existing bot."""
    if terms.stand_in not in BOTS:
        raise RefusedCommand("bad_table", f"stand_in: expected one of {', '.join(BOTS)}")


def free_seat(table: Table, seat: int, other: int, is_missing: bool = False) -> Decision:
    """Remove a bot or a person from a seat before the game.

    The host may do so; every player may if the person, even the host, is no longer present.
    """
    verify_seat(table, seat)
    verify_seat(table, other)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    require(table.seats[other].is_taken, "seat_free", f"seat {other} is free")
    may = seat in (host_of(table), other) or (is_missing and table.seats[other].is_person)
    require(may, "not_host", "the host decides that")
    return plain(StoodUp(-1 if seat == other else seat), other)


def change_table(
    table: Table,
    seat: int,
    spec: dict[str, Any] | None = None,
    terms: dict[str, Any] | None = None,
    listed: bool | None = None,
) -> Decision:
    """Change game or terms. Players who were ready must confirm again."""
    verify_seat(table, seat)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    require(seat == host_of(table), "not_host", "the host decides that")
    wanted = table.spec if spec is None else verified_spec(spec)
    agreed = table.terms if terms is None else _read_terms(terms, table.terms.hold)
    is_listed = table.listed if listed is None else listed
    now = (table.spec, table.terms, table.listed)
    require((wanted, agreed, is_listed) != now, "same_table", "it is so already")
    for number, holder in enumerate(table.seats[wanted.seats :], start=wanted.seats):
        require(not holder.is_taken, "seats_taken", f"seat {number} is taken")
    # A change of the clock alone keeps the rules version that was agreed on.
    rules = table.rules if wanted == table.spec else rules_identity(wanted)
    promise = commitment(table.game_id, rules, table.seed).hex()
    return plain(TableChanged(wanted.to_json(), rules, promise, agreed, is_listed), seat)


def _read_terms(values: dict[str, Any], hold: int | None) -> Terms:
    """Return the terms of a request, with the current ``hold`` unless they set another."""
    try:
        terms = msgspec.convert({"hold": hold, **values}, Terms)
    except msgspec.ValidationError as error:
        raise RefusedCommand("bad_table", str(error)) from error
    verify_terms(terms)
    return terms


# Rematch


def rematch_spec(table: Table) -> TableSpec:
    """Return the game of a rematch, a whole one, or raise RefusedCommand."""
    try:
        spec = replace(newest(table.spec), begins=())
        rules_identity(spec)
    except ContentError as error:
        # The game used rules of an earlier version under which no new tables are created.
        raise RefusedCommand("bad_table", str(error)) from error
    return spec


def taken_again(table: Table, seat: int, until: int) -> Decide:
    """Return the command that fills a seat of the second table: players rotate by one seat."""
    before = (seat - 1) % table.spec.seats
    holder = table.seats[before]
    if holder.is_person:
        return partial(keep_seat, seat=seat, name=holder.name, of_seat=before, until=until)
    return partial(sit_down, seat=seat, name=holder.name, bot=holder.bot)


def kept_for(table: Table) -> int:
    """Return for how many milliseconds the seats of a rematch are reserved."""
    clock = table.terms.clock
    return min(MAX_KEPT_MS, max(KEPT_MS, clock.turn)) if isinstance(clock, TurnClock) else KEPT_MS


def kept_seat_of(again: Table, before: int) -> int:
    """Return the seat reserved for a seat of the first table; raise RefusedCommand without one."""
    for seat, holder in enumerate(again.seats):
        if holder.kept_of == before:
            return seat
    raise RefusedCommand("seat_taken", "the seat is not kept any more")
