"""One game played by numbers. Whoever holds it also plays chance."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gridwright.content.table import TableSpec
from gridwright.engine.actions import Action
from gridwright.engine.events import EventLog
from gridwright.engine.notation import Notation
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.envs.choosing import Choosing
from gridwright.envs.table import Table, open_table

SILENCE: Final = EventLog(False)


class Play:
    """A position, and the action that its actor is putting together."""

    def __init__(self, table: Table) -> None:
        self.table: Final = table
        self.state: State = table.game.new_state()
        self.choosing = Choosing(table.numbers)
        self.log: list[Action] = []
        """Every action so far, those of chance included."""
        self._ask()

    @property
    def actor(self) -> int:
        """Who acts next: a seat, CHANCE, or NOBODY after the end."""
        return self.state.actor

    def is_over(self) -> bool:
        return self.table.game.is_over(self.state)

    def take(self, choice: int) -> bool:
        """The acting seat chooses; whether its action is now complete and carried out.

        Raises NotMarkedError for a choice that is not marked, and nothing has happened then.
        """
        action = self.choosing.take(choice)
        if action is None:
            return False
        self.carry_out(action)
        return True

    def carry_out(self, action: Action) -> None:
        """Verify an action of whoever acts, do it, and ask the next actor."""
        game = self.table.game
        game.verify(self.state, action)
        game.apply(self.state, action, SILENCE)
        self.log.append(action)
        self._ask()

    def _ask(self) -> None:
        actor = self.state.actor
        if actor >= 0:
            offers = self.table.game.offers(self.state)
            self.choosing.ask(offers, actor, self.state.plants[actor])

    def mask(self) -> NDArray[np.int8]:
        """1 for each choice of the acting seat; zeros if no seat acts."""
        row = bytearray(self.table.numbers.size)
        if self.state.actor >= 0:
            self.choosing.mark(row)
        return np.frombuffer(row, dtype=np.int8)

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees, in the numbers of the layout."""
        seen = observe(self.table.game, self.state, seat)
        own = self.choosing if seat == self.state.actor else None
        figures = np.array(self.table.writer.write(seen, own), dtype=np.int64)
        return self.table.encoder.encode(figures, seat)

    def scores(self) -> list[int]:
        """What the rules count at the end, as if it were now."""
        return self.table.game.scoring.scores(self.state)

    def ranking(self) -> list[int]:
        """The place of each seat from 1; empty before the end."""
        return self.state.ranking

    def copy(self) -> "Play":
        """Another game that stands where this one does."""
        twin = Play(self.table)
        twin.state = self.state.copy()
        twin.log = self.log[:]
        twin.choosing = self.choosing.copy()
        return twin

    def __deepcopy__(self, memo: object) -> "Play":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """As text, because positions are not made to be stored: the log is the truth."""
        notation = Notation(self.table.game.rules)
        lines = [notation.text(action) for action in self.log]
        return _play_again, (self.table.spec, lines, self.choosing.said)


def _play_again(spec: TableSpec, lines: list[str], said: list[int]) -> Play:
    play = Play(open_table(spec))
    notation = Notation(play.table.game.rules)
    for line in lines:
        play.carry_out(notation.parse(line))
    for choice in said:
        play.take(choice)
    return play
