"""A game turn by turn: ``reset``, then ``observe``, ``mask`` and ``step`` until it is over.

Needs NumPy and nothing else. Chance is drawn from the seed; seats act one at a time, and the acting
seat stays the same while it builds one action.
"""

import random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.ids import CHANCE, NO_ACTOR
from gridwright.engine.vocabulary.base import Action
from gridwright.envs.chance import draw
from gridwright.envs.env_table import find_table
from gridwright.envs.episode import Episode
from gridwright.envs.rewards import reward_policy

LONGEST: Final = 20_000
"""Choices after which a game is truncated, so that aimless play cannot block a run."""


class TurnEnv:
    """One table for a sequence of games."""

    def __init__(
        self,
        spec: TableSpec | None = None,
        *,
        reward: str = "win",
        longest: int = LONGEST,
        **table: Any,
    ) -> None:
        """Create the table from its spec, or from names: edition, preset, board, seats and options.

        ``bids`` and ``reach`` are options of the environment, as ``EnvTable`` takes them.
        """
        self.table: Final = find_table(spec, **table)
        self.n_seats: Final = self.table.n_seats
        self.n_choices: Final = self.table.index.size
        self.size: Final = self.table.layout.size
        """Length of an observation."""
        self.longest: Final = longest
        self._reward: Final = reward_policy(reward)
        self._chance = random.Random()
        self._episode = Episode(self.table)
        self.n_taken = 0
        self.reset()

    def reset(self, seed: int | None = None) -> None:
        """Start a new game. The same seed and choices give the same game.

        With None the random stream continues.
        """
        if seed is not None:
            self._chance = random.Random(seed)
        self._episode = Episode(self.table)
        self.n_taken = 0
        self._deal()

    def _deal(self) -> None:
        episode = self._episode
        while episode.state.actor == CHANCE:
            episode.apply(draw(self.table.game, episode.state, self._chance))

    @property
    def actor(self) -> int:
        """Seat that chooses next; NO_ACTOR once the game is over or truncated."""
        return NO_ACTOR if self.is_broken_off else self._episode.actor

    @property
    def is_over(self) -> bool:
        """True if the game ended by the rules."""
        return self._episode.is_over()

    @property
    def is_broken_off(self) -> bool:
        """True if the game took too long and was truncated without a result."""
        return self.n_taken >= self.longest and not self._episode.is_over()

    def observe(self, seat: int | None = None) -> NDArray[np.float32]:
        """Return the observation of a seat, by default of the acting one."""
        return self._episode.observe(max(self._episode.actor, 0) if seat is None else seat)

    def mask(self) -> NDArray[np.int8]:
        """Return the action mask: 1 for each legal choice of the acting seat, 0 for all others."""
        return self._episode.mask()

    def step(self, choice: int) -> None:
        """Take a choice.

        Raises NotMarkedError, without effect, if the action mask does not allow it.
        """
        if self.actor < 0:
            raise RuntimeError("expected a running game; reset it first")
        self._episode.take(int(choice))
        self.n_taken += 1
        self._deal()

    def play(self, action: Action) -> None:
        """Apply a whole action of the acting seat. Raises IllegalAction if the rules refuse it."""
        if self.actor < 0:
            raise RuntimeError("expected a running game; reset it first")
        self._episode.apply(action)
        self.n_taken += 1
        self._deal()

    def rewards(self) -> list[float]:
        """Return the reward of each seat by the policy; zeros unless the rules ended the game."""
        if not self.is_over:
            return [0.0] * self.n_seats
        return self._reward(self.scores(), self.ranking())

    def scores(self) -> list[int]:
        """Final scores by the rules, as if the game ended now."""
        return self._episode.scores()

    def ranking(self) -> list[int]:
        """Place of each seat from 1; empty before the end."""
        return self._episode.ranking()

    def name(self, choice: int) -> str:
        """Return a choice as text."""
        return self.table.index.name(choice)

    @property
    def episode(self) -> Episode:
        """The underlying episode. Stepping it directly bypasses the environment."""
        return self._episode
