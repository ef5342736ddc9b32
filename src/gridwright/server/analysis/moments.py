"""Which version of a table shows the position after so many actions."""

from collections.abc import Iterable

from gridwright.server.games.log_entries import UNDONE, Undone, log_entry_of
from gridwright.server.storage.contract import Store
from gridwright.server.storage.entries import LoggedEntry


async def load_versions(store: Store, game_id: str) -> list[int]:
    """For each number of actions that count, the version at which so many were played."""
    log: list[LoggedEntry] = []
    while page := await store.entries(game_id, len(log)):
        log += page
    return versions_of(log)


def versions_of(log: Iterable[LoggedEntry]) -> list[int]:
    """The same from the log itself; it is not played again.

    In the middle of an entry it is the version before it. What was taken back leads nowhere.
    """
    counts = [0]
    for logged in log:
        n_lines = counts[-1] + len(logged.entry.lines)
        if logged.entry.kind == UNDONE:
            undone = log_entry_of(logged.entry)
            assert isinstance(undone, Undone)
            n_lines = counts[undone.since - 1]
        counts.append(n_lines)
    versions = [0] * (counts[-1] + 1)
    last = counts[-1]
    for version in range(len(counts) - 1, -1, -1):
        # Whatever lies beyond was played later and is noted already.
        for move in range(counts[version], last + 1):
            versions[move] = version
        last = min(last, counts[version] - 1)
    return versions
