"""Where people want to be told, and when not: kept beside the people, and gone with them."""

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
    """Where a channel leads. It is sealed: whoever reads the database can reach nobody."""

    to: str
    """The address of a push service, of a webhook or of a mailbox, or the words of a service."""
    origin: str
    """The origin of the page that added the channel: the sender's contact of pushes. It may come
    from a header, so no link is built from it."""
    key: str = ""
    """A device's public key for push, in base64url."""
    auth: str = ""
    """A device's secret for push, in base64url."""
    server_key: str = ""
    """The key of this server that the device was told, in base64url."""


class Channel(msgspec.Struct, frozen=True):
    """One way to tell a person."""

    channel_id: str
    person_id: str
    kind: ChannelKind
    box: bytes
    label: str
    is_confirmed: bool
    every: int
    """Milliseconds between two notices at least; what comes meanwhile is told together."""
    created_at: int
    told_at: int = 0
    failures: int = 0
    failed_at: int = 0
    answer: str = ""
    """What came back when it failed: a number, or a word for why there was none."""


TURNS: Final = "turns"
"""What notices are about so far: turns at tables by turns."""


class Choice(msgspec.Struct, frozen=True):
    """When a person is not to be told, and in which language."""

    quiet_from: int = 0
    """Minute of the local day; equal to the end if there are no quiet hours."""
    quiet_to: int = 0
    zone: str = "UTC"
    language: str = "en"


class ChannelStore:
    """Channels and choices."""

    def __init__(self, database: DatabaseStore, vault: SeedVault) -> None:
        self._database: Final = database
        self._vault: Final = vault

    def seal(self, person_id: str, channel_id: str, address: Address) -> bytes:
        return self._vault.seal_note(person_id, _name(channel_id), msgspec.json.encode(address))

    def address(self, channel: Channel) -> Address:
        """Where a channel leads, or WrongKey or BrokenBox."""
        box = self._vault.open_note(channel.person_id, _name(channel.channel_id), channel.box)
        return msgspec.json.decode(box, type=Address)

    async def of(self, person_id: str) -> list[Channel]:
        rows = await self._database.rows(statements.CHANNELS, person_id)
        return [_channel(row) for row in rows]

    async def add(self, channel: Channel) -> bool:
        """Keep a new channel; False if the person has too many, or is gone."""
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
        """Whether this worker may tell the channel now; nobody else may for a while."""
        # Clocks of nodes differ: where nothing is to be waited for, none of them is asked.
        before = now - channel.every if channel.every else MAX_MOMENT
        values = (channel.channel_id, now, before)
        return bool(await self._database.change_one(statements.TAKE_SLOT, *values))

    async def note_reached(self, channel: Channel) -> None:
        if channel.failures:
            await self._database.change_one(statements.REACHED, channel.channel_id)

    async def note_failure(self, channel: Channel, now: int, answer: str) -> None:
        """Keep when and how it failed, and let it be tried again."""
        values = (channel.channel_id, now, answer, channel.told_at)
        await self._database.change_one(statements.FAILED, *values)

    async def muted(self, person_id: str) -> frozenset[str]:
        """The kinds by which a person is not told of turns for now."""
        rows = await self._database.rows(statements.MUTED, person_id, TURNS)
        return frozenset([row[0] for row in rows])

    async def mute(self, person_id: str, kinds: frozenset[str]) -> None:
        """Keep by which kinds a person is not to be told, or raise RowMissing."""
        await self._database.change(
            (statements.UNMUTE, (person_id, TURNS)),
            *[(statements.MUTE, (person_id, TURNS, kind)) for kind in sorted(kinds)],
        )

    async def choice(self, person_id: str) -> Choice:
        rows = await self._database.rows(statements.CHOICE, person_id)
        return Choice(*rows[0]) if rows else Choice()

    async def choose(self, person_id: str, choice: Choice) -> None:
        """Keep when a person is to be told, or raise RowMissing."""
        row = (choice.quiet_from, choice.quiet_to, choice.zone, choice.language)
        await self._database.change_one(statements.CHOOSE, person_id, *row)

    async def reseal(self) -> int:
        """Seal every address with the newest key; returns how many were sealed with an older one.

        An address that no key opens stays as it is: its channel reaches nobody any more.
        """
        n_anew, after = 0, ""
        while rows := await self._database.rows(statements.WALK_CHANNELS, after, _PAGE):
            for channel in map(_channel, rows):
                after = channel.channel_id
                if not self._vault.is_sealed_anew(channel.box):
                    n_anew += await self._reseal_one(channel)
        return n_anew

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
    """Under which name an address is sealed: no box opens for another channel."""
    return f"notice/{channel_id}"


def _channel(row: Row) -> Channel:
    channel_id, person_id, kind, box, label, is_confirmed, *rest = row
    return Channel(channel_id, person_id, kind, bytes(box), label, bool(is_confirmed), *rest)
