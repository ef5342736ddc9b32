"""Numbers of each choice of a puzzle, from which its explanation is made."""

from collections.abc import Sequence

import msgspec

from gridwright.bots.seat_view import SeatView
from gridwright.engine.editions.card.vocabulary import Produce
from gridwright.engine.game import Game
from gridwright.engine.history import History
from gridwright.engine.masks import members
from gridwright.engine.observe import observe
from gridwright.engine.vocabulary.auction import Bid, DropOut, OfferPlant, PassAuction, ScrapPlant
from gridwright.engine.vocabulary.base import Action
from gridwright.engine.vocabulary.production import RunPlants


class Figures(msgspec.Struct, frozen=True):
    """Situation of the seat after a choice."""

    cost: int
    """Immediate cost; a bid costs nothing until it wins."""
    left: int
    """Money after the choice, or after winning with the bid."""
    powers: int
    """Cities that the plants can supply with the available fuel; with full fuel if plants
    change."""
    cities: int


def figures_of(game: Game, history: History, seat: int, actions: Sequence[Action]) -> Figures:
    """Play a choice and return its numbers; restores the position."""
    kept = history.keep()
    before = history.state
    money, lot = before.money[seat], before.auction.lot
    plants = before.plants[seat][:]
    cities = before.grid.n_cities[seat]
    first = actions[0]
    if isinstance(first, Bid):
        return Figures(0, money - first.amount, _fleet(game, [*plants, lot]), cities)
    if isinstance(first, OfferPlant):
        return Figures(0, money - first.bid, _fleet(game, [*plants, first.plant]), cities)
    if isinstance(first, DropOut | PassAuction):
        return Figures(0, money, _fleet(game, plants), cities)
    if isinstance(first, ScrapPlant):
        rest = [plant for plant in plants if plant != first.plant]
        return Figures(0, money, _fleet(game, rest), cities)
    if isinstance(first, RunPlants | Produce):
        outputs = game.rules.fuel.output_of
        output = sum([outputs[plant] for plant in members(first.plants)])
        powers = min(output, cities) if cities else output
        return Figures(0, money, powers, cities)
    for action in actions:
        if history.state.actor == seat:
            history.play(action)
    after = history.state
    left = after.money[seat]
    powers = SeatView(game.rules, observe(game, after, seat), seat).supply(seat)
    cities = after.grid.n_cities[seat]
    history.restore(kept)
    return Figures(max(0, money - left), left, powers, cities)


def _fleet(game: Game, plants: Sequence[int]) -> int:
    """Return the cities that fully fuelled plants supply, without the smallest surplus plant."""
    outputs = sorted([game.rules.fuel.output_of[plant] for plant in plants], reverse=True)
    n_uncounted = len(plants) - game.rules.n_counted(list(plants))
    return sum(outputs[: game.rules.limits.plant_limit + n_uncounted])
