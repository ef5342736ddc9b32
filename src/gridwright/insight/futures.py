"""Two futures of a decision: the typical game after each line, and what speaks for the better.

Futures are shown before plants are run, with the fuel that is going to be burnt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, Literal

from gridwright.bots.rollout.chance import ImaginedChance
from gridwright.bots.rollout.policy import MAX_ACTIONS, SILENT, play_on
from gridwright.bots.search.lines import Line
from gridwright.bots.search.worlds import Worlds
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.state import State
from gridwright.insight.estimator import Policy
from gridwright.insight.facts import fleet_output, most_supplied

ROUNDS: Final = 2
"""Rounds after which a future is shown."""
ReasonKind = Literal["supplied", "cities", "output", "money", "place"]
POWER: Final = "bureaucracy"
"""Phase in which plants are run."""
KINDS: Final[tuple[ReasonKind, ...]] = ("supplied", "cities", "output", "money", "place")
SCALES: Final[dict[ReasonKind, float]] = {
    "supplied": 1.0,
    "cities": 1.3,
    "output": 1.5,
    "money": 15.0,
    "place": 0.8,
}
"""Differences that matter about as much as one supplied city."""
LEAST: Final = 0.6
"""Smallest difference in such units that is a reason."""


@dataclass(frozen=True)
class Future:
    """A game after a line, two rounds later or at its end."""

    state: State
    supplied: int
    cities: int
    output: int
    money: int
    place: int
    """Place at the end of the game."""

    def number(self, kind: ReasonKind) -> int:
        return int(getattr(self, kind))


@dataclass(frozen=True)
class Reason:
    """A difference that speaks for the better line."""

    kind: ReasonKind
    better: int
    played: int


def typical_futures(
    policy: Policy, state: State, lines: Sequence[Line], worlds: Worlds, n_worlds: int
) -> list[Future]:
    """Return one game after each line of the acting seat.

    All are of the world in which they are closest to the medians. Planners play the shown rounds,
    quick players the rest up to the places.
    """
    game, seat = policy.game, state.actor
    found: list[list[Future]] = [[] for _line in lines]
    for number in range(n_worlds):
        for place, line in enumerate(lines):
            now = worlds[number].position(state)
            chance = worlds[number].chance()
            line.play(game, now, chance)
            now = _before_power(policy, now, chance, state.round + ROUNDS)
            end = now.copy()
            play_on(game, end, chance, end.round + MAX_ACTIONS)
            found[place].append(_future(game, now, end, seat))
    distances = [
        sum(_distance(futures[number], futures) for futures in found) for number in range(n_worlds)
    ]
    nearest = distances.index(min(distances))
    return [futures[nearest] for futures in found]


def _before_power(policy: Policy, state: State, chance: ImaginedChance, last_round: int) -> State:
    """Play until plants are run in the last round, or to the end of the game."""
    game = policy.game
    n_actions = 0
    while state.phase != OVER and n_actions < MAX_ACTIONS:
        n_actions += 1
        if state.actor == CHANCE:
            game.apply(state, chance.outcome(state), SILENT)
            continue
        if state.round >= last_round and game.phases[state.phase].NAME == POWER:
            return state
        settled = policy.settled(state)
        if settled is not None:
            return settled
        game.apply(state, policy.action(state), SILENT)
    return state


def _future(game: Game, now: State, end: State, seat: int) -> Future:
    scores = game.scoring.scores(now)
    return Future(
        now,
        supplied=scores[seat] if game.rules.board.n_cities else most_supplied(game, now, seat),
        cities=now.grid.n_cities[seat],
        output=fleet_output(game, now.plants[seat]),
        money=now.money[seat],
        place=end.ranking[seat] if end.phase == OVER else game.scoring.rank(end)[seat],
    )


def _distance(one: Future, others: Sequence[Future]) -> float:
    """Return how far a future is from the medians of all."""
    return sum(
        abs(one.number(kind) - median([other.number(kind) for other in others])) / SCALES[kind]
        for kind in KINDS
    )


def find_reasons(better: Future, played: Future) -> list[Reason]:
    """Return what speaks for the better line, the largest difference first."""
    found: list[tuple[float, Reason]] = []
    for kind in KINDS:
        first, second = better.number(kind), played.number(kind)
        ahead = (second - first if kind == "place" else first - second) / SCALES[kind]
        if ahead >= LEAST:
            found.append((ahead, Reason(kind, first, second)))
    found.sort(key=lambda each: -each[0])
    return [reason for _ahead, reason in found]
