"""Several actions of a seat in one order: all of them are applied, or none.

They are rehearsed on a copy first, so a refusal leaves the table unchanged. A rehearsal must not
reveal the outcome of chance, or a refused player would learn it for free. It therefore uses any
possible outcome instead of the dealt one, and a list continues only while no outcome can affect the
rest: within one phase, and past a drawn card only while building.
"""

from collections.abc import Sequence
from typing import Final

from gridwright.aids.rehearsal import carry_out
from gridwright.engine.errors import IllegalAction
from gridwright.engine.game import Game
from gridwright.engine.notation import NotationError
from gridwright.engine.phases.building import BuildingPhase
from gridwright.engine.phases.buying import BuyingPhase
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import Action, EventLog
from gridwright.engine.vocabulary.building import FinishBuilding
from gridwright.engine.vocabulary.fuel import FinishBuying
from gridwright.engine.vocabulary.turn import TakeBack

FINISHING: Final = ((BuyingPhase, FinishBuying), (BuildingPhase, FinishBuilding))
"""Finishing actions of the phases in which a turn can also end automatically."""

_SILENCE: Final = EventLog(False)


class RefusedInList(Exception):
    """The rules refuse an action of a list; ``place`` is the index of the first one."""

    def __init__(self, illegal: IllegalAction, place: int) -> None:
        super().__init__(illegal, place)
        self.illegal: Final = illegal
        self.place: Final = place


def rehearse(game: Game, state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """Raise RefusedInList unless all of these are legal in sequence; changes nothing.

    Returns the actions to apply, without a final finishing action if the turn has already ended
    with the last purchase or house (c6.13).
    """
    if any(isinstance(action, TakeBack) for action in actions):
        raise NotationError("expected no take-back among several actions")
    now = state.copy()
    may_continue = True
    for place, action in enumerate(actions):
        if place and place + 1 == len(actions) and _is_finished(game, state, now, actions):
            return actions[:-1]
        try:
            if not may_continue:
                raise game.refuse("wrong_phase")
            game.verify(now, action)
        except IllegalAction as illegal:
            raise RefusedInList(illegal, place) from illegal
        if place + 1 < len(actions):
            is_drawn = carry_out(game, now, action)
            is_same = (now.phase, now.round) == (state.phase, state.round)
            may_continue = is_same and (not is_drawn or _is_building(game, now))
    return actions


def _is_finished(game: Game, state: State, now: State, actions: Sequence[Action]) -> bool:
    """Return True if the last action would finish a turn that has already ended."""
    phase, (before, last) = game.phases[state.phase], actions[-2:]
    finishes = any(
        isinstance(phase, kind) and isinstance(last, finish) and not isinstance(before, finish)
        for kind, finish in FINISHING
    )
    return finishes and (now.actor, now.phase, now.round) != (state.actor, state.phase, state.round)


def _is_building(game: Game, state: State) -> bool:
    """Return True if drawn cards have no effect in the rest of the phase: they are sold later."""
    return isinstance(game.phases[state.phase], BuildingPhase)
