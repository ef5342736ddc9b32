"""The step after the end of a game in a vector environment, in each of Gymnasium's modes."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from gridwright.content.table import list_editions
from gridwright.envs.batch import BatchEnv
from gridwright.envs.turn_env import TurnEnv
from gridwright.envs.vector_env import TableVectorEnv

N_GAMES = 4


def drawn(masks: NDArray[np.int8], dice: np.random.Generator) -> NDArray[np.int64]:
    """A marked choice of each row."""
    chosen: NDArray[np.int64] = (dice.random(masks.shape) * masks).argmax(axis=1)
    return chosen


def make(mode: AutoresetMode, **options: Any) -> TableVectorEnv:
    made = TableVectorEnv(N_GAMES, edition="card", seats=2, autoreset_mode=mode, **options)
    made.reset(seed=3)
    return made


@pytest.mark.parametrize("longest", [20_000, 25])
@pytest.mark.parametrize("edition", list_editions())
def test_final_observations_are_those_of_single_games(edition: str, longest: int) -> None:
    """Final observations are equal also if a game is truncated while an action is unfinished."""
    batch = BatchEnv(1, edition=edition, seats=3, longest=longest, keep_final=True)
    single = TurnEnv(edition=edition, seats=3, longest=longest)
    single.reset(0)
    dice = np.random.default_rng(5)
    while not (batch.dones[0] or batch.truncated[0]):
        chooser = int(batch.actors[0])
        choice = drawn(batch.masks, dice)
        batch.step(choice)
        single.step(int(choice[0]))
    assert batch.truncated[0] == (longest == 25)
    assert (batch.final_observations[0] == single.observe(chooser)).all()


def test_in_the_same_step_infos_keep_the_last_position() -> None:
    made = make(AutoresetMode.SAME_STEP)
    dice = np.random.default_rng(2)
    infos = made._infos()
    n_ended = 0
    while n_ended < 6:
        choosers = infos["actors"]
        seen, _rewards, over, _broken, infos = made.step(drawn(infos["action_mask"], dice))
        if not over.any():
            assert "final_obs" not in infos
            continue
        assert (infos["_final_obs"] == over).all()
        assert (infos["_final_info"] == over).all()
        for place in range(N_GAMES):
            last = infos["final_obs"][place]
            if not over[place]:
                assert last is None
                continue
            n_ended += 1
            assert made.single_observation_space.contains(last)
            phase = made.batch.table.layout["phase"]
            assert last[phase][-1] == 1
            assert seen[place][phase][-1] == 0
            told = infos["final_info"]
            assert told["seat"][place] == choosers[place]
            assert told["rank"][place] == infos["ranks"][place][choosers[place]]


def test_in_the_next_step_the_choice_is_ignored_and_a_game_begins() -> None:
    made = make(AutoresetMode.NEXT_STEP)
    dice = np.random.default_rng(2)
    infos = made._infos()
    before = np.zeros(N_GAMES, np.bool_)
    phase = made.batch.table.layout["phase"]
    n_ended = 0
    while n_ended < 6:
        seen, rewards, over, _broken, infos = made.step(drawn(infos["action_mask"], dice))
        assert "final_obs" not in infos
        assert (seen[:, phase][:, -1] == over).all()
        assert not over[before].any()
        assert not rewards[before].any()
        assert (made.batch.actors[before] >= 0).all()
        before = over
        n_ended += int(over.sum())


def test_without_autoreset_games_wait_for_a_mask() -> None:
    made = make(AutoresetMode.DISABLED)
    dice = np.random.default_rng(2)
    infos = made._infos()
    over = np.zeros(N_GAMES, np.bool_)
    while not over.any():
        _seen, _rewards, over, _broken, infos = made.step(drawn(infos["action_mask"], dice))
    with pytest.raises(RuntimeError, match="reset"):
        made.step(drawn(infos["action_mask"], dice))
    others = made.batch.observations[~over].copy()
    seen, infos = made.reset(options={"reset_mask": over})
    assert (seen[~over] == others).all()
    assert (infos["actors"] >= 0).all()
    made.step(drawn(infos["action_mask"], dice))
    for wrong in (np.zeros(N_GAMES, np.bool_), np.ones(1, np.bool_), np.ones(N_GAMES)):
        with pytest.raises(ValueError, match="truths"):
            made.reset(options={"reset_mask": wrong})


@pytest.mark.parametrize("edition", list_editions())
def test_restored_games_continue_bit_for_bit(edition: str) -> None:
    """Snapshots of any moment, also inside an action, are restored twice with the same result."""
    batch = BatchEnv(4, edition=edition, seats=3, longest=130, shaping=0.5, keep_final=True)
    dice = np.random.default_rng(1)
    for n_steps in (1, 50):
        for _step in range(n_steps):
            batch.step(drawn(batch.masks, dice))
        kept = batch.snapshot()
        trails = []
        for _twice in range(2):
            same = np.random.default_rng(9)
            trail = []
            for _step in range(60):
                batch.step(drawn(batch.masks, same))
                arrays = (batch.observations, batch.masks, batch.rewards, batch.ranks)
                trail.append([array.tobytes() for array in arrays])
            trails.append(trail)
            batch.restore(kept)
        assert trails[0] == trails[1]


def test_a_restored_vector_environment_shows_what_it_showed() -> None:
    made = make(AutoresetMode.NEXT_STEP)
    dice = np.random.default_rng(4)
    infos = made._infos()
    for _step in range(30):
        seen, _rewards, _over, _broken, infos = made.step(drawn(infos["action_mask"], dice))
    kept = made.snapshot()
    made.step(drawn(infos["action_mask"], dice))
    again, told = made.restore(kept)
    assert (again == seen).all()
    assert (told["action_mask"] == infos["action_mask"]).all()


def test_a_snapshot_of_other_games_is_refused() -> None:
    kept = BatchEnv(2, edition="card", seats=2).snapshot()
    with pytest.raises(ValueError, match="3 games"):
        BatchEnv(3, edition="card", seats=2).restore(kept)
    with pytest.raises(ValueError, match="snapshot of"):
        BatchEnv(2, edition="card", seats=3).restore(kept)
    with pytest.raises(RuntimeError, match="opponents"):
        BatchEnv(2, edition="card", seats=2, opponents="l0").restore(kept)
