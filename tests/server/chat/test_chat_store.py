"""The chat store, on every kind of database."""

import asyncio

import pytest

from gridwright.server.chat.messages import (
    MAX_HIDDEN,
    Message,
    Report,
    Speech,
    Spoken,
    TooFast,
    Unsaid,
)
from gridwright.server.chat.store import ChatStore
from gridwright.server.operations.rate_limits import Pace
from gridwright.server.storage import Status
from gridwright.server.storage.errors import Malformed, UnknownGame
from gridwright.server.storage.sharded import ShardedStore
from tests.server.storage.places import Place, fetch
from tests.server.storage.samples import BEGAN, new_game

pytestmark = pytest.mark.anyio

ADA, GRACE = "seat:0:2", "seat:1:3"
FAST = Pace(short=1_000, long=1_000)


def speech(text: str, voice: str = ADA, at: int = BEGAN) -> Speech:
    return Speech(at, voice, "Ada", text)


async def test_messages_are_numbered_and_read_in_pages(store: ShardedStore) -> None:
    for game_id in ("g1", "g2"):
        await store.create(new_game(game_id))
    for number in range(5):
        said = await ChatStore(store).say(
            "g1", speech(f"Zürich {number} ✓", at=BEGAN + number), FAST
        )
        assert said == Spoken(number + 1)
    assert await ChatStore(store).say("g2", speech("elsewhere"), FAST) == Spoken(1)
    pages = [await ChatStore(store).messages("g1", since, 2) for since in (0, 2, 4, 5, 99)]
    numbers = [[message.number for message in page] for page in pages]
    assert numbers == [[1, 2], [3, 4], [5], [], []]
    assert pages[0][0] == Message(1, BEGAN, ADA, "Ada", "Zürich 0 ✓")
    assert (await ChatStore(store).last("g1"), await ChatStore(store).last("unknown")) == (5, 0)


