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
"""Maximum actions per order; no turn has as many."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base class of orders: an idempotency key, and the version the order was made for."""

    command_id: CommandId
    expected: Version


class ActOrder(Order, frozen=True, tag="act"):
    """Act in the game, by lines of the notation or by records.

    Several actions are applied together or not at all. They are in one phase.
    """

    line: Line = ""
    do: ActionValues = {}
    lines: Annotated[list[Line], msgspec.Meta(max_length=MAX_ACTIONS)] = []
    do_all: Annotated[list[ActionValues], msgspec.Meta(max_length=MAX_ACTIONS)] = []


class UndoOrder(Order, frozen=True, tag="undo"):
    """Undo your last order, and the bots' moves since.

    Possible until another person has acted or hidden information was shown.
    """


class ContinueOrder(Order, frozen=True, tag="continue"):
    """End the undo window of your last order: bots and cards follow immediately."""


class ReadyOrder(Order, frozen=True, tag="ready"):
    """Be ready, and contribute random bytes to the deal."""

    contribution: Hex = ""


class StandUpOrder(Order, frozen=True, tag="stand_up"):
    """Leave the seat before the game begins."""


class HandOverOrder(Order, frozen=True, tag="hand_over"):
    """Hand the seat to a bot."""

    bot: BotName


class ComeBackOrder(Order, frozen=True, tag="come_back"):
    """Take the seat back, or continue after a pause."""


class LeaveOrder(Order, frozen=True, tag="leave"):
    """Hand the seat to a bot of the table's strength; `come_back` takes it back."""


class ResignOrder(Order, frozen=True, tag="resign"):
    """Resign permanently. At a table of two the other player wins, else a bot continues."""


class AbandonOrder(Order, frozen=True, tag="abandon"):
    """Agree to end the game without a result, or withdraw; it ends when all players agree."""

    agrees: bool = True


class VoteOrder(Order, frozen=True, tag="vote"):
    """Vote on a player who is away."""

    about: SeatNumber
    wish: Literal["wait", "bot", "end"]


class FreeSeatOrder(Order, frozen=True, tag="free_seat"):
    """Remove a bot or a person from a seat before the game, as the host."""

    seat: SeatNumber


class ChangeTableOrder(Order, frozen=True, tag="change_table"):
    """Change the table before the game, as the host; omitted fields are unchanged."""

    spec: dict[str, Any] | None = None
    terms: dict[str, Any] | None = None
    listed: bool | None = None


class LimitOrder(Order, frozen=True, tag="limit"):
    """Leave a bid limit for a plant, and choose whether to drop out or to decide beyond it.

    It ends with the auction. A limit of 0 drops out in advance, or removes an earlier limit if
    ``beyond`` is ``ask``. Without a plant only 0 is allowed: no plant this round.
    """

    plant: PlantName
    up_to: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    beyond: Literal["drop", "ask"] = "drop"


class NightOrder(Order, frozen=True, tag="night"):
    """Set the nightly clock pause, in minutes of the local day; equal minutes remove it.

    The offset is that of local time from UTC, in minutes ahead. It changes with daylight saving
    time, so a client sends the order again when it does.
    """

    start: Minute
    end: Minute
    utc_offset: Annotated[int, msgspec.Meta(ge=-720, le=840)] = 0


class VacationOrder(Order, frozen=True, tag="vacation"):
    """Take whole days off from a time on; 0 is immediately."""

    days: Annotated[int, msgspec.Meta(ge=1, le=60)]
    starts_at: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class EndVacationOrder(Order, frozen=True, tag="end_vacation"):
    """End a vacation early, or cancel a planned one."""


SeatOrder = (
    ActOrder
    | UndoOrder
    | ContinueOrder
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
"""Maximum size of a message in bytes; larger ones are refused before they are parsed."""


def read_order(body: bytes) -> SeatOrder:
    """Parse the order of a message. Raises msgspec.DecodeError if it is invalid."""
    try:
        return DECODER.decode(body)
    except RecursionError as error:
        raise msgspec.DecodeError("expected fewer things inside each other") from error
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError("expected UTF-8") from error
