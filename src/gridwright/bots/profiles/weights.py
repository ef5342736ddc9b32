"""Weights of a planner's evaluation on boards and in card games; a profile sets every one.

A character's style changes some of them, and has a taste.
"""

from dataclasses import dataclass

REVISION = 3
"""Increased when a weight changes its meaning or is added or removed; refuses older profiles."""


@dataclass(frozen=True)
class Weights:
    """Cities are the unit of value."""

    end_sooner: float
    """Likelihood of an end one round early, relative to 1 for the expected round."""
    end_later: float
    """The same for one round later."""
    growth: float
    """Weight of cities before the end, relative to those at the end: a seat may end it early."""
    money_left: float
    """Worth of a unit of money at the end: it breaks ties, and stands for omitted gains."""
    idle_city: float
    """Worth of a connected city that is not supplied at the end."""
    upgrade_premium: float
    """Later plants cost this fraction more than their number."""
    upgrade_growth: float
    """Fraction of the gap to the highest plants by which plants on offer rise per round."""
    upgrade_fuel: float
    """Cost of fuel for a city of a later plant."""
    site_growth: float
    """Fraction by which the cost of sites rises per round ahead: others take the best."""
    bid_premium: float
    """Fraction above its number at which a plant that a rival can use is expected to sell."""
    patience: float
    """Weight of late buyers paying least, if a lot is lost."""
    end_slack: float
    """A seat with the money ends the game if its plants fall short by at most this many cities."""
    cap_part: float
    cap_more: float
    """Highest bid while a rival may still buy: ``cap_part`` of the number, plus ``cap_more``."""
    bid_share: float
    """Fraction of a plant's highest worth up to which it bids."""
    rivalry: float
    """Weight of a rival's gain against the seat's own position, shared among rivals."""
    late_place: float
    """Cost of each later place in the next order."""
    fuel_patience: float
    """Fuel for later is bought below this fraction of the expected later price."""
    fuel_reserve: float
    """Fraction of the cost of the next run that bids leave in hand."""
    spare_cities: float
    """Number of cities built beyond the supply of the plants, if money allows."""
    noise: float
    """Maximum error in cities, either way, when plants and plans are judged."""


@dataclass(frozen=True)
class CardWeights:
    """Points are the unit of value."""

    bid_premium: float
    """Fraction above a plant's number, and a little more, that rivals are expected to bid."""
    rival_reserve: float
    """Money that rivals are expected to keep for fuel when they bid."""
    rival_sure: float
    """Probability that a rival who may want a plant bids for it."""
    patience: float
    """Weight of the plants left at the lowest bid when the others have bought."""
    order_spread: float
    """Difference in income from a rival's that decides the next order."""
    rivalry: float
    """Weight of a rival's gain against the seat's own position, shared among rivals."""
    noise: float
    """Maximum error in points, either way, when plants are judged."""


@dataclass(frozen=True)
class Taste:
    """Preferences of a character in the unit of value; levels have none.

    They are no part of the position's value for others, and end with the last auctions.
    """

    green: float = 0.0
    """Liking for each own plant that burns nothing; a negative one is a dislike."""
    coal: float = 0.0
    """The same for plants that burn coal, half for hybrids; so for the other kinds."""
    oil: float = 0.0
    garbage: float = 0.0
    gas: float = 0.0
    uranium: float = 0.0
    large: float = 0.0
    """Twice the liking for an own plant of the highest number, and the dislike of the smallest."""
    saving: float = 0.0
    """Worth of a unit of money that is not spent, in addition to what it buys later."""
    stock: float = 0.0
    """Worth of a unit of fuel left after the run in card games, in addition to its use."""
    blocking: float = 0.0
    """Money paid above the nearest city for one that is a rival's nearest."""


NO_TASTE = Taste()
"""The taste of the levels."""
