"""The rules of the Middle East: much oil, and steps that begin after a pass through the stack."""

from typing import ClassVar, Final

from gridwright.engine.board_parts import BoardParts, board_parts, change_part
from gridwright.engine.ids import NONE
from gridwright.engine.market import (
    CLOSE_STEP_CARD,
    DRAW,
    OWN_TASK,
    SETTLE,
    SHUFFLE,
    STEP_THREE_CHANGE,
    PlantMarket,
)
from gridwright.engine.network import Board
from gridwright.engine.parts import Parts
from gridwright.engine.phases.bureaucracy import BureaucracyPhase
from gridwright.engine.policies import (
    AccessPolicy,
    DiscountPolicy,
    ObsoletePolicy,
    TrustPolicy,
)
from gridwright.engine.resources import Ladder, PricePolicy
from gridwright.engine.rules import DeckRules, Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.market import LEFT_STEP, CardWentUnder

OIL: Final = 1
GARBAGE: Final = 2
URANIUM: Final = 3
OIL_MOVED: Final = 0
"""Index of the part in the board's file."""

STEP_LEAVING: Final = OWN_TASK
UNDER_AGAIN: Final = OWN_TASK + 1


def late_plants(deck: DeckRules) -> int:
    """Return the mask of the plants that burn garbage or uranium."""
    mask = 0
    for plant in range(len(deck.plants)):
        kinds = deck.plants[plant].kinds
        if GARBAGE in kinds or URANIUM in kinds:
            mask |= 1 << plant
    return mask


class OilPrices(PricePolicy):
    """Prices with room for any number of oil tokens at 1 (b-middle-east.2)."""

    def __init__(self, ladders: list[Ladder], board: Board, figures: dict[str, list[int]]) -> None:
        super().__init__(ladders, board, figures)
        prices = ladders[OIL].prices
        self.moved: Final = [
            Ladder([prices[0]] * n_moved + prices[: len(prices) - n_moved], 0)
            for n_moved in range(len(prices) + 1)
        ]
        """Ladders by the number of the dearest spaces that are closed."""

    def ladder(self, seat: int, kind: int, step: int, network: int, parts: Parts) -> Ladder:
        if kind == OIL and isinstance(parts, BoardParts):
            return self.moved[parts.row(OIL_MOVED)[0]]
        return self.ladders[kind]


class OilBureaucracy(BureaucracyPhase):
    """Moves oil down from the dearest spaces if the supply lacks it (b-middle-east.2)."""

    def wind_up(self, state: State, log: EventLog) -> int:
        if state.turn > self.rules.n_seats:
            return super().wind_up(state, log)
        before = state.tokens[OIL]
        answer = super().wind_up(state, log)
        market = self.rules.market
        missing = market.refills[state.step - 1][OIL] - (state.tokens[OIL] - before)
        moved = board_parts(state).row(OIL_MOVED)[0]
        # A market that was bought empty starts again on the dearest spaces.
        now = min((moved if before else 0) + missing, market.ladders[OIL].n_spaces)
        if now != moved:
            change_part(state, OIL_MOVED, [now], log)
        return answer


class StepOneAccess(AccessPolicy):
    """No garbage or uranium plants in step 1 (b-middle-east.3)."""

    CODE: ClassVar[str] = "not_in_step_one"

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.late: Final = late_plants(rules.deck)

    def may_bid(self, state: State, seat: int, plant: int) -> bool:
        return state.step > 1 or not self.late >> plant & 1


class PassedStackMarket(PlantMarket):
    """A market whose Step 3 card comes twice, and begins step 2 first (b-middle-east.4)."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        super().__init__(rules, obsolete, discount, trust)
        self.late: Final = late_plants(rules.deck)
        self.leaving: Final = sum(
            [1 << rules.plant_called(number) for number in rules.figures["leaving_plants"]]
        )
        self.n_leaving: Final = rules.figures["step_two_leaving"][0]
        self.n_under: Final = rules.figures["step_two_under"][0]

    def opening_tasks(self) -> list[int]:
        return [*super().opening_tasks(), SETTLE]

    # Step 1

    def settle(self, state: State, log: EventLog) -> None:
        plant = self._too_early(state)
        if plant == NONE:
            super().settle(state, log)
        else:
            self._send_away(state, plant, log)
            self.replace(state)

    def _too_early(self, state: State) -> int:
        """Return a plant that may not be in the current market of step 1, or NONE."""
        if not self._is_first_pass(state) or self.deck.step_card in state.market:
            return NONE
        for plant in self.current(state):
            if self.late >> plant & 1:
                return plant
        return NONE

    def _send_away(self, state: State, plant: int, log: EventLog) -> None:
        if plant == state.discount:
            self.discount.set_aside(state, log)
        state.market.remove(plant)
        if self.leaving >> plant & 1:
            self.leave(state, plant, LEFT_STEP, log)
        else:
            self._lay_under(state, plant, log)

    def _lay_under(self, state: State, card: int, log: EventLog) -> None:
        state.stack.put_under(card, self.deck.back_of[card])
        if log.wanted:
            log.add(CardWentUnder(card))

    # Passes through the stack

    def _is_first_pass(self, state: State) -> bool:
        """Return whether the first pass through the stack is not over."""
        return state.step == 1 and state.next_step == 0

    def step_card_drawn(self, state: State, card_waits: bool, log: EventLog) -> None:
        if not self._is_first_pass(state):
            state.tasks = [task for task in state.tasks if task != UNDER_AGAIN]
            super().step_card_drawn(state, card_waits, log)
            return
        self.join(state, self.deck.step_card, log)
        state.tasks[0:0] = [SHUFFLE] if card_waits else [SHUFFLE, STEP_THREE_CHANGE]

    def step_three_change(self, state: State, log: EventLog) -> None:
        if not self._is_first_pass(state):
            super().step_three_change(state, log)
            return
        state.market.remove(self.deck.step_card)
        self._lay_under(state, self.deck.step_card, log)
        state.next_step = 2
        # If the card comes again immediately, it does not wait for the next auctions.
        state.tasks[0:0] = [DRAW, *([STEP_LEAVING] * self.n_leaving), CLOSE_STEP_CARD]

    def upkeep(self, state: State, log: EventLog) -> None:
        super().upkeep(state, log)
        if state.step == 2:
            state.tasks.extend([UNDER_AGAIN] * (self.n_under - 1))

    def run_own(self, state: State, task: int, log: EventLog) -> None:
        if task == STEP_LEAVING:
            self.exchange(state, LEFT_STEP, log)
        else:
            self.largest_goes_under(state, log)
            self.replace(state)
