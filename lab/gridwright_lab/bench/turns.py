"""The tree that is loaded and another one, measured in turns: the machine slows both alike."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from gridwright.cli.errors import CommandFailed

Found = TypeVar("Found")


def verify_tree(tree: Path) -> None:
    """Raise CommandFailed unless the folder holds the product."""
    if not (tree / "gridwright").is_dir():
        raise CommandFailed(f"--beside: expected a folder with gridwright in it, got {tree}")


def take_turns(
    n_turns: int,
    here: Callable[[], Found],
    there: Callable[[], Found] | None,
    better: Callable[[Found, Found], Found],
) -> tuple[Found, Found | None]:
    """The best of so many turns; those of another tree lie between the own ones."""
    own = here()
    other = there() if there is not None else None
    for _turn in range(n_turns - 1):
        own = better(own, here())
        if there is not None and other is not None:
            other = better(other, there())
    return own, other
