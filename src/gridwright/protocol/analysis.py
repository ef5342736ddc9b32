"""Analysis of a finished game.

Chances are numbers from 0 to 1. A *move* is a number of actions, outcomes of chance included: how
many were played before a decision.
"""

from typing import Final, Literal

import msgspec

from gridwright.protocol.records import Do

AnalysisState = Literal["none", "queued", "running", "done", "failed", "cancelled"]
FailureReason = Literal["", "ended_early", "impossible", "unreadable", "too_long", "broken"]
"""Reasons why there is no analysis: people ended the game before its rules did; the game cannot be
looked at; its table cannot be read; it took too long; the analysis crashed."""


class AnalysedSeat(msgspec.Struct, frozen=True):
    """A seat as the table showed it."""

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
    """The seat that decided; -1 where a card was shown, and in the end."""
    chances: list[float]
    error: float
    """The standard error of the chances."""


class SeatAccount(msgspec.Struct, frozen=True):
    """Start, luck, own, others and rest make the result exactly."""

    seat: int
    start: float
    luck: float
    """Change by cards that turned up."""
    own: float
    """Played against best, summed; never above 0."""
    others: float
    """Change by others' decisions."""
    rest: float
    """Remainder by the noise of the play-outs."""
    result: float
    less_luck: float
    decisions: int
    each: float
    """Loss by each decision."""


class FindingOption(msgspec.Struct, frozen=True):
    """One way to decide."""

    actions: list[Do]
    chance: float
    error: float
    up_to: int | None = None
    """Highest bid, where a plant is bid for."""


class Finding(msgspec.Struct, frozen=True):
    """A decision that cost something."""

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
    """The standard error of the loss."""
    options: list[FindingOption]
    """All compared options, the best one first."""
    facts: dict[str, int | float | str]
    """Figures of the position, from which words are made; only those that hold."""


class SeatStatistics(msgspec.Struct, frozen=True):
    """Plain counts of a seat's game."""

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
    """The whole of it."""

    revision: int
    judge: str
    """The digest of the model that judged positions."""
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
