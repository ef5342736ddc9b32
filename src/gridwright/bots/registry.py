"""Which bots there are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from gridwright.bots.contract import Bot
from gridwright.bots.greedy import GreedyBot
from gridwright.bots.random_bot import RandomBot

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {bot.name: bot for bot in (RandomBot(), GreedyBot())}
)
"""By name, the weakest first."""


class UnknownBotError(ValueError):
    """Nobody plays under that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"expected a bot of {', '.join(BOTS)}, got {name!r}")


def find_bot(name: str) -> Bot:
    """The bot of a name, or UnknownBotError."""
    if name not in BOTS:
        raise UnknownBotError(name)
    return BOTS[name]
