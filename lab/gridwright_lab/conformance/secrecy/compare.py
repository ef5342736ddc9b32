"""No message depends on hidden information: ``gridwright-lab secrecy``.

A position is continued in many worlds that differ only in the hidden order of the stack. All
messages to any viewer must be the same in all of them, byte by byte, until a card is revealed; and
after that the same in all worlds that revealed the same card.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gridwright.engine.codec import Json, event_values, observation_values, offer_values
from gridwright.engine.dice import Dice
from gridwright.engine.game import Game
from gridwright.engine.ids import CHANCE, SPECTATOR
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, Event, EventLog
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import resample
from gridwright_lab.conformance.sampling.positions import Position, random_positions
from gridwright_lab.conformance.sampling.random_players import EVEN
from gridwright_lab.conformance.sampling.tables import spread_tables

N_POSITIONS: Final = 2_000
N_WORLDS: Final = 20
ONE_IN: Final = 150
MAX_OF_A_GAME: Final = 8
MAX_FOLLOWING: Final = 8
"""Number of actions played in search of the next reveal."""


class World:
    """A position with one of its possible hidden stacks."""

    def __init__(self, game: Game, state: State, hidden: list[int], keys: Keys) -> None:
        self.game: Final = game
        self.state: Final = state
        self.hidden: Final = hidden
        """Cards of the stack, top first, at the start of the world. No channel may read it."""
        self.dealer: Final = Dealer(game, keys, hidden)


class Channel:
    """The server's output. A test's sabotaged channel overrides a method and sends too much."""

    def observation(self, world: World, viewer: int) -> dict[str, Json]:
        return observation_values(observe(world.game, world.state, viewer))

    def offers(self, world: World) -> list[Json]:
        return [offer_values(offer) for offer in world.game.offers(world.state)]

    def events(self, world: World, events: list[Event]) -> list[Json]:  # noqa: ARG002
        return [event_values(event) for event in events]


def to_text(message: object) -> str:
    """The message as sent. The library's encoder writes the engine's canonical JSON, but faster."""
    return _ENCODER.encode(message)


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True)


@dataclass
class Secrecy:
    """Counts of comparisons."""

    positions: int = 0
    worlds: int = 0
    messages: int = 0
    n_bytes: int = 0
    orders_differed: int = 0
    """Positions whose worlds had different hidden stacks; without them nothing is proven."""
    cards_differed: int = 0
    """Positions whose worlds revealed different cards next."""
    moneys: int = 0
    """Positions in which hidden money was changed."""
    leaks: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Return whether worlds did differ and no message showed it."""
        return self.orders_differed > 0 and self.cards_differed > 0 and not self.leaks

    def to_json(self) -> dict[str, Any]:
        return {
            "ok": self.ok,
            "positions": self.positions,
            "worlds": self.worlds,
            "messages": self.messages,
            "bytes": self.n_bytes,
            "orders_differed": self.orders_differed,
            "cards_differed": self.cards_differed,
            "moneys": self.moneys,
            "leaks": self.leaks,
        }


class Comparison:
    """All messages of one position, world by world."""

    def __init__(self, found: Secrecy, position: Position, channel: Channel) -> None:
        self.found: Final = found
        self.position: Final = position
        self.channel: Final = channel
        self.viewers: Final = [*range(position.game.rules.n_seats), SPECTATOR]
        self._expected: Final[dict[str, str]] = {}
        self._told: Final[set[str]] = set()

    def send(self, name: str, message: object) -> None:
        """Compare a message with the one that the first world sent under this name."""
        sent = to_text(message)
        self.found.messages += 1
        self.found.n_bytes += len(sent)
        if self._expected.setdefault(name, sent) != sent and name not in self._told:
            self._told.add(name)
            self.found.leaks.append(f"{self.position}: {name}")

    def send_views(self, world: World, viewers: list[int], when: str) -> None:
        for viewer in viewers:
            self.send(f"{when}: view of {viewer}", self.channel.observation(world, viewer))
        self.send(f"{when}: offers", self.channel.offers(world))

    def carry_out(self, world: World, action: Action, when: str) -> None:
        world.game.verify(world.state, action)
        log = EventLog(True)
        world.game.apply(world.state, action, log)
        self.send(f"{when}: events", self.channel.events(world, log.events))


