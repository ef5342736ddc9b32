"""Skill as a normal distribution, after OpenSkill's Plackett-Luce model (Weng and Lin, 2011).

The scale is in points around 1500: at a table of two certain players, 400 points are odds of ten to
one. Skills are whole thousandths of a point, rounded after each game, so that the same games give
the same ratings on every machine and in every database.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

GRAIN: Final = 1_000
"""Parts of a point."""
FIRST: Final = 1_500 * GRAIN
"""Skill of a new player; this and the next three are in thousandths of a point."""
BETA: Final = round(400 / log(10) / sqrt(2) * GRAIN)
"""Standard deviation of a player's strength around the skill in a single game."""
UNSURE: Final = 2 * BETA
"""Deviation of a new player."""
DRIFT: Final = UNSURE // 100
"""Deviation added from one game to the next, so that it never reaches zero."""
LEAST_SHARE: Final = 0.0001
"""Smallest fraction of a variance that remains after a game."""
HALF_INTERVAL: Final = 1.96
"""Standard deviations on each side of a 95 % interval."""


class Skill(NamedTuple):
    """A skill and its deviation, in thousandths of a point."""

    mu: int = FIRST
    sigma: int = UNSURE

    @property
    def points(self) -> int:
        return round(self.mu / GRAIN)

    @property
    def margin(self) -> int:
        """Half of the 95 % interval of the skill, in points."""
        return round(HALF_INTERVAL * self.sigma / GRAIN)


def rated(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Return the skills after a game, by the place of each player; equal places are a tie."""
    sigmas = [_drifted(skill.sigma) for skill in skills]
    spread = _spread(sigmas)
    weights = _weights(skills, spread)
    ranked = list(zip(weights, places, strict=True))
    # left[other]: total weight of that player and of all players behind.
    left = [sum([weight for weight, place in ranked if place >= best]) for best in places]
    ties = [places.count(place) for place in places]
    found: list[Skill] = []
    for own, (weight, place) in enumerate(ranked):
        gain = known = 0.0
        for other, best in enumerate(places):
            if best > place:
                continue
            chance = weight / left[other]
            gain += ((1 - chance) if other == own else -chance) / ties[other]
            known += chance * (1 - chance) / ties[other]
        share = sigmas[own] / spread
        kept = max(1 - known * share**3, LEAST_SHARE)
        mu = skills[own].mu + gain * share * sigmas[own]
        found.append(Skill(round(mu), round(sigmas[own] * sqrt(kept))))
    return found


def chances(skills: Sequence[Skill]) -> list[float]:
    """Return the chance of each player to win, before the game."""
    weights = _weights(skills, _spread([_drifted(skill.sigma) for skill in skills]))
    return [weight / sum(weights) for weight in weights]


def _drifted(sigma: int) -> float:
    return sqrt(sigma * sigma + DRIFT * DRIFT)


def _spread(sigmas: Sequence[float]) -> float:
    return sqrt(sum([sigma * sigma + BETA * BETA for sigma in sigmas]))


def _weights(skills: Sequence[Skill], spread: float) -> list[float]:
    best = max([skill.mu for skill in skills])
    return [exp((skill.mu - best) / spread) for skill in skills]
