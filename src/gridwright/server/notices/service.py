"""A person's channels (add, test, confirm, remove) and quiet hours."""

import secrets
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from gridwright.protocol.notices import (
    ChannelKind,
    ChannelNamed,
    ChannelView,
    NewChannel,
    NoticeChoice,
    NoticeSettings,
    Tried,
)
from gridwright.protocol.refusals import Refused
from gridwright.server.notices import services
from gridwright.server.notices.channels import Address, Channel, ChannelStore, Choice
from gridwright.server.notices.links import NoticeLinks
from gridwright.server.notices.mail import verify_mailbox
from gridwright.server.notices.outbound import BadAddress, Unreached
from gridwright.server.notices.quiet_hours import is_zone
from gridwright.server.notices.sending import Sender, SubscriptionExpired
from gridwright.server.notices.store import NoticeStore
from gridwright.server.notices.text import ENGLISH, compose_try, languages
from gridwright.server.notices.web_push import BadDevice, PushKeys, verify_device
from gridwright.server.operations.steady_clock import Clock
from gridwright.server.storage.errors import BrokenBox, RowMissing, WrongKey

HOUR: Final = 3_600_000
"""Milliseconds of an hour."""
UNSUPPORTED: Final = "unsupported"
"""Answer of a channel of an earlier version whose service is no longer supported."""
_SHOWN: Final = 6
"""Characters of a secret address that its owner can see."""


