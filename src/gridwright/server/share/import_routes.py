"""HTTP routes to import transcripts as games."""

from typing import Final

from starlette.requests import Request

from gridwright.protocol.sharing import MAX_CHARACTERS, ImportedTable, ImportRequest
from gridwright.server.operations.rate_limiter import RateLimiter
from gridwright.server.share.importing import CODES
from gridwright.server.share.imports import Imports
from gridwright.server.wire.operation import Answer, Group, Tag
from gridwright.server.wire.scopes import Scope

MAX_BYTES: Final = MAX_CHARACTERS * 2
"""Twice the characters: JSON escapes line ends. A transcript is ASCII."""


class ImportRoutes:
    """Imports of games; open to everyone."""

    def __init__(self, imports: Imports, limiter: RateLimiter) -> None:
        self._imports: Final = imports
        self._limiter: Final = limiter

    async def import_transcript(self, request: Request, body: ImportRequest) -> ImportedTable:
        # Costs as much as a table and is requested as rarely.
        await self._limiter.make_table(request)
        game_id = await self._imports.take(body.text)
        return ImportedTable(game_id, f"/api/tables/{game_id}")


_EXAMPLE: Final = "iYW4gaW1wb3J0ZWQgZ2FtZQ"

OPERATIONS: Final = (
    Group(Tag.SHARING, scope=Scope.TABLES).post(
        "/api/imports",
        ImportRoutes.import_transcript,
        "Check a transcript of a finished game, line by line, and keep it as a game",
        Answer("Where it is.", ImportedTable(_EXAMPLE, f"/api/tables/{_EXAMPLE}"), status=201),
        errors=(
            *dict.fromkeys(CODES.values()),
            *("transcript_open", "too_many", "store_away"),
        ),
        request_example=ImportRequest("gridwright transcript 2\ngame dGhlIGZpcnN0IHRhYmxl\n"),
        most_bytes=MAX_BYTES,
    ),
)
