"""The seat to act and its decision."""

from typing import Final

from gridwright.cli.drawing.events import tell_winners
from gridwright.cli.drawing.names import Names
from gridwright.engine.ids import CHANCE, NONE, OVER
from gridwright.engine.observation import Observation

ASKED: Final = {
    "regions": "adds a region.",
    "trust-houses": "places a house of the Trust.",
    "auction": "offers a plant or passes.",
    "resources": "buys fuel.",
    "building": "connects cities.",
    "bureaucracy": "runs plants.",
}


def tell_turn(seen: Observation, names: Names) -> str:
    """Return one or two sentences: the seat to act, its decision, the state of the auction."""
    if seen.phase == OVER:
        return tell_winners(seen.scores, seen.money, seen.ranking, names)
    if seen.actor == CHANCE:
        return "The dealer draws."
    seat = f"Seat {seen.actor}"
    if seen.scrapper != NONE:
        return f"{seat} gives up a plant."
    if seen.lot != NONE:
        return (
            f"{seat} bids or drops out. {names.card(seen.lot).capitalize()} is at {seen.bid}, "
            f"bid by seat {seen.leader}. In: {names.seats(seen.contenders)}."
        )
    asked = ASKED.get(names.game.phases[seen.phase].NAME, "acts.")
    sentence = f"{seat} {asked}"
    if names.game.phases[seen.phase].NAME == "auction" and seen.out:
        sentence += f" Bought or passed: {names.seats(seen.out)}."
    return sentence
