"""Steps per second of one game through PettingZoo, and of a batch.

Both play random legal choices on one core, in turns, and are timed in CPU seconds; each value is
the best of its rounds, because other work on the machine only slows a round down. The threshold
applies to the work of the environments: ``last`` and ``step`` of one, ``step`` of the other, with a
choice drawn as cheaply as possible. The loop of PettingZoo's documentation, which draws by
``action_space.sample``, is measured too.
"""

import platform
import random
import time
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from gridwright.envs.batch import BatchEnv
from gridwright.envs.pettingzoo import env

BAR: Final = 5.0
"""Minimum ratio of a batch's steps to those of a single game."""
N_GAMES: Final = 128
N_ROUNDS: Final = 5
WARM_UP: Final = 100
"""Steps of each game before the first round, so that the games are in different phases."""


@dataclass(frozen=True)
class EditionSpeed:
    """Values of one edition."""

    edition: str
    single: float
    documented: float
    """A single game in the loop of PettingZoo's documentation."""
    batch: float

    @property
    def ratio(self) -> float:
        return self.batch / self.single

    @property
    def ok(self) -> bool:
        return self.ratio >= BAR

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "single_steps_per_second": round(self.single),
            "documented_loop_steps_per_second": round(self.documented),
            "batch_steps_per_second": round(self.batch),
            "ratio": round(self.ratio, 2),
            "ratio_to_documented_loop": round(self.batch / self.documented, 2),
            "ok": self.ok,
        }


@dataclass(frozen=True)
class EnvSpeed:
    """All editions."""

    n_games: int
    editions: list[EditionSpeed]

    @property
    def ok(self) -> bool:
        return all(each.ok for each in self.editions)

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "bar": BAR,
            "games": self.n_games,
            "python": platform.python_version(),
            "editions": [each.to_json() for each in self.editions],
        }


class SinglePlayer:
    """One game after the other, as a user of PettingZoo plays them."""

    def __init__(self, edition: str, seats: int, documented: bool = False) -> None:
        self._documented: Final = documented
        self._env: Final = env(edition=edition, seats=seats)
        self._dice: Final = random.Random(1)
        self._env.reset(seed=1)

    def play(self, seconds: float) -> float:
        """Return steps per second."""
        env = self._env
        dice = self._dice
        n_steps = 0
        begin = time.process_time()
        elapsed = 0.0
        while elapsed < seconds:
            for _step in range(50):
                if not env.agents:
                    env.reset()
                seen, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                if self._documented:
                    env.step(env.action_space(env.agent_selection).sample(seen["action_mask"]))
                else:
                    marked = seen["action_mask"].nonzero()[0]
                    env.step(marked[int(dice.random() * len(marked))])
                n_steps += 1
            elapsed = time.process_time() - begin
        return n_steps / elapsed


class BatchPlayer:
    """Many games in one batch."""

    def __init__(self, edition: str, seats: int, n_games: int) -> None:
        self._batch: Final = BatchEnv(n_games, edition=edition, seats=seats)
        self._dice: Final = np.random.default_rng(1)
        self._rows: Final = np.arange(n_games) * self._batch.n_choices
        for _step in range(WARM_UP):
            self._step()

    def play(self, seconds: float) -> float:
        """Return steps per second."""
        n_steps = 0
        begin = time.process_time()
        elapsed = 0.0
        while elapsed < seconds:
            self._step()
            n_steps += self._batch.n_games
            elapsed = time.process_time() - begin
        return n_steps / elapsed

    def _step(self) -> None:
        batch = self._batch
        marked = np.flatnonzero(batch.masks.view(np.bool_))
        starts = np.searchsorted(marked, self._rows)
        counts = np.diff(starts, append=len(marked))
        picks = starts + (self._dice.random(batch.n_games) * counts).astype(np.intp)
        batch.step(marked[picks] - self._rows)


def measure(
    editions: list[str],
    seconds: float = 1.0,
    n_games: int = N_GAMES,
    n_rounds: int = N_ROUNDS,
    seats: int = 4,
) -> EnvSpeed:
    """Measure single games and batches in turns, edition by edition."""
    found: list[EditionSpeed] = []
    for edition in editions:
        ways: list[SinglePlayer | BatchPlayer] = [
            SinglePlayer(edition, seats),
            SinglePlayer(edition, seats, documented=True),
            BatchPlayer(edition, seats, n_games),
        ]
        rates = [[way.play(seconds) for way in ways] for _round in range(n_rounds)]
        single, documented, batch = (max(rate) for rate in zip(*rates, strict=True))
        found.append(EditionSpeed(edition, single, documented, batch))
    return EnvSpeed(n_games, found)
