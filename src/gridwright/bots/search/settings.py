"""Limits and weights of a search."""

from dataclasses import dataclass


@dataclass(frozen=True)
class SearchSettings:
    """Budgets are numbers of play-outs, never times: a slow machine plays the same game."""

    rollouts: int
    """Play-outs for each decision."""
    width: int = 4
    """Lines that are compared at most."""
    trust: float = 0.7
    """Weight of the search in a limit, against the planner's."""
    reach: float = 0.25
    """By which part a limit may lie above or below the planner's."""
    doubt: float = 0.01
    """A line must be better than the planner's by this chance to win, and by a standard error."""
    board_rounds: int = 0
    card_rounds: int = 1
    """Rounds that are played on after the present one. One at cards costs little, and shows
    the result of purchases."""
