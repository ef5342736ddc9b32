"""Base class of the phases."""

from typing import ClassVar, Final

from gridwright.engine.errors import IllegalAction
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer, list_actions

DONE: Final = -10
"""Result of ``proceed``: this phase is over."""

AGAIN: Final = -11
"""Result of ``proceed``: run the market's tasks and call ``proceed`` again."""

GAME_OVER: Final = -12
"""Result of ``proceed``: the game is over."""

NO_NUMBERS: Final[dict[str, int]] = {}


class Phase:
    """A step of play. Stateless: everything that changes is in the `State`.

    `Game` calls `enter` once when the phase begins and then `proceed` until it returns a seat or
    CHANCE. That seat chooses from `offers`; `verify` checks its action and `apply` carries it out.
    `offers` and `verify` use the same methods for the bounds of what is legal, so they agree.
    """

    NAME: ClassVar[str] = ""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules

    def step_card_waits(self) -> bool:
        """Return whether a Step 3 card drawn now waits until the phase ends (c8.3)."""
        return False

    def enter(self, state: State, log: EventLog) -> None:
        """Prepare `state` for this phase.

        Called once, before `proceed`. By default does nothing.
        """

    def proceed(self, state: State, log: EventLog) -> int:
        """Advance `state` until an actor must decide, and return the actor: a seat or CHANCE.

        Returns DONE, AGAIN or GAME_OVER if there is none.
        """
        raise NotImplementedError

    def offers(self, state: State) -> list[Offer]:
        """Return all offers to the actor; never empty."""
        raise NotImplementedError

    def legal(self, state: State) -> list[Action]:
        """Return each action that the offers contain, ascending and without duplicates.

        Sorting takes longer than listing, so a phase lists in the right order: by default that of
        its offers.
        """
        return list_actions(self.offers(state))

    def verify(self, state: State, action: Action) -> None:
        """Raise `IllegalAction` unless the actor may do this. The caller has checked the seat."""
        raise NotImplementedError

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        """Apply `action` to `state` and append its events to `log`.

        Does not check legality: call `verify` first for actions that come from outside.
        """
        raise NotImplementedError

    def refuse(self, code: str, numbers: dict[str, int]) -> IllegalAction:
        """Return the error for a refusal, with the clause of this edition. Does not raise it."""
        return IllegalAction(self.rules.clauses[code], code, numbers)
