"""Logs in files: read as before, moved without a gap, and never lost on the way."""

import lzma
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridwright.server.storage import Duplicate, Status
from gridwright.server.storage.archive_folder import ArchivedLog, ArchiveFolder, decode_log, unpack
from gridwright.server.storage.archiving import Moved, archive_game, archive_older
from gridwright.server.storage.errors import (
    DamagedArchive,
    GameArchived,
    GameNotOver,
    LogInArchive,
    UnknownGame,
)
from gridwright.server.storage.opening import open_store
from gridwright.server.storage.sharded import ShardedStore
from tests.server.storage.places import Place, fetch
from tests.server.storage.samples import BEGAN, append, move, new_game

pytestmark = pytest.mark.anyio

N_ENTRIES = 5
LATER = BEGAN + 1_000


@pytest.fixture
async def kept(place: Place, tmp_path: Path) -> AsyncIterator[ShardedStore]:
    await place.empty()
    async with await open_store(place.database, archive=tmp_path / "archive") as opened:
        yield opened


async def finish(store: ShardedStore, game_id: str, at: int = BEGAN) -> None:
    await store.create(new_game(game_id, box=b"box", listed=True))
    for number in range(N_ENTRIES):
        status = Status.FINISHED if number == N_ENTRIES - 1 else Status.RUNNING
        await append(store, game_id, number, move(f"c{number}", at=at + number), status)


async def n_rows(place: Place, table: str) -> int:
    return sum([(await fetch(url, f"SELECT count(*) FROM {table}"))[0][0] for url in place.urls])


def files(folder: Path) -> list[Path]:
    return sorted((folder / "archive").rglob("*.json.xz"))


async def test_an_archived_log_is_read_as_before_from_one_private_file(
    place: Place, kept: ShardedStore, tmp_path: Path
) -> None:
    await finish(kept, "g1")
    before = await kept.entries("g1")
    moved = Moved()
    assert await archive_game(kept, "g1", LATER, moved)
    assert (moved.n_games, moved.n_entries) == (1, N_ENTRIES)
    assert await n_rows(place, "event") == 0
    assert await kept.entries("g1") == before
    assert await kept.entries("g1", 2, 2) == before[2:4]
    assert await kept.entries("g1", N_ENTRIES) == []
    (stored,) = await kept.read(["g1"])
    assert (stored.log, stored.box) == (before, b"box")
    assert (await kept.load("g1")).status is Status.ARCHIVED
    (file,) = files(tmp_path)
    assert file.stat().st_mode & 0o077 == 0
    assert moved.n_bytes == file.stat().st_size
    assert decode_log(unpack(file.read_bytes())).entries == before


async def test_an_archived_game_answers_a_repeat_and_takes_no_entry(kept: ShardedStore) -> None:
    await finish(kept, "g1")
    await archive_game(kept, "g1", LATER, Moved())
    repeated = await append(kept, "g1", 3, move("c1"))
    assert isinstance(repeated, Duplicate)
    assert repeated.version == 2
    with pytest.raises(GameArchived):
        await append(kept, "g1", N_ENTRIES, move("c9"))


async def test_only_games_that_are_over_for_long_enough_are_moved(
    place: Place, kept: ShardedStore
) -> None:
    await finish(kept, "old")
    await finish(kept, "young", at=LATER)
    await finish(kept, "closed")
    await kept.archive("closed")
    await kept.create(new_game("running"))
    await append(kept, "running", 0, move("c1"))
    await kept.create(new_game("sealed"))
    await append(kept, "sealed", 0, move("c1"), Status.FINISHED, deadline_at=BEGAN + 9)
    assert (await archive_older(kept, LATER, LATER)).n_games == 2
    assert [(await kept.load(each)).status.value for each in ("old", "young", "closed")] == [
        *("archived", "finished", "archived")
    ]
    assert await n_rows(place, "archived_log") == 2
    assert (await archive_older(kept, LATER, LATER)).n_games == 0
    assert not await archive_game(kept, "old", LATER, Moved())
    for game_id in ("running", "sealed"):
        with pytest.raises(GameNotOver):
            await archive_game(kept, game_id, LATER, Moved())


