"""The transcript of a game whose log lies in a file of the archive."""

from gridwright.fair.transcript import format_transcript
from gridwright.server.games.export import export
from gridwright.server.games.table import Table
from gridwright.server.storage.archive_folder import decode_log, unpack


def transcript_of(packed: bytes) -> str:
    """The game in a file, or ValueError if it is none, or its log does not fold.

    Neither database nor key is needed: a game that is over has told its seed in its log.
    """
    log = decode_log(unpack(packed))
    table = Table(log.game, None)
    try:
        for logged in log.entries:
            table.fold(logged)
    except Exception as error:
        raise ValueError(f"the log does not fold; {error}") from error
    return format_transcript(export(table))
