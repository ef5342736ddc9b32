"""Set-up phases before round 1 (order, regions, markets), and the order of each round."""

from typing import ClassVar, Final

from gridwright.engine.houses import empty_grid
from gridwright.engine.ids import CHANCE, NONE
from gridwright.engine.market import NOTHING_DUE, ORDER_DUE, REGIONS_DUE, PlantMarket
from gridwright.engine.masks import count
from gridwright.engine.network import build_area, hang_together, region_choices
from gridwright.engine.phases.base import AGAIN, DONE, NO_NUMBERS, Phase
from gridwright.engine.rules import REGIONS_DRAFTED, REGIONS_GIVEN, Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer
from gridwright.engine.vocabulary.setup import (
    DraftRegion,
    DrawOrder,
    DrawRegions,
    MayChooseRegions,
    MayDraft,
    MayOrder,
    OrderSet,
    RegionsChosen,
)


class OrderLotPhase(Phase):
    """Draws the order of round 1 (c1.3, c11.7)."""

    NAME: ClassVar[str] = "order-lot"

    def enter(self, state: State, log: EventLog) -> None:
        given = self.rules.options.given_order
        if given:
            self._set(state, given, log)
        else:
            state.due = ORDER_DUE

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE if state.due == NOTHING_DUE else CHANCE

    def offers(self, state: State) -> list[Offer]:
        return [MayOrder(self.rules.n_seats)]

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, DrawOrder):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        if not MayOrder(self.rules.n_seats).holds(action):
            raise self.refuse("impossible_outcome", NO_NUMBERS)

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        assert isinstance(action, DrawOrder)
        self._set(state, action.order, log)

    def _set(self, state: State, order: list[int], log: EventLog) -> None:
        state.due = NOTHING_DUE
        state.order = order
        if log.wanted:
            log.add(OrderSet(order))


class RegionsPhase(Phase):
    """Chooses the regions in play: by lot, given, or drafted (c11.4, c11.5, c11.6)."""

    NAME: ClassVar[str] = "regions"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.choices: Final = region_choices(rules.board, rules.limits.n_regions)

    def enter(self, state: State, log: EventLog) -> None:
        options = self.rules.options
        if options.region_choice == REGIONS_GIVEN:
            self._set(state, NONE, options.given_regions, log)
        elif options.region_choice != REGIONS_DRAFTED:
            state.due = REGIONS_DUE
        state.turn = 0

    def proceed(self, state: State, log: EventLog) -> int:
        if state.due == REGIONS_DUE:
            return CHANCE
        if count(state.grid.area.regions) == self.rules.limits.n_regions:
            return DONE
        return state.order[state.turn % self.rules.n_seats]

    def offers(self, state: State) -> list[Offer]:
        if state.due == REGIONS_DUE:
            return [MayChooseRegions(self.choices)]
        return [MayDraft(state.actor, self._addable(state.grid.area.regions))]

    def _addable(self, chosen: int) -> list[int]:
        """Return the regions that are connected with those chosen and can be completed."""
        return [
            region
            for region in range(len(self.rules.board.regions))
            if not chosen >> region & 1 and self._completable(chosen | 1 << region)
        ]

    def _completable(self, chosen: int) -> bool:
        if not hang_together(self.rules.board, chosen):
            return False
        return any(choice & chosen == chosen for choice in self.choices)

    def verify(self, state: State, action: Action) -> None:
        if state.due == REGIONS_DUE:
            if not isinstance(action, DrawRegions):
                raise self.refuse("wrong_phase", NO_NUMBERS)
            if action.regions not in self.choices:
                raise self.refuse("impossible_outcome", {"regions": action.regions})
            return
        if not isinstance(action, DraftRegion):
            raise self.refuse("wrong_phase", NO_NUMBERS)
        chosen = state.grid.area.regions
        if not 0 <= action.region < len(self.rules.board.regions):
            raise self.refuse("unknown_name", {"region": action.region})
        if chosen >> action.region & 1:
            raise self.refuse("region_taken", {"region": action.region})
        if action.region not in self._addable(chosen):
            raise self.refuse("regions_apart", {"region": action.region})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        if isinstance(action, DrawRegions):
            state.due = NOTHING_DUE
            self._set(state, NONE, action.regions, log)
        elif isinstance(action, DraftRegion):
            state.turn += 1
            self._set(state, action.seat, state.grid.area.regions | 1 << action.region, log)

    def _set(self, state: State, seat: int, regions: int, log: EventLog) -> None:
        board = self.rules.board
        state.grid = empty_grid(board, build_area(board, regions), self.rules.n_seats)
        if log.wanted:
            log.add(RegionsChosen(seat, regions))


class OpeningMarketPhase(Phase):
    """Draws cards of the opening market from the stack (c1.8)."""

    NAME: ClassVar[str] = "opening-market"

    def __init__(self, rules: Rules, market: PlantMarket) -> None:
        super().__init__(rules)
        self.market: Final = market

    def enter(self, state: State, log: EventLog) -> None:
        state.tasks = self.market.opening_tasks()

    def proceed(self, state: State, log: EventLog) -> int:
        return AGAIN if state.tasks else DONE


class PlayerOrderPhase(Phase):
    """Begins a round; from the second on the order is set again (c2.1)."""

    NAME: ClassVar[str] = "player-order"

    def enter(self, state: State, log: EventLog) -> None:
        if state.round > 1:
            set_order(state, log)

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE


def set_order(state: State, log: EventLog) -> None:
    """Set the order by most cities, then largest plant. Ids ascend with the plants' numbers."""
    ranks: list[tuple[int, int, int]] = []
    for seat in range(len(state.money)):
        owned = state.plants[seat]
        largest = owned[-1] if owned else -1
        ranks.append((-state.grid.n_cities[seat], -largest, seat))
    ranks.sort()
    order = [rank[2] for rank in ranks]
    if order != state.order:
        state.order = order
        if log.wanted:
            log.add(OrderSet(order))
