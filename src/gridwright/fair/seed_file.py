"""The file beside an unfinished transcript that holds its secret seed."""

from pathlib import Path
from typing import Final

from gridwright.fair.commit import SEED_BYTES

SECRET_MODE: Final = 0o600
"""Nobody else may read it: who knows the seed knows every card."""


class SeedFileError(ValueError):
    """A file that holds no seed."""


def seed_path(path: Path, given: Path | None = None) -> Path:
    """Where the secret seed of a transcript is kept, unless another file is given."""
    return given if given is not None else path.with_name(f"{path.name}.seed")


def format_seed(seed: bytes) -> bytes:
    """What the file holds."""
    return f"{seed.hex()}\n".encode("ascii")


def read_seed(secret: Path) -> bytes:
    """The seed in a file, or SeedFileError."""
    try:
        seed = bytes.fromhex(secret.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        raise SeedFileError(f"{secret} is missing; without the seed nothing can be dealt") from None
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise SeedFileError(f"{secret}: expected {2 * SEED_BYTES} hexadecimal digits")
    return seed
