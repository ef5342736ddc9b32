"""Rewards of a finished game for each seat. Scores and ranks remain those of the rules."""

from collections.abc import Callable, Mapping
from typing import Final

RewardPolicy = Callable[[list[int], list[int]], list[float]]
"""Function from the scores and the ranking of a finished game to a reward for each seat."""


def win_share(scores: list[int], ranking: list[int]) -> list[float]:  # noqa: ARG001
    """Return 1 in all, split among the seats that share the first place."""
    n_winners = ranking.count(1)
    return [1 / n_winners if place == 1 else 0.0 for place in ranking]


def by_rank(scores: list[int], ranking: list[int]) -> list[float]:  # noqa: ARG001
    """Return 1 for the first place down to 0 for the last; tied seats share."""
    last = len(ranking) - 1
    return [1 - (place - 1 + (ranking.count(place) - 1) / 2) / last for place in ranking]


def by_score(scores: list[int], ranking: list[int]) -> list[float]:  # noqa: ARG001
    """Return the score itself: cities supplied, or victory points."""
    return [float(score) for score in scores]


REWARDS: Final[Mapping[str, RewardPolicy]] = {
    "win": win_share,
    "rank": by_rank,
    "score": by_score,
}
"""Policies by the name that environments accept as ``reward``."""

MAX_REWARD: Final[Mapping[str, float]] = {"win": 1.0, "rank": 1.0, "score": 1000.0}
"""Upper bound of each policy; the lower bound is 0."""


def reward_policy(name: str) -> RewardPolicy:
    """Return the policy of a name. Raises ValueError for an unknown one."""
    if name not in REWARDS:
        raise ValueError(f"expected one of {', '.join(REWARDS)}, got {name!r}")
    return REWARDS[name]
