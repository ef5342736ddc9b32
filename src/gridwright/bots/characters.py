"""The named characters that bots play: ``characters.json``, by strength, the weakest first."""

import json
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import Final

LEVELS: Final[dict[str, list[str]]] = json.loads(
    files("gridwright.bots").joinpath("characters.json").read_text("utf-8")
)
"""Names of the characters of each level; the browser reads the same file."""


def level_of(name: str) -> str:
    """Return the level of a character, also by a numbered name such as "Hedy II"; else empty."""
    first = name.partition(" ")[0]
    return next((level for level, names in LEVELS.items() if first in names), "")


def name_bots(sitters: Sequence[tuple[str, str]]) -> list[str]:
    """Return the names shown at a table, by seat, from stored names and levels.

    A level is empty at the seat of a person and at a free seat; these names are returned as they
    are, and so are those of bots without characters. A bot keeps a stored name of its own level,
    else of another one, that no other seat has. The others get the first free names of their level,
    then of the next one below, then above: six seats may have more bots of a level than it has
    characters. A bot with a name of another level still plays at its own.
    """
    taken = {name for name, level in sitters if level not in LEVELS}
    names = [name if level not in LEVELS else "" for name, level in sitters]

    def seat_first(choices: Callable[[str, str], Iterable[str]]) -> None:
        for seat, (stored, level) in enumerate(sitters):
            if level in LEVELS and not names[seat]:
                names[seat] = next(
                    (name for name in choices(stored, level) if name not in taken), ""
                )
                taken.add(names[seat])

    seat_first(lambda stored, level: [stored] if stored in LEVELS[level] else [])
    seat_first(lambda stored, _level: [stored] if level_of(stored) and " " not in stored else [])
    seat_first(lambda _stored, level: in_order(level))
    return names


def in_order(level: str) -> list[str]:
    """Return all names in the order in which bots of a level get them."""
    levels = list(LEVELS)
    own = levels.index(level)
    return [name for each in (*levels[own::-1], *levels[own + 1 :]) for name in LEVELS[each]]
