"""A character's liking for plants."""

from typing import Final

from gridwright.bots.profiles.weights import Taste
from gridwright.engine.rules import Rules

MIDDLE: Final = 0.5
"""Fraction of the highest number at which a plant is neither large nor small."""


def likings_of(taste: Taste, rules: Rules) -> list[float]:
    """Return the liking for each plant of the game."""
    by_kind = {
        "coal": taste.coal,
        "oil": taste.oil,
        "garbage": taste.garbage,
        "gas": taste.gas,
        "uranium": taste.uranium,
    }
    names = rules.market.kinds
    plants = rules.deck.plants
    highest = max([plant.number for plant in plants])
    likings: list[float] = []
    for plant in plants:
        liking = taste.large * (plant.number / highest - MIDDLE)
        if not plant.kinds:
            liking += taste.green
        for kind in plant.kinds:
            liking += by_kind.get(names[kind], 0.0) / len(plant.kinds)
        likings.append(liking)
    return likings
