"""Bots of others: by an address such as ``my_module:MyBot``, or by the name of an entry point.

Installed packages announce theirs in the group ``gridwright.bots``. Nothing of them is imported
before a bot is requested by its name. The laboratory announces frozen bots in a group of their own,
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
    """Something by that address or name is no bot that can be seated."""


def is_address(name: str) -> bool:
    """Return True for an address ``module:name``."""
    return SEPARATOR in name


@cache
def announced(group: str) -> "dict[str, EntryPoint]":
    """The entry points of a group in installed packages by name, in alphabetical order."""
    # Late, because it takes as long to import as all our bots.
    from importlib.metadata import entry_points

    found = {each.name: each for each in entry_points(group=group)}
    return {name: found[name] for name in sorted(found) if not is_address(name) and "," not in name}


@cache
def load_outside(name: str, group: str) -> Bot:
    """The bot of an address or of an entry point in a group, or OutsideBotError; loaded once.

    The object is a bot, or makes one without arguments. Its name becomes the requested one,
    so that another process finds it again. If it has no digest, it gets that of the
    file it is written in: a run of the arena continues only with the code that began it.
    A frozen bot keeps the digest that it has, because stored runs name it.
    """
    from importlib.metadata import EntryPoint

    point = announced(group).get(name) or EntryPoint(name, name, group)
    try:
        found = point.load()
        bot = found() if callable(found) else found
    # What code of others may raise is not known.
    except Exception as error:
        raise OutsideBotError(f"expected a bot at {point.value}, got {error!r}") from error
    if not isinstance(bot, Bot):
        raise OutsideBotError(f"expected a gridwright.Bot at {point.value}, got {bot!r}")
    bot.name = name
    if group != FROZEN_GROUP:
        bot.digest = bot.digest or _source_digest(point.module)
    return bot


def _source_digest(module: str) -> str:
    """SHA-256 of a module's file; nothing for one without."""
    spec = find_spec(module)
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return ""
    return hashlib.sha256(Path(spec.origin).read_bytes()).hexdigest()
