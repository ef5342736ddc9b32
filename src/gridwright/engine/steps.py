"""A step begins."""

from gridwright.engine.houses import refresh_sites
from gridwright.engine.network import Board
from gridwright.engine.state import State
from gridwright.engine.vocabulary.base import EventLog
from gridwright.engine.vocabulary.turn import StepBegan


def begin_step(board: Board, state: State, step: int, log: EventLog) -> None:
    """Play goes on in another step: more spaces of each city are open (c6.5)."""
    state.step = step
    state.next_step = 0
    refresh_sites(board, state)
    if log.wanted:
        log.add(StepBegan(step))
