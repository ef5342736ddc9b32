"""Positions for tests: build one in a chain of words, then play it in the words of the table.

    table = scenario(preset="original", seats=4).owns(1, 4, 13).fuel(1, coal=3).at("resources")
    table.do("1 buy coal 1")
    assert table.money(1) == 49

A scenario says only what matters. The rest is plain: round 2, step 1, 50 Elektro each, the smallest
free plants on the market, the opening fuel, and the stack that is left. Every position is sound:
``invariants.check`` runs on the built state and after every action.
"""

from tests.kit.scenario import Scenario, opening, scenario
from tests.kit.table import STEP_3, Card, Table, facts, only

__all__ = ["STEP_3", "Card", "Scenario", "Table", "facts", "only", "opening", "scenario"]
