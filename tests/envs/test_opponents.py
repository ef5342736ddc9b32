"""One seat among bots: single games and batches, with every way to name a bot."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

from gridwright.envs.action_builder import HOW_MUCH
from gridwright.envs.batch import BatchEnv
from gridwright.envs.registration import TABLE
from gridwright.envs.seat_env import LOSE, SeatEnv
from gridwright.envs.vector_env import TableVectorEnv


def drawn(masks: NDArray[np.int8], dice: np.random.Generator) -> NDArray[np.int64]:
    """A marked choice of each row."""
    chosen: NDArray[np.int64] = (dice.random(masks.shape) * masks).argmax(axis=1)
    return chosen


@pytest.mark.parametrize(
    "opponents",
    [["l1", "hard-2026-11"], "gridwright.bots.random_bot:RandomBot"],
    ids=["frozen", "address"],
)
def test_bots_are_named_as_everywhere(opponents: str | list[str]) -> None:
    made = gymnasium.make(TABLE, edition="card", seats=3, opponents=opponents, seat=1)
    seen, info = made.reset(seed=4)
    env = made.unwrapped
    assert isinstance(env, SeatEnv)
    assert env.turns.actor == env.seat == 1
    made.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.turns.actor in (1, -1)
    assert made.observation_space.contains(seen)


def test_the_checker_is_content_with_every_option() -> None:
    made = gymnasium.make(
        TABLE,
        edition="card",
        seats=2,
        opponents=["l1"],
        bids="least",
        reach=True,
        shaping=0.5,
        illegal=LOSE,
        render_mode="ansi",
    )
    check_env(made.unwrapped, skip_close_check=True)


def test_in_a_batch_only_the_agents_seat_chooses() -> None:
    batch = BatchEnv(4, edition="card", seats=3, opponents=["l0", "l1"], keep_final=True)
    dice = np.random.default_rng(2)
    n_ended = 0
    seats: set[int] = set()
    for _step in range(120):
        assert (batch.actors == batch.seats).all()
        assert batch.masks.any(axis=1).all()
        batch.step(drawn(batch.masks, dice))
        seats |= set(batch.seats.tolist())
        n_ended += int(batch.dones.sum())
        assert (batch.rewards.sum(axis=1) == batch.dones).all()
    assert n_ended >= 4
    assert seats == {0, 1, 2}
    assert batch.final_observations.any(axis=1).all()


def test_the_same_seeds_and_choices_give_the_same_games_among_bots() -> None:
    ends = []
    for _each in range(2):
        batch = BatchEnv(3, edition="card", seats=2, opponents="l1", seat=1, auto_reset=False)
        batch.reset([5, 6, 7])
        dice = np.random.default_rng(3)
        while (batch.actors >= 0).any():
            batch.step(drawn(batch.masks, dice))
        ends.append((batch.scores.tolist(), batch.ranks.tolist(), batch.observations.tolist()))
    assert ends[0] == ends[1]
    assert not batch.masks.any()


def test_a_broken_off_game_among_bots_is_followed_by_another() -> None:
    """Its last position shows no question that the agent had answered before."""
    batch = BatchEnv(4, edition="card", seats=2, opponents="l0", longest=9, keep_final=True)
    question = batch.table.layout["question"]
    dice = np.random.default_rng(3)
    n_broken_off = 0
    for _step in range(60):
        chosen = drawn(batch.masks, dice)
        batch.step(chosen)
        n_broken_off += int(batch.truncated.sum())
        for place in np.flatnonzero(batch.truncated):
            if batch.final_observations[place][question][HOW_MUCH]:
                assert batch.table.index.name(int(chosen[place])).startswith(("offer", "more"))
        assert not batch.dones.any()
        assert (batch.actors == batch.seats).all()
    assert n_broken_off > 4


def test_the_vector_environment_pays_the_agents_seat() -> None:
    made = gymnasium.make_vec(
        TABLE, 4, "vector_entry_point", edition="card", seats=2, opponents="l0", seat=0
    )
    assert isinstance(made, TableVectorEnv)
    dice = np.random.default_rng(1)
    _seen, infos = made.reset(seed=1)
    paid = 0.0
    n_ended = 0
    while n_ended < 8:
        assert (infos["actors"] == 0).all()
        _seen, rewards, over, _broken, infos = made.step(drawn(infos["action_mask"], dice))
        assert (rewards == infos["rewards"][:, 0]).all()
        paid += float(rewards.sum())
        n_ended += int(over.sum())
    assert 0 < paid < n_ended


def test_a_seat_without_opponents_is_refused() -> None:
    with pytest.raises(ValueError, match="opponents"):
        BatchEnv(1, edition="card", seats=2, seat=0)
    with pytest.raises(RuntimeError, match="opponents"):
        BatchEnv(1, edition="card", seats=2, opponents="l0").snapshot()
