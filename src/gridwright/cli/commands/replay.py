"""``gridwright replay``."""

from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from gridwright.cli.drawing.game_view import draw_game, width_of
from gridwright.cli.drawing.log import draw_log
from gridwright.cli.errors import CommandFailed, describe_transcript_error
from gridwright.cli.key_input import read_key
from gridwright.cli.table_options import FiguresOption, load_figures
from gridwright.cli.terminal import is_interactive, open_console, print_json
from gridwright.cli.timeline import Timeline
from gridwright.cli.transcripts import only_transcript
from gridwright.engine.codec import observation_values
from gridwright.fair.transcript import TranscriptError

RECENT: Final = 6
"""Sentences shown under a table."""
KEYS: Final = "n next   p previous   r next round   q quit"
BOARD_KEYS: Final = "n next   p previous   r next round   b board   q quit"


def replay(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A transcript, or a file or folder of them.")
    ],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="The table after N actions.")
    ] = None,
    round: Annotated[
        int | None,
        typer.Option(
            "--round",
            "-r",
            metavar="R",
            min=1,
            help="The table after round R; of the running one, now.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="The table after each round.")] = False,
    step: Annotated[
        bool,
        typer.Option(
            "--step", help="Step through with keys; without a terminal, print each position."
        ),
    ] = False,
    log: Annotated[
        bool, typer.Option("--log", help="Print everything that happened instead of a table.")
    ] = False,
    board: Annotated[
        bool, typer.Option("--board", "-b", help="Also print the board: cities with their houses.")
    ] = False,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="S", min=0, help="As this seat saw it.")
    ] = None,
    game: Annotated[
        int | None,
        typer.Option("--game", "-g", metavar="N", help="Which game, if there are several, from 1."),
    ] = None,
    content: FiguresOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", "-j", help="Print one position and its log as JSON.")
    ] = False,
) -> None:
    """Show a game at any moment: markets, seats, whose turn it is, and what happened.

    Without options the last position is shown.
    """
    if sum([at is not None, round is not None, every, step]) > 1:
        raise CommandFailed("choose one of --at, --round, --all and --step")
    for folder in content or []:
        load_figures(folder)
    timeline = _load_timeline(file, game)
    if seat is not None and seat >= timeline.game.rules.n_seats:
        raise CommandFailed(f"--seat: expected 0 to {timeline.game.rules.n_seats - 1}, got {seat}")
    if board and not timeline.names.style.shows_board:
        raise CommandFailed(f"--board: {timeline.names.spec.edition} is played without a board")
    viewing = Viewing(timeline, open_console(), seat, board)
    place = viewing.place_of(at, round)
    if as_json:
        print_json(viewing.describe(place))
    elif log:
        entries = timeline.entries(-1, place)
        viewing.console.print(draw_log(entries, width_of(viewing.console)))
    elif every:
        previous = 0
        for number, end in timeline.round_ends().items():
            viewing.show(end, f"after round {number}", previous)
            viewing.console.print()
            previous = end
    elif step:
        viewing.step()
    else:
        viewing.show(place)


def _load_timeline(file: Path, game: int | None) -> Timeline:
    transcript = only_transcript(file, game)
    try:
        return Timeline(transcript)
    except TranscriptError as error:
        raise CommandFailed(f"{file}: {describe_transcript_error(error)}") from error


class Viewing:
    """One way of looking at a timeline."""

    def __init__(
        self, timeline: Timeline, console: Console, viewer: int | None, with_board: bool
    ) -> None:
        self.timeline: Final = timeline
        self.console: Final = console
        self.viewer: Final = viewer
        self.with_board = with_board

    def place_of(self, at: int | None, round: int | None) -> int:
        """The position that the options name; the last one if they name none."""
        last = self.timeline.last
        if at is not None:
            if at > last:
                raise CommandFailed(f"--at: expected 0 to {last}, got {at}")
            return at
        if round is not None:
            ends = self.timeline.round_ends()
            running = self.timeline.states[last].round
            if round > running:
                raise CommandFailed(f"--round: expected 1 to {running}, got {round}")
            return ends.get(round, last)
        return last

    def show(self, place: int, note: str = "", since: int | None = None) -> None:
        """The table at a position, and the last sentences of the log."""
        timeline = self.timeline
        note = f"{note}, action {place}" if note else f"after action {place} of {timeline.last}"
        seen = timeline.seen(place, self.viewer)
        console = self.console
        console.print(draw_game(seen, timeline.names, console, note, self.with_board))
        entries = timeline.entries(-1 if since is None else since, place)[-RECENT:]
        if entries:
            console.print()
            console.print(draw_log(entries, width_of(console)))

    def step(self) -> None:
        """Walk through the positions by key, or print them all where there is no keyboard."""
        if not is_interactive():
            for place in range(self.timeline.last + 1):
                self.show(place, since=place - 1)
                self.console.print()
            return
        place = 0
        while True:
            self.console.clear()
            self.show(place)
            self.console.print()
            keys = BOARD_KEYS if self.timeline.names.style.shows_board else KEYS
            self.console.print(Text(keys, style="dim"))
            key = read_key()
            if key in ("q", "", "\x03", "\x04"):
                return
            place = self.after_key(key, place)

    def after_key(self, key: str, place: int) -> int:
        """The position that a key leads to."""
        last = self.timeline.last
        if key in ("n", " ", "\n"):
            return min(place + 1, last)
        if key == "p":
            return max(place - 1, 0)
        if key == "r":
            later = [end for end in self.timeline.round_ends().values() if end > place]
            return min(later, default=last)
        if key == "b":
            self.with_board = not self.with_board
        return place

    def describe(self, place: int) -> dict[str, Any]:
        """A position as plain values."""
        return {
            "game": self.timeline.transcript.game_id,
            "table": self.timeline.transcript.table.to_json(),
            "action": place,
            "actions": self.timeline.last,
            "observation": observation_values(self.timeline.seen(place, self.viewer)),
            "log": [entry.sentence for entry in self.timeline.entries(-1, place)],
        }
