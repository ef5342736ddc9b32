"""The rules of Australia: uranium mines with a market of their own, and a tax on fuel."""

from typing import Final

from gridwright.engine.board_parts import board_parts, change_part, change_part_for
from gridwright.engine.market import PlantMarket
from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.phases.auction import AuctionPhase
from gridwright.engine.phases.base import NO_NUMBERS
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.policies import TrustPolicy
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.rules import Rules
from gridwright.engine.scoring import Scoring
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import ScrapPlant
from gridwright.engine.vocabulary.base import Action, EventLog, MayDo, Offer
from gridwright.engine.vocabulary.production import DeclineSale, SaleDeclined

MINE_MARKET: Final = 0
"""Index of the part in the board's file: tokens at each price, cheapest first."""
WITHHELD: Final = 1
"""Index of the part with a 1 for each seat that declined, from rules version 3 on."""

URANIUM: Final = 3


class TaxedPrices(PricePolicy):
    """Prices with a tax on every kind but uranium from a step on (b-australia.5)."""

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        super().__init__(ladders, board, figures)
        self.step: Final = figures["tax_step"][0]
        tax = figures["tax"][0]
        self.taxed: Final = [
            Ladder([price + tax for price in ladder.prices], ladder.store_price)
            for ladder in ladders
        ]

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        return self.taxed[kind] if step >= self.step and kind != URANIUM else self.ladders[kind]


class Mines:
    """The plants that are mines, and their sales (b-australia.3, b-australia.4)."""

    def __init__(self, rules: Rules) -> None:
        self.outputs: Final = rules.fuel.output_of
        self.mask: Final = sum([1 << rules.plant_called(n) for n in rules.figures["mines"]])
        self.prices: Final = rules.figures["mine_prices"]
        self.n_spaces: Final = rules.figures["mine_spaces"][0]
        self.emptied: Final = rules.figures["mines_emptied"]

    def owned(self, plants: list[int]) -> list[int]:
        return [plant for plant in plants if self.mask >> plant & 1]

    def is_full(self, state: State) -> bool:
        """Return whether no space is free, so that nothing is sold."""
        return min(board_parts(state).row(MINE_MARKET)) == self.n_spaces

    def sell_all(self, state: State, log: EventLog) -> None:
        """Sell the uranium of every owner who did not decline, from last to first."""
        rows = board_parts(state).rows()
        withheld = rows[WITHHELD] if len(rows) > WITHHELD else []
        for place in range(len(state.order) - 1, -1, -1):
            seat = state.order[place]
            mines = self.owned(state.plants[seat])
            if mines and not (withheld and withheld[seat]):
                self._sell(state, seat, mines, log)
        if sum(withheld):
            change_part(state, WITHHELD, [0] * len(withheld), log)

    def _sell(self, state: State, seat: int, mines: list[int], log: EventLog) -> None:
        row = board_parts(state).row(MINE_MARKET)[:]
        dearest = len(row) - 1
        while dearest >= 0 and row[dearest] == self.n_spaces:
            dearest -= 1
        if dearest < 0:
            return
        gained = self.prices[dearest] * sum([self.outputs[plant] for plant in mines])
        left = len(mines)
        while dearest >= 0 and left > 0:
            laid = min(left, self.n_spaces - row[dearest])
            row[dearest] += laid
            left -= laid
            dearest -= 1
        change_part_for(state, seat, gained, MINE_MARKET, row, log)

    def empty(self, state: State, log: EventLog) -> None:
        """Remove tokens from the cheapest spaces."""
        row = board_parts(state).row(MINE_MARKET)[:]
        left = min(self.emptied[state.step - 1], sum(row))
        if left == 0:
            return
        for place in range(len(row)):
            gone = min(left, row[place])
            row[place] -= gone
            left -= gone
        change_part(state, MINE_MARKET, row, log)


class MineAuction(AuctionPhase):
    """Auctions in which mines are never scrapped (b-australia.2)."""

    def verify(self, state: State, action: Action) -> None:
        if isinstance(action, ScrapPlant) and state.auction.scrapper == action.seat:
            plant = action.plant
            if plant in state.plants[action.seat] and self.rules.uncounted >> plant & 1:
                raise self.refuse("mine_stays", {"plant": plant})
        super().verify(state, action)


class MinesPhase(BureaucracyPhase):
    """Bureaucracy in which mines sell after all payments, before the refill of their market.

    From rules version 3 on an owner may decline in its turn (b-australia.9).
    """

    def __init__(self, rules: Rules, trust: TrustPolicy) -> None:
        super().__init__(rules, trust)
        self.mines: Final = Mines(rules)
        self.is_optional: Final = len(rules.parts) > WITHHELD
        """True if owners may decline."""
        self._decline_offers: Final = [MayDo(DeclineSale(seat)) for seat in range(rules.n_seats)]

    def may_decline(self, state: State, seat: int) -> bool:
        """Return whether the mines of a seat would sell and it may still decline."""
        if not self.is_optional or board_parts(state).row(WITHHELD)[seat]:
            return False
        return bool(self.mines.owned(state.plants[seat])) and not self.mines.is_full(state)

    def has_choice(self, state: State, seat: int) -> bool:
        if super().has_choice(state, seat) or self.may_decline(state, seat):
            return True
        return state.takebacks > 0  # It declined, and may take that back.

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        if self.may_decline(state, state.actor):
            found.append(self._decline_offers[state.actor])
        return found

    def verify(self, state: State, action: Action) -> None:
        if not self.is_optional or not isinstance(action, DeclineSale):
            super().verify(state, action)
        elif not self.may_decline(state, action.seat):
            raise self.refuse("no_sale_to_decline", NO_NUMBERS)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, DeclineSale):
            withheld = board_parts(state).row(WITHHELD)[:]
            withheld[action.seat] = 1
            if log.wanted:
                log.add(SaleDeclined(action.seat))
            change_part(state, WITHHELD, withheld, log)
            state.takebacks += 1
        else:
            state.takebacks = 0
            super().apply(state, action, log)

    def wind_up(self, state: State, log: EventLog) -> int:
        if state.turn == self.rules.n_seats:
            self.mines.sell_all(state, log)
            self.mines.empty(state, log)
        return super().wind_up(state, log)


class MinelessBuilding(BuildingPhase):
    """Building without mines: they supply no city, so they do not raise the plant limit (c6.11)."""

    def __init__(self, rules: Rules, market: PlantMarket, trust: TrustPolicy) -> None:
        super().__init__(rules, market, trust)
        self.mines: Final = Mines(rules)

    def room_to_build(self, state: State, seat: int) -> int:
        room = super().room_to_build(state, seat)
        if not self.rules.settings.network_within_capacity:
            return room
        outputs = self.rules.fuel.output_of
        return room - sum([outputs[plant] for plant in self.mines.owned(state.plants[seat])])


class MineScoring(Scoring):
    """Scoring after a last sale of the mines at the end of the game (b-australia.4)."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.mines: Final = Mines(rules)

    def settle(self, state: State, log: EventLog) -> None:
        self.mines.sell_all(state, log)
