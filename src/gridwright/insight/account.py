"""The parts of a result: the start, luck of the cards, own decisions, others' decisions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

CARDS: Final = -1
"""Stands for a seat where cards were shown."""


@dataclass(frozen=True)
class Node:
    """A decision or cards that were shown, with the chances of all seats before it."""

    move: int
    actor: int
    """The seat, or CARDS."""
    chances: list[float]
    given: list[float]
    """Gains of each seat from cards or a decision; they add up to zero."""


@dataclass
class Account:
    """The account of one seat: its parts add up to the result."""

    seat: int
    start: float
    luck: float = 0.0
    own: float = 0.0
    others: float = 0.0
    rest: float = 0.0
    result: float = 0.0
    n_decisions: int = 0


def draw_up(nodes: Sequence[Node], won: Sequence[float]) -> list[Account]:
    """Return the accounts of all seats.

    Cards change chances both ways. A decision loses its distance to the best one for its own seat,
    and the other seats gain it. Luck adds up to zero over the seats, and so do own and others'
    decisions. Other changes of the estimated chances are the rest, which adds up to zero too.
    """
    n_seats = len(won)
    start = 1.0 / n_seats
    accounts = [Account(seat, start, result=won[seat]) for seat in range(n_seats)]
    for place, node in enumerate(nodes):
        if node.actor != CARDS:
            accounts[node.actor].n_decisions += 1
        for seat, account in enumerate(accounts):
            if place == 0:
                # Order, regions and the first cards: no player has decided anything yet.
                account.luck += node.chances[seat] - start
            if node.actor == CARDS:
                account.luck += node.given[seat]
            elif node.actor == seat:
                account.own += node.given[seat]
            else:
                account.others += node.given[seat]
    for account in accounts:
        told = account.start + account.luck + account.own + account.others
        account.rest = account.result - told
    return accounts
