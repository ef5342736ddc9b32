"""HTTP routes of people: profiles, games, follows, blocks, invitations."""

from collections.abc import AsyncIterator
from typing import Annotated, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from gridwright.protocol.people import (
    MAX_NAME,
    BotMark,
    EditionRating,
    EditionScale,
    ExportedGame,
    Form,
    Invitation,
    Invited,
    KnownPerson,
    PlayedGame,
    PlayedSeat,
    Profile,
    ProfileChoice,
    ResultRow,
    Rival,
)
from gridwright.server.accounts.service import Accounts
from gridwright.server.auth.service import Auth
from gridwright.server.feature import Feature, Job, Parts, Reader, Routes
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.people.rater import Rater
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.people.service import People
from gridwright.server.people.store import LAST_NUMBER, PeopleStore
from gridwright.server.storage.append import EventKind
from gridwright.server.tables.seat_auth import SEAT_ERRORS, PersonBlocks, SeatAuth
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import LINES, PATH_PARAMS, Answer, Audience, Group, Tag
from gridwright.server.wire.scopes import Scope
from gridwright.table.commands import RefusedCommand
from gridwright.table.entries import Status

Name = Annotated[
    str, msgspec.Meta(min_length=1, max_length=MAX_NAME, description="A person, by name.")
]
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")


class GamesBefore(msgspec.Struct, frozen=True):
    """Cursor: ``number`` of the last game of the previous page."""

    before: Annotated[int, msgspec.Meta(ge=0, le=LAST_NUMBER)] = LAST_NUMBER


class PeopleRoutes:
    """Routes about people."""

    def __init__(self, people: People, auth: Auth, seats: SeatAuth, limiter: RateLimiter) -> None:
        self._people: Final = people
        self._auth: Final = auth
        self._seats: Final = seats
        self._limiter: Final = limiter

    # Profiles

    async def profile(self, request: Request, name: str) -> Profile:
        return await self._people.profile(name, await self._viewer(request))

    async def games_of_person(
        self, request: Request, name: str, asked: GamesBefore
    ) -> list[PlayedGame]:
        return await self._people.games(name, await self._viewer(request), asked.before)

    async def choose_profile(self, request: Request, body: ProfileChoice) -> ProfileChoice:
        await self._people.choose(await self._own(request), body.is_public)
        return body

    async def export_games(self, request: Request) -> Response:
        person_id = await self._own(request)
        await self._limiter.look_around(request)
        name = 'attachment; filename="games.ndjson"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
        return StreamingResponse(self._lines(person_id), headers=headers, media_type=LINES)

    async def _lines(self, person_id: str) -> AsyncIterator[bytes]:
        async for game in self._people.export(person_id):
            yield _ENCODER.encode(game) + b"\n"

    # Following and blocking

    async def my_followed(self, request: Request) -> list[KnownPerson]:
        return await self._people.followed(await self._own(request))

    async def follow_person(self, request: Request, name: str) -> None:
        await self._people.follow(await self._own(request), name)

    async def unfollow_person(self, request: Request, name: str) -> None:
        await self._people.unfollow(await self._own(request), name)

    async def my_blocked(self, request: Request) -> list[KnownPerson]:
        return await self._people.blocked(await self._own(request))

    async def block_person(self, request: Request, name: str) -> None:
        await self._people.block(await self._own(request), name)

    async def unblock_person(self, request: Request, name: str) -> None:
        await self._people.unblock(await self._own(request), name)

    # Invitations

    async def invite_person(self, request: Request, game_id: str, body: Invited) -> None:
        person_id = await self._own(request)
        table, _ticket = await self._seats.player(request, game_id)
        if table.status is not Status.GATHERING:
            raise RefusedCommand("already_begun", "the game has begun")
        await self._people.invite(person_id, game_id, body.name)

    async def my_invitations(self, request: Request) -> list[Invitation]:
        return await self._people.invitations(await self._own(request))

    async def decline_invitation(self, request: Request, game_id: str) -> None:
        await self._people.decline(await self._own(request), game_id)

    async def _own(self, request: Request) -> str:
        return (await self._auth.person(request)).person_id

    async def _viewer(self, request: Request) -> str | None:
        await self._limiter.look_around(request)
        session = await self._auth.visitor(request)
        return None if session is None else session.person_id


