"""Check that a bot ignores hidden information: ``gridwright-lab honesty --bot hard``.

Positions come from games of the bot with money hidden. In each, everything hidden from its seat is
drawn again: the order of the stack, and the possessions of the others. A fresh bot in each of these
worlds must choose the same.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from gridwright.bots.registry import UnknownBotError, find_bot
from gridwright.bots.seated_bot import SeatedBot, seat_bots
from gridwright.content.table import TableSpec, build_game, default_spec, list_editions
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys, derive_keys
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import resample

MAX_MONEY: Final = 200
EVERY: Final = 3
"""Turns of a game between two checked positions."""


@dataclass(frozen=True)
class Found:
    """Result of a series of positions."""

    bot: str
    positions: int
    worlds: int
    stacks: int
    """Different orders of the stack among all worlds."""
    differing: int
    """Positions in which some world led to another choice."""

    @property
    def passed(self) -> bool:
        return self.positions > 0 and self.differing == 0


def positions(game: Game, bot: str, series: str) -> Iterator[tuple[State, Keys]]:
    """Yield positions of games of one bot, without end."""
    number = 0
    while True:
        label = f"honesty {series} {game.rules.edition} {game.rules.n_seats} {number}"
        keys = derive_keys(hashlib.sha256(label.encode()).digest(), f"game-{number}", {})
        seats = seat_bots(game, keys, [find_bot(bot)] * game.rules.n_seats)
        dealer = Dealer(game, keys)
        state = game.new_state()
        turn = 0
        while not game.is_over(state):
            actor = state.actor
            if actor != CHANCE:
                turn += 1
                if turn % EVERY == 0:
                    yield state.copy(), keys
            action = dealer.deal(state) if actor == CHANCE else seats[actor].act(state)
            game.apply(state, action, EventLog(False))
        number += 1


def another_world(game: Game, state: State, stream: Stream) -> tuple[State, list[int]]:
    """Return a world that looks the same to the acting seat: other hidden money, another stack."""
    world = state.copy()
    for seat in range(game.rules.n_seats):
        if seat != state.actor:
            world.money[seat] = stream.below(MAX_MONEY)
    return world, resample(game, world, stream)


def examine(specs: Sequence[TableSpec], bot: str, n_positions: int, n_worlds: int) -> Found:
    """Compare the bot's choices in other worlds, in positions of each table in turn."""
    tables = [(game, positions(game, bot, "main")) for game in map(build_game, specs)]
    stream = Stream(b"honesty")
    stacks: set[tuple[int, ...]] = set()
    differing = 0
    for number in range(n_positions):
        game, source = tables[number % len(tables)]
        state, keys = next(source)
        choices = {SeatedBot(find_bot(bot), game, state.actor, keys).act(state)}
        for _world in range(n_worlds):
            world, hidden = another_world(game, state, stream)
            stacks.add(tuple(hidden))
            choices.add(SeatedBot(find_bot(bot), game, world.actor, keys).act(world))
        differing += len(choices) > 1
    return Found(bot, n_positions, n_worlds, len(stacks), differing)


def tables() -> list[TableSpec]:
    """Return a table of each edition with money hidden."""
    return [replace(default_spec(edition), hidden_money=True) for edition in list_editions()]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the findings; return 1 if some choice differed."""
    parser = argparse.ArgumentParser(prog="gridwright-lab honesty")
    parser.add_argument("--bot", default="hard", help="a bot by its name, as in the arena")
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--worlds", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = parser.parse_args(arguments)
    if chosen.positions < 1 or chosen.worlds < 1:
        parser.error("expected at least one position and one world")
    try:
        find_bot(chosen.bot)
    except UnknownBotError as error:
        parser.error(str(error))
    found = examine(tables(), chosen.bot, chosen.positions, chosen.worlds)
    if chosen.json:
        print(json.dumps({**asdict(found), "passed": found.passed}))
    else:
        print(
            f"{found.bot}: {found.differing} of {found.positions} positions led to another choice "
            f"in {found.worlds} other worlds each"
        )
    return 0 if found.passed else 1


if __name__ == "__main__":
    sys.exit(main())
