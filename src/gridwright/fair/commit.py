"""The commitment scheme: a hash published before any draw, and the file of the seed."""

import hashlib
import hmac
import re
from pathlib import Path
from typing import Final

LABEL: Final = b"gridwright-fair-1"
"""Name of the protocol. It begins every hashed text, so no hash is valid in another protocol."""

SEED_BYTES: Final = 32
HASH_BYTES: Final = 32

_GAME_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")


def commitment(game_id: str, rules: str, seed: bytes) -> bytes:
    """Return the SHA-256 over the label, the game, its rules identity and the seed."""
    verify_seed(seed)
    text = LABEL + prefixed(game_id.encode("ascii")) + prefixed(rules.encode("ascii")) + seed
    return hashlib.sha256(text).digest()


def opens(committed: bytes, game_id: str, rules: str, seed: bytes) -> bool:
    """Return whether the seed is the one that was committed to; compared in constant time."""
    return hmac.compare_digest(committed, commitment(game_id, rules, seed))


def verify_seed(seed: bytes) -> None:
    """Raise ValueError unless the seed has its full length."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"expected a seed of {SEED_BYTES} bytes, got {len(seed)}")


def verify_game_id(game_id: str) -> None:
    """Raise ValueError unless the id is short and consists of plain characters."""
    if not _GAME_ID.fullmatch(game_id):
        raise ValueError(f"expected 1 to 64 letters, digits, '.', '_' or '-', got {game_id[:80]!r}")


def number(value: int) -> bytes:
    """Return a whole number as four bytes, big-endian."""
    return value.to_bytes(4, "big")


def prefixed(part: bytes) -> bytes:
    """Return a part with its length as prefix, so that different lists of parts never collide."""
    return number(len(part)) + part


SECRET_MODE: Final = 0o600
"""Mode of a seed file, readable by its owner only: the seed predicts every card."""


class SeedFileError(ValueError):
    """The file does not contain a seed."""


def seed_path(path: Path, given: Path | None = None) -> Path:
    """Return the file with the secret seed of a transcript: ``given``, or one next to it."""
    return given if given is not None else path.with_name(f"{path.name}.seed")


def format_seed(seed: bytes) -> bytes:
    """Return the content of a seed file."""
    return f"{seed.hex()}\n".encode("ascii")


def read_seed(secret: Path) -> bytes:
    """Return the seed in a file. Raises SeedFileError if it is missing or invalid."""
    try:
        seed = bytes.fromhex(secret.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        raise SeedFileError(f"{secret} is missing; without the seed nothing can be dealt") from None
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise SeedFileError(f"{secret}: expected {2 * SEED_BYTES} hexadecimal digits")
    return seed
