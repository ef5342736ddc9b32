"""The interface of bots: an observation and offers in, an action out.

A bot knows the rules of the table, which are public, and draws from a stream of its own. At each
of its turns it gets an observation and the offers, the same as a person at that seat. It holds no
game, no state and no dealer, so it can neither try a move out nor see hidden cards.
"""

from abc import ABC, abstractmethod

from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Offer
from gridwright.fair.draw import Stream


class Brain(ABC):
    """One bot at one seat of one game.

    Its choices may depend on nothing but the rules, its stream and what it was shown so far: shown
    the same turns from the first one on, it makes the same choices. That is how a game with bots is
    played again, and how a server that was restarted gets its bots back. What bounds its work is a
    number of nodes, never a clock: a slow machine plays the same game.
    """

    @abstractmethod
    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        """One of the actions that the offers hold. Neither argument may be changed or kept."""


class Bot(ABC):
    """A way to play, by a name under which it can be invited to a table."""

    def __init__(self, name: str, level: int, description: str, digest: str = "") -> None:
        self.name = name
        self.level = level
        """Its level of strength, from 0; a higher one wins more."""
        self.description = description
        """One line for the list of bots."""
        self.digest = digest
        """Which profile it plays by; empty without one. What was measured names it."""

    def __repr__(self) -> str:
        return f"<Bot {self.name}: {self.description}>"

    @abstractmethod
    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        """Take a seat. The stream is this seat's alone and belongs to the brain from now on."""


def decide(
    bot: Bot, rules: Rules, seat: int, key: bytes, seen: Observation, offers: list[Offer]
) -> Action:
    """Return the action of a bot that takes the seat at this turn; deterministic.

    Raises PositionRequiredError for a bot that searches; ``seated_bot.decide_at`` serves it.
    """
    return bot.sit(rules, seat, Stream(key)).choose(seen, offers)
