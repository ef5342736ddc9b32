"""Public games are found while they run and when they are over; private ones never."""

from functools import partial

import pytest
from msgspec.structs import replace

from gridwright.content.table import default_spec
from gridwright.engine.observation import HIDDEN
from gridwright.protocol.watch import NearestSearch
from gridwright.server.auth.tickets import Ticket
from gridwright.server.listing.summary_store import SummaryStore, SummarySweep
from gridwright.server.listing.table_summary import summarise
from gridwright.server.listing.watch_search import Search, words_of
from gridwright.server.listing.watch_summary import list_live
from gridwright.server.storage.append import EventKind, TableEvent
from gridwright.server.storage.sharded import ShardedStore
from gridwright.table import commands, leaving
from tests.server.listing.public_tables import PublicTables

pytestmark = pytest.mark.anyio


@pytest.fixture
def tables(store: ShardedStore) -> PublicTables:
    return PublicTables(store)


async def live(tables: PublicTables, edition: str = "", people: bool = False) -> list[str]:
    return [game.game_id for game in (await tables.watch.live(9, edition, people)).games]


async def over(tables: PublicTables, **criteria: object) -> list[str]:
    page = await tables.watch.finished(Search(**criteria), 9)  # type: ignore[arg-type]
    return [game.game_id for game in page.games]


async def test_a_public_game_is_shown_from_its_beginning_to_its_end(tables: PublicTables) -> None:
    game_id = await tables.begin("Marie Curie", "Otto*")
    assert await live(tables) == []  # It is not listed yet.
    await tables.tell()
    (game,) = (await tables.watch.live(9)).games
    table = await tables.service.load(game_id)
    assert (game.game_id, game.edition, game.board) == (game_id, "card", "none")
    assert [(seat.name, seat.is_bot) for seat in game.seats] == [
        ("Marie Curie", False),
        ("Otto", True),
    ]
    assert game.phase == table.game.phases[table.state.phase].NAME
    assert game.phase in game.phases
    hand_over = partial(commands.hand_over, seat=0, bot="l0")
    await tables.do(game_id, hand_over)
    await tables.play()
    await tables.tell()
    assert await live(tables) == []
    (done,) = (await tables.watch.finished(Search(), 9)).games
    assert done.game_id == game_id
    assert sorted(seat.place for seat in done.seats) in ([1, 1], [1, 2])
    # Bots that play at random may end with nothing, and soon.
    assert min(seat.score for seat in done.seats) >= 0
    assert 0 < done.began_at < done.ended_at
    assert done.rounds >= 1


async def test_a_game_with_a_summary_is_listed_without_its_log(
    tables: PublicTables, store: ShardedStore
) -> None:
    game_id = await tables.begin("Marie Curie", "Otto*")
    await tables.tell()
    (replayed,) = (await tables.watch.live(9)).games
    await SummarySweep(tables.service, SummaryStore(store)).sweep()
    started = PublicTables(store)
    (game,) = (await started.watch.live(9)).games
    assert game == replayed
    assert started.service.peek(game_id) is None, "the log was read"
    await tables.do(game_id, partial(commands.hand_over, seat=0, bot="l0"))
    started.elapsed += 60
    (moved,) = (await started.watch.live(9)).games
    assert moved.version == game.version + 1
    assert started.service.peek(game_id) is not None


async def test_a_summary_of_an_earlier_version_is_no_reason_to_hide_a_game(
    tables: PublicTables, store: ShardedStore
) -> None:
    game_id = await tables.begin("Ada", "Otto*")
    await tables.tell()
    summary = summarise(await tables.service.load(game_id))
    await SummaryStore(store).keep([replace(summary, live=None)])
    assert await live(tables) == [game_id]


async def test_private_games_are_not_listed(tables: PublicTables) -> None:
    running = await tables.begin("Ada", "Bot*", listed=False)
    await tables.begin("Ada*", "Bot*", listed=False)
    await tables.play()
    await tables.tell()
    page = await tables.watch.live(9)
    assert page.games == []
    assert page.counts == []
    found = await tables.watch.finished(Search(name="ada"), 9)
    assert (found.games, found.count, found.nearest) == ([], 0, None)
    with tables.spectators.watching(running, None):
        assert await live(tables) == []


