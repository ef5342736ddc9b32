"""A table whose clients send orders over HTTP and retry until they get a response."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from gridwright.content.table import TableSpec, build_game
from gridwright.engine.dice import Dice
from gridwright.engine.errors import IllegalAction
from gridwright.engine.history import History
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation, NotationError
from gridwright.engine.vocabulary.base import Action
from gridwright.protocol.frames import DoneFrame, StaleFrame
from gridwright.table.leaving_entries import SeatLeft
from gridwright.table.log_entries import Acted, GotReady, HandedOver, StoodUp
from gridwright.table.state import LogEntry
from gridwright.table.terms import Terms
from gridwright_lab.conformance.sampling.random_players import BUILDER
from gridwright_lab.trials.kill.client_journal import ClientJournal, Sent, SentOrder
from gridwright_lab.trials.kill.retrying_client import (
    TIMEOUT_S,
    GivenUp,
    NotCarriedOut,
    OutcomeUnknown,
    RetryingClient,
)
from gridwright_lab.trials.kill.seated_people import SeatedPeople, SetUpFailed
from gridwright_lab.trials.services.http_client import Answer, HttpClient

NAP: Final = 0.1
ODDITY: Final = 32
"""Each irregularity happens in one of this number of moves."""
RESTLESS: Final = 4
"""A player leaves the seat again before the game at one of this number of tables."""

_DONE: Final = msgspec.json.Decoder(DoneFrame)
_STALE: Final = msgspec.json.Decoder(StaleFrame)


class Closed(GivenUp):
    """The experiment is over, and clients stop waiting."""


class RetryingTable:
    """One table and a local copy of its game, updated by the acknowledgements of nodes.

    Orders go to the nodes in turn. Sometimes one is doubled, repeated later, or raced by another
    order for the same version at the other node; a player leaves and comes back, or chats.
    """

    def __init__(
        self,
        lines: Sequence[HttpClient],
        spec: TableSpec,
        bots: Sequence[str],
        dice: Dice,
        note: Callable[[str, Sent], None],
        closing: asyncio.Event,
    ) -> None:
        """``bots[seat]`` is empty for a person; ``note`` is called for each acknowledgement.

        Once ``closing`` is set, orders are still sent until they are answered, but no client waits
        for others to act.
        """
        self._client: Final = RetryingClient(lines, dice.below(len(lines)))
        self._dice: Final = dice
        self._note: Final = note
        self._closing: Final = closing
        self.spec: Final = spec
        self.game: Final = build_game(spec)
        self.history: Final = History(self.game)
        self._notation: Final = Notation(self.game.rules)
        self._bots: Final = bots
        self.waits: Final[list[float]] = []
        """Seconds spent waiting for bots."""
        self._path = ""
        self.journal = ClientJournal("")
        self._people = self._seat_people()
        self.version = 0
        self._n_orders = 0
        self._last: tuple[SentOrder, bytes, str] | None = None

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.history.state)

    # Before the game

    async def sit_down(self) -> None:
        """Create the table, take every seat, be ready, and wait for the first card."""
        await self._make()
        for seat, bot in enumerate(self._bots):
            self.version = await self._people.sit_down(seat)
            if seat == 0 and not bot and self._dice.below(RESTLESS) == 0:
                await self._order(seat, {"type": "stand_up"}, StoodUp())
                self.version = await self._people.sit_down(seat)
        await self._people.talk()
        for seat, bot in enumerate(self._bots):
            if not bot:
                contribution = f"{seat:02x}" * 16
                order = {"type": "ready", "contribution": contribution}
                await self._order(seat, order, GotReady(contribution))
        await self._wait_for_lines()

    async def wait_alone(self) -> None:
        """Create the table and sit down; no other player joins, and no client reads the log."""
        await self._make()
        self.version = await self._people.sit_down(0)
        await self._people.talk()

    async def _make(self) -> None:
        try:
            _node, made = await self._client.post_once("/api/tables", {"spec": self.spec.to_json()})
        except (OutcomeUnknown, NotCarriedOut) as error:
            raise SetUpFailed(f"a table: {error}") from error
        self._path = f"/api/tables/{made['game_id']}"
        self.journal = ClientJournal(made["game_id"])
        self._people = self._seat_people()

    def _seat_people(self) -> SeatedPeople:
        def note(sent: Sent) -> None:
            self._note(self.journal.game_id, sent)

        return SeatedPeople(self._client, self._path, self.journal, self._bots, note, self._dice)

    # The game

    async def move(self) -> None:
        """Play one move of the actor, until it is in the log."""
        if self._bots[self.history.state.actor]:
            started = time.monotonic()
            await self._wait_for_lines()
            self.waits.append(time.monotonic() - started)
            return
        oddity = self._dice.below(ODDITY)
        if oddity == 0:
            await self._race(self._choose(), self._choose())
            return
        if oddity == 1:
            await self._leave_and_come_back()
        elif oddity == 2:
            await self._people.talk()
        action = self._choose()
        await self._order(
            action.seat, self._act(action), Acted(), self._text(action), 2 if oddity == 3 else 1
        )
        await self._play(action)
        if oddity == 4:
            await self._repeat()

    def _choose(self) -> Action:
        return BUILDER.choose(self.game.offers(self.history.state), self._dice)

    async def _race(self, one: Action, other: Action) -> None:
        """Send two orders for one version, one to each node; exactly one can be carried out."""
        expected = self.version
        tries = []
        for action in (one, other):
            asked, body = self._write(
                action.seat, self._act(action), expected, Acted(), self._text(action)
            )
            tries.append(self._send(asked, body, self._people.tickets[action.seat]))
        winners = [
            action
            for action, version in zip((one, other), await asyncio.gather(*tries), strict=True)
            if version == expected + 1
        ]
        if len(winners) != 1:
            raise GivenUp(f"a race had {len(winners)} winners")
        self.version = expected + 1
        await self._play(winners[0])

    async def _leave_and_come_back(self) -> None:
        """Leave a seat that is not to move to a bot, and take it back."""
        actor = self.history.state.actor
        others = [seat for seat, bot in enumerate(self._bots) if not bot and seat != actor]
        seat = others[self._dice.below(len(others))]
        stand_in = next((bot for bot in self._bots if bot), Terms().stand_in)
        await self._order(seat, {"type": "leave"}, SeatLeft(stand_in))
        await self._order(seat, {"type": "come_back"}, HandedOver())

    async def _repeat(self) -> None:
        """Repeat an order that was answered before; the response is the same."""
        assert self._last is not None
        await self._send(*self._last)

    async def _play(self, action: Action) -> None:
        """Apply the action to the local copy at the acknowledged version."""
        try:
            self.history.play(action)
        except IllegalAction as error:
            raise GivenUp("an illegal move was acknowledged") from error
        if self.history.state.actor == CHANCE:
            await self._wait_for_lines(skip=self._text(action))

    async def _wait_for_lines(self, skip: str = "") -> None:
        """Wait for the server's own commands: the beginning, a bot's turn, a card."""
        until = time.monotonic() + TIMEOUT_S
        while not await self._catch_up(self.version - bool(skip), skip):
            if self._closing.is_set():
                raise Closed("the trial is over")
            if time.monotonic() > until:
                raise GivenUp("the log does not grow")
            await asyncio.sleep(NAP)

    async def _catch_up(self, since: int, skip: str) -> bool:
        """Play the log's lines after a version and an own line; return whether there are any."""
        read = self.journal.read(since)
        answer = await self._client.get(f"{self._path}/entries?since={since}")
        frame = _STALE.decode(answer.body)
        shown = [(each.version, each.kind, each.seat, tuple(each.lines)) for each in frame.missing]
        self.journal.show(read, frame.version, shown)
        if frame.version < since:
            raise GivenUp("the log went back")
        lines = [line for _version, _kind, _seat, lines in shown for line in lines]
        if not lines:
            return False
        if skip and lines.pop(0) != skip:
            raise GivenUp("the log shows another move")
        try:
            for line in lines:
                self.history.play(self._notation.parse(line))
        except (IllegalAction, NotationError) as error:
            raise GivenUp("the log shows what cannot be") from error
        self.version = frame.version
        return True

    # Orders

    def _text(self, action: Action) -> str:
        return self._notation.text(action)

    def _act(self, action: Action) -> dict[str, Any]:
        return {"type": "act", "line": self._text(action).split(" ", 1)[1]}

    def _write(
        self, seat: int, order: dict[str, Any], expected: int, becomes: LogEntry, line: str = ""
    ) -> tuple[SentOrder, bytes]:
        self._n_orders += 1
        since = self._people.since[seat]
        asked = self.journal.ask(f"c{self._n_orders}", seat, since, becomes, line)
        full = {"command_id": asked.command_id, "expected": expected, **order}
        return asked, msgspec.json.encode(full)

    async def _order(
        self,
        seat: int,
        order: dict[str, Any],
        becomes: LogEntry,
        line: str = "",
        n_copies: int = 1,
    ) -> None:
        """Send an order that creates the next version, once or several times in parallel."""
        asked, body = self._write(seat, order, self.version, becomes, line)
        ticket = self._people.tickets[seat]
        copies = [self._send(asked, body, ticket) for _copy in range(n_copies)]
        if set(await asyncio.gather(*copies)) != {self.version + 1}:
            raise GivenUp("an order for the right version was not carried out")
        self.version += 1
        self._last = (asked, body, ticket)

    async def _send(self, asked: SentOrder, body: bytes, ticket: str) -> int:
        """Send an order until it is answered; return the version that it created, or 0."""

        def note_unknown() -> None:
            asked.n_unknown += 1

        node, answer = await self._client.post(f"{self._path}/orders", body, ticket, note_unknown)
        return self._take(asked, answer, node)

    def _take(self, asked: SentOrder, answer: Answer, node: int) -> int:
        if answer.status == 200:
            is_first = not asked.versions
            done = _DONE.decode(answer.body)
            self.journal.acknowledge(asked, done.version, node, done.command_id)
            if is_first:
                self._note(self.journal.game_id, asked)
            return done.version
        if answer.status == 409:
            self.journal.refuse(asked)
            return 0
        raise GivenUp(f"an order was answered {answer.status}")

    async def close(self) -> None:
        await self._client.close()
