"""Chances in a running game: of a line beside another one, and of all seats for watchers."""

from dataclasses import dataclass
from typing import Final, Literal

from gridwright.bots.search.contract import known_to
from gridwright.bots.search.lines import Line
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.loading import load_model
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.insight.estimator import Estimator, Policy, Shares, lead
from gridwright.insight.futures import Reason, find_reasons, typical_futures

Sureness = Literal["sure", "fairly", "close"]
WORLDS: Final = 16
FUTURES: Final = 5
WATCHED_WORLDS: Final = 8
SEED: Final = 0x0B5E55ED
SURE_ERRORS: Final = 3.0
FAIRLY_ERRORS: Final = 2.0
LEAST_LEAD: Final = 0.01
"""Smaller leads are close, however certain."""


@dataclass(frozen=True)
class Outlook:
    """The chances of a line and of another one, and what speaks for the first."""

    chance: float
    without: float
    """Chance after the other line."""
    error: float
    """Standard error of the difference."""
    sureness: Sureness
    round: int
    """Round of the futures that the reasons come from."""
    reasons: list[Reason]


def look_ahead(game: Game, state: State, line: Line, other: Line) -> Outlook:
    """Compare two lines of the acting seat; does not change the position."""
    seat = state.actor
    known = known_to(game, state, seat)
    policy = Policy(game)
    estimator = Estimator(policy, load_model(), SEED, WORLDS, viewer=seat)
    values = [estimator.value(known, each) for each in (line, other)]
    ahead, error = lead(values[0], values[1], seat)
    worlds = Worlds(game, known, seat, SEED)
    futures = typical_futures(policy, known, [line, other], worlds, FUTURES)
    return Outlook(
        values[0].means[seat],
        values[1].means[seat],
        error,
        sureness_of(ahead, error),
        futures[0].state.round,
        find_reasons(*futures),
    )


def current_chances(game: Game, state: State) -> Shares:
    """Return each seat's expected share of the win; does not change the position.

    All money in it counts as known, the order of the cards does not.
    """
    model = load_model()
    if state.round <= 0:
        return model.chances(game, state)
    return Estimator(Policy(game), model, SEED, WATCHED_WORLDS).value(state.copy()).means


def sureness_of(ahead: float, error: float) -> Sureness:
    """Return how sure a lead is."""
    if ahead < LEAST_LEAD or ahead < FAIRLY_ERRORS * error:
        return "close"
    return "sure" if ahead >= SURE_ERRORS * error else "fairly"
