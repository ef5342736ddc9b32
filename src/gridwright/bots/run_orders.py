"""The action that runs the plants a bot has chosen."""

from gridwright.engine.editions.card.vocabulary import MayProduce, Produce
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import MayRun, RunPlants


def order_run(offer: MayRun, plants: int, first: int) -> Action:
    """Run these plants, hybrids with so much of the first kind; storage is turned as it comes."""
    if isinstance(offer, MayProduce):
        return Produce(offer.seat, plants, first, [])
    return RunPlants(offer.seat, plants, first)
