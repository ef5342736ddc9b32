"""Masks are legal: at every table, for every family of choices."""

from gridwright.content.table import build_game, list_editions
from gridwright.envs.action_index import build_index
from gridwright_lab.conformance.fuzz import masked_walk
from gridwright_lab.conformance.sampling.tables import list_tables, recorded_tables

MAY_BE_UNSEEN = {
    *("card more", "classic more", "deluxe more", "deluxe place-trust"),
    *("card change-market", "deluxe change-market"),
    *("card decline-sale", "deluxe decline-sale"),
    *("card extend", "deluxe extend"),
}
"""Random games are short of money; where the Trust begins by lot, no seat places its houses; and
only classic boards have a second market, sales of mines and paid extensions."""


def test_100_000_marked_choices_are_accepted() -> None:
    walked = masked_walk.walk(100_000)
    assert walked.steps == 100_000
    assert (walked.refused, walked.empty) == (0, 0)
    assert walked.tables == set(recorded_tables())
    for edition in list_editions():
        index = build_index(build_game(list_tables(edition)[0]).rules)
        seen = {name for name in walked.families if name.startswith(edition)}
        unseen = {f"{edition} {family.name}" for family in index.families if family.size} - seen
        assert unseen <= MAY_BE_UNSEEN


def test_the_command_says_so() -> None:
    assert masked_walk.main(["--steps", "600", "--json"]) == 0
