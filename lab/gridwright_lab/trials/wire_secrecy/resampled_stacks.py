"""One log, many hidden stacks: every frame to every viewer must be the same in all of them."""

from collections.abc import Sequence
from typing import Final

from gridwright.engine.dice import Dice
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.vocabulary.base import Action
from gridwright.fair.dealer import Dealer
from gridwright.fair.derive import Keys
from gridwright.fair.draw import Stream
from gridwright.fair.hidden import resample
from gridwright.protocol.frames import encode
from gridwright.protocol.quotes import ENCODER
from gridwright.server.storage.games import GameRecord
from gridwright.table import commands, view
from gridwright.table.aids import build_quotes
from gridwright.table.commands import Decision
from gridwright.table.entries import LoggedEntry
from gridwright.table.log_entries import to_entry
from gridwright.table.table import Happened, Table
from gridwright_lab.conformance.secrecy.compare import hides_something
from gridwright_lab.trials.table_driver import choose

N_SHOWN: Final = 3
"""Entries before the position whose frames are compared too."""
MAX_FOLLOWING: Final = 6
"""Actions that are played in search of the next card."""


class World(Table):
    """A table as its log has it, with another seed and another hidden stack behind it."""

    def __init__(self, record: GameRecord, number: int) -> None:
        super().__init__(record, None)
        self._key: Final = f"world {number}".encode("ascii").ljust(32, b".")

    @property
    def seed(self) -> bytes:
        return self._key

    def hide(self) -> list[int]:
        """Draw a hidden stack that fits the public information; returns it."""
        hidden = resample(self.game, self.state, Stream(self._key))
        self._dealer = Dealer(self.game, Keys(self._key), hidden)
        return hidden


class Comparison:
    """Counts what was compared over all positions."""

    def __init__(self) -> None:
        self.positions = 0
        self.worlds = 0
        self.frames = 0
        self.n_bytes = 0
        self.orders_differed = 0
        """Positions whose worlds had different hidden stacks; without them nothing is proven."""
        self.cards_differed = 0
        """Positions whose worlds turned up different cards next."""
        self.undone = 0
        """Orders that were taken back in all worlds."""
        self.held = 0
        """Undone orders after which a card waited to be drawn."""
        self.leaks: Final[list[str]] = []
        self._expected: Final[dict[str, bytes]] = {}

    def compare(self, record: GameRecord, log: Sequence[LoggedEntry], n_worlds: int) -> None:
        """Show the table after a log, and what follows, in many worlds."""
        self._expected.clear()
        hiddens: set[tuple[int, ...]] = set()
        dealt: set[tuple[str, ...]] = set()
        actions: list[Action] = []
        for number in range(n_worlds):
            world = World(record, number)
            happened = [Happened(logged, tuple(world.fold(logged))) for logged in log]
            if world.actor() is None or not hides_something(world.state):
                return
            hiddens.add(tuple(world.hide()))
            self._show(world, happened[-N_SHOWN:], "before")
            dice = Dice(world.version)
            self._undo(world, log[-1].entry.at)
            for place in range(MAX_FOLLOWING):
                if place == len(actions):
                    actions.append(choose(world, dice))
                lines = self._act(world, actions[place], log[-1].entry.at)
                if len(lines) > 1 or world.actor() is None:
                    # From the first card on, only worlds that turned up the same can be compared.
                    dealt.add(lines)
                    break
            self.worlds += 1
        self.positions += 1
        self.orders_differed += len(hiddens) > 1
        self.cards_differed += len(dealt) > 1

    def _undo(self, world: World, at: int) -> None:
        """Act as a person and undo it: the next card must not become known."""
        seat = world.actor()
        assert seat is not None
        if world.seats[seat].bot:
            return
        action = choose(world, Dice(world.version + 1))
        self._settle(world, commands.act(world, seat, action), at, "held")
        self.held += world.is_deal_due()
        self._settle(world, commands.undo(world, seat), at, "undone")
        self.undone += 1

    def _act(self, world: World, action: Action, at: int) -> tuple[str, ...]:
        """Carry an action out as the service would, and show what is sent; its lines."""
        decided = commands.act(world, action.seat, action, "l0")
        self._settle(world, decided, at, "after")
        return decided.lines

    def _settle(self, world: World, decided: Decision, at: int, when: str) -> None:
        entry = to_entry(decided.log_entry, f"w:{world.version}", at, decided.seat, decided.lines)
        world.apply_entry(decided.log_entry, entry)
        deadline_at = world.deadline_at(at)
        logged = LoggedEntry(world.version, entry, world.status, deadline_at)
        name = f"{when} {' / '.join(decided.lines)}"
        self._show(world, [Happened(logged, decided.events)], f"{world.version} {name}")

    def _show(self, world: World, happened: list[Happened], when: str) -> None:
        for viewer in [*range(world.spec.seats), SPECTATOR]:
            self._send(f"{when}: table of {viewer}", encode(view.table_frame(world, viewer)))
            quoted = ENCODER.encode(build_quotes(world, viewer))
            self._send(f"{when}: quotes of {viewer}", quoted)
            for frame in view.happened_frames(world, happened, viewer):
                self._send(f"{when}: {frame.version} to {viewer}", encode(frame))

    def _send(self, name: str, sent: bytes) -> None:
        self.frames += 1
        self.n_bytes += len(sent)
        if self._expected.setdefault(name, sent) != sent:
            self.leaks.append(f"{name} differs")
