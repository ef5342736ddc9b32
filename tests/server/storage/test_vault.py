"""Seeds are sealed: the database alone reveals nothing about them."""

import hashlib
import os
import stat
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from gridwright.fair.commit import prefixed
from gridwright.server.storage import SeedVault, load_key, load_keys, load_or_make_key
from gridwright.server.storage.addresses import sqlite_path
from gridwright.server.storage.errors import (
    BrokenBox,
    NoSecret,
    UnknownGame,
    UnsafeKeyFile,
    WrongKey,
)
from gridwright.server.storage.key_file import add_key
from gridwright.server.storage.keys import Keys, Purpose
from gridwright.server.storage.resealing import reseal
from gridwright.server.storage.sharded import ShardedStore
from tests.server.storage.places import Place, fetch
from tests.server.storage.samples import append, move, new_game

pytestmark = pytest.mark.anyio

KEY = bytes(range(32))
OTHER_KEY = bytes(range(1, 33))
SEED = bytes(range(100, 132))
SEEDS_KEY = "4ad0fb4515135e1f"
"""The beginning of the derived key for seeds."""


@pytest.fixture
def vault(store: ShardedStore) -> SeedVault:
    return SeedVault(store, KEY)


async def test_a_seed_comes_back(store: ShardedStore, vault: SeedVault) -> None:
    await store.create(new_game("g1", box=vault.seal("g1", SEED)))
    assert await vault.seed("g1") == SEED
    await vault.keep("g1", SEED[::-1])
    assert await vault.seed("g1") == SEED[::-1]


async def test_a_game_without_a_seed_says_so(store: ShardedStore, vault: SeedVault) -> None:
    await store.create(new_game("g1"))
    with pytest.raises(NoSecret):
        await vault.seed("g1")
    with pytest.raises(UnknownGame):
        await vault.keep("missing", SEED)


async def test_the_wrong_key_raises_wrong_key(store: ShardedStore, vault: SeedVault) -> None:
    await store.create(new_game("g1", box=vault.seal("g1", SEED)))
    with pytest.raises(WrongKey):
        await SeedVault(store, OTHER_KEY).seed("g1")


async def test_old_boxes_open_after_a_change_of_keys(store: ShardedStore, vault: SeedVault) -> None:
    await store.create(new_game("g1", box=vault.seal("g1", SEED)))
    newer = SeedVault(store, OTHER_KEY, older=[KEY])
    assert await newer.seed("g1") == SEED
    await newer.keep("g1", SEED)
    assert await newer.seed("g1") == SEED
    with pytest.raises(WrongKey):
        await vault.seed("g1")


async def test_swapped_boxes_do_not_open(store: ShardedStore, vault: SeedVault) -> None:
    for game_id in ("g1", "g2"):
        await store.create(new_game(game_id, box=vault.seal(game_id, SEED)))
    await store.keep_box("g1", await store.box("g2"))
    with pytest.raises(BrokenBox):
        await vault.seed("g1")
    assert await vault.seed("g2") == SEED


