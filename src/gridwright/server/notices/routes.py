"""HTTP routes of notice channels and quiet hours."""

from typing import Annotated, Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request

from gridwright.protocol.notices import (
    ChannelNamed,
    ChannelView,
    Muting,
    NewChannel,
    NoticeChoice,
    NoticeSettings,
    PushKey,
    Tried,
    TurnLater,
    TurnTags,
)
from gridwright.server.auth.service import Auth
from gridwright.server.feature import Feature, Job, Parts, Reader, Routes
from gridwright.server.notices.channels import ChannelStore
from gridwright.server.notices.links import MAX_LINK_LENGTH, NoticeLinks
from gridwright.server.notices.outbound import Outbound
from gridwright.server.notices.sending import Sender
from gridwright.server.notices.service import Notices
from gridwright.server.notices.store import NoticeStore
from gridwright.server.notices.sweep import NoticeSweep
from gridwright.server.notices.web_push import PushKeys
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.operations.settings import NoticePlan
from gridwright.server.presence.service import Presence
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.keys import keys_of
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.wire.operation import Answer, Audience, Group, Tag

_CHANNEL_ID: Final = Annotated[
    str, msgspec.Meta(min_length=1, max_length=32, description="The channel, by its id.")
]
_LINK: Final = Annotated[
    str, msgspec.Meta(min_length=1, max_length=MAX_LINK_LENGTH, description="From a mail.")
]


class NoticeRoutes:
    """A person's channels and quiet hours, and links that need no session."""

    def __init__(self, notices: Notices, auth: Auth, limiter: RateLimiter) -> None:
        self._notices: Final = notices
        self._auth: Final = auth
        self._limiter: Final = limiter

    async def push_key(self, request: Request) -> PushKey:
        await self._limiter.look_around(request)
        return PushKey(self._notices.key)

    async def my_notices(self, request: Request) -> NoticeSettings:
        session = await self._auth.person(request)
        return await self._notices.settings(session.person_id)

    async def add_channel(self, request: Request, body: NewChannel) -> NoticeSettings:
        session = await self._auth.person(request)
        await self._limiter.tell(session.person_id)
        origin = self._auth.site(request).origin
        return await self._notices.add(session.person_id, body, origin)

    async def remove_channel(self, request: Request, channel_id: str) -> NoticeSettings:
        session = await self._auth.person(request)
        return await self._notices.remove(session.person_id, channel_id)

    async def try_channel(self, request: Request, channel_id: str) -> Tried:
        session = await self._auth.person(request)
        await self._limiter.tell(session.person_id)
        return await self._notices.try_channel(session.person_id, channel_id)

    async def choose_notices(self, request: Request, body: NoticeChoice) -> NoticeSettings:
        session = await self._auth.person(request)
        return await self._notices.choose(session.person_id, body)

    async def mute_notices(self, request: Request, body: Muting) -> NoticeSettings:
        session = await self._auth.person(request)
        return await self._notices.mute(session.person_id, body.kinds)

    async def tell_later(self, request: Request, body: TurnLater) -> None:
        session = await self._auth.person(request)
        await self._limiter.tell(session.person_id)
        await self._notices.tell_later(session.person_id, body.tag)

    async def confirm_channel(self, request: Request, link: str) -> ChannelNamed:
        await self._limiter.look_around(request)
        return await self._notices.confirm(link)

    async def end_channel(self, request: Request, link: str) -> ChannelNamed:
        await self._limiter.look_around(request)
        return await self._notices.end(link)

    async def standing_turns(self, request: Request, body: TurnTags) -> TurnTags:
        await self._limiter.look_around(request)
        return TurnTags(await self._notices.standing(body.tags))


_CHOICE: Final = NoticeChoice(1_350, 420, "Europe/Berlin", "en")
_CHANNEL: Final = ChannelView(
    *("5e0c", "mail", "", "ada@example.org", True, 3_600_000, 1_790_000, 1_795_000, 0, "")
)
_SETTINGS: Final = NoticeSettings([_CHANNEL], _CHOICE, ["push", "webhook", "mail", "service"])
_ANSWER: Final = Answer("The settings after the change.", _SETTINGS)
_TAGS: Final = TurnTags(["dGhl:120"])
_PLACE: Final = {"channel_id": _CHANNEL_ID, "link": _LINK}

_OWN: Final = Group(Tag.NOTICES, Audience.PERSON, ("signed_out", "foreign_page", "store_away"))
_PUBLIC: Final = Group(Tag.NOTICES, Audience.PUBLIC, ("too_many", "store_away"))

