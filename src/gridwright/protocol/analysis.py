"""Analysis of a finished game.

Chances are numbers from 0 to 1. A *move* is the number of actions, including outcomes of chance,
that were played before a decision.
"""

from typing import Final, Literal

import msgspec

from gridwright.protocol.records import Do

AnalysisState = Literal["none", "queued", "running", "done", "failed", "cancelled"]
FailureReason = Literal[
    "", "ended_early", "impossible", "unreadable", "too_long", "broken", "outdated"
]
"""Reasons why there is no analysis.

The players ended the game before its rules did; the game cannot be analysed; its table cannot be
read; the analysis took too long; it crashed; it was made by an earlier version and can be made
again.
"""
ReasonKind = Literal["supplied", "cities", "output", "money", "place"]
"""``output``: the cities that the plants supply with all their fuel."""


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
    """Chances of the seats before a decision or a card, and the result at the end.

    The point after a decision has the chance of the line that was played.
    """

    move: int
    round: int
    phase: str
    actor: int
    """The seat that decided; -1 where a card was shown, and at the end."""
    chances: list[float]
    error: float
    """Standard error of the chances."""
    in_lot: bool
    """True during the sale of a plant: each bid changes who is going to have it."""


class SeatAccount(msgspec.Struct, frozen=True):
    """The parts of a seat's result: start, luck, own and others add up to it exactly.

    Each part is a sum of steps of the course: the chance after minus the chance before.
    """

    seat: int
    start: float
    luck: float
    """Change by cards that were shown."""
    own: float
    """Change by own decisions; above 0 if they were better than was to be expected."""
    others: float
    """Change by others' decisions, and by how a round is going to be played when it begins."""
    result: float
    luck_error: float
    """Standard errors of the parts."""
    own_error: float
    others_error: float
    decisions: int


class FindingOption(msgspec.Struct, frozen=True):
    """One option of a decision."""

    actions: list[Do]
    chance: float
    error: float
    up_to: int | None = None
    """Highest bid, if it bids for a plant."""


class Future(msgspec.Struct, frozen=True):
    """A typical game after a line: two rounds later, before plants are run, or at its end."""

    round: int
    is_over: bool
    plants: list[int]
    """Numbers of the seat's plants."""
    cities: int
    supplied: int
    """Cities that its plants and fuel supply; at cards everything they supply."""
    money: int
    place: int
    """Place at the end of the game."""
    networks: list[list[str]]
    """Cities of each seat; empty without a board."""


class Reason(msgspec.Struct, frozen=True):
    """A difference of the two futures that speaks for the better line."""

    kind: ReasonKind
    better: int
    played: int


class Finding(msgspec.Struct, frozen=True):
    """A costly decision."""

    seat: int
    move: int
    round: int
    phase: str
    kind: str
    """``auction``, ``purchase``, ``fuel``, ``building``, ``power``, ``setup`` or ``card``."""
    better: FindingOption
    """What the policy plays. Its chance is that of the course before the decision."""
    played: FindingOption
    """Its chance is that of the course after the decision."""
    loss: float
    """Chance of the better line minus that of the played one, in the same worlds."""
    error: float
    """Standard error of the loss."""
    future_played: Future | None
    future_better: Future | None
    """None where the game ends with the decision's round."""
    reasons: list[Reason]
    """The largest difference first; empty if none speaks for the better line."""
    facts: dict[str, int | float | str]
    """Numbers of the position that name the decision: plant, price, money."""


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
    worlds: int
    """Play-outs of each position."""
    noise: float
    """Median standard error of the parts of the accounts."""
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
        revision=2,
        judge="value-1-" + "0" * 12,
        worlds=64,
        noise=0.011,
        seed=7,
        edition="classic",
        board="usa",
        rounds=11,
        seats=[AnalysedSeat("Ada"), AnalysedSeat("Grace")],
        marks=[AnalysisMark(0, 1, "round"), AnalysisMark(1, 5, "step", 2)],
        course=[
            CoursePoint(1, 9, "auction", 0, [0.54, 0.46], 0.012, True),
            CoursePoint(2, 11, "over", -1, [0.0, 1.0], 0.0, False),
        ],
        account=[
            SeatAccount(0, 0.5, 0.09, -0.52, -0.07, 0.0, 0.02, 0.03, 0.02, 58),
            SeatAccount(1, 0.5, -0.09, -0.07, 0.66, 1.0, 0.02, 0.02, 0.03, 55),
        ],
        findings=[
            Finding(
                seat=0,
                move=1,
                round=9,
                phase="auction",
                kind="auction",
                better=_BETTER,
                played=_PLAYED,
                loss=0.21,
                error=0.015,
                future_played=Future(11, False, [18, 29], 15, 13, 40, 2, [["denver"], ["miami"]]),
                future_better=Future(11, False, [18, 36], 15, 15, 21, 1, [["denver"], ["miami"]]),
                reasons=[Reason("supplied", 15, 13)],
                facts={"money": 96, "lot": 36},
            )
        ],
        statistics=[SeatStatistics(0, plants_bought=5, cities=17, powered=15)],
    ),
)
