"""The weights by which a planner judges on a board. A profile gives every one by name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """Cities are the unit of value."""

    end_sooner: float
    """Likelihood of an end one round early, against 1 for the round expected."""
    end_later: float
    """The same for a round later."""
    growth: float
    """Weight of cities before the end, against those at the end: an early seat may end it."""
    money_left: float
    """Worth of a unit of money at the end: it breaks ties, and covers omitted gains."""
    idle_city: float
    """Worth of a connected city that is not supplied at the end."""
    upgrade_premium: float
    """Later plants cost this part more than their number."""
    upgrade_growth: float
    """Part of the gap to the highest plants by which plants on offer rise in a round."""
    upgrade_fuel: float
    """Cost of fuel for a city of a later plant."""
    site_growth: float
    """Part of their cost by which sites rise for each round ahead: others take the best."""
    bid_premium: float
    """A plant is expected to sell for this part above its lowest bid."""
    bid_share: float
    """Part of the most that a plant is worth, up to which it bids."""
    rivalry: float
    """Part by which a rival's gain counts against the own position, shared among rivals."""
    late_place: float
    """Cost of each place later in the next order."""
    fuel_patience: float
    """Fuel for later is bought below this part of the price expected then."""
    fuel_reserve: float
    """Bids leave this part of the cost of the next run in hand."""
    spare_cities: float
    """Cities that are built beyond the supply of the plants, if money allows."""


@dataclass(frozen=True)
class CardWeights:
    """Points are the unit of value."""

    bid_premium: float
    """Rivals are expected to bid this part above a plant's number, and a little, if they can."""
    rival_reserve: float
    """Money that rivals are expected to keep for fuel when they bid."""
    rival_sure: float
    """Probability that a rival who may want a plant bids for it."""
    patience: float
    """Weight of the plants left at the lowest bid when the others have bought."""
    order_spread: float
    """An income that differs from a rival's by this decides who comes first in the next order."""
    rivalry: float
    """Part by which a rival's gain counts against the own position, shared among rivals."""
