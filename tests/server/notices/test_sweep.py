"""Turns arrive: once by each channel, not at night, not at the table, not after they were taken."""

import asyncio
import json
import time
from collections.abc import Callable

import pytest

from gridwright.protocol.notices import ChannelView, NewChannel, NoticeChoice
from gridwright.protocol.refusals import Refused
from gridwright.server.notices import sweep
from gridwright.server.notices.channels import Address, Channel
from gridwright.server.notices.sending import SubscriptionExpired
from gridwright.server.notices.service import HOUR
from gridwright.server.notices.sweep import LEASE, STILL_HERE, WAITS
from gridwright.server.notices.text import compose_try
from gridwright.server.storage.sharded import ShardedStore
from gridwright_lab.trials.notices.push_service import receiving
from tests.server.notices.turn_tables import BEGAN, ORIGIN, TurnTables

pytestmark = pytest.mark.anyio


async def actor_of(tables: TurnTables, game_id: str) -> int:
    actor = (await tables.service.load(game_id)).actor()
    assert actor is not None
    return actor


async def webhook_of(tables: TurnTables, person_id: str) -> ChannelView:
    channels = (await tables.notices.settings(person_id)).channels
    return next(each for each in channels if each.kind == "webhook")


async def test_a_turn_is_pushed_once_with_its_table_and_phase(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        devices = [await tables.device(receiver, each, each) for each in people]
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)
        assert await tables.tell(0) == 0, "sent before the player could act"
        assert await tables.tell() == 1
        assert await tables.tell(60_000) == 0
        (arrived,) = receiver.at(f"/{people[actor]}")
        assert receiver.at(f"/{people[1 - actor]}") == []
        told = devices[actor].open(arrived.content)
        version = (await tables.service.load(game_id)).version
        assert told["tags"] == [told["tag"]]
        assert told["tag"].startswith(f"{game_id}:")
        assert int(told["tag"].rpartition(":")[2]) <= version
        assert told["path"] == f"/t/{game_id}?at={told['tag'].rpartition(':')[2]}"
        assert told["title"] == "Your turn: the card game"
        assert told["body"].endswith(f"with {('Bo', 'Ada')[actor]}, 2 days left"), told["body"]
        assert arrived.headers["ttl"].isdigit()
        assert len(arrived.headers["topic"]) == 32
        assert await tables.notices.standing([told["tag"], "missing:1"]) == [told["tag"]]
        await tables.pass_turn(game_id)
        assert await tables.notices.standing([told["tag"]]) == []
        assert await tables.tell() == 1
        (arrived,) = receiver.at(f"/{people[1 - actor]}")
        assert devices[1 - actor].open(arrived.content)["tag"] != told["tag"]


async def test_no_notice_is_sent_of_a_turn_that_was_taken(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        for each in people:
            await tables.device(receiver, each, each)
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)
        await tables.pass_turn(game_id)
        await tables.tell()
        assert receiver.at(f"/{people[actor]}") == []
        assert len(receiver.at(f"/{people[1 - actor]}")) == 1


async def test_present_players_are_notified_only_after_leaving(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        for each in people:
            await tables.device(receiver, each, each)
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)
        tables.here.add((game_id, actor))
        await tables.tell()
        assert receiver.at(f"/{people[actor]}") == []
        tables.here.clear()
        await tables.tell(STILL_HERE)
        assert len(receiver.at(f"/{people[actor]}")) == 1


async def test_quiet_hours_gather_all_tables_into_one_notice(store: ShardedStore) -> None:
    tables = TurnTables(store)
    ada, bo = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        device = await tables.device(receiver, ada, "ada")
        local = tables.clock.now // 60_000 % 1_440
        quiet = NoticeChoice((local - 60) % 1_440, (local + 60) % 1_440, "UTC", "de")
        await tables.notices.choose(ada, quiet)
        games = [await tables.table(ada, bo) for _table in range(5)]
        for game_id in games:
            if await actor_of(tables, game_id) != 0:
                await tables.pass_turn(game_id)
        await tables.tell()
        await tables.tell(50 * 60_000)
        assert receiver.at("/ada") == []
        await tables.tell(20 * 60_000)
        (arrived,) = receiver.at("/ada")
        told = device.open(arrived.content)
        assert told["title"] == "5 Tische warten auf dich"
        assert {tag.partition(":")[0] for tag in told["tags"]} == set(games)
        assert told["path"] == "/"


