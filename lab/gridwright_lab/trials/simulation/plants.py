"""Faulty variants of the server: a simulation must find the fault of each."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from random import Random
from types import MethodType
from typing import Any, Final

from starlette.requests import HTTPConnection

from gridwright.server.auth.records import Session
from gridwright.server.auth.tickets import Ticket
from gridwright.server.live.watchers import POLL_SECONDS
from gridwright.server.node import Node
from gridwright.server.operations.clock_file import ClockFile
from gridwright.server.operations.steady_clock import Clock, SteadyClock
from gridwright.server.storage.append import Appended, NewEvent, Outcome
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.sharded import ShardedStore, ShardMap
from gridwright.server.tables.seat_auth import SeatAuth
from gridwright.server.tables.service import Done, Stale, TableService
from gridwright.table.entries import Entry, Status
from gridwright.table.positions.searches import Question
from gridwright.table.table import Table
from gridwright_lab.trials.clocks.simulated_machine import SimulatedMachine

NEVER: Final = 1e9
LOST: Final = 0.02
"""The share of appends that a forgetful store loses."""
AGAIN: Final = 0.25
"""The share of deadlines that act twice."""


class Plant(StrEnum):
    """Faults that a server can have, one at a time."""

    NONE = "none"
    LOST_APPEND = "lost-append"
    """Now and then an entry is acknowledged and not stored."""
    DOUBLE_FIRE = "double-fire"
    """Now and then a deadline acts twice."""
    STALE_CACHE = "stale-cache"
    """A node answers from the table that it has in memory."""
    NO_POLL = "no-poll"
    """A node waits for hints and never asks the log."""
    CLOCK_STEP = "clock-step"
    """A node goes by the machine's wall clock."""
    OTHER_SEAT = "other-seat"
    """A socket gets the view of the seat next to its own."""


class ForgetfulStore(ShardedStore):
    """Says that it appended, and did not."""

    dice: Random

    async def append(
        self,
        game_id: str,
        expected: int,
        entry: Entry,
        *,
        status: Status,
        deadline_at: int | None,
        events: Sequence[NewEvent] = (),
    ) -> Outcome:
        if self.dice.random() < LOST:
            return Appended(expected + 1)
        return await super().append(
            *(game_id, expected, entry),
            status=status,
            deadline_at=deadline_at,
            events=events,
        )


def open_shards(plant: Plant, url: str, store: DatabaseStore, dice: Random) -> ShardedStore:
    """The store of a node."""
    shards = ShardMap.single(url)
    if plant is not Plant.LOST_APPEND:
        return ShardedStore(shards, {url: store})
    forgetful = ForgetfulStore(shards, {url: store})
    forgetful.dice = dice
    return forgetful


def clock_of(plant: Plant, machine: SimulatedMachine, folder: Path) -> Clock:
    """The clock of a node that starts on a machine."""
    if plant is Plant.CLOCK_STEP:
        return machine.wall
    return SteadyClock(machine, file=ClockFile(folder / "clock.json"))


def poll_seconds(plant: Plant) -> float:
    return NEVER if plant is Plant.NO_POLL else POLL_SECONDS


def sabotage(plant: Plant, node: Node, dice: Random) -> None:
    """Replace one method of a node's service, if that is the plant."""
    if plant is Plant.STALE_CACHE:
        _replace(node.service, "_current", _current_from_memory)
    elif plant is Plant.DOUBLE_FIRE:
        plain = node.service.wake

        async def wake(self: TableService, game_id: str, version: int) -> Done | Stale | Question:
            done = await plain(game_id, version)
            table = self.peek(game_id)
            if table is not None and table.version > version and dice.random() < AGAIN:
                return await plain(game_id, table.version)
            return done

        _replace(node.service, "wake", wake)
    elif plant is Plant.OTHER_SEAT:
        _replace(node.seats, "watcher", _beside)


async def _beside(
    self: SeatAuth, socket: HTTPConnection, said: str, game_id: str
) -> tuple[Ticket | None, Session | None]:
    ticket, session = await SeatAuth.watcher(self, socket, said, game_id)
    table = self._service.peek(game_id)
    if ticket is not None and table is not None:
        seat = (ticket.seat + 1) % table.spec.seats
        ticket = Ticket(game_id, seat, table.seats[seat].since)
    return ticket, session


async def _current_from_memory(self: TableService, game_id: str) -> Table:
    table = self.peek(game_id)
    return await TableService._current(self, game_id) if table is None else table


def _replace(part: object, name: str, method: Callable[..., Any]) -> None:
    assert hasattr(part, name), f"expected {name} there: the variant would have no fault"
    setattr(part, name, MethodType(method, part))
