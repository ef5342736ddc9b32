"""The phases of a board with a second fuel market."""

from typing import Final

from gridwright.engine.board_parts import board_parts, change_part, move_tokens
from gridwright.engine.phases.base import NO_NUMBERS
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.second_market import AT_FIRST, AT_SECOND, UNDECIDED, SecondMarket
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.fuel import ChangeMarket, FinishBuying


def second_market(rules: Rules) -> SecondMarket:
    """Return the second market of a table that has one."""
    second = rules.market.second
    assert second is not None
    return second


class TwoMarketsPhase(ResourcesPhase):
    """A turn begins at the first market. Before buying, a seat may switch to the second."""

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules, trust)
        self.second: Final = second_market(rules)
        self._change_offers: Final = [MayDo(ChangeMarket(seat)) for seat in range(rules.n_seats)]

    def _side(self, state: State, seat: int) -> int:
        return self.second.side(state.parts, seat)

    def _choose(self, state: State, seat: int, side: int, log: EventLog) -> None:
        sides = board_parts(state).row(self.second.sides)[:]
        sides[seat] = side
        change_part(state, self.second.sides, sides, log)

    def sells_beyond(self, state: State, seat: int) -> bool:
        """Return whether a seat could buy something at the second market."""
        tokens = self.second.tokens(state.parts)
        for kind in self.rules.fuel.burnable(state.capacity[seat]):
            room = self.rules.fuel.room(state.capacity[seat], state.fuel[seat], kind)
            if room > 0 and tokens[kind] > 0:
                ladder = self.second.ladders[kind]
                if ladder.cost(tokens[kind], 1) <= state.money[seat]:
                    return True
        return False

    def can_buy(self, state: State, seat: int) -> bool:
        if super().can_buy(state, seat):
            return True
        return self._side(state, seat) == UNDECIDED and self.sells_beyond(state, seat)

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        seat = state.actor
        if self._side(state, seat) == UNDECIDED and self.sells_beyond(state, seat):
            found.append(self._change_offers[seat])
        return found

    def verify_purchase(self, state: State, action: Action) -> None:
        if not isinstance(action, ChangeMarket):
            super().verify_purchase(state, action)
            return
        if self._side(state, action.seat) != UNDECIDED:
            raise self.refuse("market_chosen", NO_NUMBERS)
        if not self.sells_beyond(state, action.seat):
            raise self.refuse("nothing_for_sale", NO_NUMBERS)

    def buy(self, state: State, action: Action, log: EventLog) -> None:
        seat = action.seat
        if isinstance(action, ChangeMarket):
            self._choose(state, seat, AT_SECOND, log)
            return
        if self._side(state, seat) == UNDECIDED:
            self._choose(state, seat, AT_FIRST, log)
        super().buy(state, action, log)

    def take(self, state: State, seat: int, kind: int, amount: int, log: EventLog) -> int:
        if self._side(state, seat) != AT_SECOND:
            return super().take(state, seat, kind, amount, log)
        # Tokens leave a part by way of the supply.
        to_supply = [0] * self.n_kinds
        to_supply[kind] = amount
        move_tokens(state, self.second.part, to_supply, log)
        state.supply[kind] -= amount
        return amount

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, FinishBuying) and self._side(state, action.seat) != UNDECIDED:
            self._choose(state, action.seat, UNDECIDED, log)
        super().apply(state, action, log)


class TwoMarketsBureaucracy(BureaucracyPhase):
    """Refills both markets from one supply, the second one first."""

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules, trust)
        self.second: Final = second_market(rules)

    def second_refill(self, state: State) -> list[int]:
        """Return the refill of the second market, by kind."""
        second = self.second
        tokens = second.tokens(state.parts)
        amounts = second.refills[state.step - 1][:]
        for kind in range(len(amounts)):
            free = second.ladders[kind].n_spaces - tokens[kind]
            amounts[kind] = min(amounts[kind], state.supply[kind], free)
            if state.closed >> kind & 1:
                amounts[kind] = 0  # c13.3
        return amounts

    def refill_of(self, state: State) -> list[int]:
        amounts = super().refill_of(state)
        before = self.second_refill(state)
        for kind in range(len(amounts)):
            amounts[kind] = min(amounts[kind], state.supply[kind] - before[kind])
        return amounts

    def refill(self, state: State, log: EventLog) -> None:
        first = self.refill_of(state)
        move_tokens(state, self.second.part, [-amount for amount in self.second_refill(state)], log)
        self.put(state, first, log)
