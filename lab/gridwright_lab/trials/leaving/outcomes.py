"""Outcomes of people at a table: each plays some turns, and then something happens."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from gridwright.engine.dice import Dice


class Outcome(StrEnum):
    """The last thing that a person does, after some turns."""

    STAYS = "plays to the end"
    VANISHES = "vanishes"
    """Closes the page and never comes back."""
    SLEEPS = "falls asleep before an open page"
    RESIGNS = "resigns"
    LEAVES = "leaves"
    RETURNS = "leaves and takes the seat back"
    AWAY_A_WHILE = "is away and comes back"
    ERASES = "erases the account"
    ENDS = "wants to end the game"


OUTCOMES: Final = tuple(Outcome)
MAX_TURNS: Final = 8
"""Own actions before it happens."""
MAX_ACTIONS_AFTER_RETURN: Final = 4
"""Own actions after a person has come back; then the person vanishes."""
ALL: Final = 100_000
"""More own actions than any game has."""


@dataclass
class Plan:
    """One person's outcome, and its progress."""

    outcome: Outcome
    turns: int
    """Own actions that are left."""
    is_asleep: bool = False
    is_done: bool = False
    """The outcome has happened."""
    back_at: int = 0
    """Time at which a person who left will come back; 0 for never."""


def plan_of(dice: Dice) -> Plan:
    outcome = OUTCOMES[dice.below(len(OUTCOMES))]
    return Plan(outcome, ALL if outcome is Outcome.STAYS else dice.below(MAX_TURNS + 1))
