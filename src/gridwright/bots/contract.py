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


class PositionRequiredError(TypeError):
    """A searching bot has no position to search from."""

    def __init__(self) -> None:
        super().__init__(
            "expected a position to search from, got only an observation; "
            "seat the bot with SeatedBot, or use decide_at"
        )


class Brain(ABC):
    """One bot at one seat of one game.

    Its choices may depend only on the rules, its stream and the turns it was shown so far: with the
    same turns from the first one on, it makes the same choices. So games with bots can be replayed,
    and bots can be restored after a restart of the server. Bound its work by a number of nodes,
    never by a clock: a slow machine plays the same game.

    >>> class Decliner(gridwright.Brain):
    ...     def choose(self, seen, offers):
    ...         return offers[-1].actions()[0]  # The last offer declines, where that is allowed.
    """

    @abstractmethod
    def choose(self, seen: Observation, offers: list[Offer]) -> Action:
        """Return an action that one of the offers contains.

        Called at each turn of the seat. Must not change the arguments or keep references to them.
        """


class Bot(ABC):
    """A bot with a name, by which it can be invited to a table.

    >>> class Quiet(gridwright.Bot):
    ...     def __init__(self):
    ...         super().__init__("quiet", level=0, description="Declines as often as it may.")
    ...
    ...     def sit(self, rules, seat, stream):
    ...         return Decliner()
    >>> table = gridwright.new("card", seats=2, seed=1)
    >>> table.play_out("l1", Quiet(), most_moves=200)
    >>> gridwright.bot("hard").level
    4
    """

    def __init__(self, name: str, level: int, description: str, digest: str = "") -> None:
        self.name = name
        self.level = level
        """Level of strength, from 0; a higher level wins more."""
        self.description = description
        """Description for the list of bots, in one line."""
        self.digest = digest
        """Identifies the bot's profile in measurements; empty without one."""

    def __repr__(self) -> str:
        return f"<Bot {self.name}: {self.description}>"

    @abstractmethod
    def sit(self, rules: Rules, seat: int, stream: Stream) -> Brain:
        """Return a brain for one seat of one game. Called once for each.

        The stream belongs to this seat alone; the brain may keep it.
        """


def decide(
    bot: Bot, rules: Rules, seat: int, key: bytes, seen: Observation, offers: list[Offer]
) -> Action:
    """Return the action of a bot that sits down for this turn only; deterministic.

    Raises PositionRequiredError for a searching bot; use ``seated_bot.decide_at`` for it.
    """
    return bot.sit(rules, seat, Stream(key)).choose(seen, offers)
