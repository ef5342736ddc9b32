"""Observations as numbers: every slice holds what its name says, and nothing hidden."""

import random

import numpy as np
import pytest

from gridwright.engine.ids import TRUST
from gridwright.engine.observe import observe
from gridwright.envs.action_builder import HOW_MUCH, WHAT
from gridwright.envs.layout import n_words_of, words_of
from gridwright.envs.turn_env import TurnEnv
from tests.kit.spread import Pick, picks

TABLES = [*picks(6, "card"), *picks(8, "classic"), *picks(8, "deluxe")]


def wander(env: TurnEnv, n_steps: int, dice: random.Random) -> None:
    for _step in range(n_steps):
        if env.actor < 0:
            env.reset()
        env.step(int(dice.choice(np.flatnonzero(env.mask()))))


@pytest.mark.parametrize("pick", TABLES, ids=str)
def test_fields_lie_one_after_the_other_and_fill_the_vector(pick: Pick) -> None:
    layout = TurnEnv(pick.spec()).table.layout
    start = 0
    for field in layout.fields:
        assert field.start == start
        start += field.size
    assert start == layout.size
    assert len({field.name for field in layout.fields}) == len(layout.fields)


@pytest.mark.parametrize("pick", TABLES, ids=str)
def test_numbers_say_what_is_observed(pick: Pick) -> None:
    env = TurnEnv(pick.spec())
    env.reset(7)
    dice = random.Random(7)
    layout = env.table.layout
    rules = env.table.game.rules
    for _position in range(25):
        wander(env, 29, dice)
        if env.actor < 0:
            env.reset()
        state = env.episode.state
        for viewer in range(env.n_seats):
            seen = observe(env.table.game, state, viewer)
            vector = env.observe(viewer)
            assert vector.dtype == np.float32
            assert vector.shape == (layout.size,)
            assert (vector >= 0).all()
            seats = [(viewer + place) % env.n_seats for place in range(env.n_seats)]
            money = vector[layout["money"]] * 100
            assert money == pytest.approx([max(seen.money[seat], 0) for seat in seats])
            known = vector[layout["money_seen"]]
            assert list(known) == [float(seen.money[seat] >= 0) for seat in seats]
            owned = vector[layout["plants"]].reshape(env.n_seats, -1)
            for place, seat in enumerate(seats):
                assert list(np.flatnonzero(owned[place])) == seen.plants[seat]
            assert list(np.flatnonzero(vector[layout["market"]])) == sorted(seen.market)
            actor = vector[layout["actor"]]
            assert list(np.flatnonzero(actor)) == [seats.index(seen.actor)]
            for place, seat in enumerate(seats if rules.board.cities else []):
                houses = vector[layout["houses"]].reshape(env.n_seats, -1)
                cities = {
                    space // rules.board.n_spaces
                    for space, owner in enumerate(seen.spaces)
                    if owner == seat
                }
                assert set(np.flatnonzero(houses[place])) == cities
            trust = {
                space // rules.board.n_spaces
                for space, owner in enumerate(seen.spaces)
                if owner == TRUST
            }
            if rules.board.cities:
                assert set(np.flatnonzero(vector[layout["trust_houses"]])) == trust
            order = vector[layout["place"]].reshape(env.n_seats, -1)
            assert [int(row.argmax()) for row in order] == [
                seen.order.index(seat) for seat in seats
            ]
            if "fuel" in [field.name for field in layout.fields]:
                fuel = vector[layout["fuel"]].reshape(env.n_seats, -1) * 10
                for place, seat in enumerate(seats):
                    assert fuel[place] == pytest.approx(state.fuel[seat])
            else:
                stored = vector[layout["parts_stored"]].reshape(env.n_seats, -1) * 5
                for place, seat in enumerate(seats):
                    units = rules.cards.units([round(float(n)) for n in stored[place]])
                    assert units == state.fuel[seat]


def test_hidden_money_is_the_owners_alone() -> None:
    env = TurnEnv(edition="classic", seats=3, hidden_money=True)
    env.reset(1)
    wander(env, 100, random.Random(1))
    layout = env.table.layout
    vector = env.observe(1)
    assert list(vector[layout["money_seen"]]) == [1, 0, 0]
    assert list(vector[layout["money"]][1:]) == [0, 0]
    before = env.observe(0)
    env.episode.state.money[1] += 17
    assert (env.observe(0) == before).all()
    assert (env.observe(1) != vector).any()


def test_an_unfinished_action_is_seen_by_its_own_seat_alone() -> None:
    env = TurnEnv(edition="classic", seats=3)
    env.reset(2)
    layout = env.table.layout
    actor = env.actor
    other = (actor + 1) % 3
    before = env.observe(other)
    assert env.observe()[layout["question"]][WHAT] == 1
    plant = int(np.flatnonzero(env.mask())[0])
    assert env.name(plant).startswith("offer ")
    env.step(plant)
    assert env.actor == actor
    vector = env.observe()
    assert vector[layout["question"]][HOW_MUCH] == 1
    assert vector[layout["named"]].sum() == 1
    assert (env.observe(other) == before).all()


def test_an_unknown_field_is_not_there() -> None:
    with pytest.raises(KeyError):
        TurnEnv(edition="card").table.layout["weather"]


def test_a_wide_mask_takes_several_signed_features() -> None:
    """The lowest bits come first."""
    assert [n_words_of(width) for width in (0, 1, 64, 65, 128, 129)] == [1, 1, 1, 2, 2, 3]
    assert words_of(0b101, 1) == [5]
    assert words_of(1 << 63 | 1 << 64 | 1, 2) == [1 - (1 << 63), 1]
    assert words_of((1 << 128) - 1, 2) == [-1, -1]