def following_actions(position: Position, dice: Dice) -> list[Action]:
    """Return the next actions of the seats, until chance must act."""
    game = position.game
    state = position.state.copy()
    silent = EventLog(False)
    actions: list[Action] = []
    while len(actions) < MAX_FOLLOWING and state.actor >= 0:
        action = EVEN.choose(game.offers(state), dice)
        game.apply(state, action, silent)
        actions.append(action)
    return actions


def compare_worlds(
    found: Secrecy, position: Position, n_worlds: int, channel: Channel, dice: Dice
) -> None:
    """Continue one position in many worlds and compare all messages."""
    game = position.game
    actions = following_actions(position, dice)
    comparison = Comparison(found, position, channel)
    hiddens: set[tuple[int, ...]] = set()
    dealt: set[tuple[int, ...]] = set()
    for number in range(n_worlds):
        key = f"{position.number} {position.at} {number}".encode("ascii").ljust(32)
        hidden = resample(game, position.state, Stream(key))
        hiddens.add(tuple(hidden))
        world = World(game, position.state.copy(), hidden, Keys(key))
        comparison.send_views(world, comparison.viewers, "before")
        for place, action in enumerate(actions):
            comparison.carry_out(world, action, f"action {place}")
        if actions:
            comparison.send_views(world, [actions[-1].seat, SPECTATOR], "after")
        if world.state.actor == CHANCE:
            outcome = world.dealer.deal(world.state)
            dealt.add(outcome.key())
            when = f"after {outcome}"
            comparison.carry_out(world, outcome, when)
            comparison.send_views(world, comparison.viewers, when)
        found.worlds += 1
    found.positions += 1
    found.orders_differed += len(hiddens) > 1
    found.cards_differed += len(dealt) > 1


def compare_moneys(found: Secrecy, position: Position, channel: Channel, dice: Dice) -> None:
    """Compare a viewer's messages where only the hidden money of others differs (c11.3)."""
    game = position.game
    if not game.rules.options.hidden_money or game.is_over(position.state):
        return
    comparison = Comparison(found, position, channel)
    for viewer in comparison.viewers:
        for number in range(2):
            state = position.state.copy()
            if number:
                for seat in range(game.rules.n_seats):
                    state.money[seat] += 0 if seat == viewer else 1 + dice.below(50)
            hidden = resample(game, state, Stream(b"money"))
            world = World(game, state, hidden, Keys(b"money"))
            comparison.send(f"money: view of {viewer}", channel.observation(world, viewer))
            if state.actor == viewer:
                comparison.send(f"money: offers of {viewer}", channel.offers(world))
    found.moneys += 1


def compare_all(
    positions: Iterable[Position],
    n_worlds: int = N_WORLDS,
    channel: Channel | None = None,
    seed: int = 0,
) -> Secrecy:
    """Compare the worlds of many positions."""
    found = Secrecy()
    dice = Dice(seed + 11)
    for position in positions:
        compare_worlds(found, position, n_worlds, channel or Channel(), dice)
        compare_moneys(found, position, channel or Channel(), dice)
    return found


def sample_positions(n_positions: int, seed: int = 0) -> list[Position]:
    """Return positions of many games at tables of every kind."""
    tables = spread_tables()
    found: list[Position] = []
    taken: Counter[int] = Counter()
    for position in random_positions(tables, 10 * len(tables), ONE_IN, seed):
        if len(found) == n_positions:
            break
        if hides_something(position.state) and taken[position.number] < MAX_OF_A_GAME:
            taken[position.number] += 1
            found.append(position)
    return found


def hides_something(state: State) -> bool:
    """Return whether public information allows more than one order of the stack."""
    return any(pool & (pool - 1) for pool in state.stack.pools)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=N_POSITIONS)
    parser.add_argument("--worlds", type=int, default=N_WORLDS)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    positions = sample_positions(chosen.positions, chosen.seed)
    found = compare_all(positions, chosen.worlds, seed=chosen.seed)
    print(json.dumps(found.to_json(), indent=1))
    return 0 if found.ok else 1


if __name__ == "__main__":
    sys.exit(main())
