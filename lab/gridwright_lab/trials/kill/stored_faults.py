"""Changes stored tables behind the back of a stopped server, each like one fault.

Every fault leaves a log without a gap: it is detected only by comparison with the acknowledgements.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final

from gridwright.server.storage.contract import Change, DatabaseStore
from gridwright_lab.trials.kill.aftermath import stored_versions
from gridwright_lab.trials.kill.client_journal import ClientJournal, SentOrder

SET_LINES: Final = """\
UPDATE event SET lines = $3 WHERE game_id = $1 AND version = $2
"""
SET_SEAT: Final = "UPDATE event SET seat = $3 WHERE game_id = $1 AND version = $2"
LINES: Final = "SELECT lines FROM event WHERE game_id = $1 AND version = $2"
FORGET_LAST: Final = "DELETE FROM event WHERE game_id = $1 AND version = $2"
STEP_BACK: Final = "UPDATE game SET version = version - 1 WHERE game_id = $1 AND version = $2"


class StoredFault(StrEnum):
    """Fault in one stored command."""

    WRONG_ACTION = "wrong-action"
    """Another action of the same seat is stored in place of the acknowledged one."""
    WRONG_SEAT = "wrong-seat"
    """An order is stored for another seat."""
    LOST_SIT_DOWN = "lost-sit-down"
    """The last seat taken is free again."""
    LOST_UNREAD_MOVE = "lost-unread-move"
    """The last move of a table, which no client read, is missing."""


CAUGHT_AS: Final = {
    StoredFault.WRONG_ACTION: "stored with another action",
    StoredFault.WRONG_SEAT: "stored for another seat",
    StoredFault.LOST_SIT_DOWN: "lost sit-downs",
    StoredFault.LOST_UNREAD_MOVE: "lost orders",
}
"""Expected report of the audit for each fault."""


class NothingToSpoil(Exception):
    """No table has the data for the fault: the experiment was too short."""


async def spoil(
    store: DatabaseStore, fault: StoredFault, journals: Sequence[ClientJournal]
) -> None:
    """Inject the fault into one command of one table. Raises NothingToSpoil."""
    versions = await stored_versions(store)
    for journal in journals:
        version = versions[journal.game_id]
        changes = await _changes(store, fault, journal, version)
        if changes:
            await store.change(*changes)
            return
    raise NothingToSpoil(fault)


async def _changes(
    store: DatabaseStore, fault: StoredFault, journal: ClientJournal, version: int
) -> list[Change]:
    game_id = journal.game_id
    if fault is StoredFault.WRONG_ACTION:
        for one, other in _pairs(journal):
            place = (game_id, one.versions[0])
            lines = (await store.rows(LINES, *place))[0][0].split("\n")
            return [(SET_LINES, (*place, "\n".join([other.line, *lines[1:]])))]
    elif fault is StoredFault.WRONG_SEAT:
        for moved in _moves(journal):
            other_seat = (moved.seat + 1) % 2
            return [(SET_SEAT, (game_id, moved.versions[0], other_seat))]
    elif _is_last(fault, journal, version):
        return [(FORGET_LAST, (game_id, version)), (STEP_BACK, (game_id, version))]
    return []


def _moves(journal: ClientJournal) -> list[SentOrder]:
    return [each for each in journal.asked if each.line and each.versions]


def _pairs(journal: ClientJournal) -> Iterator[tuple[SentOrder, SentOrder]]:
    """Yield two different acknowledged actions of one seat."""
    moves = _moves(journal)
    for one in moves:
        for other in moves:
            if one.seat == other.seat and one.line != other.line:
                yield one, other


def _is_last(fault: StoredFault, journal: ClientJournal, version: int) -> bool:
    """Return whether the log ends with an entry that the fault can change."""
    if fault is StoredFault.LOST_SIT_DOWN:
        return any(each.version == version for each in journal.sit_downs)
    seen = {shown[0] for read in journal.reads for shown in read.shown}
    return version not in seen and any(version in each.versions for each in _moves(journal))
