"""Costs of next cities that are kept are those that would be found again."""

import pytest

from gridwright.arena.cells import find_cells
from gridwright.arena.deals import deal_keys
from gridwright.bots.planner.next_sites import NextSites
from gridwright.bots.registry import find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game
from gridwright.engine.ids import CHANCE
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer


@pytest.mark.parametrize(
    "cell", ["classic:3", "deluxe:2", "classic/original/japan:3", "classic/original/uk-ireland:4"]
)
def test_costs_are_those_found_again(cell: str) -> None:
    """Each seat asks at each of its turns, so houses of others lie between two questions."""
    (found,) = find_cells(cell)
    game = build_game(found.spec)
    keys = deal_keys(found, "next sites", 0)
    bots = seat_bots(game, keys, [find_bot("l1")] * found.seats)
    dealer = Dealer(game, keys)
    shared = NextSites(game.rules.board)
    state = game.new_state()
    last: dict[int, list[float]] = {}
    n_kept = 0
    while not game.is_over(state):
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), EventLog(False))
            continue
        seen = observe(game, state, state.actor)
        for seat in range(found.seats):
            costs = shared.costs(seen, seat)
            assert costs == NextSites(game.rules.board).costs(seen, seat)
            n_kept += costs is last.get(seat)
            last[seat] = costs
        game.apply(state, bots[state.actor].act(state), EventLog(False))
    assert n_kept > 0
