"""A table as one line of text, and as HTML for notebooks."""

from html import escape

from gridwright.content.table import NO_BOARD, TableSpec
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.notation import plant_names
from gridwright.engine.observation import HIDDEN, Observation
from gridwright.engine.state import State


def tell_table(spec: TableSpec, game: Game, state: State) -> str:
    """Return the state: ``Table classic germany, 3 seats: round 2, auction, seat 1 acts``."""
    board = "" if spec.board == NO_BOARD else f" {spec.board}"
    head = f"Table {spec.edition}{board}, {spec.seats} seats"
    if game.is_over(state):
        places = ", ".join(f"seat {seat} {_nth(place)}" for seat, place in enumerate(state.ranking))
        return f"{head}: over in round {state.round}, {places}"
    actor = "chance" if state.actor == CHANCE else f"seat {state.actor}"
    return f"{head}: round {state.round}, {game.phases[state.phase].NAME}, {actor} acts"


def draw_html(spec: TableSpec, game: Game, state: State, seen: Observation) -> str:
    """Return the position, plant market and seats as HTML, as the viewer sees them."""
    cards = plant_names(game.rules)
    head = ["seat", "money", "cities", "plants"] + (["score", "place"] if seen.ranking else [])
    rows = [
        "<tr>" + "".join(f"<th>{escape(word)}</th>" for word in head) + "</tr>",
    ]
    for seat, owned in enumerate(seen.plants):
        money = "?" if seen.money[seat] == HIDDEN else str(seen.money[seat])
        plants = " ".join(cards[plant] for plant in owned)
        cells = [f"{seat}{' ▶' if seat == seen.actor else ''}", money, str(seen.n_cities[seat])]
        cells.append(plants)
        if seen.ranking:
            cells += [str(seen.scores[seat]), str(seen.ranking[seat])]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    market = " ".join(cards[card] for card in seen.market)
    return (
        f"<p><b>{escape(tell_table(spec, game, state))}</b><br>"
        f"plant market: {escape(market)}</p><table>{''.join(rows)}</table>"
    )


def _nth(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
