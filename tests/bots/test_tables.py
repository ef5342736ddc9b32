"""L1 plays tables of every board to their end, and never sits in the dark on a board."""

import pytest

from gridwright.bots.bot_games import play_game
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import TableSpec, build_game, default_spec, list_editions
from gridwright.engine.editions.card.vocabulary import ElectricityProduced
from gridwright.engine.ids import CHANCE
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.production import CitiesSupplied
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys
from gridwright_lab.conformance.sampling.tables import (
    by_preset,
    list_tables,
    shuffled,
    some_tables,
    table_name,
)
from tests.loaded_engine import sized

SEED = bytes(range(32))
SOME = shuffled(some_tables(by_preset))
TABLES = SOME[:: sized(1, 3)]
MAX_ROUNDS = 45


def check_end(spec: TableSpec) -> None:
    game = build_game(spec)
    keys = derive_keys(SEED, "ends", {})
    state = play_game(game, keys, [find_bot("l1")] * spec.seats)
    assert state.ranking
    assert state.round <= MAX_ROUNDS


@pytest.mark.parametrize("spec", TABLES, ids=table_name)
def test_a_table_of_l1_ends(spec: TableSpec) -> None:
    check_end(spec)


@pytest.mark.slow
def test_every_table_of_l1_ends() -> None:
    for spec in list_tables():
        check_end(spec)


@pytest.mark.parametrize("spec", TABLES[:: sized(4, 6)], ids=table_name)
def test_a_mixed_table_ends(spec: TableSpec) -> None:
    game = build_game(spec)
    bots = [find_bot(("l1", "l0")[seat % 2]) for seat in range(spec.seats)]
    state = play_game(game, derive_keys(SEED, "mixed", {}), bots)
    assert state.ranking
    assert state.ranking[0] == 1 or spec.seats > 2


def test_the_tables_are_of_all_boards() -> None:
    assert set(SOME) <= set(list_tables())
    assert {by_preset(spec) for spec in SOME} == {by_preset(spec) for spec in list_tables()}
    assert {spec.edition for spec in TABLES} == set(list_editions())


def dark_rounds(spec: TableSpec, n_games: int) -> tuple[int, int]:
    """Productions in which a seat of L1 ran nothing, and all of them."""
    game = build_game(spec)
    n_dark = n_all = 0
    for number in range(n_games):
        keys = derive_keys(SEED, f"dark-{number}", {})
        seats = seat_bots(game, keys, [find_bot("l1")] * spec.seats)
        dealer = Dealer(game, keys)
        state = game.new_state()
        while not game.is_over(state):
            log = EventLog(True)
            chance = state.actor == CHANCE
            game.apply(state, dealer.deal(state) if chance else seats[state.actor].act(state), log)
            for event in log.events:
                if isinstance(event, CitiesSupplied | ElectricityProduced):
                    n_all += 1
                    n_dark += event.plants == 0
    return n_dark, n_all


@pytest.mark.parametrize("edition", list_editions())
def test_l1_does_not_strand_itself(edition: str) -> None:
    """Fuel cards can be sold out before a seat's turn; tokens hardly ever are."""
    spec = default_spec(edition)
    n_dark, n_all = dark_rounds(spec, sized(20, 4))
    has_board = build_game(spec).rules.board.n_cities > 0
    assert n_dark <= (0 if has_board else n_all // 20)
