"""What a person, a bot or a clock may do to a table, decided on the table as it is.

Each function returns the deed, the seat and the new lines, or raises RefusedCommand or the
engine's IllegalAction. It changes the game on the table; whoever calls appends the entry, and
throws the table away if that fails.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from gridwright.bots.contract import Bot
from gridwright.bots.registry import BOTS
from gridwright.bots.seating import SeatedBot
from gridwright.engine.actions import Action
from gridwright.engine.events import Event
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.fair.derive import MOST_CONTRIBUTION, Keys, verify_contribution
from gridwright.server.store.games import Status
from gridwright.server.tables.bid_limits import BidLimit, answer
from gridwright.server.tables.deeds import (
    Acted,
    Began,
    Deed,
    GotReady,
    HandedOver,
    LimitLeft,
    LimitSpent,
    Paused,
    Resumed,
    Revealed,
    SatDown,
    StoodUp,
)
from gridwright.server.tables.errors import RefusedCommand
from gridwright.server.tables.table import Table
from gridwright.server.tables.terms import TimeOut

MOST_NAME: Final = 32


class Decided(msgspec.Struct, frozen=True):
    """What a command comes to."""

    deed: Deed
    seat: int | None
    lines: tuple[str, ...]
    events: tuple[Event, ...]


def _plain(deed: Deed, seat: int | None) -> Decided:
    return Decided(deed, seat, (), ())


def _require(holds: bool, code: str, problem: str) -> None:
    if not holds:
        raise RefusedCommand(code, problem)


def _verify_seat(table: Table, seat: int) -> None:
    n_seats = table.spec.seats
    _require(0 <= seat < n_seats, "no_such_seat", f"expected a seat from 0 to {n_seats - 1}")


# Before the game


def sit_down(table: Table, seat: int, name: str, bot: str = "") -> Decided:
    """Take a free seat, oneself or for a bot."""
    _verify_seat(table, seat)
    _require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    _require(not table.seats[seat].is_taken, "seat_taken", f"seat {seat} is taken")
    name = " ".join(name.split())
    _require(0 < len(name) <= MOST_NAME, "bad_name", f"expected 1 to {MOST_NAME} characters")
    _require(name.isprintable(), "bad_name", "expected printable characters")
    _require(not bot or bot in BOTS, "no_such_bot", f"expected one of {', '.join(BOTS)}")
    return _plain(SatDown(name, bot), seat)


def stand_up(table: Table, seat: int) -> Decided:
    """Leave a seat before the game begins."""
    _verify_seat(table, seat)
    _require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    _require(table.seats[seat].is_taken, "seat_free", f"nobody sits on seat {seat}")
    return _plain(StoodUp(), seat)


def get_ready(table: Table, seat: int, contribution: bytes = b"") -> Decided:
    """Say that one is ready, and add random bytes to the dealing."""
    _verify_seat(table, seat)
    _require(table.status is Status.GATHERING, "already_begun", "the game has begun")
    holder = table.seats[seat]
    _require(holder.is_person, "seat_free", f"no person sits on seat {seat}")
    _require(not holder.is_ready, "already_ready", "one contribution is enough")
    if contribution:
        try:
            verify_contribution(seat, contribution[: MOST_CONTRIBUTION + 1], table.spec.seats)
        except ValueError as error:
            raise RefusedCommand("bad_contribution", str(error)) from error
    return _plain(GotReady(contribution.hex()), seat)


def begin(table: Table) -> Decided:
    """Deal, once everybody is ready."""
    _require(table.can_begin(), "not_ready", "expected every seat to be taken and ready")
    n_before = len(table.lines)
    events = table.deal()
    return Decided(Began(), None, tuple(table.lines[n_before:]), tuple(events))


# The game


def act(table: Table, seat: int, action: Action, by_bot: str = "") -> Decided:
    """Carry out a seat's action and deal what it causes."""
    _verify_seat(table, seat)
    _require(table.status is not Status.GATHERING, "not_begun", "the game has not begun")
    _require(table.status is not Status.PAUSED, "paused", "the game is paused")
    # The seat comes from whoever is at the door and never from the message (k12.3).
    _require(action.seat == seat, "other_seat", "expected an action of the own seat")
    _require(bool(by_bot) or not table.seats[seat].bot, "bot_plays", "a bot plays this seat")
    n_before = len(table.lines)
    events = table.play(action)
    events += table.deal()
    return Decided(Acted(by_bot), seat, tuple(table.lines[n_before:]), tuple(events))


def act_for_bot(table: Table, bots: Mapping[str, Bot] = BOTS) -> Decided:
    """Let the bot of the acting seat choose."""
    seat = table.actor()
    if seat is None or not table.seats[seat].bot:
        raise RefusedCommand("no_bots_turn", "no bot is to act")
    name = table.seats[seat].bot
    stream = Keys(table.keys().key(f"bot/{seat}/{table.version}"))
    chosen = SeatedBot(bots[name], table.game, seat, stream).act(table.state)
    return act(table, seat, chosen, name)


def leave_limit(table: Table, seat: int, box: bytes) -> Decided:
    """Leave a sealed bid for the auctions of this phase; a later one takes its place."""
    _verify_seat(table, seat)
    _require(table.status is Status.RUNNING, "not_running", "the game is not running")
    _require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    phase = table.game.phases[table.state.phase].NAME
    _require(phase == AuctionPhase.NAME, "no_auction", "there is no auction to bid in")
    return _plain(LimitLeft(box.hex()), seat)


def act_by_limit(table: Table, limit: BidLimit) -> Decided:
    """Let the limit of the acting seat answer; without an answer the person is asked."""
    seat = table.actor()
    if seat is None or not table.is_limit_due(seat):
        raise RefusedCommand("no_limit_due", "no limit has to answer")
    action = answer(table.state, table.notation, seat, limit)
    return _plain(LimitSpent(), seat) if action is None else act(table, seat, action)


def hand_over(table: Table, seat: int, bot: str) -> Decided:
    """Let a bot stand in for a person who asks for it."""
    _verify_seat(table, seat)
    _require(table.status is Status.RUNNING, "not_running", "the game is not running")
    _require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    _require(not table.seats[seat].bot, "bot_plays", "a bot plays this seat already")
    _require(bot in BOTS, "no_such_bot", f"expected one of {', '.join(BOTS)}")
    return _plain(HandedOver(bot), seat)


def come_back(table: Table, seat: int) -> Decided:
    """Take the seat back from the bot that stands in, or let a paused game go on."""
    _verify_seat(table, seat)
    _require(table.seats[seat].is_person, "not_a_person", "the seat is a bot's")
    if table.status is Status.PAUSED:
        return _plain(Resumed(), seat)
    _require(table.status is Status.RUNNING, "not_running", "the game is not running")
    _require(bool(table.seats[seat].bot), "not_away", "nobody stands in for this seat")
    return _plain(HandedOver(), seat)


def time_out(table: Table) -> Decided:
    """The time of the acting seat is up."""
    seat = table.actor()
    if seat is None or table.seats[seat].bot:
        raise RefusedCommand("no_clock_runs", "no clock runs")
    if table.terms.time_out is TimeOut.PAUSE:
        return _plain(Paused(), seat)
    return _plain(HandedOver(table.terms.stand_in, True), seat)


def reveal(table: Table) -> Decided:
    """Open the seed of a game that is over."""
    over = table.status is Status.RUNNING and table.game.is_over(table.state)
    _require(over, "not_over", "the game is not over")
    return _plain(Revealed(table.seed.hex()), None)
