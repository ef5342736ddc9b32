"""What every phase can do."""

from typing import ClassVar, Final

from gridwright.engine.errors import IllegalAction
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog, Offer, list_actions

DONE: Final = -10
"""Answer of ``proceed``: this phase is over."""

AGAIN: Final = -11
"""Answer of ``proceed``: something was set in motion; run the market's tasks and ask again."""

GAME_OVER: Final = -12
"""Answer of ``proceed``: the game is over."""

NO_NUMBERS: Final[dict[str, int]] = {}


class Phase:
    """A step of play without memory of its own: everything that changes is in the state.

    ``offers`` and ``verify`` are two faces of one predicate: each phase computes the bounds of what
    is legal once, in methods that both use. ``apply`` trusts its caller.
    """

    NAME: ClassVar[str] = ""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules

    def step_card_waits(self) -> bool:
        """Whether a Step 3 card drawn now stays on the market until the phase ends (c8.3)."""
        return False

    def enter(self, state: State, log: EventLog) -> None:
        """The phase begins."""

    def proceed(self, state: State, log: EventLog) -> int:
        """Carry on until somebody must act: the seat or CHANCE, or DONE, AGAIN, GAME_OVER."""
        raise NotImplementedError

    def offers(self, state: State) -> list[Offer]:
        """Everything the actor may do; never empty."""
        raise NotImplementedError

    def legal(self, state: State) -> list[Action]:
        """Each action that the offers name, ascending.

        Sorting takes longer than listing, so a phase lists in the right order. Here: that of its
        offers.
        """
        return list_actions(self.offers(state))

    def verify(self, state: State, action: Action) -> None:
        """Raise IllegalAction unless the actor may do this. Who acts was checked before."""
        raise NotImplementedError

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def refuse(self, code: str, numbers: dict[str, int]) -> IllegalAction:
        """The error for a refusal, with the clause this edition names for it."""
        return IllegalAction(self.rules.clauses[code], code, numbers)
