"""Export of a stored game with its log."""

from gridwright.fair.chain import REVEALED, ChainEntry
from gridwright.fair.transcript import Transcript, format_transcript
from gridwright.server.storage.archive_folder import decode_log, unpack
from gridwright.server.storage.contract import Store
from gridwright.table.export import export
from gridwright.table.log_entries import public_part
from gridwright.table.table import Table


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
