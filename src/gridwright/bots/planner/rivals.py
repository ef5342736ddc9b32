"""Estimates of rivals in the auctions, from outputs and numbers alone."""

from typing import Final

from gridwright.bots.planner.board_position import Position
from gridwright.engine.ids import NONE
from gridwright.engine.rules import DeckRules

OUTPUT_PRICE: Final = 8
"""Price that rivals are expected to pay for one more city supplied."""


class Rivals:
    """The rivals in one position."""

    def __init__(self, position: Position) -> None:
        self._position: Final = position
        out = position.seen.out
        self.bidders: Final = [rival for rival in position.rivals if not out >> rival & 1]
        """Rivals that may still buy in this phase."""

    def price(self, plant: int, low: int, rivals: list[int]) -> int:
        """Return the expected price if these rivals may still buy; the lowest bid without any."""
        position = self._position
        number = position.rules.deck.numbers[plant]
        price = low
        for rival in rivals:
            if self.gain(rival, plant) > 0:
                top = int(number * (1.0 + position.weights.bid_premium))
                price = max(price, min(top, position.purse(rival)))
        return price

    def buyer(self, plant: int) -> int:
        """Return the rival who would buy a plant: the leader, or the one who gains most by it."""
        seen = self._position.seen
        if seen.lot == plant and seen.leader in self.bidders:
            return seen.leader
        best = NONE
        most = -1
        for rival in self.bidders:
            gain = self.gain(rival, plant)
            if gain > most:
                best = rival
                most = gain
        return best

    def gain(self, rival: int, plant: int) -> int:
        """Return the number of cities more that a rival could supply with a plant."""
        position = self._position
        output_of = position.rules.fuel.output_of
        owned = position.seen.plants[rival]
        gain = output_of[plant]
        if len(owned) >= position.rules.limits.plant_limit:
            least = output_of[owned[0]]
            for each in owned:
                least = min(least, output_of[each])
            gain -= least
        return gain

    def choice(self, rival: int, plants: list[int]) -> int:
        """Return the plant that a rival is expected to buy; NONE if nothing."""
        position = self._position
        purse = position.purse(rival)
        best = NONE
        most = 0
        for plant in plants:
            if plant == position.rules.deck.step_card:
                continue
            low = position.lowest(plant)
            worth = OUTPUT_PRICE * self.gain(rival, plant) - low
            if low <= purse and worth > most:
                best = plant
                most = worth
        return best


def replaced(
    deck: DeckRules, market: list[int], sold: int, pool: list[int], drawn: int
) -> list[int]:
    """Return the market after a plant is sold and replaced by a card, if any is left."""
    left = [card for card in market if card != sold]
    if not pool:
        return left
    card = pool[drawn % len(pool)]
    if card in left:
        return left
    numbers = deck.numbers
    place = 0
    while place < len(left) and numbers[left[place]] < numbers[card]:
        place += 1
    return [*left[:place], card, *left[place:]]
