"""Phases in which no one does anything more."""

from gridwright.engine.vocabulary.base import Event
from tests.kit.table import Table


def pass_all(table: Table) -> list[Event]:
    """Everyone passes until the auctions are over."""
    return _all_say(table, "auction", "pass")


def finish_building(table: Table) -> list[Event]:
    """Everyone ends building."""
    return _all_say(table, "building", "finish-building")


def _all_say(table: Table, phase: str, word: str) -> list[Event]:
    events: list[Event] = []
    while table.phase == phase:
        events += table.deal() if table.actor < 0 else table.do(f"{table.actor} {word}")
    return events
