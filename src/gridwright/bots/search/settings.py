"""What bounds and steers a search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSettings:
    """Budgets are numbers of play-outs, never times: a slow machine plays the same game."""

    rollouts: int
    """Play-outs for each decision."""
    width: int = 6
    """Lines that are compared at most."""
    trust: float = 0.7
    """How far a limit follows the search, against the planner's."""
    doubt: float = 0.005
    """A line must be better than the planner's by this chance to win."""
    rounds: int = 1
    """So many rounds are played on after the one that is on: what was built has paid by then."""
