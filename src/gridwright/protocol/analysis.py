"""Analysis of a finished game.

Chances are numbers from 0 to 1. A *move* is the number of actions, including outcomes of chance,
that were played before a decision.
"""

from typing import Final, Literal

import msgspec

from gridwright.protocol.records import Do

AnalysisState = Literal["none", "queued", "running", "done", "failed", "cancelled"]
FailureReason = Literal["", "ended_early", "impossible", "unreadable", "too_long", "broken"]
"""Reasons why there is no analysis.

The players ended the game before its rules did; the game cannot be analysed; its table cannot be
read; the analysis took too long; it crashed.
"""


class AnalysedSeat(msgspec.Struct, frozen=True):
    """A seat as shown at the table."""

    name: str


class AnalysisMark(msgspec.Struct, frozen=True):
    """The beginning of a round or a step."""

    move: int
    round: int
    what: str
    """``round`` or ``step``."""
    step: int = 0


class CoursePoint(msgspec.Struct, frozen=True):
    """Chances of the seats before a decision, and the result at the end."""

    move: int
    round: int
    phase: str
    actor: int
    """The seat that decided; -1 where a card was shown, and at the end."""
    chances: list[float]
    error: float
    """Standard error of the chances."""


class SeatAccount(msgspec.Struct, frozen=True):
    """The parts of a seat's result: start, luck, own, others and rest add up to it exactly."""

    seat: int
    start: float
    luck: float
    """Change by cards that were shown."""
    own: float
    """Sum of the losses by own decisions; never above 0."""
    others: float
    """Change by others' decisions."""
    rest: float
    """Remainder due to the noise of the play-outs."""
    result: float
    less_luck: float
    decisions: int
    each: float
    """Loss of each decision."""


class FindingOption(msgspec.Struct, frozen=True):
    """One option of a decision."""

    actions: list[Do]
    chance: float
    error: float
    up_to: int | None = None
    """Highest bid, if it bids for a plant."""


class Finding(msgspec.Struct, frozen=True):
    """A costly decision."""

    seat: int
    move: int
    round: int
    phase: str
    kind: str
    """``auction``, ``purchase``, ``fuel``, ``building``, ``power``, ``setup`` or ``card``."""
    played: FindingOption
    better: FindingOption
    loss: float
    error: float
    """Standard error of the loss."""
    options: list[FindingOption]
    """All compared options, the best one first."""
    facts: dict[str, int | float | str]
    """Numbers of the position from which the sentences are made; only those that apply."""


class SeatStatistics(msgspec.Struct, frozen=True):
    """Statistics of a seat's game."""

    seat: int
    plants_bought: int = 0
    paid_above_lowest: int = 0
    cheaper_later: int = 0
    unsupplied: int = 0
    money_left: int = 0
    fuel_left: int = 0
    cities: int = 0
    powered: int = 0


class Analysis(msgspec.Struct, frozen=True):
    """The whole analysis."""

    revision: int
    judge: str
    """Digest of the model that evaluated positions."""
    rollouts: int
    seed: int
    edition: str
    board: str
    rounds: int
    seats: list[AnalysedSeat]
    marks: list[AnalysisMark]
    course: list[CoursePoint]
    account: list[SeatAccount]
    findings: list[Finding]
    """The costliest first."""
    statistics: list[SeatStatistics]


class AnalysisView(msgspec.Struct, frozen=True):
    """The progress of an analysis."""

    state: AnalysisState
    reason: FailureReason
    """Reason why there is no record, if the analysis failed."""
    done: int
    total: int
    """Number of decisions analysed, and of all; 0 of 0 before it is known."""
    is_made_here: bool
    """True if this server makes analyses."""
    versions: list[int]
    """Version of the table after each number of actions."""
    record: Analysis | None


_PLAYED: Final = FindingOption(msgspec.convert([{"do": "drop"}], list[Do]), 0.33, 0.01)
_BETTER: Final = FindingOption(
    msgspec.convert([{"do": "bid", "amount": 42}], list[Do]), 0.54, 0.01, 49
)

EXAMPLE: Final = AnalysisView(
    "done",
    "",
    2,
    2,
    True,
    [4, 5, 6],
    Analysis(
        revision=1,
        judge="0" * 64,
        rollouts=256,
        seed=7,
        edition="classic",
        board="usa",
        rounds=11,
        seats=[AnalysedSeat("Ada"), AnalysedSeat("Grace")],
        marks=[AnalysisMark(0, 1, "round"), AnalysisMark(1, 5, "step", 2)],
        course=[
            CoursePoint(1, 9, "auction", 0, [0.54, 0.46], 0.012),
            CoursePoint(2, 11, "over", -1, [0.0, 1.0], 0.0),
        ],
        account=[
            SeatAccount(0, 0.5, 0.09, -0.52, -0.07, 0.0, 0.0, -0.09, 58, 0.009),
            SeatAccount(1, 0.5, -0.09, -0.07, 0.66, 0.0, 1.0, 1.09, 55, 0.0013),
        ],
        findings=[
            Finding(
                seat=0,
                move=1,
                round=9,
                phase="auction",
                kind="auction",
                played=_PLAYED,
                better=_BETTER,
                loss=0.21,
                error=0.015,
                options=[_BETTER, _PLAYED],
                facts={"money": 96, "lot": 36, "powers_with": 16, "powers_without": 15},
            )
        ],
        statistics=[SeatStatistics(0, plants_bought=5, cities=17, powered=15)],
    ),
)
