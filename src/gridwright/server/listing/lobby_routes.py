"""HTTP routes of the lobby: tables and bots."""

from typing import Annotated, Any, Final, Literal

import msgspec
from starlette.requests import Request

from gridwright.protocol.requests import BotCard, BotStrength
from gridwright.server.listing.lobby import MAX_LISTED, Lobby, Shown, TableFilter
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.storage.games import MAX_SEATS, Bookmark, Label
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.choices import build_bot_cards
from gridwright.table.entries import Status
from gridwright.table.terms import Terms

Word = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[A-Za-z0-9_-]*$(?!\n)")]


class ListedTable(msgspec.Struct, frozen=True):
    """A table of the lobby."""

    game_id: str
    status: str
    spec: dict[str, Any]
    terms: Terms
    created_at: int
    seats: list[str]
    """Names by seat; empty for a free seat."""
    bots: list[str]
    """Bots by seat; empty for people and free seats."""
    kept: list[str]
    """Names by seat: the player who has priority on a free seat; else empty."""


class LobbyPage(msgspec.Struct, frozen=True):
    """A page of tables, newest first."""

    tables: list[ListedTable]
    next: str
    """Value of ``after`` for the next page; empty on the last one."""
    set_aside: list[str] = []
    """Ids of tables on this page that the server cannot read."""


class Sought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Filters of the lobby; an omitted parameter matches everything."""

    status: Literal["gathering", "running", "paused", "finished"] = "gathering"
    edition: Word = ""
    preset: Word = ""
    board: Word = ""
    seats: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS)] = 0
    clock: Literal["", "none", "bank", "turns"] = ""
    free: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEATS)] = 0
    """Minimum number of free seats."""
    bots: bool | msgspec.UnsetType = msgspec.UNSET
    """True for tables with bots only, false for tables without."""
    limit: Annotated[int, msgspec.Meta(ge=1, le=MAX_LISTED)] = MAX_LISTED
    after: Annotated[str, msgspec.Meta(pattern=r"^([0-9]{1,15}\.[A-Za-z0-9._-]{1,64})?$(?!\n)")] = (
        ""
    )

    def table_filter(self) -> TableFilter:
        label = msgspec.convert(self, Label, from_attributes=True)
        bots = None if self.bots is msgspec.UNSET else self.bots
        return TableFilter(
            status=Status(self.status), label=label, n_free=self.free, with_bots=bots
        )

    def bookmark(self) -> Bookmark | None:
        if not self.after:
            return None
        created_at, game_id = self.after.split(".", 1)
        return Bookmark(int(created_at), game_id)


class LobbyRoutes:
    """Finding tables to join or to watch, and bots to invite."""

    def __init__(self, lobby: Lobby, limiter: RateLimiter) -> None:
        self._lobby: Final = lobby
        self._limiter: Final = limiter

    async def bots(self, _request: Request) -> list[BotCard]:
        return build_bot_cards()

    async def lobby(self, request: Request, asked: Sought) -> LobbyPage:
        await self._limiter.look_around(request)
        page = await self._lobby.page(asked.table_filter(), asked.limit, asked.bookmark())
        found = [_listed(shown) for shown in page.tables]
        following = f"{page.after.created_at}.{page.after.game_id}" if page.after else ""
        return LobbyPage(found, following, page.set_aside)


def _listed(shown: Shown) -> ListedTable:
    guests = shown.guests
    return ListedTable(
        game_id=shown.record.game_id,
        status=shown.record.status.value,
        spec=shown.spec.to_json(),
        terms=guests.terms,
        created_at=shown.record.created_at,
        seats=guests.names,
        bots=guests.bots,
        kept=guests.kept,
    )


_BOT: Final = BotCard(
    "l2", 2, "Plans a round ahead.", [BotStrength("l1", "classic", 4, 1_000, 0.41, 0.38, 0.44)]
)
_SPEC: Final = {"edition": "classic", "preset": "recharged", "board": "germany", "seats": 2}
_TABLE: Final = ListedTable(
    "dGhlIGZpcnN0", "gathering", _SPEC, Terms(), 1_790_000_000_000, ["Ada", ""], ["", ""], ["", ""]
)

_LOBBY: Final = Group(Tag.LOBBY, scope=Scope.READ)

OPERATIONS: Final = (
    _LOBBY.get(
        "/api/bots",
        LobbyRoutes.bots,
        "The bots that can be invited, and how strong they are",
        Answer("The bots.", [_BOT], list[BotCard]),
    ),
    _LOBBY.get(
        "/api/tables",
        LobbyRoutes.lobby,
        "Listed tables: those that gather to join, those that run to watch",
        Answer("A page, the newest first.", LobbyPage([_TABLE], "")),
        errors=("invalid", "too_many", "store_away"),
        asked=Sought,
    ),
)
