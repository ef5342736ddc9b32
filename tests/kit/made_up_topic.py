"""A topic that no edition has: a seat gives a token of fuel back and is paid for it.

One module holds the actions, the offer, the event, and the phase that plays them. Nothing else
knows of it.
"""

from typing import ClassVar, Final

from gridwright.engine.dice import Dice
from gridwright.engine.fields import AMOUNT, FUEL, SEAT, STORED, Field, Fields, list_of
from gridwright.engine.game import Game
from gridwright.engine.observation import Observation
from gridwright.engine.phases.base import DONE, Phase
from gridwright.engine.rules import Rules
from gridwright.engine.state import State
from gridwright.engine.topics import TOPICS
from gridwright.engine.vocabulary.base import Action, Event, EventLog, MayDo, Offer, OneOf
from gridwright.engine.vocabulary.topic import Topic, Vocabulary

PAID: Final = 2


class ReturnFuel(Action):
    KIND: ClassVar[int] = 30
    WORD: ClassVar[str] = "return-fuel"
    ABOUT: ClassVar[str] = "Give one token back."
    FIELDS: ClassVar[Fields] = (Field("resource", FUEL),)

    def __init__(self, seat: int, resource: int) -> None:
        super().__init__(seat)
        self.resource: Final = resource


class KeepFuel(Action):
    KIND: ClassVar[int] = 31
    WORD: ClassVar[str] = "keep-fuel"
    ABOUT: ClassVar[str] = "Give nothing back."


class MayReturnFuel(OneOf):
    ACTION: ClassVar[type[Action]] = ReturnFuel
    ABOUT: ClassVar[str] = "Give a token of one of the kinds back."
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT), Field("resources", list_of(FUEL)))

    def __init__(self, seat: int, resources: list[int]) -> None:
        self.seat: Final = seat
        self.resources: Final = resources

    def choices(self) -> list[int]:
        return self.resources

    def holds(self, action: Action) -> bool:
        return action in self.actions()

    def actions(self) -> list[Action]:
        return [ReturnFuel(self.seat, resource) for resource in self.resources]

    def sample(self, dice: Dice) -> Action:
        return ReturnFuel(self.seat, self.resources[dice.below(len(self.resources))])


class FuelReturned(Event):
    WORD: ClassVar[str] = "fuel_returned"
    ABOUT: ClassVar[str] = "A token went to the supply, and the seat was paid."
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("resource", FUEL),
        Field("paid", AMOUNT),
        Field("stored", STORED),
    )

    def __init__(self, seat: int, resource: int, paid: int, stored: list[list[int]]) -> None:
        self.seat: Final = seat
        self.resource: Final = resource
        self.paid: Final = paid
        self.stored: Final = stored

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, self.paid)
        seen.supply[self.resource] += 1
        seen.stored[self.seat] = self.stored


TOPIC: Final = Topic(
    actions=[ReturnFuel, KeepFuel], offers=[MayReturnFuel], events=[FuelReturned], said=[KeepFuel]
)
MADE_UP: Final = Vocabulary([*TOPICS, TOPIC])


class ReturningPhase(Phase):
    """Each seat in turn gives one token back, or none."""

    NAME: ClassVar[str] = "returning"

    def enter(self, state: State, log: EventLog) -> None:
        state.turn = 0

    def proceed(self, state: State, log: EventLog) -> int:
        return DONE if state.turn == self.rules.n_seats else state.order[state.turn]

    def offers(self, state: State) -> list[Offer]:
        seat = state.actor
        held = [kind for kind, amount in enumerate(state.fuel[seat]) if amount]
        keep = MayDo(KeepFuel(seat))
        return [MayReturnFuel(seat, held), keep] if held else [keep]

    def verify(self, state: State, action: Action) -> None:
        if not any(offer.holds(action) for offer in self.offers(state)):
            raise self.refuse("wrong_phase", {})

    def apply(self, state: State, action: Action, log: EventLog) -> None:
        state.turn += 1
        if not isinstance(action, ReturnFuel):
            return
        seat, kind = action.seat, action.resource
        held = state.fuel[seat][:]
        held[kind] -= 1
        state.fuel[seat] = held
        state.supply[kind] += 1
        state.money[seat] += PAID
        stored = self.rules.fuel.arrange(state.plants[seat], held)
        log.add(FuelReturned(seat, kind, PAID, stored))


def game_with_returns(game: Game) -> Game:
    """The same game with one phase more, after fuel was bought."""
    place = [phase.NAME for phase in game.phases].index("resources") + 1
    phases = [*game.phases[:place], ReturningPhase(game.rules), *game.phases[place:]]
    return Game(game.rules, phases, game.first_of_round, game.market, game.scoring, game.parts)
