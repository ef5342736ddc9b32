"""Notice channels and quiet hours of people; deleted with the person."""

from typing import Final

import msgspec

from gridwright.protocol.notices import ChannelKind
from gridwright.server.notices import statements
from gridwright.server.storage.contract import DatabaseStore
from gridwright.server.storage.errors import BrokenBox, WrongKey
from gridwright.server.storage.limits import MAX_MOMENT
from gridwright.server.storage.rows import Row
from gridwright.server.storage.vault import SeedVault

MAX_CHANNELS: Final = 12
_PAGE: Final = 500


class Address(msgspec.Struct, frozen=True, omit_defaults=True):
    """The address of a channel. Sealed with the server's key: the database alone reveals none."""

    to: str
    """URL of a push service or webhook, a mailbox, or the address of a chat service."""
    origin: str
    """Origin of the page that added the channel: the contact address of pushes.

    It may come from a header, so no link is built from it.
    """
    key: str = ""
    """Public key of a device for push, in base64url."""
    auth: str = ""
    """Secret of a device for push, in base64url."""
    server_key: str = ""
    """Public key of this server that the device received, in base64url."""


class Channel(msgspec.Struct, frozen=True):
    """A channel for notices to a person."""

    channel_id: str
    person_id: str
    kind: ChannelKind
    box: bytes
    label: str
    is_confirmed: bool
    every: int
    """Minimum milliseconds between two notices; turns in between are combined."""
    created_at: int
    told_at: int = 0
    failures: int = 0
    failed_at: int = 0
    answer: str = ""
    """Result of the last failure: a status, or a word for the reason."""


TURNS: Final = "turns"
"""The only subject of notices so far: turns at tables with turn clocks."""


class Choice(msgspec.Struct, frozen=True):
    """Quiet hours of a person, and the language of notices."""

    quiet_from: int = 0
    """Minute of the local day; equal to the end if there are no quiet hours."""
    quiet_to: int = 0
    zone: str = "UTC"
    language: str = "en"


class ChannelStore:
    """Store of channels, quiet hours and muted kinds."""

    def __init__(self, database: DatabaseStore, vault: SeedVault) -> None:
        self._database: Final = database
        self._vault: Final = vault

    def seal(self, person_id: str, channel_id: str, address: Address) -> bytes:
        return self._vault.seal_note(person_id, _name(channel_id), msgspec.json.encode(address))

    def address(self, channel: Channel) -> Address:
        """Return the address of a channel; raise WrongKey or BrokenBox."""
        box = self._vault.open_note(channel.person_id, _name(channel.channel_id), channel.box)
        return msgspec.json.decode(box, type=Address)

    async def of(self, person_id: str) -> list[Channel]:
        rows = await self._database.rows(statements.CHANNELS, person_id)
        return [_channel(row) for row in rows]

    async def add(self, channel: Channel) -> bool:
        """Store a new channel. Returns False at the limit or if the person was deleted."""
        row = (
            *(channel.channel_id, channel.person_id, channel.kind, channel.box, channel.label),
            *(channel.is_confirmed, channel.every, channel.created_at),
        )
        return bool(await self._database.change_one(statements.ADD_CHANNEL, *row, MAX_CHANNELS))

    async def remove(self, person_id: str, channel_id: str) -> bool:
        rows = await self._database.change_one(statements.REMOVE_CHANNEL, person_id, channel_id)
        return bool(rows)

    async def confirm(self, person_id: str, channel_id: str) -> bool:
        rows = await self._database.change_one(statements.CONFIRM_CHANNEL, person_id, channel_id)
        return bool(rows)

    async def take_slot(self, channel: Channel, now: int) -> bool:
        """Reserve the channel for this worker; return whether it may send now."""
        # Clocks of nodes differ: without a minimum interval the time is not compared.
        before = now - channel.every if channel.every else MAX_MOMENT
        values = (channel.channel_id, now, before)
        return bool(await self._database.change_one(statements.TAKE_SLOT, *values))

    async def note_reached(self, channel: Channel) -> None:
        if channel.failures:
            await self._database.change_one(statements.REACHED, channel.channel_id)

    async def note_failure(self, channel: Channel, now: int, answer: str) -> None:
        """Store the time and result of a failure, and allow another attempt."""
        values = (channel.channel_id, now, answer, channel.told_at)
        await self._database.change_one(statements.FAILED, *values)

    async def muted(self, person_id: str) -> frozenset[str]:
        """Return the kinds that a person has muted for turns."""
        rows = await self._database.rows(statements.MUTED, person_id, TURNS)
        return frozenset([row[0] for row in rows])

    async def mute(self, person_id: str, kinds: frozenset[str]) -> None:
        """Store the kinds that a person mutes; raise RowMissing."""
        await self._database.change(
            (statements.UNMUTE, (person_id, TURNS)),
            *[(statements.MUTE, (person_id, TURNS, kind)) for kind in sorted(kinds)],
        )

    async def choice(self, person_id: str) -> Choice:
        rows = await self._database.rows(statements.CHOICE, person_id)
        return Choice(*rows[0]) if rows else Choice()

    async def choose(self, person_id: str, choice: Choice) -> None:
        """Store the quiet hours and language of a person; raise RowMissing."""
        row = (choice.quiet_from, choice.quiet_to, choice.zone, choice.language)
        await self._database.change_one(statements.CHOOSE, person_id, *row)

    async def reseal(self) -> int:
        """Seal every address with the newest key; returns the number of those with an older one.

        An address that no key opens is unchanged: its channel no longer works.
        """
        n_resealed, after = 0, ""
        while rows := await self._database.rows(statements.WALK_CHANNELS, after, _PAGE):
            for channel in map(_channel, rows):
                after = channel.channel_id
                if not self._vault.is_sealed_with_newest(channel.box):
                    n_resealed += await self._reseal_one(channel)
        return n_resealed

    async def _reseal_one(self, channel: Channel) -> int:
        try:
            address = self.address(channel)
        except (WrongKey, BrokenBox):
            return 0
        box = self.seal(channel.person_id, channel.channel_id, address)
        values = (channel.channel_id, channel.box, box)
        await self._database.change_one(statements.RESEAL_CHANNEL, *values)
        return 1


def _name(channel_id: str) -> str:
    """Return the name under which an address is sealed: it opens for this channel only."""
    return f"notice/{channel_id}"


def _channel(row: Row) -> Channel:
    channel_id, person_id, kind, box, label, is_confirmed, *rest = row
    return Channel(channel_id, person_id, kind, bytes(box), label, bool(is_confirmed), *rest)
