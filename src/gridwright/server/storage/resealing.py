"""Sealing what lies in the vault anew, after a new key was made."""

from dataclasses import dataclass, field

from gridwright.server.storage.contract import Store
from gridwright.server.storage.errors import BrokenBox, NoSecret, UnknownGame, WrongKey
from gridwright.server.storage.limits import MAX_GAMES
from gridwright.server.storage.vault import SeedVault


@dataclass
class Resealed:
    """What became of the boxes."""

    n_anew: int = 0
    """Sealed with the newest key just now."""
    n_before: int = 0
    """Sealed with it already."""
    broken: list[str] = field(default_factory=list)
    """Games whose box no key opens; they are left as they are."""


async def reseal(store: Store, vault: SeedVault) -> Resealed:
    """Seal the seed of every game with the newest key. Games may go on meanwhile.

    A seed never changes, so whoever writes the same box at the same time writes the same seed.
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
    if vault.is_sealed_anew(box):
        found.n_before += 1
        return
    await store.keep_box(game_id, vault.seal(game_id, seed))
    found.n_anew += 1
