"""The generic laws of the engine, each as one check of a position or of a step."""

from typing import Final

from gridwright.engine.codec import Json, observation_values
from gridwright.engine.digest import state_key
from gridwright.engine.editions.card.vocabulary import ElectricityProduced, FuelCardBought
from gridwright.engine.errors import IllegalAction
from gridwright.engine.ids import CHANCE, NONE, SPECTATOR
from gridwright.engine.invariants import BrokenInvariant
from gridwright.engine.observation import Observation
from gridwright.engine.state import State
from gridwright.engine.vocabulary.auction import PlantBought, PlantScrapped
from gridwright.engine.vocabulary.base import Action, Event, Offer
from gridwright.engine.vocabulary.building import CityConnected
from gridwright.engine.vocabulary.fuel import ResourcesBought
from gridwright.engine.vocabulary.parts import PartChanged
from gridwright.engine.vocabulary.production import CitiesSupplied
from gridwright.engine.vocabulary.turn import TakenBack
from gridwright_lab.conformance.game_under_test import GameUnderTest

DEAD_END: Final = "dead end"
REFUSED_OFFER: Final = "offered action refused"
INVARIANT: Final = "invariant"
UNFINISHED: Final = "game does not end"
LEGAL_LIST: Final = "legal list"
ACTOR: Final = "actor"
FOLD: Final = "fold"
MONEY: Final = "money"
TAKE_BACK: Final = "take back"
PURE_STEP: Final = "pure step"
NOTATION: Final = "notation"
REPLAY: Final = "replay"
CRASH: Final = "crash"
LAWS: Final = (
    DEAD_END,
    REFUSED_OFFER,
    INVARIANT,
    UNFINISHED,
    LEGAL_LIST,
    ACTOR,
    FOLD,
    MONEY,
    TAKE_BACK,
    PURE_STEP,
    NOTATION,
    REPLAY,
    CRASH,
)


class BrokenLaw(Exception):
    """A broken law, with its name and the facts."""

    def __init__(self, law: str, facts: str) -> None:
        super().__init__(law, facts)
        self.law: Final = law
        self.facts: Final = facts


def require(holds: bool, law: str, facts: str) -> None:
    if not holds:
        raise BrokenLaw(law, facts)


def check_position(subject: GameUnderTest, state: State) -> None:
    """Check tokens, cards, money and derived values."""
    try:
        subject.check(state)
    except BrokenInvariant as broken:
        raise BrokenLaw(INVARIANT, str(broken)) from broken


def check_offers(subject: GameUnderTest, state: State, offers: list[Offer]) -> None:
    """Check that some seat is offered an action."""
    require(
        state.actor == CHANCE or 0 <= state.actor < subject.game.rules.n_seats,
        ACTOR,
        f"actor {state.actor} before the end",
    )
    require(bool(offers), DEAD_END, f"actor {state.actor} in phase {state.phase} has no offer")


def check_offered(
    subject: GameUnderTest, state: State, offers: list[Offer], action: Action
) -> None:
    """Check that an offered action belongs to the actor, is in the offer and is accepted."""
    if action.seat != state.actor:
        raise BrokenLaw(ACTOR, f"{action} offered to actor {state.actor}")
    if not any(offer.holds(action) for offer in offers):
        raise BrokenLaw(REFUSED_OFFER, f"{action} is not held by its offer")
    try:
        subject.verify(state, action)
    except IllegalAction as refusal:
        raise BrokenLaw(REFUSED_OFFER, f"{action}: {refusal}") from refusal


def check_legal(subject: GameUnderTest, state: State, offers: list[Offer]) -> None:
    """Check that the list of choices is sorted, unique, equal to the offers, and legal."""
    legal = subject.legal(state)
    keys = [action.key() for action in legal]
    require(bool(legal), DEAD_END, f"actor {state.actor} in phase {state.phase} has no choice")
    require(keys == sorted(set(keys)), LEGAL_LIST, f"not ascending: {legal}")
    named = {action.key() for offer in offers for action in offer.actions()}
    require(set(keys) == named, LEGAL_LIST, f"offers name others: {legal}")
    for action in legal:
        check_offered(subject, state, offers, action)


def check_step(
    subject: GameUnderTest, state: State, action: Action
) -> tuple[list[int], list[Event]]:
    """Check that ``step`` does not change the state and does what ``apply`` does to a copy.

    Returns the key of the position after it and its events.
    """
    before = state_key(state)
    after, events = subject.step(state, action)
    require(state_key(state) == before, PURE_STEP, f"{action} changed the state it was given")
    duplicate = state.copy()
    applied = subject.apply(duplicate, action)
    require(state_key(state) == before, PURE_STEP, f"{action} on a copy changed the original")
    key = state_key(after)
    require(state_key(duplicate) == key, PURE_STEP, f"{action} acts differently on a copy")
    require(applied == events, PURE_STEP, f"{action} has other events on a copy")
    return key, events


def money_told(n_seats: int, events: list[Event]) -> list[int]:
    """Return the gain of each seat by the amounts in the events."""
    gained = [0] * n_seats
    for event in events:
        if isinstance(event, PlantBought):
            gained[event.seat] -= event.price
        elif isinstance(event, PlantScrapped):
            gained[event.seat] += event.paid
        elif isinstance(event, ResourcesBought):
            gained[event.seat] -= event.cost
        elif isinstance(event, CityConnected):
            gained[event.seat] -= event.house + event.connection
        elif isinstance(event, CitiesSupplied):
            gained[event.seat] += event.income
        elif isinstance(event, TakenBack):
            gained[event.seat] += event.money
        elif isinstance(event, FuelCardBought):
            gained[event.seat] -= event.cost
        elif isinstance(event, ElectricityProduced):
            gained[event.seat] += event.income
        elif isinstance(event, PartChanged) and event.seat != NONE:
            gained[event.seat] += event.gained
    return gained


def check_money(before: list[int], after: list[int], events: list[Event]) -> None:
    """Check that money changes only as the events say."""
    gained = [new - old for old, new in zip(before, after, strict=True)]
    told = money_told(len(before), events)
    require(gained == told, MONEY, f"gained {gained}, told {told}")


def check_notation(subject: GameUnderTest, action: Action) -> None:
    """Check that an action survives conversion to text and to a record."""
    line = subject.text(action)
    require(subject.parse(line) == action, NOTATION, f"{action} reads {line!r}")
    record = subject.to_values(action)
    require(subject.from_values(record) == action, NOTATION, f"{action} reads {record}")


def viewers(subject: GameUnderTest) -> list[int]:
    """Return every seat, and the viewers without a seat."""
    return [*range(subject.game.rules.n_seats), SPECTATOR]


def seen_values(subject: GameUnderTest, state: State, viewer: int) -> dict[str, Json]:
    return observation_values(subject.observe(state, viewer))


def check_fold(subject: GameUnderTest, state: State, seen: Observation) -> None:
    """Check that an observation updated by events equals a fresh one."""
    folded = observation_values(seen)
    fresh = seen_values(subject, state, seen.viewer)
    if folded != fresh:
        wrong = [name for name in fresh if folded[name] != fresh[name]]
        facts = [f"{name} folded {folded[name]} fresh {fresh[name]}" for name in wrong]
        raise BrokenLaw(FOLD, f"viewer {seen.viewer}: {'; '.join(facts)}")
