"""The rules of South Africa: a coal store next to the market, and neighbouring countries."""

from typing import ClassVar, Final

from gridwright.engine.board_parts import board_parts, move_tokens
from gridwright.engine.errors import IllegalAction
from gridwright.engine.market import UPKEEP
from gridwright.engine.parts import Parts
from gridwright.engine.phases.base import AGAIN, DONE
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.phases.resources import ResourcesPhase
from gridwright.engine.resources import PricePolicy
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog

COAL: Final = 0
STORE: Final = 0
"""Index of the part in the board's file."""
ABROAD: Final = ("botswana", "eswatini", "lesotho", "mozambique", "namibia", "zimbabwe")


def coal_stored(parts: Parts) -> int:
    """Return the number of coal tokens in the store."""
    return parts.rows()[STORE][COAL]


def move_coal(state: State, to_supply: int, log: EventLog) -> None:
    """Move coal from the store to the supply; a negative number moves it back."""
    if to_supply:
        amounts = [0] * len(state.supply)
        amounts[COAL] = to_supply
        move_tokens(state, STORE, amounts, log)


class StorePrices(PricePolicy):
    """Prices for which coal is sold from the store, not from the supply (b-south-africa.2)."""

    def behind(self, supply: list[int], parts: Parts) -> list[int]:
        behind = supply[:]
        behind[COAL] = coal_stored(parts)
        return behind


class StoreResources(ResourcesPhase):
    """Takes tokens that the ladder lacks from the store (b-south-africa.2)."""

    def take(self, state: State, seat: int, kind: int, amount: int, log: EventLog) -> int:
        if kind == COAL and amount > state.tokens[COAL]:
            move_coal(state, amount - state.tokens[COAL], log)
        return super().take(state, seat, kind, amount, log)


class StoreBureaucracy(BureaucracyPhase):
    """Puts burned coal into the store, and refills coal from it first (b-south-africa.1)."""

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        before = state.supply[COAL]
        super().apply(state, action, log)
        move_coal(state, before - state.supply[COAL], log)

    def wind_up(self, state: State, log: EventLog) -> int:
        if state.turn > self.rules.n_seats:
            return DONE
        state.turn += 1
        before = state.supply[COAL]
        self.trust.burn(state, log)
        move_coal(state, before - state.supply[COAL], log)
        self.refill(state, log)
        state.tasks = [UPKEEP]
        return AGAIN

    def refill_of(self, state: State) -> list[int]:
        amounts = super().refill_of(state)
        market = self.rules.market
        free = market.ladders[COAL].n_spaces - state.tokens[COAL]
        there = coal_stored(state.parts) + state.supply[COAL]
        if not state.closed >> COAL & 1:
            amounts[COAL] = min(market.refills[state.step - 1][COAL], free, there)
        return amounts

    def refill(self, state: State, log: EventLog) -> None:
        amounts = self.refill_of(state)
        move_coal(state, min(amounts[COAL], board_parts(state).row(STORE)[COAL]), log)
        self.put(state, amounts, log)


class HomeBuilding(BuildingPhase):
    """Building in which no network begins abroad (b-south-africa.5)."""

    CODE: ClassVar[str] = "no_start_abroad"

    def candidates(self, state: State, seat: int) -> list[int]:
        cities = state.grid.area.cities
        if state.grid.networks[seat]:
            return cities
        names = self.rules.board.cities
        return [city for city in cities if names[city] not in ABROAD]

    def refuse_candidate(self, state: State, seat: int, city: int) -> IllegalAction:
        if state.grid.area.holds(city):
            return self.refuse(self.CODE, {"city": city})
        return super().refuse_candidate(state, seat, city)
