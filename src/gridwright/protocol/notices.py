"""Notices of turns: the channels of a person, quiet hours, and turns that are still open."""

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
    """Key that a browser needs before it returns an address for pushes."""

    key: str
    """Public key of the server, in base64url."""


class NewChannel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new channel for notices."""

    kind: ChannelKind
    to: To
    """Address of a push service or a webhook, a mailbox, or the URL of a service."""
    label: Line = ""
    """A name for it, such as the device's."""
    key: Key = ""
    """Public key of the device, for push."""
    auth: Key = ""
    """Secret of the device, for push."""
    server_key: Key = ""
    """Public key of the server that the device received, for push."""
    every: Annotated[int, msgspec.Meta(ge=0, le=86_400_000)] | None = None
    """Minimum milliseconds between two notices; null is an hour for mail and 0 for others."""


class ChannelView(msgspec.Struct, frozen=True):
    """A channel for notices, as its owner sees it."""

    channel_id: str
    kind: ChannelKind
    label: str
    to: str
    """Address without its secret parts."""
    is_confirmed: bool
    """True if messages are sent there: a mailbox must be confirmed first."""
    every: int
    """Minimum milliseconds between two notices."""
    created_at: int
    """Time of creation in milliseconds since 1970; the next two fields are times too."""
    told_at: int
    """Last delivery; 0 for never."""
    failed_at: int
    """Last failure, if there was no delivery since; 0 for never."""
    answer: str
    """Status of the response to it, or a word for the reason why there was none."""


class NoticeChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Quiet hours of a person, and the language of notices."""

    quiet_from: Minute
    """Minute of the local day; equal to the end for no quiet hours."""
    quiet_to: Minute
    zone: Annotated[
        str, msgspec.Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_+/-]+$(?!\n)")
    ]
    """Name of the time zone, such as Europe/Berlin."""
    language: Annotated[str, msgspec.Meta(max_length=16, pattern=r"^[A-Za-z0-9-]+$(?!\n)")]


class NoticeSettings(msgspec.Struct, frozen=True):
    """Notice settings of a person."""

    channels: list[ChannelView]
    choice: NoticeChoice | None
    """Null until the person has chosen."""
    kinds: list[ChannelKind]
    """Kinds of channels that this server supports."""
    muted: list[ChannelKind] = []
    """Muted kinds of channels; their channels are kept."""


class Muting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kinds of channels to mute; all others are unmuted."""

    kinds: Annotated[list[ChannelKind], msgspec.Meta(max_length=8)]


class TurnLater(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn for which the person wants another notice later."""

    tag: TurnTag


class TurnTags(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turns by their tags, each a table and a version."""

    tags: Annotated[list[TurnTag], msgspec.Meta(max_length=MAX_TAGS)]


class Tried(msgspec.Struct, frozen=True):
    """Result of a test message."""

    arrived: bool
    answer: str
    """Status of the response, or a word for the reason why there was none; empty on success."""


class ChannelNamed(msgspec.Struct, frozen=True):
    """The channel of a link."""

    kind: ChannelKind
