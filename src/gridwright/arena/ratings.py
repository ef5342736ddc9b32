"""The leaderboard of a mixed pool of bots: ratings by OpenSkill's Plackett–Luce model.

A bot with several seats in a game is rated once per seat, and gets the mean of these ratings. Games
of different fixtures alternate, because later games weigh more. Sigma is the uncertainty of a
rating among these games; it is not a confidence interval over deals.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

RatedGame: TypeAlias = tuple[tuple[str, ...], tuple[int, ...]]
"""The bot at each seat, and the place of each seat."""


@dataclass(frozen=True)
class Rating:
    """A bot's skill as a normal distribution."""

    bot: str
    mu: float
    sigma: float
    games: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def rate(games: Iterable[RatedGame]) -> list[Rating]:
    """Return the ratings after these games, the best first."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills: dict[str, tuple[float, float]] = {}
    counts: dict[str, int] = {}
    for bots, ranking in games:
        if len(set(bots)) < 2:
            continue
        for bot in bots:
            if bot not in skills:
                fresh = model.rating()
                skills[bot] = (fresh.mu, fresh.sigma)
        teams = [[model.rating(*skills[bot])] for bot in bots]
        rated = model.rate(teams, ranks=[float(place) for place in ranking])
        for bot in sorted(set(bots)):
            copies = [team[0] for name, team in zip(bots, rated, strict=True) if name == bot]
            skills[bot] = (
                sum([copy.mu for copy in copies]) / len(copies),
                sum([copy.sigma for copy in copies]) / len(copies),
            )
            counts[bot] = counts.get(bot, 0) + 1
    ratings = [
        Rating(bot, round(mu, 4), round(sigma, 4), counts[bot])
        for bot, (mu, sigma) in skills.items()
    ]
    return sorted(ratings, key=lambda rating: (-rating.mu, rating.bot))
