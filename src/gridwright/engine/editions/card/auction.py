"""Auctions of the card game."""

from gridwright.engine.counts import total
from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.order import order_by_plants
from gridwright.engine.editions.card.vocabulary import FuelLost
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog


class CardAuctionPhase(AuctionPhase):
    """Any of four plants may go, and lost fuel is turned off cards (k3.11, k3.14)."""

    def set_first_order(self, state: State, log: EventLog) -> None:
        order_by_plants(self.rules, state, log)

    def may_scrap(self, state: State, plant: int) -> bool:
        return True

    def put_away(self, state: State, seat: int, lost: list[int], log: EventLog) -> list[int]:
        if total(lost) > 0:
            depot = depot_of(state)
            turns = self.rules.cards.fewest_first(depot.stored[seat], lost)
            depot.turn_down(seat, turns)
            if log.wanted:
                log.add(FuelLost(seat, turns))
        return [0] * len(lost)
