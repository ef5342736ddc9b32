"""Statistics of a game that need no play-outs."""

from collections.abc import Sequence
from typing import Any

from gridwright.engine.game import Game
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import PlantBought
from gridwright.insight.moves import Moment


def count_game(game: Game, moments: Sequence[Moment], last: State) -> list[dict[str, Any]]:
    """Return what each seat bought, overpaid, left unsupplied and kept."""
    deck, fuel = game.rules.deck, game.rules.fuel
    sales: list[tuple[int, int, int, int, int]] = []
    for moment in moments:
        for event in moment.events:
            if isinstance(event, PlantBought):
                is_reduced = moment.state.discount == event.plant
                lowest = 1 if is_reduced else deck.numbers[event.plant]
                output = fuel.output_of[event.plant]
                sales.append((event.seat, moment.state.round, event.price, lowest, output))
    scores = game.scoring.scores(last)
    found: list[dict[str, Any]] = []
    for seat in range(game.rules.n_seats):
        own = [sale for sale in sales if sale[0] == seat]
        n_cheaper = sum(
            any(
                later[1] == sale[1] and later[2] < sale[2] and later[4] >= sale[4]
                for later in sales[place + 1 :]
            )
            for place, sale in enumerate(sales)
            if sale[0] == seat
        )
        n_cities = last.grid.n_cities[seat]
        powered = scores[seat] if n_cities else game.scoring.best_output(last, seat)
        found.append(
            {
                "seat": seat,
                "plants_bought": len(own),
                "paid_above_lowest": sum(sale[2] - sale[3] for sale in own),
                "cheaper_later": n_cheaper,
                "unsupplied": max(0, n_cities - powered),
                "money_left": last.money[seat],
                "fuel_left": sum(last.fuel[seat]),
                "cities": n_cities,
                "powered": powered,
            }
        )
    return found
