"""All bots by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gridwright.bots.characters import LEVELS
from gridwright.bots.contract import Bot
from gridwright.bots.greedy import GreedyBot
from gridwright.bots.outside import (
    FROZEN_GROUP,
    GROUP,
    OutsideBotError,
    announced,
    is_address,
    load_outside,
)
from gridwright.bots.planner import PlannerBot
from gridwright.bots.profiles import NAMES, load_profile
from gridwright.bots.random_bot import RandomBot
from gridwright.bots.search.expert import NAME as EXPERT
from gridwright.bots.search.expert import ExpertBot
from gridwright.bots.strength import Strength, strengths_of
from gridwright.bots.styles import Style, load_styles

_PLANNERS: Final = [PlannerBot(load_profile(name)) for name in NAMES]
_STRONGEST: Final = _PLANNERS[-1]
"""The bot that proposes actions to the search."""

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {bot.name: bot for bot in (RandomBot(), GreedyBot(), *_PLANNERS, ExpertBot(_STRONGEST))}
)
"""Bots that can be invited to a table, by name, the weakest first."""


def in_style(level: str, name: str, style: Style) -> Bot:
    """Return the bot of a level in a style, under the name of a character."""
    plain = next((bot for bot in _PLANNERS if bot.name == level), _STRONGEST)
    planner = PlannerBot(style.applied(plain.profile, name))
    return ExpertBot(_STRONGEST, character=planner) if level == EXPERT else planner


STYLES: Final = load_styles()
CHARACTERS: Final[Mapping[str, Bot]] = MappingProxyType(
    {name: in_style(level, name, STYLES[name]) for level, names in LEVELS.items() for name in names}
)
"""Characters by name. They are in no list of bots: a table invites a level, and shows a name."""

PLAYERS: Final[Mapping[str, Bot]] = MappingProxyType({**BOTS, **CHARACTERS})
"""Everything that plays at a seat, by name."""

SEARCHING: Final = frozenset({EXPERT})
"""Bots that think a hundred times as long as others.

A server must not block on them, and commands that play many games leave them out by default.
"""

FROZEN: Final = ("hard-2026-11", "hard-2026-11-capped")
"""Names of bots of earlier versions to measure against, which are installed with `gridwright-lab`.

They are in no list and cannot be invited.
"""

ALIASES: Final[Mapping[str, str]] = MappingProxyType({"l2": "hard"})
"""Names of levels that are aliases of bots."""

STRENGTHS: Final[Mapping[str, list[Strength]]] = MappingProxyType(
    strengths_of({name: bot.digest for name, bot in BOTS.items()})
)
"""Measured strength of each bot; empty until it is measured."""


class UnknownBotError(ValueError):
    """There is no bot with this name."""

    def __init__(self, name: str, problem: str = "") -> None:
        expected = f"expected a bot of {', '.join(bot_names())}, or module:Class, got {name!r}"
        super().__init__(problem or expected)
        self.name: Final = name


def player_at(level: str, shown: str) -> str:
    """Return the name of the bot that plays at a seat: the character shown, if of this level.

    A character of another level plays the plain level of the seat, where it is not measured.
    """
    return shown if shown in LEVELS.get(level, ()) else level


def bot_names() -> list[str]:
    """Return all names of bots: our own from the weakest on, then those of installed packages."""
    return [*BOTS, *(name for name in announced(GROUP) if name not in BOTS and name not in ALIASES)]


def find_bot(name: str) -> Bot:
    """Return the bot of a name, or of an address such as ``my_module:MyBot``.

    Raises UnknownBotError if there is none.
    """
    name = ALIASES.get(name, name)
    if name in PLAYERS:
        return PLAYERS[name]
    budget = name.removeprefix(f"{EXPERT}-")
    if budget != name and budget.isascii() and budget.isdigit() and int(budget) > 0:
        return ExpertBot(_STRONGEST, int(budget))
    group = FROZEN_GROUP if name in FROZEN else GROUP
    if not is_address(name) and name not in announced(group):
        needs = f"the frozen bot {name} needs gridwright-lab: pip install -e lab in a checkout"
        raise UnknownBotError(name, needs if name in FROZEN else "")
    try:
        return load_outside(name, group)
    except OutsideBotError as error:
        raise UnknownBotError(name, str(error)) from error
