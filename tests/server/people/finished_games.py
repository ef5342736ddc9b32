"""Games that are over, with people who have accounts."""

from typing import Any

from gridwright.server.accounts.store import AccountStore
from gridwright.server.auth.records import Person
from gridwright.server.live.bus import LocalBus
from gridwright.server.outbox.pump import BoundReader, OutboxPump
from gridwright.server.people.rater import Rater
from gridwright.server.people.rating_store import RatingStore
from gridwright.server.storage.append import EventKind
from gridwright.server.storage.sharded import ShardedStore
from gridwright_lab.trials.ratings.finished_games import GameCopy, Sitter, play_pattern

BEGAN = 1_790_000_000_000
NAMES = ("Ada", "Ben", "Cleo", "Dora")
ADA, BEN, CLEO, DORA = (Sitter(name, f"p-{name}") for name in NAMES)
HARD = Sitter("Hedy", bot="hard")


async def add_people(store: ShardedStore) -> None:
    accounts = AccountStore(store.home)
    for name in NAMES:
        await accounts.add(Person(f"p-{name}", name, name.lower(), BEGAN), "hash")


async def write(store: ShardedStore, name: str, *order: Sitter, at: int = 0, **more: Any) -> str:
    """A game in which the sitters came in this order; the first has won."""
    pattern = play_pattern("card", len(order), 1)
    seated = list(order)
    for seat, sitter in zip(pattern.seats_by_place, order, strict=True):
        seated[seat] = sitter
    for key in ("helped", "left"):
        if key in more:
            more[key] = seated.index(more[key])
    await GameCopy(name, pattern, seated, BEGAN + at, **more).write(store)
    return name


async def rate_all(store: ShardedStore, now: int = 2 * BEGAN) -> RatingStore:
    """Read the outbox, and rate what was put off and is due."""
    ratings = RatingStore(store)
    rater = Rater(store, ratings, lambda: now)
    ended = BoundReader("ratings", frozenset({EventKind.ENDED}), rater.read_event)
    await OutboxPump(store, [ended], LocalBus(), lambda: now).drain()
    while await rater.sweep():
        pass
    return ratings