async def test_a_game_that_moves_on_while_its_file_is_written_keeps_its_log(
    kept: ShardedStore,
) -> None:
    await finish(kept, "g1")
    record, log = await kept.load("g1"), await kept.entries("g1")
    assert kept.archived is not None
    stale = kept.archived.write(ArchivedLog(record, log), LATER)
    await append(kept, "g1", N_ENTRIES, move("rematch"), Status.FINISHED)
    assert not await kept.database_of("g1").move_out(stale)
    assert len(await kept.entries("g1")) == N_ENTRIES + 1
    assert (await kept.load("g1")).status is Status.FINISHED
    assert await archive_game(kept, "g1", LATER, Moved())
    # Who comes late with the old file spoils nothing.
    kept.archived.write(ArchivedLog(record, log), LATER)
    assert not await kept.database_of("g1").move_out(stale)
    assert len(await kept.entries("g1")) == N_ENTRIES + 1


async def test_a_crash_after_the_file_costs_nothing(kept: ShardedStore, tmp_path: Path) -> None:
    await finish(kept, "g1")
    assert kept.archived is not None
    log = ArchivedLog(await kept.load("g1"), await kept.entries("g1"))
    kept.archived.write(log, LATER)
    assert len(await kept.entries("g1")) == N_ENTRIES
    assert (await archive_older(kept, LATER, LATER)).n_games == 1
    assert len(files(tmp_path)) == 1
    assert await kept.entries("g1") == log.entries


async def test_a_table_whose_archive_differs_stays_in_the_database(
    place: Place, kept: ShardedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(kept, "g1")

    def torn(text: bytes) -> bytes:
        return compress(text)[:-20]

    compress = lzma.compress
    monkeypatch.setattr(lzma, "compress", torn)
    moved = await archive_older(kept, LATER, LATER)
    assert (moved.n_games, moved.failed) == (0, ["g1"])
    assert await n_rows(place, "event") == N_ENTRIES
    monkeypatch.undo()
    assert (await archive_older(kept, LATER, LATER)).n_games == 1


@pytest.mark.parametrize("damage", ["gone", "torn", "other"])
async def test_a_damaged_file_is_distinguished_from_an_empty_log(
    kept: ShardedStore, tmp_path: Path, damage: str
) -> None:
    for game_id in ("g1", "g2"):
        await finish(kept, game_id)
        await archive_game(kept, game_id, LATER, Moved())
    (first,) = [file for file in files(tmp_path) if file.name.startswith("g1.")]
    (second,) = [file for file in files(tmp_path) if file.name.startswith("g2.")]
    if damage == "gone":
        first.unlink()
    elif damage == "torn":
        first.write_bytes(first.read_bytes()[:-9])
    else:
        first.write_bytes(second.read_bytes())
    with pytest.raises(DamagedArchive):
        await kept.entries("g1")
    assert len(await kept.entries("g2")) == N_ENTRIES


async def test_without_the_folder_the_log_is_elsewhere_and_not_empty(
    place: Place, kept: ShardedStore
) -> None:
    await finish(kept, "g1")
    await archive_game(kept, "g1", LATER, Moved())
    async with await place.open() as bare:
        with pytest.raises(LogInArchive):
            await bare.entries("g1")


async def test_a_deleted_game_takes_its_file_along(
    place: Place, kept: ShardedStore, tmp_path: Path
) -> None:
    await finish(kept, "g1")
    await archive_game(kept, "g1", LATER, Moved())
    await kept.delete("g1")
    with pytest.raises(UnknownGame):
        await kept.entries("g1")
    assert files(tmp_path) == []
    assert await n_rows(place, "archived_log") == 0


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    for packed in (b"", b"text", lzma.compress(b"{}\n"), lzma.compress(b"")):
        with pytest.raises(ValueError, match=r"expected|truncated|malformed|missing"):
            decode_log(unpack(packed))
    assert ArchiveFolder(tmp_path).path("g1", "ab" * 32).name == "g1.abababababababab.json.xz"
