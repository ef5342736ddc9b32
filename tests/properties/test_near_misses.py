"""Actions that are not offered are refused for a documented reason and change nothing."""

import pytest

from gridwright.engine.errors import REFUSALS, IllegalAction
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.building import ConnectCity
from gridwright.engine.vocabulary.fuel import BuyResources
from gridwright_lab.conformance.game_under_test import GameUnderTest
from gridwright_lab.conformance.legality.exactness import Exactness
from gridwright_lab.conformance.legality.near_misses import Refusals, count_refusals
from gridwright_lab.conformance.sampling.positions import random_positions
from gridwright_lab.conformance.sampling.tables import spread_tables
from tests.loaded_engine import by_night

N_REFUSALS = 40_000


def test_near_misses_are_refused_with_a_clause_and_change_nothing() -> None:
    refusals = count_refusals(N_REFUSALS)
    assert refusals.wrong == []
    assert refusals.refused >= N_REFUSALS
    assert refusals.unseen == []
    print(refusals.to_json())


@pytest.mark.slow
def test_a_million_near_misses() -> None:
    refusals = count_refusals(1_000_000, seed=1)
    assert refusals.wrong == []
    assert refusals.refused >= 1_000_000


def test_verification_accepts_exactly_what_is_offered() -> None:
    """Refusals of a superset of all actions, in positions of every kind."""
    found = Exactness()
    tables = spread_tables()
    for position in random_positions(
        tables[: by_night(len(tables), 40)], by_night(30, 6), 900, seed=5
    ):
        if not position.game.is_over(position.state):
            found.examine(GameUnderTest(position.game), position)
    assert found.wrong == []
    assert found.positions > by_night(300, 40)
    assert found.tried > by_night(200_000, 25_000)
    assert found.accepted > by_night(2_000, 200)


class Lax(GameUnderTest):
    """Refuses nothing that has to do with building."""

    def verify(self, state: State, action: Action) -> None:
        if not isinstance(action, ConnectCity):
            super().verify(state, action)


class Vague(GameUnderTest):
    """Names a clause that no document holds."""

    def verify(self, state: State, action: Action) -> None:
        try:
            super().verify(state, action)
        except IllegalAction as refusal:
            raise IllegalAction("c99.9", refusal.code, refusal.numbers) from refusal


class Inventive(GameUnderTest):
    """Refuses with a code of its own."""

    def verify(self, state: State, action: Action) -> None:
        try:
            super().verify(state, action)
        except IllegalAction as refusal:
            raise IllegalAction(refusal.clause, "because", refusal.numbers) from refusal


class Clumsy(GameUnderTest):
    """Changes the position while it refuses."""

    def verify(self, state: State, action: Action) -> None:
        if isinstance(action, BuyResources):
            state.tokens[0] += 1
        super().verify(state, action)


class Fragile(GameUnderTest):
    """Falls over huge amounts."""

    def verify(self, state: State, action: Action) -> None:
        if max(action.key()) > 1 << 40:
            raise OverflowError(action.key())
        super().verify(state, action)


class Harsh(GameUnderTest):
    """Refuses what it offers."""

    def verify(self, state: State, action: Action) -> None:
        super().verify(state, action)
        raise IllegalAction("c12.3", "not_your_turn", {})


@pytest.mark.parametrize("variant", [Lax, Vague, Inventive, Clumsy, Fragile, Harsh])
def test_a_sabotaged_variant_is_noticed(variant: type[GameUnderTest]) -> None:
    refusals = count_refusals(400, subject=variant)
    assert refusals.wrong
    assert not refusals.ok


@pytest.mark.meta
@pytest.mark.parametrize("variant", [Lax, Clumsy, Harsh])
def test_inexact_offers_are_noticed(variant: type[GameUnderTest]) -> None:
    found = Exactness()
    for position in random_positions(spread_tables("classic")[:1], 1, 60, seed=5):
        if not position.game.is_over(position.state):
            found.examine(variant(position.game), position)
    assert found.wrong


def test_codes_are_counted_by_name() -> None:
    report = count_refusals(50).to_json()
    assert list(report["codes"]) == list(REFUSALS)
    assert report["refused"] == sum(report["codes"].values()) >= 50
    assert not Refusals().ok
