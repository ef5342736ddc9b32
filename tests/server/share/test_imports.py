"""Transcripts that become games, on every kind of place."""

from dataclasses import replace

import pytest

from gridwright.fair.transcript import format_transcript, parse_transcript
from gridwright.fair.verify import verify
from gridwright.server.analysis.service import try_game
from gridwright.server.live.bus import LocalBus
from gridwright.server.node import clock
from gridwright.server.share.importing import BadTranscript, game_id_of, import_game
from gridwright.server.share.imports import Imports
from gridwright.server.storage.errors import GameExists, Malformed, UnknownGame
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import TableService
from gridwright.server.tables.tries import Tries
from gridwright.table.entries import LoggedEntry, Status
from tests.server.share.samples import KEY, text_of

pytestmark = pytest.mark.anyio


def service_on(store: ShardedStore) -> TableService:
    return TableService(store, SeedVault(store, KEY), LocalBus(), clock)


def imports_on(store: ShardedStore) -> Imports:
    return Imports(store, SeedVault(store, KEY), service_on(store))


@pytest.mark.parametrize("edition", ["card", "classic"])
async def test_a_good_one_is_a_finished_game_that_replays(
    store: ShardedStore, edition: str
) -> None:
    text = text_of(edition)
    game_id = await imports_on(store).take(text)
    table = await service_on(store).load(game_id)
    assert table.status is Status.FINISHED
    assert table.is_imported
    assert table.origin == parse_transcript(text).game_id != game_id
    assert not table.listed
    assert all(holder.is_person and not holder.person for holder in table.seats)
    again = format_transcript(await service_on(store).transcript(table))
    assert again == text
    assert verify(again).ok


async def test_the_same_text_is_the_same_game(store: ShardedStore) -> None:
    imports = imports_on(store)
    first = await imports.take(text_of("card"))
    assert await imports.take(text_of("card")) == first
    assert await imports.take(text_of("card").replace("\n", "\r\n")) == first
    game = import_game(text_of("card"), 1)
    with pytest.raises(GameExists):
        await store.create_whole(game.new, game.log)
    assert len(await store.entries(first)) == len(game.log)


async def test_a_game_is_kept_whole_or_not_at_all(store: ShardedStore) -> None:
    game = import_game(text_of("card"), 1)
    with pytest.raises(Malformed):
        await store.create_whole(game.new, game.log[1:])
    # A command that comes twice breaks the log at its end.
    twice = LoggedEntry(6, game.log[4].entry, Status.RUNNING, None)
    with pytest.raises(GameExists):
        await store.create_whole(game.new, (*game.log[:5], twice))
    with pytest.raises(UnknownGame):
        await store.load(game.new.game_id)


async def test_an_imported_game_can_be_continued_from_any_position(store: ShardedStore) -> None:
    service = service_on(store)
    table = await service.load(await imports_on(store).take(text_of("classic")))
    move = next(n for n, line in enumerate(table.lines) if n > 9 and not line.startswith("chance"))
    made = await try_game(Tries(service), table, move)
    begun = await service.load(made.game_id)
    assert list(begun.spec.begins) == table.lines[:move]


@pytest.mark.parametrize(
    ("line", "change", "code", "told"),
    [
        (1, "gridwright transcript 9", "transcript_form", 1),
        (3, 'table {"board":"none"}', "transcript_form", 3),
        (4, "rules " + "0" * 64, "transcript_rules", 4),
        (5, "commit " + "0" * 64, "transcript_deal", 5),
        (-1, "seal " + "0" * 64, "transcript_seal", -1),
        (-3, "result 2 2", "transcript_result", -3),
    ],
)
async def test_a_bad_one_is_refused_with_the_line(
    store: ShardedStore, line: int, change: str, code: str, told: int
) -> None:
    lines = text_of("card").splitlines()
    at = line if line < 0 else line - 1
    lines[at] = change
    text = "".join([f"{each}\n" for each in lines])
    with pytest.raises(BadTranscript) as found:
        await imports_on(store).take(text)
    assert found.value.code == code
    assert found.value.line == (told if told > 0 else len(lines) + told + 1)
    with pytest.raises(UnknownGame):
        await store.load(game_id_of(text))


def test_an_illegal_move_is_reported_with_its_line() -> None:
    lines = text_of("card").splitlines()
    at = next(n for n, line in enumerate(lines) if n > 20 and line[0].isdigit())
    lines[at] = "0 bid 999"
    with pytest.raises(BadTranscript) as found:
        import_game("".join([f"{each}\n" for each in lines]), 1)
    assert (found.value.code, found.value.line) == ("transcript_move", at + 1)


def test_a_game_that_is_not_over_is_not_taken() -> None:
    transcript = parse_transcript(text_of("card"))
    running = replace(transcript, body=transcript.body[:40], closing=None)
    with pytest.raises(BadTranscript) as found:
        import_game(format_transcript(running), 1)
    assert found.value.code == "transcript_open"
