"""Third-party bots: by an address such as ``my_module:MyBot``, or by the name of an entry point.

Installed packages announce theirs in the group ``gridwright.bots``. None of their code is imported
before a bot is requested by name. The laboratory announces frozen bots in a group of their own,
which no list reads.
"""

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridwright.bots.contract import Bot

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "gridwright.bots"
FROZEN_GROUP: Final = "gridwright.bots.frozen"
SEPARATOR: Final = ":"
"""Character that is in every address and in no name."""


class OutsideBotError(ValueError):
    """The object at this address or entry point is not a bot that can be seated."""


def is_address(name: str) -> bool:
    """Return True for an address ``module:name``."""
    return SEPARATOR in name


@cache
def announced(group: str) -> "dict[str, EntryPoint]":
    """Return the entry points of a group in installed packages by name, in alphabetical order."""
    # Imported late, because the import takes as long as that of all our bots.
    from importlib.metadata import entry_points

    found = {each.name: each for each in entry_points(group=group)}
    return {name: found[name] for name in sorted(found) if not is_address(name) and "," not in name}


@cache
def load_outside(name: str, group: str) -> Bot:
    """Return the bot of an address or of an entry point in a group; cached.

    The object is a bot, or returns one when called without arguments. Its name becomes the
    requested one, so that another process finds it again. If it has no digest, it gets that of its
    source file: a run of the arena continues only with the code that began it. A frozen bot keeps
    the digest that it has, because stored runs name it. Raises OutsideBotError without such a bot.
    """
    from importlib.metadata import EntryPoint

    point = announced(group).get(name) or EntryPoint(name, name, group)
    try:
        found = point.load()
        bot = found() if callable(found) else found
    # Third-party code may raise anything.
    except Exception as error:
        raise OutsideBotError(f"expected a bot at {point.value}, got {error!r}") from error
    if not isinstance(bot, Bot):
        raise OutsideBotError(f"expected a gridwright.Bot at {point.value}, got {bot!r}")
    bot.name = name
    if group != FROZEN_GROUP:
        bot.digest = bot.digest or _source_digest(point.module)
    return bot


def _source_digest(module: str) -> str:
    """Return the SHA-256 of a module's file; empty if it has none."""
    spec = find_spec(module)
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return ""
    return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()
