"""The plant market: drawing, sorting, and its changes by steps and at the end of rounds.

Pending work of the market is in ``state.tasks``. Tasks run before any seat acts again; a task that
needs a card makes chance the actor, and the remaining tasks wait until the card is revealed.
"""

from typing import Final

from gridwright.engine.ids import NONE
from gridwright.engine.policies import DiscountPolicy, ObsoletePolicy, TrustPolicy
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import ChanceAction, EventLog, Offer
from gridwright.engine.vocabulary.market import (
    LEFT_OBSOLETE,
    LEFT_STEP,
    LEFT_UNDERCUT,
    LEFT_UNSOLD,
    LEFT_UPKEEP,
    CardJoined,
    CardLeft,
    CardRevealed,
    CardWentUnder,
    MarketResized,
    MayReveal,
    MayShuffle,
    RevealCard,
    ShuffleStack,
    StackRanDry,
    StackShuffled,
)

NOTHING_DUE: Final = 0
ORDER_DUE: Final = 1
REGIONS_DUE: Final = 2
TRUST_REGION_DUE: Final = 3
FUEL_DUE: Final = 4
TRUST_CITY_DUE: Final = 5
CARD_DUE: Final = 10
"""Lowest value for decisions about the stack, in any phase; smaller ones belong to a phase."""
SHUFFLE_DUE: Final = 11

DRAW: Final = 1
SETTLE: Final = 2
SHUFFLE: Final = 3
TRUST_TAKES: Final = 4
CLOSE_DISCOUNT: Final = 5
CLOSE_IDLE: Final = 6
CLOSE_STEP_CARD: Final = 7
STEP_TWO_CHANGE: Final = 8
STEP_THREE_CHANGE: Final = 9
UPKEEP: Final = 10
EXCHANGE: Final = 11
OWN_TASK: Final = 100
"""Lowest number of the tasks of a board's own market."""


