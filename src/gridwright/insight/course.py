"""The course of a game: its value before each decision and card, and who caused each change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from gridwright.bots.value.network import won_shares
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.insight.decisions import is_forced, is_turn
from gridwright.insight.estimator import Estimator, Policy, Shares, Values, standard_error
from gridwright.insight.moves import Moment, Walk

CARDS: Final = -1
"""Stands for a seat where cards were shown."""


@dataclass(frozen=True)
class Stretch:
    """Actions of one seat, or of chance, up to the next choice of another."""

    actor: int
    """The seat, or CARDS."""
    moments: list[Moment]
    """All actions, forced ones of others at the end included."""

    @property
    def move(self) -> int:
        return self.moments[0].move

    @property
    def state(self) -> State:
        return self.moments[0].state

    @property
    def round(self) -> int:
        return self.state.round


def stretches(game: Game, moments: Sequence[Moment]) -> list[Stretch]:
    """Return the game after its set-up in stretches.

    Forced actions belong to the one before in the same round.
    """
    found: list[Stretch] = []
    for moment in moments:
        state, action = moment.state, moment.action
        if state.round <= 0:
            continue
        last = found[-1].moments[-1] if found else None
        if last is None or last.state.round != state.round:
            joins = False
        elif action.seat == CHANCE:
            joins = last.action.seat == CHANCE
        else:
            joins = is_forced(game, state) or _continues(last, moment)
        actor = CARDS if action.seat == CHANCE else action.seat
        if joins:
            found[-1].moments.append(moment)
        else:
            found.append(Stretch(actor, [moment]))
    return found


def _continues(last: Moment, moment: Moment) -> bool:
    """Return True if an action continues a turn of buying or building."""
    places = [(each.state.round, each.state.phase, each.action.seat) for each in (last, moment)]
    return is_turn(last.action) and is_turn(moment.action) and places[0] == places[1]


@dataclass(frozen=True)
class Point:
    """A stretch with the values before it."""

    stretch: Stretch
    values: Values
    opening: Values | None
    """Where a round begins: the values before the round is played out in any world."""


class Course:
    """The values before each stretch, and the result."""

    def __init__(
        self, estimator: Estimator, walked: Walk, told: Callable[[], None] | None = None
    ) -> None:
        """``told`` is called before each stretch."""
        game = estimator.policy.game
        self.n_worlds: Final = estimator.n_worlds
        self.points: Final[list[Point]] = []
        for stretch in stretches(game, walked.moments):
            if told is not None:
                told()
            if self.points and _is_expected(estimator.policy, self.points[-1].stretch, stretch):
                values = self.points[-1].values
            else:
                values = estimator.value(stretch.state)
            last = self.points[-1].stretch if self.points else None
            is_first = last is None or last.round != stretch.round
            opening = estimator.model_value(stretch.state) if is_first else None
            self.points.append(Point(stretch, values, opening))
        self.result: Final[Shares] = won_shares(walked.last.ranking)
        self._result: Final = Values([self.result] * estimator.n_worlds)

    def after(self, place: int) -> Values:
        """Return the values after a stretch."""
        return self.points[place + 1].values if place + 1 < len(self.points) else self._result

    def caused(self, place: int) -> Values:
        """Return the values after a stretch that it caused.

        They differ where a round ends: how the next one is going to be played is seen only then.
        """
        opening = self.points[place + 1].opening if place + 1 < len(self.points) else None
        return self.after(place) if opening is None else opening

    def noise(self) -> float:
        """Return the median standard error of the parts of the accounts."""
        return median(
            error
            for account in self.accounts()
            for error in (account.luck_error, account.own_error, account.others_error)
        )

    def accounts(self) -> list["Account"]:
        """Return the accounts of all seats."""
        return [self._account(seat) for seat in range(len(self.result))]

    def _account(self, seat: int) -> "Account":
        n_worlds = len(self._result.by_world)
        sums = {part: [0.0] * n_worlds for part in ("luck", "own", "others")}
        start = 1.0 / len(self.result)

        def add(part: str, before: Values, after: Values) -> None:
            for world in range(n_worlds):
                sums[part][world] += after.by_world[world][seat] - before.by_world[world][seat]

        # Order, regions and the first cards: no player has decided anything yet.
        even = Values([[start] * len(self.result)] * n_worlds)
        add("luck", even, self.points[0].opening or even)
        for place, point in enumerate(self.points):
            if point.opening is not None:
                # Who gains by how a round is going to be played owes it to what others do.
                add("others", point.opening, point.values)
            actor = point.stretch.actor
            part = "luck" if actor == CARDS else "own" if actor == seat else "others"
            add(part, point.values, self.caused(place))
        n_decisions = sum(point.stretch.actor == seat for point in self.points)
        parts = {part: sum(values) / n_worlds for part, values in sums.items()}
        errors = {f"{part}_error": standard_error(values) for part, values in sums.items()}
        return Account(
            seat, start, result=self.result[seat], n_decisions=n_decisions, **parts, **errors
        )


@dataclass(frozen=True)
class Account:
    """The account of one seat: start, luck, own and others add up to the result."""

    seat: int
    start: float
    luck: float
    own: float
    others: float
    result: float
    luck_error: float
    """Standard errors of the parts."""
    own_error: float
    others_error: float
    n_decisions: int


def _is_expected(policy: Policy, before: Stretch, after: Stretch) -> bool:
    """Return True if a seat played as the policy does in the same round: no value changes."""
    if before.actor == CARDS or before.round != after.round:
        return False
    return all(
        moment.action.seat != CHANCE and policy.action(moment.state) == moment.action
        for moment in before.moments
    )
