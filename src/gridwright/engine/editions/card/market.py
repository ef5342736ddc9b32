"""Plant market and auctions of the card game: a card announces the last round."""

from typing import Final

from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.order import order_by_plants
from gridwright.engine.editions.card.vocabulary import FuelLost, LastRoundSet
from gridwright.engine.market import SHUFFLE, PlantMarket
from gridwright.engine.masks import total
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_UNSOLD, LEFT_UPKEEP

LAST_STEP: Final = 3
"""Row of the deck's sizes that holds in the last round."""


class CardMarket(PlantMarket):
    """The card game's market: an end card in place of step 3, and its own end of a round."""

    def __init__(
        self, rules: Rules, obsolete: ObsoletePolicy, discount: DiscountPolicy, trust: TrustPolicy
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        self.shuffles_after_phase: Final = rules.settings.shuffles_after_phase
        self.unsold_always_leaves: Final = rules.settings.unsold_always_leaves
        self.last_round_current: Final = rules.settings.last_round_current

    def step_card_drawn(self, state: State, card_waits: bool, log: EventLog) -> None:
        if card_waits and self.shuffles_after_phase:
            self.join(state, self.deck.step_card, log)  # k13.5
        else:
            super().step_card_drawn(state, card_waits, log)

    def close_discount(self, state: State, log: EventLog) -> None:
        if not self.unsold_always_leaves:
            super().close_discount(state, log)
        elif state.market and state.market[0] != self.deck.step_card:
            self.exchange(state, LEFT_UNSOLD, log)  # k13.4

    def resize(self, state: State, step: int, log: EventLog) -> None:
        if step == LAST_STEP and self.last_round_current:
            self.set_sizes(
                state, self.deck.market_sizes[-1], self.last_round_current, log
            )  # k13.12
        else:
            super().resize(state, step, log)

    def step_three_change(self, state: State, log: EventLog) -> None:
        """Remove the end card with the smallest plant: six are left (k3.23, k8.6, k8.7)."""
        depot = depot_of(state)
        depot.card_waited = self.step_card_leaves(state, log)
        if depot.card_waited and self.shuffles_after_phase:
            state.tasks.insert(0, SHUFFLE)
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


class CardAuctionPhase(AuctionPhase):
    """Auctions in which any of four plants may be scrapped, and cards lose fuel (k3.11, k3.14)."""

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
