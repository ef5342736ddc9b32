"""Export of a table's game as a transcript that anyone can verify."""

from collections.abc import Sequence

from gridwright.engine.history import History
from gridwright.fair.chain import REVEALED, ChainEntry, digests
from gridwright.fair.replay import mark_after
from gridwright.fair.transcript import Closing, Mark, Move, Transcript, format_transcript, sealed
from gridwright.server.games.log_entries import public_part
from gridwright.server.games.table import Table
from gridwright.server.storage.archive_folder import decode_log, unpack
from gridwright.server.storage.contract import Store


async def export_whole(store: Store, table: Table) -> Transcript:
    """Return the game so far; once its seed is public also with the log, up to that entry.

    Later entries, such as a rematch, are not part of the transcript.
    """
    log: list[ChainEntry] = []
    # The log of an imported game describes the import only.
    is_own = bool(table.revealed) and not table.is_imported
    while is_own and (entries := await store.entries(table.game_id, len(log))):
        for logged in entries:
            log.append(public_part(logged.entry))
            if log[-1].kind == REVEALED:
                return export(table, log)
    return export(table)


def export(table: Table, log: Sequence[ChainEntry] = ()) -> Transcript:
    """Return the game so far; with the seed once it was revealed.

    A game that its players ended early has no result, so its transcript has no closing.
    """
    history = History(table.game)
    body: list[Move | Mark] = []
    for line in table.lines:
        round_before = history.state.round
        history.play(table.notation.parse(line))
        body.append(Move(line))
        mark = mark_after(table.game, round_before, history.state)
        if mark is not None:
            body.append(mark)
    closing = None
    if table.revealed and table.game.is_over(history.state):
        reason = table.game.scoring.end_reason(history.state)
        chain = digests(table.game_id, log)[-1] if log else b""
        ranking = tuple(history.state.ranking)
        closing = Closing(table.revealed, ranking, reason, log=tuple(log), chain=chain)
    return sealed(
        Transcript(
            table.origin,
            table.spec,
            table.rules,
            table.commitment,
            tuple(sorted(table.contributions.items())),
            tuple(body),
            closing,
        )
    )


def transcript_of(packed: bytes) -> str:
    """Return the transcript of a game file; raise ValueError if it is invalid.

    Needs neither database nor key: the log of a finished game contains its seed.
    """
    log = decode_log(unpack(packed))
    table = Table(log.game, None)
    try:
        for logged in log.entries:
            table.fold(logged)
    except Exception as error:
        raise ValueError(f"the log does not fold; {error}") from error
    return format_transcript(export(table))
