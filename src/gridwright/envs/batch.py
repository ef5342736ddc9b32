"""A vectorised environment: one call steps many games and fills preallocated arrays.

Row ``i`` of every array belongs to game ``i``. Only the acting seat is observed. The cost of arrays
and casts, which a single game pays at every step, is paid once for all games.

With ``opponents``, bots have all seats but one of each game, and only that seat chooses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.envs.action_builder import ActionBuilder, NotMarkedError
from gridwright.envs.batch_games import BatchGame, BatchGames
from gridwright.envs.encoder import BatchEncoder
from gridwright.envs.env_table import EnvTable, find_table
from gridwright.envs.layout import REACH
from gridwright.envs.opponents import Named, Opponents
from gridwright.envs.rewards import reward_policy
from gridwright.envs.shaping import Shaping
from gridwright.envs.turn_env import LONGEST


@dataclass(frozen=True)
class BatchSnapshot:
    """Copies of all games and of the arrays of the last step.

    Kept in memory only. It can be restored any number of times.
    """

    table: EnvTable
    games: list[BatchGame]
    told: list[NDArray[Any]]

    def verify(self, table: EnvTable, n_games: int) -> None:
        """Raise ValueError unless a batch of this table and size can continue from here."""
        if table is not self.table:
            raise ValueError(f"expected a snapshot of {table.spec}, got one of {self.table.spec}")
        if n_games != len(self.games):
            raise ValueError(f"expected a snapshot of {n_games} games, got {len(self.games)}")


class BatchEnv:
    """A batch of games at one table, each with its own seed."""

    def __init__(
        self,
        n_games: int,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        auto_reset: bool = True,
        opponents: Named | None = None,
        seat: int | None = None,
        shaping: float = 0.0,
        discount: float = 1.0,
        keep_final: bool = False,
        **table: Any,
    ) -> None:
        """Create the games. With ``auto_reset`` a finished game is replaced in the same step.

        ``opponents`` and ``seat`` are those of ``SeatEnv``; ``shaping`` is the weight of shaping
        rewards; ``keep_final`` fills ``final_observations``.
        """
        self.table: Final = find_table(spec, **table)
        self.n_games: Final = n_games
        self.n_seats: Final = self.table.n_seats
        self.n_choices: Final = self.table.index.size
        self.size: Final = self.table.layout.size
        self.longest: Final = longest
        self.auto_reset: Final = auto_reset
        self._reward: Final = reward_policy(reward)
        self._shaping: Final = Shaping(self.table.game.rules, shaping, discount)
        if opponents is None and seat is not None:
            raise ValueError(f"expected opponents for the other seats than {seat}, got none")
        self._opponents: Final = (
            None if opponents is None else Opponents(self.table.game, opponents, seat)
        )

        self._batch: Final = BatchGames(
            self.table.game,
            self.table.lookup,
            self.table.layout,
            n_games,
            longest,
            auto_reset,
            self._ended,
        )
        self.observations: Final = np.zeros((n_games, self.size), np.float32)
        """Observation of the acting seat of each game; after the end, of seat 0."""
        self.masks: Final = np.frombuffer(self._batch.marks, np.int8).reshape(n_games, -1)
        """Action masks: 1 for each legal choice of the acting seat."""
        self.actors: Final = np.frombuffer(self._batch.actors, np.int8)
        """Acting seat of each game; NO_ACTOR in a game that ended and was not replaced."""
        self.dones: Final = np.zeros(n_games, np.bool_)
        """True where the last step ended the game by the rules."""
        self.truncated: Final = np.zeros(n_games, np.bool_)
        """True where the last step truncated the game, because it took too many choices."""
        self.rewards: Final = np.zeros((n_games, self.n_seats), np.float32)
        """Rewards of the last step by seat: final rewards of a game that it ended, and shaping."""
        self.scores: Final = np.zeros((n_games, self.n_seats), np.int32)
        """Scores by seat of the last game that ended in this row."""
        self.ranks: Final = np.zeros((n_games, self.n_seats), np.int8)
        """Places from 1 of the last game that ended; zeros if it was truncated."""

        self.final_observations: Final = np.zeros((n_games * keep_final, self.size), np.float32)
        """Last observation of the last game that ended, or no rows without ``keep_final``.

        The viewer is the seat that chose last, or the agent's seat if there are opponents.
        """
        self._potentials: Final = np.zeros((n_games, self.n_seats), np.float64)
        """Potential of each seat that shaping has paid for so far."""
        self._last_potentials: Final = np.zeros((n_games, self.n_seats), np.float64)
        """Potentials of games that the last step ended."""

        self._features: Final = np.frombuffer(self._batch.features, np.int64).reshape(n_games, -1)
        self._encoder: Final = BatchEncoder(self.table.layout, self._features, self.observations)
        self._starts: Final = np.arange(n_games) * self.n_choices
        self.reset(range(n_games))

    def reset(self, seeds: Sequence[int]) -> None:
        """Start a new game in each row. Game ``i`` equals that of a TurnEnv with ``seeds[i]``."""
        if len(seeds) != self.n_games:
            raise ValueError(f"expected {self.n_games} seeds, got {len(seeds)}")
        self._clear()
        if self._opponents is not None:
            self._opponents.reset(seeds)
        self._batch.reset(seeds)
        self._continue(range(self.n_games))

    def restart(self, places: Sequence[int], seeds: Sequence[int] | None = None) -> None:
        """Start new games in some rows; without seeds their random streams continue."""
        self._clear(places)
        for number, place in enumerate(places):
            seed = None if seeds is None else seeds[number]
            if self._opponents is not None:
                if seed is not None:
                    self._opponents.reseed(place, seed)
                self._opponents.begin(place)
            self._batch.restart(place, seed)
        self._continue(places)

    @property
    def seats(self) -> NDArray[np.int8]:
        """The agent's seat in each game; without opponents, the acting seat."""
        if self._opponents is None:
            return self.actors
        return np.array(self._opponents.seats, np.int8)

    def snapshot(self) -> BatchSnapshot:
        """Return everything that the next steps depend on, and the arrays of the last step."""
        if self._opponents is not None:
            raise RuntimeError("expected a batch without opponents: what bots remember has no copy")
        told = [array.copy() for array in self._told()]
        return BatchSnapshot(self.table, self._batch.snapshot(), told)

    def restore(self, snapshot: BatchSnapshot) -> None:
        """Continue from a snapshot of a batch of the same table and size. Can be repeated."""
        snapshot.verify(self.table, self.n_games)
        if self._opponents is not None:
            raise RuntimeError("expected a batch without opponents: what bots remember has no copy")
        self._clear()
        self._batch.restore(snapshot.games)
        for array, stored in zip(self._told(), snapshot.told, strict=True):
            if array.shape == stored.shape:
                array[:] = stored
        self._encode()

    def _told(self) -> list[NDArray[Any]]:
        """Return the arrays that cannot be computed from the positions."""
        arrays = [self.dones, self.truncated, self.rewards, self.scores, self.ranks]
        return [*arrays, self._potentials, self.final_observations]

    def step(self, choices: Sequence[int] | NDArray[np.integer[Any]]) -> None:
        """Apply one choice per game, then update the arrays.

        The choice is ignored where no seat acts. Raises NotMarkedError, and changes no game, if a
        mask does not allow its choice.
        """
        chosen = np.asarray(choices)
        self._verify(chosen)
        self._clear()
        self._batch.step(chosen.tolist())
        self._continue(range(self.n_games), self._shaping.is_on)

    def _continue(self, places: Sequence[int], paid: bool = False) -> None:
        """Play the bots' turns in these rows, if there are any, then fill the arrays."""
        if self._opponents is not None:
            self._opponents.play_on(self._batch, places)
        if self._shaping.is_on:
            self._shape(places, paid)
        self._encode()

    def _verify(self, chosen: NDArray[np.integer[Any]]) -> None:
        if chosen.shape != (self.n_games,):
            raise ValueError(f"expected {self.n_games} choices, got the shape {chosen.shape}")
        if chosen.min() >= 0 and chosen.max() < self.n_choices:
            marked = self.masks.reshape(-1).take(self._starts + chosen).astype(np.bool_)
            if marked.all():
                return
        else:
            marked = np.array(
                [
                    0 <= choice < self.n_choices and self.masks[place, choice] == 1
                    for place, choice in enumerate(chosen)
                ]
            )
        for place in np.flatnonzero(~marked & (self.actors >= 0)):
            raise NotMarkedError(f"expected a marked choice in game {place}, got {chosen[place]}")

    def _clear(self, places: Sequence[int] | slice = slice(None)) -> None:
        self.masks[places] = 0
        self.dones[places] = False
        self.truncated[places] = False
        self.rewards[places] = 0

    def _shape(self, places: Sequence[int], paid: bool) -> None:
        """Store the potentials of these rows; with ``paid``, reward their changes."""
        for place in places:
            state = self._batch.state(place)
            is_running = self._batch.actor(place) >= 0
            after = self._shaping.potentials(state) if is_running else self._shaping.nothing
            if paid:
                is_ended = self.dones[place] or self.truncated[place]
                reached = self._last_potentials[place] if is_ended else np.array(after)
                change = self._shaping.discount * reached - self._potentials[place]
                self.rewards[place] += change.astype(np.float32)
            self._potentials[place] = after

    def _ended(self, place: int, state: State, builder: ActionBuilder) -> None:
        game = self.table.game
        scores = game.scoring.scores(state)
        self.scores[place] = scores
        if game.is_over(state):
            self.dones[place] = True
            self.ranks[place] = state.ranking
            self.rewards[place] = self._reward(scores, state.ranking)
        else:
            self.truncated[place] = True
            self.ranks[place] = 0
        if self._shaping.is_on:
            nothing = self._shaping.nothing
            potentials = nothing if self.dones[place] else self._shaping.potentials(state)
            self._last_potentials[place] = potentials
        if len(self.final_observations):
            self._keep_final(place, state, builder)
        if self._opponents is not None and self.auto_reset:
            self._opponents.begin(place)

    def _keep_final(self, place: int, state: State, builder: ActionBuilder) -> None:
        viewer = int(self.seats[place])  # The array of actors still has the seat that chose.
        seen = observe(self.table.game, state, viewer)
        own = builder if viewer == state.actor else None
        features = np.array(self.table.writer.write(seen, own), dtype=np.int64)
        self.final_observations[place] = self.table.encoder.encode(features, viewer)

    def _write_reach(self) -> None:
        """Fill the columns of reach, the last ones, which the compiled rows do not write."""
        reach = self.table.reach
        assert reach is not None
        first = self.table.layout.columns[REACH]
        for place in range(self.n_games):
            viewer = max(int(self.actors[place]), 0)
            seen = observe(self.table.game, self._batch.state(place), viewer)
            self._features[place, first:] = reach.write(seen)

    def _encode(self) -> None:
        if self.table.reach is not None:
            self._write_reach()
        self._encoder.encode(np.maximum(self.actors, 0))
