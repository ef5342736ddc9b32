"""``gridwright analyse``."""

from pathlib import Path
from typing import Annotated

import typer

from gridwright.cli.drawing.analysis import draw_analysis
from gridwright.cli.errors import CommandFailed, describe_transcript_error
from gridwright.cli.table_options import FiguresOption, load_figures
from gridwright.cli.terminal import open_console, open_progress, print_json
from gridwright.cli.transcripts import only_transcript
from gridwright.fair.replay import replay
from gridwright.fair.transcript import TranscriptError
from gridwright.insight.analysis import UnfinishedGameError
from gridwright.insight.analysis import analyse as analyse_game
from gridwright.insight.settings import WORLDS, InsightSettings


def analyse(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A transcript, or a file or folder of them.")
    ],
    game: Annotated[
        int | None,
        typer.Option("--game", "-g", metavar="N", help="Which game, if there are several, from 1."),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="Seed of the worlds.")
    ] = 0,
    worlds: Annotated[
        int,
        typer.Option("--worlds", metavar="N", min=2, help="Play-outs of each position."),
    ] = WORLDS,
    content: FiguresOption = None,
    as_json: Annotated[bool, typer.Option("--json", "-j", help="Print all of it as JSON.")] = False,
) -> None:
    """Tell where a finished game turned: chances, costly decisions, luck and skill.

    A chance is the expected share of the win if every seat plays on as the bot `hard` does. Worlds
    are orders of the cards. The same file, seed and number of worlds give the same answer.
    """
    for folder in content or []:
        load_figures(folder)
    transcript = only_transcript(file, game)
    try:
        history = replay(transcript)
    except TranscriptError as error:
        raise CommandFailed(f"{file}: {describe_transcript_error(error)}") from error
    with open_progress() as progress:
        task = progress.add_task("decisions", total=None)
        try:
            record = analyse_game(
                history.game,
                history.log,
                InsightSettings(worlds, seed),
                progress=lambda done, total: progress.update(task, completed=done, total=total),
            )
        except UnfinishedGameError as error:
            raise CommandFailed(f"{file}: {error}") from error
    if as_json:
        print_json(record)
    else:
        open_console().print(draw_analysis(record), soft_wrap=True)
