"""Recorded games of some folders, found by name."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final

from gridwright.content.table import load_game
from gridwright.engine.history import History
from gridwright.engine.notation import Notation
from gridwright.fair.transcript import Transcript, parse_transcript
from gridwright_lab.conformance.replay.pack import read_folder


class Corpus:
    """The transcripts in some folders, in packs or single files.

    In a pack a game is named by its transcript, otherwise by its file.
    """

    FOLDERS: ClassVar[tuple[Path, ...]] = (Path("tests/golden"), Path("tests/recorded"))
    """Folders of the recorded games of this repository."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._texts: Final[dict[str, str]] = {}
        for folder in folders:
            for name, text in read_folder(folder).items():
                if name in self._texts:
                    raise ValueError(f"expected each name once, got {name} again in {folder}")
                self._texts[name] = text

    def names(self, edition: str | None = None) -> list[str]:
        """Return the names of all games, or those of an edition."""
        return [
            name
            for name in self._texts
            if edition is None or self.transcript(name).table.edition == edition
        ]

    def text(self, name: str) -> str:
        return self._texts[name]

    def transcript(self, name: str) -> Transcript:
        return parse_transcript(self.text(name))

    def histories(self, name: str) -> Iterator[History]:
        """Yield the history before the first action and after each; always the same object."""
        transcript = self.transcript(name)
        history = History(load_game(transcript.table, transcript.rules))
        notation = Notation(history.game.rules)
        yield history
        for line in transcript.moves:
            history.play(notation.parse(line))
            yield history

    def history_at(self, name: str, n_actions: int) -> History:
        """Return the game after ``n_actions`` actions."""
        for at, history in enumerate(self.histories(name)):
            if at == n_actions:
                return history
        raise ValueError(f"expected at least {n_actions} actions in {name}")
