"""The room before a game, and its host: whoever of the people has sat there longest."""

from dataclasses import replace
from typing import Any

import msgspec

from gridwright.bots.registry import BOTS
from gridwright.content.errors import ContentError
from gridwright.content.own_board import OFFERED
from gridwright.content.table import TableSpec, build_game, newest, rules_identity
from gridwright.fair.commit import commitment
from gridwright.server.games.commands import Decision, RefusedCommand, plain, require, verify_seat
from gridwright.server.games.log_entries import StoodUp, TableChanged
from gridwright.server.games.table import Table
from gridwright.server.games.terms import Terms
from gridwright.server.storage.games import Status


def host_of(table: Table) -> int:
    """The seat that decides about the table before the game; -1 if nobody sits there.

    Nobody needs an account, so a table belongs to whoever came first and is still there.
    """
    people = [(each.since, seat) for seat, each in enumerate(table.seats) if each.is_person]
    return min(people, default=(0, -1))[1]


def verified_spec(values: dict[str, Any]) -> TableSpec:
    """The game behind what somebody sent, or RefusedCommand.

    A board of the host's own is named like any other; its figures follow from what is offered.
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
        # A position comes from a game that was played, and nowhere else.
        raise RefusedCommand("bad_table", "begins: a new game begins at the beginning")
    if spec.content and not is_own:
        problem = "content: a server plays the figures it was started with"
        raise RefusedCommand("bad_table", problem)
    return spec


def verify_terms(terms: Terms) -> None:
    """Raise RefusedCommand unless the terms name a bot that there is."""
    if terms.stand_in not in BOTS:
        raise RefusedCommand("bad_table", f"stand_in: expected one of {', '.join(BOTS)}")


def free_seat(table: Table, seat: int, other: int, is_missing: bool = False) -> Decision:
    """Send a bot or a person away before the game.

    The host may do it. Everybody may if the person is not there any more, host or not.
    """
    verify_seat(table, seat)
    verify_seat(table, other)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    require(table.seats[other].is_taken, "seat_free", f"nobody sits on seat {other}")
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
    """Play something else, or by other terms. Whoever was ready is asked again."""
    verify_seat(table, seat)
    require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    require(seat == host_of(table), "not_host", "the host decides that")
    wanted = table.spec if spec is None else verified_spec(spec)
    agreed = table.terms if terms is None else _read_terms(terms, table.terms.hold)
    is_listed = table.listed if listed is None else listed
    now = (table.spec, table.terms, table.listed)
    require((wanted, agreed, is_listed) != now, "same_table", "it is so already")
    for number, holder in enumerate(table.seats[wanted.seats :], start=wanted.seats):
        require(not holder.is_taken, "seat_taken", f"somebody sits on seat {number}")
    # Whoever changes the clock alone goes on playing by the figures that were agreed on.
    rules = table.rules if wanted == table.spec else rules_identity(wanted)
    promise = commitment(table.game_id, rules, table.seed).hex()
    return plain(TableChanged(wanted.to_json(), rules, promise, agreed, is_listed), seat)


def _read_terms(values: dict[str, Any], hold: int | None) -> Terms:
    """The terms that somebody sent, with the hold that was agreed unless they say another."""
    try:
        terms = msgspec.convert({"hold": hold, **values}, Terms)
    except msgspec.ValidationError as error:
        raise RefusedCommand("bad_table", str(error)) from error
    verify_terms(terms)
    return terms