async def test_the_pace_holds_within_both_spans(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    pace = Pace(short=2, short_span=10, long=3, long_span=100)
    wanted = {
        **{0: Spoken(1), 1: Spoken(2), 2: TooFast(8), 9: TooFast(1), 10: Spoken(3)},
        **{11: TooFast(89), 25: TooFast(75), 99: TooFast(1), 100: Spoken(4), 101: Spoken(5)},
    }
    for later, said in wanted.items():
        assert await ChatStore(store).say("g1", speech(str(later), at=BEGAN + later), pace) == said
    other = await ChatStore(store).say("g1", speech("me too", GRACE, BEGAN + 2), pace)
    assert isinstance(other, Spoken)


async def test_concurrent_messages_get_distinct_numbers_within_the_rate_limit(
    store: ShardedStore,
) -> None:
    await store.create(new_game("g1"))
    pace = Pace(short=5, long=30)
    asked = [
        ChatStore(store).say("g1", speech(f"{voice} {n}", voice), pace)
        for n in range(12)
        for voice in (ADA, GRACE)
    ]
    answers = await asyncio.gather(*asked)
    numbers = sorted([said.number for said in answers if isinstance(said, Spoken)])
    assert numbers == list(range(1, 11))
    assert answers.count(TooFast(pace.short_span)) == 14
    found = await ChatStore(store).messages("g1")
    assert sorted([message.voice for message in found]) == [ADA] * 5 + [GRACE] * 5


async def test_a_muted_voice_is_refused_until_its_mute_ends(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for _twice in range(2):
        await ChatStore(store).hush("g1", ADA)
    assert await ChatStore(store).say("g1", speech("hello"), FAST) is Unsaid.HUSHED
    assert await ChatStore(store).say("g1", speech("hello", GRACE), FAST) == Spoken(1)
    await ChatStore(store).hush("g1", ADA, on=False)
    assert await ChatStore(store).say("g1", speech("hello"), FAST) == Spoken(2)
    with pytest.raises(UnknownGame):
        await ChatStore(store).hush("unknown", ADA)


async def test_an_archived_table_is_silent_and_an_unknown_one_unknown(
    store: ShardedStore,
) -> None:
    await store.create(new_game("g1", status=Status.FINISHED))
    assert await ChatStore(store).say("g1", speech("well played"), FAST) == Spoken(1)
    await store.archive("g1")
    assert await ChatStore(store).say("g1", speech("too late"), FAST) is Unsaid.ARCHIVED
    assert len(await ChatStore(store).messages("g1")) == 1
    with pytest.raises(UnknownGame):
        await ChatStore(store).say("unknown", speech("hello"), FAST)


async def test_hiding_is_ones_own_and_has_an_end(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for _twice in range(2):
        assert await ChatStore(store).hide("g1", ADA, GRACE)
    assert await ChatStore(store).hidden("g1", ADA) == {GRACE}
    assert await ChatStore(store).hidden("g1", GRACE) == frozenset()
    assert await ChatStore(store).hide("g1", ADA, GRACE, on=False)
    assert await ChatStore(store).hidden("g1", ADA) == frozenset()
    for number in range(MAX_HIDDEN):
        assert await ChatStore(store).hide("g1", ADA, f"seat:9:{number}")
    assert not await ChatStore(store).hide("g1", ADA, GRACE)
    assert await ChatStore(store).hide("g1", ADA, "seat:9:0")
    assert not await ChatStore(store).hide("unknown", ADA, GRACE)


async def test_reports_are_kept_once_and_walked_in_order(store: ShardedStore) -> None:
    wanted: list[Report] = []
    for game_id in ("a1", "b2", "c3", "d4"):
        await store.create(new_game(game_id))
        for number in (1, 2):
            await ChatStore(store).say(game_id, speech("buy my coal"), FAST)
            report = Report(game_id, number, GRACE, BEGAN, "spam")
            wanted.append(report)
            assert await ChatStore(store).report(report)
            assert await ChatStore(store).report(Report(game_id, number, GRACE, BEGAN, "once more"))
    assert not await ChatStore(store).report(Report("a1", 3, GRACE, BEGAN, "nothing there"))
    assert not await ChatStore(store).report(Report("unknown", 1, GRACE, BEGAN, "nothing there"))
    found: list[Report] = []
    while page := await ChatStore(store).reports(3, found[-1] if found else None):
        found += page
    assert found == wanted
    assert await ChatStore(store).settle("a1", 1) == 1
    assert await ChatStore(store).settle("a1", 1) == 0
    assert await ChatStore(store).reports() == wanted[1:]


async def test_a_deleted_game_takes_its_chat_along(store: ShardedStore, place: Place) -> None:
    for game_id in ("g1", "g2"):
        await store.create(new_game(game_id))
        await ChatStore(store).say(game_id, speech("hello"), FAST)
        await ChatStore(store).report(Report(game_id, 1, GRACE, BEGAN, "rude"))
        await ChatStore(store).hide(game_id, GRACE, ADA)
        await ChatStore(store).hush(game_id, ADA)
    await store.delete("g1")
    for name in ("chat", "chat_report", "chat_block", "chat_hush"):
        rows = [
            row for url in place.urls for row in await fetch(url, f"SELECT game_id FROM {name}")
        ]
        assert rows == [("g2",)], name


async def refused(chat: ChatStore, bad: Speech) -> bool:
    try:
        await chat.say("g1", bad, FAST)
    except Malformed:
        return True
    return False


async def test_the_chat_store_rejects_bad_values(store: ShardedStore) -> None:
    await store.create(new_game("g1"))
    for bad in (
        speech(""),
        speech("x" * 401),
        speech("a\0b"),
        speech("\ud800"),
        speech("hello", "Ada"),
        speech("hello", "seat:0:2\n"),
        speech("hello", at=-1),
        Speech(BEGAN, ADA, "", "hello"),
    ):
        assert await refused(ChatStore(store), bad), bad
    for call in (
        ChatStore(store).messages("g1", -1),
        ChatStore(store).messages("g1", 0, 101),
        ChatStore(store).hide("g1", ADA, "unknown"),
        ChatStore(store).report(Report("g1", 0, ADA, BEGAN, "x")),
        ChatStore(store).report(Report("g1", 1, ADA, BEGAN, "x" * 201)),
    ):
        with pytest.raises(Malformed):
            await call
    assert await ChatStore(store).messages("g1") == []
