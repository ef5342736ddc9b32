"""A lesson: the table before each step, the moves that the step asks for, and what follows."""

from typing import Annotated

import msgspec

from gridwright.protocol.auction import AuctionQuotes
from gridwright.protocol.frames import HappenedFrame
from gridwright.protocol.outlook import Outlook
from gridwright.protocol.plans import Plan
from gridwright.protocol.quotes import Quotes
from gridwright.protocol.records import Do
from gridwright.protocol.sheet import TableSheet
from gridwright.protocol.table import TableView

MAX_LESSONS = 99
LessonId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,32}$(?!\n)")]


class LessonOverview(msgspec.Struct, frozen=True):
    """A lesson of the course."""

    lesson_id: str
    steps: int
    is_done: bool
    """True if the caller has finished it; a guest's progress is in the browser."""


class LessonStep(msgspec.Struct, frozen=True):
    """A decision of the player."""

    skipped: list[HappenedFrame]
    """Entries between the step before and this one, which are not shown one by one."""
    chooses: list[Do]
    """The choices to make; nothing is sent. Empty if the step is to play the turn."""
    plays: list[Do]
    """The turn, in the format of an order."""
    happens: list[HappenedFrame]
    """Entries of the turn and of the other seats up to the next step; empty after a choice."""
    quotes: Quotes
    outlook: Outlook
    auction: AuctionQuotes
    plans: list[Plan]
    """Prices of the cities of the turn, one more in each."""


class LessonScript(msgspec.Struct, frozen=True):
    """A lesson to be played without a server: its steps and the question after them."""

    lesson_id: str
    sheet: TableSheet
    table: TableView
    """The table before the first step."""
    past: list[HappenedFrame]
    """Entries before it, for the log and the paid ways; the first one is left out."""
    steps: list[LessonStep]
    n_choices: int
    best: int
    """The right answer."""


class LessonDone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lessons that the caller has finished, also those finished without the account."""

    lesson_ids: Annotated[list[LessonId], msgspec.Meta(max_length=MAX_LESSONS)]
