"""One seat of a game as a Gymnasium environment against bots. Needs the extra ``pettingzoo``.

``gymnasium.make("gridwright.envs:gridwright/Table-v1", edition="card", seats=2)`` makes one. An
observation is a vector. The action mask is in ``info["action_mask"]``, and ``action_masks()``
returns it, where libraries with action masking look for it.

``bids="least"`` and ``reach=True`` change the table as ``EnvTable`` says; ``shaping`` is a weight.
"""

import math
from typing import Any, Final, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from gridwright.bots.seated_bot import SeatedBot
from gridwright.content.table import TableSpec
from gridwright.envs.encoder import upper_bounds
from gridwright.envs.episode import render_text
from gridwright.envs.opponents import Named, find_opponents, seat_opponents, verify_seat
from gridwright.envs.rewards import MAX_REWARD
from gridwright.envs.shaping import Shaping
from gridwright.envs.turn_env import LONGEST, TurnEnv
from gridwright.fair.derive import Keys

RAISE: Final = "raise"
LOSE: Final = "lose"
"""Mode in which an illegal choice ends the game without a reward; else it raises NotMarkedError."""


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat against bots; the agent's seat is fixed, or drawn for each game."""

    # Gymnasium declares it as an instance attribute, and no code changes it.
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        spec: TableSpec | None = None,
        *,
        opponents: Named = "l0",
        seat: int | None = None,
        reward: str = "win",
        illegal: str = RAISE,
        longest: int = LONGEST,
        shaping: float = 0.0,
        discount: float = 1.0,
        render_mode: str | None = None,
        **table: Any,
    ) -> None:
        self.render_mode = render_mode
        self.turns: Final = TurnEnv(spec, reward=reward, longest=longest, **table)
        """The game itself, which needs no Gymnasium."""
        n_seats = self.turns.n_seats
        verify_seat(seat, n_seats)
        if illegal not in (RAISE, LOSE):
            raise ValueError(f"expected illegal to be {RAISE} or {LOSE}, got {illegal!r}")
        self._bots: Final = find_opponents(opponents, n_seats)
        self._shaping: Final = Shaping(self.turns.table.game.rules, shaping, discount)
        self._potential = 0.0
        """Potential of the agent's seat at its last choice."""
        self._given: Final = seat
        self._illegal: Final = illegal
        self._players: dict[int, SeatedBot] = {}
        self._is_lost = False
        self.seat = 0 if seat is None else seat
        """The agent's seat in the current game."""
        self._highs: Final = upper_bounds(self.turns.table.layout)
        self.observation_space = spaces.Box(np.zeros_like(self._highs), self._highs)
        self.action_space = spaces.Discrete(self.turns.n_choices)
        self.reward_range: Final = (-math.inf, math.inf) if shaping else (0.0, MAX_REWARD[reward])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a new game and play the others' turns up to the agent's first decision."""
        super().reset(seed=seed, options=options)
        turns = self.turns
        rng = self.np_random
        self._is_lost = False
        self.seat = int(rng.integers(turns.n_seats)) if self._given is None else self._given
        turns.reset(int(rng.integers(2**63)))
        keys = Keys(rng.bytes(32))
        self._players = seat_opponents(turns.table.game, self._bots, self.seat, keys)
        self._let_others_play()
        self._potential = self._find_potential()
        return self._observe(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.float32], SupportsFloat, bool, bool, dict[str, Any]]:
        """Apply the agent's choice, then the others' turns up to its next one, or to the end."""
        turns = self.turns
        if self._illegal == LOSE and turns.actor == self.seat and not turns.mask()[int(action)]:
            self._is_lost = True
            lost = 0.0 - self._potential  # Shaping takes back what it paid.
            return self._observe(), lost, True, False, {**self._info(), "illegal": True}
        turns.step(int(action))
        self._let_others_play()
        reward = turns.rewards()[self.seat] + self._shaped()
        return self._observe(), reward, turns.is_over, turns.is_broken_off, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the agent's legal choices."""
        if self._is_lost:
            return np.zeros(self.turns.n_choices, np.bool_)
        return self.turns.mask().astype(np.bool_)

    def _let_others_play(self) -> None:
        turns = self.turns
        while turns.actor >= 0 and turns.actor != self.seat:
            turns.play(self._players[turns.actor].act(turns.episode.state))

    def _shaped(self) -> float:
        """Return the shaping reward for the choice that was just made."""
        before, self._potential = self._potential, self._find_potential()
        return self._shaping.discount * self._potential - before

    def _find_potential(self) -> float:
        turns = self.turns
        if not self._shaping.is_on or turns.is_over:
            return 0.0
        return self._shaping.potentials(turns.episode.state)[self.seat]

    def _observe(self) -> NDArray[np.float32]:
        return np.minimum(self.turns.observe(self.seat), self._highs)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks().astype(np.int8)}
        if self.turns.is_over:
            info["score"] = self.turns.scores()[self.seat]
            info["rank"] = self.turns.ranking()[self.seat]
        return info

    def render(self) -> str | None:
        """Return the table as a few lines of text, in the mode ``ansi``."""
        return render_text(self.turns.episode) if self.render_mode == "ansi" else None
