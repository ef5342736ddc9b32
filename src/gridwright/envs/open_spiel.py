"""The games for OpenSpiel; needs the extra ``openspiel``.

Importing this module registers ``gridwright``: ``pyspiel.load_game("gridwright(edition=card)")``.
Every draw is a chance node with exact probabilities. Chance outcomes are numbered within their
node; seats choose by the action index.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import Notation
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import Action
from gridwright.envs.chance import chance_outcomes, most_outcomes
from gridwright.envs.env_table import build_spec, table_for
from gridwright.envs.episode import Episode, render_text
from gridwright.envs.rewards import MAX_REWARD, reward_policy
from gridwright.envs.turn_env import LONGEST

PARAMETERS: Final[Mapping[str, Any]] = {
    "edition": "classic",
    "preset": "",
    "board": "",
    "players": 4,
    "contractor": False,
    "hidden_money": False,
    "draft": False,
    "reward": "win",
    "longest": LONGEST,
}
"""Parameters of a game and their defaults; an empty name means the default one."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="gridwright",
    long_name="Gridwright",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(PARAMETERS),
)


def spec_of(told: Mapping[str, Any]) -> TableSpec:
    """Return the table spec of a game's parameters."""
    return build_spec(
        told["edition"],
        told["preset"] or None,
        told["board"] or None,
        told["players"],
        contractor=told["contractor"],
        hidden_money=told["hidden_money"],
        regions="draft" if told["draft"] else "random",
    )


class GridwrightGame(pyspiel.Game):
    """The game of one table."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        told = {**PARAMETERS, **(params or {})}
        self.table: Final = table_for(spec_of(told))
        self.longest: Final[int] = told["longest"]
        self.reward: Final = reward_policy(told["reward"])
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.table.index.size,
                max_chance_outcomes=most_outcomes(self.table.game),
                num_players=self.table.n_seats,
                min_utility=0.0,
                max_utility=MAX_REWARD[told["reward"]],
                max_game_length=self.longest,
            ),
            dict(params or {}),
        )

    def new_initial_state(self) -> "GridwrightState":
        return GridwrightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SeatObserver":
        if params:
            raise ValueError(f"expected no parameters of an observation, got {params}")
        perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SeatObserver(self, perfect_recall)


class GridwrightState(pyspiel.State):
    """A position. OpenSpiel copies and stores its attributes, so there are few."""

    def __init__(self, game: GridwrightGame) -> None:
        super().__init__(game)
        self.episode = Episode(game.table)
        self.n_taken = 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        actor = self.episode.actor
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.episode.actor:
            return []
        return [int(choice) for choice in np.flatnonzero(self.episode.mask())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = chance_outcomes(self.episode.table.game, self.episode.state)
        return [(place, share) for place, (_action, share) in enumerate(outcomes)]

    def _chance_action(self, place: int) -> Action:
        return chance_outcomes(self.episode.table.game, self.episode.state)[place][0]

    def _apply_action(self, action: int) -> None:
        if self.episode.actor == CHANCE:
            self.episode.apply(self._chance_action(action))
        else:
            self.episode.take(action)
            self.n_taken += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return Notation(self.episode.table.game.rules).text(self._chance_action(action))
        return f"{player} {self.episode.table.index.name(action)}"

    def is_terminal(self) -> bool:
        return self.episode.is_over() or self.n_taken >= self.get_game().longest

    def returns(self) -> list[float]:
        """Return the policy's rewards at the end; zeros before, or if the game was truncated."""
        if not self.episode.is_over():
            return [0.0] * self.episode.table.n_seats
        rewards: list[float] = self.get_game().reward(self.episode.scores(), self.episode.ranking())
        return rewards

    def __str__(self) -> str:
        return render_text(self.episode)


class SeatObserver:
    """A seat's view. With perfect recall the text contains everything that it saw so far."""

    def __init__(self, game: GridwrightGame, perfect_recall: bool) -> None:
        layout = game.table.layout
        self._perfect_recall: Final = perfect_recall
        self._notation: Final = Notation(game.table.game.rules)
        self.tensor: Final[NDArray[np.float32]] = np.zeros(layout.size, np.float32)
        self.dict: Final = {
            field.name: self.tensor[field.start : field.start + field.size].reshape(field.shape)
            for field in layout.fields
        }

    def set_from(self, state: GridwrightState, player: int) -> None:
        self.tensor[:] = state.episode.observe(player)

    def string_from(self, state: GridwrightState, player: int) -> str:
        episode = state.episode
        own = episode.builder if episode.actor == player else None
        if not self._perfect_recall:
            seen = observe(episode.table.game, episode.state, player)
            features = episode.table.writer.write(seen, own)
            return f"seat {player}: " + " ".join(str(feature) for feature in features)
        lines = [f"seat {player}", *[self._notation.text(action) for action in episode.log]]
        if own is not None:
            lines.extend(episode.table.index.name(choice) for choice in own.said)
        return "\n".join(lines)


pyspiel.register_game(GAME_TYPE, GridwrightGame)
