"""The last turns of a game solved by brute force: every legal action of every seat.

It is independent of the analysis. Each seat plays for its own share of the win, then for its place,
then for its ranking criteria. Ends are certain, so that cards shown on the way have no effect.
"""

from dataclasses import dataclass
from typing import Final

from gridwright.engine.editions.card.depot import Depot, is_last_round
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.scoring import cities_to_end
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog

SILENT: Final = EventLog(False)
Place = tuple[object, ...]


class TooLargeError(Exception):
    """There are more positions than the limit."""


@dataclass(frozen=True)
class Result:
    """Result of the game."""

    shares: tuple[float, ...]
    ranking: tuple[int, ...]
    counts: tuple[tuple[int, int, int], ...]

    def worth(self, seat: int) -> tuple[float, int, tuple[int, int, int]]:
        """Return the value for a seat; larger is better."""
        return (self.shares[seat], -self.ranking[seat], self.counts[seat])


def is_last_turn(game: Game, state: State) -> bool:
    """Return whether the game ends with this phase in any case."""
    if state.phase == OVER or state.actor < 0:
        return False
    if isinstance(state.parts, Depot):
        return game.phases[state.phase].NAME == "resources" and is_last_round(state)
    is_building = game.phases[state.phase].NAME == "building"
    return is_building and max(state.grid.n_cities) >= cities_to_end(game.rules, state)


class Solver:
    """Solves endings of one game; refuses those with too many positions."""

    def __init__(self, game: Game, most_positions: int) -> None:
        self._game: Final = game
        self._most: Final = most_positions
        self._known: Final[dict[Place, Result]] = {}

    def turns(self, state: State) -> list[tuple[State, Result]]:
        """Return every position in which the acting seat's turn may end, with its result."""
        self._known.clear()
        seat = state.actor
        found: list[tuple[State, Result]] = []
        seen: set[Place] = set()
        open_ = [state]
        while open_:
            now = open_.pop()
            for action in self._game.legal(now):
                after = self._after(now, action)
                place = _place(after)
                if place in seen:
                    continue
                seen.add(place)
                if len(seen) > self._most:
                    raise TooLargeError
                if after.phase != OVER and after.actor == seat:
                    open_.append(after)
                else:
                    found.append((after, self.solve(after)))
        return found

    def solve(self, state: State) -> Result:
        """Return the result of a position under best play."""
        if state.phase == OVER:
            return self._ended(state)
        place = _place(state)
        if place not in self._known:
            if len(self._known) > self._most:
                raise TooLargeError
            seat = state.actor
            results = [self.solve(self._after(state, action)) for action in self._game.legal(state)]
            self._known[place] = max(results, key=lambda result: result.worth(seat))
        return self._known[place]

    def _after(self, state: State, action: Action) -> State:
        after = state.copy()
        self._game.apply(after, action, SILENT)
        while after.actor == CHANCE:
            self._game.apply(after, self._game.legal(after)[0], SILENT)
        return after

    def _ended(self, state: State) -> Result:
        n_first = state.ranking.count(1)
        shares = tuple([1.0 / n_first if place == 1 else 0.0 for place in state.ranking])
        scoring = self._game.scoring
        scores = scoring.scores(state)
        counts = tuple(
            [(scores[seat], *scoring.tie_breaks(state, seat)) for seat in range(len(scores))]
        )
        return Result(shares, tuple(state.ranking), counts)


def _place(state: State) -> Place:
    """Return a key that is equal for positions with the same continuations."""
    depot = state.parts
    columns: Place = ()
    if isinstance(depot, Depot):
        columns = tuple([tuple(column) for column in depot.columns])
    return (
        state.actor,
        state.phase,
        tuple(state.grid.networks),
        tuple(state.grid.n_houses),
        tuple(state.money),
        tuple([tuple(held) for held in state.fuel]),
        columns,
        state.takebacks > 0,
    )
