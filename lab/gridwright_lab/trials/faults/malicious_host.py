"""An operator who changes the database of a stopped server, and covers it up as well as possible.

``python -m gridwright_lab.trials.faults.malicious_host FOLDER GAME swap|rewrite`` does it to a
server of ``gridwright serve``.

Digests in entries are recomputed, so that the server itself notices nothing: it continues, and its
transcripts verify. Only receipts of players reveal it.
"""

import argparse
import asyncio
import secrets
import sqlite3
from pathlib import Path

from msgspec.structs import replace

from gridwright.engine.dice import Dice
from gridwright.fair.chain import first_digest, next_digest
from gridwright.fair.commit import SEED_BYTES, commitment
from gridwright.server.operations.settings import Settings
from gridwright.server.storage import load_keys, open_store
from gridwright.server.storage.contract import Store
from gridwright.server.storage.vault import SeedVault
from gridwright.table import commands
from gridwright.table.entries import Entry, LoggedEntry
from gridwright.table.log_entries import (
    Acted,
    GotReady,
    Opened,
    chain_entry,
    log_entry_of,
    to_entry,
)
from gridwright.table.state import LogEntry
from gridwright.table.table import Table
from gridwright_lab.conformance.sampling.random_players import BUILDER

MAX_TRIES = 200
NOTHING = "00" * 16
"""A contribution that adds nothing."""


class NothingToRewrite(Exception):
    """The last entry is no order, or there is no other legal one."""


async def swap_deal(store: Store, vault: SeedVault, file: Path, game_id: str) -> None:
    """Replace seed and commitment after all players are ready, and drop their contributions."""
    record = await store.load(game_id)
    seed = secrets.token_bytes(SEED_BYTES)
    promise = commitment(game_id, record.rules, seed).hex()
    rewritten: list[tuple[LogEntry, LoggedEntry]] = []
    for logged in await store.entries(game_id, 0):
        log_entry = log_entry_of(logged.entry)
        if isinstance(log_entry, Opened):
            log_entry = replace(log_entry, commitment=promise)
        elif isinstance(log_entry, GotReady):
            log_entry = GotReady(NOTHING)
        rewritten.append((log_entry, logged))
    await store.keep_box(game_id, vault.seal(game_id, seed))
    _write(file, game_id, rewritten)


async def rewrite_order(
    store: Store, vault: SeedVault, file: Path, game_id: str, dice: Dice
) -> None:
    """Replace the last order by another legal action."""
    log = await store.entries(game_id, 0)
    last = log[-1]
    acted = log_entry_of(last.entry)
    seat = last.entry.seat
    if not isinstance(acted, Acted) or seat is None:
        raise NothingToRewrite(game_id)
    table = Table(await store.load(game_id), await vault.seed(game_id))
    for logged in log[:-1]:
        table.fold(logged)
    for _try in range(MAX_TRIES):
        action = BUILDER.choose(table.game.offers(table.state), dice)
        if table.notation.text(action) != last.entry.lines[0]:
            break
    else:
        raise NothingToRewrite(game_id)
    decided = commands.act(table, seat, action, acted.by_bot)
    entry = replace(last.entry, lines=decided.lines)
    table.apply_entry(decided.log_entry, entry)
    deadline = table.deadline_at(entry.at)
    forged = LoggedEntry(last.version, entry, table.status, deadline)
    _write(file, game_id, [(log_entry_of(each.entry), each) for each in (*log[:-1], forged)])


async def rewrite_moment(store: Store, file: Path, game_id: str) -> None:
    """Change the time of the last entry to a second earlier."""
    log = [(log_entry_of(each.entry), each) for each in await store.entries(game_id, 0)]
    log_entry, last = log[-1]
    entry = replace(last.entry, at=last.entry.at - 1_000)
    _write(file, game_id, [*log[:-1], (log_entry, replace(last, entry=entry))])


def _write(file: Path, game_id: str, log: list[tuple[LogEntry, LoggedEntry]]) -> None:
    """Write the whole log again, each entry with the digest of the forged one before it."""
    digest = first_digest(game_id)
    with sqlite3.connect(file) as database:
        for log_entry, logged in log:
            old = logged.entry
            entry: Entry = to_entry(
                log_entry, old.command_id, old.at, old.seat, old.lines, digest.hex()
            )
            digest = next_digest(digest, logged.version, chain_entry(log_entry, entry))
            values = (
                entry.at,
                entry.data,
                "\n".join(entry.lines),
                logged.status.value,
                logged.deadline_at,
            )
            database.execute(
                "UPDATE event SET at = ?, data = ?, lines = ?, status = ?, deadline_at = ?"
                " WHERE game_id = ? AND version = ?",
                (*values, game_id, logged.version),
            )
        last = log[-1][1]
        database.execute(
            "UPDATE game SET status = ?, deadline_at = ?, wake_at = ? WHERE game_id = ?",
            (last.status.value, last.deadline_at, last.deadline_at, game_id),
        )
    database.close()


async def cheat(folder: Path, game_id: str, how: str) -> None:
    """Open the folder of a server like its operator, and change one game."""
    settings = Settings(folder)
    keys = load_keys(settings.key_file)
    file = folder / "games.db"
    async with await open_store(settings.database_address()) as store:
        if how == "swap":
            await swap_deal(store, SeedVault(store, keys), file, game_id)
        else:
            await rewrite_moment(store, file, game_id)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("game")
    parser.add_argument("how", choices=("swap", "rewrite"))
    chosen = parser.parse_args()
    asyncio.run(cheat(chosen.folder, chosen.game, chosen.how))
