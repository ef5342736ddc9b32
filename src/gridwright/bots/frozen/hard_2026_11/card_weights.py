"""The weights by which a planner judges the card game. A profile gives every one by name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class CardWeights:
    """Points are the unit of value."""

    bid_premium: float
    """Rivals are expected to bid this part above a plant's number, and a little, if they can."""
    rival_reserve: float
    """So much money rivals are expected to keep for fuel when they bid."""
    rival_sure: float
    """Probability that a rival who may want a plant bids for it."""
    patience: float
    """Weight of the plants left at the lowest bid when the others have bought."""
    order_spread: float
    """An income that differs from a rival's by this decides who comes first in the next order."""
    rivalry: float
    """Part by which a rival's gain counts against the own position, shared among rivals."""
