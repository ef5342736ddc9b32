"""Finished games of each edition to share, and tables at any moment of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from gridwright.content.table import TableSpec, default_spec, list_boards
from gridwright.fair.record import random_transcript
from gridwright.fair.transcript import format_transcript
from gridwright.server.share.importing import ImportedGame
from gridwright.server.storage.games import GameRecord
from gridwright.table.table import Table

NO_BOARD: Final = "none"


def specs(edition: str) -> Iterator[TableSpec]:
    """Yield tables of an edition endlessly: all boards and seat counts, money open and hidden."""
    boards: list[str | None] = list(list_boards(edition)) or [None]
    number = 0
    while True:
        board = boards[number % len(boards)]
        plain = default_spec(edition, None, board)
        seats = 2 + number % max(1, plain.seats - 1)
        spec = default_spec(edition, None, board, seats=seats)
        yield replace(spec, hidden_money=number % 2 == 1)
        number += 1


def texts(edition: str, first: int = 0) -> Iterator[str]:
    """Yield transcripts of random games endlessly; unfinished games are left out."""
    for number, spec in enumerate(specs(edition), start=first):
        transcript = random_transcript(spec, number)
        if transcript.closing is not None:
            yield format_transcript(transcript)


def table_at(game: ImportedGame, version: int, *, listed: bool, seed: bytes | None = None) -> Table:
    """The table at a version of an imported game, in the lobby or not."""
    new = game.new
    record = GameRecord(
        new.game_id, 0, new.rules, new.spec, new.status, listed, new.created_at, None, None
    )
    table = Table(record, seed)
    for logged in game.log[:version]:
        table.fold(logged)
    return table
