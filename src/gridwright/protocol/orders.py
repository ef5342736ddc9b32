"""Requests of a client. The seat is never in the message: it comes with the ticket."""

from typing import Annotated, Any, Final, Literal

import msgspec

# Before a line end, "$" matches in Python but not in JavaScript; "(?!\n)" makes them agree.
CommandId = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9._-]{1,60}$(?!\n)")]
Version = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
PlantName = Annotated[str, msgspec.Meta(max_length=64)]
BotName = Annotated[str, msgspec.Meta(max_length=32)]
Hex = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^(?:[0-9a-f]{2})*$(?!\n)")]
Minute = Annotated[int, msgspec.Meta(ge=0, le=1_439)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
ActionValues = dict[str, str | int]
MAX_ACTIONS: Final = 40
"""More than any turn has."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every command names itself, so that a repeat is known, and the version it was made for."""

    command_id: CommandId
    expected: Version


class ActOrder(Order, frozen=True, tag="act"):
    """Do something in the game, in the words of the notation or else as a record of it.

    Several actions are carried out together or not at all. They belong to one phase.
    """

    line: Line = ""
    do: ActionValues = {}
    lines: Annotated[list[Line], msgspec.Meta(max_length=MAX_ACTIONS)] = []
    do_all: Annotated[list[ActionValues], msgspec.Meta(max_length=MAX_ACTIONS)] = []


class UndoOrder(Order, frozen=True, tag="undo"):
    """Take back the own last order, with what bots did since.

    It goes until another person has acted or something hidden was shown.
    """


class ReadyOrder(Order, frozen=True, tag="ready"):
    """Be ready, with random bytes for the dealing."""

    contribution: Hex = ""


class StandUpOrder(Order, frozen=True, tag="stand_up"):
    """Leave the seat before the game begins."""


class HandOverOrder(Order, frozen=True, tag="hand_over"):
    """Let a bot play for the seat."""

    bot: BotName


class ComeBackOrder(Order, frozen=True, tag="come_back"):
    """Take the seat back, or continue after a pause."""


class LeaveOrder(Order, frozen=True, tag="leave"):
    """Let a bot of the table's strength play on; come back to take the seat again."""


class ResignOrder(Order, frozen=True, tag="resign"):
    """Give up for good. At a table of two the other has won, else a bot plays on."""


class AbandonOrder(Order, frozen=True, tag="abandon"):
    """Agree to end the game without a result, or no longer; it ends when all who play agree."""

    agrees: bool = True


class VoteOrder(Order, frozen=True, tag="vote"):
    """Vote on a player who is away."""

    about: SeatNumber
    wish: Literal["wait", "bot", "end"]


class FreeSeatOrder(Order, frozen=True, tag="free_seat"):
    """Remove a bot or a person from a seat before the game, as the host."""

    seat: SeatNumber


class ChangeTableOrder(Order, frozen=True, tag="change_table"):
    """Change the table before the game, as the host; fields left out stay."""

    spec: dict[str, Any] | None = None
    terms: dict[str, Any] | None = None
    listed: bool | None = None


class LimitOrder(Order, frozen=True, tag="limit"):
    """Leave a bid for a plant: how far to go, and whether to drop out or to decide beyond.

    It ends with the auction. Up to 0 it drops out in advance, or takes an earlier one away if it
    asks. Without a plant it can only be 0: no plant this round.
    """

    plant: PlantName
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
    """Take whole days off from a moment on; 0 is immediately."""

    days: Annotated[int, msgspec.Meta(ge=1, le=60)]
    starts_at: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class EndVacationOrder(Order, frozen=True, tag="end_vacation"):
    """Be back early, or do not leave after all."""


SeatOrder = (
    ActOrder
    | UndoOrder
    | LimitOrder
    | ReadyOrder
    | StandUpOrder
    | HandOverOrder
    | ComeBackOrder
    | NightOrder
    | VacationOrder
    | EndVacationOrder
    | LeaveOrder
    | ResignOrder
    | AbandonOrder
    | VoteOrder
    | FreeSeatOrder
    | ChangeTableOrder
)

DECODER: Final[msgspec.json.Decoder[SeatOrder]] = msgspec.json.Decoder(SeatOrder)
MAX_BYTES: Final = 4_096
"""Larger messages are refused before they are read."""


def read_order(body: bytes) -> SeatOrder:
    """Return the order of a message; raise msgspec.DecodeError if it is broken in any way."""
    try:
        return DECODER.decode(body)
    except RecursionError as error:
        raise msgspec.DecodeError("expected fewer things inside each other") from error
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError("expected UTF-8") from error
