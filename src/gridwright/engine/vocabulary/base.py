"""Base classes of actions, offers and events. All other forms follow from ``FIELDS``."""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import SEAT, Field, Fields, Value, values_of
from gridwright.engine.ids import CHANCE
from gridwright.engine.observation import Observation
from gridwright.engine.rules import Rules

Argument = int | list[int]


class Action:
    """An order by one actor. Equality, hash and sort order follow ``key()``."""

    KIND: ClassVar[int] = 0
    WORD: ClassVar[str] = ""
    ABOUT: ClassVar[str] = ""
    """Description of its effect, also sent to clients: a compiled class has no docstring."""
    FIELDS: ClassVar[Fields] = ()
    """All fields but the seat, in the order of ``__init__``."""

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat

    def values(self) -> list[Argument]:
        """Return the values of ``FIELDS``."""
        values: list[Argument] = []
        for field in self.FIELDS:
            value: Argument = getattr(self, field.name)
            values.append(value)
        return values

    def arguments(self) -> list[int]:
        """Return all arguments but kind and seat as numbers; only the last field can be a list."""
        found: list[int] = []
        for field in self.FIELDS:
            value: Argument = getattr(self, field.name)
            if isinstance(value, int):
                found.append(value)
            else:
                found.extend(value)
        return found

    def key(self) -> tuple[int, ...]:
        """Return kind, seat and arguments: two actions are equal exactly if their keys are."""
        return (self.KIND, self.seat, *self.arguments())

    def moves(self) -> int:
        """Return the number of atomic moves: one bid, pass, token, city or plant each."""
        return 1

    def can_be_taken_back(self) -> bool:
        """Return whether the rules have an undo for this kind of action (c12.1)."""
        return False

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Action)
            and self.seat == other.seat
            and self.KIND == other.KIND
            and self.arguments() == other.arguments()
        )

    def __lt__(self, other: "Action") -> bool:
        return self.key() < other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        arguments = ", ".join([str(value) for value in [self.seat, *self.arguments()]])
        return f"{type(self).__name__}({arguments})"


class ChanceAction(Action):
    """An outcome of chance, drawn outside the engine, which only checks and records it."""

    def __init__(self) -> None:
        super().__init__(CHANCE)

    def moves(self) -> int:
        return 0


def build_action(kind: type[Action], seat: int, values: list[Argument]) -> Action:
    """Build an action of a kind from the values of its fields; chance has no seat."""
    # Each kind's constructor takes the seat and the fields.
    if issubclass(kind, ChanceAction):
        return kind(*values)
    return kind(seat, *values)


class Offer:
    """A set of legal actions of one kind by one actor, with ranges for amounts.

    ``holds`` tests membership, ``actions`` lists the set with a range of amounts by its two ends,
    and ``sample`` draws a random member.
    """

    ACTION: ClassVar[type[Action]] = Action
    """Type of the offered action."""
    ABOUT: ClassVar[str] = ""
    FIELDS: ClassVar[Fields] = ()
    """Choices for clients, with their costs."""

    def word(self) -> str:
        """Return the word of the offered action."""
        return self.ACTION.WORD

    def values(self) -> list[Value]:
        """Return the values of ``FIELDS``."""
        return values_of(self, self.FIELDS)

    def holds(self, action: Action) -> bool:
        """Return whether the action is one of those offered."""
        raise NotImplementedError

    def actions(self) -> list[Action]:
        """Return each choice in a new list, ascending; a range of amounts by its two ends."""
        raise NotImplementedError

    def sample(self, dice: Dice) -> Action:
        """Return a random one of the actions."""
        raise NotImplementedError


class MayDo(Offer):
    """An offer of one action without arguments: pass, drop out, finish."""

    FIELDS: ClassVar[Fields] = (Field("seat", SEAT),)

    def __init__(self, action: Action) -> None:
        self.action: Final = action

    def word(self) -> str:
        return self.action.WORD

    def values(self) -> list[Value]:
        return [self.action.seat]

    def holds(self, action: Action) -> bool:
        return action == self.action

    def actions(self) -> list[Action]:
        return [self.action]

    def sample(self, dice: Dice) -> Action:
        return self.action


def list_actions(offers: list[Offer]) -> list[Action]:
    """Return the actions of all offers in a new list, offer by offer."""
    actions: list[Action] = []
    for offer in offers:
        if isinstance(offer, MayDo):
            actions.append(offer.action)
        elif actions:
            actions.extend(offer.actions())
        else:
            actions = offer.actions()
    return actions


class OneOf(Offer):
    """An offer in which each choice is one number: the only field of its action."""

    def choices(self) -> list[int]:
        """Return the values of that field."""
        raise NotImplementedError


class Event:
    """One public fact. Contains no prose: wording belongs to the client."""

    WORD: ClassVar[str] = ""
    ABOUT: ClassVar[str] = ""
    FIELDS: ClassVar[Fields] = ()
    """All data that a fold needs, in the order of ``__init__``."""

    def values(self) -> list[Value]:
        return values_of(self, self.FIELDS)

    def fold(self, rules: Rules, seen: Observation) -> None:
        """Update an observation. By default nothing visible changes."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event) and self.WORD == other.WORD and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash(self.WORD)

    def __repr__(self) -> str:
        names = [field.name for field in self.FIELDS]
        facts = [f"{name}={value}" for name, value in zip(names, self.values(), strict=True)]
        return f"{type(self).__name__}({', '.join(facts)})"


class EventLog:
    """Collects events. A silent log costs one test per event, for playouts without an observer."""

    def __init__(self, wanted: bool) -> None:
        self.wanted: Final = wanted
        self.events: Final[list[Event]] = []

    def add(self, event: Event) -> None:
        self.events.append(event)