async def test_a_failed_channel_is_retried_and_others_notified_once(
    store: ShardedStore,
) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)
        ada = people[actor]
        await tables.device(receiver, ada, "good")
        await tables.notices.add(ada, NewChannel("webhook", f"{receiver.address}/hook"), ORIGIN)
        receiver.answers["/hook"] = 503
        await tables.tell()
        hook = await webhook_of(tables, ada)
        assert (hook.answer, hook.failed_at) == ("503", tables.clock.now)
        await tables.tell(WAITS[0])
        receiver.answers.clear()
        await tables.tell(WAITS[1])
        assert len(receiver.at("/good")) == 1
        assert len(receiver.at("/hook")) == 3
        said = json.loads(receiver.at("/hook")[-1].content)
        assert said["url"].startswith(f"{ORIGIN}/t/{game_id}?at=")
        assert said["content"] == said["text"] == f"{said['title']}\n{said['body']}\n{said['url']}"
        hook = await webhook_of(tables, ada)
        assert (hook.answer, hook.failed_at) == ("", 0)
        assert await tables.tell(WAITS[-1]) == 0


async def test_an_expired_device_is_deleted(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        for each in people:
            await tables.device(receiver, each, each)
            receiver.answers[f"/{each}"] = 410
        game_id = await tables.table(*people)
        ada = people[await actor_of(tables, game_id)]
        await tables.tell()
        assert (await tables.notices.settings(ada)).channels == []
        assert await tables.tell(WAITS[-1]) == 0


async def test_notices_of_an_infrequent_channel_are_batched(store: ShardedStore) -> None:
    tables = TurnTables(store)
    ada, bo = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        hook = NewChannel("webhook", f"{receiver.address}/hook", every=3_600_000)
        await tables.notices.add(ada, hook, ORIGIN)
        n_told = []
        for _table in range(3):
            game_id = await tables.table(ada, bo)
            if await actor_of(tables, game_id) != 0:
                await tables.pass_turn(game_id)
            await tables.tell()
            n_told.append(len(receiver.at("/hook")))
        assert n_told == [1, 1, 1]
        await tables.tell(3_600_000)
        _first, second = receiver.at("/hook")
        assert len(json.loads(second.content)["tags"]) == 2


async def test_a_worker_that_dies_after_sending_leaves_a_notice_with_the_same_tag(
    store: ShardedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        devices = [await tables.device(receiver, each, each) for each in people]
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)

        async def die(*_values: object) -> bool:
            raise RuntimeError("killed")

        with monkeypatch.context() as dying:
            dying.setattr(tables.sweep._notices, "keep", die)
            with pytest.raises(RuntimeError, match="killed"):
                await tables.tell()
        assert await tables.tell(1_000) == 0, "it is still the dead worker's"
        assert await tables.tell(LEASE) == 1
        both = [devices[actor].open(each.content) for each in receiver.at(f"/{people[actor]}")]
        assert [each["tag"] for each in both] == [both[0]["tag"]] * 2
        topics = {each.headers["topic"] for each in receiver.at(f"/{people[actor]}")}
        assert len(topics) == 1


async def test_a_key_of_another_server_ends_the_channel(store: ShardedStore) -> None:
    tables = TurnTables(store)
    (ada,) = await tables.people("Ada")
    with receiving() as receiver:
        await tables.device(receiver, ada, "ada")
        (channel,) = await tables.channels.of(ada)
        address = tables.channels.address(channel)
        assert address.to == f"{receiver.address}/ada"
        assert receiver.address.encode() not in channel.box
        tables.push_keys._keys._take((b"z" * 32,))
        with pytest.raises(SubscriptionExpired):
            await tables.sender.send(channel, address, compose_try("en"), "en")


async def test_a_service_is_notified(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        receiver.answers["/"] = 200
        game_id = await tables.table(*people)
        ada = people[await actor_of(tables, game_id)]
        words = f"{receiver.address.replace('http', 'ntfy')}/grid-topic"
        settings = await tables.notices.add(ada, NewChannel("service", words), ORIGIN)
        assert [each.to for each in settings.channels] == ["ntfy://…"]
        await tables.tell()
        (arrived,) = receiver.at("/")
        said = json.loads(arrived.content)
        assert said["topic"] == "grid-topic"
        assert said["title"] == "Your turn: the card game"
        assert f"{ORIGIN}/t/{game_id}?at=" in said["message"]


async def test_a_channel_of_an_unsupported_service_is_kept_and_shown(store: ShardedStore) -> None:
    tables = TurnTables(store)
    (ada,) = await tables.people("Ada")
    address = Address("gotifys://gotify.example/secret-token", ORIGIN)
    box = tables.channels.seal(ada, "c1", address)
    assert await tables.channels.add(Channel("c1", ada, "service", box, "", True, 0, BEGAN))
    (channel,) = (await tables.notices.settings(ada)).channels
    assert (channel.to, channel.answer) == ("gotifys://…", "unsupported")
    tried = await tables.notices.try_channel(ada, "c1")
    assert (tried.arrived, tried.answer) == (False, "unsupported")


async def test_a_slow_address_does_not_delay_the_next_sweep(
    store: ShardedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "IDLE_S", 0.05)
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo", "Cy", "Di")
    stop = asyncio.Event()
    with receiving() as receiver:
        for each in people:
            hook = NewChannel("webhook", f"{receiver.address}/{each}")
            await tables.notices.add(each, hook, ORIGIN)
        for each in people[:2]:
            receiver.delays[f"/{each}"] = 1.5
        await tables.table(*people[:2])
        tables.clock.now += 60_000
        running = asyncio.create_task(tables.sweep.run(stop))
        await until(lambda: receiver.n_delayed == 1)
        await tables.table(*people[2:])
        tables.clock.now += 60_000
        began_at = time.monotonic()
        await until(lambda: any(receiver.at(f"/{each}") for each in people[2:]))
        assert time.monotonic() - began_at < 1
        stop.set()
        await running
        assert any(receiver.at(f"/{each}") for each in people[:2])


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.02)


async def test_a_turn_comes_again_in_an_hour_on_devices(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        devices = [await tables.device(receiver, each, each) for each in people]
        for each in people:
            hook = NewChannel("webhook", f"{receiver.address}/hook-{each}")
            await tables.notices.add(each, hook, ORIGIN)
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)
        other = people[1 - actor]
        await tables.tell()
        (arrived,) = receiver.at(f"/{people[actor]}")
        tag = devices[actor].open(arrived.content)["tag"]
        assert devices[actor].open(arrived.content)["later"] == "In an hour"
        for person_id, name in ((other, tag), (people[actor], "missing:1")):
            with pytest.raises(Refused, match="is over"):
                await tables.notices.tell_later(person_id, name)
        await tables.notices.tell_later(people[actor], tag)
        assert await tables.tell(HOUR - 1_000) == 0
        assert await tables.tell(1_000) == 1
        again = receiver.at(f"/{people[actor]}")
        assert [devices[actor].open(each.content)["tag"] for each in again] == [tag, tag]
        assert len(receiver.at(f"/hook-{people[actor]}")) == 1, "only devices get a reminder"
        await tables.notices.tell_later(people[actor], tag)
        await tables.pass_turn(game_id)
        await tables.tell(HOUR)
        assert len(receiver.at(f"/{people[actor]}")) == 2, "notice of a turn that was taken"


async def test_muted_kinds_send_nothing(store: ShardedStore) -> None:
    tables = TurnTables(store)
    people = await tables.people("Ada", "Bo")
    with receiving() as receiver:
        for each in people:
            await tables.device(receiver, each, each)
            hook = NewChannel("webhook", f"{receiver.address}/hook-{each}")
            await tables.notices.add(each, hook, ORIGIN)
            assert (await tables.notices.mute(each, ["push"])).muted == ["push"]
        game_id = await tables.table(*people)
        actor = await actor_of(tables, game_id)
        await tables.tell()
        assert receiver.at(f"/{people[actor]}") == []
        assert len(receiver.at(f"/hook-{people[actor]}")) == 1
        for each in people:
            assert (await tables.notices.mute(each, [])).muted == []
        await tables.pass_turn(game_id)
        await tables.tell()
        assert len(receiver.at(f"/{people[1 - actor]}")) == 1
