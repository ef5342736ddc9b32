"""A game: rules, phases and policies, fixed before the first card is drawn."""

from typing import Final

from gridwright.engine.errors import IllegalAction
from gridwright.engine.houses import begin_step, empty_grid
from gridwright.engine.ids import CHANCE, NO_ACTOR, NONE, OVER
from gridwright.engine.market import CARD_DUE, NOTHING_DUE, PlantMarket
from gridwright.engine.network import empty_area
from gridwright.engine.parts import Parts
from gridwright.engine.phases.base import AGAIN, DONE, GAME_OVER, NO_NUMBERS, Phase
from gridwright.engine.rules import Rules
from gridwright.engine.scoring import Scoring
from gridwright.engine.stack import Stack
from gridwright.engine.state import State, Trust, fresh_auction
from gridwright.engine.vocabulary.base import (
    Action,
    ChanceAction,
    Event,
    EventLog,
    Offer,
    list_actions,
)
from gridwright.engine.vocabulary.market import RevealCard, ShuffleStack
from gridwright.engine.vocabulary.turn import GameEnded, PhaseBegan, TakeBack, TurnPassed


class Game:
    """One game's rules.

    Immutable. ``step`` is pure; ``apply`` changes the given state unchecked.
    """

    def __init__(
        self,
        rules: Rules,
        phases: list[Phase],
        first_of_round: int,
        market: PlantMarket,
        scoring: Scoring,
        parts: Parts,
    ) -> None:
        self.rules: Final = rules
        self.phases: Final = phases
        self.first_of_round: Final = first_of_round
        """Index of the phase with which each round begins; those before it are set-up."""
        self.market: Final = market
        self.scoring: Final = scoring
        self.parts: Final = parts
        """Parts of the edition or the board, before anything was drawn."""

    # Positions

    def new_state(self) -> State:
        """Return the position before anything was drawn. Chance or a seat acts first."""
        state = self._bare_state()
        log = EventLog(False)
        self.phases[0].enter(state, log)
        self._advance(state, log)
        return state

    def _bare_state(self) -> State:
        rules = self.rules
        deck = rules.deck
        n_seats = rules.n_seats
        n_kinds = rules.market.n_kinds
        supply = [
            rules.market.token_totals[kind]
            - rules.market.opening_tokens[kind]
            - self.parts.tokens(kind)
            for kind in range(n_kinds)
        ]
        top_back = NONE
        for back in range(deck.n_backs):
            if deck.counts[back] > 0:
                top_back = back
        stack = Stack(deck.n_backs, deck.pools[:], deck.counts[:], top_back, max(deck.n_mixed, 1))
        for card in deck.opening_market:
            for layer in range(len(stack.pools)):
                stack.pools[layer] &= ~(1 << card)
        return State(
            phase=0,
            actor=NO_ACTOR,
            due=NOTHING_DUE,
            tasks=[],
            turn=0,
            takebacks=0,
            round=0,
            step=1,
            next_step=0,
            order=[],
            money=[rules.start_money] * n_seats,
            plants=[[] for seat in range(n_seats)],
            capacity=[rules.fuel.capacity([]) for seat in range(n_seats)],
            fuel=[[0] * n_kinds for seat in range(n_seats)],
            market=deck.opening_market[:],
            market_size=deck.market_sizes[0],
            current_size=deck.current_sizes[0],
            gone=0,
            discount=NONE,
            contractor=0,
            is_dry=False,
            stack=stack,
            auction=fresh_auction(),
            tokens=rules.market.opening_tokens[:],
            supply=supply,
            closed=0,
            grid=empty_grid(rules.board, empty_area(rules.board), n_seats),
            trust=Trust([], [0] * n_kinds, rules.trust.n_houses, False),
            ranking=[],
            parts=self.parts.copy(),
        )

    def is_over(self, state: State) -> bool:
        return state.phase == OVER

    # Legal actions

    def offers(self, state: State) -> list[Offer]:
        """Return all offers to the actor; empty only after the end."""
        if state.phase == OVER:
            return []
        if state.due >= CARD_DUE:
            return self.market.offers(state)
        return self.phases[state.phase].offers(state)

    def legal(self, state: State) -> list[Action]:
        """Return the actor's actions, sorted and unique; a range of amounts by its two ends."""
        if state.phase == OVER:
            return []
        if state.due >= CARD_DUE:
            return list_actions(self.market.offers(state))
        return self.phases[state.phase].legal(state)

    def can_take_back(self, state: State, seat: int) -> bool:
        """Return whether a seat may undo its last action (c12.1)."""
        return state.actor == seat and state.takebacks > 0

    def verify(self, state: State, action: Action) -> None:
        """Raise IllegalAction unless the action is legal now."""
        if state.phase == OVER:
            raise self.refuse("game_over")
        if action.seat != state.actor:
            code = "not_your_turn"
            numbers = {"seat": action.seat, "actor": state.actor}
            raise IllegalAction(self.rules.clauses[code], code, numbers)
        if isinstance(action, TakeBack):
            if state.takebacks == 0:
                raise self.refuse("nothing_to_undo")
        elif state.due >= CARD_DUE:
            self._verify_stack_action(state, action)
        else:
            self.phases[state.phase].verify(state, action)

    def _verify_stack_action(self, state: State, action: Action) -> None:
        wanted = RevealCard if state.due == CARD_DUE else ShuffleStack
        if not isinstance(action, wanted):
            raise self.refuse("wrong_phase")
        if not self.market.offers(state)[0].holds(action):
            raise self.refuse("impossible_outcome")

    def refuse(self, code: str) -> IllegalAction:
        """Return the error for a refusal without numbers."""
        return IllegalAction(self.rules.clauses[code], code, NO_NUMBERS)

    # Applying actions

    def step(self, state: State, action: Action) -> tuple[State, list[Event]]:
        """Verify an action; return the next position and its events. Does not change ``state``."""
        self.verify(state, action)
        after = state.copy()
        log = EventLog(True)
        self.apply(after, action, log)
        return after, log.events

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        """Apply an action that is known to be legal. Taking back is done by the history."""
        actor = state.actor
        phase = self.phases[state.phase]
        if state.due >= CARD_DUE:
            assert isinstance(action, ChanceAction)
            self.market.apply(state, action, phase.step_card_waits(), log)
        else:
            phase.apply(state, action, log)
        self._advance(state, log)
        if state.actor != actor:
            state.takebacks = 0
        if log.wanted:
            log.add(TurnPassed(state.actor, state.takebacks))

    def _advance(self, state: State, log: EventLog) -> None:
        """Advance until a seat or chance must act or the game is over."""
        while True:
            if state.tasks:
                self.market.run(state, log)
            if state.due >= CARD_DUE:
                state.actor = CHANCE
                return
            answer = self.phases[state.phase].proceed(state, log)
            if answer == DONE:
                self._next_phase(state, log)
            elif answer == GAME_OVER:
                self._end(state, log)
                return
            elif answer != AGAIN:
                state.actor = answer
                return

    def _next_phase(self, state: State, log: EventLog) -> None:
        state.phase += 1
        if state.phase == len(self.phases):
            state.phase = self.first_of_round
        if state.phase == self.first_of_round:
            state.round += 1
        if log.wanted:
            log.add(PhaseBegan(state.phase, state.round))
        if state.next_step:
            begin_step(self.rules.board, state, state.next_step, log)
        self.phases[state.phase].enter(state, log)

    def _end(self, state: State, log: EventLog) -> None:
        state.phase = OVER
        state.actor = NO_ACTOR
        self.scoring.settle(state, log)
        state.ranking = self.scoring.rank(state)
        if log.wanted:
            log.add(GameEnded(self.scoring.scores(state), state.money[:], state.ranking))