class Notices:
    """Actions of a person on their channels and quiet hours."""

    def __init__(
        self,
        notices: NoticeStore,
        channels: ChannelStore,
        sender: Sender,
        keys: PushKeys,
        links: NoticeLinks,
        clock: Clock,
        is_on: bool = False,
    ) -> None:
        self._notices: Final = notices
        self._channels: Final = channels
        self._sender: Final = sender
        self._keys: Final = keys
        self._links: Final = links
        self._clock: Final = clock
        self.is_on: Final = is_on
        """False on a server without notices."""

    @property
    def key(self) -> str:
        """Public key that a browser needs to subscribe to pushes."""
        return self._keys.newest

    def kinds(self) -> list[ChannelKind]:
        """Return the kinds of channels that this server supports."""
        if not self.is_on:
            return []
        found: list[ChannelKind] = ["push", "webhook"]
        if self._sender.has_mail:
            found.append("mail")
        return [*found, "service"]

    async def settings(self, person_id: str) -> NoticeSettings:
        channels = await self._channels.of(person_id)
        choice = await self._channels.choice(person_id)
        chosen = NoticeChoice(choice.quiet_from, choice.quiet_to, choice.zone, choice.language)
        views = [self._view(each) for each in channels]
        muted = await self._channels.muted(person_id)
        kinds = [kind for kind in self.kinds() if kind in muted]
        return NoticeSettings(views, None if choice == Choice() else chosen, self.kinds(), kinds)

    async def mute(self, person_id: str, kinds: Sequence[ChannelKind]) -> NoticeSettings:
        """Mute these kinds and unmute all others."""
        try:
            await self._channels.mute(person_id, frozenset(kinds))
        except RowMissing as error:
            raise Refused("the account is gone", "signed_out") from error
        return await self.settings(person_id)

    async def tell_later(self, person_id: str, tag: str) -> None:
        """Push a turn again in an hour, unless it is over by then."""
        game_id, _colon, version = tag.rpartition(":")
        channels = await self._channels.of(person_id)
        pushes = frozenset([each.channel_id for each in channels if each.kind == "push"])
        due_at = self._clock() + HOUR
        number = int(version)
        if not await self._notices.tell_later(game_id, number, person_id, due_at, pushes):
            raise Refused("that turn is over", "not_your_turn")

    async def add(self, person_id: str, new: NewChannel, origin: str) -> NoticeSettings:
        """Add a channel; raise Refused. A mailbox must be confirmed first."""
        if new.kind not in self.kinds():
            raise Refused("this server has no channels of that kind", "no_such_channel")
        try:
            self._verify(new)
        except (BadAddress, BadDevice) as error:
            raise Refused("this address cannot receive notices", "bad_channel") from error
        address = Address(new.to, origin, new.key, new.auth, new.server_key)
        await self._remove_same(person_id, new)
        channel_id = secrets.token_hex(8)
        every = (HOUR if new.kind == "mail" else 0) if new.every is None else new.every
        channel = Channel(
            channel_id,
            person_id,
            new.kind,
            self._channels.seal(person_id, channel_id, address),
            new.label,
            new.kind != "mail",
            every,
            self._clock(),
        )
        if not await self._channels.add(channel):
            raise Refused("too many channels; remove one first", "too_many_channels")
        if new.kind == "mail":
            await self._ask_to_confirm(channel, address)
        return await self.settings(person_id)

    async def remove(self, person_id: str, channel_id: str) -> NoticeSettings:
        if not await self._channels.remove(person_id, channel_id):
            raise Refused("unknown channel", "unknown_channel")
        return await self.settings(person_id)

    async def try_channel(self, person_id: str, channel_id: str) -> Tried:
        """Send a test message now, even in quiet hours, and return the result."""
        channel = await self._find(person_id, channel_id)
        if not channel.is_confirmed:
            raise Refused("the mailbox is not confirmed yet", "not_confirmed")
        language = (await self._channels.choice(person_id)).language
        try:
            address = self._channels.address(channel)
            message = compose_try(language)
            await self._sender.send(channel, address, message, language, is_test=True)
        except SubscriptionExpired as gone:
            await self._channels.remove(person_id, channel_id)
            return Tried(False, str(gone))
        except Unreached as failure:
            await self._channels.note_failure(channel, self._clock(), str(failure))
            return Tried(False, str(failure))
        except (WrongKey, BrokenBox):
            return Tried(False, "unreadable")
        await self._channels.note_reached(channel)
        return Tried(True, "")

    async def choose(self, person_id: str, choice: NoticeChoice) -> NoticeSettings:
        if not is_zone(choice.zone):
            raise Refused("unknown time zone", "unknown_zone")
        language = choice.language if choice.language in languages() else ENGLISH
        kept = Choice(choice.quiet_from, choice.quiet_to, choice.zone, language)
        try:
            await self._channels.choose(person_id, kept)
        except RowMissing as error:
            raise Refused("the account is gone", "signed_out") from error
        return await self.settings(person_id)

    async def confirm(self, link: str) -> ChannelNamed:
        """Confirm a mailbox by the link of its first mail. Idempotent."""
        person_id, channel_id = self._links.read("confirm", link)
        if not await self._channels.confirm(person_id, channel_id):
            raise Refused("unknown channel", "unknown_channel")
        return ChannelNamed("mail")

    async def end(self, link: str) -> ChannelNamed:
        """Remove a channel by the link of a mail, without a session. Idempotent."""
        person_id, channel_id = self._links.read("off", link)
        await self._channels.remove(person_id, channel_id)
        return ChannelNamed("mail")

    async def standing(self, tags: Sequence[str]) -> list[str]:
        """Return those of the turns that are still open."""
        found: list[str] = []
        for tag in tags:
            game_id, _colon, version = tag.rpartition(":")
            if await self._notices.is_standing(game_id, int(version)):
                found.append(tag)
        return found

    def _verify(self, new: NewChannel) -> None:
        outbound = self._sender.outbound
        if new.kind == "push":
            outbound.verify(new.to)
            verify_device(new.key, new.auth)
            if self._keys.find(new.server_key) is None:
                raise BadDevice("expected a key of this server")
        elif new.kind == "webhook":
            outbound.verify(new.to)
        elif new.kind == "mail":
            verify_mailbox(new.to)
        else:
            services.verify_service(new.to, outbound)

    async def _remove_same(self, person_id: str, new: NewChannel) -> None:
        """Remove an earlier channel with the same address.

        A device has one channel, with its newest keys.
        """
        for channel in await self._channels.of(person_id):
            try:
                is_same = channel.kind == new.kind and self._channels.address(channel).to == new.to
            except (WrongKey, BrokenBox):
                is_same = True
            if is_same:
                await self._channels.remove(person_id, channel.channel_id)

    async def _ask_to_confirm(self, channel: Channel, address: Address) -> None:
        language = (await self._channels.choice(channel.person_id)).language
        try:
            await self._sender.ask_to_confirm(channel, address, language)
        except Unreached as failure:
            await self._channels.remove(channel.person_id, channel.channel_id)
            raise Refused(f"the mail server refused it: {failure}", "bad_channel") from failure

    async def _find(self, person_id: str, channel_id: str) -> Channel:
        for channel in await self._channels.of(person_id):
            if channel.channel_id == channel_id:
                return channel
        raise Refused("unknown channel", "unknown_channel")

    def _view(self, channel: Channel) -> ChannelView:
        answer = channel.answer
        try:
            address = self._channels.address(channel).to
            to = _shown(channel.kind, address)
            if channel.kind == "service" and not services.is_supported(address):
                answer = UNSUPPORTED
        except (WrongKey, BrokenBox):
            to = ""
        return ChannelView(
            channel.channel_id,
            channel.kind,
            channel.label,
            to,
            channel.is_confirmed,
            channel.every,
            channel.created_at,
            channel.told_at,
            channel.failed_at,
            answer,
        )


def _shown(kind: ChannelKind, to: str) -> str:
    """Return an address without its secret parts."""
    if kind == "mail":
        return to
    if kind == "service":
        return f"{to.partition('://')[0]}://…"
    parts = urlsplit(to)
    if kind == "push":
        return parts.hostname or ""
    path = parts.path if len(parts.path) <= _SHOWN else f"{parts.path[:_SHOWN]}…"
    return f"{parts.hostname}{path}"
