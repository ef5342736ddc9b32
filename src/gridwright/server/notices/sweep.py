"""Sends due notices of turns."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog

from gridwright.server.notices.channels import Channel, ChannelStore, Choice
from gridwright.server.notices.outbound import BadAddress, Unreached
from gridwright.server.notices.quiet_hours import quiet_until
from gridwright.server.notices.sending import Sender, SubscriptionExpired
from gridwright.server.notices.store import (
    MAX_ATTEMPTS,
    ClaimedNotice,
    NewTurn,
    NoticeStore,
)
from gridwright.server.notices.text import TurnFacts, compose, facts_of
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.operations.sweeping import sweep_until
from gridwright.server.storage.append import TableEvent
from gridwright.server.storage.errors import BrokenBox, UnknownGame, WrongKey
from gridwright.server.tables.append_effects import person_to_move, turn_of
from gridwright.server.tables.loading import QuarantinedTable
from gridwright.server.tables.service import TableService

NOTICE_AFTER: Final = 5_000
"""Delay of a turn's notice in milliseconds: a present player acts sooner, or undoes an order."""
LEASE: Final = 60_000
"""Milliseconds for which a notice is leased to the worker that claimed it."""
LONGEST_SEND: Final = 25_000
"""Milliseconds allowed for one message; none is started that could outlast the lease."""
BATCH: Final = 100
MAX_CONCURRENT: Final = 64
"""People who are notified concurrently."""
MAX_SLOW: Final = 8
"""The same for people whose addresses were slow, and for retries."""
MAX_STARTED: Final = 400
"""People whose notices are claimed, and who are notified or wait for it."""
MAX_TURNS: Final = 20
"""Turns in one message."""
IDLE_S: Final = 1.0
"""Seconds between two sweeps when nothing is due."""
STILL_HERE: Final = 60_000
"""Milliseconds until the presence of the person is checked again."""
WAITS: Final = (30_000, 120_000, 600_000, 3_600_000, 14_400_000)
"""Milliseconds until the next attempt, after the first failure, the second and so on."""

PresentSeats = Callable[[str], Awaitable[Collection[int] | None]]
"""Returns the seats of a table whose players have it open; None if unknown."""

_LOG: Final = structlog.get_logger()


@dataclass
class _Turn:
    """A claimed notice, and its progress."""

    claimed: ClaimedNotice
    facts: TurnFacts
    told: set[str]
    has_failed: bool = False
    wakes: list[int] = field(default_factory=list)

    @property
    def tries(self) -> int:
        return self.claimed.tries + int(self.has_failed)


