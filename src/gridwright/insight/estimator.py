"""The value of a position: each seat's expected share of the win if every seat plays one policy.

The policy is a planner at every seat; a certain end is solved. A play-out goes to the end of the
round, where a model of games between such planners estimates the rest. All positions of a game are
played out in the same worlds: with common random numbers luck cancels out of their differences.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from gridwright.bots.planner import PlannerBot
from gridwright.bots.registry import find_bot
from gridwright.bots.rollout.policy import MAX_ACTIONS, SILENT, play_on
from gridwright.bots.search.lines import Line
from gridwright.bots.search.players import Planners, seat_planners
from gridwright.bots.search.worlds import Worlds
from gridwright.bots.value.network import WinChance, won_shares
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, OVER
from gridwright.engine.observation import HIDDEN
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.draw import Stream
from gridwright.insight.ending import best_turn, is_certain, settle

POLICY: Final = "hard"
_KEY: Final = bytes(32)
"""Unused key: the planner evaluates without noise, so its random stream decides nothing."""
ANY_SEAT: Final = 0

Shares = list[float]
"""Share of the win of each seat; they add up to one."""


class Policy(Planners):
    """How every seat plays on. It depends on the position alone."""

    def __init__(self, game: Game) -> None:
        bot = find_bot(POLICY)
        assert isinstance(bot, PlannerBot)
        super().__init__(game, seat_planners([bot] * game.rules.n_seats, game.rules, Stream(_KEY)))

    def settled(self, state: State) -> State | None:
        return settle(self.game, state) if is_certain(self.game, state) else None

    def action(self, state: State) -> Action:
        """Return the action of the acting seat."""
        game = self.game
        if is_certain(game, state):
            turn = best_turn(game, state)
            if turn.actions:
                return turn.actions[0]
        seen = observe(game, state, state.actor)
        return self.brains[state.actor].choose(seen, game.offers(state))

    def play_until_chance(self, state: State, last_round: int) -> State:
        """Play on until a card is due, until a round after the last one begins, or to the end."""
        n_actions = 0
        while _is_open(state, last_round) and n_actions < MAX_ACTIONS:
            n_actions += 1
            settled = self.settled(state)
            if settled is not None:
                return settled
            seen = observe(self.game, state, state.actor)
            action = self.brains[state.actor].choose(seen, self.game.offers(state))
            self.game.apply(state, action, SILENT)
        return state


def _is_open(state: State, last_round: int) -> bool:
    return state.phase != OVER and state.actor != CHANCE and state.round <= last_round


class Values:
    """The value of a position by world."""

    def __init__(self, by_world: Sequence[Shares]) -> None:
        self.by_world: Final = by_world
        n_seats = len(by_world[0])
        self.means: Final[Shares] = [
            sum([shares[seat] for shares in by_world]) / len(by_world) for seat in range(n_seats)
        ]

    def error(self, seat: int) -> float:
        """Return the standard error of a seat's mean."""
        return standard_error([shares[seat] for shares in self.by_world])


def lead(one: Values, other: Values, seat: int) -> tuple[float, float]:
    """Return a seat's mean lead of one over the other, world by world, and its standard error."""
    pairs = zip(one.by_world, other.by_world, strict=True)
    leads = [first[seat] - second[seat] for first, second in pairs]
    return sum(leads) / len(leads), standard_error(leads)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; 0 if all values are the same, 1 for a single one."""
    n_values = len(values)
    if n_values < 2:
        return 1.0
    mean = sum(values) / n_values
    return sqrt(sum([(value - mean) ** 2 for value in values]) / (n_values - 1) / n_values)


class Estimator:
    """Values of positions of one game in the same worlds."""

    def __init__(
        self,
        policy: Policy,
        model: WinChance,
        seed: int,
        n_worlds: int,
        viewer: int | None = None,
        rounds: int = 0,
    ) -> None:
        """``viewer``: the seat whose knowledge limits the worlds; None once all is known.

        ``rounds``: rounds that are played after the present one.
        """
        self.policy: Final = policy
        self.n_worlds: Final = n_worlds
        self._game: Final = policy.game
        self._model: Final = model
        self._seed: Final = seed
        self._viewer: Final = ANY_SEAT if viewer is None else viewer
        self._rounds: Final = rounds

    def lead(self, state: State, one: Line, other: Line) -> tuple[float, float]:
        """Return the mean lead of a line over another for the acting seat, and its error."""
        return lead(self.value(state, one), self.value(state, other), state.actor)

    def model_value(self, state: State) -> Values:
        """Return the model's value of a position, which is the same in all worlds."""
        return Values([self._model.chances(self._game, state)] * self.n_worlds)

    def value(self, state: State, line: Line | None = None, n_worlds: int | None = None) -> Values:
        """Return the value of a position, or of the position after a line."""
        count = self.n_worlds if n_worlds is None else n_worlds
        if state.phase == OVER:
            return Values([won_shares(state.ranking)] * count)
        last_round = state.round + self._rounds
        with_change = not self._game.rules.board.n_cities
        if line is None and not with_change and HIDDEN not in state.money:
            # All worlds are the same until a card is due.
            state = self.policy.play_until_chance(state.copy(), last_round)
            if state.phase == OVER or state.round > last_round:
                return Values([self._model.chances(self._game, state)] * count)
        worlds = Worlds(self._game, state, self._viewer, self._seed)
        found: list[Shares] = []
        for number in range(count):
            now = worlds[number].position(state)
            if with_change:
                # At cards money is short, and one coin would decide what all worlds say.
                worlds[number].give_change(now)
            chance = worlds[number].chance()
            if line is not None:
                line.play(self._game, now, chance)
            now = self.policy.play(now, chance, last_round)
            found.append(self._model.chances(self._game, now))
        return Values(found)


class SecondOpinion:
    """Another policy, to the end of the game: the policy of quick play-outs."""

    def __init__(self, game: Game, seed: int, n_worlds: int, viewer: int = ANY_SEAT) -> None:
        """``viewer``: the seat whose knowledge limits the worlds; any once all is known."""
        self._game: Final = game
        self._seed: Final = seed
        self._n_worlds: Final = n_worlds
        self._viewer: Final = viewer

    def lead(self, state: State, one: Line, other: Line) -> tuple[float, float]:
        """Return the mean lead of a line over another for the acting seat, and its error."""
        return lead(self.value(state, one), self.value(state, other), state.actor)

    def value(self, state: State, line: Line) -> Values:
        """Return the results of games after a line."""
        worlds = Worlds(self._game, state, self._viewer, self._seed)
        found: list[Shares] = []
        for number in range(self._n_worlds):
            now = worlds[number].position(state)
            chance = worlds[number].chance()
            line.play(self._game, now, chance)
            if now.phase != OVER and is_certain(self._game, now):
                now = settle(self._game, now)
            play_on(self._game, now, chance, now.round + MAX_ACTIONS)
            found.append(won_shares(now.ranking))
        return Values(found)
