"""What a client asks for. The seat is never in the message: it comes with the ticket."""

from typing import Annotated, Final, Literal

import msgspec

# Before a line end, "$" matches in Python but not in JavaScript; "(?!\n)" makes them agree.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._-]{1,60}$(?!\n)")]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
BotName = Annotated[str, msgspec.Meta(max_length=32)]
Hex = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^(?:[0-9a-f]{2})*$(?!\n)")]
Minute = Annotated[int, msgspec.Meta(ge=0, le=1_439)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every command names itself, so that a repeat is known, and the version it was made for."""

    command_id: CommandId
    expected: Version


class ActOrder(Order, frozen=True, tag="act"):
    """Do something in the game, in the words of the notation or else as a record of it."""

    line: Line = ""
    do: dict[str, str | int] = {}


class ReadyOrder(Order, frozen=True, tag="ready"):
    """Be ready, with random bytes for the dealing."""

    contribution: Hex = ""


class StandUpOrder(Order, frozen=True, tag="stand_up"):
    """Leave the seat before the game begins."""


class HandOverOrder(Order, frozen=True, tag="hand_over"):
    """Let a bot stand in."""

    bot: BotName


class ComeBackOrder(Order, frozen=True, tag="come_back"):
    """Take the seat back, or go on after a pause."""


class LimitOrder(Order, frozen=True, tag="limit"):
    """Leave a bid for a plant: how far to go, and whether to drop out or to be asked beyond."""

    plant: Name
    up_to: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    beyond: Literal["drop", "ask"] = "drop"


class NightOrder(Order, frozen=True, tag="night"):
    """Say when one sleeps, in minutes of the own day; equal minutes take it back.

    The offset is that of the own clock from UTC, in minutes ahead. It changes with summer time, so
    a client sends the order again when it does.
    """

    start: Minute
    end: Minute
    utc_offset: Annotated[int, msgspec.Meta(ge=-720, le=840)] = 0


class VacationOrder(Order, frozen=True, tag="vacation"):
    """Take whole days off from a moment on; 0 is at once."""

    days: Annotated[int, msgspec.Meta(ge=1, le=60)]
    starts_at: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class EndVacationOrder(Order, frozen=True, tag="end_vacation"):
    """Be back early, or do not leave after all."""


SeatOrder = (
    ActOrder
    | LimitOrder
    | ReadyOrder
    | StandUpOrder
    | HandOverOrder
    | ComeBackOrder
    | NightOrder
    | VacationOrder
    | EndVacationOrder
)

DECODER: Final[msgspec.json.Decoder[SeatOrder]] = msgspec.json.Decoder(SeatOrder)
MOST_BYTES: Final = 4_096
"""Larger messages are refused before they are read."""


def read_order(body: bytes) -> SeatOrder:
    """The order of a message, or msgspec.DecodeError, in whatever way the message is broken."""
    try:
        return DECODER.decode(body)
    except RecursionError as error:
        raise msgspec.DecodeError("expected fewer things inside each other") from error
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError("expected UTF-8") from error
