"""Speed of the loaded engine, in CPU time of one core.

Each value is the best of three runs: other work on the machine only ever makes a run slower.
"""

import platform
import statistics
import time
from dataclasses import dataclass
from typing import Any, Final

import gridwright.engine.game
from gridwright.content.table import TableSpec, build_game, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.history import History, random_action_count
from gridwright.engine.notation import Notation
from gridwright.engine.state import State
from gridwright.fair.record import random_transcript
from gridwright_lab.bench.thresholds import (
    ACTIONS,
    COMPILED,
    COPY,
    FIGURES,
    GAMES,
    INTERPRETED,
    MOVES,
    REPLAY,
    goal_of,
    is_reached,
)

TABLE: Final = TableSpec("classic", "original", "usa", 4)
N_RUNS: Final = 3
N_RECORDS: Final = 25
MAX_ACTIONS: Final = 100_000
COPY_POINTS: Final = (20, 100, 200, 400)
"""Actions played before each copied state, so that early and late states count."""


def engine_kind() -> str:
    """Return COMPILED or INTERPRETED, by the file that the engine was loaded from."""
    origin = gridwright.engine.game.__file__ or ""
    return COMPILED if origin.endswith((".so", ".pyd")) else INTERPRETED


def table_of(edition: str) -> TableSpec:
    """Return the table of four at which an edition is measured, the plainest one."""
    return TABLE if edition == TABLE.edition else default_spec(edition, seats=TABLE.seats)


@dataclass(frozen=True)
class Measured:
    """Values of one edition under one engine."""

    engine: str
    python: str
    edition: str
    values: dict[str, float]

    @property
    def thresholds(self) -> dict[str, float]:
        """Thresholds by key of a measured value; a value without one is only printed."""
        return goal_of(self.edition).bars_of(self.engine)

    @property
    def ok(self) -> bool:
        """True if every threshold of this engine is reached."""
        thresholds = self.thresholds
        return all(
            is_reached(figure, self.values[figure.key], thresholds.get(figure.key))
            for figure in FIGURES
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "python": self.python,
            "edition": self.edition,
            "figures": self.values,
            "bars": self.thresholds,
            "ok": self.ok,
        }

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> "Measured":
        return cls(plain["engine"], plain["python"], plain["edition"], plain["figures"])


def measure(edition: str, seconds: float) -> Measured:
    """Measure the loaded engine; each timed run takes about `seconds`."""
    table = table_of(edition)
    game = build_game(table)
    play_for(game, seconds)  # Warm-up: the same games as in the timed runs.
    runs = [play_for(game, seconds) for _run in range(N_RUNS)]
    best = max(runs, key=lambda run: run[GAMES.key])
    values = {
        **best,
        COPY.key: _copy_microseconds(game),
        REPLAY.key: _replay_milliseconds(table, game),
    }
    rounded = {figure.key: round(values[figure.key], 3) for figure in FIGURES}
    return Measured(engine_kind(), platform.python_version(), edition, rounded)


def play_for(game: Game, seconds: float) -> dict[str, float]:
    """Play whole random games for a while; chance is played but not counted."""
    n_games = n_actions = n_moves = 0
    begin = time.process_time()
    elapsed = 0.0
    while elapsed < seconds:
        n_games += 1
        played, moved = random_action_count(game, game.new_state(), Dice(n_games), MAX_ACTIONS)
        n_actions += played
        n_moves += moved
        elapsed = time.process_time() - begin
    return {
        GAMES.key: n_games / elapsed,
        ACTIONS.key: n_actions / elapsed,
        MOVES.key: n_moves / elapsed,
    }


def _copy_microseconds(game: Game, n_copies: int = 4000) -> float:
    states: list[State] = []
    for n_actions in COPY_POINTS:
        state = game.new_state()
        random_action_count(game, state, Dice(n_actions), n_actions)
        states.append(state)
    fastest = float("inf")
    for _run in range(N_RUNS + 1):
        begin = time.process_time()
        for state in states:
            for _copy in range(n_copies):
                state.copy()
        fastest = min(fastest, time.process_time() - begin)
    return fastest * 1e6 / (n_copies * len(states))


def _replay_milliseconds(table: TableSpec, game: Game) -> float:
    """Return the median over recorded games: lines parsed, verified and applied."""
    notation = Notation(game.rules)
    times: list[float] = []
    for number in range(1, N_RECORDS + 1):
        lines = random_transcript(table, number).moves
        fastest = float("inf")
        for _run in range(N_RUNS):
            begin = time.process_time()
            history = History(game)
            for line in lines:
                history.play(notation.parse(line))
            fastest = min(fastest, time.process_time() - begin)
        times.append(fastest * 1e3)
    return statistics.median(times)
