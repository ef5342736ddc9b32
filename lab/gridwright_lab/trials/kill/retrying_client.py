"""A client of several nodes that tries them in turn until one of them responds."""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from gridwright_lab.trials.services.http_client import Answer, HttpClient, NoAnswer, NotSent

AWAY: Final = 503
"""Status of a node whose database does not respond: send it again."""
RETRY_SECONDS: Final = 0.05
TIMEOUT_S: Final = 120.0
"""Seconds after which a response counts as lost."""


class GivenUp(Exception):
    """The table cannot be continued; the text says where."""


class OutcomeUnknown(Exception):
    """A request that cannot be repeated got no response: its outcome is unknown."""


class NotCarriedOut(Exception):
    """A request that cannot be repeated did not reach a server."""


class RetryingClient:
    """Sends orders and reads to the nodes in turn, again until there is a response."""

    def __init__(self, lines: Sequence[HttpClient], first: int) -> None:
        self._lines: Final = lines
        self._turn = first

    async def get(self, path: str) -> Answer:
        until = time.monotonic() + TIMEOUT_S
        while time.monotonic() < until:
            try:
                answer = await self._lines[self._next()].ask("GET", path)
            except NoAnswer:
                answer = Answer(AWAY, b"")
            if answer.status == 200:
                return answer
            if answer.status != AWAY:
                raise GivenUp(f"a read was answered {answer.status}")
            await asyncio.sleep(RETRY_SECONDS)
        raise GivenUp("a read was never answered")

    async def post(
        self, path: str, body: bytes, ticket: str, note_unknown: Callable[[], None]
    ) -> tuple[int, Answer]:
        """Send a repeatable request until it is answered; return the node and its response."""
        until = time.monotonic() + TIMEOUT_S
        while time.monotonic() < until:
            node = self._next()
            try:
                answer = await self._lines[node].ask("POST", path, body, ticket)
                if answer.status != AWAY:
                    return node, answer
                note_unknown()
            except NotSent:
                pass
            except NoAnswer:
                note_unknown()
            await asyncio.sleep(RETRY_SECONDS)
        raise GivenUp("an order was never answered")

    async def post_once(
        self, path: str, asked: dict[str, Any], ticket: str = ""
    ) -> tuple[int, dict[str, Any]]:
        """Send a request that cannot be repeated; return the node and its response.

        Raises OutcomeUnknown without a response, and NotCarriedOut if it was not even sent.
        """
        until = time.monotonic() + TIMEOUT_S
        body = msgspec.json.encode(asked)
        while time.monotonic() < until:
            node = self._next()
            try:
                answer = await self._lines[node].ask("POST", path, body, ticket)
            except NotSent:
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except NoAnswer as error:
                raise OutcomeUnknown("no answer") from error
            if answer.status == AWAY:
                raise OutcomeUnknown("the store was away")
            if answer.status != 201:
                raise GivenUp(f"{path.rpartition('/')[2]} was answered {answer.status}")
            made: dict[str, Any] = msgspec.json.decode(answer.body)
            return node, made
        raise NotCarriedOut("no node was there")

    def _next(self) -> int:
        self._turn += 1
        return self._turn % len(self._lines)

    async def close(self) -> None:
        for line in self._lines:
            await line.close()