_GAME: Final = PlayedGame(
    *(81, "dGhl", "classic", "usa", 4, 1_790_000_000_000, 1, "person", "", 14),
    others=[PlayedSeat("person", "Grace", "", 2), PlayedSeat("bot", "", "hard", 3)],
)
_PROFILE: Final = Profile(
    *("Ada", True, False, False, False, 1_780_000_000_000, 12, 5.0),
    ratings=[EditionRating("classic", 1_612, 48, 12, 31)],
    programs=[],
    scales=[EditionScale("classic", [BotMark("easy", 1_306), BotMark("normal", 1_500)])],
    results=[ResultRow("classic", "usa", 4, 12, 5.0)],
    form=Form([True, False], 2, 3, 0),
    rivals=[Rival("Grace", 4, 3, 1)],
    recent=[_GAME],
)
_KNOWN: Final = [KnownPerson("Grace", 1_790_000_000_000)]
_LINE: Final = ExportedGame("dGhl", 1_790_000_000_000, 1, "gridwright 1\n")
_INVITATION: Final = Invitation(
    "dGhl", "/api/tables/dGhl", "Grace", 1_790_000_000_000, "classic", "usa", 4
)
_DONE: Final = Answer("It is done.", status=204)
_BY_NAME: Final = {"name": Name}
_VIEW: Final = Group(
    Tag.PEOPLE,
    Audience.VIEWER,
    ("signed_out", "foreign_page", "too_many", "unknown_person", "store_away"),
    Scope.READ,
)
_OWN: Final = Group(Tag.PEOPLE, Audience.PERSON, ("signed_out", "foreign_page", "store_away"))

OPERATIONS: Final = (
    _VIEW.get(
        "/api/people/{name}",
        PeopleRoutes.profile,
        "A person's profile; a private one is empty for others",
        Answer("The profile.", _PROFILE),
        path_params=_BY_NAME,
    ),
    _VIEW.get(
        "/api/people/{name}/games",
        PeopleRoutes.games_of_person,
        "A person's finished games, the newest first",
        Answer("A page of them.", [_GAME], list[PlayedGame]),
        errors=("invalid",),
        asked=GamesBefore,
        path_params=_BY_NAME,
    ),
    _OWN.put(
        "/api/me/profile",
        PeopleRoutes.choose_profile,
        "Show your profile to everyone, or to no one",
        Answer("As it is now.", ProfileChoice(True)),
        request_example=ProfileChoice(True),
    ),
    _OWN.get(
        "/api/me/games",
        PeopleRoutes.export_games,
        "All one's finished games as transcripts, one in a line",
        Answer("The games, the oldest first.", _LINE, media_type=LINES),
        errors=("too_many",),
    ),
    _OWN.get(
        "/api/me/follows",
        PeopleRoutes.my_followed,
        "Whom one follows",
        Answer("The people.", _KNOWN, list[KnownPerson]),
    ),
    _OWN.put(
        "/api/me/follows/{name}",
        PeopleRoutes.follow_person,
        "Follow a person",
        _DONE,
        errors=("unknown_person", "too_many_people"),
        path_params=_BY_NAME,
    ),
    _OWN.delete(
        "/api/me/follows/{name}",
        PeopleRoutes.unfollow_person,
        "Unfollow a person",
        _DONE,
        errors=("unknown_person",),
        path_params=_BY_NAME,
    ),
    _OWN.get(
        "/api/me/blocks",
        PeopleRoutes.my_blocked,
        "Whom one has blocked",
        Answer("The people.", _KNOWN, list[KnownPerson]),
    ),
    _OWN.put(
        "/api/me/blocks/{name}",
        PeopleRoutes.block_person,
        "Block a person: not at your tables, no invitations, no chat",
        _DONE,
        errors=("unknown_person", "too_many_people"),
        path_params=_BY_NAME,
    ),
    _OWN.delete(
        "/api/me/blocks/{name}",
        PeopleRoutes.unblock_person,
        "Unblock a person",
        _DONE,
        errors=("unknown_person",),
        path_params=_BY_NAME,
    ),
    _OWN.get(
        "/api/me/invitations",
        PeopleRoutes.my_invitations,
        "Tables to which one is invited and that have not begun",
        Answer("The newest first.", [_INVITATION], list[Invitation]),
    ),
    _OWN.delete(
        "/api/me/invitations/{game_id}",
        PeopleRoutes.decline_invitation,
        "Decline an invitation",
        _DONE,
        path_params=PATH_PARAMS,
    ),
    _OWN.post(
        "/api/tables/{game_id}/invitations",
        PeopleRoutes.invite_person,
        "Invite a person you follow to the table where you sit",
        _DONE,
        errors=(
            *SEAT_ERRORS,
            "already_begun",
            "unknown_person",
            "not_followed",
            "too_many_people",
        ),
        request_example=Invited("Grace"),
    ),
)


def _people(parts: Parts) -> People:
    store = parts.store
    return People(
        *(PeopleStore(store.home), parts[Accounts].store, store),
        *(parts[TableService], parts.clock),
    )


def _rater(parts: Parts) -> Rater:
    return Rater(parts.store, RatingStore(parts.store), parts.clock)


def _routes(parts: Parts) -> PeopleRoutes:
    return PeopleRoutes(parts[People], parts[Auth], parts[SeatAuth], parts.limiter)


PEOPLE: Final = Feature(
    "people",
    parts={People: _people, PersonBlocks: lambda parts: parts[People], Rater: _rater},
    routes=(Routes(_routes, orders=OPERATIONS),),
    jobs=(Job(Rater),),
    readers=(
        Reader("ratings", frozenset({EventKind.ENDED}), lambda parts: parts[Rater].read_event),
    ),
)
