"""Tables with turn clocks and people with accounts, and the parts that notify them."""

from collections.abc import Collection
from functools import partial

from gridwright.content.table import default_spec
from gridwright.protocol.notices import NewChannel
from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.live.bus import LocalBus
from gridwright.server.notices.channels import ChannelStore
from gridwright.server.notices.links import NoticeLinks
from gridwright.server.notices.outbound import Outbound
from gridwright.server.notices.sending import Sender
from gridwright.server.notices.service import Notices
from gridwright.server.notices.store import NoticeStore
from gridwright.server.notices.sweep import NOTICE_AFTER, NoticeSweep
from gridwright.server.notices.web_push import PushKeys
from gridwright.server.operations.settings import NoticePlan
from gridwright.server.outbox.pump import BoundReader, OutboxPump
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.keys import Keys
from gridwright.server.storage.sharded import ShardedStore
from gridwright.server.storage.vault import SeedVault
from gridwright.server.tables.service import Done, TableService
from gridwright.server.worker.service import Worker
from gridwright.table import commands
from gridwright.table.commands import Decision
from gridwright.table.table import Table
from gridwright.table.terms import Clock, Terms, TurnClock
from gridwright_lab.trials.notices.push_service import Device, Receiver

KEY = b"k" * 32
ORIGIN = "https://games.example"
DAY = 86_400_000
BEGAN = 1_790_000_000_000
"""A morning in September, 2026."""


class MovedClock:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> int:
        return self.now


class TurnTables:
    """A server without its loops: the test runs the sweeps."""

    def __init__(self, store: ShardedStore, plan: NoticePlan | None = None) -> None:
        self.store = store
        self.clock = MovedClock()
        keys = Keys(KEY)
        vault = SeedVault(store, keys)
        self.service = TableService(store, vault, LocalBus(), self.clock)
        self.worker = Worker(store, self.service, self.clock)
        self.store_of_notices = NoticeStore(store)
        self.channels = ChannelStore(store.home, vault)
        self.push_keys = PushKeys(keys)
        self.links = NoticeLinks(keys, self.clock)
        plan = plan or NoticePlan(allows_private=True, origin=ORIGIN)
        self.outbound = Outbound(allows_private=plan.allows_private)
        self.sender = Sender(plan, self.push_keys, self.links, self.clock, self.outbound)
        self.notices = Notices(
            *(self.store_of_notices, self.channels, self.sender, self.push_keys),
            *(self.links, self.clock, True),
        )
        self.here: set[tuple[str, int]] = set()
        self.sweep = NoticeSweep(
            *(self.store_of_notices, self.channels, self.sender, self.service),
            *(self.present_seats, self.clock),
        )
        turns = BoundReader("notices", frozenset({EventKind.TURN}), self.sweep.read_event)
        self.pump = OutboxPump(store, [turns], LocalBus(), self.clock)

    async def present_seats(self, game_id: str) -> Collection[int]:
        return {seat for found, seat in self.here if found == game_id}

    async def people(self, *names: str) -> list[str]:
        accounts = AccountStore(self.store.home)
        for name in names:
            await accounts.add(Person(f"p-{name}", name, name.lower(), BEGAN), "hash")
        return [f"p-{name}" for name in names]

    async def device(self, receiver: Receiver, person_id: str, name: str) -> Device:
        """Add a device of a person for pushes."""
        device = Device(f"{receiver.address}/{name}", self.notices.key)
        await self.notices.add(person_id, NewChannel(**device.subscription()), ORIGIN)  # type: ignore[arg-type]
        return device

    async def table(self, *people: str, clock: Clock | None = None) -> str:
        """A game that has begun; seat 0 acts first, and a seat without a person is a guest's."""
        spec = default_spec("card", seats=len(people))
        terms = Terms(clock or TurnClock(3 * DAY), hold=0)
        game_id = await self.service.create(spec, terms)
        for seat, person_id in enumerate(people):
            name = person_id.removeprefix("p-") or f"Guest {seat}"
            await self.do(
                game_id, partial(commands.sit_down, seat=seat, name=name, person=person_id)
            )
        for seat in range(len(people)):
            await self.do(game_id, partial(commands.get_ready, seat=seat))
        while await self.worker.sweep():
            pass
        await self.pump.drain()
        return game_id

    async def do(self, game_id: str, decide: partial[Decision]) -> Table:
        table = await self.service.load(game_id)
        done = await self.service.run_command(
            game_id,
            f"c{table.version}",
            expected_version=table.version,
            decide=decide,
        )
        assert isinstance(done, Done)
        await self.pump.drain()
        return await self.service.load(game_id)

    async def act(self, game_id: str) -> Table:
        """The actor takes the first legal action."""
        table = await self.service.load(game_id)
        action = table.game.legal(table.state)[0]
        table = await self.do(game_id, partial(commands.act, seat=action.seat, action=action))
        while await self.worker.sweep():
            pass
        await self.pump.drain()
        return await self.service.load(game_id)

    async def pass_turn(self, game_id: str) -> Table:
        """Act until another seat must act."""
        table = await self.service.load(game_id)
        actor = table.actor()
        while table.actor() == actor:
            table = await self.act(game_id)
        return table

    async def tell(self, after: int = NOTICE_AFTER) -> int:
        """Let some time pass, and tell what is due then."""
        await self.pump.drain()
        self.clock.now += after
        return await self.sweep.sweep()