async def test_people_come_first_then_the_most_watched_then_the_newest(
    tables: PublicTables,
) -> None:
    bots = await tables.begin("A*", "B*", bot="hard")
    first = await tables.begin("Ada", "B*")
    second = await tables.begin("Grace", "B*")
    await tables.tell()
    assert await live(tables) == [second, first, bots]
    assert await live(tables, people=True) == [second, first]
    assert await live(tables, edition="classic") == []
    seat = Ticket(second, 0, 1)
    with tables.spectators.watching(first, None), tables.spectators.watching(second, seat):
        assert await live(tables) == [first, second, bots]
        tables.elapsed += 60
        assert [game.n_watching for game in (await tables.watch.live(9)).games] == [1, 0, 0]
    assert await live(tables) == [second, first, bots]
    (count,) = (await tables.watch.live(1)).counts
    assert (count.edition, count.n_games, count.n_with_people) == ("card", 3, 2)


async def test_a_watched_game_is_shown_though_many_are_newer(tables: PublicTables) -> None:
    made = [await tables.begin("Ada", "B*") for _place in range(8)]
    await tables.tell()
    assert made[0] not in [game.game_id for game in (await tables.watch.live(2)).games]
    with tables.spectators.watching(made[0], None):
        assert (await tables.watch.live(2)).games[0].game_id == made[0]


async def test_the_standings_of_a_game_are_cached_briefly(tables: PublicTables) -> None:
    game_id = await tables.begin("Ada", "B*")
    await tables.play()
    await tables.tell()
    before = (await tables.watch.live(9)).games[0].version
    table = await tables.service.load(game_id)
    while table.actor() == 0:
        action = table.game.legal(table.state)[0]
        table = await tables.do(game_id, partial(commands.act, seat=0, action=action))
    assert (await tables.watch.live(9)).games[0].version == before
    tables.elapsed += 60
    assert (await tables.watch.live(9)).games[0].version > before


async def test_hidden_money_stays_hidden(tables: PublicTables) -> None:
    await tables.begin("Ada", "B*", spec=default_spec("classic", seats=2))
    await tables.tell()
    (game,) = (await tables.watch.live(9)).games
    table = await tables.service.load(game.game_id)
    expected = HIDDEN if table.game.rules.options.hidden_money else table.state.money[0]
    assert game.seats[0].money == expected
    assert [len(seat.cities) for seat in game.seats] == [0, 0]


async def test_an_abandoned_game_is_not_looked_for(tables: PublicTables) -> None:
    game_id = await tables.begin("Ada", "Grace")
    await tables.tell()
    for seat in range(2):
        await tables.do(game_id, partial(leaving.agree_to_end, seat=seat))
    await tables.play()
    await tables.tell()
    assert await live(tables) == []
    assert await over(tables) == []


async def test_finished_games_are_found_by_what_they_were_and_who_played(
    tables: PublicTables,
) -> None:
    two = await tables.finished("Marie Curie", "Otto", edition="classic", board="usa")
    three = await tables.finished("Marie", "Jonas", "Aylin", scores=(14, 13, 9))
    assert await over(tables) == [three, two]
    assert await over(tables, edition="card") == [three]
    assert await over(tables, edition="deluxe") == []
    assert await over(tables, seats=3) == [three]
    assert await over(tables, board="usa", seats=2) == [two]
    assert await over(tables, name="MARIE") == [three, two]
    assert await over(tables, name="curie  marie") == [two]
    assert await over(tables, name="marie jonas", seats=3) == [three]
    assert await over(tables, name="marie", edition="classic", board="usa") == [two]
    assert await over(tables, name="mar") == []
    assert await over(tables, close=True) == [three]
    assert await over(tables, close=True, name="marie") == [three]
    (newest, _older) = (await tables.watch.finished(Search(), 9)).games
    assert [(seat.name, seat.place, seat.score) for seat in newest.seats] == [
        ("Marie", 1, 14),
        ("Jonas", 2, 13),
        ("Aylin", 3, 9),
    ]
    assert await over(tables, since=newest.ended_at) == [three]