class PlantMarket:
    """Runs the tasks of one game's plant market."""

    def __init__(
        self,
        rules: Rules,
        obsolete: ObsoletePolicy,
        discount: DiscountPolicy,
        trust: TrustPolicy,
    ) -> None:
        self.deck: Final = rules.deck
        self.n_idle_removed: Final = rules.settings.n_idle_removed
        self.step_two_replaces: Final = rules.settings.step_two_replaces
        self.obsolete: Final = obsolete
        self.discount: Final = discount
        self.trust: Final = trust

    def minimum(self, state: State, plant: int) -> int:
        """Return the lowest opening bid for a plant (c3.3, c3.18)."""
        return 1 if state.discount == plant else self.deck.numbers[plant]

    def current(self, state: State) -> list[int]:
        """Return the plants that may be offered, ascending (c3.2)."""
        cards = state.market[: state.current_size]
        if cards and cards[-1] == self.deck.step_card:
            cards.pop()
        return cards

    # Chance

    def offers(self, state: State) -> list[Offer]:
        """Return the offers to chance about the stack."""
        stack = state.stack
        if state.due == SHUFFLE_DUE:
            return [MayShuffle(stack.counts_after_shuffle())]
        cards = stack.possible_cards(self.deck.back_masks, self.deck.kept)
        return [MayReveal(cards, stack.counts_after_draw())]

    def apply(self, state: State, action: ChanceAction, card_waits: bool, log: EventLog) -> None:
        """Apply a draw of chance. ``card_waits``: a Step 3 card stays for now (c8.3)."""
        state.due = NOTHING_DUE
        if isinstance(action, RevealCard):
            self._reveal(state, action.card, action.next_back, card_waits, log)
        elif isinstance(action, ShuffleStack):
            state.stack.shuffle(action.next_back)
            if log.wanted:
                log.add(StackShuffled(action.next_back))

    def _reveal(
        self, state: State, card: int, next_back: int, card_waits: bool, log: EventLog
    ) -> None:
        state.stack.take(card, next_back)
        if log.wanted:
            log.add(CardRevealed(card, next_back))
        if card == self.deck.step_card:
            self.step_card_drawn(state, card_waits, log)
        else:
            self.lay_out(state, card, log)

    def lay_out(self, state: State, card: int, log: EventLog) -> None:
        """Add a drawn plant; one that undercuts the discount token leaves again (c3.21)."""
        if self.discount.undercuts(state, card) and not self.obsolete.is_obsolete(state, card):
            self.leave(state, card, LEFT_UNDERCUT, log)
            self.discount.set_aside(state, log)
            state.tasks.insert(0, DRAW)
        else:
            self.join(state, card, log)

    def step_card_drawn(self, state: State, card_waits: bool, log: EventLog) -> None:
        """Keep the Step 3 card on the market (c8.3), or remove it and apply its effect now."""
        if card_waits:
            self.join(state, self.deck.step_card, log)
            state.tasks.insert(0, SHUFFLE)
        else:
            self.leave(state, self.deck.step_card, LEFT_STEP, log)  # c8.7
            state.tasks[0:0] = [SHUFFLE, STEP_THREE_CHANGE]

    def join(self, state: State, card: int, log: EventLog) -> None:
        """Add a card to the market."""
        self.deck.lay_in_row(state.market, card)
        if log.wanted:
            log.add(CardJoined(card))

    def leave(self, state: State, card: int, cause: int, log: EventLog) -> None:
        """Record that a card has left the game."""
        state.gone |= 1 << card
        if log.wanted:
            log.add(CardLeft(card, cause))

    def smallest_leaves(self, state: State, cause: int, log: EventLog) -> None:
        """Remove the smallest plant of the market from the game, if there is one."""
        if state.market and state.market[0] != self.deck.step_card:
            card = state.market.pop(0)
            if card == state.discount:
                self.discount.set_aside(state, log)
            self.leave(state, card, cause, log)

    # Tasks

    def replace(self, state: State) -> None:
        """Schedule a draw for a gap and the check for obsolete plants, before the other tasks."""
        state.tasks[0:0] = [DRAW, SETTLE]

    def run(self, state: State, log: EventLog) -> None:
        """Run pending tasks until none is left or chance is due."""
        while state.tasks and state.due == NOTHING_DUE:
            task = state.tasks.pop(0)
            if task == DRAW:
                self.draw(state, log)
            elif task == SETTLE:
                self.settle(state, log)
            elif task == SHUFFLE:
                if state.stack.size() > 0:
                    state.due = SHUFFLE_DUE
            elif task == TRUST_TAKES:
                self._trust_takes(state, log)
            elif task == CLOSE_DISCOUNT:
                self.close_discount(state, log)
            elif task == CLOSE_IDLE:
                self._close_idle(state, log)
            elif task == CLOSE_STEP_CARD:
                if self.deck.step_card in state.market:
                    state.tasks.insert(0, STEP_THREE_CHANGE)
            elif task == STEP_TWO_CHANGE:
                self.step_two_change(state, log)
            elif task == STEP_THREE_CHANGE:
                self.step_three_change(state, log)
            elif task == UPKEEP:
                self.upkeep(state, log)
            elif task == EXCHANGE:
                self.exchange(state, LEFT_UPKEEP, log)
            elif task >= OWN_TASK:
                self.run_own(state, task, log)

    def run_own(self, state: State, task: int, log: EventLog) -> None:
        """Run a task of a board's own market. By default there is none."""
        raise NotImplementedError

    def opening_tasks(self) -> list[int]:
        """Return the tasks that fill the opening market (c1.8)."""
        return [DRAW] * self.deck.n_opening_drawn

    def draw(self, state: State, log: EventLog) -> None:
        """Make a card due, if one is left (c4.3)."""
        if state.stack.top_back != NONE:
            state.due = CARD_DUE
        elif not state.is_dry:
            state.is_dry = True
            if log.wanted:
                log.add(StackRanDry())

    def settle(self, state: State, log: EventLog) -> None:
        """Remove obsolete plants after a change of the market (c4.4, c4.5)."""
        if not state.market or state.market[0] == self.deck.step_card:
            return
        if self.obsolete.is_obsolete(state, state.market[0]):
            self.smallest_leaves(state, LEFT_OBSOLETE, log)
            self.replace(state)

    def _trust_takes(self, state: State, log: EventLog) -> None:
        taken = self.trust.take_plant(state, self.current(state), log)
        if taken != NONE:
            if taken == state.discount:
                self.discount.set_aside(state, log)  # c3.19
            self.replace(state)

    def close_discount(self, state: State, log: EventLog) -> None:
        """Exchange the plant that is still under the discount token (c3.20)."""
        if state.discount != NONE:
            self.exchange(state, LEFT_UNSOLD, log)

    def _close_idle(self, state: State, log: EventLog) -> None:
        if state.auction.n_sold > 0 or state.round == 1:  # c3.16
            return
        for plant in range(self.n_idle_removed):
            self.exchange(state, LEFT_UNSOLD, log)

    def step_two_change(self, state: State, log: EventLog) -> None:
        """Change the market when step 2 begins (c8.2)."""
        self.smallest_leaves(state, LEFT_STEP, log)
        if self.step_two_replaces:
            self.replace(state)

    def step_three_change(self, state: State, log: EventLog) -> None:
        """Change the market when the Step 3 card leaves (c8.4)."""
        if state.step == 1 and state.next_step == 0:  # c8.6
            state.next_step = 2
            state.tasks[0:0] = [STEP_TWO_CHANGE, STEP_THREE_CHANGE]
            return
        self.step_card_leaves(state, log)
        state.next_step = 3
        state.tasks.insert(0, SETTLE)

    def step_card_leaves(self, state: State, log: EventLog) -> bool:
        """Remove the card and the smallest plant; returns whether it had waited on the market."""
        waited = bool(state.market) and state.market[-1] == self.deck.step_card
        if waited:
            state.market.pop()
            self.leave(state, self.deck.step_card, LEFT_STEP, log)
        self.smallest_leaves(state, LEFT_STEP, log)
        self.resize(state, 3, log)
        return waited

    def upkeep(self, state: State, log: EventLog) -> None:
        """Change the market at the end of each round."""
        if state.step == 3:
            self.exchange(state, LEFT_UPKEEP, log)  # c7.8
        else:
            self.largest_goes_under(state, log)
            self.replace(state)

    def largest_goes_under(self, state: State, log: EventLog) -> None:
        if len(state.market) > state.current_size:
            card = state.market.pop()  # c7.7
            state.stack.put_under(card, self.deck.back_of[card])
            if log.wanted:
                log.add(CardWentUnder(card))

    def exchange(self, state: State, cause: int, log: EventLog) -> None:
        """Remove the smallest plant and draw a card for it."""
        self.smallest_leaves(state, cause, log)
        self.replace(state)

    def resize(self, state: State, step: int, log: EventLog) -> None:
        """Set the number of face-up cards for a step (c4.1, c4.2)."""
        deck = self.deck
        self.set_sizes(state, deck.market_sizes[step - 1], deck.current_sizes[step - 1], log)

    def set_sizes(self, state: State, size: int, current: int, log: EventLog) -> None:
        """Set the number of face-up cards, and how many of them are current."""
        if (size, current) != (state.market_size, state.current_size):
            state.market_size = size
            state.current_size = current
            if log.wanted:
                log.add(MarketResized(size, current))
