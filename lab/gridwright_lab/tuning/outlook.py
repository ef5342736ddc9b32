"""Find what things are worth at cards: ``gridwright-lab tune outlook --samples FILE``.

Planners and L1 play each other. At the start of each round everything a planner has is noted, and
at the end its points. Now and then a seat is given some money or loses some, so that money measures
more than playing strength. Samples are added to the file; all of them are fitted together: rates
from the newest games alone swing from one extreme to the other.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Final

from gridwright.bots.planner.cards.countdown import cards_above_end
from gridwright.bots.profiles import NAMES as PLANNERS
from gridwright.bots.profiles.outlook import (
    COLUMNS,
    MAX_ROUNDS,
    fleet_part,
    load_outlooks,
    purse_part,
)
from gridwright.bots.registry import BOTS, find_bot
from gridwright.bots.seated_bot import seat_bots
from gridwright.content.table import build_game, default_spec, list_editions
from gridwright.engine.editions.card.depot import Depot
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import derive_keys
from gridwright.fair.draw import Stream
from gridwright_lab.tuning.regression import Sample, fit_rates

GIFT_ODDS: Final = 4
"""One seat in this many has its money changed at the start of a round."""
MAX_GIFT: Final = 6


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, add to the samples, print the table that follows from all of them."""
    parser = argparse.ArgumentParser(prog="gridwright-lab tune outlook")
    parser.add_argument("--edition", choices=list_editions(), default="card")
    parser.add_argument("--bots", nargs="+", choices=list(BOTS), default=["hard", "normal", "l1"])
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--series", default="first", help="another one deals other games")
    parser.add_argument("--samples", type=Path, required=True, help="where samples are kept")
    chosen = parser.parse_args(arguments)
    game = build_game(default_spec(chosen.edition, None, None, chosen.seats))
    if game.rules.board.n_cities > 0:
        parser.error(f"expected a game without a board, got {chosen.edition}")
    with chosen.samples.open("a", encoding="utf-8") as file:
        for number in range(chosen.games):
            label = f"outlook {chosen.series} {chosen.seats} {number}"
            for sample in play(game, chosen.bots, hashlib.sha256(label.encode()).digest()):
                file.write(json.dumps(asdict(sample)) + "\n")
    lines = chosen.samples.read_text("utf-8").splitlines()
    samples = [Sample(**json.loads(line)) for line in lines]
    rates = fit_rates(samples, MAX_ROUNDS, len(COLUMNS))
    print(f"[seats-{chosen.seats}]")
    print(f"draws = {load_outlooks()[chosen.seats].draws}")
    print("rows = [")
    for row in rates:
        print(f"  [{', '.join([f'{rate:.3f}' for rate in row])}],")
    print("]")
    return 0


def play(game: Game, names: Sequence[str], seed: bytes) -> list[Sample]:
    """Return the holdings of the planners of one game, and their results."""
    n_seats = game.rules.n_seats
    keys = derive_keys(seed, "outlook", {})
    stream = Stream(seed)
    seated = [names[stream.below(len(names))] for _seat in range(n_seats)]
    seats = seat_bots(game, keys, [find_bot(name) for name in seated])
    planners = [seat for seat in range(n_seats) if seated[seat] in PLANNERS]
    dealer = Dealer(game, keys)
    state = game.new_state()
    silence = EventLog(False)
    noted: list[tuple[int, int, float, list[float]]] = []
    last_round = 1
    while not game.is_over(state):
        if state.actor == CHANCE:
            game.apply(state, dealer.deal(state), silence)
            continue
        if state.round > last_round:
            last_round = state.round
            for seat in range(n_seats):
                if stream.below(GIFT_ODDS) == 0:
                    gift = stream.below(2 * MAX_GIFT + 1) - MAX_GIFT
                    state.money[seat] = max(0, state.money[seat] + gift)
            for seat in planners:
                noted.append((seat, *_note(game, state, seat)))
        game.apply(state, seats[state.actor].act(state), silence)
    scores = game.scoring.scores(state)
    per_point = game.rules.money_per_point
    return [
        Sample(row, share, columns, scores[seat] + state.money[seat] % per_point / per_point)
        for seat, row, share, columns in noted
    ]


def _note(game: Game, state: State, seat: int) -> tuple[int, float, list[float]]:
    """The row of a round that begins, the share of the one after, and what a seat has."""
    rules = game.rules
    outlook = load_outlooks()[rules.n_seats]
    depot = state.parts
    assert isinstance(depot, Depot)
    if depot.last_round:
        rounds = float(depot.last_round - state.round + 1)
    else:
        rounds = outlook.rounds(cards_above_end(rules, observe(game, state, seat)))
    row, share = outlook.shares(rounds)
    plants = state.plants[seat]
    outputs = [rules.fuel.output_of[plant] for plant in plants]
    place = state.order.index(seat) / (rules.n_seats - 1)
    return (
        row,
        share,
        fleet_part(outputs, rules.fuel.needs(plants))
        + purse_part(state.money[seat], state.fuel[seat], place),
    )


if __name__ == "__main__":
    sys.exit(main())
