"""The plant market of the card game: no steps, but a card that announces the last round."""

from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.vocabulary import LastRoundSet
from gridwright.engine.market import PlantMarket
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_UPKEEP


class CardMarket(PlantMarket):
    """What the card game does where the board games begin step 3, and at the end of a round."""

    def step_three_change(self, state: State, log: EventLog) -> None:
        """The end card leaves with the smallest plant: six are left (k3.23, k8.6, k8.7)."""
        depot = depot_of(state)
        depot.card_waited = self.step_card_leaves(state, log)
        depot.last_round = state.round + 1
        if log.wanted:
            log.add(LastRoundSet(depot.last_round, depot.card_waited))

    def upkeep(self, state: State, log: EventLog) -> None:
        depot = depot_of(state)
        if depot.last_round == 0:
            self.largest_goes_under(state, log)  # k7.11
            self.replace(state)
        elif depot.card_waited:
            self.exchange(state, LEFT_UPKEEP, log)  # k8.5
