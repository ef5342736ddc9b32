"""The games through Gymnasium: one seat against bots, and many games in parallel."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from gridwright.content.table import list_editions
from gridwright.envs import registration
from gridwright.envs.action_builder import NotMarkedError
from gridwright.envs.encoder import MOST
from gridwright.envs.registration import TABLE
from gridwright.envs.seat_env import LOSE, SeatEnv
from gridwright.envs.vector_env import TableVectorEnv


def finish(env: SeatEnv, seed: int) -> tuple[float, dict[str, object]]:
    """Play marked random choices to the end; return the last reward and its info."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(seen)
        choice = rng.choice(np.flatnonzero(info["action_mask"]))
        seen, reward, over, broken_off, info = env.step(choice)
        if over or broken_off:
            return float(reward), info
        assert reward == 0


@pytest.mark.parametrize(
    ("imports", "module"),
    [
        ("import gridwright.envs, gymnasium", ""),
        ("import gymnasium, gridwright.envs", ""),
        ("import gymnasium", "gridwright.envs:"),
        ("import gymnasium", f"{registration.__name__}:"),
    ],
)
def test_make_in_a_fresh_process(imports: str, module: str) -> None:
    code = (
        f"{imports};"
        f"made = gymnasium.make('{module}{TABLE}', edition='card', seats=2);"
        "print(type(made.unwrapped).__name__, made.reset(seed=1)[0].shape)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "SeatEnv (714,)\n"


def test_batches_need_no_gymnasium() -> None:
    code = (
        "import sys; sys.modules['gymnasium'] = None;"
        "import gridwright; print(type(gridwright.env('card', n_games=2)).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "BatchEnv\n"


@pytest.mark.parametrize("edition", list_editions())
def test_the_checker_of_gymnasium_is_content(edition: str) -> None:
    made = gymnasium.make(TABLE, edition=edition, seats=3, illegal=LOSE, render_mode="ansi")
    check_env(made.unwrapped, skip_close_check=True)


@pytest.mark.parametrize("edition", list_editions())
@pytest.mark.parametrize("reward", ["win", "rank", "score"])
def test_a_game_ends_with_the_reward_of_the_agents_seat(edition: str, reward: str) -> None:
    env = SeatEnv(edition=edition, seats=3, opponents=["l0", "l1"], reward=reward)
    got, info = finish(env, 5)
    assert got == env.turns.rewards()[env.seat]
    assert info["rank"] == env.turns.ranking()[env.seat]
    assert info["score"] == env.turns.scores()[env.seat]


def test_the_same_seed_gives_the_same_game_and_seats_change() -> None:
    env = SeatEnv(edition="card", seats=3)
    ends = [(finish(env, 7), env.seat, env.turns.episode.log) for _each in range(2)]
    assert ends[0][1:] == ends[1][1:]
    seats = set()
    for seed in range(20):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}
    given = SeatEnv(edition="card", seats=3, seat=2)
    given.reset(seed=1)
    assert given.seat == given.turns.actor == 2


def test_what_the_mask_forbids_raises_or_loses() -> None:
    env = SeatEnv(edition="card", seats=2)
    _seen, info = env.reset(seed=1)
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(NotMarkedError):
        env.step(forbidden)
    losing = SeatEnv(edition="card", seats=2, illegal=LOSE)
    losing.reset(seed=1)
    _seen, reward, over, _broken, info = losing.step(forbidden)
    assert (reward, over, info["illegal"]) == (0.0, True, True)
    assert not losing.action_masks().any()


@pytest.mark.parametrize(
    "wrong", [{"seat": 2}, {"illegal": "ignore"}, {"opponents": ["l0", "l0"]}, {"opponents": "hal"}]
)
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="expected"):
        SeatEnv(edition="card", seats=2, **wrong)  # type: ignore[arg-type]


def test_a_game_that_takes_too_long_is_truncated() -> None:
    env = SeatEnv(edition="card", seats=2, longest=5)
    _reward, info = finish(env, 1)
    assert env.turns.is_broken_off
    assert "rank" not in info
    with pytest.raises(RuntimeError, match="reset"):
        env.turns.play(env.turns.episode.log[-1])


def test_bounds_are_finite_and_cut_off() -> None:
    env = SeatEnv(edition="classic", seats=2, seat=0)
    space = env.observation_space
    assert isinstance(space, gymnasium.spaces.Box)
    assert space.is_bounded()
    assert set(np.unique(space.high)) == {1.0, MOST}
    env.reset(seed=1)
    env.turns.episode.state.money[0] = 1_000_000
    seen = env._observe()
    assert seen.max() == MOST
    assert space.contains(seen)


def test_many_games_are_one_vector_environment() -> None:
    made = gymnasium.make_vec(TABLE, 8, "vector_entry_point", edition="card", seats=2)
    assert isinstance(made, TableVectorEnv)
    rng = np.random.default_rng(3)
    seen, infos = made.reset(seed=3)
    again, _infos = made.reset(seed=3)
    assert (seen == again).all()
    made.reset(seed=[1, None, 2, 3, 4, 5, 6, 7])
    seen, infos = made.reset(seed=3)
    n_ended = 0
    for _step in range(300):
        assert made.observation_space.contains(seen)
        actors = infos["actors"]
        marked = infos["action_mask"]
        seen, rewards, over, broken_off, infos = made.step(
            (rng.random(marked.shape) * marked).argmax(axis=1)
        )
        assert (rewards == infos["rewards"][np.arange(8), actors]).all()
        assert not rewards[~over].any()
        assert not broken_off.any()
        assert (infos["rewards"].sum(axis=1) == over).all()
        n_ended += int(over.sum())
    assert n_ended > 8


def test_gymnasiums_own_vectors_play_one_seat_each() -> None:
    made = gymnasium.make_vec(TABLE, 2, "sync", edition="card", seats=2)
    _seen, infos = made.reset(seed=1)
    choices = np.array([np.flatnonzero(row)[0] for row in infos["action_mask"]])
    made.step(choices)
