"""Fingerprints of positions."""

from collections.abc import Callable

import pytest

from gridwright.content.table import TableSpec
from gridwright.engine.board_parts import BoardParts
from gridwright.engine.digest import digest, state_key
from gridwright.engine.rules import PartRules
from gridwright.engine.state import State, Trust
from tests.engine.random_play import TABLES, play, table_name


def position(n_actions: int = 60) -> State:
    """A position in the middle of a game against the Trust."""
    *_earlier, (history, _action) = play(TABLES[3], seed=5, most=n_actions)
    return history.state


def test_digest_is_thirty_hexadecimal_digits() -> None:
    text = digest(position())
    assert len(text) == 30
    assert int(text, 16) > 0
    assert text == text.lower()


def test_a_copy_has_the_same_digest_until_it_is_changed() -> None:
    state = position()
    copy = state.copy()
    assert digest(copy) == digest(state)
    copy.money[0] += 1
    assert digest(copy) != digest(state)
    assert digest(state) == digest(position())


def set_trust(state: State, plants: list[int], fuel: list[int], houses: int, acted: bool) -> None:
    state.trust = Trust(plants, fuel, houses, acted)


CHANGES: dict[str, Callable[[State], object]] = {
    "phase": lambda s: setattr(s, "phase", s.phase + 1),
    "actor": lambda s: setattr(s, "actor", s.actor + 1),
    "due": lambda s: setattr(s, "due", s.due + 1),
    "tasks": lambda s: s.tasks.append(1),
    "turn": lambda s: setattr(s, "turn", s.turn + 1),
    "takebacks": lambda s: setattr(s, "takebacks", s.takebacks + 1),
    "round": lambda s: setattr(s, "round", s.round + 1),
    "step": lambda s: setattr(s, "step", s.step + 1),
    "next_step": lambda s: setattr(s, "next_step", s.next_step + 1),
    "order": lambda s: setattr(s, "order", s.order[::-1]),
    "money": lambda s: s.money.reverse(),
    "plants": lambda s: setattr(s, "plants", [*s.plants[1:], s.plants[0]]),
    "fuel": lambda s: setattr(s, "fuel", [[each + 1 for each in row] for row in s.fuel]),
    "market": lambda s: s.market.pop(),
    "market_size": lambda s: setattr(s, "market_size", s.market_size - 1),
    "current_size": lambda s: setattr(s, "current_size", s.current_size + 1),
    "gone": lambda s: setattr(s, "gone", s.gone ^ 1),
    "discount": lambda s: setattr(s, "discount", s.discount + 1),
    "contractor": lambda s: setattr(s, "contractor", s.contractor + 1),
    "is_dry": lambda s: setattr(s, "is_dry", not s.is_dry),
    "pools": lambda s: s.stack.pools.append(1),
    "counts": lambda s: s.stack.counts.append(1),
    "top_back": lambda s: setattr(s.stack, "top_back", s.stack.top_back + 1),
    "n_mixed": lambda s: setattr(s.stack, "n_mixed", s.stack.n_mixed + 1),
    "out": lambda s: setattr(s.auction, "out", s.auction.out ^ 1),
    "lot": lambda s: setattr(s.auction, "lot", s.auction.lot + 1),
    "bid": lambda s: setattr(s.auction, "bid", s.auction.bid + 1),
    "leader": lambda s: setattr(s.auction, "leader", s.auction.leader + 1),
    "contenders": lambda s: setattr(s.auction, "contenders", s.auction.contenders ^ 1),
    "asked": lambda s: setattr(s.auction, "asked", s.auction.asked + 1),
    "scrapper": lambda s: setattr(s.auction, "scrapper", s.auction.scrapper + 1),
    "n_sold": lambda s: setattr(s.auction, "n_sold", s.auction.n_sold + 1),
    "n_scrapped": lambda s: setattr(s.auction, "n_scrapped", s.auction.n_scrapped + 1),
    "closing": lambda s: setattr(s.auction, "closing", not s.auction.closing),
    "tokens": lambda s: s.tokens.reverse(),
    "supply": lambda s: s.supply.reverse(),
    "closed": lambda s: setattr(s, "closed", s.closed ^ 8),
    "networks": lambda s: s.grid.networks.reverse(),
    "spaces": lambda s: s.grid.spaces.reverse(),
    "trust plants": lambda s: set_trust(
        s, [*s.trust.plants, 1], s.trust.fuel, s.trust.n_houses, s.trust.acted
    ),
    "trust fuel": lambda s: set_trust(
        s, s.trust.plants, [9, 0, 0, 0], s.trust.n_houses, s.trust.acted
    ),
    "trust houses": lambda s: set_trust(s, s.trust.plants, s.trust.fuel, 99, s.trust.acted),
    "trust acted": lambda s: set_trust(
        s, s.trust.plants, s.trust.fuel, s.trust.n_houses, not s.trust.acted
    ),
    "parts": lambda s: setattr(s, "parts", BoardParts([PartRules("snow", [0], False)], [[0]])),
    "ranking": lambda s: setattr(s, "ranking", [1, 2]),
}


@pytest.mark.parametrize("field", CHANGES)
def test_every_field_that_is_not_derived_counts(field: str) -> None:
    state = position(120)
    changed = state.copy()
    CHANGES[field](changed)
    assert digest(changed) != digest(state)


def test_rows_of_different_length_cannot_be_confused() -> None:
    state = position()
    one = state.copy()
    other = state.copy()
    one.plants = [[1, 2], [3]]
    other.plants = [[1], [2, 3]]
    assert state_key(one) != state_key(other)
    assert digest(one) != digest(other)


def test_derived_values_are_left_out() -> None:
    state = position()
    changed = state.copy()
    changed.capacity = [[99] * 6 for seat in range(2)]
    changed.grid.reach = [[7] * 42 for seat in range(2)]
    changed.grid.sites = [7] * 42
    changed.grid.n_cities = [9, 9]
    changed.grid.n_houses = [9] * 42
    assert digest(changed) == digest(state)


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_a_game_never_reaches_the_same_position_twice(spec: TableSpec) -> None:
    seen = [digest(history.state) for history, _action in play(spec, seed=2)]
    assert len(set(seen)) == len(seen) > 50


def test_equal_logs_give_equal_digests() -> None:
    games = [
        [digest(history.state) for history, _action in play(TABLES[2], seed=11, most=200)]
        for attempt in range(2)
    ]
    assert games[0] == games[1]
