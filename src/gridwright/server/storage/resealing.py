"""Sealing stored secrets again after a key rotation."""

from dataclasses import dataclass, field

from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import BrokenBox, NoSecret, UnknownGame, WrongKey
from gridwright.server.storage.limits import MAX_GAMES
from gridwright.server.storage.vault import SeedVault


@dataclass
class Resealed:
    """Result of resealing."""

    n_resealed: int = 0
    """Number of secrets sealed again with the newest key."""
    n_before: int = 0
    """Number of secrets sealed with the newest key already."""
    broken: list[str] = field(default_factory=list)
    """Games whose box no key opens; they are unchanged."""


async def reseal(store: Store, vault: SeedVault) -> Resealed:
    """Seal the seed of every game with the newest key. Games may continue meanwhile.

    A seed never changes, so concurrent writers of a box write the same seed.
    """
    found = Resealed()
    after = ""
    while page := await store.walk_games(MAX_GAMES, after):
        after = page[-1].game_id
        for record in page:
            try:
                await _reseal_one(store, vault, record.game_id, found)
            except (NoSecret, UnknownGame):
                continue  # It never had one, or was deleted just now.
            except (WrongKey, BrokenBox):
                found.broken.append(record.game_id)
    return found


async def _reseal_one(store: Store, vault: SeedVault, game_id: str, found: Resealed) -> None:
    box = await store.box(game_id)
    seed = vault.open(game_id, box)
    if vault.is_sealed_with_newest(box):
        found.n_before += 1
        return
    await store.keep_box(game_id, vault.seal(game_id, seed))
    found.n_resealed += 1
