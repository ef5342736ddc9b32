"""The Trust of the card game (k10)."""

from gridwright.engine.editions.card.depot import Depot, depot_of, is_last_round
from gridwright.engine.editions.card.vocabulary import TrustBurnedCards, TrustTookCards
from gridwright.engine.ids import NONE
from gridwright.engine.policies import PlantTrust, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog


class CardTrust(PlantTrust):
    """A Trust that takes the cheapest cards for one run of all its plants, and stores no fuel."""

    def take_fuel(self, state: State, log: EventLog) -> None:
        fuel = self.rules.fuel
        depot = depot_of(state)
        needs = fuel.needs(state.trust.plants)
        hybrids = needs.pop()
        taken: list[list[int]] = []
        for kind in range(fuel.n_kinds):  # k10.8
            while needs[kind] > 0:
                spare = hybrids if kind in (fuel.first, fuel.second) else 0
                kept = self._take(depot, [kind], needs[kind] + spare, taken)
                if kept == 0:
                    break  # k10.12
                surplus = max(0, kept - needs[kind])  # k10.10
                needs[kind] -= kept - surplus
                hybrids -= surplus
        while hybrids > 0:
            kept = self._take(depot, [fuel.first, fuel.second], hybrids, taken)  # k10.11
            if kept == 0:
                break
            hybrids -= kept
        if taken and log.wanted:
            log.add(TrustTookCards(taken))

    def _take(self, depot: Depot, kinds: list[int], wanted: int, taken: list[list[int]]) -> int:
        """Take the cheapest card of these kinds; returns how many of its units are kept (k10.9)."""
        cards = depot.cards
        for column in range(cards.n_columns):
            for kind in kinds:
                card = self._smallest(depot, column, kind)
                if card != NONE:
                    kept = min(wanted, cards.units_of[card])
                    depot.take(len(depot.stored) - 1, card, column, kept)
                    taken.append([card, column, kept])
                    return kept
        return 0

    def _smallest(self, depot: Depot, column: int, kind: int) -> int:
        """Return the card of a kind with the fewest units in a column, NONE without any."""
        for card in range(depot.cards.n_cards):
            if depot.cards.kind_of[card] == kind and depot.columns[column][card] > 0:
                return card
        return NONE

    def burn(self, state: State, log: EventLog) -> None:
        depot = depot_of(state)
        trust = len(depot.stored) - 1
        if sum(depot.stored[trust]) > 0:
            depot.clear(trust)  # k10.13
            if log.wanted:
                log.add(TrustBurnedCards())


class FollowingCardTrust(CardTrust):
    """A Trust that takes its plant after the first player in order (k13.6)."""

    def wants_plant(self, state: State) -> bool:
        return super().wants_plant(state) and bool(state.auction.out >> state.order[0] & 1)

    def take_plant(self, state: State, current: list[int], log: EventLog) -> int:
        """Take the largest current plant, in the last round the largest future one."""
        future = state.market[state.current_size :]
        if is_last_round(state) and future:
            return super().take_plant(state, future, log)
        return super().take_plant(state, current, log)


def choose_trust(rules: Rules) -> TrustPolicy:
    """Return the Trust of a table, which may have none."""
    if not rules.trust.plays:
        return TrustPolicy()
    return FollowingCardTrust(rules) if rules.settings.trust_follows_first else CardTrust(rules)
