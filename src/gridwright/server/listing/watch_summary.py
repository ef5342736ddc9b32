"""Summaries of public games, running and finished."""

from typing import Final

import msgspec

from gridwright.bots.characters import level_of, name_bots
from gridwright.protocol.watch import FinishedGame, FinishedSeat
from gridwright.server.listing.watch_search import words_of
from gridwright.server.listing.watch_store import Listing, OverRow
from gridwright.table.table import Table
from gridwright.table.view import result_of

CLOSE: Final = 1
"""Largest distance between the first two of a close game."""
NOT_COUNTED: Final = -1


class SeatSummary(msgspec.Struct, frozen=True, array_like=True):
    """A stored seat of a finished game."""

    name: str
    is_bot: bool
    place: int
    score: int


class GameSummary(msgspec.Struct, frozen=True, omit_defaults=True):
    """Stored details of a game that are not searched."""

    began_at: int = 0
    content: str = ""
    rounds: int = 0
    seats: tuple[SeatSummary, ...] = ()


_TOLD: Final = msgspec.json.Decoder(GameSummary)


def summary_of(text: str) -> GameSummary:
    """Return the stored summary; empty for games from before there was one."""
    return _TOLD.decode(text) if text else GameSummary()


def list_live(table: Table, began_at: int) -> Listing:
    """Return the listing of a running game; its state is read from the table."""
    return _listing(table, GameSummary(began_at, table.spec.content))


def list_finished(table: Table, began_at: int) -> Listing:
    """Return the listing of a finished game."""
    result = result_of(table)
    is_counted = table.game.is_over(table.state)
    scores = table.game.scoring.scores(table.state) if is_counted else []
    seats = tuple(
        SeatSummary(
            holder.name,
            not holder.is_person,
            result.seats[seat].place if result else 0,
            scores[seat] if scores else NOT_COUNTED,
        )
        for seat, holder in enumerate(table.seats)
    )
    told = GameSummary(began_at, table.spec.content, table.state.round, seats)
    words = dict.fromkeys(word for each in seats for word in words_of(each.name))
    return _listing(table, told, _is_close(scores), tuple(words))


def _listing(
    table: Table, told: GameSummary, is_close: bool = False, words: tuple[str, ...] = ()
) -> Listing:
    spec = table.spec
    has_people = any(holder.is_person for holder in table.seats)
    text = msgspec.json.encode(told).decode()
    return Listing(spec.edition, spec.board, spec.seats, has_people, is_close, text, words)


def _is_close(scores: list[int]) -> bool:
    first, second, *_others = [*sorted(scores, reverse=True), 0, 0]
    return bool(scores) and first - second <= CLOSE


def finished_game(row: OverRow) -> FinishedGame:
    told = summary_of(row.told)
    # Earlier summaries have numbered names such as "Hedy II"; none has levels.
    names = name_bots(
        [(each.name, level_of(each.name) if each.is_bot else "") for each in told.seats]
    )
    seats = [
        FinishedSeat(name, each.is_bot, each.place, each.score)
        for name, each in zip(names, told.seats, strict=True)
    ]
    board = (row.edition, row.board, told.content)
    return FinishedGame(row.game_id, *board, seats, told.rounds, told.began_at, row.at)