class NoticeSweep:
    """Sends due notices. Any number of nodes may sweep: a notice is leased to one worker at a time.

    Each send is recorded immediately. If a worker dies in between, the notice is sent again: at
    least once by each channel, and shown once by its tag.
    """

    def __init__(
        self,
        notices: NoticeStore,
        channels: ChannelStore,
        sender: Sender,
        service: TableService,
        present_seats: PresentSeats,
        clock: Clock,
        lease: int = LEASE,
    ) -> None:
        self._notices: Final = notices
        self._channels: Final = channels
        self._sender: Final = sender
        self._service: Final = service
        self._present_seats: Final = present_seats
        self._clock: Final = clock
        self._lease: Final = lease
        self._places: Final = asyncio.Semaphore(MAX_CONCURRENT)
        self._slow_places: Final = asyncio.Semaphore(MAX_SLOW)
        self._started: Final[set[asyncio.Task[None]]] = set()

    async def run(self, stop: asyncio.Event) -> None:
        """Sweep until cancelled; slow addresses do not delay the next sweep."""
        await sweep_until(stop, self._start, IDLE_S, "notices")
        # `Outbound` ends the exchanges of a server that stops.
        await asyncio.gather(*self._started)

    async def read_event(self, event: TableEvent) -> None:
        """Write the notice of a turn, or withdraw the last one (a reader of the outbox)."""
        person = turn_of(event.data).person
        if person is None:
            await self._notices.end_turn(event.game_id, event.version)
            return
        # The time of a table may be ahead of the node's clock.
        due_at = min(event.at, self._clock()) + NOTICE_AFTER
        turn = NewTurn(event.version, person.seat, person.person_id, event.at, due_at)
        await self._notices.begin_turn(event.game_id, turn)

    async def sweep(self, _stop: asyncio.Event | None = None) -> int:
        """Send due notices, at most a batch; returns how many were claimed."""
        people = await self._claim()
        works = [self._tell_person(person_id, found) for person_id, found in people.items()]
        for failure in await asyncio.gather(*works, return_exceptions=True):
            if isinstance(failure, BaseException):
                raise failure
        return sum(map(len, people.values()))

    async def _start(self, _stop: asyncio.Event) -> int:
        """Start to send due notices, at most a batch; returns how many were claimed."""
        if len(self._started) >= MAX_STARTED:
            await asyncio.wait(self._started, return_when=asyncio.FIRST_COMPLETED)
        people = await self._claim()
        for person_id, found in people.items():
            task = asyncio.create_task(self._tell_or_log(person_id, found))
            self._started.add(task)
            task.add_done_callback(self._started.discard)
        return len(people)

    async def _claim(self) -> dict[str, list[ClaimedNotice]]:
        """Claim due notices, at most a batch; return them by person."""
        people: dict[str, list[ClaimedNotice]] = defaultdict(list)
        for each in await self._notices.claim(self._clock(), self._lease, BATCH):
            people[each.person_id].append(each)
        return people

    async def _tell_or_log(self, person_id: str, claimed: Sequence[ClaimedNotice]) -> None:
        """Notify a person; an error ends the leases, after which another attempt is made."""
        try:
            await self._tell_person(person_id, claimed)
        except Exception:
            _LOG.exception("broken notice")

    async def _tell_person(self, person_id: str, claimed: Sequence[ClaimedNotice]) -> None:
        is_slow = self._sender.outbound.is_slow(person_id) or all(each.tries for each in claimed)
        async with self._slow_places if is_slow else self._places:
            muted = await self._channels.muted(person_id)
            channels = [
                each
                for each in await self._channels.of(person_id)
                if each.is_confirmed and each.kind not in muted
            ]
            if not channels:
                await self._put_off(claimed, None)
                return
            choice = await self._channels.choice(person_id)
            quiet = quiet_until(choice, self._clock())
            if quiet is not None:
                await self._put_off(claimed, quiet)
                return
            turns = [turn for each in claimed if (turn := await self._look(each)) is not None]
            works = [self._tell_channel(channel, choice, turns) for channel in channels]
            for failure in await asyncio.gather(*works, return_exceptions=True):
                if isinstance(failure, BaseException):
                    raise failure
            for turn in turns:
                due_at = min(turn.wakes, default=None)
                told = frozenset(turn.told)
                await self._notices.keep(turn.claimed, due_at, turn.tries, told)

    async def _put_off(self, claimed: Sequence[ClaimedNotice], due_at: int | None) -> None:
        for each in claimed:
            await self._notices.keep(each, due_at, each.tries, each.told)

    async def _look(self, claimed: ClaimedNotice) -> _Turn | None:
        """Return the facts of a turn; None if its person is present or the table cannot be read."""
        here = await self._present_seats(claimed.game_id)
        if here is not None and claimed.seat in here:
            await self._put_off([claimed], self._clock() + STILL_HERE)
            return None
        try:
            table = await self._service.load(claimed.game_id)
        except UnknownGame:
            return None
        except QuarantinedTable:
            await self._put_off([claimed], self._clock() + WAITS[-1])
            return None
        person = person_to_move(table)
        if person is None or (person.seat, person.person_id) != (claimed.seat, claimed.person_id):
            # The turn is over; its event is still unread, or an earlier version wrote none.
            await self._put_off([claimed], None)
            return None
        facts = facts_of(table, claimed.tag, claimed.version, claimed.seat)
        return _Turn(claimed, facts, set(claimed.told))

    async def _tell_channel(self, channel: Channel, choice: Choice, turns: list[_Turn]) -> None:
        waiting = [turn for turn in turns if channel.channel_id not in turn.told]
        now = self._clock()
        later = channel.told_at + channel.every
        if not waiting:
            return
        if now + LONGEST_SEND > waiting[0].claimed.until:
            _wake(waiting, now)
            return
        if channel.every and later > now:
            _wake(waiting, later)
            return
        _wake(waiting[MAX_TURNS:], now)
        # The last check before sending: no notice of a turn that is over by now.
        standing = [turn for turn in waiting[:MAX_TURNS] if await self._stands(turn)]
        if not standing:
            return
        if not await self._channels.take_slot(channel, now):
            _wake(standing, now + channel.every)
            return
        message = compose([turn.facts for turn in standing], choice.language, now)
        try:
            address = self._channels.address(channel)
            await self._sender.send(channel, address, message, choice.language)
        except SubscriptionExpired:
            await self._channels.remove(channel.person_id, channel.channel_id)
        except Unreached as failure:
            await self._note_failure(channel, standing, failure)
        except (WrongKey, BrokenBox):
            _LOG.warning("a channel cannot be read", channel=channel.channel_id)
        else:
            await self._channels.note_reached(channel)
            for turn in standing:
                await self._note_told(turn, channel)

    async def _stands(self, turn: _Turn) -> bool:
        return await self._notices.is_standing(turn.claimed.game_id, turn.claimed.version)

    async def _note_told(self, turn: _Turn, channel: Channel) -> None:
        turn.told.add(channel.channel_id)
        claimed = turn.claimed
        await self._notices.keep(claimed, claimed.until, claimed.tries, frozenset(turn.told))

    async def _note_failure(
        self, channel: Channel, turns: Sequence[_Turn], failure: Unreached
    ) -> None:
        now = self._clock()
        await self._channels.note_failure(channel, now, str(failure))
        _LOG.info("not reached", channel=channel.channel_id, kind=channel.kind, why=str(failure))
        for turn in turns:
            turn.has_failed = True
            if isinstance(failure, BadAddress) or turn.tries >= MAX_ATTEMPTS:
                turn.told.add(channel.channel_id)  # No further attempt for this turn.
            else:
                turn.wakes.append(now + WAITS[turn.tries - 1])


def _wake(turns: Sequence[_Turn], at: int) -> None:
    for turn in turns:
        turn.wakes.append(at)