async def test_a_search_without_a_hit_offers_the_nearest(tables: PublicTables) -> None:
    for _place in range(2):
        await tables.finished("Marie", "Otto")
    await tables.finished("Jonas", "Otto", "Aylin")
    page = await tables.watch.finished(Search(name="marie", seats=3), 9)
    assert (page.games, page.nearest) == ([], NearestSearch("seats", 2))
    page = await tables.watch.finished(Search(name="missing", edition="card"), 9)
    assert page.nearest == NearestSearch("name", 3)
    page = await tables.watch.finished(Search(name="missing", edition="classic"), 9)
    assert page.nearest is None


async def test_pages_follow_each_other_and_miss_nothing(tables: PublicTables) -> None:
    made = [await tables.finished("Marie", "Otto") for _place in range(5)]
    for search in (Search(), Search(name="marie")):
        seen: list[str] = []
        page = await tables.watch.finished(search, 2)
        while True:
            seen += [game.game_id for game in page.games]
            if not page.next:
                break
            at, game_id = page.next.split(".", 1)
            page = await tables.watch.finished(search, 2, (int(at), game_id))
        assert seen == made[::-1]
        assert (await tables.watch.finished(search, 2)).count == 5


async def test_a_due_listing_survives_a_crash(tables: PublicTables) -> None:
    """The note is in the transaction of the entry: another node writes the listing."""
    game_id = await tables.begin("Ada*", "Otto*")
    await tables.play()
    other = PublicTables(tables.store)
    other.now = tables.now
    await other.tell()
    assert await over(other) == [game_id]
    assert await tables.watch_store.due(other.now, 9) == []


async def test_a_table_that_cannot_be_read_is_put_off(tables: PublicTables) -> None:
    game_id = await tables.begin("Ada*", "Otto*")
    await tables.play()
    broken = "UPDATE event SET data = '{}' WHERE game_id = $1 AND version = 2"
    await tables.store.database_of(game_id).change_one(broken, game_id)
    other = PublicTables(tables.store)
    other.now = tables.now
    await other.tell()
    assert await over(other) == []
    assert await other.watch_store.due(other.now, 9) == []
    assert await other.watch_store.due(other.now + 3_600_000, 9) != []


async def test_a_game_that_ended_meanwhile_is_listed_again(tables: PublicTables) -> None:
    game_id = await tables.begin("Ada*", "Otto*", bot="hard")
    begun = await tables.watch_store.show(game_id, is_live=True, at=tables.now)
    assert begun is not None
    await tables.play()
    assert await tables.watch_store.show(game_id, is_live=False, at=tables.now)
    assert not await tables.watch_store.show(game_id, is_live=True, at=tables.now)
    telling = list_live(await tables.service.load(game_id), begun.at)
    assert not await tables.watch_store.tell(begun, telling)
    await tables.tell()
    assert await over(tables) == [game_id]


@pytest.mark.parametrize("is_abandoned", [False, True])
async def test_events_that_are_read_again_change_no_listing(
    tables: PublicTables, is_abandoned: bool
) -> None:
    game_id = await tables.begin("Ada", "Grace")
    for seat in range(2):
        if is_abandoned:
            await tables.do(game_id, partial(leaving.agree_to_end, seat=seat))
        else:
            await tables.do(game_id, partial(commands.hand_over, seat=seat, bot="l0"))
    await tables.play()
    await tables.tell()
    before = await over(tables)
    assert before == ([] if is_abandoned else [game_id])
    kinds = (EventKind.BEGAN, EventKind.GONE if is_abandoned else EventKind.ENDED)
    for kind in (*kinds, *kinds):
        await tables.sweep.read_event(TableEvent(1, game_id, 1, kind, tables.now, "{}"))
        assert await live(tables) == []
        assert await over(tables) == before
        assert await tables.watch_store.due(tables.now, 9) == []


async def test_a_deleted_game_is_gone_here_too(tables: PublicTables) -> None:
    game_id = await tables.finished("Ada", "Otto")
    assert await over(tables, name="ada") == [game_id]
    await tables.store.delete(game_id)
    assert await over(tables, name="ada") == []
    assert await over(tables) == []


def test_names_are_found_by_their_words() -> None:
    assert words_of("  Marie  CURIE marie ") == ["marie", "curie"]
    assert words_of("Straße") == ["strasse"]
    assert words_of("") == []
