"""Fuel cards: what a storage holds, and every way to spend from it."""

from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwright.content.table import build_game, default_spec
from gridwright.engine.dice import Dice
from gridwright.engine.editions.card.depot import Depot, counted, opening_depot
from gridwright.engine.editions.card.vocabulary import MayProduce
from gridwright.engine.fuel_cards import NO_FUEL_CARDS, FuelCards
from gridwright.engine.game import Game


@cache
def card_game() -> Game:
    return build_game(default_spec("card"))


@cache
def fuel_cards() -> FuelCards:
    return card_game().rules.cards


def sparse_faces() -> st.SearchStrategy[list[int]]:
    """A few cards of each face. Deferred, because collecting tests builds no game."""
    n_faces = fuel_cards().n_faces
    return st.lists(st.integers(0, 2), min_size=n_faces, max_size=n_faces)


SPARSE = st.deferred(sparse_faces)


def every_way(stored: list[int], burned: list[int]) -> set[tuple[int, ...]]:
    """Every list of turns that spends exactly so much, by trying each amount on each card."""
    faces = [face for face, count in enumerate(stored) for each in range(count)]
    found: set[tuple[int, ...]] = set()
    for spent in product(*[range(fuel_cards().face_units[face] + 1) for face in faces]):
        by_kind = [0] * fuel_cards().n_kinds
        for face, units in zip(faces, spent, strict=True):
            by_kind[fuel_cards().face_kind[face]] += units
        if by_kind == burned:
            turns = [
                fuel_cards().turn(face, units)
                for face, units in zip(faces, spent, strict=True)
                if units
            ]
            found.add(tuple(sorted(turns)))
    return found


def test_names_tell_what_is_printed_and_what_is_turned() -> None:
    assert fuel_cards().names[:3] == ["coal-1", "coal-2", "coal-3"]
    assert fuel_cards().names[-1] == "uranium-single"
    face = fuel_cards().face(fuel_cards().names.index("coal-3"), 2)
    assert fuel_cards().turn_names[fuel_cards().turn(face, 2)] == "coal-3:2>0"
    assert len(set(fuel_cards().turn_names)) == fuel_cards().n_turns
    assert NO_FUEL_CARDS.n_cards == 0


@given(SPARSE)
def test_units_are_what_the_faces_show(stored: list[int]) -> None:
    expected = [0] * fuel_cards().n_kinds
    for face, count in enumerate(stored):
        expected[fuel_cards().face_kind[face]] += count * fuel_cards().face_units[face]
    assert fuel_cards().units(stored) == expected


@pytest.mark.parametrize(
    ("names", "burned"),
    [
        (["coal-3:3", "coal-2:1", "coal-single:1"], [3, 0, 0, 0]),
        (["coal-3:3", "coal-3:3", "coal-1:1"], [4, 0, 0, 0]),
        (["gas-2:2", "gas-3:1", "oil-1:1"], [0, 2, 1, 0]),
        (["uranium-2:2", "uranium-single:1", "coal-2:2"], [1, 0, 0, 2]),
        (["oil-3:2"], [0, 0, 0, 0]),
    ],
)
def test_exactly_the_turns_that_make_up_what_is_burned_are_accepted(
    names: list[str], burned: list[int]
) -> None:
    stored = [0] * fuel_cards().n_faces
    for name in names:
        card, units = name.split(":")
        stored[fuel_cards().face(fuel_cards().names.index(card), int(units))] += 1
    ways = every_way(stored, burned)
    assert all(fuel_cards().makes_up(stored, burned, list(way)) for way in ways)
    assert tuple(fuel_cards().fewest_first(stored, burned)) in ways
    assert tuple(fuel_cards().most_first(stored, burned)) in ways
    for way in ways:
        for other in (
            [*way, fuel_cards().n_turns],
            [-1, *way],
            way[1:],
            [*way, *way[-1:]],
            way[::-1],
        ):
            if tuple(other) not in ways:
                assert not fuel_cards().makes_up(stored, burned, list(other))
    offer = MayProduce(0, [], [1], card_game().rules.fuel, fuel_cards(), stored)
    dice = Dice(3)
    sampled = {tuple(offer._any_turns(burned, dice)) for _ in range(200)}
    assert sampled == ways


@given(SPARSE, st.data())
def test_turning_down_keeps_every_card_somewhere(stored: list[int], data: st.DataObject) -> None:
    depot = opening_depot(fuel_cards(), 1)
    depot.stored[0] = stored
    held = fuel_cards().units(stored)
    burned = [data.draw(st.integers(0, units)) for units in held]
    printed = printed_cards(depot)
    turns = data.draw(st.sampled_from([fuel_cards().fewest_first, fuel_cards().most_first]))(
        stored, burned
    )
    depot.turn_down(0, turns)
    left = [units - gone for units, gone in zip(held, burned, strict=True)]
    assert fuel_cards().units(depot.stored[0]) == left
    assert printed_cards(depot) == printed


def printed_cards(depot: Depot) -> list[int]:
    """Return how many of each printed card are in the storage and on the discard pile."""
    total = depot.discard[:]
    for face, count in enumerate(depot.stored[0]):
        if fuel_cards().face_card[face] < fuel_cards().n_printed:
            total[fuel_cards().face_card[face]] += count
    return total


def test_a_depot_restores_its_rows_and_finds_what_cannot_be() -> None:
    depot = opening_depot(fuel_cards(), 2)
    fuel = [[0] * 4, [0] * 4]
    rows = [row[:] for row in depot.rows()]
    assert len(depot.names()) == len(rows)
    assert depot.problems(fuel) == []
    depot.deal(2, 1)
    depot.take(0, 2, 1, 2)
    assert depot.problems([[2, 0, 0, 0], [0] * 4]) == []
    assert "seat 0 stores" in depot.problems(fuel)[0]
    depot.restore(rows)
    assert depot.rows() == rows
    depot.stack = counted(depot.stack, 0, 1)
    assert depot.problems(fuel) == [
        f"coal-1: {fuel_cards().totals[0] + 1} cards of {fuel_cards().totals[0]}"
    ]
    depot.restore(rows)
    depot.columns[0] = counted(depot.columns[0], 0, 1)
    depot.stack = counted(depot.stack, 0, -1)
    assert "printed cards among the singles" in depot.problems(fuel)[0]
    depot.restore(rows)
    depot.columns[1] = counted(depot.columns[1], fuel_cards().single(0), 1)
    assert "column 1 holds" in depot.problems(fuel)[0]
    depot.restore(rows)
    depot.columns[0] = counted(depot.columns[0], fuel_cards().single(0), -1)
    assert "a count below zero" in depot.problems(fuel)[0]
