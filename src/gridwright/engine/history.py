"""A running game: the log of actions, the position, and the actions that may be taken back."""

from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event, EventLog
from gridwright.engine.vocabulary.turn import PartsRestored, TakeBack, TakenBack, TurnPassed


class Kept:
    """A stored position with everything that could be taken back there."""

    def __init__(self, state: State, before: list[State], n_actions: int) -> None:
        self.state: Final = state
        self.before: Final = before
        self.n_actions: Final = n_actions


class History:
    """The log and its replay, the position. Taking back restores an earlier position (c12.1)."""

    def __init__(self, game: Game) -> None:
        self.game: Final = game
        self.log: Final[list[Action]] = []
        self.state = game.new_state()
        self._before: list[State] = []
        """Positions before each action that may still be taken back, oldest first."""
        self._silence: Final = EventLog(False)

    def play(self, action: Action) -> None:
        """Verify and apply an action without collecting events."""
        self._carry_out(action, self._silence)

    def play_watched(self, action: Action) -> list[Event]:
        """Verify and apply an action; returns its events."""
        log = EventLog(True)
        self._carry_out(action, log)
        return log.events

    def keep(self) -> Kept:
        """Return the current position, for ``restore``."""
        return Kept(self.state.copy(), self._before[:], len(self.log))

    def restore(self, kept: Kept) -> None:
        """Forget every action since ``kept`` was returned."""
        self.state = kept.state.copy()
        self._before = kept.before[:]
        del self.log[kept.n_actions :]

    def _carry_out(self, action: Action, log: EventLog) -> None:
        self.game.verify(self.state, action)
        if isinstance(action, TakeBack):
            before = self._before.pop()
            if log.wanted:
                log.add(self._taken_back(action.seat, before))
                rows = before.parts.rows()
                if rows:
                    log.add(PartsRestored(rows))
                log.add(TurnPassed(before.actor, before.takebacks))
            # A kept history may share the position, so it must not change.
            self.state = before.copy()
        elif action.can_be_taken_back():
            kept = self.state.copy()
            self.game.apply(self.state, action, log)
            if self.state.takebacks:
                self._before.append(kept)
            else:
                self._before = []
        else:
            self.game.apply(self.state, action, log)
            if self._before:
                self._before = []
        self.log.append(action)

    def _taken_back(self, seat: int, before: State) -> TakenBack:
        after = self.state
        n_kinds = len(after.tokens)
        spaces = before.grid.spaces
        return TakenBack(
            seat,
            before.money[seat] - after.money[seat],
            [before.tokens[kind] - after.tokens[kind] for kind in range(n_kinds)],
            [before.supply[kind] - after.supply[kind] for kind in range(n_kinds)],
            self.game.rules.fuel.arrange(before.plants[seat], before.fuel[seat]),
            [place for place in range(len(spaces)) if spaces[place] != after.grid.spaces[place]],
            before.market[:],
            before.gone,
            before.is_dry,
        )


def random_action_count(game: Game, state: State, dice: Dice, most: int) -> tuple[int, int]:
    """Play at most ``most`` random actions in place; returns actions by seats and atomic moves."""
    log = EventLog(False)
    n_actions = 0
    n_moves = 0
    for turn in range(most):
        offers = game.offers(state)
        if not offers:
            break
        offer = offers[dice.below(len(offers))] if len(offers) > 1 else offers[0]
        action = offer.sample(dice)
        if action.seat >= 0:
            n_actions += 1
            n_moves += action.moves()
        game.apply(state, action, log)
    return n_actions, n_moves
