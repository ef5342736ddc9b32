"""Possible results of the auctions of one phase for a seat, and their worth."""

from typing import Final

from gridwright.bots.planner.cards.card_position import CardPosition
from gridwright.bots.planner.temper import Noise
from gridwright.engine.ids import NONE

BID_EXTRA: Final = 2
"""Rivals are expected to bid this much above the premium, which is small for small plants."""
OUTPUT_PRICE: Final = 3
"""Worth of a unit of output when rivals choose a plant."""


class Outcomes:
    """Values the remaining outcomes. Late buyers pay least, because the rivals are out by then."""

    def __init__(self, position: CardPosition, noise: Noise) -> None:
        self._position: Final = position
        self._noise: Final = noise
        out = position.seen.out
        self.bidders: Final = [rival for rival in position.rivals if not out >> rival & 1]
        """Rivals who may still buy in this phase."""
        self._known: Final = position.facts.values
        self._nothing: float | None = None

    @property
    def nothing(self) -> float:
        """Return the value of buying nothing."""
        if self._nothing is None:
            position = self._position
            self._nothing = position.after_auctions(position.seat, position.plants, position.money)
        return self._nothing

    def won(self, plant: int, price: int) -> float:
        """The value with a plant at a price."""
        question = (plant, price)
        found = self._known.get(question)
        if found is None:
            position = self._position
            found = self._best(position.seat, plant, position.money - price)
            found += self._noise.of(position.seen.round, plant)
            self._known[question] = found
        return found

    def _best(self, seat: int, plant: int, money: int) -> float:
        """The value for a seat of a plant more, with the best one to give up for it."""
        position = self._position
        fleets = self.fleets(seat, plant)
        best = position.after_auctions(seat, fleets[0], money)
        for place in range(1, len(fleets)):
            value = position.after_auctions(seat, fleets[place], money)
            if value > best:
                best = value
        return best

    def fleets(self, seat: int, plant: int) -> list[list[int]]:
        """Return the sets of plants that a seat may own once it has one more."""
        position = self._position
        owned = position.seen.plants[seat]
        together = sorted([*owned, plant])
        fleets = [together]
        if len(together) > position.rules.limits.plant_limit:
            fleets = [[each for each in together if each != lost] for lost in owned]
        return fleets

    def offered(self, plant: int, low: int) -> float:
        """The value of putting a plant up: a rival may take it, and pay for it."""
        alone = self.won(plant, low)
        most = 0
        strongest = NONE
        for rival in self.bidders:
            limit = self._limit(rival, plant)
            if limit > most:
                most = limit
                strongest = rival
        if most <= low:
            return alone
        contested = self.lost(plant, strongest)
        if most < self._position.money:
            contested = max(contested, self.won(plant, most + 1))
        sure = self._position.weights.rival_sure
        return sure * contested + (1.0 - sure) * alone

    def lost(self, plant: int, buyer: int) -> float:
        """Return the value of the phase after a rival bought a plant."""
        question = (plant, buyer, NONE)
        found = self._known.get(question)
        if found is None:
            found = self._without(plant, buyer)
            self._known[question] = found
        return found

    def _without(self, plant: int, buyer: int) -> float:
        position = self._position
        rivals = [rival for rival in self.bidders if rival != buyer]
        now = self.nothing
        for other in self._on_offer([plant]):
            low = position.lowest(other)
            most = 0
            for rival in rivals:
                most = max(most, self._limit(rival, other))
            price = most + 1 if most > low else low
            if price <= position.money:
                now = max(now, self.won(other, price))
        if not rivals:
            return now
        gone = [plant]
        for rival in rivals:
            chosen = self._choice(rival, self._on_offer(gone))
            if chosen != NONE:
                gone.append(chosen)
        last = now
        for other in self._on_offer(gone):
            low = position.lowest(other)
            if low <= position.money:
                last = max(last, self.won(other, low))
        return now + position.weights.patience * (last - now)

    def _on_offer(self, gone: list[int]) -> list[int]:
        """Return the plants on offer when some are gone, if nothing smaller is drawn for them."""
        seen = self._position.seen
        end = self._position.rules.deck.step_card
        left = [plant for plant in seen.market if plant not in gone and plant != end]
        if seen.out == 0 and self._position.rules.trust.plays:
            # After the first sale the Trust takes the largest (k10.3, k10.4).
            largest = min(len(left), seen.current_size) - 1
            left = left[:largest] + left[largest + 1 :]
        return left[: seen.current_size]

    def _limit(self, rival: int, plant: int) -> int:
        """Return the approximate limit of a rival."""
        position = self._position
        output_of = position.rules.fuel.output_of
        owned = position.seen.plants[rival]
        gain = output_of[plant]
        if len(owned) >= position.rules.limits.plant_limit:
            least = output_of[owned[0]]
            for each in owned:
                least = min(least, output_of[each])
            gain -= least
        if gain <= 0:
            return 0
        most = position.rules.money_per_point * gain
        if not position.is_last:
            number = position.rules.deck.numbers[plant]
            most = int(number * (1.0 + position.weights.bid_premium)) + BID_EXTRA
        return min(most, position.purse(rival) - int(position.weights.rival_reserve))

    def _choice(self, rival: int, plants: list[int]) -> int:
        """Return the plant that a rival is expected to buy; NONE if nothing."""
        position = self._position
        output_of = position.rules.fuel.output_of
        best = NONE
        most = 0
        for plant in plants:
            low = position.lowest(plant)
            if self._limit(rival, plant) >= low:
                worth = OUTPUT_PRICE * output_of[plant] - low
                if best == NONE or worth > most:
                    best = plant
                    most = worth
        return best

    def denied(self, plant: int, rival: int, price: int) -> float:
        """Return the worth of a rival not getting a plant at a price."""
        position = self._position
        rivalry = position.weights.rivalry
        if rivalry == 0.0:
            return 0.0
        purse = position.purse(rival)
        before = position.after_auctions(rival, position.seen.plants[rival], purse)
        gain = self._best(rival, plant, purse - price) - before
        return rivalry * max(0.0, gain) / len(position.rivals)
