"""The bots by name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

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

_PLANNERS: Final = [PlannerBot(load_profile(name)) for name in NAMES]
_STRONGEST: Final = _PLANNERS[-1]
"""The search asks it for proposals."""

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {bot.name: bot for bot in (RandomBot(), GreedyBot(), *_PLANNERS, ExpertBot(_STRONGEST))}
)
"""Bots that tables invite, by name, the weakest first."""

SEARCHING: Final = frozenset({EXPERT})
"""Bots that think a hundred times as long as others. A server must not wait for them, and
commands that play many games leave them out by default."""

FROZEN: Final = ("hard-2026-11", "hard-2026-11-capped")
"""Names of earlier bots to measure against, which are installed with `gridwright-lab`.

No table invites them, so no list has them.
"""

ALIASES: Final[Mapping[str, str]] = MappingProxyType({"l2": "hard"})
"""Names of levels for bots that have another name."""

STRENGTHS: Final[Mapping[str, list[Strength]]] = MappingProxyType(
    strengths_of({name: bot.digest for name, bot in BOTS.items()})
)
"""The measured strength of each; empty until it is measured."""


class UnknownBotError(ValueError):
    """No bot has that name."""

    def __init__(self, name: str, problem: str = "") -> None:
        expected = f"expected a bot of {', '.join(bot_names())}, or module:Class, got {name!r}"
        super().__init__(problem or expected)
        self.name: Final = name


def bot_names() -> list[str]:
    """Every name of a bot: ours, the weakest first, then those of installed packages."""
    return [*BOTS, *(name for name in announced(GROUP) if name not in BOTS and name not in ALIASES)]


def find_bot(name: str) -> Bot:
    """The bot of a name or of an address such as ``my_module:MyBot``, or UnknownBotError."""
    name = ALIASES.get(name, name)
    if name in BOTS:
        return BOTS[name]
    budget = name.removeprefix(f"{EXPERT}-")
    if budget != name and budget.isascii() and budget.isdigit() and int(budget) > 0:
        return ExpertBot(_STRONGEST, int(budget))
    group = FROZEN_GROUP if name in announced(FROZEN_GROUP) else GROUP
    if name in FROZEN and group != FROZEN_GROUP:
        raise UnknownBotError(
            name,
            f"the frozen bot {name} needs gridwright-lab: pip install -e lab in a checkout",
        )
    if not is_address(name) and name not in announced(group):
        raise UnknownBotError(name)
    try:
        return load_outside(name, group)
    except OutsideBotError as error:
        raise UnknownBotError(name, str(error)) from error
