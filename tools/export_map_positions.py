"""Write one position of every board for the browser's map tests, as the server would send it.

Each has the observation and the offers of a seat that may build, the connections paid so far, and
what the engine charges for every city on offer.
"""

import json
import sys
from pathlib import Path

from gridwright.content.table import build_game, default_spec, list_boards
from gridwright.engine.codec import Json, observation_values, offer_values
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.building import CityConnected, MayConnect

TARGET = Path(__file__).parents[1] / "web" / "tests" / "map" / "played.json"
EDITIONS = ("classic", "deluxe")
N_SEATS = 4
ENOUGH_HOUSES = 12
ENOUGH_OFFERS = 4
MAX_ACTIONS = 4000


def charges(game: Game, state: State, offer: MayConnect) -> list[Json]:
    """House, connection and path of every city on offer, as the engine charges them."""
    charged: list[Json] = []
    for action in offer.actions():
        for event in game.step(state, action)[1]:
            if isinstance(event, CityConnected):
                path: list[Json] = [*event.path]
                charged.append([event.city, event.house, event.connection, path])
    return charged


def position(edition: str, board: str, seed: int) -> dict[str, Json] | None:
    """The first position of a random game in which much is built and much may be."""
    game = build_game(default_spec(edition, board=board, seats=N_SEATS))
    state = game.new_state()
    dice = Dice(seed)
    ways: list[Json] = []
    for _turn in range(MAX_ACTIONS):
        offers = game.offers(state)
        if not offers:
            return None
        for offer in offers:
            if (
                isinstance(offer, MayConnect)
                and len(offer.cities) >= ENOUGH_OFFERS
                and len(ways) >= ENOUGH_HOUSES
            ):
                sent: list[Json] = [offer_values(each) for each in offers]
                return {
                    "board": board,
                    "observation": observation_values(observe(game, state, offer.seat)),
                    "offers": sent,
                    "ways": ways,
                    "space_costs": [*game.rules.board.space_costs],
                    "charges": charges(game, state, offer),
                }
        log = EventLog(True)
        # Building and paying is tried before passing, so that networks grow.
        game.apply(state, offers[0].sample(dice), log)
        for event in log.events:
            if isinstance(event, CityConnected):
                path: list[Json] = [*event.path]
                ways.append({"seat": event.seat, "path": path})
    return None


def main() -> int:
    positions: list[Json] = []
    for edition in EDITIONS:
        for board in list_boards(edition):
            found = next(found for seed in range(200) if (found := position(edition, board, seed)))
            positions.append(found)
    TARGET.write_text(json.dumps(positions, separators=(",", ":")) + "\n", encoding="utf-8")
    print(f"{len(positions)} positions, {TARGET.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
