"""A transcript as a list of positions, with a sentence for everything that happened."""

from dataclasses import dataclass
from typing import Final

from gridwright.cli.drawing.events import Teller
from gridwright.cli.drawing.names import Names
from gridwright.content.table import find_figures
from gridwright.engine.history import History
from gridwright.engine.ids import SPECTATOR
from gridwright.engine.observation import Observation
from gridwright.engine.observe import observe
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Event
from gridwright.engine.vocabulary.turn import PhaseBegan
from gridwright.fair.replay import Replay
from gridwright.fair.transcript import Transcript


@dataclass(frozen=True)
class Entry:
    """One sentence of the log."""

    place: int
    """The position it led to."""
    heading: str
    """Round and phase it happened in."""
    sentence: str


class Timeline:
    """Position 0 is before anything was drawn, position n the one after n actions."""

    def __init__(self, transcript: Transcript) -> None:
        """The whole game, or TranscriptError at the first line that is wrong."""
        again = Replay(transcript)
        actions = [action for _line, action in again.play()]
        again.verify_result()
        self.transcript: Final = transcript
        self.game: Final = again.game
        root = find_figures(transcript.table, transcript.rules)
        self.names: Final = Names(transcript.table, again.game, root)
        self.log: Final[list[Entry]] = []
        # A checked replay returns no events, so a watched one follows it.
        watched = History(again.game)
        self.states: Final[list[State]] = [watched.state.copy()]
        self._teller: Final = Teller(self.names)
        self._heading = self._named(watched.state.round, watched.state.phase)
        for action in actions:
            for event in watched.play_watched(action):
                self._note(event)
            self.states.append(watched.state.copy())

    def _named(self, round: int, phase: int) -> str:
        return f"Round {round}, {self.names.phase(phase)}" if round else "Set-up"

    def _note(self, event: Event) -> None:
        for sentence in self._teller.sentences(event):
            self.log.append(Entry(len(self.states), self._heading, sentence))
        if isinstance(event, PhaseBegan):
            self._heading = self._named(event.round, event.phase)

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.states) - 1

    def seen(self, place: int, viewer: int | None) -> Observation:
        """The table at a position. Without a viewer money is open once the game is over."""
        state = self.states[place]
        if viewer is not None:
            return observe(self.game, state, viewer)
        seen = observe(self.game, state, SPECTATOR)
        if self.transcript.closing is not None:
            seen.money = state.money[:]
        return seen

    def round_ends(self) -> dict[int, int]:
        """Return the position after the last action of each round; the running round has none."""
        ends: dict[int, int] = {}
        for place in range(1, len(self.states)):
            before = self.states[place - 1].round
            if self.states[place].round != before and before:
                ends[before] = place
        if self.game.is_over(self.states[-1]):
            ends[self.states[-1].round] = self.last
        return ends

    def entries(self, first: int, last: int) -> list[Entry]:
        """Return the entries after position ``first`` up to position ``last``."""
        return [entry for entry in self.log if first < entry.place <= last]