OPERATIONS: Final = (
    _PUBLIC.get(
        "/api/notices/key",
        NoticeRoutes.push_key,
        "The public key that a browser needs to subscribe to pushes",
        Answer("The server's public key.", PushKey("BCVx")),
    ),
    _PUBLIC.post(
        "/api/notices/standing",
        NoticeRoutes.standing_turns,
        "Return those of these turns that are still to be taken",
        Answer("Those that are.", _TAGS),
        request_example=_TAGS,
    ),
    _PUBLIC.post(
        "/api/notices/confirm/{link}",
        NoticeRoutes.confirm_channel,
        "Confirm a mailbox by the link of the first mail",
        Answer("Notices of turns are sent there from now on.", ChannelNamed("mail")),
        errors=("bad_link", "old_link", "unknown_channel"),
        path_params=_PLACE,
    ),
    _PUBLIC.post(
        "/api/notices/off/{link}",
        NoticeRoutes.end_channel,
        "Unsubscribe by the link of a mail, without signing in",
        Answer("Nothing more is sent there.", ChannelNamed("mail")),
        errors=("bad_link",),
        path_params=_PLACE,
    ),
    _OWN.get(
        "/api/me/notices", NoticeRoutes.my_notices, "Your channels for notices of turns", _ANSWER
    ),
    _OWN.put(
        "/api/me/notices",
        NoticeRoutes.choose_notices,
        "Choose quiet hours, their time zone, and a language",
        _ANSWER,
        errors=("unknown_zone",),
        request_example=_CHOICE,
    ),
    _OWN.put(
        "/api/me/notices/muted",
        NoticeRoutes.mute_notices,
        "Mute some kinds of channels for now, and unmute all others",
        _ANSWER,
        request_example=Muting(["mail"]),
    ),
    _OWN.post(
        "/api/me/notices/later",
        NoticeRoutes.tell_later,
        "Push a reminder of a turn to your devices in an hour",
        Answer("The reminder is scheduled.", status=204),
        errors=("not_your_turn", "too_many"),
        request_example=TurnLater("dGhl:120"),
    ),
    _OWN.post(
        "/api/me/notices/channels",
        NoticeRoutes.add_channel,
        "Add a channel",
        _ANSWER,
        errors=("no_such_channel", "bad_channel", "too_many_channels", "too_many", "no_host"),
        request_example=NewChannel("mail", "ada@example.org"),
    ),
    _OWN.delete(
        "/api/me/notices/channels/{channel_id}",
        NoticeRoutes.remove_channel,
        "Remove a channel",
        _ANSWER,
        errors=("unknown_channel",),
        path_params=_PLACE,
    ),
    _OWN.post(
        "/api/me/notices/channels/{channel_id}/try",
        NoticeRoutes.try_channel,
        "Send a test message to a channel now",
        Answer("The result of the attempt.", Tried(True, "")),
        errors=("unknown_channel", "not_confirmed", "too_many"),
        path_params=_PLACE,
    ),
)


def _store(parts: Parts) -> NoticeStore:
    return NoticeStore(parts.store)


def _channels(parts: Parts) -> ChannelStore:
    return ChannelStore(parts.store.home, parts[SeedVault])


def _links(parts: Parts) -> NoticeLinks:
    return NoticeLinks(keys_of(parts.secret), parts.clock)


def _push_keys(parts: Parts) -> PushKeys:
    return PushKeys(keys_of(parts.secret))


def _outbound(parts: Parts) -> Outbound:
    plan = parts.options.notices or NoticePlan()
    own_host = urlsplit(plan.origin).hostname or ""
    return Outbound(
        frozenset(plan.hosts), own_host, parts.stopping, allows_private=plan.allows_private
    )


def _sender(parts: Parts) -> Sender:
    plan = parts.options.notices or NoticePlan()
    return Sender(plan, parts[PushKeys], parts[NoticeLinks], parts.clock, parts[Outbound])


def _notices(parts: Parts) -> Notices:
    return Notices(
        *(parts[NoticeStore], parts[ChannelStore], parts[Sender], parts[PushKeys]),
        *(parts[NoticeLinks], parts.clock, parts.options.notices is not None),
    )


def _sweep(parts: Parts) -> NoticeSweep:
    return NoticeSweep(
        *(parts[NoticeStore], parts[ChannelStore], parts[Sender], parts[TableService]),
        *(parts[Presence].here, parts.clock),
    )


def _routes(parts: Parts) -> NoticeRoutes:
    return NoticeRoutes(parts[Notices], parts[Auth], parts.limiter)


NOTICES: Final = Feature(
    "notices",
    parts={
        NoticeStore: _store,
        ChannelStore: _channels,
        NoticeLinks: _links,
        PushKeys: _push_keys,
        Outbound: _outbound,
        Sender: _sender,
        Notices: _notices,
        NoticeSweep: _sweep,
    },
    closes=(Outbound,),
    routes=(Routes(_routes, orders=OPERATIONS),),
    jobs=(Job(NoticeSweep, is_on=lambda parts: parts[Notices].is_on),),
    readers=(
        Reader("notices", frozenset({EventKind.TURN}), lambda parts: parts[NoticeSweep].read_event),
    ),
)