async def test_every_changed_bit_is_noticed(store: ShardedStore, vault: SeedVault) -> None:
    box = vault.seal("g1", SEED)
    for place in range(8 * len(box)):
        changed = bytearray(box)
        changed[place // 8] ^= 1 << place % 8
        with pytest.raises((BrokenBox, WrongKey)):
            vault.open("g1", bytes(changed))
    for size in range(len(box)):
        with pytest.raises((BrokenBox, WrongKey)):
            vault.open("g1", box[:size])


async def test_the_same_seed_is_never_sealed_alike(store: ShardedStore, vault: SeedVault) -> None:
    assert len({vault.seal("g1", SEED)[4:] for _ in range(200)}) == 200


@pytest.mark.parametrize("size", [0, 16, 31, 33])
async def test_keys_and_seeds_have_their_full_length(store: ShardedStore, size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeedVault(store, bytes(size))
    with pytest.raises(ValueError, match="32 bytes"):
        SeedVault(store, KEY).seal("g1", bytes(size))


async def dump(place: Place) -> bytes:
    """Return the whole content of the database, as bytes and with bytes as digits."""
    found: list[bytes] = []
    for url in place.urls:
        path = sqlite_path(url)
        if path is not None:
            found += [file.read_bytes() for file in path.parent.iterdir()]
        tables = ["game", "event", "secret", "shard", "alembic_version"]
        for table in tables:
            for row in await fetch(url, f"SELECT * FROM {table}"):
                found += [v if isinstance(v, bytes) else str(v).encode() for v in row]
    return b"\n".join(found)


def holds(dumped: bytes, secret: bytes) -> bool:
    forms = [secret, secret[:8], secret.hex().encode(), secret.hex()[:16].encode()]
    return any(form in dumped or form.upper() in dumped for form in forms)


async def test_a_dump_holds_no_seed_and_no_key(
    place: Place, store: ShardedStore, vault: SeedVault
) -> None:
    seeds = {f"g{number}": os.urandom(32) for number in range(25)}
    for game_id, seed in seeds.items():
        await store.create(new_game(game_id, box=vault.seal(game_id, seed)))
        await append(store, game_id, 0, move("c1"))
    dumped = await dump(place)
    assert b"gathering" in dumped or b"running" in dumped
    assert [game_id for game_id, seed in seeds.items() if holds(dumped, seed)] == []
    assert not holds(dumped, KEY)
    assert [await vault.seed(game_id) for game_id in seeds] == list(seeds.values())


async def test_the_dump_would_show_a_seed_that_was_not_sealed(
    place: Place, store: ShardedStore
) -> None:
    seed = os.urandom(32)
    await store.create(new_game("g1", box=seed))
    assert holds(await dump(place), seed)


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "vault.key"
    key = load_or_make_key(path)
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_or_make_key(path) == load_key(path) == key
    assert load_or_make_key(tmp_path / "other.key") != key
    assert sorted([file.name for file in tmp_path.iterdir()]) == ["other.key", "vault.key"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_a_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "vault.key"
    load_or_make_key(path)
    path.chmod(mode)
    with pytest.raises(UnsafeKeyFile, match="0600"):
        load_or_make_key(path)


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "zz" * 32, "ä" * 32])
def test_a_file_without_a_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "vault.key"
    path.touch(0o600)
    path.write_text(text)
    with pytest.raises(UnsafeKeyFile, match="digits"):
        load_or_make_key(path)
    assert path.read_text() == text


def test_a_missing_key_is_not_made_up_when_only_loading(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_key(tmp_path / "vault.key")


# Keys by purpose, and new ones


def box_of_before(game_id: str, seed: bytes, key: bytes = KEY) -> bytes:
    """Return a box as earlier versions sealed it: with the whole secret."""
    label = b"gridwright-vault-1"
    name = hashlib.sha256(label + prefixed(b"name") + key).digest()[:4]
    nonce = bytes(12)
    bound = label + name + prefixed(game_id.encode())
    return name + nonce + AESGCM(key).encrypt(nonce, seed, bound)


def test_each_purpose_has_a_key_of_its_own() -> None:
    derived = {Keys(KEY).of(purpose)[0] for purpose in Purpose}
    assert len(derived | {KEY}) == len(Purpose) + 1
    assert {len(key) for key in derived} == {32}
    # Changing the derivation would lose every sealed seed.
    assert Keys(KEY).of(Purpose.SEEDS)[0].hex().startswith(SEEDS_KEY)


async def test_boxes_of_earlier_versions_open_and_new_ones_need_another_key(
    store: ShardedStore, vault: SeedVault
) -> None:
    await store.create(new_game("g1", box=box_of_before("g1", SEED)))
    assert await vault.seed("g1") == SEED
    sealed = vault.seal("g1", SEED)
    assert sealed[:4] != box_of_before("g1", SEED)[:4]
    with pytest.raises((InvalidTag, ValueError)):
        AESGCM(KEY).decrypt(
            sealed[4:16], sealed[16:], b"gridwright-vault-1" + sealed[:4] + prefixed(b"g1")
        )


async def test_a_new_key_seals_old_keys_open_and_boxes_are_resealed(
    store: ShardedStore, tmp_path: Path
) -> None:
    path = tmp_path / "vault.key"
    first = SeedVault(store, load_or_make_key(path))
    running = SeedVault(store, load_keys(path))
    await store.create(new_game("g1", box=first.seal("g1", SEED)))
    await store.create(new_game("g2", box=box_of_before("g2", SEED, load_key(path))))
    await store.create(new_game("g3"))
    await store.create(new_game("g4", box=SeedVault(store, OTHER_KEY).seal("g4", SEED)))
    note = first.seal_note("g1", "limit", b"up to 40")
    keys = add_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load_key(path) == keys.newest != keys.whole[1]
    vault = SeedVault(store, keys)
    assert not vault.is_sealed_with_newest(await store.box("g1"))
    found = await reseal(store, vault)
    assert (found.n_resealed, found.n_before, found.broken) == (2, 0, ["g4"])
    assert (await reseal(store, vault)).n_before == 2
    for game_id in ("g1", "g2"):
        assert vault.is_sealed_with_newest(await store.box(game_id))
        assert await vault.seed(game_id) == SEED
        # A server that was running all the time finds the new key automatically.
        assert await running.seed(game_id) == SEED
        with pytest.raises(WrongKey):
            await first.seed(game_id)
    assert vault.open_note("g1", "limit", note) == b"up to 40"
    assert [file.name for file in tmp_path.iterdir() if "key" in file.name] == ["vault.key"]


async def test_a_running_server_seals_new_games_with_the_new_key(
    store: ShardedStore, tmp_path: Path
) -> None:
    path = tmp_path / "vault.key"
    load_or_make_key(path)
    running = SeedVault(store, load_keys(path))
    newest = SeedVault(store, add_key(path).newest)
    assert newest.open("g1", running.seal("g1", SEED)) == SEED


def test_a_key_file_that_became_unsafe_does_not_stop_a_running_server(tmp_path: Path) -> None:
    path = tmp_path / "vault.key"
    key = load_or_make_key(path)
    keys = load_keys(path)
    path.chmod(0o644)
    assert not keys.look_again()
    assert keys.newest == key
