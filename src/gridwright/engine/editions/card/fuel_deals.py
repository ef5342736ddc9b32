"""Dealing fuel cards from the stack."""

from typing import ClassVar

from gridwright.engine.editions.card.depot import depot_of
from gridwright.engine.editions.card.vocabulary import DealFuel, FuelDealt, MayDealFuel
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.market import FUEL_DUE, NOTHING_DUE
from gridwright.engine.masks import total
from gridwright.engine.phases.base import DONE, NO_NUMBERS, Phase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer


def is_fuel_due(state: State) -> bool:
    """Make chance due for a card if a slot is empty and the stack is not."""
    depot = depot_of(state)
    if total(depot.stack) == 0 or depot.next_gap() == NONE:
        return False
    state.due = FUEL_DUE
    return True


def fuel_offers(state: State) -> list[Offer]:
    """Return the offer to chance: any card of the stack."""
    return [MayDealFuel(depot_of(state).stack)]


def deal_fuel(state: State, action: DealFuel, log: EventLog) -> None:
    """Fill the cheapest gap (k1.14, k7.4)."""
    depot = depot_of(state)
    column = depot.next_gap()
    state.due = NOTHING_DUE
    depot.deal(action.card, column)
    if log.wanted:
        log.add(FuelDealt(action.card, column))


class OpeningFuelPhase(Phase):
    """Fills the columns for the first time (k1.14)."""

    NAME: ClassVar[str] = "opening-fuel"

    def proceed(self, state: State, log: EventLog) -> int:
        return CHANCE if is_fuel_due(state) else DONE

    def offers(self, state: State) -> list[Offer]:
        return fuel_offers(state)

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, DealFuel):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        if not fuel_offers(state)[0].holds(action):
            raise self.refuse("impossible_outcome", {"card": action.card})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, DealFuel)
        deal_fuel(state, action, log)
