"""A table whose clients order over HTTP and retry until they get an answer."""

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
from gridwright_lab.conformance.sampling.random_players import BUILDER
from gridwright_lab.trials.kill.client_journal import ClientJournal, SentOrder
from gridwright_lab.trials.services.http_client import Answer, HttpClient, NoAnswer, NotSent

AWAY: Final = 503
"""The status of a node whose database does not answer: send it again."""
RETRY_SECONDS: Final = 0.05
PATIENCE: Final = 120.0
"""Seconds after which what did not come counts as never coming."""
NAP: Final = 0.1
ODDITY: Final = 24
"""In one of so many moves something odd is done besides."""

_DONE: Final = msgspec.json.Decoder(DoneFrame)
_STALE: Final = msgspec.json.Decoder(StaleFrame)


class GivenUp(Exception):
    """The table cannot be played on; the text says where."""


class Closed(GivenUp):
    """The trial is over, and clients stop waiting."""


class SetUpFailed(GivenUp):
    """The answer to a request that cannot be repeated was lost; the trial makes another table."""


class RetryingTable:
    """One table and the own copy of its game, which moves by what nodes acknowledge.

    Orders go to the nodes in turn. Now and then one is doubled, repeated later, or raced by another
    order for the same version at the other node.
    """

    def __init__(
        self,
        lines: Sequence[HttpClient],
        spec: TableSpec,
        bots: Sequence[str],
        dice: Dice,
        note: Callable[[SentOrder], None],
        closing: asyncio.Event,
    ) -> None:
        """``bots[seat]`` is empty for a person; ``note`` is called for every acknowledged move.

        Once ``closing`` is set, orders are still sent until they are answered, but no client waits
        for others to act.
        """
        self._lines: Final = lines
        self._turn = dice.below(len(lines))
        self._dice: Final = dice
        self._note: Final = note
        self._closing: Final = closing
        self.spec: Final = spec
        self.game: Final = build_game(spec)
        self.history: Final = History(self.game)
        self._notation: Final = Notation(self.game.rules)
        self._bots: Final = bots
        self._tickets: Final[list[str]] = []
        self.waits: Final[list[float]] = []
        """Seconds spent waiting for bots."""
        self._path = ""
        self.journal = ClientJournal("")
        self.version = 0
        self._n_orders = 0
        self._last: tuple[SentOrder, bytes, str] | None = None

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.history.state)

    # Before the game

    async def sit_down(self) -> None:
        """Make the table, take every seat, be ready, and wait for the first card."""
        made = await self._post_once("/api/tables", {"spec": self.spec.to_json()})
        self._path = f"/api/tables/{made['game_id']}"
        self.journal = ClientJournal(made["game_id"])
        for seat, bot in enumerate(self._bots):
            sitting = {"name": f"Seat {seat}", "bot": bot}
            seated = await self._post_once(f"{self._path}/seats/{seat}", sitting)
            self._tickets.append(seated["ticket"])
            self.version = seated["version"]
        for seat, bot in enumerate(self._bots):
            if not bot:
                order = {"type": "ready", "contribution": f"{seat:02x}" * 16}
                await self._order(seat, order, is_move=False)
        await self._wait_for_lines()

    async def _post_once(self, path: str, asked: dict[str, Any]) -> dict[str, Any]:
        """Send a request that cannot be repeated; SetUpFailed if its answer is lost."""
        try:
            answer = await self._next_line().ask("POST", path, msgspec.json.encode(asked))
        except NoAnswer as error:
            raise SetUpFailed("no answer at the door") from error
        if answer.status == AWAY:
            raise SetUpFailed("the store was away")
        if answer.status != 201:
            raise GivenUp(f"the door answered {answer.status}")
        found: dict[str, Any] = msgspec.json.decode(answer.body)
        return found

    def _next_line(self) -> HttpClient:
        self._turn += 1
        return self._lines[self._turn % len(self._lines)]

    # The game

    async def move(self) -> None:
        """Let the actor act, until the action is in the log."""
        if self._bots[self.history.state.actor]:
            started = time.monotonic()
            await self._wait_for_lines()
            self.waits.append(time.monotonic() - started)
            return
        action = self._choose()
        oddity = self._dice.below(ODDITY)
        if oddity == 0:
            await self._race(action, self._choose())
            return
        await self._carry_out(action, n_copies=2 if oddity == 1 else 1)
        if oddity == 2:
            await self._repeat()

    def _choose(self) -> Action:
        return BUILDER.choose(self.game.offers(self.history.state), self._dice)

    async def _carry_out(self, action: Action, n_copies: int) -> None:
        await self._order(action.seat, self._act(action), n_copies=n_copies)
        await self._play(action)

    async def _race(self, one: Action, other: Action) -> None:
        """Two orders for one version, one at each node; exactly one can be carried out."""
        expected = self.version
        tries = []
        for action in (one, other):
            asked, body = self._write(self._act(action), expected, is_move=True)
            tries.append(self._send(asked, body, self._tickets[action.seat]))
        winners = [
            action
            for action, version in zip((one, other), await asyncio.gather(*tries), strict=True)
            if version == expected + 1
        ]
        if len(winners) != 1:
            raise GivenUp(f"a race had {len(winners)} winners")
        self.version = expected + 1
        await self._play(winners[0])

    async def _repeat(self) -> None:
        """Send an order again that was answered before; its answer is the same."""
        assert self._last is not None
        await self._send(*self._last)

    async def _play(self, action: Action) -> None:
        """Bring the own copy to the version that was acknowledged."""
        text = self._notation.text(action)
        try:
            self.history.play(action)
        except IllegalAction as error:
            raise GivenUp("an illegal move was acknowledged") from error
        if self.history.state.actor != CHANCE:
            return
        await self._wait_for_lines(skip=text)

    async def _wait_for_lines(self, skip: str = "") -> None:
        """Wait for what the server does by itself: the beginning, a bot's turn, a card."""
        until = time.monotonic() + PATIENCE
        while not await self._catch_up(self.version - bool(skip), skip):
            if self._closing.is_set():
                raise Closed("the trial is over")
            if time.monotonic() > until:
                raise GivenUp("the log does not go on")
            await asyncio.sleep(NAP)

    async def _catch_up(self, since: int, skip: str) -> bool:
        """Play what the log shows after a version and an own line; whether there is anything."""
        read = self.journal.read(since)
        answer = await self._get(f"{self._path}/entries?since={since}")
        frame = _STALE.decode(answer.body)
        shown = [(each.version, each.kind, tuple(each.lines)) for each in frame.missing]
        self.journal.show(read, frame.version, shown)
        if frame.version < since:
            raise GivenUp("the log went back")
        lines = [line for _version, _kind, lines in shown for line in lines]
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

    async def _get(self, path: str) -> Answer:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = await self._next_line().ask("GET", path)
            except NoAnswer:
                answer = Answer(AWAY, b"")
            if answer.status == 200:
                return answer
            if answer.status != AWAY:
                raise GivenUp(f"a read was answered {answer.status}")
            await asyncio.sleep(RETRY_SECONDS)
        raise GivenUp("a read was never answered")

    # Orders

    def _act(self, action: Action) -> dict[str, Any]:
        return {"type": "act", "line": self._notation.text(action).split(" ", 1)[1]}

    def _write(
        self, order: dict[str, Any], expected: int, is_move: bool
    ) -> tuple[SentOrder, bytes]:
        self._n_orders += 1
        asked = self.journal.ask(f"c{self._n_orders}", is_move)
        full = {"command_id": asked.command_id, "expected": expected, **order}
        return asked, msgspec.json.encode(full)

    async def _order(
        self, seat: int, order: dict[str, Any], is_move: bool = True, n_copies: int = 1
    ) -> None:
        """Give an order, once or more often at once, which makes the next version."""
        asked, body = self._write(order, self.version, is_move)
        copies = [self._send(asked, body, self._tickets[seat]) for _copy in range(n_copies)]
        versions = await asyncio.gather(*copies)
        if set(versions) != {self.version + 1}:
            raise GivenUp("an order for the right version was not carried out")
        self.version += 1
        self._last = (asked, body, self._tickets[seat])

    async def _send(self, asked: SentOrder, body: bytes, ticket: str) -> int:
        """Send an order until it is answered; the version that it made, or 0."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            self._turn += 1
            node = self._turn % len(self._lines)
            try:
                answer = await self._lines[node].ask("POST", f"{self._path}/orders", body, ticket)
                if answer.status != AWAY:
                    return self._take(asked, answer, node)
                asked.n_unknown += 1
            except NotSent:
                pass
            except NoAnswer:
                asked.n_unknown += 1
            await asyncio.sleep(RETRY_SECONDS)
        raise GivenUp("an order was never answered")

    def _take(self, asked: SentOrder, answer: Answer, node: int) -> int:
        if answer.status == 200:
            is_first = not asked.versions
            version = _DONE.decode(answer.body).version
            self.journal.acknowledge(asked, version, node)
            if is_first and asked.is_move:
                self._note(asked)
            return version
        if answer.status == 409:
            self.journal.refuse(asked)
            return 0
        raise GivenUp(f"an order was answered {answer.status}")

    async def close(self) -> None:
        for line in self._lines:
            await line.close()
