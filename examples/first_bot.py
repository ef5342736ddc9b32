"""A first bot: random, but it never forgets to bid, to buy fuel and to run its plants.

    python examples/first_bot.py
    gridwright arena match --bot first_bot:Eager --against l0 --cell card:2   (in this folder)

A bot gets what a person at its seat sees, and the offers of the turn. It returns one action
that an offer holds. It has no game, no dealer and no clock.
"""

import gridwright
from gridwright.engine.dice import Dice
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, MayDo, Offer
from gridwright.engine.vocabulary.production import MayRun
from gridwright.fair.draw import Stream


class Eager(gridwright.Bot):
    """The bot: a name, a level of strength, a line about it, and brains for its seats."""

    def __init__(self) -> None:
        super().__init__("eager", 1, "At random, but never declines.")

    def sit(self, rules: Rules, seat: int, stream: Stream) -> gridwright.Brain:
        return EagerBrain(stream)


class EagerBrain(gridwright.Brain):
    """One game at one seat."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        for offer in offers:
            if isinstance(offer, MayRun):
                return offer.suggestion()  # The run that supplies the most cities.
        # Passing, dropping out and finishing are offers of one action: MayDo.
        useful = [offer for offer in offers if not isinstance(offer, MayDo)]
        choices = useful or offers
        chosen = choices[self.stream.below(len(choices))]
        return chosen.sample(Dice(self.stream.word()))


def main() -> None:
    """Play one game against random players, and tell how it went."""
    table = gridwright.new("classic", board="germany", seats=3, seed=1)
    table.play_out(Eager(), "l0", "l0")
    print(table)
    for seat, place in enumerate(table.ranking):
        print(f"seat {seat}: place {place}, supplies {table.scores[seat]} cities")


if __name__ == "__main__":
    main()
