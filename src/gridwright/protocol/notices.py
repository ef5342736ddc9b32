"""Notices of turns: the channels of a person, quiet hours, and turns that still wait."""

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

ChannelKind: TypeAlias = Literal["push", "webhook", "mail", "service"]

MAX_ADDRESS: Final = 1_000
MAX_TAGS: Final = 50

Line = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\x00-\x1f\x7f]*$(?!\n)")]
To = Annotated[str, msgspec.Meta(min_length=3, max_length=MAX_ADDRESS, pattern=r"^[!-~]+$(?!\n)")]
Key = Annotated[str, msgspec.Meta(max_length=128, pattern=r"^[A-Za-z0-9_-]*$(?!\n)")]
Minute = Annotated[int, msgspec.Meta(ge=0, lt=24 * 60)]
TurnTag = Annotated[
    str, msgspec.Meta(max_length=80, pattern=r"^[A-Za-z0-9_-]{1,64}:\d{1,9}$(?!\n)")
]


class PushKey(msgspec.Struct, frozen=True):
    """Key that a browser needs before it gives an address to push to."""

    key: str
    """The server's public key, in base64url."""


class NewChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new channel for notices."""

    kind: ChannelKind
    to: To
    """The address of a push service or a webhook, of a mailbox, or the words of a service."""
    label: Line = ""
    """A word to know it by, such as the device's name."""
    key: Key = ""
    """The device's public key, for push."""
    auth: Key = ""
    """The device's secret, for push."""
    server_key: Key = ""
    """The key of the server that the device was given, for push."""
    every: Annotated[int, msgspec.Meta(ge=0, le=86_400_000)] | None = None
    """Milliseconds between two notices at least; null is an hour for mail and nothing else."""


class ChannelView(msgspec.Struct, frozen=True):
    """A channel for notices, as its person sees it."""

    channel_id: str
    kind: ChannelKind
    label: str
    to: str
    """The address, without its secret parts."""
    is_confirmed: bool
    """True if anything is sent there: a mailbox must be confirmed first."""
    every: int
    """Milliseconds between two notices at least."""
    created_at: int
    """Moment in milliseconds since 1970, as are the next two."""
    told_at: int
    """The last delivery; 0 for never."""
    failed_at: int
    """The last failure, if nothing has arrived since; 0 for never."""
    answer: str
    """The status of the response then, or a word for why there was none."""


class NoticeChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Quiet hours of a person, and the language of notices."""

    quiet_from: Minute
    """A minute of the local day; equal to the end for no quiet hours."""
    quiet_to: Minute
    zone: Annotated[
        str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$(?!\n)")
    ]
    """The time zone by its name, such as Europe/Berlin."""
    language: Annotated[str, msgspec.Meta(max_length=16, pattern=r"^[A-Za-z0-9-]+$(?!\n)")]


class NoticeSettings(msgspec.Struct, frozen=True):
    """Channels of a person."""

    channels: list[ChannelView]
    choice: NoticeChoice | None
    """Null until the person has chosen."""
    kinds: list[ChannelKind]
    """Channels that this server can send by."""
    muted: list[ChannelKind] = []
    """Kinds of channels that send nothing for now; the channels stay."""


class Muting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kinds of channels that shall send nothing for now."""

    kinds: Annotated[list[ChannelKind], msgspec.Meta(max_length=8)]


class TurnLater(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn that a person wants to be notified of again."""

    tag: TurnTag


class TurnTags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turns by their tags, each a table and a version."""

    tags: Annotated[list[TurnTag], msgspec.Meta(max_length=MAX_TAGS)]


class Tried(msgspec.Struct, frozen=True):
    """Result of a try."""

    arrived: bool
    answer: str
    """The number of an answer, or a word for why there was none; empty if it arrived."""


class ChannelNamed(msgspec.Struct, frozen=True):
    """The channel that a link was about."""

    kind: ChannelKind
