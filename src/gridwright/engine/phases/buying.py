"""Buying phase: seats buy fuel in turns, last to first, as tokens or cards."""

from typing import ClassVar, Final

from gridwright.engine.phases.base import DONE, Phase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.fuel import FinishBuying
from gridwright.engine.vocabulary.turn import TurnFinished


class BuyingPhase(Phase):
    """A turn lasts until its seat ends it; a seat that can buy nothing is skipped (c5.8)."""

    NAME: ClassVar[str] = "resources"

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules)
        self.trust: Final = trust
        self.finish_offers: Final = [MayDo(FinishBuying(seat)) for seat in range(rules.n_seats)]

    def purchases(self, state: State, seat: int) -> list[Offer]:
        """Return the purchases that a seat may make."""
        raise NotImplementedError

    def can_buy(self, state: State, seat: int) -> bool:
        """Return whether a seat can buy anything."""
        raise NotImplementedError

    def verify_purchase(self, state: State, action: Action) -> None:
        """Raise IllegalAction unless the purchase is legal."""
        raise NotImplementedError

    def buy(self, state: State, action: Action, log: EventLog) -> None:
        """Apply a purchase."""
        raise NotImplementedError

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = self.rules.n_seats - 1

    def proceed(self, state: State, log: EventLog) -> int:
        while state.turn >= 0:
            seat = state.order[state.turn]
            if state.takebacks or self.can_buy(state, seat):
                return seat
            self._end_turn(state, log)  # c5.8
        return DONE

    def _end_turn(self, state: State, log: EventLog) -> None:
        state.turn -= 1
        if state.turn == 0:
            self.trust.take_fuel(state, log)  # c10.5

    def offers(self, state: State) -> list[Offer]:
        return [*self.purchases(state, state.actor), self.finish_offers[state.actor]]

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, FinishBuying):
            self.verify_purchase(state, action)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, FinishBuying):
            state.takebacks = 0
            if log.wanted:
                log.add(TurnFinished(action.seat))
            self._end_turn(state, log)
        else:
            self.buy(state, action, log)
            state.takebacks += 1
