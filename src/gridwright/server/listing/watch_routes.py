"""HTTP routes of public games, running and finished."""

from typing import Annotated, Final

import msgspec
from starlette.requests import Request

from gridwright.protocol.watch import (
    FinishedGame,
    FinishedPage,
    FinishedSeat,
    LiveCount,
    LiveGame,
    LivePage,
    LiveSeat,
)
from gridwright.server.accounts.names import MAX_NAME_LENGTH
from gridwright.server.listing.lobby_routes import Word
from gridwright.server.listing.watch import MAX_FINISHED, MAX_LIVE, Watch
from gridwright.server.listing.watch_search import LAST, Search
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.games import MAX_SEATS
from gridwright.server.storage.limits import MAX_MOMENT
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.scopes import Scope


class LiveQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search for running games; an empty field matches anything."""

    edition: Word = ""
    people: bool = False
    """Games in which at least one person plays."""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_LIVE)] = 9


class FinishedQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A search for finished games; an empty field matches anything."""

    edition: Word = ""
    board: Word = ""
    seats: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS)] = 0
    close: bool = False
    """Games in which the first two were at most one apart."""
    since: Annotated[int, msgspec.Meta(ge=0, le=MAX_MOMENT)] = 0
    """Games that ended at this moment or later."""
    name: Annotated[str, msgspec.Meta(max_length=2 * MAX_NAME_LENGTH)] = ""
    """Words of the names at the table, in any order."""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_FINISHED)] = 12
    after: Annotated[str, msgspec.Meta(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9._-]{1,64})?$(?!\n)")] = (
        ""
    )

    def search(self) -> Search:
        return msgspec.convert(self, Search, from_attributes=True)

    def bookmark(self) -> tuple[int, str]:
        if not self.after:
            return LAST
        at, game_id = self.after.split(".", 1)
        return int(at), game_id


class WatchRoutes:
    """Routes of public games."""

    def __init__(self, watch: Watch, limiter: RateLimiter) -> None:
        self._watch: Final = watch
        self._limiter: Final = limiter

    async def live_games(self, request: Request, asked: LiveQuery) -> LivePage:
        await self._limiter.look_around(request)
        return await self._watch.live(asked.limit, asked.edition, asked.people)

    async def finished_games(self, request: Request, asked: FinishedQuery) -> FinishedPage:
        await self._limiter.look_around(request)
        return await self._watch.finished(asked.search(), asked.limit, asked.bookmark())


_LIVE: Final = LiveGame(
    game_id="dGhlIGZpcnN0",
    version=87,
    edition="classic",
    board="germany",
    content="",
    seats=[LiveSeat("Ada", False, [3, 8], 2, 41), LiveSeat("Grete", True, [11], 1, 38)],
    round=3,
    phase="building",
    phases=["player-order", "auction", "resources", "building", "bureaucracy"],
    actor=0,
    began_at=1_790_000_000_000,
    n_watching=4,
)
_SEATS: Final = [FinishedSeat("Ada", False, 1, 16), FinishedSeat("Grete", True, 2, 15)]
_OVER: Final = FinishedGame(
    "dGhlIGZpcnN0", "classic", "germany", "", _SEATS, 11, 1_790_000_000_000, 1_790_006_000_000
)

_WATCH: Final = Group(Tag.LOBBY, errors=("invalid", "too_many", "store_away"), scope=Scope.READ)

OPERATIONS: Final = (
    _WATCH.get(
        "/api/watch",
        WatchRoutes.live_games,
        "Public games that run, and how they stand",
        Answer(
            "Those of people first, then the most watched.",
            LivePage([_LIVE], [LiveCount("classic", 7, 4)]),
        ),
        asked=LiveQuery,
    ),
    _WATCH.get(
        "/api/watch/finished",
        WatchRoutes.finished_games,
        "Public games that are over",
        Answer("A page, the newest first.", FinishedPage([_OVER], "", 1, True)),
        asked=FinishedQuery,
    ),
)
