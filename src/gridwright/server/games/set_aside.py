"""Tables that this server cannot read: each is set aside, and everything else goes on."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

import msgspec
import structlog

from gridwright.content.errors import ContentError
from gridwright.content.spec import TableSpec
from gridwright.protocol.refusals import Code
from gridwright.server.operations.metrics import Metrics
from gridwright.server.storage.games import GameRecord
from gridwright.server.wire.refusals import Refused

SET_ASIDE: Final[Code] = "set_aside"
"""How lists tell the status of such a table, and the code of its refusals."""
LOOK_AGAIN: Final = 60_000
"""Milliseconds until a table is read again: it may have been mended, or another node wrote."""
MOST_NOTED: Final = 10_000
"""Tables that are remembered; those that were found first are forgotten first."""

_LOG: Final = structlog.get_logger()


class SetAside(Refused):
    """A table that cannot be played on: nobody here knows its rules, or its log does not hold."""

    code: Code = SET_ASIDE

    def __init__(self, record: GameRecord, why: str) -> None:
        super().__init__("this server cannot read the table; whoever runs it can say more")
        self.record: Final = record
        self.why: Final = why
        """For whoever runs the server; players are not told."""

    @property
    def spec(self) -> dict[str, Any]:
        """What is played there, as far as that can be read."""
        try:
            return TableSpec.from_json(msgspec.json.decode(self.record.spec)).to_json()
        except (msgspec.DecodeError, ContentError):
            return {}


class Noted(msgspec.Struct, frozen=True):
    """A table that was tried, and why it could not be read."""

    record: GameRecord
    why: str
    read_at: int


class SetAsideTables:
    """What a node knows about them, so that a table is read and told of once and not at each look.

    Nothing of it is stored: a newer version of the program may be able to read the table.
    """

    def __init__(self, clock: Callable[[], int], metrics: Metrics) -> None:
        self._clock: Final = clock
        self._found: Final[OrderedDict[str, Noted]] = OrderedDict()
        metrics.watch_set_aside(lambda: len(self._found))

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, game_id: str) -> bool:
        return game_id in self._found

    def verify(self, game_id: str) -> None:
        """Raise SetAside if the table was found to be unreadable not long ago."""
        noted = self._found.get(game_id)
        if noted is not None and self._clock() - noted.read_at < LOOK_AGAIN:
            raise SetAside(noted.record, noted.why)

    def note(self, record: GameRecord, error: Exception) -> SetAside:
        """The refusal of a table that has just been tried; the log tells each table once."""
        game_id = record.game_id
        # What a broken log says may name a card to come; ``admin check`` tells that.
        kind = type(error).__name__
        why = f"{kind}: {error}" if isinstance(error, ContentError) else kind
        known = self._found.pop(game_id, None)
        self._found[game_id] = Noted(record, why, self._clock())
        if len(self._found) > MOST_NOTED:
            self._found.popitem(last=False)
        if known is None or known.why != why:
            _LOG.error(
                "table set aside",
                game=game_id,
                version=record.version,
                rules=record.rules,
                why=why,
                # An identity that nobody knows needs no more words.
                exc_info=None if isinstance(error, ContentError) else error,
            )
        return SetAside(record, why)

    def forget(self, game_id: str) -> None:
        """The table can be read after all, or is gone."""
        self._found.pop(game_id, None)
