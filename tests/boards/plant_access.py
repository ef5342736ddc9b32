"""Boards on which a seat's cities decide which plants it may have, asked beside the engine."""

from collections.abc import Callable

from gridwright.engine.game import Game
from gridwright.engine.ids import NONE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import MayOffer, PlantOffered
from gridwright.engine.vocabulary.base import Event
from tests.boards.golden import Sign
from tests.boards.shipped import positions_of
from tests.kit.scenario import scenario

NUCLEAR = {11, 17, 23, 28, 34, 39}
"""Plants that burn uranium, as their cards show."""

MayHave = Callable[[Game, State, int, int], bool]
"""A board's sentence again, written without the engine's rule: seat and card."""


def cities_seen(game: Game, state: State, seat: int) -> set[str]:
    """Return the cities in which a seat has houses, read from the spaces that everyone sees."""
    board = game.rules.board
    spaces = observe(game, state, seat).spaces
    return {
        board.cities[space // board.n_spaces] for space, owner in enumerate(spaces) if owner == seat
    }


def check_access(board: str, may_have: MayHave) -> None:
    """Offers and bidders of random positions are those of the sentence."""
    asked = refused = 0
    for game, state in positions_of(board, 20):
        if game.is_over(state):
            continue
        auction = state.auction
        if auction.lot != NONE and auction.scrapper == NONE:
            for seat in range(game.rules.n_seats):
                if auction.contenders >> seat & 1:
                    asked += 1
                    assert may_have(game, state, seat, auction.lot)
        for offer in game.offers(state):
            if isinstance(offer, MayOffer):
                for plant in game.market.current(state):
                    asked += 1
                    dear = game.market.minimum(state, plant) > state.money[offer.seat]
                    allowed = may_have(game, state, offer.seat, plant)
                    refused += not allowed
                    assert (plant in offer.plants) == (allowed and not dear)
    assert asked >= 1000
    assert refused >= 20


def check_trust_is_not_bound(board: str, city: str) -> None:
    """The Trust takes plant 11, which the seat in that city may not have."""
    position = scenario(board=board, preset="recharged", seats=2).money(0, 90).money(1, 90)
    position = position.cities(0, city).market(8, 9, 10, 11, 16, 19, 20, 21)
    table = position.order(0, 1).at("auction")
    table.do("0 pass")
    assert table.game.rules.plant_called(11) in table.state.trust.plants


def kept_out(may_have: MayHave) -> Sign:
    """A plant is put up, and some seat with cities and the money for it may not bid."""

    def is_kept_out(game: Game, state: State, line: str, events: list[Event]) -> bool:
        return any(
            isinstance(event, PlantOffered)
            and any(
                state.money[seat] > event.bid
                and not may_have(game, state, seat, event.plant)
                and not state.auction.out >> seat & 1
                and cities_seen(game, state, seat)
                for seat in range(game.rules.n_seats)
            )
            for event in events
        )

    return is_kept_out
