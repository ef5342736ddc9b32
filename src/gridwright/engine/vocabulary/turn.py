"""Rounds and turns: how they advance, how an action is undone, and how a game ends."""

from typing import ClassVar, Final

from gridwright.engine.fields import (
    AMOUNT,
    AMOUNTS,
    CARD,
    FLAG,
    NUMBER,
    NUMBERS,
    SEAT,
    STORED,
    Field,
    Fields,
    list_of,
    rows_of,
    set_of,
)
from gridwright.engine.ids import OVER
from gridwright.engine.observation import Observation, add_to
from gridwright.engine.rules import Rules
from gridwright.engine.vocabulary.base import Action, Event
from gridwright.engine.vocabulary.topic import Topic


class TakeBack(Action):
    KIND: ClassVar[int] = 13
    WORD: ClassVar[str] = "take-back"
    ABOUT: ClassVar[str] = "Undo the last action of the running turn."


class PhaseBegan(Event):
    WORD: ClassVar[str] = "phase_began"
    FIELDS: ClassVar[Fields] = (Field("phase", NUMBER), Field("round", NUMBER))

    def __init__(self, phase: int, round: int) -> None:
        self.phase: Final = phase
        self.round: Final = round

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.phase = self.phase
        seen.round = self.round


class TurnPassed(Event):
    WORD: ClassVar[str] = "turn_passed"
    ABOUT: ClassVar[str] = "Who acts next, and how much of the turn could be taken back."
    FIELDS: ClassVar[Fields] = (Field("actor", SEAT), Field("takebacks", AMOUNT))

    def __init__(self, actor: int, takebacks: int) -> None:
        self.actor: Final = actor
        self.takebacks: Final = takebacks

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.actor = self.actor
        seen.takebacks = self.takebacks


class StepBegan(Event):
    WORD: ClassVar[str] = "step_began"
    FIELDS: ClassVar[Fields] = (Field("step", NUMBER),)

    def __init__(self, step: int) -> None:
        self.step: Final = step

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.step = self.step


class TurnFinished(Event):
    WORD: ClassVar[str] = "turn_finished"
    FIELDS: ClassVar[Fields] = (Field("seat", SEAT),)

    def __init__(self, seat: int) -> None:
        self.seat: Final = seat


class TakenBack(Event):
    WORD: ClassVar[str] = "taken_back"
    ABOUT: ClassVar[str] = (
        "An action of the running turn was undone: what came back, which spaces are empty again."
        "\n\n``market``, ``gone`` and ``is_dry`` are as before the action: it may have made a plant"
        " obsolete."
    )
    FIELDS: ClassVar[Fields] = (
        Field("seat", SEAT),
        Field("money", AMOUNT),
        Field("tokens", AMOUNTS),
        Field("supply", AMOUNTS),
        Field("stored", STORED),
        Field("spaces", NUMBERS),
        Field("market", list_of(CARD)),
        Field("gone", set_of(CARD)),
        Field("is_dry", FLAG),
    )

    def __init__(
        self,
        seat: int,
        money: int,
        tokens: list[int],
        supply: list[int],
        stored: list[list[int]],
        spaces: list[int],
        market: list[int],
        gone: int,
        is_dry: bool,
    ) -> None:
        self.seat: Final = seat
        self.money: Final = money
        self.tokens: Final = tokens
        self.supply: Final = supply
        self.stored: Final = stored
        self.spaces: Final = spaces
        self.market: Final = market
        self.gone: Final = gone
        self.is_dry: Final = int(is_dry)

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.pay(self.seat, self.money)
        add_to(seen.tokens, self.tokens)
        add_to(seen.supply, self.supply)
        seen.stored[self.seat] = self.stored
        for space in self.spaces:
            seen.clear_space(space)
        seen.market = self.market[:]
        seen.gone = self.gone
        seen.is_dry = self.is_dry == 1


class PartsRestored(Event):
    WORD: ClassVar[str] = "parts_restored"
    ABOUT: ClassVar[str] = "The parts are as they were before the action that was taken back."
    FIELDS: ClassVar[Fields] = (Field("rows", rows_of(AMOUNT)),)

    def __init__(self, rows: list[list[int]]) -> None:
        self.rows: Final = rows

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.parts.restore(self.rows)


class GameEnded(Event):
    WORD: ClassVar[str] = "game_ended"
    ABOUT: ClassVar[str] = (
        "What counts most for each seat, money (open now), and each seat's place."
    )
    FIELDS: ClassVar[Fields] = (
        Field("scores", AMOUNTS),
        Field("money", AMOUNTS),
        Field("ranking", NUMBERS),
    )

    def __init__(self, scores: list[int], money: list[int], ranking: list[int]) -> None:
        self.scores: Final = scores
        """Cities supplied, or victory points."""
        self.money: Final = money
        self.ranking: Final = ranking

    def fold(self, rules: Rules, seen: Observation) -> None:
        seen.phase = OVER
        seen.scores = self.scores[:]
        seen.ranking = self.ranking[:]
        seen.money = self.money[:]


TOPIC: Final[Topic] = Topic(
    actions=[TakeBack],
    offers=[],
    events=[PhaseBegan, TurnPassed, StepBegan, TurnFinished, TakenBack, PartsRestored, GameEnded],
    said=[],
)
