"""The order for a run that a bot has decided on."""

from gridwright.engine.actions import Action, Produce, RunPlants
from gridwright.engine.offers import MayProduce, MayRun


def order_run(offer: MayRun, plants: int, first: int) -> Action:
    """Run these plants, hybrids with so much of the first kind; storage is turned as it comes."""
    if isinstance(offer, MayProduce):
        return Produce(offer.seat, plants, first, [])
    return RunPlants(offer.seat, plants, first)
