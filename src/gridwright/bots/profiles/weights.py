"""The weights by which a planner judges on a board. A profile gives every one by name."""

from dataclasses import dataclass

REVISION = 3
"""Raised when a weight changes its meaning, comes or goes: older profiles are refused then."""


@dataclass(frozen=True)
class Weights:
    """Cities are the unit of value."""

    end_sooner: float
    """How likely the game ends a round before it seems to, against 1 for the round expected."""
    end_later: float
    """The same for a round later."""
    growth: float
    """How far the cities on the way count, against those at the end: who is early may end it."""
    money_left: float
    """What a unit of money at the end is worth: it breaks ties, and stands for what was missed."""
    idle_city: float
    """What a connected city that is not supplied at the end is worth."""
    upgrade_premium: float
    """Later plants cost this part more than their number."""
    upgrade_growth: float
    """In a round, plants on offer come nearer to the highest ones by this part of the gap."""
    upgrade_fuel: float
    """What fuel for a city of a later plant costs."""
    site_growth: float
    """This part of their cost is added to sites for each round ahead: others take the best."""
    bid_premium: float
    """A plant that a rival can use is expected to sell for this part above its number."""
    patience: float
    """How far it counts, where a lot is lost, that who buys late pays least."""
    end_slack: float
    """A seat with the money ends the game if its plants fall short by no more cities than this."""
    cap_part: float
    cap_more: float
    """While a rival may still buy, no bid is above this part of the number and so much more."""
    bid_share: float
    """Of what a plant is worth at most, this part is bid."""
    rivalry: float
    """What a rival gains counts against the own position by this part, shared among rivals."""
    late_place: float
    """What each place later in the next order is worth."""
    fuel_patience: float
    """Fuel for later is bought below this part of the price expected then."""
    fuel_reserve: float
    """Bids leave this part of the cost of the next run in hand."""
    spare_cities: float
    """So many cities are built beyond what plants can supply, if money allows."""
    noise: float
    """Plants and plans are misjudged by up to this many cities either way."""
